"""A proved fault in plain sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from p2p_saboteur import table_view
from p2p_saboteur.app.keeping import proof_path
from p2p_saboteur.clean import clean_names
from p2p_saboteur.text import _, marked
from protocol.errors import Reason
from protocol.log import OPENING_STEPS
from protocol.worths import WORTH

if TYPE_CHECKING:
    from p2p_saboteur.app.client import Client
    from protocol.events import Faulted
    from protocol.faults import Fault
    from protocol.header import Header
    from protocol.table import Table

_WHAT: Final = {
    Reason.SIGNATURE: marked("it holds a signature that is none"),
    Reason.ENCODING: marked("its content is not what such a message holds"),
    Reason.POINT: marked("it holds a number that is no valid point"),
    Reason.SCALAR: marked("it holds a number that is out of range"),
    Reason.COMMITMENT: marked("what was opened is not what had been committed to"),
    Reason.DUPLICATE_KEY: marked("it repeats a key that is in use already"),
    Reason.PROOF: marked("the proof that it was done honestly fails"),
    Reason.NOT_RERANDOMISED: marked("the cards were not hidden anew"),
    Reason.CARD: marked("what was shown is no card of the deck"),
    Reason.INDEX: marked("it names a card that the player does not hold"),
    Reason.ILLEGAL_MOVE: marked("the rules forbid the move"),
    Reason.NOT_EXPECTED: marked("nothing like it was to be said then"),
    Reason.STATE: marked("it says that the table looks otherwise than it does"),
    Reason.RESULT: marked("it signs another result than the game has"),
    Reason.EQUIVOCATION: marked("the player signed two different versions of it"),
    Reason.SHARE: marked("what it gave another player to keep is not what it had promised"),
    Reason.COMPLAINT: marked("it complains of something that is right"),
}
_DEED: Final = {
    "sit": marked("taking a seat"),
    "nonce": marked("drawing lots for the seats"),
    "commit": marked("making keys"),
    "keys": marked("making keys"),
    "carry": marked("carrying the nuggets over"),
    "shuffle": marked("shuffling"),
    "shares": marked("giving the others what they need if somebody is lost"),
    "shares ok": marked("confirming what it was given"),
    "strip": marked("going on without a lost player"),
    "leave": marked("leaving"),
    "deal": marked("dealing"),
    "peek": marked("helping somebody to look at a goal"),
    "reveal": marked("turning up cards"),
    "show": marked("showing the role"),
    "play": marked("playing"),
    "agree": marked("confirming a turn"),
    "pick": marked("picking a nugget"),
    "hand over": marked("handing nuggets on"),
    "pay": marked("being paid"),
    "settle": marked("being paid"),
    "settle deal": marked("dealing"),
    "settle sum": marked("being paid"),
    "total": marked("proving the gold"),
    "close": marked("signing the result"),
    "out": marked("voting on a silent player"),
    "keep": marked("voting on a silent player"),
    "stop": marked("saying where the game goes on"),
    "abandon": marked("voting to end the game"),
    WORTH: marked("proving the gold"),
}
_UNKNOWN: Final = marked("signing what there is not")


def names_of(header: Header) -> tuple[str, ...]:
    """Return the players' names by chair, fit for printing."""
    return clean_names(tuple(chair.name for chair in header.chairs))


def fault_told(fault: Fault, client: Client) -> str:
    """Return who is at fault and why, that the game goes on without him, and where the proof is."""
    told = _("The proof is in {path}").format(path=proof_path(client.folder, fault.culprit))
    return f"{explain_fault(fault, client.table)} {_without(fault, client.table)} {told}"


def shown_fault(event: Faulted, client: Client) -> table_view.Fault:
    """Return what the full screen shows of a proved fault."""
    fault, table = event.fault, client.table
    return table_view.Fault(
        culprit=fault.culprit,
        what=explain_fault(fault, table),
        meaning=_("The game is over for all.") if event.ends else _without(fault, table),
        evidence=str(proof_path(client.folder, fault.culprit)),
    )


def _without(fault: Fault, table: Table) -> str:
    if fault.entries[0].kind == WORTH:
        return _("The game had been ended for all already.")
    return _("The game goes on without {name}.").format(name=_culprit(fault, table))


def _culprit(fault: Fault, table: Table) -> str:
    chair = fault.culprit if fault.step < OPENING_STEPS else table.seating[fault.culprit]
    return names_of(table.header)[chair]


def explain_fault(fault: Fault, table: Table) -> str:
    """Return who is at fault, in which step, and why."""
    deed = _DEED.get(fault.entries[0].kind, _UNKNOWN)  # a cheat may write anything there
    told = _("{name} is proved to have broken the rules while {deed} (step {step}): {what} ({reason}: {check}).")
    return told.format(
        name=_culprit(fault, table),
        step=fault.step,
        deed=_(deed),
        what=_(_WHAT[fault.reason]),
        reason=fault.reason.value,
        check=fault.check,
    )
