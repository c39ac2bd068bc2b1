"""What a seat may and must sign about silent seats, from its log. PROTOCOL section "Absence"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from protocol.absence import KEEP, OUT, keep_body, out_body
from protocol.caught import last_common
from protocol.errors import LocalError
from protocol.log import OPENING_STEPS
from protocol.stopping import STOP, stop_body
from protocol.votes import Refusal

if TYPE_CHECKING:
    from protocol.chain import Chain
    from protocol.game import Seat

REFUSED: Final = {
    Refusal.SEAT: "of two players neither can be voted out, nor can who is not at the table",
    Refusal.OWN_ENTRY: "the table waits for you, too; play first, then vote",
    Refusal.COMPLETE: "the step has ended",
    Refusal.SIGNED: "you have voted on that player in this step",
    Refusal.UNLIFTED: "your last vote still stands",
    Refusal.ANSWERED: "another player says that this one is there",
    Refusal.NOTHING_MISSING: "the table does not wait for that player",
}
"""Why a vote is refused, for people."""

What: TypeAlias = "tuple[str, Seat, int]"
"""Kind, target and step of an entry that stands beside the steps."""


def refusal(chain: Chain, me: Seat, about: Seat) -> Refusal | None:
    """Return why a seat may not sign an `out` about another one now; None if it may.

    Raises:
        LocalError: the game has not begun, is over or stands still.
    """
    if chain.step is None or chain.halted or chain.number < OPENING_STEPS:
        raise LocalError("there is no game to go on with")
    if chain.stopped:
        raise LocalError("first a player who is proved to cheat has to be out")
    return chain.ballot().out_refusal(me, about, held=chain.held(chain.number), complete=False)


def out(chain: Chain, me: Seat, about: Seat) -> tuple[What, bytes]:
    """Return the `out` that a seat may sign now, and its body; raise LocalError if it may not."""
    why = refusal(chain, me, about)
    if why is not None:
        raise LocalError(REFUSED[why])
    return (OUT, about, chain.number), out_body(*chain.ballot().next_out(me, about, held=chain.held(chain.number)))


def due(chain: Chain, me: Seat) -> list[tuple[What, bytes]]:
    """Return all that a seat must sign now beside the steps, each with its body."""
    return [*keeps(chain, me), *stops(chain, me)]


def stops(chain: Chain, me: Seat) -> list[tuple[What, bytes]]:
    """Return the stop that a seat must sign now, if there is one: for one culprit after the other."""
    culprit = chain.culprit
    if culprit in {None, me} or chain.halted or chain.ballots.abandoned or chain.stops.find(me, culprit) is not None:
        return []
    last = last_common(chain.past, chain.number, culprit)
    return [((STOP, culprit, chain.number), stop_body(last, chain.heads[last], chain.table.present))]


def keeps(chain: Chain, me: Seat) -> list[tuple[What, bytes]]:
    """Return each `keep` that a seat must sign now, and its body."""
    if chain.halted or chain.expelled or chain.ballots.abandoned or chain.number < OPENING_STEPS:
        return []
    return [
        ((KEEP, about, step), keep_body(held))
        for step, _ in chain.absence.recent(chain.number)
        if me in chain.attendance(step)[0]  # who has left still owes one for the steps before
        for about, held in chain.votes(step).keeps_due(me, held=chain.held(step), complete=step < chain.number)
    ]
