"""Votes on silent players, as people say and read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from p2p_saboteur.app.control import Gone, TableAbandoned, VotedOut
from p2p_saboteur.clean import clean_line, clean_names
from p2p_saboteur.seat import WATCHER
from p2p_saboteur.text import _, marked
from protocol.errors import LocalError
from protocol.events import Abandoned, Expelled, Left, VotedOnAbsence

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from p2p_saboteur.seat import SeatView
    from protocol.events import Event, Voted
    from protocol.game import Seat

COST: Final = marked(
    "If you go on without who is missing, the round is dealt anew and nobody gets gold for it. No secret is lost."
)
"""What going on costs at a strict table."""
ENDS: Final = marked(
    "If you go on without who is missing, fewer than three are left, and so the game ends with the gold as it is."
)
"""What going on costs where too few would be left."""
GOES_ON: Final = marked(
    "If you go on without who is missing, the round goes on, but not without one more. No secret is lost."
)
"""What it costs where the round can go on."""
SEVERAL: Final = marked("Several are missing: if only one of them comes back, a vote may leave no way on.")
ABANDONED: Final = marked("More than half of the players have ended the game. Nobody cheated.")
GONE: Final = marked("You have left the game for good. The others go on without you.")
EXPELLED: Final = marked("The other players go on without you: they did not hear from you. Nobody has cheated.")

EARLY_ENDS: Final[dict[type[Event], tuple[type[Exception], str]]] = {
    Abandoned: (TableAbandoned, ABANDONED),
    Expelled: (VotedOut, EXPELLED),
    Left: (Gone, GONE),
}
"""By what ends a game early without a fault: the error that stands for it, and what is told."""


def vote_text(event: VotedOnAbsence, names: Sequence[str], own: Seat | None = None, how: str = "") -> str:
    """Return the sentence that tells of a vote.

    Args:
        event: the vote.
        names: by seat, fit for printing.
        own: the player's seat; None for who only watches.
        how: how to vote, too.
    """
    voter, about = names[event.voter], names[event.about]
    match own, event.out:
        case event.voter, True:
            return _("You voted to go on without {about}.").format(about=about)
        case event.voter, _out:
            return _("You say that {about} is there.").format(about=about)
        case event.about, True:
            return _("{voter} wants to go on without you.").format(voter=voter)
        case event.about, _out:
            return _("{voter} says that you are there.").format(voter=voter)
        case _seat, True:
            told = _("{voter} wants to go on without {about}.").format(voter=voter, about=about)
            return f"{told} {how}".rstrip()
    return _("{voter} says that {about} is there.").format(voter=voter, about=about)


def end_text(event: Voted, names: Sequence[str], own: Seat | None, votes: Container[Seat]) -> str:
    """Return the sentence that tells of a vote to end the game for all.

    Args:
        event: the vote.
        names: by seat, fit for printing.
        own: the player's seat; None for who only watches.
        votes: the seats that have voted so; how to do it is told who has not.
    """
    if event.seat == own:
        return _("You have voted to end the game; it ends when more than half have.")
    told = _("{name} has voted to end the game.").format(name=names[event.seat])
    return told if own is None or own in votes else f"{told} {_('(q, then e, votes too.)')}"


def seat_named(text: str, names: Sequence[str]) -> Seat:
    """Return the seat of a name or a number; raise LocalError if there is none."""
    wanted = clean_line(text, 40).strip().casefold()
    for seat, name in enumerate(names):
        if wanted in {name.casefold(), str(seat)}:
            return seat
    raise LocalError(marked("say out and the name of a player"))


def vote_told(event: Voted | VotedOnAbsence, view: SeatView, votes: Container[Seat]) -> str:
    """Return what the full screen says of a vote: who has voted for what, and how to vote with them.

    Args:
        event: the vote.
        view: of the player, or of who only watches.
        votes: the seats that have voted to end the game.
    """
    names = clean_names(view.names)
    if isinstance(event, VotedOnAbsence):
        return vote_text(event, names, view.seat, _("(w, then o, votes too.)"))
    return end_text(event, names, None if view.seat == WATCHER else view.seat, votes)
