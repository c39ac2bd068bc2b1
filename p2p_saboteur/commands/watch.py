"""``p2p-saboteur watch``: see and check all that is public at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2p_saboteur.app.joining import PATIENCE
from p2p_saboteur.commands.join import invite_of
from p2p_saboteur.commands.numbers import seconds
from p2p_saboteur.commands.sitting import Seat, add_output_arguments, sit
from p2p_saboteur.commands.tables import WatchedTable

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the invite."""
    parser.add_argument(
        "invite", nargs="+", metavar="INVITE", help="the invite for watchers, a file that holds it, or -"
    )
    parser.add_argument(
        "--patience", type=seconds, default=PATIENCE, metavar="SECONDS", help=f"to look for the host ({PATIENCE:.0f})"
    )
    add_output_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Watch until the game is over."""
    table = WatchedTable(invite=invite_of(" ".join(arguments.invite)), patience=arguments.patience)
    return sit(arguments, table, Seat(policy=None, stays=False, screen=True))
