"""Links that are cut while processes play: the game goes on when they come back."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from tests.e2e.test_kills import Table
from tests.helpers.processes import output, wait_for
from tests.helpers.proxy import Proxy

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.network


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


class CutTable(Table):
    """A table whose host can be reached through a cutter only, and whose guests cannot be reached at all."""

    def open_behind(self, port: int, proxy: int) -> None:
        """Let Ada open a table at a port, and tell the other one."""
        words = ("--players=3", "--rounds=1", f"--port={port}", f"--advertise=127.0.0.1:{proxy}", "--only-advertised")
        self._start("Ada", "host", *words)
        wait_for(lambda: '"event":"invite"' in output(self.folder / "Ada"))
        self.invite = json.loads(output(self.folder / "Ada").splitlines()[0])["invite"]


@pytest.mark.long
@pytest.mark.parametrize("seconds", [1, 10, 45])
@pytest.mark.parametrize("phase", ["shuffle", "moves", "gold"])
def test_a_cut_host_is_found_again(tmp_path: Path, phase: str, seconds: float) -> None:
    """All links to the host break at once and stay down; then everyone catches up."""
    port = free_port()
    with cutter(port) as between:
        table = CutTable(tmp_path)
        table.open_behind(port, between.port)
        for name in ("Bo", "Cy"):
            table.join(name)
        table.await_phase("Bo", phase)
        between.cut(seconds)
        table.check_end()
