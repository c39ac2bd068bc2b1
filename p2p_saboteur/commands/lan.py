"""``p2p-saboteur lan``: the tables that are listed in the local network; join one by its number."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from p2p_saboteur.commands.addresses import describe
from p2p_saboteur.commands.codes import ExitCode
from p2p_saboteur.commands.join import add_guest_arguments, join
from p2p_saboteur.commands.numbers import seconds, whole
from p2p_saboteur.net.lan import SEARCH, tables
from p2p_saboteur.text import _

if TYPE_CHECKING:
    import argparse

    from p2p_saboteur.net.lan import Listed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what to join and how long to look."""
    parser.epilog = "A listing proves nothing; compare the four words before you play."
    parser.add_argument("number", nargs="?", type=whole(1, 999), metavar="N", help="join the table with this number")
    parser.add_argument("--seconds", type=seconds, default=SEARCH, help=f"how long to look ({SEARCH:.0f})")
    add_guest_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """List tables and join one of them."""
    found = tables(arguments.seconds)
    number = arguments.number
    if number is None:
        _print(found, as_json=arguments.json)
        if not found or arguments.json or not sys.stdin.isatty():
            return ExitCode.OK if found else ExitCode.NOT_REACHED
        number = _ask()
        if number is None:
            return ExitCode.OK
    if not 1 <= number <= len(found):
        told = _("There is no table {number}; so many are listed: {count}.").format(number=number, count=len(found))
        print(told, file=sys.stderr)
        return ExitCode.NOT_REACHED
    return join(arguments, found[number - 1].invite)


def _print(found: list[Listed], *, as_json: bool) -> None:
    if as_json:
        listed = [{"name": table.name, "invite": table.invite.text()} for table in found]
        print(json.dumps({"event": "tables", "tables": listed}, ensure_ascii=False))
        return
    for number, table in enumerate(found, 1):
        print(f"{number:3}  {table.name}  ({describe(table.invite.endpoints[0])})")
    if not found:
        print(_("No table is listed in the local network. (A host lists one with host --lan; join takes an invite.)"))


def _ask() -> int | None:
    try:
        typed = input(_("Join which (number; empty line for none)?") + " ").strip()
    except EOFError:
        return None
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 4 else None
