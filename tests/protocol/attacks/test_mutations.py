"""Mutated and invented frames: no exception escapes, memory is bounded, nobody is blamed, and the game ends."""

from __future__ import annotations

from collections import deque
from random import Random

import pytest

from protocol.errors import Reason
from protocol.waiting import PER_SEAT
from tests.helpers.adversary import Bench
from tests.helpers.cases import mostly_long
from tests.helpers.mutations import invented, mutated
from tests.helpers.room import Room, link_of
from tests.helpers.small_game import SmallGame, choose

SEATS = 3
DELIVERIES = 200  # of a game, at least

COUNTS = pytest.mark.parametrize("count", mostly_long([10_000, 50_000, 1_000_000]))


@COUNTS
def test_mutated_frames(count: int) -> None:
    """Between any two deliveries of a game, changed copies of what was said so far come over any link."""
    random, seen = Random(f"mutations {count}"), deque[bytes](maxlen=500)
    room = Room(SmallGame(), seats=SEATS, seed=count, choose=choose)

    def listen(_source: int, _target: int, data: bytes) -> bytes:
        seen.append(data)
        return data

    room.tweak = listen
    room.open()
    injected = 0
    while injected < count:
        if not room.quiet:
            room.step()
        for _ in range(count // DELIVERIES):
            inject(room, random, seen)
            injected += 1
    room.run()
    assert len(room.heads) == 1
    for member in room.members:
        assert member.fault is None
        assert len(member.disk) == sum(len(done.entries) for done in member.session.chain.done)


def inject(room: Room, random: Random, seen: deque[bytes]) -> None:
    """Let one member receive one odd frame."""
    target = random.randrange(SEATS)
    source = random.choice([chair for chair in range(SEATS) if chair != target])
    heads = room.members[target].session.chain.heads
    take(room, source, target, invented(random, heads) if random.random() < 0.1 else mutated(random, seen))


def take(room: Room, source: int, target: int, data: bytes) -> None:
    """Let a member receive a frame, and check that it has kept next to nothing of it."""
    session = room.members[target].session
    session.receive(link_of(source), data, room.now)
    room.settle(target)
    room.members[target].dropped.clear()
    waiting = session.chain._waiting
    assert sum(map(len, waiting._kept.values())) <= PER_SEAT * SEATS
    assert len(waiting._unchecked) <= SEATS
    assert len(session._gossip.peers) == SEATS - 1
    assert len(room._queue) < 20_000


@pytest.mark.parametrize("kind", ["keys", "shuffle", "deal", "play", "reveal", "show"])
@pytest.mark.parametrize("count", mostly_long([300, 700, 30_000]))
def test_mutated_bodies_that_are_signed(kind: str, count: int) -> None:
    """Whatever a seat signs in its slot instead of its entry: it is named, and nothing else happens."""
    bench, random = Bench(kind), Random(f"bodies {kind} {count}")
    honest = bench.moment.honest().body
    other = bench.judge.session.chain.done[-1].entries
    seen = [honest] * 3 + [entry.body for entry in other.values()]
    for _ in range(count):
        body = mutated(random, seen)
        if body != honest:
            assert isinstance(bench.refuse(body).reason, Reason)
