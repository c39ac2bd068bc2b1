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
from protocol.game import Close, Shuffle, Total
from protocol.steps.base import Me, Site, Step
from protocol.steps.reveal import Shares, make_shares, read_shares
from protocol.steps.shares import own_share

if TYPE_CHECKING:
    from collections.abc import Mapping

    from protocol import codec
    from protocol.game import Fact, Seat, TableCard
    from protocol.group import Element
    from protocol.table import Table


def undealt(table: Table) -> dict[TableCard, Ciphertext]:
    """Return the cards from which a layer is taken: all that lie on the table face down, by deck and position."""
    return dict(sorted(table.ledger.table.items()))


def on_top(table: Table) -> tuple[Seat, ...]:
    """Return the lost seats whose layers lie on cards that the game still needs, ascending."""
    request = table.game.request(table.state)
    if request is None or isinstance(request, Total | Close):
        return ()
    if isinstance(request, Shuffle) and not any(deck.carried for deck in request.decks):
        return ()
    return tuple(sorted(table.setup.keys.keys() & table.lost - table.setup.stripped))


def can_come_off(table: Table, seat: Seat) -> bool:
    """Return whether all who have a share of a lost seat's key are there."""
    receivers = table.setup.sharings.get(seat, {}).keys()
    return bool(receivers) and receivers <= set(table.present)


def take_off(table: Table, seat: Seat, layers: Mapping[TableCard, Element]) -> Table:
    """Return the table after a seat's layers x A have come off the undealt cards; its key leaves the joint one.

    If one of the layers is not there, they all stay where they are.
    """
    setup = table.setup
    if seat not in setup.keys or not layers.keys() >= table.ledger.table.keys():
        return table
    lying = {name: Ciphertext(card.first, card.second - layers[name]) for name, card in table.ledger.table.items()}
    setup = replace(setup, joint=setup.joint - setup.keys[seat].table, stripped=setup.stripped | {seat})
    return replace(table, setup=setup, ledger=replace(table.ledger, table=lying))


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
        layers = {
            card: sharing.combine(table.group, {seat: contributions[seat][index] for seat in self.seats})
            for index, card in enumerate(undealt(table))
        }
        return take_off(table, self.lost, layers), ()
