"""``p2p-saboteur bot``: a bot that joins a table."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from p2p_saboteur.app.children import end_with_parent, receive_letter
from p2p_saboteur.app.client import guest_lobby, new_client
from p2p_saboteur.app.control import Caught, NetworkControl, Stopped
from p2p_saboteur.bots.kinds import DEFAULT, bot
from p2p_saboteur.commands.codes import ExitCode
from p2p_saboteur.commands.playing import ProgressLine, show_news, watch_bot
from p2p_saboteur.net.invite import Invite, read_invite
from p2p_saboteur.net.policy import Roster

if TYPE_CHECKING:
    import argparse

GOODBYE: Final = 1.0  # seconds to wait for the last signatures when the parent leaves


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare where to join and how to play."""
    parser.add_argument("--join", required=True, metavar="INVITE", help="the invite; - reads it from standard input")
    parser.add_argument("--name", default="bot", help="what the others call it")
    parser.add_argument("--kind", default=DEFAULT, help=f"random, steady or module:Class (default {DEFAULT})")
    parser.add_argument("--seed", help="of the bot's choices; cards never hang on it")
    parser.add_argument(
        "--child", action="store_true", help="end as soon as standard input does, whose first line is the invite"
    )


def run(arguments: argparse.Namespace) -> int:
    """Join, play to the end and stay for the others until they have it all."""
    policy = bot(arguments.kind, arguments.seed)
    invite = read_invite(_invite_text(arguments))
    line = ProgressLine()
    with NetworkControl(lambda control: _table(control, invite, arguments.name), show=show_news(line)) as control:
        if arguments.child:
            end_with_parent(lambda: control.leave(GOODBYE))
        try:
            watch_bot(control, policy, lambda _: line.clear())
            control.rest(until_alone=not arguments.child)
        except Stopped:
            return ExitCode.OK if control.over else ExitCode.INTERRUPTED
        except Caught:
            control.rest(until_alone=not arguments.child)  # the others may still need the evidence
            raise
    return ExitCode.OK


def _invite_text(arguments: argparse.Namespace) -> str:
    if arguments.child:
        return receive_letter().decode()
    text: str = arguments.join
    return sys.stdin.readline() if text == "-" else text


async def _table(control: NetworkControl, invite: Invite, name: str) -> None:
    async with new_client(Roster(frozenset()), control.tell) as client:
        control.client = client
        roster = await client.join_table(guest_lobby(client, invite, name=name, bot=True), invite)
        await client.play(roster)
