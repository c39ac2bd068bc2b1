"""Seats prove what their gold is worth when the game has been ended for all. PROTOCOL section "Ending a game early".

A worth is an entry beside the steps: it is no part of any head, it is about the purse as the step begins in which its
signer stands, and each seat signs one, unasked. Nothing hangs on it any more but what people are told.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from protocol import codec
from protocol.errors import Invalid, Reason
from protocol.ledger import PURSE
from protocol.steps.total import prove_total, read_total

if TYPE_CHECKING:
    from protocol.chain import Chain
    from protocol.game import Seat
    from protocol.log import Entry
    from protocol.seat_secrets import SeatSecrets
    from protocol.steps.base import Site
    from protocol.table import Table
    from protocol.voting import What

WORTH: Final = "worth"


class Worths:
    """The worths that are here, one of each seat.

    Attributes:
        values: what the purses are proved to be worth, by seat.
    """

    def __init__(self) -> None:
        self.values: dict[Seat, int] = {}
        self._entries: dict[Seat, Entry] = {}

    def copy(self) -> Worths:
        """Return worths of their own that are the same."""
        twin = Worths()
        twin.values, twin._entries = dict(self.values), dict(self._entries)
        return twin

    @property
    def entries(self) -> dict[Seat, Entry]:
        """All of them by seat, those included that could not be checked here and are only handed on."""
        return self._entries

    def has(self, entry: Entry) -> bool:
        """Return whether this payload is here."""
        known = self._entries.get(entry.seat)
        return known is not None and known.digest == entry.digest

    def keep(self, entry: Entry) -> bool:
        """Keep what cannot be checked here, for others; return whether it is the first of its seat."""
        return self._entries.setdefault(entry.seat, entry) is entry

    def take(self, entry: Entry, value: int) -> None:
        """Count a worth that was checked."""
        self._entries[entry.seat], self.values[entry.seat] = entry, value


def is_worth(entry: Entry) -> bool:
    """Return whether an entry says what its signer's gold is worth."""
    return entry.kind == WORTH


def is_due(chain: Chain, seat: Seat) -> bool:
    """Return whether a seat has yet to prove its worth: the game was ended for all, and it is there and has secrets."""
    over = chain.ballots.abandoned and not (chain.halted or chain.expelled or chain.left)
    return (
        over and seat in chain.table.present and bool(chain.table.ledger.zone(seat, PURSE)) and seat not in chain.shown
    )


def due(chain: Chain, secrets: SeatSecrets | None) -> list[tuple[What, bytes]]:
    """Return the worth that the own seat must sign now, with its body, if there is one.

    Whoever has lost the end of its log but not its newer root signs none: that root is what a proof's nonces come from.
    """
    table, seat = chain.table, chain.own
    if secrets is None or seat is None or not is_due(chain, seat) or secrets.roots.oldest > table.setup.number:
        return []
    site = replace(chain.site, kind=WORTH)
    body = codec.encode(prove_total(table, site, secrets.me(seat, table.setup.number)))
    return [((WORTH, 0, chain.number), body)]


def read_worth(table: Table, site: Site, entry: Entry) -> int:
    """Algorithm 75 (ReadWorth). Return what a seat's purse is proved to be worth; raise `Invalid` if it is at fault.

    Args:
        table: the public state as the entry's step begins, on the entry's head.
        site: where that is, with the kind of these entries.
        entry: the worth.
    """
    cards = len(table.ledger.zone(entry.seat, PURSE))
    if entry.target or not cards:
        raise Invalid(Reason.NOT_EXPECTED, "entry.slot" if entry.target else "entry.kind")
    value = read_total(table, site, entry.seat, codec.decode(entry.body))
    values = table.zone_deck(entry.seat, PURSE).values or ()
    if not cards * min(values) <= value <= cards * max(values):
        raise Invalid(Reason.PROOF, "sum")
    return value
