"""``p2p-saboteur replay``: a game that was played, to be looked at again and shared."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from p2p_saboteur import __version__
from p2p_saboteur.commands.own_cards import own_knowledge
from p2p_saboteur.commands.reading import NothingToShow, Record, read_game
from p2p_saboteur.commands.replay_screen import ReplayScreen
from p2p_saboteur.commands.screen import add_screen_arguments, screen_settings, wants_screen
from p2p_saboteur.commands.stepping import Stepper
from p2p_saboteur.picture.moments import moments
from p2p_saboteur.picture.page import page
from p2p_saboteur.store.whole import write_whole
from p2p_saboteur.text import _, ngettext

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare game and page."""
    parser.epilog = (
        "The log is checked first. If it is at fault or damaged, the game is shown up to there with a banner that says "
        "so, and the exit status is that of verify."
    )
    parser.add_argument("game", metavar="GAME", help="a log file, a game's name, or last")
    parser.add_argument("--html", metavar="FILE", help="write a page with all turns instead, to be shared")
    parser.add_argument(
        "--mine", action="store_true", help="put your own role, hand and maps in: who gets it sees them"
    )
    add_screen_arguments(parser)
    parser.add_argument("--force", action="store_true", help="replace the file if it is there")


def run(arguments: argparse.Namespace) -> int:
    """Step through the game, or write the page."""
    record = read_game(arguments.game)
    if arguments.html:
        return write_page(arguments, record)
    if record.warning:
        print(record.warning, file=sys.stderr)
    if record.events and wants_screen(arguments):
        ReplayScreen(record, screen_settings(arguments)).run()
    else:
        Stepper(record, input, print).run()
    return record.code


def write_page(arguments: argparse.Namespace, record: Record) -> int:
    """Write a game as a page and return the exit code."""
    found = moments(record.events, record.names)
    if not found:
        raise NothingToShow(_("No card has been shuffled in this game yet: there is nothing to show."))
    own = own_knowledge(record, found) if arguments.mine else ()
    drawn = page(found, record.names, banner=record.warning, note=_note(record), own=own)
    if record.warning:
        print(record.warning, file=sys.stderr)
    write_whole(Path(arguments.html), drawn.encode(), force=arguments.force)
    told = ngettext("{file}: {turns} turn.", "{file}: {turns} turns.", found[-1].turn)
    print(told.format(file=arguments.html, turns=found[-1].turn))
    if own:
        print(_("It shows your own role, hand and maps to whoever gets it."))
    return record.code


def _note(record: Record) -> str:
    """Return where a page comes from."""
    told = _(
        "Made by p2p-saboteur {version} from a log that was checked up to the head {head}. "
        "This page proves nothing; the log does: p2p-saboteur verify."
    )
    return told.format(version=__version__, head=record.chain.heads[-1].hex())
