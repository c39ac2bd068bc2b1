"""Files for the user that are there whole or not at all."""

from __future__ import annotations

import os
import secrets
from typing import TYPE_CHECKING

from p2p_saboteur.store.durable import write_all
from p2p_saboteur.store.errors import StoreError, told
from p2p_saboteur.text import _

if TYPE_CHECKING:
    from pathlib import Path


class Exists(StoreError):
    """There is such a file already."""


def write_whole(path: Path, data: bytes, *, force: bool = False) -> None:
    """Write a file under another name beside it, then give it its own.

    Args:
        path: of the file.
        data: its content.
        force: whether a file of that name may be replaced.

    Raises:
        Exists: there is one and it may not be replaced; it is left as it is.
        StoreError: the disk refuses; nothing has changed.
    """
    new = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    with told(path):
        if path.is_dir() or (not force and os.path.lexists(path)):
            raise _exists(path)
        try:
            fd = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
            try:
                write_all(fd, data)
            finally:
                os.close(fd)
            _name(new, path, force=force)
        finally:
            new.unlink(missing_ok=True)


def _name(new: Path, path: Path, *, force: bool) -> None:
    """Give a file its name; unless forced, a file that has got it meanwhile keeps it."""
    if not force:
        try:
            path.hardlink_to(new)
        except FileExistsError:
            raise _exists(path) from None
        except OSError:
            pass  # file systems without links can only rename
        else:
            return
    new.replace(path)


def _exists(path: Path) -> Exists:
    sentence = _("{path} is there already; nothing was changed. Name another file, or say --force to replace it.")
    return Exists(sentence.format(path=path))
