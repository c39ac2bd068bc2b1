"""A seat's layer comes off every card that is still to be dealt, and off nothing else. PROTOCOL "Tolerant tables".

A seat that leaves takes it off itself; of one that was lost, the others do it with their shares. Nobody ever learns its
key, with which the cards that were dealt could be opened: their ciphertexts are in the log.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from protocol import sharing
from protocol.elgamal import Ciphertext
from protocol.errors import LocalError
from protocol.steps.base import Me, Site, Step
from protocol.steps.keys import table_secret
from protocol.steps.reveal import Shares, make_shares, read_shares
from protocol.steps.shares import own_share

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from protocol import codec
    from protocol.game import Fact, Seat, TableCard
    from protocol.group import Element
    from protocol.table import Table


def undealt(table: Table) -> dict[TableCard, Ciphertext]:
    """Return the cards from which a layer is taken: all that lie on the table face down, by deck and position."""
    return dict(sorted(table.ledger.table.items()))


def without(table: Table, seat: Seat, layers: Sequence[Element]) -> Table:
    """Return the table after a seat's layers x A have come off the undealt cards; its key leaves the joint one."""
    cards = {
        name: Ciphertext(card.first, card.second - layer)
        for (name, card), layer in zip(undealt(table).items(), layers, strict=True)
    }
    joint = table.setup.joint - table.setup.keys[seat].table
    table = replace(table, setup=replace(table.setup, joint=joint))
    return table.with_ledger(replace(table.ledger, table=cards))


@dataclass(frozen=True, slots=True)
class StripLayers(Step[Shares]):
    """Every seat that is left uses its share of the lost seat's key: all together they take off that seat's layer."""

    kind: ClassVar[str] = "strip"
    seats: tuple[Seat, ...]
    lost: Seat

    def make(self, table: Table, site: Site, me: Me) -> codec.Value:
        """Return f(i + 1) A of each card, for the own share f(i + 1)."""
        share, public = own_share(table, me, self.lost), table.setup.sharings[self.lost][me.seat].image
        return make_shares(site.spot(me.seat), me, share, public, list(undealt(table).values()))

    def read(self, table: Table, site: Site, seat: Seat, content: codec.Value) -> Shares:
        """Check them against the image of the seat's share."""
        public = table.setup.sharings[self.lost][seat].image
        return read_shares(site.spot(seat), public, list(undealt(table).values()), content)

    def finish(self, table: Table, site: Site, contributions: Mapping[Seat, Shares]) -> tuple[Table, tuple[Fact, ...]]:
        """Put the shares together and take the layer off."""
        if set(self.seats) != table.setup.sharings[self.lost].keys():
            raise LocalError("a layer comes off with the shares of all who got one")
        layers = [
            sharing.combine(table.group, {seat: contributions[seat][index] for seat in self.seats})
            for index in range(len(undealt(table)))
        ]
        return without(table, self.lost, layers), ()


@dataclass(frozen=True, slots=True)
class LeaveLayers(Step[Shares]):
    """A seat that leaves takes its layer off the undealt cards, and shows its key to nobody."""

    kind: ClassVar[str] = "leave"
    seats: tuple[Seat, ...]

    def make(self, table: Table, site: Site, me: Me) -> codec.Value:
        """Return x A of each card, for the own table key x."""
        key = table_secret(table.group, me, table.setup)
        public = table.setup.keys[me.seat].table
        return make_shares(site.spot(me.seat), me, key, public, list(undealt(table).values()))

    def read(self, table: Table, site: Site, seat: Seat, content: codec.Value) -> Shares:
        """Check them against the seat's table key."""
        return read_shares(site.spot(seat), table.setup.keys[seat].table, list(undealt(table).values()), content)

    def finish(self, table: Table, site: Site, contributions: Mapping[Seat, Shares]) -> tuple[Table, tuple[Fact, ...]]:
        """Take the layer off."""
        (seat,) = self.seats
        return without(table, seat, contributions[seat]), ()
