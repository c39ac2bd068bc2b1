"""Whole tables of sessions over a fake wire."""

from __future__ import annotations

import pytest

from protocol.log import decode_entry
from tests.helpers.cases import mostly_long
from tests.helpers.room import Faults, Room
from tests.helpers.small_game import SmallGame, choose


def room(seats: int, seed: int, faults: Faults | None = None) -> Room:
    """Return an open table of the small game."""
    table = Room(SmallGame(), seats=seats, seed=seed, choose=choose, faults=faults)
    table.open()
    return table


@pytest.mark.parametrize("seats", mostly_long([2, 3, 6, 10], 2))
def test_a_game_ends_with_equal_heads_and_results(seats: int) -> None:
    """All members of a table have the same log and the same result."""
    table = room(seats, seed=seats)
    table.run()
    assert len(table.heads) == 1
    assert all(member.fault is None for member in table.members)


@pytest.mark.parametrize("seed", mostly_long(range(4)))
def test_a_bad_wire_changes_nothing(seed: int) -> None:
    """Delays, reordering, duplicates and losses only cost time."""
    table = room(4, seed=seed, faults=Faults(delay=0.2, drop=0.2, duplicate=0.2))
    table.run()
    assert len(table.heads) == 1, seed


@pytest.mark.parametrize("seed", mostly_long(range(5)))
def test_a_choice_that_the_disk_lost_is_not_made_again(seed: int) -> None:
    """Who resumes without its last choice waits until it has back what the others hold of it."""
    table = room(3, seed=seed)
    disk = table.members[0].disk
    table.run(until=lambda: bool(own_plays(table, 0)) and all(plays_known(table, 0)))
    del disk[own_plays(table, 0)[0] :]
    table.restart(0)
    table.run()
    assert len(table.heads) == 1, seed
    assert all(member.fault is None for member in table.members), seed


def own_plays(table: Room, chair: int) -> list[int]:
    """Return where on its disk a member has moves of its own."""
    seat = table.members[chair].session.seat
    entries = [decode_entry(record) for record in table.members[chair].disk]
    return [at for at, entry in enumerate(entries) if entry.kind == "play" and entry.seat == seat]


def plays_known(table: Room, chair: int) -> list[bool]:
    """Return for each member whether it has the first of these moves."""
    first = decode_entry(table.members[chair].disk[own_plays(table, chair)[0]])
    return [member.session.chain.has(first) for member in table.members]


@pytest.mark.parametrize("seats", mostly_long([3, 2, 5]))
def test_secret_choices_are_made_at_the_same_time(seats: int) -> None:
    """Everyone locks a guess before anyone opens one, and the result holds all of them."""
    table = Room(SmallGame(guess=True), seats=seats, seed=seats, choose=choose)
    table.open()
    table.run()
    kinds = [done.site.kind for done in table.members[0].session.chain.done]
    assert kinds[kinds.index("lock") :][:2] == ["lock", "open"]
    assert len(table.heads) == 1
    assert len(table.members[0].session.table.state.guesses) == seats


def test_a_seat_that_crashed_finds_its_locked_choice_again() -> None:
    """The choice follows from root and log, so it is opened as it was locked."""
    table = Room(SmallGame(guess=True), seats=3, seed=5, choose=choose)
    table.open()
    table.run(until=lambda: table.members[0].session.chain.site.kind == "open")
    for chair in range(3):
        table.restart(chair)
    table.run()
    assert len(table.heads) == 1
    assert all(member.fault is None for member in table.members)
