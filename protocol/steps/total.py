"""Seats show what they own together, each card staying secret. PROTOCOL section "Total"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from protocol import codec
from protocol.game import Totals
from protocol.ledger import PURSE
from protocol.steps.base import Me, Site, Step
from protocol.steps.keys import purse_secret
from protocol.steps.sums import Worth, owned_value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from protocol.game import Fact, Seat
    from protocol.table import Table

MAX_TOTAL: Final = 2**16


@dataclass(frozen=True, slots=True)
class ShowTotals(Step[int]):
    """Seats show the values of their purses."""

    kind: ClassVar[str] = "total"
    seats: tuple[Seat, ...]

    def make(self, table: Table, site: Site, me: Me) -> codec.Value:
        """Return [value, proof]."""
        return prove_total(table, site, me)

    def read(self, table: Table, site: Site, seat: Seat, content: codec.Value) -> int:
        """Check a seat's total."""
        return read_total(table, site, seat, content)

    def finish(self, table: Table, site: Site, contributions: Mapping[Seat, int]) -> tuple[Table, tuple[Fact, ...]]:
        """Tell the game."""
        return table.tell(Totals(values=tuple(contributions[seat] for seat in self.seats)))


def prove_total(table: Table, site: Site, me: Me) -> codec.Value:
    """Return [value, proof] of the own purse."""
    owned = table.ledger.zone(me.seat, PURSE)
    secret = purse_secret(table.group, me)
    value = owned_value(table.group, table.zone_deck(me.seat, PURSE), owned, secret) if owned else 0
    return [value, purse_worth(table, me.seat, value).prove(site.spot(me.seat), me, secret, value)]


def read_total(table: Table, site: Site, seat: Seat, content: codec.Value) -> int:
    """Return what a seat's purse is worth; raise `Invalid` if that is not proved."""
    value, proof = codec.array(content, 2)
    claimed = codec.integer(value, 0, MAX_TOTAL)
    purse_worth(table, seat, claimed).check(site.spot(seat), proof)
    return claimed


def purse_worth(table: Table, seat: Seat, value: int) -> Worth:
    """Return the claim that what a seat owns in its purse is worth so much."""
    owned = table.ledger.zone(seat, PURSE)
    if not owned:  # perhaps before there are any keys
        return Worth(key=table.group.identity, deck="", cards=(), values=(value,))
    deck = table.zone_deck(seat, PURSE).label
    return Worth(key=table.setup.keys[seat].purse, deck=deck, cards=owned, values=(value,))
