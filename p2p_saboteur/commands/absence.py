"""Votes on silent players, as people say and read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from p2p_saboteur.app.control import Gone, TableAbandoned, VotedOut
from p2p_saboteur.clean import clean_line, clean_names
from p2p_saboteur.text import _, marked
from protocol.errors import LocalError
from protocol.events import Abandoned, Expelled, Left, VotedOnAbsence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from p2p_saboteur.seat import SeatView
    from protocol.events import Event, Voted
    from protocol.game import Seat

COST: Final = marked("The round is dealt anew without them, and nobody gets gold for it. No secret is lost.")
"""What going on costs where the round cannot go on."""
GOES_ON: Final = marked("The round goes on without them, but not without one more. No secret is lost.")
"""What it costs where it can."""
SEVERAL: Final = marked("Several are missing: if only one of them comes back, a vote may leave no way on.")
ABANDONED: Final = marked("More than half of the players have ended the game. Nobody cheated.")
GONE: Final = marked("You have left the game for good. The others go on without you.")
EXPELLED: Final = marked("The other players go on without you: they did not hear from you. Nobody has cheated.")

ENDS: Final[dict[type[Event], tuple[type[Exception], str]]] = {
    Abandoned: (TableAbandoned, ABANDONED),
    Expelled: (VotedOut, EXPELLED),
    Left: (Gone, GONE),
}
"""By what ends a game early without a fault: the error that stands for it, and what is told."""


def vote_text(event: VotedOnAbsence, names: Sequence[str], how: str = "") -> str:
    """Return the sentence that tells of a vote, and how to vote, too; names are by seat, fit for printing."""
    if not event.out:
        return _("{voter} says that {about} is there.").format(voter=names[event.voter], about=names[event.about])
    told = _("{voter} wants to go on without {about}.").format(voter=names[event.voter], about=names[event.about])
    return f"{told} {how}".rstrip()


def seat_named(text: str, names: Sequence[str]) -> Seat:
    """Return the seat of a name or a number; raise LocalError if there is none."""
    wanted = clean_line(text, 40).strip().casefold()
    for seat, name in enumerate(names):
        if wanted in {name.casefold(), str(seat)}:
            return seat
    raise LocalError(marked("say out and the name of a player"))


def vote_told(event: Voted | VotedOnAbsence, view: SeatView) -> str:
    """Return what the full screen says of a vote: who has voted for what, and how to vote with them."""
    names = clean_names(view.names)
    if isinstance(event, VotedOnAbsence):
        return vote_text(event, names, _("(w, then o, votes too.)"))
    if event.seat == view.seat:
        return _("You have voted to end the game; it ends when more than half have.")
    return _("{name} has voted to end the game. (q, then e, votes too.)").format(name=names[event.seat])
