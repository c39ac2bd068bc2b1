"""The root: drawn once, saved before the old one goes."""

from __future__ import annotations

import stat
import sys
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.store import secret
from p2p_saboteur.store.errors import Damaged, DiskFull, NotFound, OtherVersion
from p2p_saboteur.store.secret import create_root, erase_root, has_root, load_root, ratchet_root

if TYPE_CHECKING:
    from pathlib import Path


def test_a_root_is_saved_for_its_owner_only(tmp_path: Path) -> None:
    """What was drawn is what is loaded."""
    root = create_root(tmp_path)
    assert len(root) == 32
    assert load_root(tmp_path) == (0, root)
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / "root-0").stat().st_mode) == 0o600


def test_a_folder_never_gets_a_second_root(tmp_path: Path) -> None:
    """Neither a fresh one nor, after rounds, round 0 again."""
    create_root(tmp_path)
    ratchet_root(tmp_path, 1, b"\x01" * 32)
    with pytest.raises(Damaged):
        create_root(tmp_path)


def test_the_old_root_is_gone_after_the_round(tmp_path: Path) -> None:
    """Only the new one is left to steal."""
    create_root(tmp_path)
    ratchet_root(tmp_path, 1, b"\x01" * 32)
    assert load_root(tmp_path) == (1, b"\x01" * 32)
    assert [path.name for path in tmp_path.iterdir()] == ["root-1"]


def test_a_crash_between_save_and_delete_leaves_the_new_root(tmp_path: Path) -> None:
    """Loading finishes what the crash interrupted."""
    create_root(tmp_path)
    (tmp_path / "root-1").write_bytes(b"\x01" * 33)
    assert load_root(tmp_path) == (1, b"\x01" * 32)
    assert [path.name for path in tmp_path.iterdir()] == ["root-1"]


def test_a_crash_while_saving_leaves_the_old_root(tmp_path: Path) -> None:
    """A root that was cut short was not in use yet."""
    root = create_root(tmp_path)
    (tmp_path / "root-1").write_bytes(b"\x01" * 7)
    assert load_root(tmp_path) == (0, root)
    ratchet_root(tmp_path, 1, b"\x02" * 32)
    assert load_root(tmp_path) == (1, b"\x02" * 32)


def test_a_full_disk_keeps_the_old_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is deleted before the new one is safe."""
    root = create_root(tmp_path)

    def full(_path: Path, _data: bytes) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(secret, "write_new", full)
        with pytest.raises(DiskFull):
            ratchet_root(tmp_path, 1, b"\x01" * 32)
    assert load_root(tmp_path) == (0, root)


def test_a_root_of_another_version_is_left_alone(tmp_path: Path) -> None:
    """Whoever knows that version goes on; we say so and touch nothing."""
    create_root(tmp_path)
    (tmp_path / "root-3").write_bytes(b"\x09" + bytes(40))
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(OtherVersion, match="protocol 9"):
        load_root(tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_the_end_of_a_game_leaves_no_root(tmp_path: Path) -> None:
    """Nothing that opens the own cards stays on disk."""
    create_root(tmp_path)
    ratchet_root(tmp_path, 1, b"\x01" * 32)
    assert has_root(tmp_path)
    erase_root(tmp_path)
    assert not has_root(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_without_a_root_there_is_no_going_on(tmp_path: Path) -> None:
    """The user learns that the log can still be verified."""
    with pytest.raises(NotFound, match="verify"):
        load_root(tmp_path)
    with pytest.raises(ValueError, match="32"):
        ratchet_root(tmp_path, 1, b"short")
