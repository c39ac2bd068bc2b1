"""Whole games on disks that fail, and of processes that end, at any operation: the same end, and nothing said twice."""

from __future__ import annotations

import random
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from p2p_saboteur.store.dirs import LOG
from p2p_saboteur.store.errors import DiskFull, NotWritable, StoreError
from p2p_saboteur.store.log_file import read_log
from p2p_saboteur.store.mark import _identity
from protocol.audit import audit
from protocol.log import decode_entry
from tests.helpers.cases import mostly_long
from tests.helpers.disk_room import DiskRoom
from tests.helpers.faulty_disk import CRASHES, FULL, LATE, READ_ONLY, REFUSALS, TORN, FaultyDisk
from tests.helpers.saboteur import RandomPlayers
from tests.helpers.small_game import SmallGame, choose

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from protocol.game import Game

SEED = 17
SEATS = 3


def small(folder: Path) -> DiskRoom:
    """Return a table of the shortest small game."""
    return DiskRoom(made(folder), SmallGame(0), seats=SEATS, seed=SEED, choose=choose)


def saboteur(folder: Path) -> DiskRoom:
    """Return a table of a game of Saboteur, one round with its pay."""
    game: Game[Any] = SaboteurGame(Options(rounds=1))
    return DiskRoom(made(folder), game, seats=SEATS, seed=SEED, choose=RandomPlayers(anew=True))


def made(folder: Path) -> Path:
    """Make a folder anew."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


GAMES = pytest.mark.parametrize(
    ("table", "stride"),
    [
        pytest.param(small, 40, id="a few operations"),
        pytest.param(small, 1, id="every operation", marks=pytest.mark.long),
        pytest.param(saboteur, 97, id="saboteur", marks=pytest.mark.long),
    ],
)
"""What is played, and at every how many-th operation a fault comes, from a random one on."""


def result(room: DiskRoom) -> bytes:
    """Return the head of a finished game after checking what holds of all of them."""
    assert len(room.heads) == 1
    assert all(member.fault is None for member in room.members)
    assert (room.unsaved, room.double) == ([], [])
    for home in room.homes:
        records = read_log(home.log.path).records
        assert len(set(records)) == len(records)
        shown = audit(group=room.group, game=room.game, header=room.header, records=records)
        assert (shown.fault, shown.finished, shown.chain.heads[-1]) == (None, True, *room.heads)
    room.close()
    (head,) = room.heads
    return head


def undisturbed(
    table: Callable[[Path], DiskRoom], folder: Path, chair: int, patch: pytest.MonkeyPatch
) -> tuple[bytes, int]:
    """Return the head of the game when nothing happens, and how often a member's disk is changed in it."""
    disk = FaultyDisk(folder / str(chair), patch)
    room = table(folder)
    room.open()
    room.run()
    head = result(room)
    patch.undo()
    return head, disk.count


@pytest.mark.parametrize(
    ("chair", "what"),
    [
        (0, TORN),
        (1, LATE),
        *[pytest.param(chair, what, marks=pytest.mark.long) for chair in range(SEATS) for what in CRASHES],
    ],
)
def test_a_crash_at_every_record_ends_in_the_same_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chair: int, what: str
) -> None:
    """A member's process ends before, half way through, or right after each append of the game, and comes back."""
    expected, _ = undisturbed(small, tmp_path / "quiet", chair, monkeypatch)
    disk = FaultyDisk(tmp_path / "struck" / str(chair) / LOG, monkeypatch)
    room = small(tmp_path / "struck")
    tried: set[bytes] = set()

    def strike(whose: int, records: list[bytes]) -> None:
        if whose == chair and not tried.issuperset(records):
            tried.update(records)
            disk.arm(0, what)

    room.before_append = strike
    room.open()
    room.run()
    assert result(room) == expected
    assert room.crashes > len(tried) / 3, "some records are appended together, as a client does"


def struck_at(
    table: Callable[[Path], DiskRoom], folder: Path, patch: pytest.MonkeyPatch, where: tuple[int, int], what: str
) -> DiskRoom | None:
    """Play until a fault comes at an operation of a chair's disk, or to the end; return None if it never came."""
    chair, number = where
    disk = FaultyDisk(folder / str(chair), patch)
    room = table(folder)
    disk.arm(number, what)
    room.open()
    for _ in range(300):
        if disk.struck or room.quiet or not room.step():
            break
    for _ in range(50 if disk.struck else 0):
        if not room.step():  # whatever is under way arrives at who is there
            break
    disk.heal()
    return room if disk.struck else None


@GAMES
@pytest.mark.parametrize("what", mostly_long(CRASHES))
def test_a_crash_at_any_operation_ends_in_the_same_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: Callable[[Path], DiskRoom], stride: int, what: str
) -> None:
    """Of the log, of the roots, of the mark of a clean end, and of what comes when the process is back."""
    expected, operations = undisturbed(table, tmp_path / "quiet", 1, monkeypatch)
    for number in range(random.randrange(stride), operations, stride):
        room = struck_at(table, tmp_path / "struck", monkeypatch, (1, number), what)
        if room is None:
            continue
        room.run()
        assert result(room) == expected, number
        monkeypatch.undo()


@GAMES
@pytest.mark.parametrize("what", mostly_long(REFUSALS))
def test_a_disk_that_refuses_stops_who_has_it_and_the_game_goes_on_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: Callable[[Path], DiskRoom], stride: int, what: str
) -> None:
    """At any operation: nothing unsaved was sent, the user is told what to do, and with room all ends as it would."""
    expected, operations = undisturbed(table, tmp_path / "quiet", 1, monkeypatch)
    for number in range(random.randrange(stride), operations, stride):
        room = struck_at(table, tmp_path / "struck", monkeypatch, (1, number), what)
        if room is None:
            continue
        assert set(room.refused) <= {1}, number
        for error in room.refused.values():
            assert isinstance(error, {FULL: DiskFull, READ_ONLY: NotWritable}.get(what, StoreError)), number
        room.restart(1)
        room.run()
        assert result(room) == expected, number
        monkeypatch.undo()


@pytest.mark.parametrize("clean", [True, False])
def test_an_old_copy_of_a_folder_asks_first_and_signs_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clean: bool
) -> None:
    """Put back from before a move, with the mark of a clean end or without, it gets its move from the others."""
    FaultyDisk(tmp_path, monkeypatch)
    room, copy = small(tmp_path / "played"), tmp_path / "copy"
    home = room.homes[1]

    def save(chair: int, records: list[bytes]) -> None:
        if chair == 1 and any(decode_entry(record).kind == "play" for record in records) and not copy.exists():
            shutil.copytree(home.folder, copy)
            if clean:
                (copy / LOG).with_suffix(".closed").write_bytes(_identity(home.log.path.stat()))

    room.before_append = save
    room.open()
    room.run(until=copy.exists)
    for _ in range(12):
        room.step()
    room.mood = "another"
    home.log.close()
    shutil.rmtree(home.folder)
    shutil.copytree(copy, home.folder)
    room.restart(1)
    assert room.members[1].session.unheard == {0, 2}
    room.run()
    result(room)


def test_the_same_folder_with_the_mark_of_a_clean_end_asks_nobody(tmp_path: Path) -> None:
    """Nothing can be missing in it."""
    room = small(tmp_path / "played")
    room.open()
    for _ in range(60):
        room.step()
    room.homes[1].log.finish()
    room.restart(1)
    assert room.members[1].session.unheard == set()
    room.run()
    result(room)
