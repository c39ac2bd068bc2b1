"""Disks that are full or closed: code 1, what to do, and nothing lost that was sent."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import pytest

from p2p_saboteur.net.invite import Invite
from p2p_saboteur.store.dirs import HOME_VARIABLE
from tests.helpers.altered import altered
from tests.helpers.cases import mostly_long
from tests.helpers.players import Players, failing
from tests.helpers.processes import PROGRAM, logs, run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = [
    pytest.mark.network,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither these folders nor these disks"),
]

NOBODYS: Final = Invite(key=bytes(range(32)), secret=bytes(16), endpoints=("tcp://127.0.0.1:9",))


def at_home(home: Path) -> list[str]:
    """Return the command that starts the program with a home of its own."""
    return ["env", f"{HOME_VARIABLE}={home}", *PROGRAM]


@pytest.mark.long
def test_a_disk_that_gets_full(tmp_path: Path) -> None:
    """Code 1 for whose disk it is; the log is good as far as it goes, and the others just wait."""
    with Players(tmp_path) as players:
        invite = players.host("Ada", "--players=3", "--auto")
        players.join("Bo", invite, "--auto")
        players.join("Cy", invite, "--auto", program=altered("full-disk"))
        assert players.code("Cy") == 1
        said = players.complaints("Cy").splitlines()[-1]
        assert said.startswith("The disk is full: ")
        assert said.endswith(" could not be saved. Free some space, then start again.")
        code, shown, _ = run(tmp_path / "verify", "verify", str(logs(tmp_path / "Cy")[0]))
        assert (code, shown.splitlines()[-1]) == (0, "Good so far; the game is not finished.")
        players.start("Cy", "resume", "--auto", "--json")
        players.wait_for("Cy", "state")
        assert all(players.processes[name].poll() is None for name in ("Ada", "Bo"))


@contextmanager
def small_disk(folder: Path, *options: str) -> Iterator[None]:
    """Mount a disk of 64 KiB, or skip the test where that is not allowed."""
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("mounting a disk needs root on Linux")
    folder.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", ",".join(("size=64k", *options)), "tmpfs", str(folder)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"mounting a disk is not allowed: {done.stderr.strip()}")
    try:
        yield
    finally:
        words = ["umount", str(folder)]
        subprocess.run(words, check=True)


@pytest.mark.skipif(sys.platform == "win32", reason="mounts a disk")
def test_a_really_small_disk(tmp_path: Path) -> None:
    """The same from the system itself: a home with room for the beginning of a log."""
    with small_disk(tmp_path / "small"), Players(tmp_path) as players:
        players.start("Zoe", "solo", "--players=3", "--auto", program=at_home(tmp_path / "small"))
        assert players.code("Zoe") == 1
        assert "The disk is full: " in players.complaints("Zoe")


@pytest.mark.parametrize(
    "words",
    mostly_long([("solo", "--auto"), ("host", "--port=0"), ("join", NOBODYS.text())]),
    ids=lambda words: words[0],
)
def test_a_home_that_is_a_file(tmp_path: Path, words: list[str]) -> None:
    """Code 1, whoever asks."""
    (tmp_path / "file").write_text("not a folder")
    said = failing(tmp_path / "Zoe", 1, *words, program=at_home(tmp_path / "file" / "home"))
    assert "could not be used" in said
    assert str(tmp_path / "file") in said


@pytest.mark.skipif(sys.platform == "win32", reason="folders have no permissions of this kind")
def test_a_home_that_may_not_be_written(tmp_path: Path) -> None:
    """Code 1, and what to do about it; for root, whom no permissions stop, on a disk that is mounted for reading."""
    home = tmp_path / "closed"
    if sys.platform != "win32" and os.geteuid() == 0:
        with small_disk(home, "ro"):
            said = failing(tmp_path / "Zoe", 1, "solo", program=at_home(home / "home"))
    else:
        home.mkdir(stat.S_IRUSR | stat.S_IXUSR)
        said = failing(tmp_path / "Zoe", 1, "solo", program=at_home(home / "home"))
    assert said.endswith(" may not be written or read. Allow it, or set P2P_SABOTEUR_HOME to a folder of your own.")
