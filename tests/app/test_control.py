"""The control over a table in another thread: what `wait` returns and raises, and how everything ends."""

from __future__ import annotations

import asyncio
import threading
import time
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from p2p_saboteur.app.control import Caught, NetworkControl, Stopped, TableAbandoned
from p2p_saboteur.app.news import NotReached, TableEvent
from p2p_saboteur.app.staying import UNTOLD, Staying
from p2p_saboteur.net.transport import Cause
from p2p_saboteur.store.errors import DiskFull
from protocol.errors import LocalError, Reason
from protocol.events import Abandoned, Ended, Faulted, StepDone, YourTurn
from protocol.faults import Fault
from protocol.game import IllegalMove, Turn

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from p2p_saboteur.app.client import Client
    from p2p_saboteur.app.news import News
    from protocol.done import Done
    from protocol.events import Event

SEAT = 1
FAULT = Fault(culprit=0, reason=Reason.PROOF, check="shuffle.sum", step=7, entries=())
STEP = StepDone(cast("Done", SimpleNamespace(table=SimpleNamespace(state="open"))))


class Seated:
    """Stands for a client at a table: the view says whose turn it is, a choice moves the turn on."""

    def __init__(self) -> None:
        self.turn = 0
        self.chair, self.table = 0, SimpleNamespace(seating=(2, 0, 1))
        self.closing = False
        self.linked: frozenset[int] = frozenset({0, 2})
        self.unfinished: tuple[int, ...] = (0, 2)
        self.chosen: list[object] = []
        self.after: Callable[[], None] = lambda: None

    async def view(self) -> Any:  # noqa: ANN401 - what a screen would see
        """Return what there is to see."""
        return SimpleNamespace(seat=SEAT, request=Turn(seat=self.turn, zone="hand"))

    async def submit(self, choice: object) -> None:
        """Take a choice, or refuse it."""
        if choice == "illegal":
            raise IllegalMove("R5", "No.")
        self.after()
        if choice == "late":
            raise LocalError("it is not your turn")
        self.chosen.append(choice)
        self.turn = 0


def seated(
    script: Callable[[NetworkControl, Seated], Coroutine[Any, Any, None]],
    show: Callable[[News], None] = lambda _: None,
    check: Callable[[], None] = lambda: None,
) -> tuple[NetworkControl, Seated]:
    """Return a control whose table does what a script says and then goes on until it is left."""
    client = Seated()

    async def table(control: NetworkControl) -> None:
        control.client = cast("Client", client)
        await script(control, client)
        await asyncio.sleep(60)

    return NetworkControl(table, show=show, check=check), client


def tell(*events: Event) -> Callable[[NetworkControl, Seated], Coroutine[Any, Any, None]]:
    """Return the script that tells these events."""

    async def script(control: NetworkControl, _: Seated) -> None:
        for event in events:
            control.tell(TableEvent(event))

    return script


def test_a_step_is_news() -> None:
    """`wait` returns once for what has happened, and waits for more."""

    async def script(control: NetworkControl, _: Seated) -> None:
        control.tell(TableEvent(STEP))
        await asyncio.sleep(0.5)
        control.tell(TableEvent(STEP))

    control, _ = seated(script)
    with control:
        control.wait()
        begun = time.monotonic()
        control.wait()
        assert time.monotonic() - begun > 0.2


def test_who_is_asked_need_not_wait() -> None:
    """As often as it looks, until it has answered; an illegal move leaves it asked."""

    async def script(control: NetworkControl, client: Seated) -> None:
        client.turn = SEAT
        control.tell(TableEvent(YourTurn(7)))

    control, client = seated(script)
    with control:
        for _ in range(3):
            assert control.wait().request == Turn(seat=SEAT, zone="hand")
        with pytest.raises(IllegalMove):
            control.submit(cast("Any", "illegal"))
        control.wait()
        control.submit(cast("Any", "move"))
    assert client.chosen == ["move"]


def test_who_is_asked_twice_in_a_row_is_asked_twice() -> None:
    """The next question may come with the answer to the last one."""

    async def script(control: NetworkControl, client: Seated) -> None:
        client.turn = SEAT
        client.after = lambda: control.tell(TableEvent(YourTurn(8)))
        control.tell(TableEvent(YourTurn(7)))

    control, client = seated(script)
    with control:
        control.wait()
        control.submit(cast("Any", "pick"))
        client.turn = SEAT
        assert control.wait().request == Turn(seat=SEAT, zone="hand")


def test_an_answer_that_nobody_asked_for_asks_for_none() -> None:
    """It is refused, and `wait` goes on waiting."""

    async def script(control: NetworkControl, _client: Seated) -> None:
        control.tell(TableEvent(STEP))

    control, _ = seated(script)
    with control:
        control.wait()
        with pytest.raises(LocalError):
            control.submit(cast("Any", "late"))
        threading.Timer(0.3, control.stop).start()
        with pytest.raises(Stopped):
            control.wait()


def test_an_answer_that_comes_too_late_tells_what_has_ended_the_table() -> None:
    """A majority may end the game while somebody thinks: that is no mistake of his."""

    async def script(control: NetworkControl, client: Seated) -> None:
        client.turn = SEAT
        control.tell(TableEvent(YourTurn(7)))

    control, client = seated(script)
    with control:
        control.wait()
        client.after = lambda: control.tell(TableEvent(Abandoned()))
        with pytest.raises(TableAbandoned):
            control.submit(cast("Any", "late"))


@pytest.mark.parametrize("wait", ["wait", "idle", "rest"])
def test_an_interrupt_ends_the_waiting(wait: str) -> None:
    """Between two looks, and not wherever the main thread is when the signal comes."""

    async def script(_control: NetworkControl, _client: Seated) -> None:
        """Nothing happens."""

    control, _ = seated(script)
    waits: dict[str, Callable[[], object]] = {
        "wait": control.wait,
        "idle": control.idle,
        "rest": lambda: control.rest(until_alone=False),
    }

    def wait_on() -> None:
        begun = time.monotonic()
        while time.monotonic() < begun + 10:
            waits[wait]()

    with control:
        threading.Timer(0.2, control.interrupt).start()
        with pytest.raises(KeyboardInterrupt):
            wait_on()
        assert control.interrupted


def test_a_bot_is_not_bothered_with_news() -> None:
    """It waits until it is asked, or all is over."""

    async def table(control: NetworkControl) -> None:
        client = Seated()
        control.client = cast("Client", client)
        control.tell(TableEvent(STEP))
        await asyncio.sleep(0.4)
        client.turn = SEAT
        control.tell(TableEvent(YourTurn(7)))
        await asyncio.sleep(60)

    begun = time.monotonic()
    with NetworkControl(table, show=lambda _: None, only_when_asked=True) as control:
        assert control.wait().request == Turn(seat=SEAT, zone="hand")
        assert time.monotonic() - begun > 0.3


def test_nobody_is_asked_before_the_session_says_so() -> None:
    """A resumed seat sees its turn, but may not sign before the others have told how far they are."""

    async def script(control: NetworkControl, client: Seated) -> None:
        client.turn = SEAT
        control.tell(TableEvent(STEP))
        await asyncio.sleep(0.5)
        control.tell(TableEvent(YourTurn(7)))

    control, _ = seated(script)
    begun = time.monotonic()
    with control:
        control.wait()
        assert time.monotonic() - begun > 0.4


def test_the_end_is_seen_at_once_and_again() -> None:
    """All is over: `wait` returns whenever asked."""
    control, _ = seated(tell(STEP, Ended()))
    with control:
        control.wait()
        control.wait()
        assert control.over


def test_a_fault_is_raised_after_what_happened_before_it() -> None:
    """The last steps are told first."""
    control, client = seated(tell(STEP, Faulted(FAULT, ends=True)))
    with control:
        control.wait()
        with pytest.raises(Caught) as caught:
            control.wait()
    assert caught.value.fault is FAULT
    assert caught.value.client is cast("Client", client)


def test_a_fault_after_which_the_game_goes_on_is_news() -> None:
    """It is told beside the game, which is not over."""
    control, _ = seated(tell(STEP, Faulted(FAULT)))
    with control:
        control.wait()
        assert (control.over, control._error) == (False, None)


def test_a_majority_that_ends_the_game_is_told() -> None:
    """As an error of its own."""
    control, _ = seated(tell(Abandoned()))
    with control, pytest.raises(TableAbandoned):
        control.wait()


def test_what_ends_the_table_is_raised_where_somebody_waits() -> None:
    """Also by `submit`, and more than once."""

    async def script(control: NetworkControl, client: Seated) -> None:
        raise DiskFull("The disk is full.")

    control, _ = seated(script)
    with control:
        for _ in range(2):
            with pytest.raises(DiskFull):
                control.wait()
        with pytest.raises(DiskFull):
            control.submit(cast("Any", "move"))


def test_a_check_that_fails_ends_the_waiting() -> None:
    """A bot that has died, for example."""

    def check() -> None:
        raise ChildProcessError

    control, _ = seated(tell(), check=check)
    with control, pytest.raises(ChildProcessError):
        control.wait()


def test_other_news_is_shown_in_the_waiting_thread() -> None:
    """In order, so that nobody prints into a line of somebody else's."""
    shown: list[tuple[News, int]] = []
    news = [NotReached(Cause.NO_ANSWER), NotReached(Cause.REFUSED)]

    async def script(control: NetworkControl, _: Seated) -> None:
        for one in news:
            control.tell(one)
        control.tell(TableEvent(STEP))

    control, _ = seated(script, show=lambda one: shown.append((one, threading.get_ident())))
    with control:
        control.wait()
    assert shown == [(one, threading.get_ident()) for one in news]


def test_stop_ends_the_waiting_from_any_thread() -> None:
    """As the end of a bot's parent does."""
    control, _ = seated(tell())
    with control:
        threading.Timer(0.2, control.stop).start()
        with pytest.raises(Stopped):
            control.wait()


@pytest.mark.parametrize("closing", [True, False])
def test_leaving_waits_for_the_last_signatures_only(closing: bool) -> None:
    """A game that is about to be over is given a moment; any other is left at once."""

    async def script(control: NetworkControl, client: Seated) -> None:
        client.closing, client.unfinished = closing, ()
        await asyncio.sleep(0.5)
        control.tell(TableEvent(Ended()))

    control, _ = seated(script)
    with control:
        while control.client is None or control.client.closing is not closing:
            time.sleep(0.01)
        control.leave(5)
        assert control.over is closing
        with pytest.raises(Stopped):
            control.wait()


def test_resting_ends_when_all_have_the_result_and_tells_for_whom_it_goes_on() -> None:
    """Also for somebody who is not linked at the moment; only who stays for a while is told."""

    async def script(_: NetworkControl, client: Seated) -> None:
        await asyncio.sleep(0.3)
        client.linked = frozenset({0})
        client.unfinished = (2,)
        await asyncio.sleep(UNTOLD)
        client.unfinished = ()

    told: list[tuple[int, ...]] = []
    control, _ = seated(script)
    with control:
        begun = time.monotonic()
        control.rest(staying=Staying(told.append))
        assert UNTOLD < time.monotonic() - begun < 10
    assert told == [(2,)]


def test_closing_before_anything_has_happened_ends_all() -> None:
    """No thread stays."""
    control, _ = seated(tell())
    with control:
        pass
    assert not any(thread.name == "table" for thread in threading.enumerate())


@pytest.mark.parametrize("error", [ZeroDivisionError(), DiskFull("The disk is full.")], ids=repr)
def test_a_mistake_while_resting_is_told(error: Exception) -> None:
    """The game is over, but the others may not have all of it."""

    async def script(control: NetworkControl, _: Seated) -> None:
        await tell(Ended())(control, _)
        await asyncio.sleep(0.05)
        raise error

    control, _ = seated(script)
    with control, pytest.raises(type(error)):
        control.rest(until_alone=False)


def test_an_end_while_resting_is_no_mistake() -> None:
    """Whoever stops, and whoever is stopped by what comes too late, has seen the game end."""

    async def script(control: NetworkControl, client: Seated) -> None:
        await tell(Ended(), Abandoned())(control, client)
        raise Stopped

    control, _ = seated(script)
    with control:
        control.rest(until_alone=False)
    with pytest.raises(TableAbandoned):
        control.idle()
