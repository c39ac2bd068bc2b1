"""Events on their way to the one who awaits them: frames wait for room, news of links does not."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Final

from p2p_saboteur.net.transport import Frame

if TYPE_CHECKING:
    from p2p_saboteur.net.transport import Event

MAX_FRAMES: Final = 1000
MAX_BYTES: Final = 32 * 1024 * 1024


class Inbox:
    """A queue whose frames are bounded, so that a flood fills its sender's socket and not our memory."""

    def __init__(self) -> None:
        self._events: deque[Event | BaseException] = deque()
        self._frames = self._bytes = 0
        self._filled = asyncio.Event()
        self._taken = asyncio.Event()

    def __len__(self) -> int:
        return len(self._events)

    async def put(self, frame: Frame) -> None:
        """Add a frame as soon as there is room."""
        while not self.offer(frame):
            self._taken.clear()
            await self._taken.wait()

    def offer(self, frame: Frame) -> bool:
        """Add a frame if there is room now."""
        if self._frames >= MAX_FRAMES or self._bytes >= MAX_BYTES:
            return False
        self._frames += 1
        self._bytes += len(frame.data)
        self.tell(frame)
        return True

    def tell(self, news: Event | BaseException) -> None:
        """Add news of a link, or an error of our own that ends everything."""
        self._events.append(news)
        self._filled.set()

    async def get(self) -> Event:
        """Wait for the next event; raise the error that ended everything."""
        while not self._events:
            self._filled.clear()
            await self._filled.wait()
        event = self._events.popleft()
        if isinstance(event, BaseException):
            raise event
        if isinstance(event, Frame):
            self._frames -= 1
            self._bytes -= len(event.data)
            self._taken.set()
        return event
