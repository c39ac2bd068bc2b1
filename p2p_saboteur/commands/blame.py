"""A proved fault in plain sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from p2p_saboteur.clean import clean_names
from protocol.chain import OPENING_STEPS
from protocol.errors import Reason

if TYPE_CHECKING:
    from protocol.faults import Fault
    from protocol.header import Header
    from protocol.table import Table

_WHAT: Final = {
    Reason.SIGNATURE: "it holds a signature that is none",
    Reason.ENCODING: "its content is not what such a message holds",
    Reason.POINT: "it holds a number that is no valid point",
    Reason.SCALAR: "it holds a number that is out of range",
    Reason.COMMITMENT: "what was opened is not what had been committed to",
    Reason.DUPLICATE_KEY: "it repeats a key that is in use already",
    Reason.PROOF: "the proof that it was done honestly fails",
    Reason.NOT_RERANDOMISED: "the cards were not hidden anew",
    Reason.CARD: "what was shown is no card of the deck",
    Reason.INDEX: "it names a card that the player does not hold",
    Reason.ILLEGAL_MOVE: "the rules forbid the move",
    Reason.NOT_EXPECTED: "nothing like it was to be said then",
    Reason.STATE: "it says that the table looks otherwise than it does",
    Reason.RESULT: "it signs another result than the game has",
    Reason.EQUIVOCATION: "the player signed two different versions of it",
}
_DEED: Final = {
    "sit": "taking a seat",
    "nonce": "drawing lots for the seats",
    "commit": "making keys",
    "keys": "making keys",
    "carry": "carrying the nuggets over",
    "shuffle": "shuffling",
    "deal": "dealing",
    "peek": "helping somebody to look at a goal",
    "reveal": "turning up cards",
    "show": "showing the role",
    "play": "playing",
    "agree": "confirming a turn",
    "pick": "picking a nugget",
    "pay": "being paid",
    "total": "proving the gold",
    "close": "signing the result",
}


def names_of(header: Header) -> tuple[str, ...]:
    """Return the players' names by chair, fit for printing."""
    return clean_names(tuple(chair.name for chair in header.chairs))


def explain_fault(fault: Fault, table: Table) -> str:
    """Return who is at fault, in which step, and why."""
    chair = fault.culprit if fault.step < OPENING_STEPS else table.seating[fault.culprit]
    kind = fault.entries[0].kind
    return (
        f"{names_of(table.header)[chair]} is proved to have broken the rules while {_DEED.get(kind, kind)} "
        f"(step {fault.step}): {_WHAT[fault.reason]} ({fault.reason.value}: {fault.check})."
    )
