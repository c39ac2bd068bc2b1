"""A cheat tells each half of a table that the other one is silent: what it takes that they never go on in two ways."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from protocol.caught import Outcome, Stop, outcome
from protocol.votes import Keep, Out
from tests.helpers.evidence_model import EvidenceModel
from tests.helpers.evidence_search import judge
from tests.helpers.evidence_views import Note, Sheet
from tests.helpers.votes_model import Broken

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from protocol.caught import Past
    from tests.helpers.evidence_model import Rule
    from tests.helpers.evidence_views import Message
    from tests.helpers.votes_model import Move

CHEAT = 4
HALVES = ((0, 1), (2, 3))


class Halves:
    """Four honest seats and a cheat; what comes to whom, and who votes, is told move by move."""

    def __init__(self, rule: Rule) -> None:
        everyone = range(5)
        self.model = EvidenceModel(
            seats=5, steps=[everyone] * 3, versions=(0,), voting=True, about=range(CHEAT), rule=rule
        )
        self.state = self.model.start

    def give(self, seat: int, *wanted: Callable[[Message], bool]) -> None:
        """Deliver to a seat what was said on its head, one thing after the other."""
        for want in wanted:
            head = self.model.views[self.state[seat]].heads[-1]
            (move,) = (
                move
                for move in self.model.moves(self.state)
                if move.place == seat and move.message is not None
                for message in [self.model.messages[move.message]]
                if isinstance(message, Note) and message.head == head and want(message)
            )
            self.state = self.model.after(self.state, move)

    def vote(self, seat: int, about: int) -> None:
        """Let a seat vote against another one."""
        (move,) = (m for m in self.model.moves(self.state) if (m.place, m.message, m.about) == (seat, None, about))
        self.state = self.model.after(self.state, move)

    def give_all(self) -> None:
        """Deliver everything to everybody, the stops of the other half at last."""
        while moves := [move for move in self.model.moves(self.state) if move.due and move.message is not None]:
            self.state = self.model.after(self.state, min(moves, key=self._is_late))

    def _is_late(self, move: Move) -> bool:
        message = self.model.messages[-1 if move.message is None else move.message]
        return isinstance(message, Stop) and (move.place < 2) != (message.signer < 2)


def entry(voter: int) -> Callable[[Message], bool]:
    """Return whether something is a seat's entry."""
    return lambda message: isinstance(message, Note) and isinstance(message.content, Sheet) and _by(message, voter)


def out(voter: int, about: int) -> Callable[[Message], bool]:
    """Return whether something is a vote against a seat."""
    return lambda message: isinstance(message, Note) and _is(message, Out, voter, about)


def keep(voter: int, about: int) -> Callable[[Message], bool]:
    """Return whether something is a vote for a seat."""
    return lambda message: isinstance(message, Note) and _is(message, Keep, voter, about)


def _by(note: Note, voter: int) -> bool:
    return note.content.voter == voter


def _is(note: Note, kind: type, voter: int, about: int) -> bool:
    return isinstance(note.content, kind) and _by(note, voter) and note.content.about == about  # type: ignore[union-attr]  # votes have one


def two_halves(rule: Rule) -> Halves:
    """Return a table of which each half has lost both seats of the other one, with the cheat's votes."""
    table = Halves(rule)
    for first, second in HALVES:
        other, last = HALVES[(first, second) == HALVES[0]]
        for seat, others in ((first, (second, last)), (second, (last,))):
            table.give(seat, *(entry(each) for each in (*others, CHEAT)))
        table.vote(second, first)
        table.give(second, keep(CHEAT, first), entry(first))
        table.vote(second, other)
        table.vote(first, other)
    for first, second in HALVES:
        other, last = HALVES[(first, second) == HALVES[0]]
        table.give(
            first, out(second, first), keep(CHEAT, first), out(second, other), out(last, other), out(CHEAT, other)
        )
        table.give(second, out(first, other), out(last, other), out(CHEAT, other))
    for first, second in HALVES:
        _, last = HALVES[(first, second) == HALVES[0]]
        for seat, partner in ((first, second), (second, first)):
            table.give(seat, entry(partner), entry(CHEAT))
        for seat in (first, second):
            table.vote(seat, last)
        for seat, partner in ((first, second), (second, first)):
            table.give(seat, out(partner, last), out(CHEAT, last))
    return table


def half_is_enough(stops: Iterable[Stop], culprit: int, past: Past) -> Outcome | None:
    """Let those decide who stand in one step, and say that nobody else is present, be they half of the table."""
    stops = list(stops)
    for step, head in sorted({(stop.step, stop.head) for stop in stops}):
        here = {stop.signer: stop.present for stop in stops if (stop.step, stop.head) == (step, head)}
        if len(here) > 1 and all(said == here.keys() | {culprit} for said in here.values()):
            return Outcome(step=step, head=head, agreed=True, seats=frozenset(here))
    return outcome(stops, culprit, past)


def test_two_halves_go_back_to_where_they_were_one() -> None:
    """As soon as they hear of each other."""
    table = two_halves(outcome)
    assert [[ended.lost for ended in table.model.views[number].done] for number in table.state] == [
        [2, 3],
        [2, 3],
        [0, 1],
        [0, 1],
    ]
    table.give_all()
    assert judge(table.model, table.state) == "out of step 0, taken back"


def test_were_half_enough_they_would_go_on_in_two_ways() -> None:
    """So more than half is needed."""
    table = two_halves(half_is_enough)
    table.give_all()
    with pytest.raises(Broken, match="in two ways"):
        judge(table.model, table.state)
