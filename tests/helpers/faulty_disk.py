"""A disk that fails when it is told to: within one folder, at one operation of those that change it.

It keeps nothing through a power cut: flushes are counted and fail, but cost no time.
"""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pytest

CRASH, TORN, LATE, FULL, READ_ONLY, ERROR = "crash", "torn", "late", "full", "read only", "error"
CRASHES: Final = (TORN, CRASH, LATE)
"""The process ends half way through a write or else before an operation, before any, or right after one."""
REFUSALS: Final = (FULL, READ_ONLY, ERROR)
"""No room from an operation on, no writing at all from it on, or one operation that fails."""
_ERRNO: Final = {FULL: errno.ENOSPC, READ_ONLY: errno.EROFS, ERROR: errno.EIO}
_NEEDS_ROOM: Final = ("open", "write", "fsync", "fdatasync")


class Crash(BaseException):
    """The process is gone; no code of it may run any more."""


class FaultyDisk:
    """Counts the operations that change a folder, and fails as armed; all else goes to the system.

    Attributes:
        count: operations so far.
        struck: whether a fault has come.
    """

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self._folder = str(folder)
        self._files: dict[int, tuple[int, int]] = {}
        self.count, self.struck = 0, False
        self._at, self._what = -1, ""
        for name in ("open", "close", "write", "fsync", "fdatasync", "ftruncate", "unlink", "replace"):
            if hasattr(os, name):
                patch.setattr(os, name, self._wrapped(name, getattr(os, name)))

    def arm(self, at: int, what: str) -> None:
        """Fail in this way at the operation with this number, counted from now on."""
        self.count, self._at, self._what, self.struck = 0, at, what, False

    def heal(self) -> None:
        """Fail no more."""
        self._at, self._what = -1, ""

    def _wrapped(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def wrapper(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - those of the system's call
            if not self._changes(name, arguments):
                return self._done(name, call, arguments, options)
            number, self.count = self.count, self.count + 1
            if self._due(number):
                self.struck = True
                self._fail(name, call, arguments, options)
            return self._done(name, call, arguments, options)

        return wrapper

    def _changes(self, name: str, arguments: tuple[Any, ...]) -> bool:
        """Return whether a call changes the folder."""
        if name == "close":
            self._files.pop(arguments[0], None)
            return False
        if name == "open":
            return self._inside(arguments[0]) and bool(arguments[1] & os.O_CREAT)
        if name in {"unlink", "replace"}:
            return self._inside(arguments[0])
        # What was closed by another way than `os.close` may have left its number to a file that is somewhere else.
        return arguments[0] in self._files and self._files[arguments[0]] == _identity(arguments[0])

    def _inside(self, path: object) -> bool:
        return isinstance(path, str | os.PathLike) and str(path).startswith(self._folder)

    def _due(self, number: int) -> bool:
        if self._what in {FULL, READ_ONLY}:
            return number >= self._at >= 0
        return number == self._at

    def _fail(self, name: str, call: Callable[..., Any], arguments: tuple[Any, ...], options: dict[str, Any]) -> None:
        """Do what the armed fault leaves of a call; return where that is all of it."""
        if self._what == FULL and name not in _NEEDS_ROOM:
            return
        if name == "write" and self._what in {TORN, FULL}:
            call(arguments[0], bytes(arguments[1])[: len(arguments[1]) // 2])
        if self._what in _ERRNO:
            raise OSError(_ERRNO[self._what], os.strerror(_ERRNO[self._what]))
        if self._what == LATE:
            self._done(name, call, arguments, options)
        raise Crash

    def _done(self, name: str, call: Callable[..., Any], arguments: tuple[Any, ...], options: dict[str, Any]) -> Any:  # noqa: ANN401 - the call's own
        if name in {"fsync", "fdatasync"}:
            return None
        result = call(*arguments, **options)
        if name == "open" and self._inside(arguments[0]):
            self._files[result] = _identity(result)
        return result


def _identity(file: int) -> tuple[int, int]:
    """Return which file is open under a number: its device and its inode."""
    found = os.fstat(file)
    return found.st_dev, found.st_ino
