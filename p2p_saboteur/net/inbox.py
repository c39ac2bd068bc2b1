"""Events on their way to the one who awaits them: frames wait for room, news of links does not."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from p2p_saboteur.net.transport import Frame

if TYPE_CHECKING:
    from p2p_saboteur.net.transport import Event

ROOM: Final = 1000


class Inbox:
    """A queue whose frames are bounded, so that a flood fills its sender's socket and not our memory."""

    def __init__(self, room: int = ROOM) -> None:
        self._events: asyncio.Queue[Event | BaseException] = asyncio.Queue()
        self._room = asyncio.Semaphore(room)

    async def put(self, frame: Frame) -> None:
        """Add a frame as soon as there is room."""
        await self._room.acquire()
        self._events.put_nowait(frame)

    def tell(self, news: Event | BaseException) -> None:
        """Add news of a link, or an error of our own that ends everything."""
        self._events.put_nowait(news)

    async def get(self) -> Event:
        """Wait for the next event; raise the error that ended everything."""
        event = await self._events.get()
        if isinstance(event, BaseException):
            raise event
        if isinstance(event, Frame):
            self._room.release()
        return event
