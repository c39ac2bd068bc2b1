"""A proxy for tests that block: it cuts what passes through it, from a thread of its own."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tests.helpers.proxy import Proxy

if TYPE_CHECKING:
    from collections.abc import Iterator


class Cutter:
    """A proxy in a thread of its own, which can be told to cut and to let through again."""

    def __init__(self, proxy: Proxy, loop: asyncio.AbstractEventLoop) -> None:
        self._proxy, self._loop = proxy, loop

    @property
    def port(self) -> int:
        """Where it listens."""
        return self._proxy.port

    def cut(self, seconds: float) -> None:
        """Break everything and let nothing new through for so long."""
        self._loop.call_soon_threadsafe(self._cut)
        time.sleep(seconds)
        self._proxy.open = True

    def bar(self, *addresses: str) -> None:
        """Break what comes from these addresses, and let nothing through from them; with none, all are let through."""
        self._loop.call_soon_threadsafe(self._proxy.bar, addresses)

    def _cut(self) -> None:
        self._proxy.open = False
        self._proxy.cut()


@contextmanager
def cutter(target: int) -> Iterator[Cutter]:
    """Stand between a port and those who dial the cutter's."""
    loop = asyncio.new_event_loop()
    proxy = Proxy(target, delay=0.01)
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        asyncio.run_coroutine_threadsafe(proxy.start(), loop).result()
        yield Cutter(proxy, loop)
    finally:
        asyncio.run_coroutine_threadsafe(proxy.close(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def free_port() -> int:
    """Return a port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
