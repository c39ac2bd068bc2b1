"""Bytes that survive a power cut: the one place that knows how each system flushes."""

from __future__ import annotations

import errno
import os
import sys
from typing import TYPE_CHECKING

if sys.platform != "win32":
    import fcntl

if TYPE_CHECKING:
    from pathlib import Path


def durable(fd: int) -> None:
    """Return when the file's bytes are on the disk itself.

    Raises:
        OSError: when they may not be; what was written since the last success must then be taken for lost, since a
            second flush can succeed without them.
    """
    if sys.platform == "darwin":
        try:
            fcntl.fcntl(fd, fcntl.F_FULLFSYNC)
        except OSError as error:
            if error.errno not in (errno.ENOTSUP, errno.EINVAL):
                raise
            os.fsync(fd)  # file systems of other machines have no full flush
    elif sys.platform == "win32":
        os.fsync(fd)
    else:
        os.fdatasync(fd)


def durable_folder(folder: Path) -> None:
    """Return when the folder's list of files is on the disk; Windows keeps that list by itself."""
    if sys.platform == "win32":
        return
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def write_all(fd: int, data: bytes) -> None:
    """Write all bytes, however few the system takes at a time."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(fd, rest) :]


def write_new(path: Path, data: bytes) -> None:
    """Make a file that only its owner reads, durable before return.

    Raises:
        FileExistsError: when there is one; it is left alone.
        OSError: when the disk refuses; no part of the file remains, as far as the disk lets us remove it.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    fd = os.open(path, flags, 0o600)
    try:
        try:
            write_all(fd, data)
            durable(fd)
        finally:
            os.close(fd)
    except OSError:
        path.unlink(missing_ok=True)
        raise
    durable_folder(path.parent)


def write_over(path: Path, data: bytes) -> None:
    """Make a file that only its owner reads, in the place of the old one if there is one; a crash leaves one of them.

    Raises:
        OSError: when the disk refuses; the other one stays as it is.
    """
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    write_new(new, data)
    os.replace(new, path)  # noqa: PTH105 - says that the other one may be there
    durable_folder(path.parent)
