"""Staying after the end: long for those who are linked, a moment for those who may come back, never for ever."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from p2p_saboteur.app import staying
from p2p_saboteur.app.news import TableEvent
from p2p_saboteur.app.staying import LINKED, MISSING, UNTOLD, Staying
from protocol.events import Ended
from tests.app.test_control import Seated, seated

if TYPE_CHECKING:
    from p2p_saboteur.app.client import Client
    from p2p_saboteur.app.control import NetworkControl


@pytest.mark.parametrize(
    ("rested", "awaited"),
    [
        (UNTOLD / 2, (0, 2)),
        (MISSING - 1, (0, 2)),
        (MISSING + 1, (2,)),
        (LINKED - 1, (2,)),
        (LINKED + 1, ()),
    ],
)
def test_one_stays_for_who_lacks_something(
    rested: float, awaited: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Chair 2 is linked, chair 0 is not, chair 1 has everything; who stays longer than a second is told for whom."""
    clock = [100.0]
    monkeypatch.setattr(staying, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    client = cast("Client", SimpleNamespace(linked=frozenset({1, 2}), unfinished=(0, 2)))
    told: list[tuple[int, ...]] = []
    stays = Staying(told.append)
    clock[0] += rested
    assert stays.goes_on(client) is bool(awaited)
    assert stays.goes_on(client) is bool(awaited)
    assert told == ([awaited] if awaited and rested > UNTOLD else [])


def test_who_leaves_with_the_result_waits_a_moment_until_the_others_have_it() -> None:
    """So a bot hears that its parent, which ends, and all other bots have it, and forgets the last of its secrets."""

    async def script(control: NetworkControl, client: Seated) -> None:
        control.tell(TableEvent(Ended()))
        await asyncio.sleep(0.3)
        client.unfinished = ()

    control, client = seated(script)
    with control:
        while not control.over:
            time.sleep(0.01)
        control.leave(5)
        assert client.unfinished == ()
