"""Who is lost, leaves or cheats in a log that is made anew, and what it and the others sign then."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from protocol import codec, voting
from protocol.caught import last_common
from protocol.log import MAX_STEP, Entry, sign_entry
from protocol.steps.leaving import Leave
from protocol.stopping import STOP, stop_body

if TYPE_CHECKING:
    from protocol.chain import Chain
    from protocol.conformance.node import Node
    from protocol.conformance.players import Player
    from protocol.conformance.trial import Json


VOTED_OUT: Final = "voted out"
LEAVES: Final = "leaves"
BAD_BODY: Final = "bad body"
TWO_BODIES: Final = "two bodies"
WAYS: Final = (VOTED_OUT, LEAVES, BAD_BODY, TWO_BODIES)
"""How a seat goes: by the votes of all others, in order, or because it cheats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone:
    """A seat that is there no more.

    Attributes:
        step: in which it goes or cheats; its entry is expected there.
        seat: who goes.
        way: one of `WAYS`. Who cheats signs a body that says nothing after all others have signed theirs, so that
            these stop in that step; or another body when the step behind it, of one of them, has ended already, while
            the last of them has not come there.
    """

    step: int
    seat: int
    way: str

    @property
    def cheats(self) -> bool:
        """Whether it is put out because of what it has signed."""
        return self.way in {BAD_BODY, TWO_BODIES}

    def acts(self, chain: Chain) -> bool:
        """Return whether the next entry may have to do with it."""
        if self.way == TWO_BODIES:
            return self.step + 2 == chain.number and self.seat in chain.table.present
        return self.step == chain.number and self.seat in chain.missing

    def entry(self, chain: Chain, players: tuple[Player, ...]) -> Entry | None:
        """Return the next entry that has to do with it, None if others are to say their part of the step first."""
        if self.way == LEAVES:
            return _farewell(chain, players, self.seat)
        if self.way != TWO_BODIES and any(seat != self.seat for seat in chain.missing):
            return None
        if self.way == VOTED_OUT:
            return self._vote(chain, players)
        if all(fault.culprit != self.seat for fault in chain.faults):
            return self._lie(chain, players)
        return self._stop(chain, players)

    def _vote(self, chain: Chain, players: tuple[Player, ...]) -> Entry:
        voted = {entry.seat for entry in chain.absence.entries(chain.number)}
        voter = next(seat for seat in chain.table.present if seat not in {self.seat, *voted})
        (kind, target, step), body = voting.out(chain, voter, self.seat)
        return self._signed(chain, players, voter, (step, kind, target), body)

    def _lie(self, chain: Chain, players: tuple[Player, ...]) -> Entry:
        if self.way == BAD_BODY:
            step = chain.step and chain.step.kind
            return self._signed(chain, players, self.seat, (self.step, step or "", 0), b"\xc1")
        first = chain.done[self.step].entries[self.seat]
        place = (self.step, first.kind, first.target)
        return self._signed(chain, players, self.seat, place, codec.encode(None))

    def _stop(self, chain: Chain, players: tuple[Player, ...]) -> Entry:
        """Return the stop of the next of the others: all stand in the log's present step, or the last one behind."""
        others = [seat for seat in chain.table.present if seat != self.seat]
        signer = next(seat for seat in others if chain.stops.find(seat, self.seat) is None)
        behind = self.way == TWO_BODIES and signer == others[-1]
        step = self.step if behind else chain.number
        past = chain.past
        last = last_common(past, step, self.seat)
        body = stop_body(last, chain.heads[last], past.present(step))
        return self._signed(chain, players, signer, (step, STOP, self.seat), body)

    def _signed(
        self, chain: Chain, players: tuple[Player, ...], seat: int, place: tuple[int, str, int], body: bytes
    ) -> Entry:
        step, kind, target = place
        me = players[chain.table.seating[seat]].me(chain, seat)
        return sign_entry(me.signing, (chain.table.session, seat, step, kind, target, chain.heads[step]), body)

    def to_json(self) -> Json:
        """Return it as JSON."""
        return {"step": self.step, "seat": self.seat, "way": self.way}


def _farewell(chain: Chain, players: tuple[Player, ...], seat: int) -> Entry:
    step, site = Leave((seat,)), replace(chain.site, kind=Leave.kind)
    me = players[chain.table.seating[seat]].me(chain, seat)
    return sign_entry(me.signing, site.slot(seat), step.make_body(chain.table, site, me))


def read(node: Node) -> tuple[Gone, ...]:
    """Read who goes."""
    return tuple(_gone(item) for item in node.items(10))


def _gone(node: Node) -> Gone:
    step, seat, way = node["step"].number(0, MAX_STEP), node["seat"].number(0, 9), node["way"].text(16)
    if way not in WAYS:
        node["way"].fail(f"one of {', '.join(WAYS)} is expected")
    node.finish()
    return Gone(step=step, seat=seat, way=way)
