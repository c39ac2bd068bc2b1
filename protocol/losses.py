"""What becomes of a table that loses a seat. PROTOCOL section "Absence".

No key is rebuilt. What lies under the lost seat's layer stays locked: a round that needs it is void and dealt anew,
and a deck that would be carried into the next set-up is replaced.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from protocol.game import Close, DeckLost, Lost, Shuffle, Total, Voided

if TYPE_CHECKING:
    from protocol.game import Fact, Seat
    from protocol.table import Table


def without(table: Table, seat: Seat) -> tuple[Table, tuple[Fact, ...]]:
    """Return the table after it has lost a seat for good, and what the game was told."""
    ledger = table.ledger.without(seat)
    table = replace(
        table, lost=table.lost | {seat}, coming=None, shuffling={}, settling=None, locks=None, ledger=ledger
    )
    table, facts = table.tell(Lost(seat=seat))
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
