"""Votes that cross the end of a step or the loss of a seat: which there are decides, and not when they came."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.games.saboteur.options import Options
from protocol import voting
from protocol.absence import MARK, Absence, split
from protocol.audit import audit
from protocol.errors import LocalError
from protocol.events import Abandoned
from protocol.log import sign_entry
from protocol.seat_secrets import SeatSecrets
from protocol.session import Session
from tests.helpers.losing import silence, vote
from tests.helpers.saboteur import saboteur_room
from tests.helpers.toy_groups import FAST

if TYPE_CHECKING:
    from tests.helpers.room import Room


def begun(seats: int) -> Room:
    """Return a table whose members come to the first move of a round."""
    room = saboteur_room(Options(rounds=1), seats=seats, seed=5)
    room.run(until=lambda: room.members[0].session.chain.site.kind == "play")
    return room


def abandon(room: Room, *chairs: int) -> None:
    """Let these members vote to end the game."""
    for chair in chairs:
        room.members[chair].session.abandon(room.now)
        room.settle(chair)


def deliver(room: Room) -> None:
    """Deliver all that is on its way."""
    end = room.now + 20
    while room.now < end and room.step():
        pass


def abandoned(room: Room, *chairs: int) -> bool:
    """Return whether all these have learnt that the game is ended."""
    return all(any(isinstance(event, Abandoned) for event in room.members[chair].events) for chair in chairs)


def number(room: Room, chair: int) -> int:
    """Return the step at which a member is."""
    return room.members[chair].session.chain.number


def test_who_is_a_step_ahead_learns_that_the_game_was_ended() -> None:
    """Its step needs an entry that nobody else has; the votes are about the game, not about steps."""
    room = begun(5)
    while number(room, 4) <= max(number(room, chair) for chair in range(4)):
        room.step()
    lacking = {room.members[0].session.table.seating[seat] for seat in room.members[0].session.chain.missing}
    voters = [chair for chair in range(4) if chair not in lacking][:3]
    assert len(voters) == 3
    for chair in (*lacking, 4):
        silence(room, chair)
    abandon(room, *voters)
    deliver(room)
    assert abandoned(room, *voters)
    assert number(room, 4) > number(room, voters[0])
    room.heal((voters[0], 4))
    room.run(until=lambda: abandoned(room, 4))


def test_a_vote_of_who_is_about_to_be_lost_counts_for_all_or_for_none() -> None:
    """One hears it before the others have gone on without its signer, and they afterwards."""
    room = begun(5)
    silence(room, 4)
    deliver(room)
    abandon(room, 0, 1)
    for chair in (0, 1):
        vote(room, chair)
    deliver(room)
    silence(room, 0)
    for chair in (2, 3):
        vote(room, chair)
    room.run(until=lambda: all(room.members[chair].session.table.lost for chair in (1, 2, 3)))
    room.heal((0, 4))
    abandon(room, 4)
    room.run(until=lambda: abandoned(room, 0))
    assert number(room, 0) < number(room, 1)
    room.heal((0, 1), (0, 2), (0, 3))
    room.run(until=lambda: abandoned(room, 1, 2, 3))
    for chair in range(4):
        result = audit(group=room.group, game=room.game, header=room.header, records=room.members[chair].disk)
        assert (result.abandoned, result.fault) == (True, None)


def test_a_vote_from_after_the_loss_does_not_count() -> None:
    """The lost seat can compute the head, but it is out of the game."""
    room = begun(4)
    lost = room.members[3].session
    silence(room, 3)
    deliver(room)
    for chair in range(3):
        vote(room, chair)
    room.run(until=lambda: all(room.members[chair].session.table.lost for chair in range(3)))
    chain = room.members[0].session.chain
    assert lost.secrets is not None
    assert lost.seat is not None
    step = chain.number
    slot = (chain.table.session, lost.seat, step, "abandon", 0, chain.heads[step])
    chain.accept(sign_entry(lost.secrets.signing, slot, b"\xc0"))
    assert not chain.ballots.votes


def test_the_votes_of_a_lost_seat_are_not_waited_for() -> None:
    """Whoever has gone on without it takes no more of them, so that a frontier must not name them."""
    room = begun(4)
    silence(room, 3)
    deliver(room)
    (seat,) = room.members[0].session.chain.missing[:1]
    gone = room.members[3].session
    other = room.members[3].session.chain.missing[0]
    gone.vote_out(other, room.now)
    room.settle(3)
    (theirs,) = gone.chain.absence.entries(0)
    room.members[0].session.chain.accept(theirs)
    for chair in range(3):
        room.members[chair].session.vote_out(seat, room.now)
        room.settle(chair)
    room.run(until=lambda: all(room.members[chair].session.table.lost for chair in range(3)))
    absence = room.members[0].session.chain.absence
    assert theirs in absence.entries(0)
    mark = theirs.digest[:MARK]
    assert mark in split(absence.marks(0))
    assert split(absence.marks(0)) - split(absence.marks(0, {seat})) == {mark}
    room.restart(1)
    room.run(until=lambda: not room.members[1].session.unheard)


def test_nobody_is_kept_once_the_game_is_ended() -> None:
    """The answer would be accepted by nobody, and so not saved either."""
    room = begun(4)
    silence(room, 3)
    deliver(room)
    vote(room, 0)
    deliver(room)
    chain = room.members[1].session.chain.copy()
    me = room.members[1].session.seat
    assert me is not None
    chain.absence = room.members[0].session.chain.absence.copy()
    held = dict.fromkeys(range(4), b"\x00" * 32)
    (about,) = {entry.target for entry in chain.absence.entries(0)}
    assert chain.ballot().keeps_due(me, held=held, complete=True) == ((about, held[about]),)
    abandon(room, 0, 1, 2)
    deliver(room)
    assert abandoned(room, 1)
    assert voting.keeps(room.members[1].session.chain, me) == []


def test_a_log_that_is_gone_stops_nobody() -> None:
    """Whoever has newer secrets than log comes back with what the others hold, and chooses nothing before."""
    room = begun(3)
    secrets = room.members[0].session.secrets
    assert secrets is not None
    assert secrets.roots.oldest == 1
    session = Session(group=FAST, game=room.game, header=room.header, secrets=secrets, records=(), cautious=False)
    session.start(room.now)
    assert session.unheard == {1, 2}
    with pytest.raises(LocalError):
        session.abandon(room.now)
    room.members[0].session = session
    room.members[0].disk.clear()
    room.secrets[0] = SeatSecrets(signing=secrets.signing, roots=secrets.roots, purse=secrets.purse)
    room.restart(0)
    room.run()
    assert len(room.heads) == 1


def test_a_lost_seat_keeps_no_log_from_being_equal() -> None:
    """It stays with what it had; that is no disagreement of those who play."""
    room = begun(4)
    silence(room, 3)
    deliver(room)
    for chair in range(3):
        vote(room, chair)
    room.run(until=lambda: all(room.members[chair].session.table.lost for chair in range(3)))
    room.members[0].session._gossip.note_log(3, same=False)  # as when it shows that it has gone on by itself
    assert room.members[0].session.others.differing == frozenset()


def test_no_votes_no_marks() -> None:
    """Of none there is nothing to tell."""
    assert Absence().marks(0, {1}) == b""
