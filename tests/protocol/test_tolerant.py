"""Tolerant tables: one seat falls silent in any kind of step, and the round goes on; a second one makes it void."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.bots.random import RandomPolicy
from p2p_saboteur.bots.steady import SteadyPolicy
from protocol.game import DeckLost, Lost, Voided
from protocol.header import TOLERANT
from tests.helpers.cases import mostly_long
from tests.helpers.losing import check, first_with, play_on, silence

if TYPE_CHECKING:
    from tests.helpers.room import Room

KINDS = (
    "commit",
    "keys",
    "shuffle",
    "shares",
    "shares ok",
    "deal",
    "play",
    "agree",
    "peek",
    "reveal",
    "show",
    "pay",
    "pick",
    "total",
    "close",
)


def facts_of(room: Room, chair: int, *kinds: type) -> list[object]:
    """Return what the game was told of these kinds."""
    return [fact for fact in room.facts(chair) if isinstance(fact, kinds)]


@pytest.mark.parametrize("kind", mostly_long(sorted(KINDS, key=lambda kind: kind != "deal")))
def test_the_round_goes_on_without_a_silent_seat(kind: str) -> None:
    """In any kind of step: the layer comes off if cards are needed, nothing is void, and the game comes to its end."""
    room, gone = first_with(kind, table=TOLERANT, policy=SteadyPolicy if kind == "pick" else RandomPolicy)
    others = [chair for chair in range(4) if chair != gone]
    silence(room, gone)
    play_on(room, others)
    lost = room.members[others[0]].session.table.lost
    check(room, others, set(lost))
    assert facts_of(room, others[0], Voided, DeckLost) == []
    assert len(facts_of(room, others[0], Lost)) == len(lost)
