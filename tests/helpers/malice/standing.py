"""A table that stands still, and who comes back to one."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

from p2p_saboteur.app.keeping import Sitting
from p2p_saboteur.bots.random import RandomPolicy
from p2p_saboteur.commands.neighbours import PATIENCE
from p2p_saboteur.commands.tables import ResumedTable
from p2p_saboteur.commands.waits import Waits, seat_names
from p2p_saboteur.store.dirs import LOG
from p2p_saboteur.store.log_file import LogFile, read_log
from protocol.log import decode_entry
from tests.helpers.malice.table import CrookedTable, chain_of
from tests.helpers.require import present, require
from tests.helpers.sitting import Player

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from random import Random

    from p2p_saboteur.seat import Policy
    from protocol.chain import Chain
    from protocol.log import Entry

ON = 9
"""Further steps, about two turns, that show that a table goes on."""
STILL = 6.0
"""Seconds without a step after which a table stands still."""


def turns(chain: Chain | None) -> int:
    """Return how many turns have been taken."""
    return sum(done.site.kind == "play" for done in list(chain.done)) if chain else 0


def await_stillness(table: CrookedTable, players: list[Player]) -> None:
    """Wait until these stand still, and require that no two of them have other logs."""
    places: list[int] = []
    since = time.monotonic()

    def still() -> bool:
        nonlocal places, since
        now = [present(chain_of(player)).number for player in players]
        if now != places:
            places, since = now, time.monotonic()
        return time.monotonic() - since > STILL

    table.wait_until(still)
    check_same_log(players)


def go_on(table: CrookedTable, players: list[Player]) -> None:
    """Wait until these have gone on from where they stand, or have come to the end."""
    places = {player.name: present(chain_of(player)).number for player in players}

    def gone_on(player: Player) -> bool:
        return player.control.over or present(chain_of(player)).number >= places[player.name] + ON

    table.wait_until(lambda: all(map(gone_on, players)))


def check_same_log(players: list[Player]) -> None:
    """Require that these have the same log as far as each has come."""
    logs = [present(chain_of(player)).heads for player in players]
    shortest = min(len(heads) for heads in logs)
    require(len({heads[shortest - 1] for heads in logs}) == 1, "the logs differ")


def awaited_by(player: Player) -> set[str]:
    """Return the names of those for whom a player's table waits; what is said after a minute must name them."""
    client, lines = present(player.control.client), list[str]()
    waits, now = Waits(write=lines.append, plays=True), time.monotonic()
    waits.look(client, now)
    waits.look(client, now + PATIENCE)
    names, chain = seat_names(client), present(chain_of(player))
    awaited = {names[seat] for seat in chain.awaited} - {player.name}
    (line,) = (line for line in lines if line.startswith("Waiting for ")) if awaited else ("",)
    said = line.partition(" since a minute.")[0]
    require(set(re.findall(r"\w+", said)) & set(names) == awaited, f"{awaited} {lines}")
    return awaited


def cut_back(folder: Path, until: Callable[[Entry], bool]) -> list[Entry]:
    """Put an old copy of a log in its place, which ends before the first entry for which `until` holds.

    Returns:
        What is lost.
    """
    path = folder / LOG
    header, *records = read_log(path).records
    entries = [decode_entry(record) for record in records]
    end = next(number for number, entry in enumerate(entries) if until(entry))
    path.unlink()
    log = LogFile(path)
    log.append([header, *records[:end]])
    log.close()
    return entries[end:]


def leave_table(player: Player) -> Path:
    """Let a player's program end, and return his folder."""
    player.control.stop()
    player.join_quietly()
    return present(player.control.client).folder


def come_back(player: Player, policy: Callable[[Random], Policy] = RandomPolicy) -> Player:
    """Return a player who goes on in another one's folder, whose program has ended."""
    folder = present(player.control.client).folder
    table = ResumedTable(folder=folder, sitting=Sitting.load(folder), bot=True, patience=20)
    back = Player(player.name, table, policy)
    back.start()
    return back
