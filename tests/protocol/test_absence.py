"""Seats that fall silent at a strict table: the others vote, the round is dealt anew, and the game comes to its end."""

from __future__ import annotations

from random import Random

import pytest

from p2p_saboteur.bots.steady import SteadyPolicy
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from protocol.audit import audit
from protocol.errors import LocalError
from protocol.events import Abandoned, Expelled, StepDone, Voted
from protocol.game import Lost, Voided
from tests.helpers.cases import mostly_long
from tests.helpers.losing import check, first_with, play_on, silence, vote
from tests.helpers.room import Faults, Room
from tests.helpers.saboteur import RandomPlayers, saboteur_room
from tests.helpers.small_game import SmallGame, choose

KINDS = ("commit", "keys", "shuffle", "deal", "play", "reveal", "peek", "show", "pay", "total", "close")


@pytest.mark.parametrize("kind", mostly_long(sorted(KINDS, key=lambda kind: kind != "keys")))
def test_a_silent_seat_is_voted_out_in_any_kind_of_step(kind: str) -> None:
    """The others go on, and come to the same end."""
    room, gone = first_with(kind)
    others = [chair for chair in range(4) if chair != gone]
    silence(room, gone)
    play_on(room, others)
    lost = {room.members[others[0]].session.table.seating.index(gone)}
    check(room, others, lost if any(isinstance(f, Lost) for f in room.facts(others[0])) else set())


def test_a_table_of_three_that_loses_one_before_there_are_keys_ends_with_totals() -> None:
    """Nobody owns anything yet, which needs no key to be proved."""
    room = saboteur_room(Options(rounds=1), seats=3, seed=1)
    room.run(until=lambda: room.members[0].session.chain.site.kind == "commit")
    silence(room, 2)
    play_on(room, (0, 1))
    lost = room.members[0].session.table.seating.index(2)
    check(room, (0, 1), {lost})
    totals = room.members[0].session.table.state.totals
    assert totals == tuple(None if seat == lost else 0 for seat in range(3))


def test_what_lies_under_the_lost_seats_layer_is_replaced() -> None:
    """A round that has begun is void; whoever was voted out learns of it as soon as it hears the others."""
    room = saboteur_room(Options(rounds=1), seats=4, seed=5)
    room.run(until=lambda: room.members[0].session.chain.site.kind == "play")
    silence(room, 3)
    play_on(room, (0, 1, 2))
    facts = room.facts(0)
    assert any(isinstance(fact, Voided) for fact in facts)
    room.heal((3, 0), (3, 1))
    room.run(until=lambda: any(isinstance(event, Expelled) for event in room.members[3].events))
    with pytest.raises(LocalError):
        room.members[3].session.abandon(room.now)


def test_who_comes_back_in_time_stays() -> None:
    """One has voted; the seat is there for another, who says so."""
    room = saboteur_room(Options(rounds=1), seats=4, seed=7, policy=SteadyPolicy)
    room.run(until=lambda: room.members[0].session.chain.site.kind == "deal")
    silence(room, 3)
    room.run(until=lambda: all(len(room.members[c].session.chain.missing) == 1 for c in range(3)))
    vote(room, 0)
    room.heal((3, 0), (3, 1), (3, 2))
    play_on(room, range(4))
    check(room, range(4), set())
    assert any(isinstance(event, StepDone) for event in room.members[3].events)


@pytest.mark.parametrize("seed", mostly_long(range(6)))
def test_a_log_may_go_on_before_a_vote_is_answered(seed: int) -> None:
    """Whoever was missed may hear of the vote before the answer to it, and have signed more by then."""
    room = Room(SmallGame(), seats=4, seed=seed, choose=choose, faults=Faults(delay=1.0))
    room.open()
    room.run(until=lambda: min(member.session.chain.number for member in room.members) >= 9)
    silence(room, 3)
    for _ in range(2_000):
        room.step()
    for chair in range(3):
        if room.members[chair].session.chain.missing == (room.members[3].session.seat,):
            vote(room, chair)
            break
    room.heal((3, 0), (3, 1), (3, 2))
    room.run()
    check(room, range(4), set())


def test_votes_to_end_the_game_count_by_the_seats_that_are_left() -> None:
    """Two of four are no majority, two of three are."""
    room = Room(SaboteurGame(Options(rounds=1)), seats=4, seed=5, choose=RandomPlayers())
    room.open()
    room.run(until=lambda: room.members[0].session.chain.site.kind == "keys")
    silence(room, 3)
    for chair in (0, 1):
        room.members[chair].session.abandon(room.now)
        room.settle(chair)
    play_on(room, range(3))
    for chair in range(3):
        member = room.members[chair]
        assert isinstance(member.events[-1], Abandoned)
        assert len([event for event in member.events if isinstance(event, Voted)]) == 2
        assert audit(group=room.group, game=room.game, header=room.header, records=member.disk).abandoned


def test_votes_need_a_missing_seat() -> None:
    """Nobody is voted out whose entry is there or not expected, and nobody votes against itself."""
    room = saboteur_room(Options(rounds=1), seats=3, seed=2)
    room.run(until=lambda: room.members[0].session.chain.site.kind == "play")
    session = room.members[0].session
    present = {0, 1, 2} - ({*session.chain.missing} - {session.seat})
    for seat in present:
        with pytest.raises(LocalError):
            session.vote_out(seat, room.now)


@pytest.mark.long
@pytest.mark.parametrize("seed", mostly_long(range(12), 4))
def test_losses_on_a_bad_wire(seed: int) -> None:
    """Frames are lost and late, players crash and come back, one falls silent for good: the rest end alike."""
    chance = Random(f"losses {seed}")
    seats = chance.randrange(4, 8)
    room = saboteur_room(Options(rounds=1), seats=seats, seed=seed, faults=Faults(delay=0.5, drop=0.1, duplicate=0.1))
    at, gone = chance.randrange(2, 60), chance.randrange(seats)
    others = [chair for chair in range(seats) if chair != gone]
    room.run(until=lambda: room.quiet or room.members[others[0]].session.chain.number >= at)
    silence(room, gone)
    for _ in range(3):
        for _ in range(200):
            room.step()
        room.restart(chance.choice(others))
    play_on(room, others)
    lost = room.members[others[0]].session.table.lost
    assert lost <= {room.members[others[0]].session.table.seating.index(gone)}
    check(room, others, set(lost))
