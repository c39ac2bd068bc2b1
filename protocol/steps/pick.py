"""The draft: a seat keeps one card of a packet in secret and hands the others on. PROTOCOL section "Pick".

The picker shuffles the packet under its purse key with the card that it keeps in front, and switches the others to the
next one's purse key, all in one entry: nobody sees which card stayed. If the next one is lost, the same cards go to
another.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from protocol import codec, labels
from protocol.errors import LocalError
from protocol.game import Picked
from protocol.ledger import PACKET, PASSED, PURSE, Zone
from protocol.steps.base import Me, PickChoice, Site, Step
from protocol.steps.keys import purse_secret
from protocol.steps.shuffle import prove_shuffle, read_shuffle
from protocol.steps.switch import Layers, Switch, switched

if TYPE_CHECKING:
    from collections.abc import Mapping

    from protocol.elgamal import Ciphertext
    from protocol.game import Fact, Pick, Seat
    from protocol.steps.base import AnyStep
    from protocol.table import Table

ORDER, REST = "order", "rest"


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """A packet after a pick: the card that stays, and the others under the picker's and under the next one's key."""

    kept: Ciphertext
    passed: tuple[Ciphertext, ...] = ()
    rest: tuple[Ciphertext, ...] = ()


@dataclass(frozen=True, slots=True)
class PickCard(Step[Split]):
    """One seat picks.

    Attributes:
        to: who gets the rest; None if the packet holds a single card.
    """

    kind: ClassVar[str] = "pick"
    witnessed: ClassVar[bool] = False
    chosen: ClassVar[bool] = True
    seats: tuple[Seat, ...]
    to: Seat | None

    def make(self, table: Table, site: Site, me: Me) -> codec.Value:
        """Return [shuffle, layers of the rest], or nothing for the last card."""
        packet = table.ledger.zone(me.seat, PACKET)
        index = _own_index(me, len(packet))
        if self.to is None:
            return None
        purse = purse_secret(table.group, me)
        spot = site.spot(me.seat, ORDER)
        order = _kept_first(me.root.permutation(labels.USE_PERMUTATION, spot.context, len(packet)), index)
        outputs, content = prove_shuffle(spot, me, table.setup.keys[me.seat].purse, packet, order)
        rest = self._switch(table, outputs[1:]).make(site.spot(me.seat, REST), me, purse)
        return [content, rest]

    def read(self, table: Table, site: Site, seat: Seat, content: codec.Value) -> Split:
        """Check shuffle and hand-over."""
        packet = table.ledger.zone(seat, PACKET)
        if self.to is None:
            codec.nothing(content)
            return Split(kept=packet[0])
        shuffled, layers = codec.array(content, 2)
        outputs = read_shuffle(site.spot(seat, ORDER), table.setup.keys[seat].purse, packet, shuffled)
        rest = outputs[1:]
        moved = switched(rest, [self._switch(table, rest).read(site.spot(seat, REST), layers)])
        return Split(kept=outputs[0], passed=rest, rest=moved)

    def finish(self, table: Table, site: Site, contributions: Mapping[Seat, Split]) -> tuple[Table, tuple[Fact, ...]]:
        """Move the cards."""
        (seat,) = self.seats
        split, deck = contributions[seat], table.ledger.zones[seat, PACKET].deck
        ledger = table.ledger.put((seat, PACKET), Zone(deck)).add((seat, PURSE), Zone(deck, (split.kept,)))
        ledger = ledger.put((seat, PASSED), Zone(deck, split.passed))
        if self.to is not None:
            ledger = ledger.put((self.to, PACKET), Zone(deck, split.rest))
        return table.with_ledger(ledger).tell(Picked(seat=seat))

    def _switch(self, table: Table, rest: tuple[Ciphertext, ...]) -> Switch:
        (seat,) = self.seats
        keys = table.setup.keys
        target = keys[seat if self.to is None else self.to].purse
        return Switch(key=keys[seat].purse, inputs=rest, targets=(target,) * len(rest))


@dataclass(frozen=True, slots=True)
class HandOver(Step[Layers]):
    """A seat whose packet went to one that is lost hands the same cards to another.

    Attributes:
        to: who gets them.
    """

    kind: ClassVar[str] = "hand over"
    witnessed: ClassVar[bool] = False
    seats: tuple[Seat, ...]
    to: Seat

    def make(self, table: Table, site: Site, me: Me) -> codec.Value:
        """Return the own layers of the cards."""
        return self._switch(table).make(site.spot(me.seat), me, purse_secret(table.group, me))

    def read(self, table: Table, site: Site, seat: Seat, content: codec.Value) -> Layers:
        """Check the layers."""
        return self._switch(table).read(site.spot(seat), content)

    def finish(self, table: Table, site: Site, contributions: Mapping[Seat, Layers]) -> tuple[Table, tuple[Fact, ...]]:
        """Lay the cards in the other's packet."""
        (seat,) = self.seats
        cards = switched(self._switch(table).inputs, [contributions[seat]])
        deck = table.ledger.zones[seat, PASSED].deck
        return table.with_ledger(table.ledger.put((self.to, PACKET), Zone(deck, cards))), ()

    def _switch(self, table: Table) -> Switch:
        (seat,) = self.seats
        keys, passed = table.setup.keys, table.ledger.zone(seat, PASSED)
        return Switch(key=keys[seat].purse, inputs=passed, targets=(keys[self.to].purse,) * len(passed))


def pick_steps(request: Pick) -> tuple[AnyStep, ...]:
    """Return the steps of a pick; before it the packet may have to be handed over again."""
    pick = PickCard((request.seat,), request.to)
    return (pick,) if request.giver is None else (HandOver((request.giver,), request.seat), pick)


def _own_index(me: Me, size: int) -> int:
    if not isinstance(me.choice, PickChoice) or not 0 <= me.choice.index < size:
        raise LocalError(f"one card of the packet is to be picked, 0 to {size - 1}")
    return me.choice.index


def _kept_first(order: tuple[int, ...], index: int) -> tuple[int, ...]:
    return (index, *(place for place in order if place != index))
