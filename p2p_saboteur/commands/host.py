"""``p2p-saboteur host``: open a table for people, here and elsewhere."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from p2p_saboteur.app.joining import Terms
from p2p_saboteur.app.lobby_messages import MAX_LIMIT
from p2p_saboteur.bots.kinds import DEFAULT
from p2p_saboteur.commands.addresses import PORT, advice, describe, open_address
from p2p_saboteur.commands.again import next_tables
from p2p_saboteur.commands.bots import Bots
from p2p_saboteur.commands.json_desk import emit
from p2p_saboteur.commands.numbers import port, whole
from p2p_saboteur.commands.qr import printable_qr
from p2p_saboteur.commands.rule_options import add_kind, add_rule_options, rule_options
from p2p_saboteur.commands.screen import wants_screen
from p2p_saboteur.commands.sitting import Seat, add_table_arguments, player_name, policy_of, sit
from p2p_saboteur.commands.tables import OwnTable, new_secret
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from p2p_saboteur.games.saboteur.state import MAX_SEATS, MIN_SEATS
from p2p_saboteur.text import _

if TYPE_CHECKING:
    import argparse

    from p2p_saboteur.app.client import Client
    from p2p_saboteur.net.invite import Invite


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the table and where it can be reached."""
    parser.add_argument("--players", type=whole(MIN_SEATS, MAX_SEATS), default=4, metavar="N", help="3 to 10 (4)")
    parser.add_argument("--port", type=port, default=PORT, help=f"to listen at ({PORT}); 0 takes any free one")
    parser.add_argument(
        "--advertise",
        action="append",
        default=[],
        metavar="HOST[:PORT]",
        help="where others reach you, for example your router's public address; may be given several times",
    )
    parser.add_argument(
        "--only-advertised", action="store_true", help="tell nobody the other addresses of this computer"
    )
    parser.add_argument("--watchers", action="store_true", help="let others watch; prints a second invite for them")
    parser.add_argument(
        "--lan",
        action="store_true",
        help="list the table in your local network: anybody there can see the invite and sit down",
    )
    add_kind(parser)
    parser.add_argument(
        "--turn-limit",
        type=whole(10, MAX_LIMIT, or_zero=True),
        default=0,
        metavar="SECONDS",
        help=f"for a turn: 10 to {MAX_LIMIT}, 0 for no limit",
    )
    parser.add_argument("--bots", default=DEFAULT, metavar="KIND", help=f"of the bots that you add ({DEFAULT})")
    add_table_arguments(parser)
    add_rule_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Open the table, show the invite, play."""
    policy = policy_of(arguments, arguments.bots)
    bots = Bots(arguments.bots, arguments.seed)
    terms = Terms(
        game=SaboteurGame(rule_options(arguments)),
        seats=arguments.players,
        secret=new_secret(),
        turn_limit=arguments.turn_limit,
        ready=arguments.auto,
        kind=arguments.kind,
    )
    with ExitStack() as listed:
        table = OwnTable(
            kind="host",
            name=player_name(arguments),
            bot=arguments.auto,
            terms=terms,
            bots=bots,
            address=open_address(arguments.port, arguments.advertise, only=arguments.only_advertised),
            watch=new_secret() if arguments.watchers else None,
            opened=Opened(arguments, listed),
            asks=not arguments.auto,
        )
        again = next_tables(table.name, policy, lambda: Bots(arguments.bots, arguments.seed), Opened(arguments))
        following = None if arguments.auto else again
        seat = Seat(policy=policy, bots=bots, add_bot=table.add_bot, screen=True, again=following)
        return sit(arguments, table, seat)


class Opened:
    """Shows an open table's invites, and lists it in the local network if the opener wants that."""

    def __init__(self, arguments: argparse.Namespace, listed: ExitStack | None = None) -> None:
        self._arguments, self._listed = arguments, listed

    def __call__(self, client: Client, invite: Invite, watch: Invite | None) -> None:
        """Show them."""
        if self._arguments.json:
            emit(
                "invite",
                invite=invite.text(),
                watch=watch.text() if watch else None,
                endpoints=list(client.endpoints),
            )
        elif not wants_screen(self._arguments):  # which shows them itself
            _print_invites(client, invite, watch)
        if self._listed is not None and self._arguments.lan:
            from p2p_saboteur.net.lan import announced  # noqa: PLC0415 - only who wants it needs zeroconf

            self._listed.enter_context(announced(invite, player_name(self._arguments), client.mesh.port))


def _print_invites(client: Client, invite: Invite, watch: Invite | None) -> None:
    """Print what is to be sent below the picture of it, so that it stays in sight."""
    lines = [
        _("Your table is open. Send this invite to those who are to play, and to nobody else:"),
        *("", invite.text(), ""),
    ]
    if watch:
        lines += [_("Whoever is only to watch gets this one (p2p-saboteur watch INVITE):"), "", watch.text(), ""]
    lines += [_("It leads to:"), *(f"  {describe(endpoint)}" for endpoint in client.endpoints)]
    told = advice(client.endpoints, client.mesh.port)
    text = "\n".join([*lines, *([told] if told else [])])
    code = printable_qr(invite.text(), text)
    print(f"{code}\n{text}" if code else text, flush=True)
