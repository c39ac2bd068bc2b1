"""``p2p-saboteur solo``: a table on this computer with bots as processes of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2p_saboteur.app.joining import Terms
from p2p_saboteur.bots.kinds import DEFAULT
from p2p_saboteur.commands.bots import Bots
from p2p_saboteur.commands.numbers import whole
from p2p_saboteur.commands.rule_options import add_kind, add_rule_options, rule_options
from p2p_saboteur.commands.screen import wants_screen
from p2p_saboteur.commands.sitting import Seat, add_table_arguments, player_name, policy_of, sit
from p2p_saboteur.commands.tables import OwnTable, new_secret
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from p2p_saboteur.games.saboteur.state import MAX_SEATS, MIN_SEATS

if TYPE_CHECKING:
    import argparse

    from p2p_saboteur.commands.tables import Table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the table's size, the bots and the rules."""
    parser.add_argument("--players", type=whole(MIN_SEATS, MAX_SEATS), default=4, metavar="N", help="3 to 10 (4)")
    parser.add_argument("--bots", default=DEFAULT, metavar="KIND", help=f"random, steady or module:Class ({DEFAULT})")
    add_kind(parser)
    add_table_arguments(parser)
    add_rule_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Open the table, start the bots, play; on the full screen again and again, if the player wants that."""
    return sit(arguments, *_new_table(arguments))


def _new_table(arguments: argparse.Namespace) -> tuple[Table, Seat]:
    policy = policy_of(arguments, arguments.bots)  # a wrong kind is told before anything is started
    bots = Bots(arguments.bots, arguments.seed)
    game = SaboteurGame(rule_options(arguments))
    table = OwnTable(
        kind="solo",
        name=player_name(arguments),
        bot=arguments.auto,
        terms=Terms(game=game, seats=arguments.players, secret=new_secret(), kind=arguments.kind),
        bots=bots,
        fill=arguments.players - 1,
    )
    again = (lambda _control, _offered: _new_table(arguments)) if wants_screen(arguments) else None
    return table, Seat(policy=policy, bots=bots, stays=False, screen=True, again=again)
