"""What a control makes of it that somebody is caught when the game is over already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2p_saboteur.app.news import TableEvent
from protocol.events import Faulted
from tests.app.test_control import FAULT, Seated, seated

if TYPE_CHECKING:
    from p2p_saboteur.app.control import NetworkControl
    from p2p_saboteur.app.news import News


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
