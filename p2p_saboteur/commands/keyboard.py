"""Lines from standard input, read while something else goes on."""

from __future__ import annotations

import os
import queue
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterator

    from p2p_saboteur.commands.bottom_line import BottomLine


class Keyboard:
    """Reads lines in a thread of its own, which ends with the process.

    Args:
        stream: where they are typed; None for standard input.
        line: what edits them, if it does.
    """

    def __init__(self, stream: TextIO | None = None, line: BottomLine | None = None) -> None:
        self._stream = stream or sys.stdin
        self._line = line
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._ended = False
        threading.Thread(target=self._read, name="keyboard", daemon=True).start()

    def take(self) -> str | None:
        """Return the next line that has been typed, None if there is none yet; raise EOFError after the last one."""
        if self._ended:
            raise EOFError
        try:
            line = self._lines.get_nowait()
        except queue.Empty:
            return None
        if line is None:
            self._ended = True
            raise EOFError
        return line

    def _read(self) -> None:
        try:
            for line in self._typed():
                self._lines.put(line)
        except (OSError, ValueError):
            pass  # the terminal has gone
        self._lines.put(None)

    def _typed(self) -> Iterator[str | None]:
        if self._line is None or not self._line.edits:
            yield from (line.rstrip("\r\n") for line in self._stream)
            return
        while keys := os.read(self._stream.fileno(), 1024):
            yield from self._line.press(keys)


@contextmanager
def keys_unseen() -> Iterator[None]:
    """Let a terminal not show what is typed between two screens; the next one gets it."""
    if sys.platform == "win32" or not sys.stdin.isatty():
        yield
        return
    import termios  # noqa: PLC0415 - not on every system

    before = termios.tcgetattr(sys.stdin)
    quiet = [*before]
    quiet[3] = before[3] & ~termios.ECHO
    termios.tcsetattr(sys.stdin, termios.TCSANOW, quiet)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSANOW, before)
