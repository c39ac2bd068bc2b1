"""Runs of a table message by message, told as courses: each must satisfy the formula, so that it leaves nothing out."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from protocol.votes import Keep, Out
from tests.helpers.formula import FALSE
from tests.helpers.votes_course import VERSIONS, Cheat, Course, Ending, Entry, Slot
from tests.helpers.votes_model import PROOF, Model, Paper, View, bits, paper
from tests.helpers.votes_search import draw, verdict

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from tests.helpers.votes_course import Event, Known, Sight
    from tests.helpers.votes_model import Message


class Run:
    """One run, drawn at random.

    Args:
        model: the table.
        rng: draws what comes next, and how soon a seat stops that may.

    Attributes:
        events: what has happened, in order, and what the seat had of messages, as a set of bits.
        state: the last one in which nobody had a proof.
        end: what `verdict` calls the end; `proof` if somebody would have one next.
    """

    def __init__(self, model: Model, rng: Random) -> None:
        self._model, self.state = model, model.start
        self.events: list[tuple[Event, int]] = []
        for number in model.start:
            now = model.views[number]
            self._note(View(seat=now.seat, has=now.has, end=None), now)
        self.end = self._draw(rng)

    def _draw(self, rng: Random) -> str:
        model, haste, lasts = self._model, rng.random(), rng.randrange(10 * self._model.seats)
        while moves := [move for move in model.moves(self.state) if move.due or lasts > 0]:
            after = draw(model, self.state, moves, rng, haste)
            if PROOF in after:
                return "proof"
            ((was, now),) = ((one, other) for one, other in zip(self.state, after, strict=True) if one != other)
            self._note(model.views[was], model.views[now])
            self.state, lasts = after, lasts - 1
        return verdict(model, self.state)

    def _note(self, was: View, now: View) -> None:
        """Take down what a seat has said by a move: an `Out` or nothing first, then what is automatic."""
        has = was.has
        own = [one for one in bits(now.has & ~was.has) if self._model.messages[one].voter == now.seat]
        keeps = [one for one in own if isinstance(self._model.messages[one], Keep)]
        for number in set(own) - set(keeps):
            self._say(number, has)
        has = now.has & ~sum(1 << one for one in keeps)
        self._note_automatic(now, has, ended=was.end is not None)

    def _note_automatic(self, now: View, has: int, *, ended: bool) -> None:
        """Take down the end of the step and each `Keep` in the order in which one brings about the next."""
        while has != now.has or (now.end is not None and not ended):
            votes, held = self._model.read(replace(now, has=has))
            if not ended and self._model.end_of(now.seat, votes, held) is not None:
                self.events.append((Ending(now.seat), has))
                ended = True
                continue
            due = {about for about, _ in votes.keeps_due(now.seat, held=held, complete=ended)}
            for number in bits(now.has & ~has):
                message = self._model.messages[number]
                if not isinstance(message, Paper) and message.about in due:
                    self._say(number, has)
                    has |= 1 << number

    def _say(self, number: int, has: int) -> None:
        message = self._model.messages[number]
        if not isinstance(message, Paper):
            self.events.append((Slot(message.voter, message.about), has))


def told(course: Course, model: Model, run: Run) -> Iterator[int]:
    """Yield a run as literals of a course, from which all else follows."""
    happened = dict(run.events)
    views = [model.views[number] for number in run.state]
    signed = {Slot(one.voter, one.about): one for view in views for one in _own_votes(model, view)}
    for event, sight in course.sights.items():
        if event not in happened:
            yield -course.happens(event)
            continue
        yield from _seen(model, course, sight, happened[event])
        if isinstance(event, Ending):
            yield course.ended[event.seat]
        else:
            yield from _vote(model, course, event, signed[event])
    for (one, _), (other, _) in pairwise(run.events):
        yield course.before(one, other)
    for view in views:
        yield from _seen(model, course, course.last[view.seat], view.has)


def _own_votes(model: Model, view: View) -> Iterator[Out | Keep]:
    for one in model.has(view):
        if one.voter == view.seat and not isinstance(one, Paper):
            yield one


def _vote(model: Model, course: Course, slot: Slot, vote: Out | Keep) -> Iterator[int]:
    if isinstance(vote, Keep):
        yield course.keep[slot]
        return
    yield course.out[slot]
    if vote.lifted is None:
        yield course.first[slot]
    else:
        lift = model.keep_of(vote.lifted)
        known = _known(model, lift)
        yield course.lifted[slot][known] if isinstance(known, Slot | Cheat) else FALSE


def _seen(model: Model, course: Course, sight: Sight, has: int) -> Iterator[int]:
    """Yield what a seat has and what it does not have."""
    known = {_known(model, model.messages[number]) for number in bits(has)}
    if not known <= sight.keys():
        raise AssertionError(f"the formula knows nothing of {known - sight.keys()}")
    for one, literal in sight.items():
        yield literal if one in known else -literal


def _known(model: Model, message: Message) -> Known:
    if isinstance(message, Paper):
        versions = {paper(message.voter, version).digest: version for version in range(VERSIONS)}
        return Entry(message.voter, versions[message.digest])
    if message.voter == model.faulty:
        return Cheat(model.id_of(message))
    return Slot(message.voter, message.about)
