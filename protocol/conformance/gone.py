"""Who is lost or leaves in a log that is made anew, and what it and the others sign then."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from protocol import voting
from protocol.log import MAX_STEP, Entry, sign_entry
from protocol.steps.leaving import Leave

if TYPE_CHECKING:
    from protocol.chain import Chain
    from protocol.conformance.node import Node
    from protocol.conformance.players import Player
    from protocol.conformance.trial import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone:
    """A seat that is there no more.

    Attributes:
        step: in which it goes; its entry is expected there.
        seat: who goes.
        leaves: whether in order; else all others vote it out.
    """

    step: int
    seat: int
    leaves: bool

    def entry(self, chain: Chain, players: tuple[Player, ...]) -> Entry | None:
        """Return the next entry that has to do with it, None if others are to say their part of the step first."""
        if self.leaves:
            return _farewell(chain, players, self.seat)
        if any(seat != self.seat for seat in chain.missing):
            return None
        voted = {entry.seat for entry in chain.absence.entries(chain.number)}
        voter = next(seat for seat in chain.table.present if seat not in {self.seat, *voted})
        (kind, target, step), body = voting.out(chain, voter, self.seat)
        me = players[chain.table.seating[voter]].me(chain, voter)
        return sign_entry(me.signing, (chain.table.session, voter, step, kind, target, chain.heads[step]), body)

    def to_json(self) -> Json:
        """Return it as JSON."""
        return {"step": self.step, "seat": self.seat, "leaves": self.leaves}


def _farewell(chain: Chain, players: tuple[Player, ...], seat: int) -> Entry:
    step, site = Leave((seat,)), replace(chain.site, kind=Leave.kind)
    me = players[chain.table.seating[seat]].me(chain, seat)
    return sign_entry(me.signing, site.slot(seat), step.make_body(chain.table, site, me))


def read(node: Node) -> tuple[Gone, ...]:
    """Read who goes."""
    return tuple(_gone(item) for item in node.items(10))


def _gone(node: Node) -> Gone:
    step, seat, leaves = node["step"].number(0, MAX_STEP), node["seat"].number(0, 9), node["leaves"].flag()
    node.finish()
    return Gone(step=step, seat=seat, leaves=leaves)
