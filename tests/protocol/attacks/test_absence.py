"""Seats that cheat with their votes about others: each honest peer names them, and so does each log."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from protocol import codec
from protocol.absence import KEEP, OUT, keep_body, out_body
from protocol.audit import audit
from protocol.errors import Reason
from protocol.frames import encode_frame
from protocol.log import sign_entry
from tests.helpers.cases import mostly_long
from tests.helpers.room import Room, link_of
from tests.helpers.small_game import SmallGame, choose

if TYPE_CHECKING:
    from protocol.log import Entry

LIAR, GONE = 0, 3


def waiting() -> Room:
    """Return a table of five that waits for one who is gone, in a step that expects everyone."""
    room = Room(SmallGame(), seats=5, seed=4, choose=choose)
    room.open()
    room.run(until=lambda: min(member.session.chain.number for member in room.members) >= 9)
    room.partition(*((GONE, other) for other in range(5) if other != GONE))
    here = [member for chair, member in enumerate(room.members) if chair != GONE]
    room.run(until=lambda: all(member.session.chain.missing == (room.members[GONE].session.seat,) for member in here))
    return room


def sign(room: Room, kind: str, about: int, body: bytes, *, step: int = 0) -> Entry:
    """Return a vote of the liar in the present step, or so many steps before it."""
    session = room.members[LIAR].session
    number = session.chain.number - step
    seat = session.seat
    assert seat is not None
    slot = (session.table.session, seat, number, kind, about, session.chain.heads[number])
    return sign_entry(room.secrets[LIAR].signing, slot, body)


def show(room: Room, *entries: Entry) -> None:
    """Send what the liar signed to one honest member; it reaches the others from there."""
    for entry in entries:
        room.members[1].session.receive(link_of(LIAR), encode_frame(entry), room.now)
        room.settle(1)
    for _ in range(500):
        room.step()


def seat_of(room: Room, chair: int) -> int:
    """Return a chair's seat."""
    return room.members[1].session.table.seating.index(chair)


def check(room: Room, check_name: str, reason: Reason = Reason.EQUIVOCATION) -> None:
    """Check that all honest members and their logs name the liar."""
    for chair in (1, 2, 4):
        member = room.members[chair]
        assert member.fault is not None
        shown = audit(group=room.group, game=room.game, header=room.header, records=member.disk).fault
        assert shown is not None
        for fault in (member.fault, shown):
            assert (fault.culprit, fault.reason, fault.check) == (seat_of(room, LIAR), reason, check_name)


def test_out_and_keep_about_one_seat() -> None:
    """Nobody can have both."""
    room = waiting()
    about = seat_of(room, GONE)
    show(room, sign(room, OUT, about, out_body(None, None)), sign(room, KEEP, about, keep_body(bytes(32))))
    check(room, "vote.both")


def test_two_versions_of_a_vote() -> None:
    """A slot has one payload."""
    room = waiting()
    about = seat_of(room, GONE)
    show(room, sign(room, OUT, about, out_body(None, None)), sign(room, OUT, about, out_body(bytes(32), None)))
    check(room, "vote.slot")


def test_two_seats_missed_at_once() -> None:
    """The first vote was not lifted."""
    room = waiting()
    votes = [sign(room, OUT, seat_of(room, chair), out_body(None, None)) for chair in (GONE, 2)]
    show(room, *votes)
    check(room, "vote.unlifted")


def test_a_vote_about_oneself() -> None:
    """One vote is enough."""
    room = waiting()
    show(room, sign(room, OUT, seat_of(room, LIAR), out_body(None, None)))
    check(room, "vote.domain")


@pytest.mark.parametrize(
    "body", mostly_long([codec.encode(None), codec.encode([bytes(31), None]), codec.encode([None]), b"\xff"], 2)
)
def test_a_vote_that_says_nothing(body: bytes) -> None:
    """The body is refused like any other."""
    room = waiting()
    show(room, sign(room, OUT, seat_of(room, GONE), body))
    check(room, codec_check(room), Reason.ENCODING)


def codec_check(room: Room) -> str:
    """Return the name that the first honest member gives: the codec's, by what is wrong."""
    fault = room.members[1].fault
    assert fault is not None
    return fault.check


def test_a_vote_before_the_session() -> None:
    """Nobody is missed before there are seats."""
    room = waiting()
    session = room.members[LIAR].session
    slot = (room.header.table_id, LIAR, 1, OUT, GONE, session.chain.heads[1])
    show(room, sign_entry(room.secrets[LIAR].signing, slot, out_body(None, None)))
    fault = room.members[2].fault
    assert fault is not None
    assert (fault.culprit, fault.reason) == (LIAR, Reason.NOT_EXPECTED)


def test_who_has_resumed_answers_no_vote_before_it_has_heard_the_others() -> None:
    """It may have lost a vote of its own, and both would make it look guilty."""
    room = waiting()
    out = sign(room, OUT, seat_of(room, 2), out_body(None, None), step=1)
    room.restart(1)
    room.members[1].session.receive(link_of(LIAR), encode_frame(out), room.now)
    room.settle(1)
    own = room.members[1].session
    assert {entry.seat for entry in own.chain.absence.entries(0)} == {out.seat}
    room.heal(*((GONE, other) for other in range(5) if other != GONE))
    for _ in range(2_000):
        room.step()
    assert KEEP in {entry.kind for entry in own.chain.absence.entries(0) if entry.seat == own.seat}


@pytest.mark.long
def test_votes_about_past_steps_change_nothing() -> None:
    """An `out` in a step that has ended is answered, and the game goes on when the seat comes back."""
    room = waiting()
    show(room, *(sign(room, OUT, seat_of(room, 2), out_body(None, None), step=back) for back in (1, 2)))
    assert all(member.fault is None for member in room.members)
    kept = room.members[1].session.chain.absence.entries(0)
    assert {entry.kind for entry in kept} == {OUT, KEEP}
    room.heal(*((GONE, other) for other in range(5) if other != GONE))
    room.run()
    assert len(room.heads) == 1
    assert not room.members[1].session.table.lost
