"""Cards that are turned up for all: from the table by everybody's shares, from a zone by its owner.

A share of a ciphertext (A, B) under a key x is x A, with one proof that all shares of an entry are made with the key
that is known. PROTOCOL section "Reveal and show".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from protocol import cards, codec
from protocol.game import Revealed, Shown
from protocol.proofs import dleq
from protocol.steps.base import Me, Site, Spot, Step
from protocol.steps.keys import owner_secret, table_secret

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from protocol.elgamal import Ciphertext
    from protocol.game import Fact, Seat, TableCard
    from protocol.group import Element, Scalar
    from protocol.table import Table

Shares = tuple["Element", ...]
Numbers = tuple[int, ...]


def make_shares(spot: Spot, me: Me, key: Scalar, public: Element, ciphertexts: Sequence[Ciphertext]) -> codec.Value:
    """Return the content [shares, proof] for these ciphertexts under the own key; nothing for no ciphertexts."""
    if not ciphertexts:
        return None
    firsts = tuple(card.first for card in ciphertexts)
    shares = tuple(key * first for first in firsts)
    statement = dleq.Statement(key=public, inputs=firsts, outputs=shares)
    proof = dleq.prove(spot.transcript(), statement, key, me.root)
    return [cards.encode_elements(shares), proof.encode()]


def read_shares(spot: Spot, public: Element, ciphertexts: Sequence[Ciphertext], content: codec.Value) -> Shares:
    """Algorithm 44 (Shares.Read). Return a seat's shares; raise `Invalid` if their proof is at fault."""
    if not ciphertexts:
        codec.nothing(content)
        return ()
    data, proof = codec.array(content, 2)
    shares = cards.decode_elements(public.group, data, len(ciphertexts))
    statement = dleq.Statement(key=public, inputs=tuple(card.first for card in ciphertexts), outputs=shares)
    spot.check(dleq.verify, statement, dleq.Proof.decode(public.group, proof, statement))
    return shares


@dataclass(frozen=True, slots=True)
class RevealCards(Step[Shares]):
    """Every seat takes its layer off table cards, which all can read then."""

    kind: ClassVar[str] = "reveal"
    seats: tuple[Seat, ...]
    cards: tuple[TableCard, ...]

    def _ciphertexts(self, table: Table) -> list[Ciphertext]:
        return [table.ledger.on_table(card) for card in self.cards]

    def make(self, table: Table, site: Site, me: Me) -> codec.Value:
        """Return the own shares."""
        key = table_secret(table.group, me, table.setup)
        return make_shares(site.spot(me.seat), me, key, table.setup.keys[me.seat].table, self._ciphertexts(table))

    def read(self, table: Table, site: Site, seat: Seat, content: codec.Value) -> Shares:
        """Check a seat's shares."""
        return read_shares(site.spot(seat), table.setup.keys[seat].table, self._ciphertexts(table), content)

    def finish(self, table: Table, site: Site, contributions: Mapping[Seat, Shares]) -> tuple[Table, tuple[Fact, ...]]:
        """Turn up the cards."""
        numbers = {}
        for index, card in enumerate(self.cards):
            point = table.ledger.on_table(card).second
            for seat in self.seats:
                point -= contributions[seat][index]
            numbers[card] = cards.number(table.group, table.decks[card.deck], point)
        revealed = Revealed(cards=tuple(numbers[card] for card in self.cards))
        return table.with_ledger(table.ledger.reveal(numbers)).tell(revealed)


@dataclass(frozen=True, slots=True)
class ShowZones(Step[Numbers]):
    """Seats turn up all that they own in a zone."""

    kind: ClassVar[str] = "show"
    seats: tuple[Seat, ...]
    zone: str

    def make(self, table: Table, site: Site, me: Me) -> codec.Value:
        """Return the own shares of the own cards."""
        owned = table.ledger.zone(me.seat, self.zone)
        if not owned:
            return None
        key = owner_secret(table, me, table.zone_deck(me.seat, self.zone).label)
        return make_shares(site.spot(me.seat), me, key, table.zone_key(me.seat, self.zone), owned)

    def read(self, table: Table, site: Site, seat: Seat, content: codec.Value) -> Numbers:
        """Check a seat's shares and read its cards."""
        owned = table.ledger.zone(seat, self.zone)
        shares = read_shares(site.spot(seat), table.zone_key(seat, self.zone), owned, content)
        return tuple(
            cards.number(table.group, table.zone_deck(seat, self.zone), card.second - share)
            for card, share in zip(owned, shares, strict=True)
        )

    def finish(self, table: Table, site: Site, contributions: Mapping[Seat, Numbers]) -> tuple[Table, tuple[Fact, ...]]:
        """Turn up the cards."""
        return table.tell(Shown(cards=tuple(contributions[seat] for seat in self.seats)))
