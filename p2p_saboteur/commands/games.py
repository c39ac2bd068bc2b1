"""``p2p-saboteur games``: the games on this computer, and deleting one."""

from __future__ import annotations

import shutil
import sys
from datetime import datetime
from typing import TYPE_CHECKING

from p2p_saboteur.commands.answers import yes_or_no
from p2p_saboteur.commands.blame import names_of
from p2p_saboteur.commands.codes import ExitCode
from p2p_saboteur.store.dirs import LOG, find_game, games, sole_use
from p2p_saboteur.store.errors import StoreError, told
from p2p_saboteur.store.log_file import read_log
from p2p_saboteur.store.notes import RESULT, read_note
from p2p_saboteur.text import _
from protocol.errors import Invalid
from protocol.header import decode_header

if TYPE_CHECKING:
    import argparse
    from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare listing and deleting."""
    parser.add_argument("action", nargs="?", choices=["list", "delete"], default="list", help="list unless given")
    parser.add_argument("game", nargs="?", metavar="GAME", help="what to delete: a game's name or the start of it")
    parser.add_argument("--yes", action="store_true", help="delete without asking")


def run(arguments: argparse.Namespace) -> int:
    """List or delete."""
    if arguments.action == "delete":
        return _delete(arguments)
    folders = games()
    for folder in folders:
        print(f"{folder.name}  {describe(folder)}")
    if not folders:
        print(_("There is no game yet."))
    return ExitCode.OK


def describe(folder: Path) -> str:
    """Return date, players, result and size of a game in a line."""
    began = datetime.strptime(folder.name[:15], "%Y%m%d-%H%M%S").astimezone()
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return f"{began:%d %b %Y %H:%M}  {_players(folder)}  {result_of(folder)}  {_size(size)}"


def result_of(folder: Path) -> str:
    """Return how a game ended, as it was noted then; the log itself is checked by `verify`."""
    try:
        said = read_note(folder, RESULT).get("said")
    except StoreError:
        return _("written by another version")
    if isinstance(said, str):
        return said
    return _("not finished") if (folder / LOG).exists() else _("never begun")


def _players(folder: Path) -> str:
    try:
        contents = read_log(folder / LOG)
        return ", ".join(names_of(decode_header(contents.records[0] if contents.records else b"")))
    except (StoreError, Invalid):
        return _("nobody")


def _size(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{max(1, size // 1000)} kB"


def _delete(arguments: argparse.Namespace) -> int:
    if not arguments.game:
        print(_("Which game? Name it as the list of games does."), file=sys.stderr)
        return ExitCode.USAGE
    folder = find_game(arguments.game)
    if not arguments.yes:
        print(f"{folder.name}  {describe(folder)}")
        answer = (
            input(_("Delete it with its log and secrets, for good? (yes or no)") + " ") if sys.stdin.isatty() else "no"
        )
        if not yes_or_no(answer):
            print(_("Nothing was deleted. (Say --yes where there is nobody to ask.)"))
            return ExitCode.OK
    with sole_use(folder):
        pass  # nobody plays it now
    with told(folder):
        shutil.rmtree(folder)
    print(_("Deleted {name}.").format(name=folder.name))
    return ExitCode.OK
