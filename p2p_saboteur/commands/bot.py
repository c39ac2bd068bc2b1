"""``p2p-saboteur bot``: a bot that joins a table."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from p2p_saboteur.app.children import end_with_parent, receive_letter
from p2p_saboteur.app.control import Caught, NetworkControl, Stopped, TableAbandoned, VotedOut
from p2p_saboteur.app.joining import PATIENCE
from p2p_saboteur.app.keeping import Sitting
from p2p_saboteur.app.opening import Address
from p2p_saboteur.bots.kinds import DEFAULT, bot, folder_for
from p2p_saboteur.commands.addresses import guest_address
from p2p_saboteur.commands.codes import ExitCode
from p2p_saboteur.commands.playing import ProgressLine, show_news, watch_bot
from p2p_saboteur.commands.tables import JoinedTable, ResumedTable
from p2p_saboteur.commands.voter import Voter
from p2p_saboteur.net.invite import read_invite
from p2p_saboteur.store.dirs import games
from p2p_saboteur.store.errors import NotFound

if TYPE_CHECKING:
    import argparse

    from p2p_saboteur.commands.tables import Table
    from p2p_saboteur.seat import Policy

GOODBYE: Final = 3.0  # seconds to wait for the last signatures when the parent leaves


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare where to join and how to play."""
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--join", metavar="INVITE", help="the invite; - reads it from standard input")
    where.add_argument("--resume", action="store_true", help="go on at the table where this bot sat last")
    parser.add_argument("--name", default="bot", help="what the others call it")
    parser.add_argument("--kind", default=DEFAULT, help=f"random, steady or module:Class (default {DEFAULT})")
    parser.add_argument("--seed", help="of the bot's choices; cards never hang on it")
    parser.add_argument(
        "--child",
        action="store_true",
        help="end as soon as standard input does; its first line is the invite, or where the opener is now",
    )


def run(arguments: argparse.Namespace) -> int:
    """Join, play to the end and stay for the others until they have it all."""
    table, policy = _table(arguments)
    line = ProgressLine()
    voter = Voter()
    with NetworkControl(table.serve, show=show_news(line), check=voter.check, only_when_asked=True) as control:
        voter.control = control
        if arguments.child:
            end_with_parent(lambda: control.leave(GOODBYE))
        try:
            watch_bot(control, policy, lambda _: line.clear())
            control.rest(until_alone=not arguments.child)
        except Stopped:
            return ExitCode.OK if control.over else ExitCode.INTERRUPTED
        except (Caught, TableAbandoned, VotedOut):
            control.rest(until_alone=not arguments.child)  # the others may still need the evidence or the votes
            raise
    return ExitCode.OK


def _table(arguments: argparse.Namespace) -> tuple[Table, Policy]:
    letter = receive_letter().decode() if arguments.child else ""
    if arguments.resume:
        return _resumed(letter)
    policy = bot(arguments.kind, arguments.seed)
    text: str = letter or arguments.join
    invite = read_invite(sys.stdin.readline() if text == "-" else text)
    table = JoinedTable(
        invite=invite,
        name=arguments.name,
        bot=True,
        auto=True,
        address=Address() if arguments.child else guest_address(invite),
        patience=PATIENCE,
        more={"kind": arguments.kind, "seed": arguments.seed, "folder": folder_for(arguments.kind)},
    )
    return table, policy


def _resumed(opener: str) -> tuple[Table, Policy]:
    """Return the table where the bot sat last, and the bot as it was made then."""
    folders = games()
    if not folders:
        raise NotFound("This bot has not sat at a table yet.")
    sitting = Sitting.load(folders[-1])
    seed, kind = sitting.more.get("seed"), str(sitting.more.get("kind", DEFAULT))
    policy = bot(kind, None if seed is None else str(seed), str(sitting.more.get("folder", "")))
    return ResumedTable(folder=folders[-1], sitting=sitting, bot=True, opener=opener, patience=PATIENCE), policy
