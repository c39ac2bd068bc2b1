"""The mark that lets a seat go on at once after its program was killed: nothing that it has sent is missing."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.store import mark
from p2p_saboteur.store.errors import DiskFull
from p2p_saboteur.store.log_file import LogFile, encode_block
from p2p_saboteur.store.mark import Mark, boot_id

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def boot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file that tells the name of this run of the computer, so that tests need no Linux."""
    path = tmp_path / "boot"
    path.write_text("this run")
    monkeypatch.setattr(mark, "BOOT", path)
    return path


def killed(path: Path) -> None:
    """Let a program be killed that had vouched for its log and appended to it."""
    log = LogFile(path)
    log.vouch()
    log.append([b"x"])
    log.append([b"y"])
    log.close()


def test_who_is_killed_has_lost_nothing(tmp_path: Path, boot: Path) -> None:
    """As long as the computer runs; once, since the next one has to say so anew."""
    assert boot_id() == b"this run"
    path = tmp_path / "table.log"
    killed(path)
    again = LogFile(path)
    assert (again.clean, again.records) == (True, (b"x", b"y"))
    again.close()
    assert not LogFile(path).clean


@pytest.mark.parametrize("later", ["another run", ""])
def test_after_the_computer_has_started_anew_others_are_asked(tmp_path: Path, boot: Path, later: str) -> None:
    """What was written and not flushed may be gone. So it is where the system does not tell its runs apart."""
    path = tmp_path / "table.log"
    killed(path)
    boot.write_text(later)
    assert not LogFile(path).clean


def test_where_runs_have_no_name_nothing_is_vouched_for(tmp_path: Path, boot: Path) -> None:
    """On systems without that file."""
    boot.unlink()
    path = tmp_path / "table.log"
    killed(path)
    assert not path.with_suffix(".closed").exists()
    assert not LogFile(path).clean


def test_a_log_that_nobody_vouches_for_is_not_clean(tmp_path: Path, boot: Path) -> None:
    """Who has come back and has not heard all others yet may lack what it has sent before."""
    assert boot.exists()
    path = tmp_path / "table.log"
    log = LogFile(path)
    log.append([b"x"])
    log.close()
    assert not LogFile(path).clean


def test_a_record_more_or_less_or_a_copy_is_not_vouched_for(tmp_path: Path, boot: Path) -> None:
    """The mark names the very file with its size and the time of its last change."""
    assert boot.exists()
    path = tmp_path / "table.log"
    killed(path)
    with path.open("ab") as file:
        file.write(encode_block([b"z"]))
    assert not LogFile(path).clean
    killed(path)
    os.truncate(path, path.stat().st_size - len(encode_block([b"y"])))
    assert not LogFile(path).clean
    killed(path)
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in ("table.log", "table.closed"):
        shutil.copy2(tmp_path / name, copy / name)
    assert not LogFile(copy / "table.log").clean


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps the time at which a file was made, not changed")
def test_an_old_copy_in_the_same_place_is_not_vouched_for(tmp_path: Path, boot: Path) -> None:
    """Written over the file, with all times that can be set: it keeps its number and not the time of its change."""
    assert boot.exists()
    path = tmp_path / "table.log"
    killed(path)
    for name in ("table.log", "table.closed"):
        shutil.copy2(tmp_path / name, tmp_path / f"{name}.old")
    log = LogFile(path)
    log.vouch()
    log.append([b"choice"])
    log.close()
    for name in ("table.log", "table.closed"):
        with (tmp_path / f"{name}.old").open("rb") as old, (tmp_path / name).open("r+b") as file:
            file.truncate(file.write(old.read()))
        shutil.copystat(tmp_path / f"{name}.old", tmp_path / name)
    log = LogFile(path)
    assert (log.records[-1], log.clean) == (b"y", False)


def test_a_mark_that_the_disk_refuses_stops_the_client(
    tmp_path: Path, boot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Like any other write; the record is in the log, and the next one asks the others."""
    assert boot.exists()
    path = tmp_path / "table.log"
    log = LogFile(path)
    log.vouch()

    def full(_mark: Mark) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Mark, "renew", full)
        with pytest.raises(DiskFull):
            log.append([b"x"])
    log.close()
    log = LogFile(path)
    assert (log.records, log.clean) == ((b"x",), False)
