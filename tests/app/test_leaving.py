"""Somebody leaves a table for good, over real sockets: the others play on without him at once."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.app.control import Gone, Stopped
from p2p_saboteur.app.secrets import is_over
from p2p_saboteur.store.notes import RESULT, read_note
from protocol.game import Lost, Voided
from protocol.header import TOLERANT
from tests.helpers.require import present
from tests.helpers.sitting import gather

if TYPE_CHECKING:
    from protocol.chain import Chain
    from tests.helpers.sitting import Player

pytestmark = pytest.mark.network


def chain_of(player: Player) -> Chain | None:
    """Return a player's log, as soon as it has one."""
    client = player.control.client
    return client.pump.session.chain if client and client.pump else None


def choices(player: Player) -> int:
    """Return how many steps have ended at a player's table in which somebody chose."""
    chain = chain_of(player)
    return sum(done.step.chosen for done in chain.done) if chain else 0


def until_choices(player: Player, count: int) -> None:
    """Return once so many choices have been made at a player's table."""
    deadline = time.monotonic() + 60
    while choices(player) < count:
        assert not player.error, player.error
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_the_others_play_on_without_who_leaves() -> None:
    """Nobody votes, and no round is void; the roots of who has left are gone."""
    players, _ = gather(["Bo", "Cy", "Di"])
    leaver = players[3]
    until_choices(leaver, 2)
    leaver.control.go()
    with pytest.raises(Gone):
        leaver.join()
    for player in players[:3]:
        until_choices(player, choices(leaver) + 4)
    for player in players[:3]:
        player.control.stop()
        with pytest.raises(Stopped):
            player.join()
        chain = present(chain_of(player))
        assert chain.table.header.kind == TOLERANT
        assert [chain.table.seating[seat] for seat in chain.table.lost] == [present(leaver.control.client).chair]
        facts = [fact for done in chain.done for fact in done.facts]
        assert [type(fact) for fact in facts if isinstance(fact, Lost | Voided)] == [Lost]
        assert all(done.lost is None for done in chain.done)
    assert read_note(leaver.log.parent, RESULT)["said"] == "left for good"
    assert is_over(leaver.log.parent)
