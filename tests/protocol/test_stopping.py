"""A single seat that says that another one cheats, and shows nothing for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from protocol import codec
from protocol.ballots import ABANDON
from protocol.errors import Reason
from protocol.events import Expelled, Stopped, YourTurn
from protocol.frames import encode_frame
from protocol.game import Voided
from protocol.header import TOLERANT
from protocol.log import sign_entry
from protocol.stopping import STOP, stop_body
from tests.helpers.adversary import CrookedRoom, Tweak
from tests.helpers.cases import mostly_long
from tests.helpers.losing import PATIENCE, check, leave, play_on, silence, until, vote
from tests.helpers.room import Room, link_of
from tests.helpers.small_game import SmallGame, choose
from tests.protocol.test_caught import bad

if TYPE_CHECKING:
    from protocol.log import Entry

LIAR, LOST = 1, 2
"""Chairs."""


def begun(seats: int) -> Room:
    """Return a tolerant table at which turns are taken."""
    room = Room(SmallGame(4), seats=seats, seed=3, choose=choose, kind=TOLERANT)
    room.open()
    assert until(room, "play", 0)
    return room


def stop(room: Room, about: int, *, step: int, last: int, last_head: bytes | None = None) -> Entry:
    """Return what the liar says about a chair: that it stands in a step of its log and knows a last common one."""
    session = room.members[LIAR].session
    heads, seat = session.chain.heads, session.table.seating.index(about)
    slot = (session.table.session, session.seat or 0, step, STOP, seat, heads[step])
    return sign_entry(
        room.secrets[LIAR].signing, slot, stop_body(last, last_head or heads[last], session.table.present)
    )


def tell(room: Room, entry: Entry, *chairs: int) -> None:
    """Let the liar send an entry to these."""
    for chair in chairs:
        room.members[chair].session.receive(link_of(LIAR), encode_frame(entry), room.now)
        room.settle(chair)


@pytest.mark.parametrize("seats", mostly_long([[LOST], [LIAR, LOST], [LIAR], [*range(4, 10)], [*range(10)]]), ids=str)
def test_a_stop_that_names_strange_seats_as_present_stops_nobody(seats: list[int]) -> None:
    """Be it the other one alone, who then stands together with nobody."""
    room = begun(4)
    chain = room.members[LIAR].session.chain
    named = [chain.table.seating.index(chair) if chair < 4 else chair for chair in seats]
    honest = stop(room, LOST, step=chain.number, last=2)
    body = stop_body(2, chain.heads[2], named)
    tell(room, sign_entry(room.secrets[LIAR].signing, honest.slot, body), 0, LOST, 3)
    room.run(until=lambda: all(member.session.chain.number > honest.step for member in room.members))
    assert len({member.session.chain.heads[honest.step + 1] for member in room.members}) == 1
    assert not any(member.session.table.lost or member.fault for member in room.members)


@pytest.mark.parametrize("last_head", mostly_long([bytes(32), None]), ids=["of no log", "common"])
def test_who_leaves_after_a_false_stop_holds_nobody_up(last_head: bytes | None) -> None:
    """The others go on at once, and the round is not void."""
    room = begun(4)
    tell(room, stop(room, LOST, step=room.members[LIAR].session.chain.number, last=2, last_head=last_head), 0, 3)
    leave(room, LOST)
    room.run()
    check(room, [0, LIAR, 3], {room.members[0].session.table.seating.index(LOST)})
    assert not any(isinstance(fact, Voided) for fact in room.facts(0))


@pytest.mark.parametrize("common", mostly_long([False, True]), ids=["of no log", "behind"])
def test_who_is_lost_after_a_false_stop_holds_nobody_up(common: bool) -> None:
    """The liar does not stand in the step that ended without it."""
    room = begun(4)
    number = room.members[LIAR].session.chain.number
    tell(room, stop(room, LOST, step=number - 1, last=2, last_head=None if common else bytes(32)), 0, 3)
    silence(room, LOST)
    play_on(room, [0, LIAR, 3])
    check(room, [0, LIAR, 3], {room.members[0].session.table.seating.index(LOST)})
    assert not any(isinstance(fact, Voided) for fact in room.facts(0))


def test_of_two_neither_puts_out_the_other_with_a_word() -> None:
    """Both stay until the end."""
    room = begun(3)
    leave(room, LOST)
    chain, honest = room.members[0].session.chain, room.members[0].session.seat or 0
    assert until(room, "play", 0, lambda chain: sum(len(done.seats) == 2 for done in chain.done) > 5)
    common = [step for step in range(chain.number) if chain.past.is_common(step, honest)]
    last = max(step for step in common if len(chain.past.present(step)) == 2)
    tell(room, stop(room, 0, step=chain.number, last=last), 0)
    room.run()
    check(room, [0, LIAR], {chain.table.seating.index(LOST)})


class Pondering(Room):
    """A table at which the first member thinks about its turn."""

    def settle(self, chair: int) -> None:
        """Let nothing be chosen for it."""
        member = self.members[chair]
        if chair:
            super().settle(chair)
        else:
            member.events += member.session.events()
            for output in member.session.outputs():
                self._carry_out(chair, output)


def test_who_is_asked_and_stops_is_asked_again_when_the_log_stays() -> None:
    """Here at once: all have signed again since the other was lost."""
    room = Pondering(SmallGame(4), seats=4, seed=3, choose=choose, kind=TOLERANT)
    room.open()
    assert until(room, "play", LIAR)
    silence(room, LOST)
    session, events = room.members[0].session, room.members[0].events
    for _ in range(3000):
        if isinstance(events[-1], YourTurn):
            if session.table.lost:
                break
            session.perform(choose(session, room.random), room.now)
            room.settle(0)
        if {room.members[chair].session.chain.missing for chair in (0, LIAR, 3)} == {(session.table.seating.index(2),)}:
            for chair in (0, LIAR, 3):
                vote(room, chair)
        room.step()
    ((lost, step),) = ((done.lost, done.site.step) for done in session.chain.done if done.lost is not None)
    assert lost == session.table.seating.index(LOST)
    asked = events[-1]
    tell(room, stop(room, LOST, step=step, last=2), 0)
    assert any(isinstance(event, Stopped) and event.seat == session.seat for event in events)
    assert events[-1] == asked
    assert len([event for event in events if event == asked]) == 2
    session.perform(choose(session, room.random), room.now)


def test_a_bad_vote_to_end_the_game_is_a_fault_for_who_has_counted_a_good_one() -> None:
    """Else those who were shown the bad one alone would stop, and wait for the others for good."""
    room = begun(4)
    session = room.members[LIAR].session
    slot: Any = (session.table.session, session.seat, session.chain.number, ABANDON, 0, session.chain.heads[-1])
    good, bad = (sign_entry(room.secrets[LIAR].signing, slot, codec.encode(body)) for body in (None, 1))
    tell(room, good, 0, 2)
    tell(room, bad, 3)
    room.run(until=lambda: all(room.members[chair].fault for chair in (0, 2, 3)))
    faults = [room.members[chair].fault for chair in (0, 2, 3)]
    assert {(fault.culprit, fault.reason) for fault in faults if fault} == {(session.seat, Reason.ENCODING)}
    room.run(until=lambda: all(room.members[chair].session.chain.step is None for chair in (0, 2, 3)))
    assert len({room.members[chair].session.chain.heads[-1] for chair in (0, 2, 3)}) == 1


@pytest.mark.parametrize("behind", mostly_long([2, 1]))
def test_who_leaves_meanwhile_still_says_where_he_stands(behind: int) -> None:
    """Somebody leaves, and a second version of the same step comes before all of the others have ended it."""
    tweak = Tweak(kind="-", act=lambda _: [], reason=None)
    room = CrookedRoom(tweak, game=SmallGame(4), seats=5, seed=3)
    room.open()
    leaver, *others = room.honest
    chains = {chair: room.members[chair].session.chain for chair in (leaver, *others)}
    assert until(room, "deal", others[0], lambda chain: {room.members[leaver].session.seat} < set(chain.missing))
    step = chains[others[0]].number
    room.members[leaver].session.leave(room.now)
    room.settle(leaver)
    while sum(chain.number > step for chain in chains.values()) < len(chains) - behind or not chains[leaver].left:
        assert room.step()
    first = chains[leaver].done[step].entries[room.crook.seat or 0]
    again = sign_entry(room.secrets[room.cheat].signing, first.slot, b"\xc1")
    for chair in others:
        room.members[chair].session.receive(link_of(room.cheat), encode_frame(again), room.now)
        room.settle(chair)
    room.crook.step_cheated = step
    room.finish()
    check(room, others, {room.culprit, room.members[leaver].session.seat or 0}, culprit=room.culprit)


def test_who_was_lost_learns_from_the_stops_of_the_others_that_he_is_out() -> None:
    """Be they the first that comes to him; nothing of it asks for evidence that he does not have."""
    room = CrookedRoom(bad("strip"), game=SmallGame(4), seats=5, seed=4, kind=TOLERANT)
    room.open()
    assert until(room, "play", room.honest[0])
    *others, lost = room.honest
    silence(room, lost)
    chains = [room.members[chair].session.chain for chair in others]
    for number in range(9 * PATIENCE):
        if all(len(chain.stops.entries) == len(others) for chain in chains):
            break
        assert room.step()
        for chair in (*others, room.cheat) if number % PATIENCE == PATIENCE - 1 else ():
            vote(room, chair)
    member = room.members[lost]
    room.heal((others[0], lost))
    assert member.session.chain.step is not None
    for number, entry in enumerate(chains[0].stops.entries):
        assert not member.session.chain.expelled, f"after {number} stops"
        member.session.receive(link_of(others[0]), encode_frame(entry), room.now)
    room.settle(lost)
    assert isinstance(member.events[-1], Expelled)
    assert not member.session.chain.faults


def test_who_resumes_after_two_versions_of_a_stop_has_heard_all() -> None:
    """Nobody ever gets the version of the others, since the first that came is kept; nobody is to wait for it."""
    room = begun(4)
    chain = room.members[LIAR].session.chain
    tell(room, stop(room, LOST, step=chain.number, last=2), 0)
    tell(room, stop(room, LOST, step=chain.number, last=2, last_head=bytes(32)), LOST, 3, 0)
    room.run(until=lambda: all(room.members[chair].session.table.lost for chair in (0, LOST, 3)))
    room.restart(0)
    room.run(until=lambda: not room.members[0].session.unheard)
    room.run(until=lambda: all(room.members[chair].session.chain.step is None for chair in (0, LOST, 3)))
