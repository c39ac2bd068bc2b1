"""What went wrong in plain sentences: what happened, whether anyone cheated, what to do now; and the exit code.

Imported only when something has gone wrong.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Final

from p2p_saboteur.app.control import Caught, Gone, Stopped, TableAbandoned, VotedOut
from p2p_saboteur.app.game import OtherGame
from p2p_saboteur.app.joining import NotAdmitted, NotReachable
from p2p_saboteur.app.lobby import BadTable
from p2p_saboteur.app.lobby_messages import Refusal
from p2p_saboteur.bots.kinds import NoSuchKind
from p2p_saboteur.commands.absence import ABANDONED, EXPELLED, GONE
from p2p_saboteur.commands.addresses import BadAddress
from p2p_saboteur.commands.blame import explain_fault
from p2p_saboteur.commands.bots import BotEnded
from p2p_saboteur.commands.codes import ExitCode
from p2p_saboteur.commands.comparing import WordsDiffer
from p2p_saboteur.commands.reading import NothingToShow
from p2p_saboteur.commands.redaction import redact
from p2p_saboteur.commands.report import report
from p2p_saboteur.manual import NoManual
from p2p_saboteur.net.invite import BadInvite, OtherInvite
from p2p_saboteur.net.transport import Cause, TransportError
from p2p_saboteur.store.dirs import home
from p2p_saboteur.store.errors import OtherVersion, StoreError
from p2p_saboteur.text import _, marked
from protocol.backend import NotLoaded

REPORT: Final = "error.txt"
TAIL: Final = 12  # lines of what a bot complained about
_REFUSALS: Final = {
    Refusal.SECRET: marked(
        "The host does not take this invite: it may be an old one, or one for watching (p2p-saboteur watch). "
        "Ask for a new one."
    ),
    Refusal.FULL: marked("The table is full. Ask the host for another one."),
    Refusal.REMOVED: marked("The host has taken you out of the lobby."),
    Refusal.CLOSED: marked("The game has begun without you. Ask the host for another table."),
    Refusal.APPLICATION: marked("The host cannot seat you with these keys or addresses. Join once more."),
    Refusal.VERSION: marked("The host speaks another version. Use the same one on both sides."),
    Refusal.GAME: marked("The host plays other rules. Use the same version on both sides."),
}
_NOT_TO_WATCH: Final = marked(
    "The host does not take this invite for watching: it may be an old one, or one for playing (p2p-saboteur join). "
    "Ask for one for watchers; the host has it if others may watch."
)
_OTHERS: Final = (Refusal.VERSION, Refusal.GAME)
"""Refusals for which the version is to blame."""
_ADVICE: Final = dict.fromkeys(Cause, marked("Check that the host's window is open, then try again.")) | {
    Cause.NOBODY_LISTENING: marked("Is the host's window open, and does the router there forward the port?"),
    Cause.NO_ANSWER: marked("A firewall may be in between. Ask the host to look at his router."),
    Cause.CROWDED: marked(
        "Try again in a moment. If it stays so, ask the host for another table, with an invite for players only."
    ),
    Cause.WRONG_HOST_KEY: marked("The invite is an old one, or somebody is in between. Ask the host for a new one."),
    Cause.UNKNOWN_NAME: marked("Is this computer online? If so, ask the host whether the address is right."),
    Cause.NOT_THIS_PROGRAM: marked("Ask the host whether address and port are right."),
}
_KNOWN: Final = (
    (
        WordsDiffer,
        ExitCode.REFUSED,
        marked(
            "You have told all that the words differ, and left. If they do, somebody is in between: send a new invite "
            "on another way. If that was a mistake, p2p-saboteur resume brings you back."
        ),
    ),
    (Stopped, ExitCode.INTERRUPTED, marked("The table was left before the game was over.")),
    (TableAbandoned, ExitCode.ABANDONED, ABANDONED),
    (VotedOut, ExitCode.ABANDONED, EXPELLED),
    (Gone, ExitCode.OK, GONE),
    (
        BadTable,
        ExitCode.OTHER_VERSION,
        marked("The host closed another table than it had shown. You have not sat down at it."),
    ),
    (OtherGame, ExitCode.OTHER_VERSION, ""),
    (OtherVersion, ExitCode.OTHER_VERSION, ""),
    (OtherInvite, ExitCode.OTHER_VERSION, ""),
    (BadInvite, ExitCode.REFUSED, ""),
    (NoSuchKind, ExitCode.USAGE, ""),
    (NothingToShow, ExitCode.ERROR, ""),
    (BadAddress, ExitCode.USAGE, ""),
    (StoreError, ExitCode.ERROR, ""),
    (TransportError, ExitCode.ERROR, ""),
    (NoManual, ExitCode.ERROR, ""),
    (NotLoaded, ExitCode.ERROR, ""),
)
"""Errors with their codes and sentences; an empty one means that the error has its own."""


def explain(error: Exception) -> tuple[int, str]:
    """Return the exit code for an error and what to tell the user."""
    while isinstance(error, ExceptionGroup) and len(error.exceptions) == 1:
        (error,) = error.exceptions
    match error:
        case NotAdmitted(why=why, watches=watches):
            sentence = _NOT_TO_WATCH if watches and why is Refusal.SECRET else _REFUSALS[why]
            return ExitCode.OTHER_VERSION if why in _OTHERS else ExitCode.REFUSED, _(sentence)
        case NotReachable(cause=cause):
            there = cause is Cause.CROWDED
            told = _("The host has not answered.") if there else _("The host cannot be reached.")
            return ExitCode.NOT_REACHED, f"{told} {_(cause.value)} {_(_ADVICE[cause])}"
        case Caught(fault=fault, client=client):
            return ExitCode.CHEATING, f"{explain_fault(fault, client.table)}\n{_after_cheating(str(client.log))}"
        case BotEnded():
            return ExitCode.ERROR, _bot_ended(error)
    for kind, code, sentence in _KNOWN:
        if isinstance(error, kind):
            return code, _(sentence) or str(error)
    return ExitCode.ERROR, _bug(error)


def _after_cheating(log: str) -> str:
    told = _("The game is over. The proof is in {log}: anybody can check it with 'p2p-saboteur verify'.")
    return told.format(log=log)


def _bot_ended(error: BotEnded) -> str:
    lines = redact(error.said).strip().splitlines()[-TAIL:]
    if error.code < 0:
        told = _("The bot {name} was ended by signal {number}, so the game cannot go on.")
    else:
        told = _("The bot {name} ended with code {number}, so the game cannot go on.")
    advice = _("Nobody cheated. Type p2p-saboteur resume to start it again and go on.")
    said = "".join([_("What it said last:"), *(f"\n  {line}" for line in lines)]) if lines else _("It said nothing.")
    return f"{told.format(name=error.name, number=abs(error.code))} {advice} {said}"


def _bug(error: Exception) -> str:
    """Keep the details for a report; what was signed is in the log already."""
    told = _("This program has a mistake ({kind}). Nobody cheated; what was played is saved.")
    sentence = told.format(kind=type(error).__name__) + " " + _("Type p2p-saboteur resume to go on with a game.")
    with suppress(OSError):
        folder = home()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = folder / REPORT
        with open(path, "w", encoding="utf-8", opener=_private) as file:
            file.write(report(error))
        told = _("Please report it with {path}, in which there are no cards, secrets, names or addresses.")
        sentence += " " + told.format(path=path)
    return sentence


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
