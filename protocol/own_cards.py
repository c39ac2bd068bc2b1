"""What a seat can read of its own: its cards and what it has looked at, with the keys that only it has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol import cards
from protocol.steps.keys import owner_secret

if TYPE_CHECKING:
    from protocol.elgamal import Ciphertext
    from protocol.game import TableCard
    from protocol.steps.base import Me
    from protocol.table import Table


def zone(table: Table, me: Me, name: str) -> tuple[int, ...]:
    """Return the numbers of the own cards in a zone, in order; raise LocalError if their key has been erased."""
    owned = table.ledger.zones.get((me.seat, name))
    return () if owned is None else tuple(_read(table, me, owned.deck, card) for card in owned.cards)


def peeked(table: Table, me: Me) -> dict[TableCard, int]:
    """Return the numbers of the table cards that this seat has looked at in this set-up."""
    return {
        card: _read(table, me, card.deck, sealed)
        for (owner, card), sealed in table.ledger.peeks.items()
        if owner == me.seat
    }


def _read(table: Table, me: Me, deck: str, sealed: Ciphertext) -> int:
    """Return the number of a card under this seat's hand key, or under its purse key where cards have values."""
    return cards.number(table.group, table.decks[deck], sealed.decrypt(owner_secret(table, me, deck)))
