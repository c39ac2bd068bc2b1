"""What becomes of a table that loses a seat. PROTOCOL section "Absence".

No key is rebuilt. If the lost seat's layer comes off the cards that are still to be dealt, the round goes on. What lies
under a layer that stays is locked: a round that needs it is void and dealt anew, and a deck that would be carried into
the next set-up is replaced.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from protocol.game import Close, Deal, DeckLost, Lost, Shuffle, Total, Voided
from protocol.ledger import PACKET, Zone
from protocol.steps.layers import can_come_off, on_top, take_off

if TYPE_CHECKING:
    from collections.abc import Mapping

    from protocol.game import Fact, Handout, Seat, TableCard
    from protocol.group import Element
    from protocol.table import Table


def without(
    table: Table, seat: Seat, layers: Mapping[TableCard, Element] | None = None
) -> tuple[Table, tuple[Fact, ...]]:
    """Algorithm 65 (Without). Return the table after it has lost a seat for good, and what the game was told.

    Args:
        table: the public state before.
        seat: who is lost.
        layers: x A for the seat's table key x and each card that is undealt without it, if it has left in order.
    """
    gone, facts = going_on(table, seat)
    if layers is not None:
        gone = take_off(gone, seat, layers)
    return (gone, facts) if all(can_come_off(gone, each) for each in on_top(gone)) else stopped(table, seat)


def going_on(table: Table, seat: Seat) -> tuple[Table, tuple[Fact, ...]]:
    """Return the table on which the round goes on without a seat whose layer is still to come off, and the news.

    A settlement of the seat that has begun counts as done, and leaves the game with it. So do cards whose deal to it
    had begun, and a packet that it has not picked from, unless the game deals them to somebody else.
    """
    table, facts = _settled(table, seat)
    begun = {*_coming_to(table, seat), *table.ledger.zones.get((seat, PACKET), Zone("")).names}
    table, news = _lose(table, seat).tell(Lost(seat=seat))
    again = {handout.card for handout in _handouts(table)}
    return table.with_ledger(table.ledger.drop(begun - again)), facts + news


def _lose(table: Table, seat: Seat) -> Table:
    """Return the table without a seat and what it owns; a set-up that is being made ends."""
    lost, ledger = table.lost | {seat}, table.ledger.without(seat)
    return replace(table, lost=lost, ledger=ledger, coming=None, shuffling={}, locks=None)


def _settled(table: Table, seat: Seat) -> tuple[Table, tuple[Fact, ...]]:
    fact = table.settling
    if fact is None or fact.seat != seat:
        return table, ()
    return replace(table, settling=None, ledger=table.ledger.drop(fact.take)).tell(fact)


def _coming_to(table: Table, seat: Seat) -> set[TableCard]:
    return {handout.card for handout in _handouts(table) if handout.seat == seat}


def _handouts(table: Table) -> tuple[Handout, ...]:
    request = table.game.request(table.state)
    return request.handouts if isinstance(request, Deal) else ()


def stopped(table: Table, seat: Seat) -> tuple[Table, tuple[Fact, ...]]:
    """Return the table on which a lost seat's layer stays, so that a round that has begun is void, and the news."""
    table, facts = _lose(table, seat).tell(Lost(seat=seat))
    table = replace(table, settling=None)
    if not isinstance(table.game.request(table.state), Shuffle | Total | Close | None):
        table = table.with_ledger(table.ledger.voided())
        table, more = table.tell(Voided())
        facts += more
    for label in _locked(table):
        table, more = table.tell(DeckLost(label=label))
        facts += more
    return table, facts


def _locked(table: Table) -> tuple[str, ...]:
    """Return the decks that the next set-up would carry over: their cards lie under the lost seat's layer too."""
    request = table.game.request(table.state)
    return tuple(deck.label for deck in request.decks if deck.carried) if isinstance(request, Shuffle) else ()
