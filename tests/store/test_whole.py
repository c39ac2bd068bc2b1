"""Files for the user: whole or not at all, and never over another one unasked."""

from __future__ import annotations

import os
import stat
import sys
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.store import whole
from p2p_saboteur.store.errors import NotFound, StoreError
from p2p_saboteur.store.whole import Exists, write_whole

if TYPE_CHECKING:
    from pathlib import Path


def test_a_file_is_written(tmp_path: Path) -> None:
    """With its content, readable as the user's other files are, and nothing beside it."""
    path = tmp_path / "board.svg"
    write_whole(path, b"picture")
    assert path.read_bytes() == b"picture"
    assert list(tmp_path.iterdir()) == [path]
    if sys.platform != "win32":
        mask = os.umask(0)
        os.umask(mask)
        assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~mask


def test_another_file_is_left_alone(tmp_path: Path) -> None:
    """Unless it is to be replaced, which is said."""
    path = tmp_path / "board.svg"
    path.write_bytes(b"mine")
    with pytest.raises(Exists, match="--force"):
        write_whole(path, b"picture")
    assert path.read_bytes() == b"mine"
    write_whole(path, b"picture", force=True)
    assert path.read_bytes() == b"picture"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_appears_meanwhile_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also between the look and the writing."""
    path = tmp_path / "board.svg"
    monkeypatch.setattr(whole, "write_all", lambda fd, data: path.write_bytes(b"quick"))
    with pytest.raises(Exists):
        write_whole(path, b"picture")
    assert path.read_bytes() == b"quick"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("force", [False, True])
def test_a_full_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, force: bool) -> None:
    """Neither half a picture nor the file that it was written under; the old one stays."""
    path = tmp_path / "board.svg"
    if force:
        path.write_bytes(b"old")

    def full(fd: int, data: bytes) -> None:
        os.write(fd, data[:1])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(whole, "write_all", full)
    with pytest.raises(StoreError, match="full"):
        write_whole(path, b"picture", force=force)
    assert list(tmp_path.iterdir()) == ([path] if force else [])
    assert not force or path.read_bytes() == b"old"


def test_where_there_are_no_links_it_is_renamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some file systems of sticks and cameras have none."""

    def refuse(*_arguments: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    path = tmp_path / "board.svg"
    monkeypatch.setattr(type(path), "hardlink_to", refuse)
    write_whole(path, b"picture")
    assert path.read_bytes() == b"picture"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    """It is not replaced even if that was asked for; one that is missing is told."""
    with pytest.raises(Exists):
        write_whole(tmp_path, b"picture", force=True)
    with pytest.raises(NotFound):
        write_whole(tmp_path / "missing" / "board.svg", b"picture")
