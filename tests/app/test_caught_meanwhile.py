"""What a control makes of it that somebody is caught while a player thinks, or when the game is over already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest

from p2p_saboteur.app.news import TableEvent
from protocol.events import Faulted, YourTurn
from protocol.game import Turn
from tests.app.test_control import FAULT, SEAT, Seated, seated

if TYPE_CHECKING:
    from p2p_saboteur.app.control import NetworkControl
    from p2p_saboteur.app.news import News


@pytest.mark.parametrize("choice", ["late", "illegal"])
def test_an_answer_to_what_was_taken_back_counts_for_nothing(choice: str) -> None:
    """Somebody was caught while a bot thought: it has made no mistake, and is asked anew."""

    async def script(control: NetworkControl, client: Seated) -> None:
        client.turn = SEAT
        control.tell(TableEvent(YourTurn(7)))

    control, client = seated(script)
    with control:
        control.wait()
        if choice == "illegal":  # the next question is there already
            control.tell(TableEvent(YourTurn(9)))
        control.submit(cast("Any", choice))
        if choice == "late":
            control.tell(TableEvent(YourTurn(9)))
        assert control.wait().request == Turn(seat=SEAT, zone="hand")
        control.submit(cast("Any", "now"))
    assert client.chosen == ["now"]


def test_who_rests_is_told_who_is_caught() -> None:
    """The game is over, and yet somebody may be found to have signed two results."""
    caught = TableEvent(Faulted(FAULT))
    shown: list[News] = []

    async def script(control: NetworkControl, _: Seated) -> None:
        control.tell(caught)
        control.stop()

    control, _ = seated(script, shown.append)
    with control:
        control.rest(until_alone=False)
    assert shown == [caught]
