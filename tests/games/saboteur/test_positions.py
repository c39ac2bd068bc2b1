"""The engine against the cases of data/positions.txt, and against a handed file of cases where there is one."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from p2p_saboteur.games.saboteur.cases import Case, Step, Turned, read_cases
from p2p_saboteur.games.saboteur.conformance import check_case

DATA: Final = Path(__file__).parent / "data" / "positions.txt"
HANDED: Final = sorted(Path(__file__).resolve().parents[4].glob("*/rules/positions.json"))
CELLS: Final = ((8, 2), (8, 0), (8, -2))


def _cell(text: str) -> tuple[int, int]:
    x, y = text.split(",")
    return int(x), int(y)


def _step(text: str) -> Step:
    kind, *openings, cell = text.split()
    return Step(kind="R" if kind == "rockfall" else kind, cell=_cell(cell), openings=frozenset(*openings))


def _shown(text: str) -> Turned:
    kind, *openings, cell = text.split()
    return Turned(cell=_cell(cell), kind=kind, openings=frozenset(*openings) or frozenset("NESW"))


def _case(paragraph: str) -> Case:
    title, *lines = paragraph.splitlines()
    fields = {"setup": "", "options": "", "shows": ""} | dict(line.split(": ", 1) for line in lines)
    result = fields["result"]
    return Case(
        place=title,
        goals=dict(zip(CELLS, fields["goals"].split(), strict=True)),
        options=dict(option.split("=") for option in fields["options"].split(",") if option),
        setup=tuple(_step(text) for text in fields["setup"].split("; ") if text),
        move=_step(fields["move"]),
        legal=result == "legal",
        why="" if result == "legal" else result,
        reveals=frozenset(_shown(text) for text in fields["shows"].split("; ") if text),
    )


def own_cases() -> list[Case]:
    """Return the cases of our own file; the first paragraph is its comment."""
    return [_case(paragraph) for paragraph in DATA.read_text(encoding="utf-8").strip().split("\n\n")[1:]]


@pytest.mark.parametrize("case", own_cases(), ids=lambda case: case.place)
def test_our_own_cases_hold(case: Case) -> None:
    """The engine says what the rules named in the case's title say."""
    assert check_case(case) == ""


def test_handed_files_hold() -> None:
    """Whoever lays files of cases beside the checkout has them checked too."""
    if not HANDED:
        pytest.skip("no file of cases lies beside this checkout")
    for path in HANDED:
        assert {case.place: check_case(case) for case in read_cases(path.read_bytes()) if check_case(case)} == {}
