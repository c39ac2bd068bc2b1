"""The command that checks files of cases."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from p2p_saboteur.cli import main
from protocol.conformance.__main__ import shipped as shipped_vectors

if TYPE_CHECKING:
    from pathlib import Path

CASE: dict[str, Any] = {
    "id": "first step",
    "goals": {"8,2": "A", "8,0": "G", "8,-2": "B"},
    "setup": [],
    "move": ["P", 1, 0, "EW"],
    "legal": True,
    "why": "",
    "reveals": [],
}


def _write(folder: Path, name: str, cases: object) -> str:
    path = folder / name
    path.write_text(json.dumps(cases), encoding="utf-8")
    return str(path)


def test_prints_a_line_a_case_and_a_summary(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All cases hold: exit 0."""
    path = _write(tmp_path, "good.json", [CASE, CASE])
    assert main(["conformance", "rules", path]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{path}: case 0 (first step): ok",
        f"{path}: case 1 (first step): ok",
        "2 hold, 0 do not",
    ]


def test_a_case_that_does_not_hold_gives_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One case fails: exit 1, and the line says what the rules say."""
    path = _write(tmp_path, "bad.json", [CASE, CASE | {"legal": False, "why": "occupied"}])
    assert main(["conformance", "rules", path]) == 1
    out = capsys.readouterr().out
    assert "case 1 (first step): FAILED: expected occupied, the rules say legal" in out
    assert "1 hold, 1 do not" in out


@pytest.mark.parametrize("cases", [{"a": 1}, [CASE | {"setup": [["P", 9, 9, "EW"]]}]])
def test_a_file_that_cannot_be_read_gives_2(cases: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One file cannot be read: exit 2, and the files after it are checked all the same."""
    bad, good = _write(tmp_path, "bad.json", cases), _write(tmp_path, "good.json", [CASE])
    assert main(["conformance", "rules", bad, good]) == 2
    out = capsys.readouterr().out
    assert f"{bad}: UNREADABLE: " in out
    assert f"{good}: case 0 (first step): ok" in out
    assert "not everything could be read" in out


def test_a_missing_file_gives_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is not there cannot be read."""
    assert main(["conformance", "rules", str(tmp_path / "none.json")]) == 2
    assert "cannot be opened" in capsys.readouterr().out


def test_the_documented_example_holds(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """The example in docs/CONFORMANCE.md is a file that the command accepts."""
    text = (request.config.rootpath / "docs" / "CONFORMANCE.md").read_text(encoding="utf-8")
    example = text.split("```json\n")[1].split("```")[0]
    assert main(["conformance", "rules", _write(tmp_path, "example.json", json.loads(example))]) == 0


def test_the_shipped_logs_hold_by_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    """The engine asks, agrees and refuses as the course of the log says, and judges every cheat alike."""
    assert main(["conformance", "logs"]) == 0
    first, _ = capsys.readouterr().out.splitlines()
    assert first.split(": ")[0].endswith("log-saboteur.json")


def test_a_course_that_the_rules_do_not_take_gives_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Along its own course the log would hold; the rules know better."""
    (shipped,) = (path for path in shipped_vectors() if path.name == "log-saboteur.json")
    file = json.loads(shipped.read_text(encoding="utf-8"))
    file = {name: part for name, part in file.items() if name != "sha512"} | {"cases": []}
    file["log"]["course"][1]["sections"]["turn"] += " "
    path = _write(tmp_path, "course.json", file)
    assert main(["conformance", "logs", path]) == 1
    assert "log.course: FAILED: moment 1 is not what the rules give" in capsys.readouterr().out


def test_a_log_of_another_game_is_judged_by_its_course(capsys: pytest.CaptureFixture[str]) -> None:
    """Its rules are not known."""
    (path,) = (path for path in shipped_vectors() if path.name == "log-everything.json")
    assert main(["conformance", "logs", str(path)]) == 0
    assert "log.course" not in capsys.readouterr().out
