"""Where every card lies, under which key, and so who may open it. PROTOCOL section "Ledger".

Nothing that is not in the ledger is ever decrypted: every step names its cards by their place here.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from protocol.errors import LocalError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from protocol.elgamal import Ciphertext
    from protocol.game import Handout, Seat, TableCard


@dataclass(frozen=True, slots=True)
class Zone:
    """The cards that one seat owns in one zone, in order: ciphertexts of one deck under the seat's own key."""

    deck: str
    cards: tuple[Ciphertext, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """All ciphertexts of a set-up.

    Attributes:
        table: undealt and unrevealed cards, under the joint key.
        zones: by (seat, zone name), under the hand or purse key of the seat.
        peeks: by (seat, table card), the copy under the seat's hand key that it may look at.
        known: numbers of the table cards that were revealed.
    """

    table: Mapping[TableCard, Ciphertext] = field(default_factory=dict)
    zones: Mapping[tuple[Seat, str], Zone] = field(default_factory=dict)
    peeks: Mapping[tuple[Seat, TableCard], Ciphertext] = field(default_factory=dict)
    known: Mapping[TableCard, int] = field(default_factory=dict)

    def on_table(self, card: TableCard) -> Ciphertext:
        """Return an undealt card's ciphertext; raise LocalError if the card is not on the table face down."""
        try:
            return self.table[card]
        except KeyError:
            raise LocalError(f"the game asks for {card}, which does not lie face down on the table") from None

    def zone(self, seat: Seat, name: str) -> tuple[Ciphertext, ...]:
        """Return the seat's cards in a zone, empty where it never had any."""
        zone = self.zones.get((seat, name))
        return zone.cards if zone else ()

    def deal(self, handouts: Iterable[Handout], sealed: Iterable[Ciphertext]) -> Ledger:
        """Return the ledger after these cards left the table for the ends of their zones."""
        table, zones = dict(self.table), dict(self.zones)
        for handout, card in zip(handouts, sealed, strict=True):
            del table[handout.card]
            place = (handout.seat, handout.zone)
            old = zones.get(place, Zone(handout.card.deck, ()))
            if old.cards and old.deck != handout.card.deck:
                raise LocalError(f"the game mixes decks in zone {handout.zone}")
            zones[place] = Zone(handout.card.deck, (*old.cards, card))
        return replace(self, table=table, zones=zones)

    def peek(self, seat: Seat, card: TableCard, sealed: Ciphertext) -> Ledger:
        """Return the ledger after a seat has got its own copy of a table card."""
        return replace(self, peeks={**self.peeks, (seat, card): sealed})

    def reveal(self, numbers: Mapping[TableCard, int]) -> Ledger:
        """Return the ledger after table cards were turned up."""
        table = {card: value for card, value in self.table.items() if card not in numbers}
        return replace(self, table=table, known={**self.known, **numbers})

    def put_zone(self, seat: Seat, name: str, cards: tuple[Ciphertext, ...]) -> Ledger:
        """Return the ledger with other cards in an existing zone."""
        old = self.zones[seat, name]
        return replace(self, zones={**self.zones, (seat, name): Zone(old.deck, cards)})
