"""Playing conformance cases: wrong claims are told, and cases that cannot be played are unreadable."""

from __future__ import annotations

import json
from typing import Any

import pytest

from p2p_saboteur.games.saboteur.cases import Case, Unreadable, read_cases
from p2p_saboteur.games.saboteur.conformance import check_case

CORRIDOR = [["P", 1, 0, "EW"], *(["P", x, 0, "NESW"] for x in (2, 3, 4, 5)), ["P", 6, 0, "NEW"]]


def _case(**changes: Any) -> Case:  # noqa: ANN401 - any JSON value
    case = {
        "goals": {"8,2": "A", "8,0": "G", "8,-2": "B"},
        "setup": [],
        "move": ["P", 1, 0, "EW"],
        "legal": True,
        "why": "",
        "reveals": [],
    }
    return read_cases(json.dumps([case | changes]).encode())[0]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"legal": False, "why": "occupied"}, "expected occupied, the rules say legal"),
        ({"move": ["P", 0, 0, "EW"]}, "expected legal, the rules say occupied"),
        (
            {"move": ["P", 5, 0, "EW"], "legal": False, "why": "occupied"},
            "expected occupied, the rules say not connected",
        ),
        (
            {"setup": CORRIDOR, "move": ["P", 7, 0, "EW"]},
            "expected to turn up nothing, the rules turn up G NESW at (8, 0)",
        ),
        (
            {"reveals": [[[8, 2], "A", "SW"]]},
            "expected to turn up A SW at (8, 2), the rules turn up nothing",
        ),
    ],
)
def test_a_wrong_claim_is_told(changes: dict[str, Any], told: str) -> None:
    """What the file claims and what the rules say stand side by side."""
    assert check_case(_case(**changes)) == told


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"setup": [["P", 5, 5, "EW"]]}, "setup[0]: P EW at (5, 5) is illegal in the set-up: not connected"),
        ({"setup": [["P", 1, 0, "N"]]}, "setup[0]: there is no card P N"),
        ({"move": ["X", 1, 0, "NEW"], "setup": [["X", 0, 1, "ESW"]]}, "move: the game has 1 of X NEW, not more"),
        ({"setup": [["R", 1, 0]]}, "setup[0]: R at (1, 0) is illegal in the set-up: not a removable card"),
        ({"setup": [*CORRIDOR, ["P", 7, 0, "EW"]]}, "setup[6]: with P EW at (7, 0) the round is over"),
        ({"options": {"placement": "anywhere"}}, "options: At character 1: placement can be connected or adjacent"),
        ({"options": {"placement": "adjacent,bounds=5x9"}}, "options: a field names one option"),
        ({"options": {"colour": "red"}}, "options: At character 1: there is no such option"),
    ],
)
def test_what_cannot_be_played_is_unreadable(changes: dict[str, Any], told: str) -> None:
    """A case is unreadable, with its place, if its cards, its options or its set-up are impossible."""
    with pytest.raises(Unreadable) as refused:
        check_case(_case(**changes))
    assert told in str(refused.value)


def test_the_copies_of_a_card_are_counted_over_the_whole_case() -> None:
    """R3: there are three rockfalls, and a fourth makes the case unreadable."""
    falls = [step for x in (1, -1, 1) for step in (["P", x, 0, "NESW"], ["R", x, 0])]
    fourth = [["P", 1, 0, "NESW"]]
    assert check_case(_case(setup=falls)) == ""
    with pytest.raises(Unreadable, match="3 of rockfall"):
        check_case(_case(setup=[*falls, *fourth], move=["R", 1, 0]))
