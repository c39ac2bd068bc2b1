"""What is new in a chain since it was last looked at, as events."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from protocol.absence import OUT
from protocol.events import Abandoned, Ended, Expelled, Left, StepDone, Stopped, Voted, VotedOnAbsence, WorthProved

if TYPE_CHECKING:
    from collections.abc import Iterator

    from protocol.chain import Chain
    from protocol.done import Done
    from protocol.events import Event
    from protocol.game import Seat


@dataclass(slots=True)
class News:
    """Tells each step, each vote and the end of a chain once."""

    chain: Chain
    _done: list[Done] = field(default_factory=list)
    _weighed: set[bytes] = field(default_factory=set)
    _stops: int = 0
    _voted: set[Seat] = field(default_factory=set)
    _over: bool = False
    _worths: set[Seat] = field(default_factory=set)

    def fresh(self) -> Iterator[Event]:
        """Yield what has happened since the last call; all of it has to be taken."""
        while self._done and self.chain.done[len(self._done) - 1 : len(self._done)] != self._done[-1:]:
            self._done.pop()  # it was taken back
        for done in self.chain.done[len(self._done) :]:
            self._done.append(done)
            yield StepDone(done)
        for seat in sorted(self.chain.ballots.votes.keys() - self._voted):
            self._voted.add(seat)
            yield Voted(seat)
        for vote in self.chain.absence.entries(0):
            if vote.digest not in self._weighed:
                self._weighed.add(vote.digest)
                yield VotedOnAbsence(voter=vote.seat, about=vote.target, out=vote.kind == OUT)
        for stop in self.chain.stops.entries[self._stops :]:
            self._stops += 1
            yield Stopped(seat=stop.seat, culprit=stop.target)
        self._over = self._over and self.chain.step is None
        if self.chain.step is None and not self._over:
            self._over = True
            yield self._end()
        for seat in sorted(self.chain.worths.values.keys() - self._worths):
            self._worths.add(seat)
            yield WorthProved(seat, self.chain.worths.values[seat])

    def _end(self) -> Event:
        if self.chain.expelled:
            return Expelled()
        if self.chain.left:
            return Left()
        return Abandoned() if self.chain.ballots.abandoned else Ended()
