"""Which flush each system gets, and files that are made once."""

from __future__ import annotations

import errno
import os
import stat
import sys
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.store.durable import durable, durable_folder, write_all, write_new

if TYPE_CHECKING:
    from pathlib import Path

fcntl = pytest.importorskip("fcntl")
FULL = 51


class Calls:
    """Records which flush was asked for; a full flush fails with `refuse` if that is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, platform: str, refuse: int = 0) -> None:
        self.made: list[str] = []
        self.refuse = refuse
        monkeypatch.setattr(sys, "platform", platform)
        monkeypatch.setattr(fcntl, "F_FULLFSYNC", FULL, raising=False)
        monkeypatch.setattr(fcntl, "fcntl", self.full)
        monkeypatch.setattr(os, "fsync", lambda _fd: self.made.append("fsync"))
        monkeypatch.setattr(os, "fdatasync", lambda _fd: self.made.append("fdatasync"), raising=False)

    def full(self, _fd: int, command: int) -> None:
        """Stand for fcntl."""
        if self.refuse:
            raise OSError(self.refuse, "refused")
        self.made.append(f"fcntl {command}")


@pytest.mark.parametrize(
    ("platform", "expected"), [("linux", "fdatasync"), ("darwin", f"fcntl {FULL}"), ("win32", "fsync")]
)
def test_each_system_gets_the_flush_that_reaches_its_disk(
    monkeypatch: pytest.MonkeyPatch, platform: str, expected: str
) -> None:
    """On macOS fsync stops at the drive's cache, so it takes the full one."""
    with monkeypatch.context() as patch:
        calls = Calls(patch, platform)
        durable(1)
    assert calls.made == [expected]


def test_a_disk_without_full_flush_gets_the_plain_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Network disks on macOS refuse the full flush; a failing disk is still an error."""
    with monkeypatch.context() as patch:
        calls = Calls(patch, "darwin", refuse=errno.ENOTSUP)
        durable(1)
    assert calls.made == ["fsync"]
    with monkeypatch.context() as patch:
        calls = Calls(patch, "darwin", refuse=errno.EIO)
        with pytest.raises(OSError, match="refused"):
            durable(1)
    assert calls.made == []


def test_the_folder_is_flushed_where_that_exists(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Windows cannot open a folder, and need not."""
    for platform, expected in (("linux", ["fsync"]), ("win32", [])):
        with monkeypatch.context() as patch:
            calls = Calls(patch, platform)
            durable_folder(tmp_path)
        assert calls.made == expected


def test_a_new_file_is_private_and_made_once(tmp_path: Path) -> None:
    """A second one of the name is refused and the first stays."""
    path = tmp_path / "secret"
    write_new(path, b"one")
    with pytest.raises(FileExistsError):
        write_new(path, b"two")
    assert path.read_bytes() == b"one"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_failed_new_file_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the next try would find half a secret."""

    def full(_fd: int, _data: object) -> int:
        raise OSError(errno.ENOSPC, "full")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(OSError, match="full"):
            write_new(tmp_path / "secret", b"one")
    assert list(tmp_path.iterdir()) == []


def test_short_writes_are_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system may take fewer bytes than it was given."""
    write = os.write
    path = tmp_path / "file"
    with path.open("wb") as file, monkeypatch.context() as patch:
        patch.setattr(os, "write", lambda fd, data: write(fd, bytes(data)[:3]))
        write_all(file.fileno(), b"0123456789")
    assert path.read_bytes() == b"0123456789"
