"""The cards of the game and the fixed numbers that they have in the decks.

Openings are a bit mask of the four sides; a path card as it lies is its openings and whether it is passable inside.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique
from itertools import combinations
from typing import Final, TypeAlias

Openings: TypeAlias = int
"""Bit mask of `NORTH`, `EAST`, `SOUTH` and `WEST`, 0 to 15."""

NORTH: Final = 1
EAST: Final = 2
SOUTH: Final = 4
WEST: Final = 8
SIDE_LETTERS: Final = {NORTH: "N", EAST: "E", SOUTH: "S", WEST: "W"}

Face: TypeAlias = int
"""A path card as it lies, as one small number: its openings, plus `PASSABLE` if it is passable inside."""

PASSABLE: Final = 16


def half_turn(openings: Openings) -> Openings:
    """Return the openings after a turn by 180 degrees (of a single side: the side opposite)."""
    return (openings << 2 | openings >> 2) & 15


def side_letters(openings: Openings) -> str:
    """Return the letters of the open sides, in the order N, E, S, W."""
    return "".join(letter for side, letter in SIDE_LETTERS.items() if openings & side)


@unique
class Tool(Enum):
    """The three tools of a dwarf."""

    CART = "cart"
    LAMP = "lamp"
    PICK = "pick"

    def __init__(self, _word: str) -> None:
        self.bit: Final = 1 << len(type(self).__members__)
        """The tool's bit in a mask of tools: 1, 2 or 4."""


TOOLS: Final = tuple(Tool)


@unique
class Role(Enum):
    """The two sides that a dwarf can be on."""

    DIGGER = "digger"
    SABOTEUR = "saboteur"


@unique
class Goal(Enum):
    """The three goal cards."""

    TREASURE = "G"
    STONE_A = "A"
    STONE_B = "B"

    @property
    def openings(self) -> Openings:
        """The openings as printed; a stone can also lie turned by 180 degrees."""
        return _GOAL_OPENINGS[self]

    def open_to(self, side: int) -> Face:
        """R17: return the face in the one orientation that is open to this side."""
        openings = self.openings
        return (openings if openings & side else half_turn(openings)) | PASSABLE


_GOAL_OPENINGS: Final = {
    Goal.TREASURE: NORTH | EAST | SOUTH | WEST,
    Goal.STONE_A: NORTH | EAST,
    Goal.STONE_B: NORTH | WEST,
}


@dataclass(frozen=True, slots=True)
class PathCard:
    """A path card as it lies (or is held).

    Attributes:
        openings: its open sides, at least one; at least two if it is passable.
        passable: whether its openings are joined inside; a dead end's are not.
    """

    openings: Openings
    passable: bool

    def __post_init__(self) -> None:
        if self.face not in _PATH_COPIES and self.turned_face not in _PATH_COPIES:
            raise ValueError("there is no such path card")

    @property
    def face(self) -> Face:
        """The card as it lies, as a number."""
        return self.openings | (PASSABLE if self.passable else 0)

    @property
    def turned_face(self) -> Face:
        """The card turned by 180 degrees, as a number."""
        return half_turn(self.openings) | (PASSABLE if self.passable else 0)

    @property
    def printed(self) -> PathCard:
        """R8: the same card the way up that the deck's list shows it."""
        return self if self.face in _PATH_COPIES else PathCard(half_turn(self.openings), self.passable)


_N, _E, _S, _W = NORTH, EAST, SOUTH, WEST
_PATH_COPIES: Final[dict[Face, int]] = {
    _N | _S | PASSABLE: 4,
    _E | _W | PASSABLE: 3,
    _E | _S | PASSABLE: 4,
    _S | _W | PASSABLE: 5,
    _N | _S | _E | PASSABLE: 5,
    _N | _E | _W | PASSABLE: 5,
    _N | _E | _S | _W | PASSABLE: 5,
    _N | _S: 1,
    _E | _W: 1,
    _E | _S: 1,
    _S | _W: 1,
    _N | _S | _E: 1,
    _N | _E | _W: 1,
    _N | _E | _S | _W: 1,
    _N: 1,
    _E: 1,
}


@dataclass(frozen=True, slots=True)
class BreakCard:
    """R12: a broken tool."""

    tool: Tool


@dataclass(frozen=True, slots=True)
class RepairCard:
    """R13: a repair of one tool, or a double repair of either of two."""

    tools: tuple[Tool, ...]

    def __post_init__(self) -> None:
        if len(self.tools) not in (1, 2) or [tool for tool in TOOLS if tool in self.tools] != list(self.tools):
            raise ValueError("a repair card names one tool, or two different ones in the order cart, lamp, pick")


@dataclass(frozen=True, slots=True)
class RockfallCard:
    """R14: a rockfall."""


@dataclass(frozen=True, slots=True)
class MapCard:
    """R15: a map."""


Card: TypeAlias = PathCard | BreakCard | RepairCard | RockfallCard | MapCard
"""A card of the draw pile; equal cards are interchangeable."""

PATHS: Final[dict[Face, PathCard]] = {
    face: PathCard(face & 15, bool(face & PASSABLE))
    for code in _PATH_COPIES
    for face in (code, half_turn(code & 15) | code & PASSABLE)
}
"""Every path card in every orientation, by its face."""

START_FACE: Final[Face] = _N | _E | _S | _W | PASSABLE

COPIES: Final[dict[Card, int]] = {
    **{PATHS[face]: copies for face, copies in _PATH_COPIES.items()},
    **{BreakCard(tool): 3 for tool in TOOLS},
    **{RepairCard((tool,)): 2 for tool in TOOLS},
    **{RepairCard(pair): 1 for pair in combinations(TOOLS, 2)},
    RockfallCard(): 3,
    MapCard(): 6,
}
"""R3: how many of each card the draw pile has, in the order of their numbers."""

KINDS: Final[tuple[Card, ...]] = tuple(COPIES)
"""Every different card once."""

KIND_OF: Final[tuple[int, ...]] = tuple(kind for kind, card in enumerate(KINDS) for _ in range(COPIES[card]))
"""The index in `KINDS` of each card of the draw pile."""

DRAW: Final[tuple[Card, ...]] = tuple(KINDS[kind] for kind in KIND_OF)
"""R3: the 67 cards of the draw pile by number: 0 to 39 path cards, 40 to 66 action cards."""

GOALS: Final = (Goal.TREASURE, Goal.STONE_A, Goal.STONE_B)
"""R2: the goal cards by number."""

NUGGETS: Final = (1,) * 16 + (2,) * 8 + (3,) * 4
"""R4: the values of the 28 nugget cards by number."""

SABOTEURS: Final = {3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}
"""R1: how many saboteurs the role cards for so many players hold."""


def roles(players: int, *, exact: bool = False) -> tuple[Role, ...]:
    """R1: return the role cards by number.

    Args:
        players: 3 to 10.
        exact: the option ``exact_roles``: one digger card fewer, so that none is left over.
    """
    saboteurs = SABOTEURS[players]
    diggers = players - saboteurs + (not exact)
    return (Role.SABOTEUR,) * saboteurs + (Role.DIGGER,) * diggers


def hand_size(players: int) -> int:
    """R3: return how many cards each of 3 to 10 players is dealt."""
    return 6 if players <= 5 else 5 if players <= 7 else 4
