"""What a guest is told whose host does not answer, by a transport that says what it is told to say."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from p2p_saboteur.app.joining import NotAdmitted, NotReachable, _Dialler
from p2p_saboteur.app.lobby_messages import CHANNEL, Refusal
from p2p_saboteur.app.news import News, NotReached
from p2p_saboteur.net.invite import Invite
from p2p_saboteur.net.transport import Cause, DialFailed, Event, Frame, LinkDown, LinkUp

if TYPE_CHECKING:
    from collections.abc import Sequence

HOST = bytes(range(32))
HOME, ABROAD = "tcp://192.0.2.1:7243", "tcp://192.0.2.2:7243"
UP = LinkUp(peer=HOST)
LOST = LinkDown(peer=HOST, cause=Cause.LOST)
ANSWER = Frame(peer=HOST, channel=CHANNEL, data=b"")
PATIENCE = 0.03
HOUR = 3600.0


def failed(cause: Cause, endpoint: str = HOME) -> DialFailed:
    """Return the news that dialling has failed."""
    return DialFailed(peer=HOST, endpoint=endpoint, cause=cause)


def outcome(
    events: Sequence[Event | float], *, patience: float = PATIENCE, watches: bool = False
) -> tuple[Exception, list[Cause]]:
    """Let these things happen, pausing for the seconds between them; return how it ends and what was told before."""
    told: list[News] = []
    coming = list(events)

    async def next_event() -> Event:
        while coming:
            event = coming.pop(0)
            if not isinstance(event, float):
                return event
            await asyncio.sleep(event)
        return await asyncio.Future[Event]()

    async def scenario() -> Exception:
        client: Any = SimpleNamespace(mesh=SimpleNamespace(next_event=next_event), tell=told.append)
        invite = Invite(key=HOST, secret=bytes(16), endpoints=(HOME, ABROAD))
        dialler = _Dialler(client=client, invite=invite, patience=patience, watches=watches)
        try:
            for _ in range(len(events) + 1):
                await dialler.next_event()
        except (NotAdmitted, NotReachable) as error:
            return error
        raise AssertionError("it has not given up")

    error = asyncio.run(asyncio.wait_for(scenario(), 10))
    return error, [news.cause for news in told if isinstance(news, NotReached)]


def cause_of(*events: Event | float) -> Cause:
    """Return why the opener cannot be reached after all that."""
    error, _ = outcome(events)
    assert isinstance(error, NotReachable), error
    return error.cause


def test_who_is_dropped_before_the_answer_tries_on_and_is_told_why() -> None:
    """Once, however often it happens; it is no sign that the game has begun, nor that the key is wrong."""
    others = (Cause.CROWDED, Cause.WRONG_HOST_KEY, Cause.LOST, Cause.NO_ANSWER)
    error, told = outcome([UP, LOST, UP, LOST, *map(failed, others), UP, LOST])
    assert isinstance(error, NotReachable)
    assert error.cause is Cause.CROWDED
    assert told == [Cause.CROWDED]


def test_being_dropped_again_and_again_buys_no_time() -> None:
    """Only an answer does."""
    assert cause_of(UP, 0.02, LOST, UP, 0.02, LOST, UP) is Cause.CROWDED


def test_a_welcome_without_an_answer_is_waited_for_no_longer_than_a_connection() -> None:
    """Whoever takes the connection and says nothing is no host."""
    assert cause_of(UP) is Cause.NO_ANSWER


def test_an_answer_gives_all_the_time_there_is() -> None:
    """A lobby may take long to fill; from when its link is lost on, patience begins anew."""
    assert cause_of(UP, ANSWER, 0.1, LOST, failed(Cause.NOBODY_LISTENING)) is Cause.NOBODY_LISTENING


@pytest.mark.parametrize(
    "events",
    [
        (failed(Cause.REFUSED),),
        (failed(Cause.CROWDED), failed(Cause.REFUSED)),
        (failed(Cause.NOBODY_LISTENING), failed(Cause.REFUSED, ABROAD)),
        (failed(Cause.WRONG_HOST_KEY), failed(Cause.REFUSED, ABROAD)),
        (UP, ANSWER, LOST, failed(Cause.REFUSED)),
    ],
)
def test_a_refusal_means_at_once_that_the_game_has_begun(events: tuple[Event, ...]) -> None:
    """An open lobby refuses no key, and a closed one opens no more; where other addresses lead does not matter then."""
    error, _ = outcome(events, patience=HOUR)
    assert isinstance(error, NotAdmitted)
    assert (error.why, error.watches) == (Refusal.CLOSED, False)


def test_a_refused_watcher_is_told_at_once_that_nobody_may_watch() -> None:
    """A closed table lets all in for a moment who ask to watch, if any may."""
    error, _ = outcome([failed(Cause.REFUSED)], patience=HOUR, watches=True)
    assert isinstance(error, NotAdmitted)
    assert (error.why, error.watches) == (Refusal.SECRET, True)


def test_what_came_last_from_an_address_counts() -> None:
    """Whoever was crowded and is not there any more is not reached."""
    assert cause_of(failed(Cause.CROWDED), failed(Cause.NOBODY_LISTENING)) is Cause.NOBODY_LISTENING
    assert cause_of(failed(Cause.NO_ANSWER), failed(Cause.CROWDED)) is Cause.CROWDED
