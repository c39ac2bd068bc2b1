"""What is told of the others at a table: how each is reached, for whom all wait, how long a turn has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from p2p_saboteur.commands.absence import COST, ENDS, GOES_ON, SEVERAL
from p2p_saboteur.games.saboteur.state import MIN_SEATS
from p2p_saboteur.table_view import Link, Presence, Silence
from p2p_saboteur.text import _
from protocol.errors import LocalError
from protocol.game import Pay, Pick, Shuffle, Turn, Voided
from protocol.losses import without
from protocol.steps.leaving import may_leave
from protocol.words import words_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from p2p_saboteur.app.client import Client
    from p2p_saboteur.seat import SeatView
    from protocol.chain import Chain
    from protocol.game import Seat
    from protocol.session import Session

PATIENCE: Final = 60.0
"""Seconds without an expected message after which somebody counts as silent."""
COARSE: Final = 5
"""Seconds between two looks of a clock that is in no hurry: a screen that stands still costs nothing."""
HURRY: Final = 10


def presences(client: Client) -> tuple[Presence, ...]:
    """Return how each seat can be reached; the table must be open."""
    return tuple(_presence(client, chair) for chair in client.table.seating)


def _presence(client: Client, chair: int) -> Presence:
    key = client.table.header.chairs[chair].link
    return Presence(
        link=_link(client, chair),
        round_trip=_rounded(client.pings.round_trip(key)),
        bot=bool(client.roster and client.roster.bots >> chair & 1),
        away=bool(client.talk and chair in client.talk.away),
    )


def _link(client: Client, chair: int) -> Link:
    if chair == client.chair:
        return Link.NONE
    if chair in client.linked:
        return Link.DIRECT
    reached = client.pump.session.others.reached if client.pump else frozenset()
    return Link.RELAYED if chair in reached else Link.DOWN


def _rounded(seconds: float | None) -> float | None:
    """Return a round trip to two digits, so that the screen stands still while little changes."""
    return None if seconds is None else float(f"{seconds:.1e}")


def may_go(client: Client) -> bool:
    """Return whether the player can leave for good: the others could go on, and no bots of his would go with him."""
    return not client.keeps_bots() and may_leave(client.table)


def votes_to_end(client: Client) -> Collection[Seat]:
    """Return the seats that have voted to end the game for all."""
    return client.pump.session.chain.ballots.votes if client.pump else ()


def heads_equal(client: Client) -> bool | None:
    """Return whether all stand on the same log as far as they have told; None before all have signed a step."""
    if client.pump is None:
        return None
    session = client.pump.session
    if session.others.differing:
        return False
    seats = len(client.table.seating)
    return True if any(len(done.entries) == seats for done in reversed(session.chain.done)) else None


@dataclass(slots=True)
class SilenceClock:
    """Tells for whom the table waits, and since when.

    Attributes:
        what: the step that is waited for, and who is to be put out before it goes on because he is proved to cheat.
        since: when that began, in monotonic seconds.
    """

    what: tuple[int, Seat | None] = (-1, None)
    since: float = 0.0

    def look(self, client: Client, now: float) -> Silence | None:
        """Return who keeps the table waiting; None while nobody else does."""
        if client.pump is None:
            return None
        chain = client.pump.session.chain
        what = chain.number, chain.culprit
        if what != self.what:
            self.what, self.since = what, now
        seats = tuple(seat for seat in chain.awaited if chain.table.seating[seat] != client.chair)
        if not seats or chain.halted or chain.step is None:
            return None
        seconds, thinking = now - self.since, chain.step.chosen and chain.culprit is None
        there = _there(client, seats) if seconds >= PATIENCE else frozenset(chain.table.present)
        direct = {chain.table.seating[seat] for seat in seats} <= client.linked
        return Silence(
            seats=seats,
            seconds=_coarse(seconds),
            direct=direct,
            thinking=thinking,
            late=seconds >= PATIENCE and not (direct and thinking),
            may_vote=seconds >= PATIENCE and may_vote_out(client.pump.session, seats[0]),
            stuck=len(chain.table.present) - len(there) > 1,
            may_end=seconds < PATIENCE or chain.ballots.would_end(there),
            cost=_cost(chain, seats) if seconds >= PATIENCE and chain.table.state is not None else "",
            head_words=words_of(chain.heads[-1]),
        )


def _there(client: Client, silent: Collection[Seat]) -> frozenset[Seat]:
    """Return the present seats that are not silent and can be reached, be it through others."""
    table = client.table
    reached = {seat for seat in table.present if _link(client, table.seating[seat]) is not Link.DOWN}
    return frozenset(reached) - set(silent)


def _cost(chain: Chain, seats: tuple[Seat, ...]) -> str:
    """Return what it costs to go on without the first of these seats, and a warning if there are more."""
    table = chain.table
    _table, facts = without(table, seats[0])
    if not any(isinstance(fact, Voided) for fact in facts) and not isinstance(table.game.request(table.state), Shuffle):
        told = _(GOES_ON)
    else:
        told = _(COST) if len(table.present) - len(seats) >= MIN_SEATS else _(ENDS)
    return told if len(seats) == 1 else f"{told} {_(SEVERAL)}"


def may_vote_out(session: Session, seat: Seat) -> bool:
    """Return whether the own seat may vote now to go on without another one."""
    try:
        return session.may_vote_out(seat) is None
    except LocalError:  # a watcher, or no game to go on with
        return False


@dataclass(slots=True)
class TurnClock:
    """Counts how long whoever is asked still has.

    Attributes:
        limit: seconds a turn; 0 for no limit.
    """

    limit: int = 0
    _asked: object = None
    _deadline: float | None = None

    def look(self, view: SeatView, now: float) -> bool:
        """Start anew when somebody else, or the same one again, is asked; return whether that is so."""
        asked = (view.request, len(view.history))
        if asked == self._asked:
            return False
        self._asked = asked
        counts = self.limit and isinstance(view.request, Turn | Pick | Pay)
        self._deadline = now + self.limit if counts else None
        return True

    def left(self, now: float) -> float | None:
        """Return the seconds that are left, in coarse steps while there are many; None where there is no limit."""
        if self._deadline is None:
            return None
        left = max(0.0, self._deadline - now)
        return _coarse(left) if left > HURRY else float(round(left))


def _coarse(seconds: float) -> float:
    return float(seconds // COARSE * COARSE)
