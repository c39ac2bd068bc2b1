"""One seat is gone in any step between two rounds, at either kind of table: the next round is played without it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from protocol.game import DeckLost, Lost, Voided
from protocol.header import STRICT, TOLERANT
from protocol.ledger import PURSE
from tests.helpers.gold_game import LABEL, GoldGame, GoldPlayers
from tests.helpers.losing import check, leave, play_on, silence, until
from tests.helpers.room import Room
from tests.protocol.test_tolerant import facts_of, kinds_of

if TYPE_CHECKING:
    from protocol.game import Seat

SEATS = 4
GAME = GoldGame((3, 3, 2, 2, 2, 1, 1, 1, 1), packet=6, rounds=2)
CARRIED = 3
"""Cards that the first round leaves."""
SETUP = ("commit", "keys", "carry", "shuffle")
SHARED = ("shares", "shares ok")
CASES = [
    *((TOLERANT, kind) for kind in (*SETUP, *SHARED)),
    *((STRICT, kind) for kind in SETUP),
]


def marked(short: set[tuple[str, str]]) -> list[object]:
    """Return the cases, of which all but these run with ``--long``."""
    return [pytest.param(*case, marks=[] if case in short else pytest.mark.long) for case in CASES]


def between_rounds(table: str, kind: str) -> tuple[Room, Seat]:
    """Return a table that has come to a step of the second set-up, and a seat for which it waits there."""
    for seed in range(10):
        room = Room(GAME, seats=SEATS, seed=seed, choose=GoldPlayers(), kind=table)
        room.open()
        session = room.members[0].session
        if until(room, kind, 0, lambda chain: chain.table.state is not None and chain.table.state.round == 2):
            others = [seat for seat in session.chain.missing if seat != session.seat]
            if others:
                return room, others[0]
    raise AssertionError(f"no step of kind {kind}")


def owned(room: Room, chair: int) -> dict[Seat, int]:
    """Return how many cards each seat owns, as a member has it."""
    ledger = room.members[chair].session.table.ledger
    return {seat: len(ledger.zone(seat, PURSE)) for seat in range(SEATS)}


@pytest.mark.parametrize(("table", "kind"), marked({(TOLERANT, "carry"), (STRICT, "carry")}))
def test_who_falls_silent(table: str, kind: str) -> None:
    """What is left over comes along if the lost seat's layer can be taken off it; else it is replaced by new cards."""
    room, seat = between_rounds(table, kind)
    gone = room.members[0].session.table.seating[seat]
    others = [chair for chair in range(SEATS) if chair != gone]
    before = owned(room, others[0])
    silence(room, gone)
    play_on(room, others)
    check(room, others, {seat})
    chain = room.members[others[0]].session.chain
    (lost,) = [done for done in chain.done if done.lost is not None]
    assert (lost.site.kind, lost.lost) == (kind, seat)
    news = facts_of(room, others[0], Voided, DeckLost)
    assert news == ([] if table == TOLERANT else [DeckLost(label=LABEL)])
    assert kinds_of(room, others[0]).count("strip") == (table == TOLERANT)
    check_gold(room, others, seat, before)


@pytest.mark.parametrize(("table", "kind"), marked({(STRICT, "keys")}))
def test_who_leaves(table: str, kind: str) -> None:
    """At once, without a vote, and what is left over comes along at either kind of table."""
    room, seat = between_rounds(table, kind)
    gone = room.members[0].session.table.seating[seat]
    others = [chair for chair in range(SEATS) if chair != gone]
    before = owned(room, others[0])
    leave(room, gone)
    room.run()
    check(room, others, {seat})
    assert facts_of(room, others[0], Lost, Voided, DeckLost) == [Lost(seat=seat)]
    assert all(done.lost is None for done in room.members[others[0]].session.chain.done)
    check_gold(room, others, seat, before)


def check_gold(room: Room, others: list[int], gone: Seat, before: dict[Seat, int]) -> None:
    """Check that all kept what they had, that the second round gave them the cards that were left, and the totals."""
    for chair in others:
        after = owned(room, chair)
        assert after[gone] == 0
        assert all(after[seat] >= before[seat] for seat in range(SEATS) if seat != gone)
        assert sum(after.values()) == sum(before.values()) - before[gone] + CARRIED
        session = room.members[chair].session
        table = session.table
        values = table.decks[LABEL].values or ()
        mine = sum(values[number] for number in session.zone(PURSE))
        assert table.state.totals[table.state.present.index(session.seat)] == mine
