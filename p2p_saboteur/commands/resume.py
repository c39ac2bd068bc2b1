"""``p2p-saboteur resume``: go on with a game that was left, however that came."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from p2p_saboteur.app.joining import PATIENCE
from p2p_saboteur.app.keeping import Sitting, load_roster
from p2p_saboteur.app.opening import Address
from p2p_saboteur.app.secrets import SEAT_FILE
from p2p_saboteur.bots.kinds import DEFAULT
from p2p_saboteur.commands.addresses import BadAddress, moved
from p2p_saboteur.commands.again import next_tables
from p2p_saboteur.commands.bots import Bots
from p2p_saboteur.commands.codes import ExitCode
from p2p_saboteur.commands.games import describe
from p2p_saboteur.commands.host import Opened
from p2p_saboteur.commands.numbers import port
from p2p_saboteur.commands.sitting import Seat, add_table_arguments, policy_of, sit
from p2p_saboteur.commands.tables import OwnTable, ResumedTable, read_terms
from p2p_saboteur.store.dirs import LOG, find_game, games
from p2p_saboteur.store.errors import NotFound, StoreError
from p2p_saboteur.store.log_file import read_log
from p2p_saboteur.store.notes import RESULT
from p2p_saboteur.store.secret import has_root
from p2p_saboteur.text import _

if TYPE_CHECKING:
    import argparse
    from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare which game."""
    parser.add_argument("game", nargs="?", default="last", metavar="GAME", help="a game's name or its start; the last")
    parser.add_argument("--bots", default=DEFAULT, metavar="KIND", help=f"plays for you while you are away ({DEFAULT})")
    parser.add_argument("--port", type=port, help="to listen at; the same as before unless given")
    parser.add_argument(
        "--advertise",
        action="append",
        default=[],
        metavar="HOST[:PORT]",
        help="where others reach you besides, as long as the lobby is open",
    )
    add_table_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Go on where the log ends."""
    folder = _last() if arguments.game == "last" else find_game(arguments.game)
    if (folder / LOG).exists():
        read_log(folder / LOG)  # one of another version is told before anything is touched
    if not (folder / SEAT_FILE).exists():
        print(f"{folder.name}  {describe(folder)}")
        print(_("There is nothing to go on with: the game is over here. (replay shows it again, verify checks it.)"))
        return ExitCode.OK
    sitting = Sitting.load(folder)
    bots = Bots(arguments.bots, arguments.seed) if sitting.kind in {"solo", "host"} else None
    asks = sitting.kind in {"host", "join"} and not arguments.auto
    address = _address(folder, sitting, arguments)
    lobby = _own_lobby(folder, sitting, bots, arguments, address) if bots else None
    table = lobby or ResumedTable(
        folder=folder,
        sitting=sitting,
        bot=arguments.auto,
        bots=bots,
        asks=asks,
        patience=PATIENCE,
        auto=arguments.auto,
        address=address,
    )
    solo, policy = sitting.kind == "solo", policy_of(arguments, arguments.bots)
    again = (
        next_tables(sitting.name, policy, lambda: Bots(arguments.bots, arguments.seed), Opened(arguments))
        if asks
        else None
    )
    add_bot = lobby.add_bot if lobby else None
    seat = Seat(policy=policy, bots=bots, stays=not solo, screen=True, again=again, add_bot=add_bot)
    return sit(arguments, table, seat)


def _address(folder: Path, sitting: Sitting, arguments: argparse.Namespace) -> Address | None:
    """Return where to listen from now on; None for where one did before.

    Raises:
        BadAddress: an address to advertise is none, or there is nobody left to tell it.
    """
    if arguments.advertise and load_roster(folder):
        raise BadAddress(_("The table is closed: nobody can be told another address any more. Leave --advertise out."))
    if arguments.port is None and not arguments.advertise:
        return None
    return moved(sitting, arguments.port, arguments.advertise)


def _own_lobby(
    folder: Path, sitting: Sitting, bots: Bots, arguments: argparse.Namespace, address: Address | None
) -> OwnTable | None:
    """Return the table that was opened here, if its lobby was never closed: the same invite leads to it again."""
    text, watch = sitting.more.get("lobby"), sitting.more.get("watch")
    if not isinstance(text, str) or load_roster(folder):
        return None
    terms = replace(read_terms(text), ready=arguments.auto)
    return OwnTable(
        kind=sitting.kind,
        name=sitting.name,
        bot=arguments.auto,
        terms=terms,
        bots=bots,
        address=address or Address(host=sitting.host, port=sitting.port, tells=lambda _port: sitting.endpoints),
        watch=bytes.fromhex(watch) if isinstance(watch, str) else None,
        opened=Opened(arguments),
        asks=not arguments.auto,
        folder=folder,
    )


def _was_own_lobby(folder: Path) -> bool:
    """Return whether this was a table of our own that nobody else has an invite to, left before anybody played."""
    if (folder / LOG).exists():
        return False
    with suppress(StoreError):
        sitting = Sitting.load(folder)
        return not sitting.invite and "lobby" not in sitting.more
    return False


def _last() -> Path:
    """Return the newest game that is not over, else the newest whose end others may still need, else the newest."""
    folders = games()
    kept = [folder for folder in folders if (folder / SEAT_FILE).exists() and not _was_own_lobby(folder)]
    going_on = [folder for folder in kept if has_root(folder) and not (folder / RESULT).exists()]
    for found in (going_on, kept, folders):
        if found:
            return found[-1]
    raise NotFound(_("There is no game to go on with. Open a new one with solo or host."))
