"""Where games lie and who may use them."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from p2p_saboteur.store import dirs
from p2p_saboteur.store.errors import InUse, NotFound, NotWritable, StoreError, told

HOLDER = """
import sys, time
from pathlib import Path
from p2p_saboteur.store.dirs import sole_use
with sole_use(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the tests out of the real home."""
    monkeypatch.setenv(dirs.HOME_VARIABLE, str(tmp_path))
    return tmp_path


def game_with_log() -> Path:
    """Return the folder of a new game that has begun."""
    folder = dirs.new_game()
    (folder / dirs.LOG).touch()
    return folder


def test_the_variable_moves_everything(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it the system's own places are taken."""
    assert dirs.home() == own_home
    assert own_home in dirs.cache().parents
    monkeypatch.delenv(dirs.HOME_VARIABLE)
    assert dirs.home().name == "p2p-saboteur"
    assert dirs.home() != dirs.cache()


def test_games_are_private_and_in_order() -> None:
    """Two games of one moment have two folders."""
    made = [dirs.new_game() for _ in range(5)]
    assert dirs.games() == made
    if sys.platform != "win32":
        assert stat.S_IMODE(made[0].stat().st_mode) == 0o700


def test_last_is_the_newest_game_that_has_begun() -> None:
    """A table that nobody joined has no log."""
    with pytest.raises(NotFound, match="no game yet"):
        dirs.find_log("last")
    game_with_log()
    newest = game_with_log()
    dirs.new_game()
    assert dirs.find_log("last") == newest / dirs.LOG


def test_a_log_is_found_by_name_start_folder_or_file() -> None:
    """Whatever names exactly one is good."""
    one, other = game_with_log(), game_with_log()
    log = one / dirs.LOG
    for name in (one.name, str(one), str(log)):
        assert dirs.find_log(name) == log
    for name in (one.name[:2], "nonsense"):
        with pytest.raises(NotFound):
            dirs.find_log(name)
    assert other != one


@pytest.mark.parametrize("name", ["", "x" * 5000, "\0"])
def test_a_name_that_can_be_none_is_told(name: str) -> None:
    """Not as a mistake of ours."""
    with pytest.raises(StoreError):
        dirs.find_log(name)


def test_a_second_process_is_kept_out_until_the_first_ends(own_home: Path) -> None:
    """A killed holder lets go as well."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(own_home)], stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline().strip() == b"held"
        with pytest.raises(InUse, match="another window"), dirs.sole_use(own_home):
            pass
        holder.kill()
    with dirs.sole_use(own_home):
        pass


@pytest.mark.parametrize(
    ("number", "expected"), [(errno.EROFS, NotWritable), (errno.EACCES, NotWritable), (errno.EIO, StoreError)]
)
def test_errors_of_the_disk_say_what_to_do(number: int, expected: type[StoreError]) -> None:
    """Each names the file and a way out."""
    with pytest.raises(expected, match=r"table\.log") as caught, told(Path("table.log")):
        raise OSError(number, os.strerror(number))
    assert type(caught.value) is expected
