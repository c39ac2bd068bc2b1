"""Staying for what the others prove when the game was ended: seconds for who is linked, a moment for who is not."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from p2p_saboteur.app import showing
from p2p_saboteur.app.showing import LINKED, MISSING, UNTOLD, Showing, unproved
from tests.helpers.gold_game import GoldGame, GoldPlayers
from tests.helpers.room import Room

if TYPE_CHECKING:
    from p2p_saboteur.app.client import Client


@pytest.mark.parametrize(
    ("rested", "awaited", "named"),
    [
        (UNTOLD / 2, True, False),
        (MISSING - 0.1, True, True),
        (LINKED - 0.1, True, True),
        (LINKED + 0.1, False, False),
    ],
)
def test_one_stays_for_who_is_linked(
    rested: float, *, awaited: bool, named: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Chair 2 is linked, chair 0 is not; who stays longer than a second is told once for whom."""
    clock = [100.0]
    monkeypatch.setattr(showing, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    monkeypatch.setattr(showing, "unproved", lambda _: (0, 2))
    told: list[tuple[int, ...]] = []
    stays = Showing(told.append)
    clock[0] += rested
    client = cast("Client", SimpleNamespace(linked=frozenset({2})))
    assert [stays.goes_on(client), stays.goes_on(client)] == [awaited, awaited]
    assert told == ([(2,)] if named else [])


def test_who_is_gone_is_waited_for_a_moment_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has just come back may still find the link."""
    clock = [100.0]
    monkeypatch.setattr(showing, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    monkeypatch.setattr(showing, "unproved", lambda _: (0,))
    stays = Showing(lambda _: pytest.fail("nobody is named"))
    client = cast("Client", SimpleNamespace(linked=frozenset()))
    clock[0] += MISSING - 0.1
    assert stays.goes_on(client)
    clock[0] += 0.2
    assert not stays.goes_on(client)


def test_who_may_still_prove_something() -> None:
    """Nobody before a majority has ended the game; then all who own cards and have not been heard."""
    room = Room(GoldGame((1, 2, 3, 4, 5, 6), packet=3, rounds=2), seats=3, seed=4, choose=GoldPlayers())
    room.open()
    room.run(until=lambda: min(member.session.table.setup.number for member in room.members) == 2)
    session = room.members[0].session
    client = cast("Client", SimpleNamespace(pump=SimpleNamespace(session=session)))
    assert unproved(client) == ()
    session.abandon(room.now)
    assert unproved(client) == ()
    room.members[1].session.abandon(room.now)
    vote = next(iter(room.members[1].session.chain.ballots.votes.values()))
    session.chain.accept(vote)
    assert unproved(client) == (0, 1, 2)
    session.tick(room.now)
    assert unproved(client) == (1, 2)


def test_there_is_nobody_to_wait_for_without_a_table() -> None:
    """Where no game was opened nothing is proved."""
    assert unproved(cast("Client", SimpleNamespace(pump=None))) == ()
