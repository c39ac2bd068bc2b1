"""Reading a conformance file: cases of placement, rockfall and reveal, as docs/CONFORMANCE.md describes them.

Files come from strangers, so everything is bounded and checked, and what is wrong is told with its place.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Final, NoReturn, TypeAlias

from p2p_saboteur.games.saboteur.grid import COORDINATE_LIMIT

Cell: TypeAlias = tuple[int, int]

MAX_BYTES: Final = 1 << 20
MAX_DEPTH: Final = 6
MAX_CASES: Final = 10_000
MAX_SETUP: Final = 67
MAX_TEXT: Final = 500
GOAL_CELLS: Final = {"8,2": (8, 2), "8,0": (8, 0), "8,-2": (8, -2)}
REFUSALS: Final = (
    "occupied",
    "out of bounds",
    "mismatch N",
    "mismatch E",
    "mismatch S",
    "mismatch W",
    "not connected",
    "not a removable card",
)
_TOKEN: Final = re.compile(rb'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', re.DOTALL)
"""A string, to the end if it is not closed so that no byte is looked at twice, or a bracket."""


class Unreadable(Exception):
    """A conformance file cannot be read; says where and what is allowed there."""

    def __init__(self, place: str, message: str) -> None:
        super().__init__(f"{place}: {message}" if place else message)
        self.place = place


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One laying of a path (P), of a dead end (X), or a rockfall (R, without openings)."""

    kind: str
    cell: Cell
    openings: frozenset[str]

    def text(self) -> str:
        """Return the step as people write it, for example ``P EW at (1, 0)``."""
        return f"{self.kind} {opening_text(self.openings)} at {self.cell}".replace("  ", " ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned:
    """A goal that the move must turn up: its cell, its kind (G, A or B) and its openings as it lies."""

    cell: Cell
    kind: str
    openings: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One case: a position reached move by move, a move, and what the rules say of it."""

    place: str
    goals: dict[Cell, str]
    options: dict[str, str]
    setup: tuple[Step, ...]
    move: Step
    legal: bool
    why: str
    reveals: frozenset[Turned]


def opening_text(openings: frozenset[str]) -> str:
    """Return openings in the order N, E, S, W."""
    return "".join(side for side in "NESW" if side in openings)


def read_cases(data: bytes) -> tuple[Case, ...]:
    """Return the cases of a conformance file.

    Args:
        data: the file's bytes, UTF-8 JSON.

    Raises:
        Unreadable: when something is not as docs/CONFORMANCE.md says, with the place.
    """
    if len(data) > MAX_BYTES:
        raise Unreadable("", f"the file has more than {MAX_BYTES} bytes")
    _check_depth(data)
    try:
        found = json.loads(data.decode(), object_pairs_hook=_no_duplicates, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise Unreadable("", f"not UTF-8 JSON: {error}") from None
    if not isinstance(found, list):
        raise Unreadable("", f"expected a list of cases, found {_name(found)}")
    if len(found) > MAX_CASES:
        raise Unreadable("", f"{len(found)} cases; at most {MAX_CASES} are read")
    return tuple(_case(index, value) for index, value in enumerate(found))


def _check_depth(data: bytes) -> None:
    """Refuse deep nesting before any parser recurses into it."""
    depth = 0
    for token in _TOKEN.finditer(data):
        depth += {b"[": 1, b"{": 1, b"]": -1, b"}": -1}.get(token[0], 0)
        if depth > MAX_DEPTH:
            raise Unreadable(f"byte {token.start()}", f"nested more than {MAX_DEPTH} deep")


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse an object that gives one field twice."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"field {key[:MAX_TEXT]!r} is given twice")
        found[key] = value
    return found


def _no_constant(name: str) -> NoReturn:
    """Refuse the numbers that JSON does not have."""
    raise ValueError(f"{name} is not JSON")


def _name(value: object) -> str:
    """Return what a value is, in JSON's words, without printing much of it."""
    names = {dict: "an object", list: "a list", bool: "true or false", str: "a string", type(None): "null"}
    return names.get(type(value), "a number")


def _case(index: int, value: object) -> Case:
    """Return one case."""
    place = f"case {index}"
    fields = _fields(place, value, needed=("goals", "setup", "move", "legal", "why", "reveals"))
    if "id" in fields:
        place = f"{place} ({_text(f'{place}, id', fields['id'])})"
    _text(f"{place}, note", fields.get("note", ""))
    setup = _list(f"{place}, setup", fields["setup"], at_most=MAX_SETUP)
    turned = _list(f"{place}, reveals", fields["reveals"], at_most=3)
    case = Case(
        place=place,
        goals=_goals(f"{place}, goals", fields["goals"]),
        options=_options(f"{place}, options", fields.get("options", {})),
        setup=tuple(_step(f"{place}, setup[{number}]", step) for number, step in enumerate(setup)),
        move=_step(f"{place}, move", fields["move"]),
        legal=_boolean(f"{place}, legal", fields["legal"]),
        why=_one_of(f"{place}, why", fields["why"], ("", *REFUSALS)),
        reveals=frozenset(_turned(f"{place}, reveals[{number}]", goal) for number, goal in enumerate(turned)),
    )
    if case.legal is bool(case.why) or (case.reveals and not case.legal):
        raise Unreadable(place, "a legal move has an empty `why`, an illegal one a reason and no `reveals`")
    return case


def _fields(place: str, value: object, *, needed: tuple[str, ...]) -> dict[str, object]:
    """Return an object's fields: all that are needed and no unknown one."""
    if not isinstance(value, dict):
        raise Unreadable(place, f"expected an object, found {_name(value)}")
    for key in needed:
        if key not in value:
            raise Unreadable(place, f"the field `{key}` is missing")
    allowed = (*needed, "id", "note", "options")
    for key in value:
        if key not in allowed:
            raise Unreadable(place, f"unknown field {key[:MAX_TEXT]!r}; allowed are {', '.join(allowed)}")
    return value


def _list(place: str, value: object, *, at_most: int) -> list[object]:
    """Return a list of bounded length."""
    if not isinstance(value, list):
        raise Unreadable(place, f"expected a list, found {_name(value)}")
    if len(value) > at_most:
        raise Unreadable(place, f"{len(value)} entries; at most {at_most} are allowed")
    return value


def _text(place: str, value: object) -> str:
    """Return a short printable string."""
    if not isinstance(value, str) or len(value) > MAX_TEXT or not value.isprintable():
        raise Unreadable(place, f"expected a printable string of at most {MAX_TEXT} characters")
    return value


def _boolean(place: str, value: object) -> bool:
    """Return true or false."""
    if not isinstance(value, bool):
        raise Unreadable(place, f"expected true or false, found {_name(value)}")
    return value


def _one_of(place: str, value: object, allowed: tuple[str, ...]) -> str:
    """Return one of a few words."""
    if not isinstance(value, str) or value not in allowed:
        raise Unreadable(place, f"allowed are {', '.join(repr(word) for word in allowed)}")
    return value


def _goals(place: str, value: object) -> dict[Cell, str]:
    """Return where the three goals lie."""
    if not isinstance(value, dict) or set(value) != set(GOAL_CELLS):
        raise Unreadable(place, 'expected an object with the fields "8,2", "8,0" and "8,-2"')
    kinds = {GOAL_CELLS[key]: _one_of(f"{place}, {key}", kind, ("G", "A", "B")) for key, kind in value.items()}
    if len(set(kinds.values())) != len(kinds):
        raise Unreadable(place, "each of G, A and B lies at exactly one goal")
    return kinds


def _options(place: str, value: object) -> dict[str, str]:
    """Return rule options as words; which exist is checked where they are used."""
    if not isinstance(value, dict):
        raise Unreadable(place, f"expected an object, found {_name(value)}")
    return {_text(place, key): _text(f"{place}, {key[:MAX_TEXT]}", setting) for key, setting in value.items()}


def _cell(place: str, x: object, y: object) -> Cell:
    """Return a cell within the coordinates that a case can need."""
    for number in (x, y):
        if type(number) is not int or abs(number) > COORDINATE_LIMIT:
            raise Unreadable(place, f"coordinates are whole numbers from -{COORDINATE_LIMIT} to {COORDINATE_LIMIT}")
    return x, y  # type: ignore[return-value]  # the loop has checked both


def _openings(place: str, value: object) -> frozenset[str]:
    """Return openings: one to four different letters of N, E, S, W in any order."""
    if not isinstance(value, str) or not value or len(set(value)) != len(value) or not set(value) <= set("NESW"):
        raise Unreadable(place, "openings are one to four different letters of N, E, S, W")
    return frozenset(value)


def _step(place: str, value: object) -> Step:
    """Return one step."""
    entries = _list(place, value, at_most=4)
    kind = _one_of(place, entries[0] if entries else None, ("P", "X", "R"))
    if len(entries) != (3 if kind == "R" else 4):
        raise Unreadable(place, 'expected ["P" or "X", x, y, openings] or ["R", x, y]')
    cell = _cell(place, entries[1], entries[2])
    return Step(kind=kind, cell=cell, openings=frozenset() if kind == "R" else _openings(place, entries[3]))


def _turned(place: str, value: object) -> Turned:
    """Return one goal that is to be turned up."""
    entries = _list(place, value, at_most=3)
    if len(entries) != 3:
        raise Unreadable(place, "expected [[x, y], kind, openings]")
    where = _list(place, entries[0], at_most=2)
    cell = _cell(place, *where) if len(where) == 2 else None
    if cell is None or cell not in GOAL_CELLS.values():
        raise Unreadable(place, "a goal lies at [8, 2], [8, 0] or [8, -2]")
    kind = _one_of(place, entries[1], ("G", "A", "B"))
    return Turned(cell=cell, kind=kind, openings=_openings(place, entries[2]))
