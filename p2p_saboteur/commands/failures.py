"""What went wrong in plain sentences: what happened, whether anyone cheated, what to do now; and the exit code.

Imported only when something has gone wrong.
"""

from __future__ import annotations

import os
import re
import traceback
from contextlib import suppress
from typing import Final

from p2p_saboteur.app.client import NotAdmitted
from p2p_saboteur.app.control import Caught, Stopped, TableAbandoned
from p2p_saboteur.app.game import OtherGame
from p2p_saboteur.app.lobby import BadTable
from p2p_saboteur.app.lobby_messages import Refusal
from p2p_saboteur.bots.kinds import NoSuchKind
from p2p_saboteur.commands.blame import explain_fault
from p2p_saboteur.commands.codes import ExitCode
from p2p_saboteur.commands.reading import NothingToShow
from p2p_saboteur.commands.solo import BotEnded
from p2p_saboteur.manual import NoManual
from p2p_saboteur.net.invite import BadInvite
from p2p_saboteur.net.transport import TransportError
from p2p_saboteur.store.dirs import home
from p2p_saboteur.store.errors import OtherVersion, StoreError

REPORT: Final = "error.txt"
TAIL: Final = 12  # lines of what a bot complained about
_REFUSALS: Final = {
    Refusal.SECRET: (ExitCode.REFUSED, "The host does not take this invite: its secret is another. Ask for a new one."),
    Refusal.FULL: (ExitCode.REFUSED, "The table is full. Ask the host for another one."),
    Refusal.REMOVED: (ExitCode.REFUSED, "The host has taken you out of the lobby."),
    Refusal.CLOSED: (ExitCode.REFUSED, "The game has begun without you. Ask the host for another table."),
    Refusal.APPLICATION: (ExitCode.REFUSED, "The host cannot seat you with these keys or addresses. Join once more."),
    Refusal.VERSION: (ExitCode.OTHER_VERSION, "The host speaks another version. Use the same one on both sides."),
    Refusal.GAME: (ExitCode.OTHER_VERSION, "The host plays other rules. Use the same version on both sides."),
}
_KNOWN: Final = (
    (Stopped, ExitCode.INTERRUPTED, "The table was left before the game was over."),
    (TableAbandoned, ExitCode.ABANDONED, "More than half of the players have ended the game. Nobody cheated."),
    (BadTable, ExitCode.OTHER_VERSION, "The host closed another table than it had shown. You have not sat down at it."),
    (OtherGame, ExitCode.OTHER_VERSION, ""),
    (OtherVersion, ExitCode.OTHER_VERSION, ""),
    (BadInvite, ExitCode.REFUSED, ""),
    (NoSuchKind, ExitCode.USAGE, ""),
    (NothingToShow, ExitCode.ERROR, ""),
    (StoreError, ExitCode.ERROR, ""),
    (TransportError, ExitCode.ERROR, ""),
    (NoManual, ExitCode.ERROR, ""),
)
"""Errors with their codes and sentences; an empty one means that the error has its own."""
# What may be secret in a traceback of ours: invites, long hexadecimal or base-64 words, byte strings.
_SECRETS: Final = re.compile(r"SAB1:[A-Z2-7]+|\b[0-9A-Za-z+]{32,}={0,2}|\bb'[^'\n]*'|\bb\"[^\"\n]*\"", re.IGNORECASE)


def explain(error: Exception) -> tuple[int, str]:
    """Return the exit code for an error and what to tell the user."""
    match error:
        case NotAdmitted(why=why):
            return _REFUSALS[why]
        case Caught(fault=fault, client=client):
            return ExitCode.CHEATING, f"{explain_fault(fault, client.table)}\n{_after_cheating(str(client.log))}"
        case BotEnded():
            return ExitCode.ERROR, _bot_ended(error)
    for kind, code, sentence in _KNOWN:
        if isinstance(error, kind):
            return code, sentence or str(error)
    return ExitCode.ERROR, _bug(error)


def redact(text: str) -> str:
    """Return a text without anything that may be a secret."""
    return _SECRETS.sub("<redacted>", text)


def _after_cheating(log: str) -> str:
    return f"The game is over. The proof is in {log}: anybody can check it with 'p2p-saboteur verify'."


def _bot_ended(error: BotEnded) -> str:
    lines = redact(error.said).strip().splitlines()[-TAIL:]
    said = "".join(f"\n  {line}" for line in lines) or " It said nothing."
    how = f"was ended by signal {-error.code}" if error.code < 0 else f"ended with code {error.code}"
    return (
        f"The bot {error.name} {how}, so the game cannot go on. Nobody cheated. Start a new one. "
        f"What it said last:{said}"
    )


def _bug(error: Exception) -> str:
    """Keep the details for a report; what was signed is in the log already."""
    sentence = f"This program has a mistake ({type(error).__name__}). Nobody cheated; what was played is saved."
    with suppress(OSError):
        folder = home()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = folder / REPORT
        with open(path, "w", encoding="utf-8", opener=_private) as file:
            file.write(redact("".join(traceback.format_exception(error))))
        sentence += f" Please report it with {path}."
    return sentence


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
