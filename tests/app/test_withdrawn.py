"""What a seat is asked is withdrawn when it stops because somebody cheats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest

from p2p_saboteur.app.news import TableEvent
from p2p_saboteur.seat import Withdrawn
from protocol.events import Stopped, YourTurn
from tests.app.test_control import SEAT, Seated, seated

if TYPE_CHECKING:
    from p2p_saboteur.app.control import NetworkControl


def test_a_question_is_withdrawn_when_the_own_seat_stops() -> None:
    """A stop of somebody else changes nothing; what is asked afterwards is another question."""

    async def script(control: NetworkControl, client: Seated) -> None:
        client.turn = SEAT
        control.tell(TableEvent(YourTurn(7)))
        control.tell(TableEvent(Stopped(seat=0, culprit=2)))

    control, client = seated(script)
    with control:
        control.wait()
        control.tell(TableEvent(Stopped(seat=SEAT, culprit=2)))
        for act in (control.idle, lambda: control.submit(cast("Any", "too late"))):
            with pytest.raises(Withdrawn):
                act()
        control.tell(TableEvent(YourTurn(8)))
        with pytest.raises(Withdrawn):
            control.submit(cast("Any", "about the first question"))
        control.wait()
        control.submit(cast("Any", "good"))
    assert client.chosen == ["good"]


def test_a_question_that_is_withdrawn_while_it_is_answered() -> None:
    """The answer was refused for that."""

    async def script(control: NetworkControl, client: Seated) -> None:
        client.turn = SEAT
        client.after = lambda: control.tell(TableEvent(Stopped(seat=SEAT, culprit=2)))
        control.tell(TableEvent(YourTurn(7)))

    control, _ = seated(script)
    with control:
        control.wait()
        with pytest.raises(Withdrawn):
            control.submit(cast("Any", "late"))
