"""Strangers at a port of a table, many a second: they know where it is and its key, and no secret."""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any, Final

import zmq.asyncio

from p2p_saboteur.net.curve import dialling_socket, new_keys
from p2p_saboteur.net.interfaces import split_endpoint
from p2p_saboteur.net.paths import HELLO, WELCOME

if TYPE_CHECKING:
    from collections.abc import Callable

    from p2p_saboteur.net.invite import Invite

WANTED: Final = 130
"""Strangers a second that are to come; a hundred are to be there in the end, whatever else the computer does."""
LINES: Final = 5
"""In how many lines they come."""
HELD: Final = 12
"""How many of a line are at the port at the same time: each for nearly half a second."""


@dataclass(slots=True)
class Flood:
    """Strangers at a port, in lines so that none waits for another: handshakes under ever new keys, and garbage.

    Attributes:
        invite: to where they go.
        greets: whether they greet when they have shaken hands, as guests do.
        held: how many of a line are at the port at the same time.
        begun: monotonic seconds.
        come: how many have come.
        welcomed: how many of them were let in, for a moment.
        idle: seconds in which there was nothing to do, over all lines.
    """

    invite: Invite
    greets: bool = False
    held: int = HELD
    begun: float = field(default_factory=time.monotonic)
    come: int = 0
    welcomed: int = 0
    idle: float = 0.0

    @property
    def rate(self) -> float:
        """How many have come a second."""
        return self.come / (time.monotonic() - self.begun)

    @property
    def busy(self) -> float:
        """How much of their time they were busy, 0 to 1: at nearly 1 this computer cannot make more of them."""
        return 1 - self.idle / LINES / (time.monotonic() - self.begun)

    async def run(self, over: Callable[[], bool]) -> None:
        """Let them come until something is over."""
        with zmq.asyncio.Context() as context:
            await asyncio.gather(*(self._line(context, over) for _ in range(LINES)))

    async def _line(self, context: zmq.asyncio.Context, over: Callable[[], bool]) -> None:
        held: deque[zmq.asyncio.Socket] = deque()
        for number in count(1):
            if over():
                break
            stranger = dialling_socket(context, new_keys(), self.invite.key)
            stranger.connect(self.invite.endpoints[0])
            if self.greets:
                sending = asyncio.ensure_future(stranger.send(HELLO))  # as soon as it can be
                sending.add_done_callback(_has_worked)
            held.append(stranger)
            asyncio.ensure_future(stranger.recv()).add_done_callback(self._welcome)
            if len(held) > self.held:
                held.popleft().close(0)
            if number % 10 == 0:
                await self._garbage()
            self.come += 1
            early = self.begun + number * LINES / WANTED - time.monotonic()
            self.idle += max(0.0, early)
            await asyncio.sleep(max(0.0, early))
        for stranger in held:
            stranger.close(0)

    def _welcome(self, answer: asyncio.Future[bytes]) -> None:
        self.welcomed += _has_worked(answer) and answer.result() == WELCOME

    async def _garbage(self) -> None:
        host, port = split_endpoint(self.invite.endpoints[0])
        with suppress(OSError):
            _, writer = await asyncio.open_connection(host, port)
            writer.write(random.randbytes(random.choice((1, 64, 70_000))))
            writer.close()


def _has_worked(future: asyncio.Future[Any]) -> bool:
    """Return whether something has come to a good end; a stranger that is cut off before that is no mistake."""
    return not future.cancelled() and future.exception() is None
