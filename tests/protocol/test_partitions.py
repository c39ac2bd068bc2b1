"""A table of five that falls apart: never do two parts go on, each knows for whom it waits, and healed, all are one."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import pytest

from protocol.audit import audit
from protocol.errors import LocalError
from protocol.events import Abandoned, Ended, Expelled
from protocol.header import TOLERANT
from tests.helpers.cases import mostly_long
from tests.helpers.losing import check, silence, until, vote
from tests.helpers.room import Faults, Room
from tests.helpers.small_game import SmallGame, choose

if TYPE_CHECKING:
    from collections.abc import Sequence

SEATS = 5
SPLITS = ((2, 3), (2, 2, 1), (3, 1, 1), (1, 1, 1, 1, 1))
STEPS = 200
"""Events on the wire after which nothing changes any more."""


class Parts:
    """A table some way into a game, and the parts that it falls into."""

    def __init__(self, sizes: Sequence[int], seed: int) -> None:
        self.random = Random(f"{sizes} {seed}")
        self.room = Room(SmallGame(0), seats=SEATS, seed=seed, choose=choose, faults=Faults(delay=0.1))
        self.room.open()
        begun = self.random.randrange(3, 14)
        self.room.run(until=lambda: max(self.numbers) >= begun)
        chairs = self.random.sample(range(SEATS), SEATS)
        self.parts: list[list[int]] = []
        for size in sizes:
            self.parts.append(sorted(chairs[:size]))
            chairs = chairs[size:]
        self.cuts = [(a, b) for one, other in combinations(self.parts, 2) for a in one for b in other]
        self.room.partition(*self.cuts)
        self.go_on()

    @property
    def numbers(self) -> list[int]:
        """The step at which each chair is."""
        return [member.session.chain.number for member in self.room.members]

    def go_on(self) -> None:
        """Let everything happen that still can."""
        for _ in range(STEPS):
            if not self.room.step():
                return

    def seats_of(self, chairs: Sequence[int]) -> set[int]:
        """Return the seats of these chairs."""
        seating = self.room.members[0].session.table.seating
        return {seating.index(chair) for chair in chairs}

    def waits(self, chair: int) -> set[int]:
        """Return the seats for which a chair waits."""
        return set(self.room.members[chair].session.chain.missing)

    def vote_out(self) -> None:
        """Let everyone vote against all whom it misses and may vote against, again and again.

        Not against who is alone: the others, of one mind, would have thrown it out when they meet.
        """
        alone = self.seats_of([part[0] for part in self.parts if len(part) == 1])
        for chair in self.random.sample(range(SEATS), SEATS) * 2:
            session = self.room.members[chair].session
            for seat in session.chain.missing:
                if not session.chain.step or seat in {session.seat, *alone}:
                    continue
                if session.may_vote_out(seat) is None:
                    session.vote_out(seat, self.room.now)
                    self.room.settle(chair)
            self.go_on()

    def abandon(self) -> None:
        """Let everyone vote to end the game for all."""
        for chair in range(SEATS):
            try:
                self.room.members[chair].session.abandon(self.room.now)
            except LocalError:
                continue
            self.room.settle(chair)
        self.go_on()

    def check_waiting(self, parts: Sequence[Sequence[int]]) -> None:
        """Check that all of these stand, on one log as far as they have come, and wait for others than themselves."""
        self.check_prefixes()
        before = self.numbers
        self.go_on()
        for part in parts:
            for chair in part:
                assert self.numbers[chair] == before[chair], self.room.seed
                assert self.waits(chair), self.room.seed
                assert self.waits(chair) <= self.seats_of(range(SEATS)) - self.seats_of(part), self.room.seed

    def check_prefixes(self) -> None:
        """Check that whoever is behind has the beginning of what the first ones have."""
        heads = [member.session.chain.heads for member in self.room.members]
        first = max(heads, key=len)
        assert all(first[: len(each)] == each for each in heads), self.room.seed

    def heal(self) -> None:
        """Bring all links up again and play to the end."""
        self.room.heal(*self.cuts)
        self.room.run(20_000)

    def told(self, kind: type) -> set[int]:
        """Return the chairs that were told this."""
        return {
            chair
            for chair, member in enumerate(self.room.members)
            if any(isinstance(event, kind) for event in member.events)
        }

    def check_one(self, chairs: Sequence[int], *, finished: bool) -> None:
        """Check that these hold one log, that nobody is at fault, and that each log says the same."""
        members = [self.room.members[chair] for chair in chairs]
        assert all(member.fault is None for member in self.room.members), self.room.seed
        self.check_prefixes()
        assert len({member.session.chain.heads[-1] for member in members}) == 1 or not finished, self.room.seed
        for member in members:
            shown = audit(group=self.room.group, game=self.room.game, header=self.room.header, records=member.disk)
            assert (shown.fault, shown.finished, shown.abandoned) == (None, finished, not finished), self.room.seed


SEEDS = pytest.mark.parametrize("seed", mostly_long(range(20)))
SIZES = pytest.mark.parametrize("sizes", mostly_long(SPLITS))


@SEEDS
@SIZES
def test_without_votes_all_wait_and_go_on_together(sizes: tuple[int, ...], seed: int) -> None:
    """However long it takes."""
    table = Parts(sizes, seed)
    table.check_waiting(table.parts)
    table.heal()
    assert table.told(Ended) == set(range(SEATS)), seed
    table.check_one(range(SEATS), finished=True)


@SEEDS
@pytest.mark.parametrize("sizes", mostly_long([sizes for sizes in SPLITS if max(sizes) > 1]))
def test_two_who_are_gone_at_once_cannot_be_voted_out(sizes: tuple[int, ...], seed: int) -> None:
    """Whoever votes against whom, no part goes on; when the others are back, nobody is out."""
    table = Parts(sizes, seed)
    table.vote_out()
    table.check_waiting(table.parts)
    table.heal()
    assert table.told(Ended) == set(range(SEATS)), seed
    assert all(member.session.table.lost == set() for member in table.room.members)
    table.check_one(range(SEATS), finished=True)


@SEEDS
@SIZES
def test_only_a_majority_ends_the_game_for_all(sizes: tuple[int, ...], seed: int) -> None:
    """All vote to end it: the part that is more than half has done so, the others wait until they hear of it."""
    table = Parts(sizes, seed)
    table.abandon()
    ended = [part for part in table.parts if set(part) <= table.told(Abandoned)]
    assert ended == [part for part in table.parts if 2 * len(part) > SEATS], seed
    assert table.told(Abandoned) == {chair for part in ended for chair in part}
    table.check_waiting([part for part in table.parts if part not in ended])
    table.heal()
    assert table.told(Abandoned) == set(range(SEATS)), seed
    table.check_one(range(SEATS), finished=False)


def behind(seed: int) -> tuple[Room, int]:
    """Return a table of four at which one is cut off while the others have come to the next step, and its chair."""
    room = Room(SmallGame(4), seats=4, seed=seed, choose=choose, kind=TOLERANT)
    room.open()
    lone = 3
    session = room.members[lone].session
    assert until(room, "play", lone, lambda chain: chain.number > 12 and session.seat not in chain.missing)
    room.tweak = lambda _source, target, data: None if target == lone else data
    room.run(until=lambda: all(room.members[chair].session.chain.number > session.chain.number for chair in range(3)))
    silence(room, lone)
    room.tweak = lambda _source, _target, data: data
    calm(room)
    return room, lone


def calm(room: Room) -> None:
    """Let everything happen that still can, or much of it."""
    for _ in range(STEPS):
        if not room.step():
            return


@pytest.mark.parametrize("seed", mostly_long(range(6)))
@pytest.mark.parametrize("voters", mostly_long([3, 2]))
def test_one_alone_that_has_voted_a_step_behind_learns_that_it_is_out(seed: int, voters: int) -> None:
    """Its own vote keeps it in that step, and nobody answers it; of fewer votes than all it is not out."""
    room, lone = behind(seed)
    for chair in (lone, *range(voters)):
        vote(room, chair)
    calm(room)
    room.heal(*((lone, other) for other in range(3)))
    room.run(until=lambda: all(member.session.chain.step is None for member in room.members))
    out = voters == 3
    assert any(isinstance(event, Expelled) for event in room.members[lone].events) == out, seed
    seat = room.members[0].session.table.seating.index(lone)
    check(room, range(3 if out else 4), {seat} if out else set())
