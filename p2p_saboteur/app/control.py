"""A seat at a table between peers, for code that blocks: the event loop runs in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from concurrent.futures import CancelledError
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Self, TypeVar

from p2p_saboteur.app.joining import Guest, Opener
from p2p_saboteur.app.news import TableEvent
from p2p_saboteur.app.not_open import NotOpen
from p2p_saboteur.app.staying import Stay, Staying, may_close
from p2p_saboteur.app.talk import Kind
from p2p_saboteur.net.curve import run
from p2p_saboteur.seat import Withdrawn, is_asked
from p2p_saboteur.text import marked
from protocol.errors import LocalError
from protocol.events import Abandoned, Ended, Expelled, Faulted, Left, StepDone, Voted, VotedOnAbsence, YourTurn
from protocol.events import Stopped as HasStopped
from protocol.game import IllegalMove

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from concurrent.futures import Future
    from typing import Any

    from p2p_saboteur.app.client import Client
    from p2p_saboteur.app.news import News
    from p2p_saboteur.seat import Choice, SeatView
    from protocol.faults import Fault
    from protocol.game import Seat

T = TypeVar("T")

POLL: Final = 0.2  # seconds; only a wait that ends now and then can be interrupted on every system


class Stopped(Exception):
    """The table was left before it was over."""


class Paused(Stopped):
    """The player has left the table before it was over because he wanted to, and can come back."""


class TableAbandoned(Exception):
    """More than half of the seats have ended the game for all."""


class VotedOut(Exception):
    """All others go on without the own seat."""


class Gone(Exception):
    """The player has left the game for good, in order; the others go on."""


class Caught(Exception):
    """A seat is proved to be at fault, and the game is over for everyone; `client` holds the log that proves it."""

    def __init__(self, fault: Fault, client: Client) -> None:
        super().__init__(str(fault))
        self.fault = fault
        self.client = client


class NetworkControl:
    """Implements `seat.SeatControl`.

    Args:
        table: what runs in the event loop until it is cancelled; it is given this control, notes its client in
            `client` (and its side of the lobby in `lobby`) and lets it tell its news to `tell`.
        show: called by `wait`, in the thread of its caller, with all news but steps and turns, in order.
        check: called by `wait` a few times a second; what it raises ends the waiting.
        only_when_asked: let `wait` return only when the seat is asked or all is over, which is all that a bot needs.
    """

    def __init__(
        self,
        table: Callable[[NetworkControl], Coroutine[Any, Any, None]],
        *,
        show: Callable[[News], None],
        check: Callable[[], None] = lambda: None,
        only_when_asked: bool = False,
    ) -> None:
        self.client: Client | None = None
        self.lobby: Opener | Guest | None = None
        self._table, self._show, self._check = table, show, check
        self._only_when_asked = only_when_asked
        self._changed = threading.Condition()
        self._new = self._over = self._stopped = self._interrupted = False
        self._asked = self._answering = self._withdrawn = False
        self._news: deque[News] = deque()
        self._error: BaseException | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._thread = threading.Thread(target=self._run, name="table")
        self._begun = threading.Event()

    def __enter__(self) -> Self:
        self._thread.start()
        self._begun.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def interrupted(self) -> bool:
        """Whether `interrupt` was called."""
        return self._interrupted

    @property
    def over(self) -> bool:
        """Whether the game is over and the log complete."""
        return self._over

    @property
    def seated(self) -> bool:
        """Whether the game has begun, so that there is something to see."""
        return self.client is not None and self.client.viewer is not None and self.client.table.state is not None

    def tell(self, news: News) -> None:
        """Take news; to be called in the event loop."""
        with self._changed:
            match news:
                case TableEvent(event=Faulted(fault=fault, ends=True)) if self.client:
                    self._error = Caught(fault, self.client)
                case TableEvent(event=Abandoned()):
                    self._error = TableAbandoned()
                case TableEvent(event=Expelled()):
                    self._error = VotedOut()
                case TableEvent(event=Left()):
                    self._error = Gone()
                case TableEvent(event=Voted() | VotedOnAbsence() | Faulted()):
                    self._news.append(news)
                case TableEvent(event=HasStopped(seat=seat)):
                    self._withdraw(seat)
                case TableEvent(event=event):
                    seated = isinstance(event, StepDone) and event.done.table.state is not None
                    # Before the nonces are open there is nothing to see.
                    self._new = self._new or (seated and not self._only_when_asked)
                    self._asked = self._asked or isinstance(event, YourTurn)
                    self._over = self._over or isinstance(event, Ended)
                case _:
                    self._news.append(news)
            self._changed.notify_all()

    def _withdraw(self, seat: Seat) -> None:
        """Take back what the own seat is asked, if it is the one that has stopped."""
        client = self.client
        if (self._asked or self._answering) and client and client.chair == client.table.seating[seat]:
            self._asked, self._withdrawn = False, True

    def _check_withdrawn(self) -> None:
        if self._withdrawn:
            raise Withdrawn

    def wait(self) -> SeatView:
        """Return the view as soon as something new has happened, or at once if the seat is asked or all is over.

        Raises:
            Stopped: the table was left.
            Caught: somebody cheats.
            TableAbandoned: a majority has ended the game.
            Exception: whatever else ended the table.
        """
        while True:
            self._await_change()
            view = self._do(self._seated().view())
            if self._asked or not is_asked(view):  # a resumed seat is asked once the others have told how far they are
                return view

    def submit(self, choice: Choice) -> None:
        """Answer what the seat is asked; raise as `SeatControl` says, or whatever has ended the table meanwhile."""
        with self._changed:  # beforehand: the answer may lead to the next question to the same seat
            self._check_withdrawn()
            asked, self._asked, self._answering = self._asked, False, True
        try:
            self._do(self._seated().submit(choice))
        except (IllegalMove, LocalError):
            with self._changed:
                if self._error:
                    raise self._error from None
                self._check_withdrawn()
                self._asked = self._asked or asked
            raise
        finally:
            self._answering = False

    def idle(self) -> None:
        """Show what is new beside the game, in at most `POLL` seconds; raise as `wait` does, and `Withdrawn`."""
        with self._changed:
            if not (self._news or self._error or self._stopped):
                self._changed.wait(POLL)
        self._show_news()
        with self._changed:
            if self._error:
                raise self._error
            self._check_withdrawn()
            self._ready()
        self._check()

    def confirm(self) -> None:
        """Note that the player sees the same words as the others."""
        self._do(self._seated().confirm())

    def differ(self) -> None:
        """Tell all that the player does not see the same words as they do."""
        self._do(self._say(Kind.DIFFER))

    def abandon(self) -> None:
        """Vote to end the game for all; raise LocalError where there is none."""
        self._do(self._seated().abandon())

    def go(self) -> None:
        """Leave the game for good; raise LocalError where the others could not go on."""
        self._do(self._seated().go())

    def vote_out(self, seat: Seat) -> None:
        """Vote to go on without a silent seat; raise LocalError where that is not possible."""
        self._do(self._seated().vote_out(seat))

    def say(self, text: str) -> None:
        """Say something to all at the table; raise LocalError if nobody listens."""
        self._do(self._say(Kind.SAY, text))

    def offer(self, invite: str) -> None:
        """Offer all at the table another one."""
        self._do(self._say(Kind.AGAIN, invite))

    @property
    def offered(self) -> str:
        """The invite to another game that holds; empty while nobody has offered one."""
        return self.client.offered if self.client else ""

    def tell_away(self, *, away: bool) -> None:
        """Tell all whether one's own client plays for the player."""
        self._do(self._say(Kind.AWAY if away else Kind.BACK))

    def set_ready(self, *, ready: bool) -> None:
        """Say in the lobby whether the player is ready."""
        self._in_lobby(lambda lobby: lobby.set_ready(ready=ready))

    def remove(self, place: int) -> None:
        """Take a person out of the own lobby; raise LocalError if it is another's."""
        self._in_lobby(lambda lobby: _opened(lobby).remove(place))

    def set_seats(self, seats: int) -> None:
        """Change how many sit down in the own lobby; raise LocalError if it is another's."""
        self._in_lobby(lambda lobby: _opened(lobby).set_seats(seats))

    def stop(self) -> None:
        """Let `wait` raise `Stopped`; may be called in any thread."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def interrupt(self) -> None:
        """Let whatever waits here raise KeyboardInterrupt, between two looks; for a signal's handler.

        Raised wherever the main thread happens to be, it could leave a lock closed that the table needs to end.
        """
        self._interrupted = True

    def leave(self, patience: float) -> None:
        """Stop, but wait for missing signatures of the result and until the others have it, so many seconds at most."""
        deadline = time.monotonic() + patience
        with self._changed:
            while self.client and not may_close(self.client, over=self._over) and time.monotonic() < deadline:
                self._changed.wait(POLL)
        self.stop()

    def rest(self, *, until_alone: bool = True, staying: Stay | None = None) -> None:
        """Serve the others until `stop` is called or, if told so, nobody needs it (or `staying` says so) any more.

        Raises a mistake of ours that has ended the table meanwhile; whatever else ends it comes too late to matter.
        """
        staying, on = staying or Staying(lambda _: None), True
        while on:
            with self._changed:
                self._check_interrupt()
                on = self._thread.is_alive() and not self._stopped
                on = on and (not until_alone or staying.goes_on(self._seated()))
                if on and not self._news:
                    self._changed.wait(POLL)
            self._show_news()  # somebody may be caught even now
        with self._changed:
            if self._error and not isinstance(self._error, Stopped | Caught | TableAbandoned | VotedOut | Gone):
                raise self._error

    def close(self) -> None:
        """End the event loop and its thread; what was to be durable is."""
        if self._loop and self._task:
            with suppress(RuntimeError):  # the loop has ended by itself
                self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join()

    def _show_news(self) -> None:
        while self._news:
            self._show(self._news.popleft())

    def _await_change(self) -> None:
        while True:
            with self._changed:
                if not self._ready():
                    self._changed.wait(POLL)
                if ready := self._ready():
                    self._new = self._withdrawn = False
            self._show_news()
            if ready:
                return
            self._check()

    def _ready(self) -> bool:
        """Return whether there is something to look at; raise what ends the waiting."""
        self._check_interrupt()
        if self._error and not (
            self._new and isinstance(self._error, Caught | TableAbandoned | VotedOut | Gone)
        ):  # what happened before it comes first
            raise self._error
        if self._stopped:
            raise Stopped
        return self._new or self._asked or self._over

    def _check_interrupt(self) -> None:
        if self._interrupted:
            raise KeyboardInterrupt

    async def _say(self, kind: Kind, text: str = "") -> None:
        self._seated().say(kind, text)

    def _in_lobby(self, act: Callable[[Opener | Guest], None]) -> None:
        lobby = self.lobby

        async def acting() -> None:
            if lobby is None:
                raise LocalError(marked("there is no lobby"))
            act(lobby)

        self._do(acting())

    def _seated(self) -> Client:
        if self.client is None:
            raise NotOpen
        return self.client

    def _do(self, call: Coroutine[Any, Any, T]) -> T:
        """Run something in the event loop and return its result."""
        try:
            future = self._schedule(call)
            while future and self._thread.is_alive():
                self._check_interrupt()
                with suppress(TimeoutError):
                    return future.result(POLL)
        except CancelledError:
            pass
        call.close()
        self._thread.join()  # it knows what has ended the table
        raise self._error or Stopped

    def _schedule(self, call: Coroutine[Any, Any, T]) -> Future[T] | None:
        """Hand something to the event loop; return None when that has ended."""
        if self._loop is None:
            return None
        try:
            return asyncio.run_coroutine_threadsafe(call, self._loop)
        except RuntimeError:
            return None

    def _run(self) -> None:
        try:
            run(self._main())
        except asyncio.CancelledError:
            self._end(Stopped())
        except BaseException as error:  # noqa: BLE001 - it is raised where somebody waits
            self._end(error)
        else:
            self._end(Stopped())

    async def _main(self) -> None:
        self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
        self._begun.set()
        await self._table(self)

    def _end(self, error: BaseException) -> None:
        with self._changed:
            self._error = self._error or error
            self._changed.notify_all()
        self._begun.set()


def _opened(lobby: Opener | Guest) -> Opener:
    if isinstance(lobby, Guest):
        raise LocalError("only who has opened the table can do that")
    return lobby
