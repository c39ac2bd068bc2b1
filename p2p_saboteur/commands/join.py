"""``p2p-saboteur join``: sit down at somebody else's table."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from p2p_saboteur.app.joining import PATIENCE
from p2p_saboteur.bots.kinds import DEFAULT
from p2p_saboteur.clean import clean_line
from p2p_saboteur.commands.addresses import guest_address, open_address
from p2p_saboteur.commands.again import next_tables
from p2p_saboteur.commands.bots import Bots
from p2p_saboteur.commands.host import Opened
from p2p_saboteur.commands.menu import pasted_invite
from p2p_saboteur.commands.numbers import port, seconds
from p2p_saboteur.commands.sitting import Seat, add_table_arguments, player_name, policy_of, sit
from p2p_saboteur.commands.tables import JoinedTable
from p2p_saboteur.net.invite import MAX_TEXT, PREFIX, BadInvite, Invite, read_invite
from p2p_saboteur.store.errors import told
from p2p_saboteur.text import _

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the invite and where others can reach this player."""
    parser.add_argument(
        "invite", nargs="+", metavar="INVITE", help="the invite, a file that holds it, or - for standard input"
    )
    add_guest_arguments(parser)


def add_guest_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what holds for every way to a table."""
    parser.add_argument("--port", type=port, default=0, help="to listen at; any free one unless given")
    parser.add_argument(
        "--advertise", action="append", default=[], metavar="HOST[:PORT]", help="where others reach you"
    )
    parser.add_argument(
        "--patience", type=seconds, default=PATIENCE, metavar="SECONDS", help=f"to look for the host ({PATIENCE:.0f})"
    )
    add_table_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Join and play."""
    return join(arguments, invite_of(" ".join(arguments.invite)))


def join(arguments: argparse.Namespace, invite: Invite) -> int:
    """Join the table of an invite and play."""
    policy = policy_of(arguments)
    own = arguments.port or arguments.advertise
    table = JoinedTable(
        invite=invite,
        name=player_name(arguments),
        bot=False,
        auto=arguments.auto,
        address=open_address(arguments.port, arguments.advertise) if own else guest_address(invite),
        patience=arguments.patience,
        asks=not arguments.auto,
    )
    again = next_tables(table.name, policy, lambda: Bots(DEFAULT, arguments.seed), Opened(arguments))
    return sit(arguments, table, Seat(policy=policy, screen=True, again=None if arguments.auto else again))


def invite_of(text: str) -> Invite:
    """Return the invite that a user means.

    Raises:
        BadInvite: it is none.
        StoreError: the file cannot be read.
    """
    if text == "-":
        return read_invite(pasted_invite() if sys.stdin.isatty() else sys.stdin.readline())
    path = Path(text)
    if not text.strip().upper().startswith(PREFIX) and len(text) < 1000:
        if path.is_file():
            with told(path), path.open(encoding="utf-8", errors="replace") as file:
                text = _first_invite(file.read(MAX_TEXT))
        elif path.suffix or path.name != text:
            missing = _("There is no file {path}, and an invite begins with {prefix}. Check the name.")
            raise BadInvite(missing.format(path=clean_line(text), prefix=PREFIX))
    return read_invite(text)


def _first_invite(text: str) -> str:
    """Return the invite in a file, which may hold a letter around it."""
    at = text.upper().find(PREFIX)
    rest = text[max(at, 0) :].lstrip()
    return rest.split("\n\n")[0] if at > 0 else rest
