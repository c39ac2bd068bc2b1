"""Reading conformance files: what is refused, with which place, and that nothing of it costs much."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from p2p_saboteur.games.saboteur.cases import MAX_BYTES, MAX_CASES, Unreadable, read_cases


def _case(**changes: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON value
    case = {
        "id": "bend",
        "goals": {"8,2": "A", "8,0": "G", "8,-2": "B"},
        "setup": [["P", 0, 1, "ES"]],
        "move": ["P", 1, 0, "WE"],
        "legal": True,
        "why": "",
        "reveals": [],
    }
    return {key: value for key, value in (case | changes).items() if value is not ...}


def test_reads_a_case_with_openings_in_any_order() -> None:
    """The order of openings does not matter, and the case knows its place."""
    (case,) = read_cases(json.dumps([_case(reveals=[[[8, 2], "A", "SW"]])]).encode())
    assert case.move.openings == {"E", "W"}
    assert case.place == "case 0 (bend)"
    assert case.move.text() == "P EW at (1, 0)"
    assert {goal.cell for goal in case.reveals} == {(8, 2)}


@pytest.mark.parametrize(
    ("case", "place", "allowed"),
    [
        (7, "case 0", "expected an object, found a number"),
        (_case(goals=...), "case 0", "`goals` is missing"),
        (_case(colour="red"), "case 0", "unknown field 'colour'"),
        (_case(id="a\nb"), "case 0, id", "printable"),
        (_case(note="x" * 501), "case 0 (bend), note", "500"),
        (_case(goals={"8,2": "A"}), "case 0 (bend), goals", '"8,-2"'),
        (_case(goals={"8,2": "A", "8,0": "A", "8,-2": "B"}), "case 0 (bend), goals", "each of G, A and B"),
        (_case(goals={"8,2": "A", "8,0": "C", "8,-2": "B"}), "case 0 (bend), goals, 8,0", "'G', 'A', 'B'"),
        (_case(setup={}), "case 0 (bend), setup", "expected a list, found an object"),
        (_case(setup=[["P", 1, 0, "EW"]] * 68), "case 0 (bend), setup", "at most 67"),
        (_case(setup=[[]]), "case 0 (bend), setup[0]", "'P', 'X', 'R'"),
        (_case(setup=[["R", 1, 0, "EW"]]), "case 0 (bend), setup[0]", "expected"),
        (_case(move=["P", 1, 0]), "case 0 (bend), move", "expected"),
        (_case(move=["P", 1, 1000000, "EW"]), "case 0 (bend), move", "-64 to 64"),
        (_case(move=["P", True, 0, "EW"]), "case 0 (bend), move", "whole numbers"),
        (_case(move=["P", 1, 0.0, "EW"]), "case 0 (bend), move", "whole numbers"),
        (_case(move=["P", 1, 0, "EE"]), "case 0 (bend), move", "different letters"),
        (_case(move=["P", 1, 0, ""]), "case 0 (bend), move", "different letters"),
        (_case(legal="yes"), "case 0 (bend), legal", "expected true or false, found a string"),
        (_case(why="because"), "case 0 (bend), why", "'not connected'"),
        (_case(legal=False), "case 0 (bend)", "an illegal one a reason"),
        (_case(why="occupied"), "case 0 (bend)", "a legal move has an empty `why`"),
        (_case(legal=False, why="occupied", reveals=[[[8, 2], "A", "SW"]]), "case 0 (bend)", "no `reveals`"),
        (_case(reveals=[[[8, 2], "A"]]), "case 0 (bend), reveals[0]", "[[x, y], kind, openings]"),
        (_case(reveals=[[[8], "A", "SW"]]), "case 0 (bend), reveals[0]", "[8, 2]"),
        (_case(reveals=[[[8, 1], "A", "SW"]]), "case 0 (bend), reveals[0]", "[8, 2]"),
        (_case(options=[]), "case 0 (bend), options", "expected an object"),
        (_case(options={"rounds": 1}), "case 0 (bend), options, rounds", "string"),
    ],
)
def test_names_the_place_and_what_is_allowed(case: object, place: str, allowed: str) -> None:
    """Every wrong field is refused with its place and a sentence that helps."""
    with pytest.raises(Unreadable) as refused:
        read_cases(json.dumps([case]).encode())
    assert refused.value.place == place
    assert allowed in str(refused.value)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b" " * (MAX_BYTES + 1), "more than 1048576 bytes"),
        (b"[" * 500_000, "nested more than 6 deep"),
        (b'[{"a":' * 4, "nested more than 6 deep"),
        (b"\xff", "not UTF-8 JSON"),
        (b"[", "not UTF-8 JSON"),
        (b"[NaN]", "NaN is not JSON"),
        (b'[{"id": 1, "id": 2}]', "'id' is given twice"),
        (b"[" + b"1" * 5000 + b"]", "not UTF-8 JSON"),
        (b'{"cases": 1}', "expected a list of cases, found an object"),
        (b"[" + b"0," * MAX_CASES + b"0]", "at most 10000"),
    ],
)
def test_refuses_a_file_that_is_no_list_of_cases(data: bytes, said: str) -> None:
    """Files that are too large, too deep or no JSON are refused before anything is made of them."""
    with pytest.raises(Unreadable, match=said):
        read_cases(data)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'["' + rb"\"" * (MAX_BYTES // 2 - 2), "Unterminated string"),
        (b"[{" + b"".join(b'"%d":0,' % number for number in range(100_000)) + b'"99999":0}]', "'99999' is given twice"),
    ],
    ids=["a string without an end", "many fields"],
)
def test_the_time_for_a_hostile_file_grows_with_its_length_alone(data: bytes, said: str) -> None:
    """A file of full size is refused in a moment; with every pair of its bytes compared it would take hours."""
    before = time.process_time()
    with pytest.raises(Unreadable, match=said):
        read_cases(data)
    assert time.process_time() - before < 10


def test_brackets_inside_strings_do_not_nest() -> None:
    """Only real nesting counts."""
    assert read_cases(json.dumps([_case(note='["[[[[[[[[[[')]).encode())
