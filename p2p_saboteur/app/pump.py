"""The shell around a session: transport, journal and clock. It knows no rule and no proof.

All that concerns the session happens one after the other in one worker thread, so that verifying a shuffle does not
keep the event loop from its links. What is to be saved is on disk before anything behind it is sent.
"""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from p2p_saboteur.net.transport import Frame, LinkDown, LinkUp
from protocol.events import Drop, Forget, Save, Send

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from p2p_saboteur.net.transport import Event as LinkEvent
    from p2p_saboteur.net.transport import Transport
    from protocol.events import Event, Output
    from protocol.root import Root
    from protocol.session import Session
    from protocol.steps.base import AnyChoice

CHANNEL: Final = 1
IDLE: Final = 60.0  # seconds; a clock that ticks now and then costs nothing

T = TypeVar("T")


class Journal(Protocol):
    """Where records and roots go before anything is sent."""

    def append(self, records: Sequence[bytes]) -> None:
        """Write records; they are durable when this returns."""

    def forget(self, number: int, root: Root) -> None:
        """Save the root of a round durably, then erase those before it."""


class Pump:
    """Runs one session until it is cancelled.

    Args:
        session: new or resumed, not started.
        transport: whose links belong to the table.
        journal: of the table's log.
        watch: called in the worker thread with each event of the session, in order, before anything else changes it.
        tell: called in the event loop with each event of the session, in order.
    """

    def __init__(
        self,
        *,
        session: Session,
        transport: Transport,
        journal: Journal,
        watch: Callable[[Event], None],
        tell: Callable[[Event], None],
    ) -> None:
        self.session = session
        self._transport, self._journal = transport, journal
        self._watch, self._tell = watch, tell
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="session")
        self._turn = asyncio.Lock()
        self._due = asyncio.Event()

    async def run(self) -> None:
        """Start the session and serve it; ends only by cancellation or an error, with the journal up to date."""
        try:
            for peer in sorted(self._transport.linked):
                await self._do(lambda peer=peer: self.session.link_up(peer, now()))  # type: ignore[misc]
            await self._do(lambda: self.session.start(now()))
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._receive())
                tasks.create_task(self._tick())
        finally:
            self._worker.shutdown(wait=True)

    async def perform(self, choice: AnyChoice) -> None:
        """Sign a choice; raise IllegalMove or LocalError as `Session.perform` does."""
        await self._do(lambda: self.session.perform(choice, now()))

    async def read(self, look: Callable[[Session], T]) -> T:
        """Return what a function reads off the session, in its thread and between two of its changes."""
        async with self._turn:
            return await asyncio.get_running_loop().run_in_executor(self._worker, look, self.session)

    async def _receive(self) -> None:
        while True:
            await self._take(await self._transport.next_event())

    async def _take(self, event: LinkEvent) -> None:
        match event:
            case Frame(peer=peer, channel=channel, data=data) if channel == CHANNEL:
                await self._do(lambda: self.session.receive(peer, data, now()))
            case LinkUp(peer=peer):
                await self._do(lambda: self.session.link_up(peer, now()))
            case LinkDown(peer=peer):
                await self._do(lambda: self.session.link_down(peer, now()))

    async def _tick(self) -> None:
        while True:
            timer = self.session.next_timer()
            wait = IDLE if timer is None else max(0.0, timer - now())
            self._due.clear()
            try:
                await asyncio.wait_for(self._due.wait(), wait)
            except TimeoutError:
                await self._do(lambda: self.session.tick(now()))

    async def _do(self, call: Callable[[], None]) -> None:
        """Let the session do something, then save, send and tell what comes of it, in this order."""
        loop = asyncio.get_running_loop()
        async with self._turn:
            try:
                await loop.run_in_executor(self._worker, call)
            finally:
                outputs, events = await loop.run_in_executor(self._worker, self._collect)
                self._send(outputs)
            self._due.set()
        for event in events:
            self._tell(event)

    def _collect(self) -> tuple[list[Output], list[Event]]:
        """Save what is to be saved; return what is to be sent and told."""
        outputs, events = self.session.outputs(), self.session.events()
        records = [output.record for output in outputs if isinstance(output, Save)]
        if records:
            self._journal.append(records)
        for output in outputs:
            if isinstance(output, Forget):
                self._journal.forget(output.number, output.root)
        for event in events:
            self._watch(event)
        return outputs, events

    def _send(self, outputs: list[Output]) -> None:
        for output in outputs:
            match output:
                case Send(link=link, data=data):
                    self._transport.send(link, CHANNEL, data)
                case Drop(link=link):
                    self._transport.drop(link)


def now() -> float:
    """Return the monotonic time in seconds."""
    return time.monotonic()
