"""A seat's secrets on disk: the same after loading, private, and never printed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.app.secrets import SEAT_FILE, load_secrets, new_secrets
from p2p_saboteur.store.errors import Damaged, NotFound, StoreError

if TYPE_CHECKING:
    from pathlib import Path


def test_loading_gives_the_same_secrets(tmp_path: Path) -> None:
    """Signing key, transport keys, roots and purse: a resumed seat signs and deals as before."""
    made, loaded = new_secrets(tmp_path), load_secrets(tmp_path)
    assert loaded.signing.public == made.signing.public
    assert loaded.link == made.link
    assert loaded.seat
    assert made.seat
    for ours, theirs in ((loaded.seat.purse, made.seat.purse), (loaded.seat.roots.of(2), made.seat.roots.of(2))):
        assert ours.seed("test", b"") == theirs.seed("test", b"")


def test_every_game_has_secrets_of_its_own(tmp_path: Path) -> None:
    """Two games, no key in common."""
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
    one, two = map(new_secrets, folders)
    assert one.signing.public != two.signing.public
    assert one.link.public != two.link.public


def test_a_second_use_of_a_folder_is_refused(tmp_path: Path) -> None:
    """A root is never used twice, not even after an aborted lobby."""
    new_secrets(tmp_path)
    with pytest.raises(StoreError):
        new_secrets(tmp_path)


def test_no_secret_is_printed(tmp_path: Path) -> None:
    """Not in any repr."""
    made = new_secrets(tmp_path)
    lasting = (tmp_path / SEAT_FILE).read_bytes()
    assert made.seat
    printed = repr(made) + repr(made.seat) + repr(made.link) + repr(made.seat.roots) + repr(made.seat.purse)
    for at in range(0, len(lasting), 32):
        assert repr(lasting[at : at + 32])[2:-1] not in printed
        assert lasting[at : at + 32].hex() not in printed


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are others there")
def test_only_the_owner_reads_them(tmp_path: Path) -> None:
    """Mode 0600 for each file."""
    new_secrets(tmp_path)
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}


def test_a_damaged_or_missing_file_is_told(tmp_path: Path) -> None:
    """In a sentence, whichever file it is."""
    with pytest.raises(NotFound):
        load_secrets(tmp_path)
    new_secrets(tmp_path)
    path = tmp_path / SEAT_FILE
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(Damaged, match="Nobody cheated"):
        load_secrets(tmp_path)
