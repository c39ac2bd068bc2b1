"""All checks and tests in one go, one line for each stage; what a failed stage said follows its line."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT: Final = Path(__file__).resolve().parent.parent
GAMES: Final = "p2p_saboteur/games"
RULES: Final = "p2p_saboteur/games/saboteur"

HELP: Final = """\
usage: python3 -m tests [--long] [ARGUMENT...]

Without arguments: lint, format, types (for Linux, macOS and Windows), layers, the tests of the rules of the game with
their branch coverage, which is to be 100 %, then all other tests. Every stage runs, whatever became of those before it.

  --long       also run the tests that take longer, give the random ones more examples, report the branch coverage of
               everything, and run the tests of the protocol once more under `python -O`
  ARGUMENT     goes to pytest, which then runs alone; for example: tests/games -k placement -x
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One check.

    Attributes:
        name: what the stage's line calls it.
        commands: the arguments of Python, for each of its commands; they run side by side.
    """

    name: str
    commands: tuple[tuple[str, ...], ...]


CHECKS: Final = (
    Stage(name="lint", commands=(("-m", "ruff", "check", "--quiet", "."),)),
    Stage(name="format", commands=(("-m", "ruff", "format", "--check", "--quiet", "."),)),
    Stage(
        name="types",
        commands=tuple(
            ("-m", "mypy", "--platform", platform, "--cache-dir", f".mypy_cache/{platform}", "--no-error-summary")
            for platform in ("linux", "darwin", "win32")
        ),
    ),
    Stage(
        name="layers",
        commands=(("-c", "from importlinter.cli import lint_imports_command as run; run()", "--no-logo"),),
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """Some of the tests.

    Attributes:
        name: what its line calls it.
        choice: the arguments of pytest that choose them.
    """

    name: str
    choice: tuple[str, ...]


RULES_TESTS: Final = ("tests/games", GAMES)
OTHER_TESTS: Final = tuple(f"--ignore={folder}" for folder in RULES_TESTS)
SHORT: Final = (
    Suite(name="rules", choice=(*RULES_TESTS, f"--cov={GAMES}")),
    # Tracing takes more than half as long again, and the rules' own tests have to cover them.
    Suite(name="tests", choice=OTHER_TESTS),
)
LONG: Final = (
    Suite(name="rules", choice=(*RULES_TESTS, "--long", "-m", "not long", f"--cov={GAMES}")),
    Suite(name="tests", choice=(*OTHER_TESTS, "--long", "-m", "not long", "--cov", "--cov-append")),
    Suite(name="long tests", choice=("--long", "-m", "long")),
)
PYTEST: Final = ("--cov-report=term", "--numprocesses=auto", "--dist=worksteal", "--durations=12")
OPTIMISED: Final = Stage(
    name="without asserts",
    # The helpers of these tests raise, so that they still fail where the code must not rest on an assert.
    commands=(("-Om", "pytest", "--quiet", "-W", "ignore::pytest.PytestConfigWarning", "tests/protocol"),),
)
RULES_COVERAGE: Final = Stage(
    name="rules covered",
    commands=(("-m", "coverage", "report", f"--include={RULES}/*", "--fail-under=100", "--show-missing"),),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the checks and tests that the arguments (by default those of this process) ask for; 0 if all is well."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    if "--help" in words or "-h" in words:
        print(HELP, end="")
        return 0
    if set(words) - {"--long"}:
        return _python("-m", "pytest", *words).returncode
    failed = [stage.name for stage in CHECKS if not run_stage(stage)]
    long = "--long" in words
    with tempfile.TemporaryDirectory() as folder:
        for suite in LONG if long else SHORT:
            if not _run_tests(suite, Path(folder)):
                failed.append(suite.name)
            if suite.name == "rules" and not run_stage(RULES_COVERAGE):
                failed.append(RULES_COVERAGE.name)
        if long and not run_stage(OPTIMISED):
            failed.append(OPTIMISED.name)
        if failed:
            print(f"failed: {', '.join(failed)}")
        print(closing_line(Path(folder)))
    return 1 if failed else 0


def run_stage(stage: Stage) -> bool:
    """Run a stage's commands side by side, print its line, and tell whether all of them ended with 0."""
    begun = time.monotonic()
    with ThreadPoolExecutor() as pool:
        done = list(pool.map(lambda command: _python(*command, quiet=True), stage.commands))
    good = all(one.returncode == 0 for one in done)
    _print_line(stage.name, good=good, seconds=time.monotonic() - begun)
    for one in done:
        if one.returncode != 0:
            print(one.stdout, flush=True)
    return good


def _run_tests(suite: Suite, folder: Path) -> bool:
    begun = time.monotonic()
    report = folder / f"{suite.name}.xml"
    good = _python("-m", "pytest", *PYTEST, f"--junit-xml={report}", *suite.choice).returncode == 0
    _print_line(suite.name, good=good, seconds=time.monotonic() - begun)
    return good


def closing_line(folder: Path) -> str:
    """Return how many tests passed, failed and were skipped, from the reports in a folder, in JUnit's format."""
    counts = dict.fromkeys(("tests", "failures", "errors", "skipped"), 0)
    for report in folder.glob("*.xml"):
        for suite in ET.parse(report).iter("testsuite"):  # noqa: S314 - pytest wrote it just now
            for name in counts:
                counts[name] += int(suite.get(name, "0"))
    bad = counts["failures"] + counts["errors"]
    line = f"{counts['tests'] - bad - counts['skipped']} passed, {bad} failed"
    return f"{line}, {counts['skipped']} skipped" if counts["skipped"] else line


def _print_line(name: str, *, good: bool, seconds: float) -> None:
    print(f"{name:<14} {'ok' if good else 'FAILED':<7} {seconds:6.1f} s", flush=True)


def _python(*arguments: str, quiet: bool = False) -> subprocess.CompletedProcess[str]:
    command, output = [sys.executable, *arguments], subprocess.PIPE if quiet else None
    # The tests start hundreds of processes, each of which would compile the whole program for itself.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.run(
        command,
        cwd=ROOT,
        env=environment,
        check=False,
        text=True,
        stdout=output,
        stderr=subprocess.STDOUT if quiet else None,
    )
