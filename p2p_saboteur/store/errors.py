"""What can go wrong on disk, told so that the user knows what happened and what to do."""

from __future__ import annotations

import errno
from contextlib import contextmanager
from typing import TYPE_CHECKING

from p2p_saboteur.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class StoreError(Exception):
    """The disk failed us; nothing was sent that is not saved."""


class DiskFull(StoreError):
    """There is no room left."""


class NotWritable(StoreError):
    """The system does not let us write there."""


class InUse(StoreError):
    """Another process has this game open."""


class Damaged(StoreError):
    """A file is not what we wrote."""


class OtherVersion(StoreError):
    """Another version of the program wrote this; it has not been touched."""


class NotFound(StoreError):
    """There is no such game or file."""


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn an OSError about `path` into the `StoreError` that tells the user what to do."""
    try:
        yield
    except OSError as error:
        raise _as_store_error(error, path) from error


def _as_store_error(error: OSError, path: Path) -> StoreError:
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            sentence = _("The disk is full: {path} could not be saved. Free some space, then start again.")
            return DiskFull(sentence.format(path=path))
        case errno.EROFS | errno.EACCES | errno.EPERM:
            sentence = _(
                "{path} may not be written or read. Allow it, or set P2P_SABOTEUR_HOME to a folder of your own."
            )
            return NotWritable(sentence.format(path=path))
        case errno.ENOENT if not path.parent.is_dir():
            sentence = _("There is no folder {folder}, and so no {path}. Make it, or name another place.")
            return NotFound(sentence.format(folder=path.parent, path=path.name))
        case errno.ENOENT:
            return NotFound(_("There is no {path}. Check the name.").format(path=path))
        case _:
            sentence = _("{path} could not be used: {why}. Check the disk, then start again.")
            return StoreError(sentence.format(path=path, why=error.strerror or error))
