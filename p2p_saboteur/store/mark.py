"""A mark beside a log: this very file, as it is now, holds all that was ever sent from here."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from p2p_saboteur.store.durable import durable_folder, write_all, write_new

if TYPE_CHECKING:
    from os import stat_result

BOOT: Final = Path("/proc/sys/kernel/random/boot_id")
"""Where Linux tells the name of its present run; other systems have no such file."""


class Mark:
    """The mark of a log.

    Args:
        log: path of the log.
    """

    def __init__(self, log: Path) -> None:
        self._log, self.path, self._boot = log, log.with_suffix(".closed"), boot_id()

    def leave(self) -> None:
        """Make it for good: the log is on the disk, and nobody appends to it any more.

        Raises:
            OSError: when the disk refuses.
        """
        self.path.unlink(missing_ok=True)
        write_new(self.path, _identity(self._log.stat()))

    def renew(self) -> None:
        """Make it hold until this computer starts anew: a program that is killed loses nothing that it has written.

        Raises:
            OSError: when the disk refuses.
        """
        if not self._boot:
            return
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
        fd = os.open(self.path, flags, 0o600)
        try:
            write_all(fd, _identity(self._log.stat()) + b" " + self._boot)
        finally:
            os.close(fd)

    def take(self) -> bool:
        """Return whether there is one for the log as it is, and remove it before anything else is appended.

        Raises:
            OSError: when the disk refuses.
        """
        if not self.path.exists():
            return False
        said, identity = self.path.read_bytes(), _identity(self._log.stat())
        self.path.unlink()
        durable_folder(self.path.parent)
        return said == identity or (self._boot != b"" and said == identity + b" " + self._boot)


def boot_id() -> bytes:
    """Return what tells this run of the computer from every other one; empty where the system does not say."""
    try:
        return BOOT.read_bytes().strip()
    except OSError:
        return b""


def _identity(about: stat_result) -> bytes:
    """Return what tells a file from every copy of it and from what it was before."""
    return f"{about.st_size} {about.st_ino} {about.st_ctime_ns}".encode()
