"""The line that is being typed: it stays below all that is printed meanwhile, on a terminal that can do that."""

from __future__ import annotations

import codecs
import os
import re
import sys
from contextlib import contextmanager
from threading import RLock
from typing import TYPE_CHECKING, Final, TextIO

from p2p_saboteur.clean import width
from p2p_saboteur.tui.settings import can_show_screens

if TYPE_CHECKING:
    from collections.abc import Iterator

_ESCAPE: Final = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|[^\[O])")
_ERASE: Final = "\b\x7f"
# As a terminal's own line has them: ^W, ^U, ^D.
_WORD: Final = "\x17"
_ALL: Final = "\x15"
_END: Final = "\x04"


class BottomLine:
    """The prompt and what was typed so far.

    A terminal that edits the line by itself does not tell what was typed so far. So it is edited here, in the same way
    and with the same keys, where both input and output are a terminal that can be told to leave that to the program.
    Elsewhere news begin on a line of their own, and a prompt is only for a terminal.

    Attributes:
        edits: whether the line is edited here.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        self.edits = False
        self._stream = stream or sys.stdout
        self._terminal = self._stream.isatty()
        self._lock = RLock()  # keys are read in a thread of their own
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._prompt = self._typed = self._unread = ""
        self._hidden = 0

    def ask(self, prompt: str) -> None:
        """Show a prompt before what was typed so far; an empty one takes the last one away."""
        with self.above():
            self._prompt = prompt if self._terminal else ""

    def entered(self) -> None:
        """Note that the line with the prompt was entered where the terminal edits it by itself."""
        if not self.edits:
            self._prompt = ""

    @contextmanager
    def above(self) -> Iterator[None]:
        """Let something be printed, in whole lines or a line in progress; then the line that is typed comes below."""
        with self._lock:
            self._hide()
            try:
                yield
            finally:
                self._show()

    @contextmanager
    def editing(self, keys: TextIO) -> Iterator[None]:
        """Let the line be edited here if that is possible; `keys` is where it is typed."""
        terminal = self._terminal and keys.isatty()
        if sys.platform == "win32" or not can_show_screens(os.environ, terminal=terminal, windows=False):
            yield
            return
        import termios  # noqa: PLC0415 - not on every system

        before = termios.tcgetattr(keys)
        own = [*before]
        own[3] = before[3] & ~(termios.ICANON | termios.ECHO)
        own[6] = [*before[6]]
        own[6][termios.VMIN], own[6][termios.VTIME] = 1, 0
        termios.tcsetattr(keys, termios.TCSANOW, own)
        self.edits = True
        try:
            yield
        finally:
            with self._lock:
                self._hide()
                self.edits = False
                termios.tcsetattr(keys, termios.TCSADRAIN, before)

    def press(self, data: bytes) -> Iterator[str | None]:
        """Yield each line that these keys complete; None at the end of all."""
        self._unread += self._decode(data)
        while self._unread:
            key = self._unread[0]
            if key == "\x1b":
                sequence = _ESCAPE.match(self._unread)
                if sequence is None:  # the rest is still to come
                    return
                self._unread = self._unread[sequence.end() :]  # arrows and the like: there is nothing for them to do
                continue
            self._unread = self._unread[1:]
            if key == _END and not self._typed:
                yield None
            elif key in "\r\n":
                yield self._enter()
            else:
                self._edit(key)

    def _enter(self) -> str:
        with self._lock:
            self._put("\n")
            typed, self._prompt, self._typed = self._typed, "", ""
        return typed

    def _edit(self, key: str) -> None:
        """Obey one key."""
        with self._lock:
            if key.isprintable():
                self._typed += key
                if self.edits:
                    self._put(key)
                return
            with self.above():
                if key in _ERASE:
                    self._typed = self._typed[:-1]
                elif key == _WORD:
                    self._typed = self._typed.rstrip().rpartition(" ")[0]
                    self._typed += " " if self._typed else ""
                elif key == _ALL:
                    self._typed = ""

    def _hide(self) -> None:
        """Take the line away, and count how often that was done."""
        self._hidden += 1
        if self._hidden > 1:
            return
        if self.edits:
            rows = max(0, width(self._prompt + self._typed) - 1) // self._columns()
            self._put("\r" + (f"\x1b[{rows}A" if rows else "") + "\x1b[J" if self._prompt or self._typed else "")
        elif self._prompt:
            self._put("\n")

    def _show(self) -> None:
        self._hidden -= 1
        if not self._hidden:
            self._put(self._prompt + (self._typed if self.edits else ""))

    def _columns(self) -> int:
        try:
            return os.get_terminal_size(self._stream.fileno()).columns or 80
        except OSError:
            return 80

    def _put(self, text: str) -> None:
        if text:
            self._stream.write(text)
            self._stream.flush()
