"""A TCP proxy on this machine that delays and cuts what passes through it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class Proxy:
    """Stands between two peers.

    Attributes:
        target: port that it connects through to.
        delay: seconds that each piece waits, in order.
        open: whether it lets new connections through; otherwise it hangs up on them.
        barred: addresses from which nobody is let through.
        port: where it listens, once started.
    """

    def __init__(self, target: int, *, delay: float = 0.0) -> None:
        self.target = target
        self.delay = delay
        self.open = True
        self.barred: frozenset[str] = frozenset()
        self.port = 0
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Listen on a free port of 127.0.0.1."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    def cut(self) -> None:
        """Break all connections that pass through."""
        for writer in self._writers:
            writer.transport.abort()

    def bar(self, addresses: Iterable[str]) -> None:
        """Break what passes through from these addresses, and let nobody else but the others in."""
        self.barred = frozenset(addresses)
        for writer in self._writers:
            if writer.get_extra_info("peername")[0] in self.barred:
                writer.transport.abort()

    async def close(self) -> None:
        """Break everything and stop listening."""
        self.cut()
        if self._server:
            self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        self._writers.add(writer)
        try:
            if self.open and writer.get_extra_info("peername")[0] not in self.barred:
                with suppress(OSError, asyncio.CancelledError):  # cancelled by `close` alone: nothing comes after it
                    await self._join(reader, writer)
        finally:
            self._writers.discard(writer)
            writer.transport.abort()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        self._writers.add(far_writer)
        try:
            await asyncio.gather(self._copy(reader, far_writer), self._copy(far_reader, writer))
        finally:
            self._writers.discard(far_writer)
            far_writer.transport.abort()

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            if self.delay:
                await asyncio.sleep(self.delay)
            writer.write(data)
            await writer.drain()
        writer.transport.abort()
