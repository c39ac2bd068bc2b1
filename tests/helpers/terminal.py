"""A client on a terminal that exists in memory only: keys through a pipe, the screen in an emulator."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pyte
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from p2p_saboteur.tui.client import Client
from p2p_saboteur.tui.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from prompt_toolkit.input import PipeInput

    from tests.helpers.local_control import LocalControl


class Feed:
    """Takes what the client writes and passes it to an emulator.

    Attributes:
        written: everything that was written.
    """

    encoding = "utf-8"

    def __init__(self, columns: int, rows: int) -> None:
        self.screen = pyte.Screen(columns, rows)
        self.written = ""
        self._stream = pyte.Stream(self.screen)

    def write(self, data: str) -> None:
        """Take text."""
        self.written += data
        self._stream.feed(data)

    def flush(self) -> None:
        """There is nothing to be kept."""

    def isatty(self) -> bool:
        """Claim to be a terminal."""
        return True

    def fileno(self) -> int:
        """There is none; prompt_toolkit then writes text."""
        return -1


class Terminal:
    """A client that runs on a terminal of a given size.

    Attributes:
        client: the client.
        control: who runs the table.
        feed: what it writes to.
    """

    def __init__(self, control: LocalControl, settings: Settings, source: PipeInput, columns: int, rows: int) -> None:
        self.control, self.source = control, source
        self.feed = Feed(columns, rows)
        self.size = Size(rows, columns)
        output = Vt100_Output(self.feed, lambda: self.size, term="xterm-256color")  # type: ignore[arg-type]  # enough of a stream
        self.client = Client(control, settings, source=source, output=output)
        self.drawn = 0
        self._news = asyncio.Event()
        self.client.application.after_render += self._on_drawn
        control.on_change = lambda: self.client.show(control.view())
        control.on_change()

    def _on_drawn(self, _: object) -> None:
        self.drawn += 1
        self._news.set()

    async def settle(self, drawn: int) -> None:
        """Wait until the screen has been drawn more often than so."""
        async with asyncio.timeout(10):
            while self.drawn <= drawn:
                self._news.clear()
                await self._news.wait()

    async def press(self, *keys: str) -> None:
        """Send keys as a terminal would, one after the other, and wait for the screen after each."""
        for key in keys:
            drawn = self.drawn
            self.source.send_text(key)
            await self.settle(drawn)

    async def resize(self, columns: int, rows: int) -> None:
        """Change the size of the terminal."""
        self.size = Size(rows, columns)
        self.feed.screen.resize(rows, columns)
        drawn = self.drawn
        self.client.application._on_resize()
        await self.settle(drawn)

    @property
    def text(self) -> str:
        """The screen as plain lines."""
        return "\n".join(line.rstrip() for line in self.feed.screen.display)


@asynccontextmanager
async def running(
    control: LocalControl, *, columns: int = 80, rows: int = 24, settings: Settings | None = None
) -> AsyncIterator[Terminal]:
    """Run a client and close it in the end."""
    with create_pipe_input() as source:
        terminal = Terminal(control, settings or Settings(), source, columns, rows)
        task = asyncio.create_task(terminal.client.run())
        try:
            await terminal.settle(0)
            yield terminal
        finally:
            terminal.client.close()
            await task
