"""What is new in a chain since it was last looked at, as events."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from protocol.absence import OUT
from protocol.events import Abandoned, Ended, Expelled, Left, StepDone, Voted, VotedOnAbsence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from protocol.chain import Chain
    from protocol.events import Event
    from protocol.game import Seat


@dataclass(slots=True)
class News:
    """Tells each step, each vote and the end of a chain once."""

    chain: Chain
    _steps: int = 0
    _weighed: int = 0
    _voted: set[Seat] = field(default_factory=set)
    _over: bool = False

    def fresh(self) -> Iterator[Event]:
        """Yield what has happened since the last call; all of it has to be taken."""
        for done in self.chain.done[self._steps :]:
            self._steps += 1
            yield StepDone(done)
        for seat in sorted(self.chain.ballots.votes.keys() - self._voted):
            self._voted.add(seat)
            yield Voted(seat)
        for vote in self.chain.absence.entries(0)[self._weighed :]:
            self._weighed += 1
            yield VotedOnAbsence(voter=vote.seat, about=vote.target, out=vote.kind == OUT)
        if self.chain.step is None and not self._over:
            self._over = True
            yield self._end()

    def _end(self) -> Event:
        if self.chain.expelled:
            return Expelled()
        if self.chain.left:
            return Left()
        return Abandoned() if self.chain.ballots.abandoned else Ended()
