"""Private deals and peeks, all in public: every seat turns its layer of a card into one for the owner.

From a card (A, B) under the joint key each seat j publishes (R_j, S_j) = (r_j G, r_j H - x_j A) for the key H of the
owner; (sum R_j, B + sum S_j) is the same card under H alone. PROTOCOL section "Deal".
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from protocol.game import Dealt, Peeked
from protocol.steps.base import Me, Site, Step
from protocol.steps.keys import table_secret
from protocol.steps.switch import Layers, Switch, switched

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from protocol import codec
    from protocol.elgamal import Ciphertext
    from protocol.game import Fact, Handout, Seat, TableCard
    from protocol.group import Element
    from protocol.table import Table


class Reseal(Step[Layers]):
    """What deal, peek and carry have in common: table cards that go under another key each."""

    @abstractmethod
    def targets(self, table: Table) -> Sequence[tuple[TableCard, Element]]:
        """Return each card with the key that it goes to."""

    def _inputs(self, table: Table) -> tuple[Ciphertext, ...]:
        return tuple(table.ledger.on_table(card) for card, _ in self.targets(table))

    def _switch(self, table: Table, seat: Seat) -> Switch:
        keys = tuple(key for _, key in self.targets(table))
        return Switch(key=table.setup.keys[seat].table, inputs=self._inputs(table), targets=keys)

    def make(self, table: Table, site: Site, me: Me) -> codec.Value:
        """Return the own layers of all cards and one proof for them."""
        secret = table_secret(table.group, me, table.setup)
        return self._switch(table, me.seat).make(site.spot(me.seat), me, secret)

    def read(self, table: Table, site: Site, seat: Seat, content: codec.Value) -> Layers:
        """Check a seat's layers."""
        return self._switch(table, seat).read(site.spot(seat), content)

    def sealed(self, table: Table, contributions: Mapping[Seat, Layers]) -> tuple[Ciphertext, ...]:
        """Return the cards under their new keys."""
        return switched(self._inputs(table), [contributions[seat] for seat in self.seats])


@dataclass(frozen=True, slots=True)
class DealCards(Reseal):
    """Cards leave the table for their owners."""

    kind: ClassVar[str] = "deal"
    seats: tuple[Seat, ...]
    handouts: tuple[Handout, ...]

    def targets(self, table: Table) -> Sequence[tuple[TableCard, Element]]:
        """Return each card with the key of its new owner."""
        return [(handout.card, table.owner_key(handout.seat, handout.card.deck)) for handout in self.handouts]

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

    def targets(self, table: Table) -> Sequence[tuple[TableCard, Element]]:
        """Return the card with the key of who looks at it."""
        return [(self.card, table.owner_key(self.seat, self.card.deck))]

    def finish(self, table: Table, site: Site, contributions: Mapping[Seat, Layers]) -> tuple[Table, tuple[Fact, ...]]:
        """Put down the copy."""
        (sealed,) = self.sealed(table, contributions)
        return table.with_ledger(table.ledger.peek(self.seat, self.card, sealed)).tell(Peeked())
