"""What the end of a run says in which a seat is proved to cheat, and the tables at which that is searched."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from protocol.caught import outcome
from protocol.votes import FEWEST
from tests.helpers.evidence_model import EvidenceModel
from tests.helpers.evidence_views import BAD, expelled, way
from tests.helpers.votes_model import Broken

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.helpers.evidence_model import Rule, State
    from tests.helpers.evidence_views import View


def courses(seats: int) -> dict[str, list[Iterable[int]]]:
    """Return whose entries the steps of a table expect at which the last seat cheats."""
    everyone, cheat = range(seats), seats - 1
    return {
        "all, then all": [everyone, everyone],
        "the cheat, then another": [[cheat], [0]],
        "all, the cheat, all": [everyone, [cheat], everyone],
        "all, another, all": [everyone, [0], everyone],
        "another, the cheat, all": [[0], [cheat], everyone],
    }


def tables(seats: int, rule: Rule = outcome) -> dict[str, partial[EvidenceModel]]:
    """Return tables at which the last seat cheats, by what happens there.

    Args:
        seats: how many sit down.
        rule: of the model.
    """
    cheat = seats - 1
    kinds: dict[str, dict[str, Any]] = {
        "versions": {"versions": (0, 1, 2)},
        "a bad one": {"versions": (0, BAD)},
        "versions, one may stop": {"versions": (0, 1), "mortal": [0]},
        "versions and votes": {"versions": (0, 1), "voting": True, "about": range(cheat)},
        "a bad one and votes, one may stop": {"versions": (0, BAD), "voting": True, "about": [1], "mortal": [0]},
        "versions and votes, one may stop": {"versions": (0, 1), "voting": True, "about": [1], "mortal": [0]},
        "versions, one leaves": {"versions": (0, 1), "leaves": {0: 0}},
        "versions and votes, one leaves later": {"versions": (0, 1), "voting": True, "about": [1], "leaves": {0: 1}},
    }
    return {
        f"{course}; {kind}": partial(EvidenceModel, seats=seats, steps=steps, **arguments, rule=rule)
        for course, steps in courses(seats).items()
        for kind, arguments in kinds.items()
    }


def judge(model: EvidenceModel, state: State) -> str:
    """Judge the end of a run; raise `Broken` if honest seats go on in two ways, or wait for nothing."""
    views = [model.views[number] for number in state]
    ways = {one for one in map(way, views) if one is not None}
    if len(ways) > 1:
        raise Broken(f"the game goes on in two ways: {ways}")
    living = [view for view in views if view.seat not in model.mortal]
    gone: set[int] = set().union(*(ended.gone for view in views for ended in view.done))
    gone |= {view.seat for view in living if expelled(view)}
    waiting = [view.seat for view in living if model.waits(view) and view.seat not in gone]
    if waiting:
        return _why(model, living, waiting)
    if not ways:
        ends = {view.heads for view in living if view.seat not in gone}
        if len(ends) > 1:
            raise Broken(f"logs differ without evidence: {ends}")
        return "no evidence"
    if any(way(view) is None for view in living if view.seat not in gone):
        raise Broken("some go on without evidence")
    ((step, agreed, _),) = ways
    return f"out of step {step}, {'agreed' if agreed else 'taken back'}"


def _why(model: EvidenceModel, living: list[View], waiting: list[int]) -> str:
    """Return why seats may wait; raise `Broken` if they may not."""
    _check_nobody_holds_them_up(model, living)
    if all(len(model.present(view, len(view.done))) < FEWEST for view in living if view.seat in waiting):
        return "stands still: two left"
    if model.mortal:
        return "waits: two gone"
    if not model.voting and not any(model.guilty(view) for view in living):
        return "waits: the cheat is silent"
    if any(about != model.faulty for view in living for about in model.outs(view)):
        return "waits: haste"
    raise Broken(f"seats {waiting} wait for nothing")


def _check_nobody_holds_them_up(model: EvidenceModel, living: list[View]) -> None:
    """Raise `Broken` if more than half of the honest have stopped, in whose logs nobody else but the cheat is left."""
    there = [view for view in living if model.stopped(view) and not model.left(view) and not expelled(view)]
    for view in there:
        present = model.present(view, len(view.done))
        together = [other for other in there if model.present(other, len(other.done)) == present]
        whole = {other.seat for other in together} | {model.faulty} == present
        if whole and len(together) > 1 and 2 * len(together) > model.seats - 1 and way(view) is None:
            raise Broken(f"seats {sorted(present)} wait for nobody")
