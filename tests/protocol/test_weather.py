"""Whole games through bad wires, cuts, crashes and sparse networks: they end, and with one head."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import pytest

from protocol.errors import LocalError
from protocol.events import Save, Send, YourTurn
from protocol.hearing import RESUME_PATIENCE
from protocol.steps.base import Choice
from tests.helpers.cases import mostly_long
from tests.helpers.room import Faults, Room, link_of
from tests.helpers.small_game import SPY, SmallGame, choose

if TYPE_CHECKING:
    from protocol.session import Session

BAD = Faults(delay=0.15, drop=0.15, duplicate=0.15)
STEPS = 60_000


def table(seats: int, seed: int, faults: Faults | None = None) -> Room:
    """Return a table of the shortest small game, not yet open."""
    return Room(SmallGame(0), seats=seats, seed=seed, choose=choose, faults=faults)


def turnless_table(seats: int, seed: int, faults: Faults | None = None) -> Room:
    """Return a table at which all is over when the badges are dealt and turned up: quick with many seats, too."""
    return Room(SmallGame(1, hand=0), seats=seats, seed=seed, choose=choose, faults=faults)


def linked_only(room: Room, pairs: set[frozenset[int]]) -> None:
    """Leave these links and no others."""
    room.cut = {frozenset(pair) for pair in combinations(range(len(room.members)), 2)} - pairs


def ends_well(room: Room) -> None:
    """Play to the end and require one head, one state, and nobody blamed."""
    room.run(STEPS)
    assert len(room.heads) == 1, room.seed
    assert all(member.fault is None for member in room.members), room.seed
    assert len({repr(member.session.table.state) for member in room.members}) == 1


def storm(room: Room, strokes: int) -> None:
    """Crash members and cut links at random moments, then heal everything."""
    random, seats = Random(f"storm {room.seed}"), len(room.members)
    for _ in range(strokes):
        for _ in range(random.randrange(30 * seats)):
            if not room.step():
                break
        pair = random.sample(range(seats), 2)
        if random.random() < 0.4:
            room.restart(pair[0])
        elif frozenset(pair) in room.cut:
            room.heal((pair[0], pair[1]))
        else:
            room.partition((pair[0], pair[1]))
    room.heal(*[(min(pair), max(pair)) for pair in list(room.cut)])


SHORT = [(3, 1), (4, 4), (5, 6)]
LONG = [(seats, seed) for seats in range(3, 11) for seed in range(100, 110)]
WEATHERS = pytest.mark.parametrize(
    ("seats", "seed"), [*SHORT, *[pytest.param(*case, marks=pytest.mark.long) for case in LONG]]
)


@WEATHERS
def test_crashes_and_cuts_on_a_bad_wire(seats: int, seed: int) -> None:
    """Whoever comes back goes on where its disk ends; whoever was cut off catches up."""
    room = table(seats, seed, BAD)
    room.open()
    storm(room, 6)
    ends_well(room)


@pytest.mark.parametrize("seats", mostly_long(range(6, 11)))
def test_crashes_and_cuts_of_many_seats_on_a_bad_wire(seats: int) -> None:
    """Keys, shuffle, deal and the end hold through them at every size of a table."""
    room = turnless_table(seats, seats, BAD)
    room.open()
    storm(room, 6)
    ends_well(room)


@pytest.mark.long
@pytest.mark.parametrize("seats", mostly_long([7, 5, 8, 9, 10], 2))
def test_many_seats_on_a_bad_wire(seats: int) -> None:
    """Delays, losses, duplicates and reordering only cost time."""
    room = table(seats, seats, BAD)
    room.open()
    ends_well(room)


@pytest.mark.parametrize("seats", mostly_long([4, 3, 5]))
@pytest.mark.parametrize("shape", mostly_long(["line", "ring", "star"]))
def test_sparse_networks(seats: int, shape: str) -> None:
    """A connected graph is enough: others pass on what has no direct way."""
    room = table(seats, 20 + seats)
    pairs = {
        "line": {frozenset((a, a + 1)) for a in range(seats - 1)},
        "ring": {frozenset((a, (a + 1) % seats)) for a in range(seats)},
        "star": {frozenset((0, a)) for a in range(1, seats)},
    }
    linked_only(room, pairs[shape])
    room.open()
    ends_well(room)


@pytest.mark.parametrize("seed", mostly_long(range(3)))
def test_crash_in_a_line_on_a_bad_wire(seed: int) -> None:
    """Whoever resumes at the end of a line hears its neighbour, and waits for the others only so long."""
    room = table(4, seed, BAD)
    linked_only(room, {frozenset((a, a + 1)) for a in range(3)})
    room.open()
    for chair in (0, 3, 1):
        for _ in range(150):
            room.step()
        room.restart(chair)
    ends_well(room)


def test_two_halves_wait_for_each_other() -> None:
    """Nobody goes on without a seat: while the table is cut in two, it stands still, and then it ends."""
    room = table(4, 31)
    room.open()
    room.run(until=lambda: all(member.session.chain.number > 8 for member in room.members))
    halves = [(0, 2), (0, 3), (1, 2), (1, 3)]
    room.partition(*halves)
    for _ in range(500):
        room.step()
    numbers = [member.session.chain.number for member in room.members]
    for _ in range(500):
        room.step()
    assert [member.session.chain.number for member in room.members] == numbers
    assert max(numbers) - min(numbers) <= 1
    room.heal(*halves)
    ends_well(room)


# --- resuming --------------------------------------------------------------------------------------------------------


def before_a_turn() -> tuple[list[Session], int]:
    """Return four sessions that have just resumed, and the chair whose turn it is."""
    room = table(4, 33)
    room.open()
    room.run()
    done = room.members[0].session.chain.done
    turn = next(d for d in done[10:] if d.step.kind == "play")
    records = [entry.encode() for d in done[: turn.site.step] for entry in d.entries.values()]
    return [room._session(chair, records) for chair in range(4)], turn.table.seating[turn.step.seats[0]]


def greeting(session: Session) -> bytes:
    """Return the frame with which a session greets a new link."""
    session.outputs()
    session.link_up(bytes(32), 0.0)
    (output,) = session.outputs()
    assert isinstance(output, Send)
    return output.data


def its_turn(session: Session) -> bool:
    """Return whether the session has just asked its player to choose."""
    return any(isinstance(event, YourTurn) for event in session.events())


def test_a_resumed_seat_hears_every_linked_peer_before_it_chooses() -> None:
    """Two of three have told their frontier: that is not enough while the third one has a link, however long."""
    sessions, player = before_a_turn()
    session, others = sessions[player], [chair for chair in range(4) if chair != player]
    for other in others:
        session.link_up(link_of(other), 0.0)
    session.start(0.0)
    for heard, other in enumerate(others):
        assert session.unheard == set(others[heard:])
        assert not its_turn(session)
        session.receive(link_of(other), greeting(sessions[other]), heard * 2 * RESUME_PATIENCE)
    assert its_turn(session)


def test_a_resumed_seat_does_not_wait_for_ever_for_who_has_no_link() -> None:
    """Whoever hears one neighbour waits for the others for a while, then takes its turn."""
    sessions, player = before_a_turn()
    session, other = sessions[player], (player + 1) % 4
    session.link_up(link_of(other), 0.0)
    session.start(0.0)
    session.tick(100.0)
    assert not its_turn(session)
    session.receive(link_of(other), greeting(sessions[other]), 100.0)
    due = session.next_timer()
    assert due is not None
    assert due <= 100.0 + RESUME_PATIENCE
    session.tick(100.0 + RESUME_PATIENCE - 0.1)
    assert not its_turn(session)
    with pytest.raises(LocalError):
        session.perform(Choice(move=SPY), 100.0)
    session.tick(100.0 + RESUME_PATIENCE)
    assert its_turn(session)


# --- the same again --------------------------------------------------------------------------------------------------


def test_every_prefix_of_a_log_leads_to_the_same_entries() -> None:
    """Root and log are all that is needed: a seat that resumes anywhere signs, byte for byte, what it had signed."""
    room = table(2, 40)
    room.open()
    room.run()
    for chair, member in enumerate(room.members):
        records, made = member.disk, 0
        for size in range(1, len(records)):
            session = room._session(chair, records[:size])
            session.start(0.0)
            saved = [output.record for output in session.outputs() if isinstance(output, Save)]
            assert set(saved) <= set(records[size:]), (chair, size)
            made += len(saved)
        assert made


@pytest.mark.parametrize("chair", mostly_long(range(3)))
def test_a_member_that_crashes_after_every_record_ends_like_the_others(chair: int) -> None:
    """One is restarted whenever its disk has grown; it never signs anything twice, and the heads are equal."""
    room = table(3, 41)
    room.open()
    size = 0
    while not room.quiet:
        room.step()
        if len(room.members[chair].disk) > size:
            size = len(room.members[chair].disk)
            room.restart(chair)
    ends_well(room)
    assert len(set(room.members[chair].disk)) == len(room.members[chair].disk)
