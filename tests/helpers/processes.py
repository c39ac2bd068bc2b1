"""The program as real processes, each with a home of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from p2p_saboteur.store.dirs import HOME_VARIABLE, LOG, sole_use
from p2p_saboteur.store.errors import InUse

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ROOT: Final = Path(__file__).parents[2]
PROGRAM: Final = (sys.executable, "-m", "p2p_saboteur.cli")


def start(
    home: Path, *words: str, stdin: int = subprocess.DEVNULL, program: Sequence[str] = PROGRAM
) -> subprocess.Popen[str]:
    """Start a command with its output and errors in files below its home: `output` and `complaints`."""
    home.mkdir(exist_ok=True, parents=True)
    environment = {**os.environ, HOME_VARIABLE: str(home), "PYTHONPATH": str(ROOT)}
    command = [*program, *words]
    with (home / "output").open("wb") as output, (home / "complaints").open("wb") as errors:
        return subprocess.Popen(
            command, cwd=ROOT, env=environment, stdin=stdin, stdout=output, stderr=errors, text=True
        )


def run(home: Path, *words: str, timeout: float = 240, program: Sequence[str] = PROGRAM) -> tuple[int, str, str]:
    """Run a command to its end and return exit code, output and errors."""
    process = start(home, *words, program=program)
    try:
        code = process.wait(timeout)
    finally:
        process.kill()
        process.wait()
    return code, output(home), (home / "complaints").read_text(encoding="utf-8")


def output(home: Path) -> str:
    """Return what a command has printed so far."""
    return (home / "output").read_text(encoding="utf-8")


def wait_for(what: Callable[[], bool], seconds: float = 60) -> None:
    """Return once something holds; fail if it does not in time."""
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)


def logs(home: Path) -> list[Path]:
    """Return all logs below a home: the own one and those of its bots."""
    return sorted(home.rglob(LOG))


def in_use(log: Path) -> bool:
    """Return whether a process holds the game of this log."""
    try:
        with sole_use(log.parent):
            return False
    except InUse:
        return True
