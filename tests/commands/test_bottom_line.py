"""The line that is being typed, while news come."""

from __future__ import annotations

import io
import os
import select
import struct
from contextlib import contextmanager
from importlib import import_module
from types import SimpleNamespace
from typing import TYPE_CHECKING, TextIO, cast

import pyte
import pytest

from p2p_saboteur.commands.bottom_line import BottomLine
from p2p_saboteur.commands.desk import LineDesk
from p2p_saboteur.commands.keyboard import Keyboard
from tests.helpers.processes import wait_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from p2p_saboteur.app.control import NetworkControl

pytest.importorskip("termios", reason="Windows has no pseudo-terminals of this kind")
# By name, since the type checker knows that Windows has none of them.
fcntl, pty, termios = map(import_module, ("fcntl", "pty", "termios"))


class Terminal:
    """A pseudo-terminal of 20 columns, on which a `BottomLine` is shown."""

    def __init__(self, master: int, stream: TextIO) -> None:
        self._master, self.stream = master, stream
        self._screen = pyte.Screen(20, 6)
        self._read = pyte.ByteStream(self._screen)

    def type(self, keys: str) -> None:
        """Type keys."""
        os.write(self._master, keys.encode())

    def shows(self, *lines: str) -> bool:
        """Return whether these lines are all that is shown, in the end."""
        while select.select([self._master], [], [], 0)[0]:
            self._read.feed(os.read(self._master, 4096))
        return [line.rstrip() for line in self._screen.display if line.strip()] == list(lines)


@contextmanager
def a_terminal(monkeypatch: pytest.MonkeyPatch, kind: str) -> Iterator[Terminal]:
    """Open one that calls itself this kind."""
    monkeypatch.setenv("TERM", kind)
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 6, 20, 0, 0))
    with os.fdopen(master, "rb"), os.fdopen(slave, "r+b", buffering=0) as raw:
        yield Terminal(master, io.TextIOWrapper(cast("io.BufferedRandom", raw), encoding="utf-8"))


def test_news_stay_above_what_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prompt and typed text stay below, also where they take two rows; the usual keys erase, arrows do nothing."""
    with a_terminal(monkeypatch, "xterm") as terminal:
        before = termios.tcgetattr(terminal.stream)
        line = BottomLine(terminal.stream)
        with line.editing(terminal.stream):
            keyboard = Keyboard(terminal.stream, line)
            line.ask("> ")
            terminal.type("say Čau\x1b[A")
            wait_for(lambda: terminal.shows("> say Čau"), 5)
            with line.above():
                terminal.stream.write("Borek lays a card.\n")
            assert terminal.shows("Borek lays a card.", "> say Čau")
            terminal.type("x\x7f, you there, all")
            wait_for(lambda: terminal.shows("Borek lays a card.", "> say Čau, you there", ", all"), 5)
            with line.above():
                terminal.stream.write("Dana passes.\n")
            lines = ("Borek lays a card.", "Dana passes.", "> say Čau, you there", ", all")
            assert terminal.shows(*lines)
            terminal.type("\x17again\r")
            wait_for(lambda: keyboard.take() == "say Čau, you there, again", 5)
            line.ask("> ")
            terminal.type("half\x15\x04")
            with pytest.raises(EOFError):
                wait_for(lambda: keyboard.take() is not None, 5)
        assert termios.tcgetattr(terminal.stream) == before


def test_a_terminal_that_edits_lines_itself_gets_the_prompt_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """News begin on a line of their own, with nothing in it but text."""
    with a_terminal(monkeypatch, "dumb") as terminal:
        line = BottomLine(terminal.stream)
        with line.editing(terminal.stream):
            line.ask("> ")
            with line.above():
                terminal.stream.write("News.\n")
            assert terminal.shows(">", "News.", ">")
            line.entered()
            line.ask("")
            assert not line.edits


def test_there_is_no_prompt_in_a_pipe() -> None:
    """Nor any other trace of one."""
    stream = io.StringIO()
    line = BottomLine(stream)
    with line.editing(stream):
        line.ask("> ")
        with line.above():
            stream.write("News.\n")
    assert stream.getvalue() == "News.\n"


def test_news_of_a_table_come_above_the_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of whatever kind; an error that ends the reading does not begin behind a prompt."""
    with a_terminal(monkeypatch, "xterm") as terminal:
        line = BottomLine(terminal.stream)
        with line.editing(terminal.stream):
            stream = terminal.stream
            keyboard = Keyboard(stream, line)
            desk = LineDesk(keyboard, lambda text: print(text, file=stream, flush=True), bottom=line)
            seen: list[bool] = []

            def idle() -> None:
                terminal.type("pa")
                wait_for(lambda: terminal.shows("> pa"), 5)
                desk.write("News.")
                seen.append(terminal.shows("News.", "> pa"))
                raise ZeroDivisionError

            desk.control = cast("NetworkControl", SimpleNamespace(idle=idle))
            with pytest.raises(ZeroDivisionError):
                desk.read("> ")
            assert seen == [True]
            assert terminal.shows("News.", "pa")
            terminal.type("\n\x04")
            wait_for(lambda: keyboard.take() == "pa", 5)
