"""The seat's root on disk: 32 bytes from the system, readable by the owner only, one for each round.

The root of round r lies in ``root-r``, behind one byte that is the protocol's version. The next one is saved before the
old one goes, so a crash between leaves both and the higher number counts.
"""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING

from p2p_saboteur.store.durable import durable_folder, write_new
from p2p_saboteur.store.errors import Damaged, NotFound, OtherVersion, told
from p2p_saboteur.text import _
from protocol.header import VERSION

if TYPE_CHECKING:
    from pathlib import Path

ROOT_BYTES = 32
_VERSION = bytes([VERSION])
_NAME = re.compile(r"root-([0-9]{1,6})")


def create_root(folder: Path) -> bytes:
    """Draw the root of round 0, save it and return it.

    Raises:
        StoreError: when there is a root or the disk refuses.
    """
    if _rounds(folder):
        sentence = _("{folder} has a root already; it is never used for a second game. Take a new folder.")
        raise Damaged(sentence.format(folder=folder))
    root = secrets.token_bytes(ROOT_BYTES)
    _save(folder, 0, root)
    return root


def load_root(folder: Path) -> tuple[int, bytes]:
    """Return the round and the root that counts, and remove older ones that a crash has left.

    Raises:
        NotFound: when there is none.
        OtherVersion: when another version wrote it; it is left alone.
        StoreError: when the disk refuses.
    """
    for number in reversed(_rounds(folder)):
        path = _path(folder, number)
        with told(path):
            saved = path.read_bytes()
        if saved[:1] not in {b"", _VERSION}:
            sentence = _("{path} is of protocol {found}, this program knows {known}. Nothing was changed.")
            raise OtherVersion(sentence.format(path=path, found=saved[0], known=VERSION))
        if len(saved) == 1 + ROOT_BYTES:
            _forget(folder, before=number)
            return number, saved[1:]
        # Cut short by a crash: it was not in use yet, the one before still counts.
        with told(path):
            path.unlink()
    sentence = _("{folder} holds no secret of ours, so we cannot go on with this game. We can still verify its log.")
    raise NotFound(sentence.format(folder=folder))


def ratchet_root(folder: Path, number: int, root: bytes) -> None:
    """Save the root of round `number`, then delete all before it.

    Args:
        folder: the game's folder.
        number: the new round, 1 or more.
        root: 32 bytes.

    Raises:
        ValueError: when the root has another length.
        StoreError: when the disk refuses; the old root then still counts.
    """
    if len(root) != ROOT_BYTES:
        raise ValueError(f"a root has {ROOT_BYTES} bytes, not {len(root)}")
    _save(folder, number, root)
    _forget(folder, before=number)


def has_root(folder: Path) -> bool:
    """Return whether there is a root of any round.

    Raises:
        StoreError: when the disk refuses.
    """
    return bool(_rounds(folder))


def erase_root(folder: Path) -> None:
    """Delete all roots: the game is over.

    Raises:
        StoreError: when the disk refuses.
    """
    _forget(folder, before=max(_rounds(folder), default=0) + 1)


def _path(folder: Path, number: int) -> Path:
    return folder / f"root-{number}"


def _save(folder: Path, number: int, root: bytes) -> None:
    path = _path(folder, number)
    with told(path):
        write_new(path, _VERSION + root)


def _rounds(folder: Path) -> list[int]:
    with told(folder):
        matches = [_NAME.fullmatch(path.name) for path in folder.iterdir()]
    return sorted(int(match[1]) for match in matches if match)


def _forget(folder: Path, *, before: int) -> None:
    old = [number for number in _rounds(folder) if number < before]
    with told(folder):
        for number in old:
            _path(folder, number).unlink(missing_ok=True)
        if old:
            durable_folder(folder)
