"""Private deals and peeks, all in public: every seat turns its layer of a card into one for the owner.

From a card (A, B) under the joint key each seat j publishes (R_j, S_j) = (r_j G, r_j H - x_j A) for the key H of the
owner; (sum R_j, B + sum S_j) is the same card under H alone. PROTOCOL section "Deal".
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from protocol import cards, codec, labels
from protocol.elgamal import Ciphertext
from protocol.game import Dealt, Peeked
from protocol.proofs import linear, relations
from protocol.steps.base import Me, Site, Step
from protocol.steps.keys import secret_keys

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from protocol.game import Fact, Handout, Seat, TableCard
    from protocol.group import Element
    from protocol.table import Table

Layers = tuple[Ciphertext, ...]


class Reseal(Step[Layers]):
    """What deal and peek have in common: table cards that go under one owner's key each."""

    @abstractmethod
    def targets(self) -> Sequence[tuple[TableCard, Seat]]:
        """Return each card with the seat that it is for."""

    def _inputs(self, table: Table) -> tuple[list[Ciphertext], list[Element]]:
        inputs = [table.ledger.on_table(card) for card, _ in self.targets()]
        owners = [table.owner_key(seat, card.deck) for card, seat in self.targets()]
        return inputs, owners

    def _statement(self, table: Table, seat: Seat, layers: Sequence[Ciphertext]) -> linear.Statement:
        inputs, owners = self._inputs(table)
        return relations.key_switch(table.setup.keys[seat].table, owners, [card.first for card in inputs], layers)

    def make(self, table: Table, site: Site, me: Me) -> codec.Value:
        """Return the own layers of all cards and one proof for them."""
        group = table.group
        inputs, owners = self._inputs(table)
        key = secret_keys(group, me, table.setup).table
        spot = site.spot(me.seat)
        scalars = [me.root.scalar(group, labels.USE_LAYER, spot.context, i) for i in range(len(inputs))]
        layers = relations.contribute(key, owners, [card.first for card in inputs], scalars)
        statement = self._statement(table, me.seat, layers)
        witness = relations.key_switch_witness(key, scalars)
        proof = linear.prove(spot.transcript(), statement, witness, me.root)
        return [cards.encode(layers), proof.encode()]

    def read(self, table: Table, site: Site, seat: Seat, content: codec.Value) -> Layers:
        """Check a seat's layers."""
        data, proof = codec.array(content, 2)
        layers = cards.decode(table.group, data, len(self.targets()))
        statement = self._statement(table, seat, layers)
        linear.verify(site.spot(seat).transcript(), statement, linear.Proof.decode(table.group, proof, statement))
        return layers

    def sealed(self, table: Table, contributions: Mapping[Seat, Layers]) -> tuple[Ciphertext, ...]:
        """Return the cards under their owners' keys."""
        result = []
        for index, (card, _) in enumerate(self.targets()):
            first, second = table.group.identity, table.ledger.on_table(card).second
            for seat in self.seats:
                layer = contributions[seat][index]
                first, second = first + layer.first, second + layer.second
            result.append(Ciphertext(first, second))
        return tuple(result)


@dataclass(frozen=True, slots=True)
class DealCards(Reseal):
    """Cards leave the table for their owners."""

    kind: ClassVar[str] = "deal"
    seats: tuple[Seat, ...]
    handouts: tuple[Handout, ...]

    def targets(self) -> Sequence[tuple[TableCard, Seat]]:
        """Return each card with its new owner."""
        return [(handout.card, handout.seat) for handout in self.handouts]

    def finish(self, table: Table, site: Site, contributions: Mapping[Seat, Layers]) -> tuple[Table, tuple[Fact, ...]]:
        """Hand out the cards."""
        return table.with_ledger(table.ledger.deal(self.handouts, self.sealed(table, contributions))).tell(Dealt())


@dataclass(frozen=True, slots=True)
class PeekCard(Reseal):
    """A seat gets a copy of a table card that only it can open; the card stays."""

    kind: ClassVar[str] = "peek"
    seats: tuple[Seat, ...]
    seat: Seat
    card: TableCard

    def targets(self) -> Sequence[tuple[TableCard, Seat]]:
        """Return the card with who looks at it."""
        return [(self.card, self.seat)]

    def finish(self, table: Table, site: Site, contributions: Mapping[Seat, Layers]) -> tuple[Table, tuple[Fact, ...]]:
        """Put down the copy."""
        (sealed,) = self.sealed(table, contributions)
        return table.with_ledger(table.ledger.peek(self.seat, self.card, sealed)).tell(Peeked())
