"""The runner of all checks: which stages run, what it prints, and how it ends."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests import runner
from tests.runner import SHORT, Stage, closing_line, main, run_stage

if TYPE_CHECKING:
    from pathlib import Path

REPORT = '<testsuites><testsuite errors="{}" failures="{}" skipped="{}" tests="{}"/></testsuites>'


class Calls:
    """Stands in for the processes: remembers their arguments and fails those that have the given word."""

    def __init__(self, failing: str = "") -> None:
        """Let the calls with the word `failing` fail."""
        self.failing = failing
        self.made: list[tuple[str, ...]] = []

    def __call__(self, *arguments: str, quiet: bool = False) -> subprocess.CompletedProcess[str]:
        """Carry out a call as `runner._python` does."""
        self.made.append(arguments)
        return subprocess.CompletedProcess(arguments, int(self.failing in arguments), stdout="its words")

    def tools(self) -> set[str]:
        """Return the modules that were run."""
        return {arguments[1].split()[1] if arguments[0] == "-c" else arguments[1] for arguments in self.made}


ALL_TOOLS = {"ruff", "mypy", "importlinter.cli", "pytest", "coverage"}


def test_without_arguments_everything_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Every tool runs, mypy for three systems, and the closing line comes last."""
    calls = Calls("no such word")
    monkeypatch.setattr(runner, "_python", calls)
    assert main([]) == 0
    assert calls.tools() == ALL_TOOLS
    assert {call[3] for call in calls.made if call[1] == "mypy"} == {"linux", "darwin", "win32"}
    assert capsys.readouterr().out.splitlines()[-1] == "0 passed, 0 failed"


@pytest.mark.parametrize("tool", ["ruff", "win32", "pytest", "coverage"])
def test_a_failure_stops_nothing_but_counts(
    tool: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All stages run whichever fails; the run as a whole has failed and names it."""
    calls = Calls(tool)
    monkeypatch.setattr(runner, "_python", calls)
    assert main([]) == 1
    assert calls.tools() == ALL_TOOLS
    assert re.search(r"^failed: .+$", capsys.readouterr().out, re.MULTILINE)


def test_long_goes_to_pytest_beside_all_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """``--long`` alone leaves no stage out, and runs the tests of the protocol without asserts."""
    calls = Calls("no such word")
    monkeypatch.setattr(runner, "_python", calls)
    main(["--long"])
    assert calls.tools() == ALL_TOOLS
    *suites, last = [call for call in calls.made if call[1] == "pytest"]
    assert len(suites) == 3
    assert all("--long" in suite for suite in suites)
    assert (last[0], last[-1]) == ("-Om", "tests/protocol")


def test_no_test_runs_twice_or_never(pytestconfig: pytest.Config) -> None:
    """The rules' tests have a run of their own, and the other one leaves out just these."""
    rules, others = SHORT
    folders = [word for word in rules.choice if not word.startswith("--")]
    assert sorted(f"--ignore={folder}" for folder in folders) == sorted(others.choice)
    assert all((pytestconfig.rootpath / folder).is_dir() for folder in folders)


def test_other_arguments_run_pytest_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """They go to pytest as they are, and its exit code is the runner's."""
    calls = Calls("-k")
    monkeypatch.setattr(runner, "_python", calls)
    assert main(["--long", "tests/games", "-k", "tunnel"]) == 1
    assert calls.made == [("-m", "pytest", "--long", "tests/games", "-k", "tunnel")]


def test_help_runs_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It says what arguments do."""
    monkeypatch.setattr(runner, "_python", Calls())
    assert main(["--help"]) == 0
    assert "goes to pytest, which then runs alone" in capsys.readouterr().out


def test_a_stage_that_fails_shows_its_words(capsys: pytest.CaptureFixture[str]) -> None:
    """The line has name, outcome and seconds; of two commands only the failing one's output follows."""
    stage = Stage(name="sample", commands=(("-c", "print('fine')"), ("-c", "print('odd'); raise SystemExit(3)")))
    assert not run_stage(stage)
    lines = capsys.readouterr().out.split("\n")
    assert re.fullmatch(r"sample +FAILED +\d+\.\d s", lines[0])
    assert [line for line in lines[1:] if line] == ["odd"]


@pytest.mark.parametrize(
    ("counts", "line"),
    [
        ((0, 0, 0, 12), "12 passed, 0 failed"),
        ((1, 2, 3, 12), "6 passed, 3 failed, 3 skipped"),
    ],
)
def test_the_closing_line_counts(counts: tuple[int, ...], line: str, tmp_path: Path) -> None:
    """Errors count as failures."""
    (tmp_path / "report.xml").write_text(REPORT.format(*counts))
    assert closing_line(tmp_path) == line


def test_the_closing_line_adds_up_all_runs(tmp_path: Path) -> None:
    """Each run of pytest has a report of its own."""
    for name in ("rules", "others"):
        (tmp_path / f"{name}.xml").write_text(REPORT.format(0, 0, 1, 5))
    assert closing_line(tmp_path) == "8 passed, 0 failed, 2 skipped"


def test_tests_that_never_began_count_as_none(tmp_path: Path) -> None:
    """Without a report nothing has passed."""
    assert closing_line(tmp_path) == "0 passed, 0 failed"
