"""Where every card lies, under which key, and so who may open it. PROTOCOL section "Ledger".

Nothing that is not in the ledger is ever decrypted: every step names its cards by their place here.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from protocol.errors import LocalError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from protocol.elgamal import Ciphertext
    from protocol.game import Handout, Seat, TableCard


Place: TypeAlias = "tuple[Seat, str]"
"""A seat and the name of one of its zones."""

PURSE: Final = "purse"
"""The zone that outlives the set-ups."""
PACKET: Final = "packet"
"""The zone of cards of which one is picked and the others are handed on."""
PASSED: Final = "passed"
"""The zone of what one has handed on, as it lay before: it may have to be handed on again."""


@dataclass(frozen=True, slots=True)
class Zone:
    """The cards that one seat owns in one zone, in order.

    Attributes:
        deck: label of the deck that all of them come from.
        cards: ciphertexts under the seat's own key.
        names: the table cards that they were, as long as that is known: not after the owner has shuffled them.
    """

    deck: str
    cards: tuple[Ciphertext, ...] = ()
    names: tuple[TableCard, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """All ciphertexts of a set-up.

    Attributes:
        table: undealt and unrevealed cards, under the joint key.
        zones: by (seat, zone name), under the hand or purse key of the seat.
        peeks: by (seat, table card), the copy under the seat's hand key that it may look at.
        known: numbers of the table cards that were revealed.
        purses: what the seats owned of the last set-ups when this one began; a void round goes back to it.
        packets: cards that were dealt to packets, as they lay on the table: one that nobody picks from comes back.
    """

    table: Mapping[TableCard, Ciphertext] = field(default_factory=dict)
    zones: Mapping[tuple[Seat, str], Zone] = field(default_factory=dict)
    peeks: Mapping[tuple[Seat, TableCard], Ciphertext] = field(default_factory=dict)
    known: Mapping[TableCard, int] = field(default_factory=dict)
    purses: Mapping[Place, Zone] = field(default_factory=dict)
    packets: Mapping[TableCard, Ciphertext] = field(default_factory=dict)

    def on_table(self, card: TableCard) -> Ciphertext:
        """Return an undealt card's ciphertext; raise LocalError if the card is not on the table face down."""
        try:
            return self.table[card]
        except KeyError:
            raise LocalError(f"the game asks for {card}, which does not lie face down on the table") from None

    def zone(self, seat: Seat, name: str) -> tuple[Ciphertext, ...]:
        """Return the seat's cards in a zone, empty where it never had any."""
        return self.zones[seat, name].cards if (seat, name) in self.zones else ()

    def lay(self, cards: Mapping[TableCard, Ciphertext]) -> Ledger:
        """Return the ledger of a new set-up: these cards on the table, and nothing left of the old one but purses."""
        purses = {place: zone for place, zone in self.zones.items() if place[1] == PURSE}
        return Ledger(table=cards, zones=purses, purses=purses)

    def without(self, seat: Seat) -> Ledger:
        """Return the ledger without what a seat owns; a packet that it has not touched lies on the table again."""
        packet = self.zones.get((seat, PACKET), Zone("")).names
        table = {**self.table, **{card: self.packets[card] for card in packet}}
        others = {place: zone for place, zone in self.zones.items() if place[0] != seat}
        purses = {place: zone for place, zone in self.purses.items() if place[0] != seat}
        peeks = {place: card for place, card in self.peeks.items() if place[0] != seat}
        return replace(self, table=table, zones=others, purses=purses, peeks=peeks)

    def voided(self) -> Ledger:
        """Return the ledger after a round that does not count: the purses as they were before it, and nothing else."""
        return Ledger(zones=self.purses, purses=self.purses)

    def deal(self, handouts: Iterable[Handout], sealed: Iterable[Ciphertext]) -> Ledger:
        """Return the ledger after these cards left the table for the ends of their zones."""
        table, packets, ledger = dict(self.table), dict(self.packets), self
        for handout, card in zip(handouts, sealed, strict=True):
            lying = table.pop(handout.card)
            if handout.zone == PACKET:
                packets[handout.card] = lying
            ledger = ledger.add((handout.seat, handout.zone), Zone(handout.card.deck, (card,), (handout.card,)))
        return replace(ledger, table=table, packets=packets)

    def add(self, place: Place, more: Zone) -> Ledger:
        """Return the ledger with more cards at the end of a zone; raise LocalError if decks would mix."""
        old = self.zones.get(place, Zone(more.deck))
        if old.cards and old.deck != more.deck:
            raise LocalError(f"the game mixes decks in zone {place[1]}")
        return self.put(place, Zone(more.deck, old.cards + more.cards, old.names + more.names))

    def put(self, place: Place, zone: Zone) -> Ledger:
        """Return the ledger with other cards in a zone."""
        return replace(self, zones={**self.zones, place: zone})

    def put_back(self, cards: Mapping[TableCard, Ciphertext]) -> Ledger:
        """Return the ledger after cards came back to the table."""
        return replace(self, table={**self.table, **cards})

    def drop(self, cards: Iterable[TableCard]) -> Ledger:
        """Return the ledger after cards have left the game from the table."""
        gone = set(cards)
        return replace(self, table={name: card for name, card in self.table.items() if name not in gone})

    def peek(self, seat: Seat, card: TableCard, sealed: Ciphertext) -> Ledger:
        """Return the ledger after a seat has got its own copy of a table card."""
        return replace(self, peeks={**self.peeks, (seat, card): sealed})

    def reveal(self, numbers: Mapping[TableCard, int]) -> Ledger:
        """Return the ledger after table cards were turned up."""
        table = {card: value for card, value in self.table.items() if card not in numbers}
        return replace(self, table=table, known={**self.known, **numbers})
