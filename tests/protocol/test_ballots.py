"""Ending a game early: more than half of the seats end it for all, fewer end it for nobody."""

from __future__ import annotations

import pytest

from protocol import codec
from protocol.audit import audit
from protocol.ballots import ABANDON
from protocol.errors import LocalError, Reason
from protocol.events import Abandoned, Ended, Voted
from protocol.frames import encode_frame
from protocol.log import sign_entry
from tests.helpers.room import Room, link_of
from tests.helpers.small_game import SmallGame, choose


def begun(seats: int, steps: int = 9, seed: int = 3) -> Room:
    """Return a table whose members have all made some steps."""
    room = Room(SmallGame(), seats=seats, seed=seed, choose=choose)
    room.open()
    room.run(until=lambda: min(member.session.chain.number for member in room.members) >= steps)
    return room


def vote(room: Room, *chairs: int) -> None:
    """Let these members vote to end the game."""
    for chair in chairs:
        room.members[chair].session.abandon(room.now)
        room.settle(chair)


def ends(room: Room) -> list[type]:
    """Return how the game ended at each member."""
    return [
        next(type(event) for event in member.events if isinstance(event, Abandoned | Ended)) for member in room.members
    ]


@pytest.mark.parametrize(("seats", "majority"), [(3, 2), (4, 3), (5, 3)])
def test_a_majority_ends_the_game_for_all(seats: int, majority: int) -> None:
    """Everyone learns of it, and every log shows it."""
    room = begun(seats)
    vote(room, *range(majority))
    room.run(until=lambda: all(any(isinstance(e, Abandoned) for e in member.events) for member in room.members))
    for member in room.members:
        result = audit(group=room.group, game=room.game, header=room.header, records=member.disk)
        assert result.abandoned
        assert not result.finished
        assert result.fault is None


def test_fewer_change_nothing() -> None:
    """Half of four are no majority: the votes are told and the game is played to its end."""
    room = begun(4)
    vote(room, 0, 1)
    room.run()
    assert ends(room) == [Ended] * 4
    assert len(room.heads) == 1
    voters = {room.members[3].session.table.seating.index(chair) for chair in (0, 1)}
    assert {event.seat for event in room.members[3].events if isinstance(event, Voted)} == voters


def test_votes_reach_those_who_were_cut_off() -> None:
    """A vote that was lost on the wire comes with the next frontier."""
    room = begun(3)
    room.partition((0, 2), (1, 2))
    vote(room, 0, 1)
    assert not any(isinstance(event, Abandoned) for event in room.members[2].events)
    room.heal((0, 2), (1, 2))
    room.run(until=lambda: any(isinstance(event, Abandoned) for event in room.members[2].events))


def test_votes_outlive_a_crash() -> None:
    """They are in the log like everything that was signed."""
    room = begun(3)
    vote(room, 0)
    room.restart(0)
    seat = room.members[0].session.seat
    assert list(room.members[0].session.chain.ballots.votes) == [seat]
    vote(room, 0, 1)
    room.run(until=lambda: all(any(isinstance(e, Abandoned) for e in member.events) for member in room.members))


def test_a_vote_that_says_something_is_a_fault() -> None:
    """The body of a vote is nothing."""
    room = begun(3)
    session = room.members[0].session
    assert session.secrets is not None
    assert session.seat is not None
    site = session.chain.site
    slot = (site.session, session.seat, site.step, ABANDON, 0, site.head)
    entry = sign_entry(session.secrets.signing, slot, codec.encode([1]))
    victim = room.members[1].session
    victim.receive(link_of(0), encode_frame(entry), room.now)
    assert victim.fault is not None
    assert (victim.fault.culprit, victim.fault.reason) == (session.seat, Reason.ENCODING)


def test_there_is_nothing_to_end_before_the_game_or_after_it() -> None:
    """Before the first keys one simply leaves; a closed game stays closed."""
    room = Room(SmallGame(), seats=3, seed=1, choose=choose)
    with pytest.raises(LocalError):
        room.members[0].session.abandon(0.0)
    room.open()
    room.run()
    with pytest.raises(LocalError):
        room.members[0].session.abandon(room.now)
