"""The vectors of the package: every algorithm has some, they hold, and they are made again byte for byte."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

import pytest

from protocol.absence import OUT
from protocol.conformance import __main__ as conformance
from protocol.conformance.__main__ import VECTORS, main, shipped
from protocol.conformance.algorithms import ALGORITHMS
from protocol.errors import Reason
from protocol.log import OPENING_STEPS, decode_entry
from protocol.stopping import STOP
from protocol.votes import Check
from tests.docs.markdown import headings
from tests.docs.test_protocol_md import ALGORITHM, BINDING, STEPS, TEXT
from tests.helpers.cases import mostly_long

if TYPE_CHECKING:
    from pathlib import Path

FILES: Final = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in shipped()}
CASES: Final[list[dict[str, Any]]] = [case for file in FILES.values() for case in file["cases"]]
LARGEST: Final = 1_700_000
"""Bytes of the whole folder."""

NEVER_FAIL: Final = {
    1,
    2,
    3,
    4,
    7,
    10,
    12,
    *range(16, 28),
    29,
    30,
    31,
    33,
    35,
    36,
    38,
    40,
    41,
    *range(46, 51),
    *range(54, 57),
    58,
    60,
    64,
    65,
    71,
    73,
    74,
}
"""Algorithms that PROTOCOL.md gives no failure: all but decoding, reading, checking and verifying."""


def test_every_algorithm_has_vectors_under_its_name() -> None:
    """Numbers and names are those of PROTOCOL.md; no algorithm is left out."""
    named = {int(m[1]): m[2] for heading in headings(TEXT) if (m := ALGORITHM.fullmatch(heading))}
    specified = {number: name for number, name in named.items() if number < BINDING}
    assert {number: name for number, (name, _) in ALGORITHMS.items()} == specified
    assert {case["algorithm"]: case["name"] for case in CASES} == specified


def test_every_algorithm_has_valid_cases_and_invalid_ones_if_it_can_fail() -> None:
    """An algorithm that fails with a reason is tried with what it refuses, and with what it takes."""
    good = {case["algorithm"] for case in CASES if "output" in case}
    bad = {case["algorithm"] for case in CASES if "fails" in case}
    assert good == set(ALGORITHMS)
    assert bad - NEVER_FAIL == set(ALGORITHMS) - NEVER_FAIL


def test_every_reason_occurs() -> None:
    """Each reason of a fault is the outcome of some case."""
    assert {case["fails"]["reason"] for case in CASES if "fails" in case} == {reason.name for reason in Reason}


def test_names_of_cases_tell_them_apart() -> None:
    """Within a file no two cases of an algorithm have one name."""
    for name, file in FILES.items():
        count = Counter((case["algorithm"], case["case"]) for case in file["cases"])
        assert [key for key, times in count.items() if times > 1] == [], name


def test_logs_have_entries_of_every_kind() -> None:
    """The logs together hold every kind of step, and a whole log of each is finished."""
    kinds = {
        decode_entry(b64decode(record)).kind
        for file in FILES.values()
        if "log" in file
        for record in file["log"]["records"]
    }
    assert kinds == {*STEPS, OUT, STOP}
    whole = [case for case in CASES if case["case"] == "the whole log"]
    assert [(case.get("output") or case["trace"])["finished"] for case in whole] == [True] * 4


def test_a_log_goes_on_without_cheats() -> None:
    """One is out of a step that had ended for some, another of the step in which all had stopped."""
    (whole,) = [case for case in FILES["log-caught.json"]["cases"] if case["case"] == "the whole log"]
    assert (whole["fails"]["reason"], whole["fails"]["culprit"]) == (Reason.EQUIVOCATION.name, 1)
    assert [fault["culprit"] for fault in whole["trace"]["faults"]] == [1, 3]
    assert [(out["seat"], out["agreed"]) for out in whole["trace"]["out"]] == [(1, False), (3, True)]


def test_every_contradiction_between_votes_or_stops_is_tried() -> None:
    """Each check of votes, and that of stops, fails in some case."""
    found = {case["fails"]["check"] for case in CASES if case.get("fails", {}).get("reason") == "EQUIVOCATION"}
    assert {*(check.value for check in Check), "stop", "leave", "slot"} == found


@pytest.mark.parametrize("name", ["log-everything.json", "log-saboteur.json"])
def test_a_cheat_in_a_log_is_blamed_with_reason_and_step(name: str) -> None:
    """Each cheat is one of its kind of step, and its culprit is not always the one who signs first."""
    blamed = [
        case["fails"] for case in FILES[name]["cases"] if case["algorithm"] == 57 and "culprit" in case.get("fails", {})
    ]
    assert len(blamed) > 20
    assert {fault["culprit"] for fault in blamed} == {0, 1, 2}
    assert {fault["step"] < OPENING_STEPS for fault in blamed} == {True, False}


def test_the_folder_is_moderate() -> None:
    """What is shipped does not grow without notice."""
    assert sum(path.stat().st_size for path in shipped()) < LARGEST


def test_the_shipped_vectors_hold(capsys: pytest.CaptureFixture[str]) -> None:
    """`check` without a file checks all of them."""
    assert main(["check"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(FILES) + 1
    assert lines[-1] == f"{len(CASES)} hold, 0 do not"


@pytest.mark.parametrize("left_out", mostly_long([{"log-saboteur.json"}, set()]), ids=str)
def test_generate_makes_the_shipped_files(
    left_out: set[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every byte comes out again, in a folder that is made if it is not there; the largest log is for ``--long``."""
    paths = [path for path in shipped() if path.name not in left_out]
    monkeypatch.setattr(conformance, "shipped", lambda: paths)
    assert main(["generate", str(tmp_path / "new" / "folder")]) == 0
    made = {path.name: path.read_bytes() for path in (tmp_path / "new" / "folder").iterdir()}
    assert made.keys() == FILES.keys() - left_out
    assert [name for name, data in made.items() if (VECTORS / name).read_bytes() != data] == []
    assert len(capsys.readouterr().out.splitlines()) == len(made)


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file is in its place."""
    (tmp_path / "file").touch()
    assert main(["generate", str(tmp_path / "file")]) == 1
    assert re.search("cannot be written", capsys.readouterr().err)
