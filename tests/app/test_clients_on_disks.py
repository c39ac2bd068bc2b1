"""Whole clients on disks that refuse: they stop, say what to do, and go on where they were when there is room again."""

from __future__ import annotations

import asyncio
import random
from contextlib import asynccontextmanager
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

from p2p_saboteur.app.game import game_of
from p2p_saboteur.app.secrets import SEAT_FILE
from p2p_saboteur.net.hub import Hub
from p2p_saboteur.store.dirs import LOG
from p2p_saboteur.store.log_file import read_log
from protocol.audit import audit
from tests.helpers.faulty_disk import ERROR, FULL, READ_ONLY, REFUSALS, FaultyDisk
from tests.helpers.hub_clients import Seat, seats
from tests.helpers.toy_groups import FAST

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from p2p_saboteur.app.lobby_messages import Roster
    from p2p_saboteur.store.errors import StoreError

VICTIM = 1
LIMIT = 240.0
ADVICE: dict[str, str | tuple[str, ...]] = {
    FULL: "Free some space, then start again.",
    READ_ONLY: "set P2P_SABOTEUR_HOME to a folder of your own.",
    ERROR: ("Check the disk, then start again.", "Start again to read what it holds."),
}


@asynccontextmanager
async def playing(
    players: list[Seat], roster: Roster, *, resumed: bool
) -> AsyncIterator[list[asyncio.Task[StoreError | None]]]:
    """Let these play meanwhile."""
    async with asyncio.timeout(LIMIT):
        tasks = [asyncio.create_task(player.play(roster, resumed=resumed)) for player in players]
        try:
            yield tasks
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


def link_all(hub: Hub, players: list[Seat]) -> None:
    """Let every two of them be linked whenever both are there."""
    for one, other in combinations(players, 2):
        hub.dial(one.key, other.key, "hub")


async def undisturbed(folder: Path, patch: pytest.MonkeyPatch) -> int:
    """Play a game and return how often the victim's folder is changed."""
    hub = Hub()
    players, roster = seats(hub, folder, patch)
    disk = FaultyDisk(players[VICTIM].folder, patch)
    link_all(hub, players)
    async with playing(players, roster, resumed=False):
        await all_over(players)
    check_end(players, roster)
    return disk.count


async def all_over(players: list[Seat]) -> None:
    """Wait until these have the whole log."""
    for player in players:
        await player.over.wait()


async def refused_at(
    number: int, what: str, folder: Path, patch: pytest.MonkeyPatch, file: str = ""
) -> StoreError | None:
    """Play a game in which the victim's disk refuses from an operation (on a file) on, and go on when there is room."""
    hub = Hub()
    players, roster = seats(hub, folder, patch)
    disk = FaultyDisk(players[VICTIM].folder / file, patch)
    disk.arm(number, what)
    link_all(hub, players)
    victim, others = players[VICTIM], [player for player in players if player is not players[VICTIM]]
    async with playing(others, roster, resumed=False):
        said = None
        async with playing([victim], roster, resumed=False) as (task,):
            over = asyncio.create_task(victim.over.wait())
            await asyncio.wait({task, over}, return_when=asyncio.FIRST_COMPLETED)
            over.cancel()
            await asyncio.sleep(0.05)
            if task.done():
                said = task.result()
        disk.heal()
        if not victim.over.is_set() and (victim.folder / SEAT_FILE).exists():  # else all have everything already
            async with playing([victim], roster, resumed=(victim.folder / LOG).exists()) as (task,):
                end = asyncio.create_task(all_over(players))
                ends: set[asyncio.Future[Any]] = {task, end}
                await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
                assert end.done(), task.result()
        await all_over(others)
    check_end(players, roster)
    return said


def check_end(players: list[Seat], roster: Roster) -> None:
    """Check that all have the same complete log, in which nobody is at fault."""
    heads = set()
    for player in players:
        records = read_log(player.folder / LOG).records
        shown = audit(group=FAST, game=game_of(roster.header), header=roster.header, records=records[1:])
        assert (shown.fault, shown.finished) == (None, True)
        heads.add(shown.chain.heads[-1])
    assert len(heads) == 1


def check_refused(said: StoreError | None, what: str) -> None:
    """Check that the client has stopped, and what the user is told to do."""
    assert said is not None
    assert str(said).endswith(ADVICE[what]), said


@pytest.mark.long
@pytest.mark.parametrize("what", REFUSALS)
def test_a_client_whose_disk_refuses_goes_on_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """At the roster and the log as they begin, and at any operation of the first half of a game."""
    with monkeypatch.context() as patch:
        count = asyncio.run(undisturbed(tmp_path / "quiet", patch))
    for number in [*range(8), *random.sample(range(8, count // 2), 8)]:
        with monkeypatch.context() as patch:
            check_refused(asyncio.run(refused_at(number, what, tmp_path / str(number), patch)), what)


@pytest.mark.long
@pytest.mark.parametrize("what", REFUSALS)
@pytest.mark.parametrize("file", ["root-1", "own.jsonl", "result.json", "talk.jsonl"])
def test_whatever_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, what: str) -> None:
    """The next round's secret, what only the player saw, how the game ended, and what is said when it has."""
    check_refused(asyncio.run(refused_at(0, what, tmp_path / "game", monkeypatch, file)), what)


@pytest.mark.long
@pytest.mark.parametrize("what", REFUSALS)
@pytest.mark.parametrize("file", ["root-", "seat", "table.closed"])
def test_what_cannot_be_erased_or_marked_hinders_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, what: str
) -> None:
    """Whether the client stops or not: all come to the end."""
    asyncio.run(refused_at(3, what, tmp_path / "game", monkeypatch, file))
    asyncio.run(refused_at(0, what, tmp_path / "other game", monkeypatch, file))
