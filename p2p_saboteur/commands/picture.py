"""``p2p-saboteur picture``: the board of a game as a file of SVG."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from p2p_saboteur.commands.codes import ExitCode
from p2p_saboteur.commands.numbers import whole
from p2p_saboteur.commands.reading import NothingToShow, read_game
from p2p_saboteur.picture.moments import moments
from p2p_saboteur.picture.svg import picture
from p2p_saboteur.store.whole import write_whole
from p2p_saboteur.text import _

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from p2p_saboteur.picture.moments import Moment


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare game, turn and file."""
    parser.epilog = (
        "The log is checked first. If it is at fault or damaged, the picture shows the game up to there and says so, "
        "and the exit status is that of verify."
    )
    parser.add_argument("game", metavar="GAME", help="a log file, a game's name, or last")
    parser.add_argument(
        "--turn", type=whole(0, 99_999), metavar="N", help="the board after so many turns; as it is last unless given"
    )
    parser.add_argument(
        "-o", "--output", default="board.svg", metavar="FILE", help="board.svg unless given; - to print"
    )
    parser.add_argument("--force", action="store_true", help="replace the file if it is there")


def run(arguments: argparse.Namespace) -> int:
    """Draw the board."""
    record = read_game(arguments.game)
    found = moments(record.events, record.names)
    if not found:
        raise NothingToShow(_("No card has been shuffled in this game yet: there is nothing to show."))
    moment = found[-1] if arguments.turn is None else _after(arguments.turn, found)
    if moment is None:
        told = _("There is no turn {turn}: the log has {last}.").format(turn=arguments.turn, last=found[-1].turn)
        print(told, file=sys.stderr)
        return ExitCode.USAGE
    drawn = picture(moment, record.names, banner=record.warning)
    if record.warning:
        print(record.warning, file=sys.stderr)
    if arguments.output == "-":
        sys.stdout.buffer.write(drawn.encode())
    else:
        write_whole(Path(arguments.output), drawn.encode(), force=arguments.force)
        print(f"{arguments.output}: {moment.heading}.")
    return record.code


def _after(turn: int, found: Sequence[Moment]) -> Moment | None:
    """Return the moment after so many turns."""
    return next((moment for moment in found if moment.turn == turn), None)
