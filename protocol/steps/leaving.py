"""A seat leaves in order: its entry takes the place of the one that the step expects. PROTOCOL "Tolerant tables".

It takes its layer off the cards that are still to be dealt, at strict tables too, and shows its key to nobody. Since a
step does not end without the entries of all whom it expects, everybody agrees on when the seat has left.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from protocol import codec, losses
from protocol.errors import Invalid, Reason
from protocol.steps.base import Me, Site, Step
from protocol.steps.keys import table_secret
from protocol.steps.layers import undealt
from protocol.steps.reveal import make_shares, read_shares
from protocol.votes import FEWEST

if TYPE_CHECKING:
    from collections.abc import Mapping

    from protocol.elgamal import Ciphertext
    from protocol.game import Fact, Seat, TableCard
    from protocol.group import Element
    from protocol.table import Table


@dataclass(frozen=True, slots=True)
class Farewell:
    """What a seat says that leaves: its layer x A of each card from which it has to come off."""

    layers: Mapping[TableCard, Element]


def may_leave(table: Table) -> bool:
    """Return whether a seat can leave so that the others go on: two are left at least."""
    return table.state is not None and len(table.present) >= FEWEST


@dataclass(frozen=True, slots=True)
class Leave(Step[Farewell]):
    """A seat takes its layer off the undealt cards instead of its part in a step, which has no effect then."""

    kind: ClassVar[str] = "leave"
    chosen: ClassVar[bool] = True
    seats: tuple[Seat, ...]

    def make(self, table: Table, site: Site, me: Me) -> codec.Value:
        """Return x A of each card that is undealt without the seat, for the own table key x."""
        cards = _cards(table, me.seat)
        if not cards:
            return None
        key, public = table_secret(table.group, me, table.setup), table.setup.keys[me.seat].table
        return make_shares(site.spot(me.seat), me, key, public, list(cards.values()))

    def read(self, table: Table, site: Site, seat: Seat, content: codec.Value) -> Farewell:
        """Check them against the seat's table key; refuse it where two would not be left."""
        if not may_leave(table):
            raise Invalid(Reason.NOT_EXPECTED, "entry.kind")
        cards = _cards(table, seat)
        if not cards:
            codec.nothing(content)
            return Farewell({})
        shares = read_shares(site.spot(seat), table.setup.keys[seat].table, list(cards.values()), content)
        return Farewell(dict(zip(cards, shares, strict=True)))

    def finish(
        self, table: Table, site: Site, contributions: Mapping[Seat, Farewell]
    ) -> tuple[Table, tuple[Fact, ...]]:
        """Go on without the seat."""
        return leave(table, contributions)


def leave(table: Table, farewells: Mapping[Seat, Farewell]) -> tuple[Table, tuple[Fact, ...]]:
    """Return the table after seats have left, in seat order, and what the game was told."""
    facts: tuple[Fact, ...] = ()
    for seat, farewell in sorted(farewells.items()):
        table, more = losses.without(table, seat, farewell.layers)
        facts += more
    return table, facts


def _cards(table: Table, seat: Seat) -> dict[TableCard, Ciphertext]:
    """Return the cards that are still to be dealt once a seat has left, if its layer lies on them."""
    if seat not in table.setup.keys:
        return {}
    return undealt(losses.going_on(table, seat)[0])
