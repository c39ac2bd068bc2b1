"""The shell around a session: transport, journal and clock. It knows no rule and no proof.

All that concerns the session happens one after the other in one thread, so that verifying a shuffle does not keep the
event loop from its links. What is to be saved is on disk before anything behind it is sent; records that nothing
waits for are written together in the next lull, so that the disk keeps nobody from the last entry of a step. What
happens is told without waiting for the disk, except for the end: who hears of that may rely on the whole log.
"""

from __future__ import annotations

import asyncio
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from p2p_saboteur.net.transport import Frame, LinkDown, LinkUp
from protocol.errors import LocalError
from protocol.events import Abandoned, Drop, Ended, Expelled, Faulted, Forget, Left, Save, Send
from protocol.game import IllegalMove

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from p2p_saboteur.net.transport import PeerKey, Transport
    from protocol.events import Event, Output
    from protocol.root import Root
    from protocol.session import Session

CHANNEL: Final = 1
IDLE: Final = 60.0  # seconds; a clock that ticks now and then costs nothing
ROOM: Final = 64  # jobs that wait for the session; further frames wait in the transport
PAUSE: Final = 0.005  # seconds between two looks whether there is room again
MOST_UNSAVED: Final = 64  # records that are written together
LULL: Final = 0.05  # seconds without a job after which they are

T = TypeVar("T")


class Journal(Protocol):
    """Where records and roots go before anything is sent."""

    def append(self, records: Sequence[bytes]) -> None:
        """Write records; they are durable when this returns."""

    def forget(self, number: int, root: Root) -> None:
        """Save the root of a round durably, then erase those before it."""


class Beside(Protocol):
    """What goes on at a table beside its session; called in the event loop."""

    def belongs(self, peer: PeerKey) -> bool:
        """Whether a link with this peer is the session's."""

    def link_changed(self, event: LinkUp | LinkDown) -> None:
        """Take note of a link."""

    def heard(self, frame: Frame) -> None:
        """Take a frame of another channel than the session's."""


@dataclass(frozen=True, slots=True)
class _Job:
    """Something to do with the session, and who waits for its result (a future of the event loop), if anyone does."""

    work: Callable[[], Any]
    answer: asyncio.Future[Any] | None = None


class Pump:
    """Runs one session until it is cancelled.

    Args:
        session: new or resumed, not started.
        transport: whose links belong to the table.
        journal: of the table's log.
        beside: is told of all that is not the session's.
        watch: called in the session's thread with each event of the session, in order, before anything else changes it.
        tell: called in the event loop with each event of the session, in order.

    Attributes:
        saved: whether the journal has all that the session has accepted; false while it runs, and after an error.
    """

    def __init__(  # noqa: PLR0913 - one argument a neighbour
        self,
        *,
        session: Session,
        transport: Transport,
        journal: Journal,
        beside: Beside,
        watch: Callable[[Event], None],
        tell: Callable[[Event], None],
    ) -> None:
        self.session = session
        self._transport, self._journal, self._beside = transport, journal, beside
        self._watch, self._tell = watch, tell
        self._loop = asyncio.get_running_loop()
        self._failed: asyncio.Future[None] = self._loop.create_future()
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._outputs: list[Output] = []
        self._last_events: list[Event] = []
        self._due = asyncio.Event()
        self.saved = True

    async def run(self, *others: Coroutine[Any, Any, None]) -> None:
        """Start the session and serve it; ends only by cancellation or an error, with the journal up to date.

        Args:
            others: what else goes on meanwhile; it may end, and its errors are raised here like our own.
        """
        worker = threading.Thread(target=self._work, name="session")
        worker.start()
        for peer in sorted(filter(self._beside.belongs, self._transport.linked)):
            self.link_up(peer)
        self._put(self.session.start)
        tasks = [asyncio.create_task(work) for work in (self._receive(), self._tick(), *others)]
        going_on: set[asyncio.Future[None]] = {*tasks, self._failed}
        try:
            while going_on:
                ended, going_on = await asyncio.wait(going_on, return_when=asyncio.FIRST_COMPLETED)
                if self._failed.done():  # before those whose calls it has cancelled
                    self._failed.result()
                for task in ended:
                    task.result()
        finally:
            for task in tasks:
                task.cancel()
            self._jobs.put(None)
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.to_thread(worker.join)
            self._failed.cancel()

    async def call(self, work: Callable[[Session], T]) -> T:
        """Let a function read or change the session, and return what it does once what came of it is sent.

        Raises:
            IllegalMove, LocalError: as the function does; any other error is a mistake of ours and ends the pump.
            CancelledError: the pump has ended.
        """
        answer: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(_Job(lambda: work(self.session), answer))
        ends: list[asyncio.Future[Any]] = [answer, self._failed]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        if not answer.done():
            raise asyncio.CancelledError
        return await answer

    def link_up(self, peer: PeerKey) -> None:
        """Make a link the session's."""
        self._put(self.session.link_up, peer)

    def _put(self, work: Callable[..., None], *arguments: Any) -> None:  # noqa: ANN401 - those of the session's method
        self._jobs.put(_Job(lambda: work(*arguments, now())))

    async def _receive(self) -> None:
        while True:
            match await self._transport.next_event():
                case Frame(peer=peer, channel=channel, data=data) if channel == CHANNEL:
                    self._put(self.session.receive, peer, data)
                case Frame() as frame:
                    self._beside.heard(frame)
                case LinkUp(peer=peer) as event:
                    if self._beside.belongs(peer):
                        self.link_up(peer)
                    self._beside.link_changed(event)
                case LinkDown(peer=peer) as event:
                    self._put(self.session.link_down, peer)
                    self._beside.link_changed(event)
            while self._jobs.qsize() > ROOM:  # noqa: ASYNC110 - a thread makes room
                await asyncio.sleep(PAUSE)

    async def _tick(self) -> None:
        while True:
            timer = self.session.next_timer()
            self._due.clear()
            try:
                async with asyncio.timeout(IDLE if timer is None else timer - now()):
                    await self._due.wait()
            except TimeoutError:
                await self.call(lambda session: session.tick(now()))

    def _work(self) -> None:
        """Do all jobs until there is an end of them; the session's thread."""
        self.saved = False
        try:
            while (job := self._next_job()) is not None:
                self._do(job)
            self._flush()
            self.saved = True
        except Exception as error:  # noqa: BLE001 - it is raised by `run`
            self._in_loop(self._fail, error)

    def _next_job(self) -> _Job | None:
        """Wait for a job, and save in a lull what is not saved yet."""
        if self._outputs:
            with suppress(Empty):
                return self._jobs.get(timeout=LULL)
            self._flush()
        return self._jobs.get()

    def _do(self, job: _Job) -> None:
        result, error = None, None
        try:
            result = job.work()
        except (IllegalMove, LocalError) as raised:
            if job.answer is None:
                raise
            error = raised
        changed = self._collect()
        if (job.answer and changed) or self._urgent():
            self._flush()
        if job.answer:
            self._in_loop(_answer, job.answer, result, error)

    def _collect(self) -> bool:
        """Take over what the session wants, tell what has happened, and return whether there was anything to do."""
        outputs = self.session.outputs()
        self._outputs += outputs
        events = self.session.events()
        for event in events:
            self._watch(event)
        if any(isinstance(event, Ended | Abandoned | Expelled | Left | Faulted) for event in events):
            self._last_events = events
        elif events:
            self._in_loop(self._emit, [], events)
        return bool(outputs)

    def _urgent(self) -> bool:
        """Return whether more waits than records to be saved."""
        more = self._last_events or not all(isinstance(output, Save) for output in self._outputs)
        return bool(more) or len(self._outputs) > MOST_UNSAVED

    def _flush(self) -> None:
        """Save what is to be saved, then let the event loop send the rest."""
        outputs, self._outputs = self._outputs, []
        events, self._last_events = self._last_events, []
        records = [output.record for output in outputs if isinstance(output, Save)]
        if records:
            self._journal.append(records)
        for output in outputs:
            if isinstance(output, Forget):
                self._journal.forget(output.number, output.root)
        if outputs or events:
            self._in_loop(self._emit, outputs, events)

    def _in_loop(self, function: Callable[..., object], *arguments: Any) -> None:  # noqa: ANN401 - the function's own
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(function, *arguments)

    def _emit(self, outputs: list[Output], events: list[Event]) -> None:
        try:
            for output in outputs:
                match output:
                    case Send(link=link, data=data):
                        self._transport.send(link, CHANNEL, data)
                    case Drop(link=link):
                        self._transport.drop(link)
            self._due.set()
            for event in events:
                self._tell(event)
        except Exception as error:  # noqa: BLE001 - whoever runs the pump is to get it
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        if not self._failed.done():
            self._failed.set_exception(error)


def _answer(answer: asyncio.Future[Any], result: object, error: Exception | None) -> None:
    if answer.done():
        return
    if error:
        answer.set_exception(error)
    else:
        answer.set_result(result)


def now() -> float:
    """Return the monotonic time in seconds."""
    return time.monotonic()


def clock() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
