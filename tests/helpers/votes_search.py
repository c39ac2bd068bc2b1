"""Search of the voting rule: every order in which a model's messages may come, or many drawn at random."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final, Protocol

from protocol.votes import FEWEST
from tests.helpers.votes_model import PROOF, Broken, Message, Model, State, keep, out, paper

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from tests.helpers.votes_model import End, Move


class Table(Protocol):
    """What is searched."""

    start: State
    seats: int
    views: list[Any]

    def moves(self, state: State) -> list[Move]:
        """Return all that may happen next."""

    def after(self, state: State, move: Move) -> State:
        """Return what the table comes to by a move."""


ENOUGH_VIEWS: Final = 100_000
"""A walk's model is made anew then, since it remembers every view."""

CAUTION: Final = 0.99


@dataclass(slots=True, kw_only=True)
class Report:
    """What a search has seen.

    Attributes:
        states: how many, or in walks how many steps.
        ends: ends of runs, by what became of the table.
    """

    states: int = 0
    ends: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        return f"{self.states} states; ends: {dict(sorted(self.ends.items()))}"


def verdict(model: Model, state: State) -> str:
    """Judge the end of a run, where all that living seats have has been delivered and nobody may vote.

    Raises `Broken` if honest seats ended the step in two ways without a proof that somebody cheats, if one waits though
    all live, or if one waits though one seat is gone and nobody has voted against one that lives. What a cheat has told
    a seat that stopped is not compared: nobody has both. Nor is how the step ended for who leaves: nothing follows from
    that.
    """
    if PROOF in state:
        return "proof"
    ends = {view.seat: view.end for view in (model.views[number] for number in state) if view.end is not None}
    heard = {seat: end for seat, end in ends.items() if model.faulty is None or seat not in model.mortal}
    heard = {seat: end for seat, end in heard.items() if seat not in model.leavers}
    for (one, its), (other, others) in combinations(heard.items(), 2):
        if its != others and not _outvoted(other, its, others) and not _outvoted(one, others, its):
            raise Broken(f"seats {one} and {other} ended differently: {its}, {others}")
    living = set(model.honest) - model.mortal
    lost = {end.lost for end in ends.values()}
    waiting = living - ends.keys() - lost - model.leavers
    if not waiting:
        _check_readers(model, state, ends, len(living))
        return (
            "whole" if lost <= {None} else "without one" if len(lost - {None}) == 1 else "split from one that stopped"
        )
    if model.seats - len(living) > 1 or len(living - model.leavers) < FEWEST - 1:
        return "waits: two gone"
    if model.seats > len(living) and any(vote.about in living for vote in model.outs(state)):
        return "waits: haste"
    raise Broken(f"seats {sorted(waiting)} wait for nothing")


def _check_readers(model: Model, state: State, ends: dict[int, End], living: int) -> None:
    """Raise `Broken` if who reads a living seat's log does not see that the step has ended as usual."""
    if {end.lost for end in ends.values()} != {None} or model.seats - living > 1:
        return
    for view in (model.views[number] for number in state):
        votes, held = model.read(view)
        if view.seat not in model.mortal and votes.blocks(None, held):
            raise Broken(f"who reads the log of seat {view.seat} waits for nothing")


def _outvoted(seat: int, end: End, own: End) -> bool:
    """Return whether a seat has ended the step as usual although another one ended it without that seat."""
    return end.lost == seat and own.lost is None


def explore(model: Table, most: int = 10**9, judge: Callable[[Any, State], str] = verdict) -> Report:
    """Visit every state that the table can come to, breadth first; `most` states at most."""
    report = Report()
    seen, now = {model.start}, [model.start]
    while now and report.states < most:
        after: list[State] = []
        for state in now:
            report.states += 1
            moves = model.moves(state)
            if not any(move.due for move in moves):
                report.ends[judge(model, state)] += 1
            for move in moves:
                come_to = model.after(state, move)
                if come_to not in seen:
                    seen.add(come_to)
                    after.append(come_to)
        now = after
    return report


def walk(
    make: Callable[[], Table],
    rng: Random,
    walks: int,
    report: Report | None = None,
    judge: Callable[[Any, State], str] = verdict,
) -> Report:
    """Follow runs drawn at random, each to where nothing is left, or nothing due once lost seats do nothing more.

    Each run has its own readiness to vote and its own moment from which that is so.
    """
    report, model = report or Report(), make()
    for _ in range(walks):
        if len(model.views) > ENOUGH_VIEWS:
            model = make()
        state, haste, lasts = model.start, rng.random() ** 2, rng.randrange(10 * model.seats)
        while moves := [move for move in model.moves(state) if move.due or lasts > 0]:
            state = draw(model, state, moves, rng, haste)
            lasts -= 1
            report.states += 1
        report.ends[judge(model, state)] += 1
    return report


def draw(model: Table, state: State, moves: list[Move], rng: Random, haste: float) -> State:
    """Draw a move, seldom one by which the cheat is caught, since nothing follows that."""
    rng.shuffle(moves)
    votes_first = rng.random() < haste
    moves.sort(key=lambda move: (move.message is None) != votes_first)
    for move in moves:
        after = model.after(state, move)
        if PROOF not in after or rng.random() > CAUTION:
            break
    return after


def cheats(seats: int, faulty: int) -> list[Message]:
    """Return what a faulty seat may sign: two entries, and any vote that names what exists.

    Its `Out`s name no entry or the true one, and as their lift nothing or any `Keep` of an honest seat about an honest
    seat, or about itself; its `Keep`s name the true entry.
    """
    found: list[Message] = [paper(faulty), paper(faulty, 1)]
    honest = [seat for seat in range(seats) if seat != faulty]
    keeps = [keep(voter, about, paper(about).digest) for voter in honest for about in honest if about != voter]
    for about in honest:
        entry = paper(about).digest
        lifts = [None, *(one.digest for one in keeps if one.about != about)]
        found += [out(faulty, about, held, lifted) for held in (None, entry) for lifted in lifts]
        found.append(keep(faulty, about, entry))
    return found


def few_cheats(faulty: int, others: tuple[int, ...]) -> list[Message]:
    """Return one entry and, about each of some seats, both votes: the least that can set honest seats at odds."""
    outs = [out(faulty, about, None, None) for about in others]
    return [paper(faulty), *outs, *(keep(faulty, about, paper(about).digest) for about in others)]
