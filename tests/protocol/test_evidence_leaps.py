"""Going from one thing said to the next, the search of what follows a proof comes to the same ends."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

from protocol import caught
from protocol.caught import Outcome, Stop, outcome
from tests.helpers.cases import mostly_long
from tests.helpers.evidence_leaps import EvidenceLeaps, leap_to_ends, tables
from tests.helpers.evidence_search import tables as every_message
from tests.helpers.evidence_views import Note
from tests.helpers.votes_model import Broken
from tests.helpers.votes_search import explore, walk
from tests.votes_search import main

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from protocol.caught import Past
    from tests.helpers.evidence_model import EvidenceModel, Rule, State
    from tests.helpers.evidence_views import View

SEED = 20_261_130
WALKS = 60

What: TypeAlias = "tuple[Any, ...]"


WITHOUT_VOTES = sorted(tables(3), key=lambda name: ("the cheat, then" not in name, "all, the" in name, name))
"""The quickest ones come first."""


def of_one(model: EvidenceModel, view: View, way: Mapping[int, int], names: dict[bytes | None, int]) -> What:
    """Return what a seat has signed and how it went for it, with heads numbered as they are first met."""

    def seats(some: Iterable[int]) -> tuple[int, ...]:
        return tuple(sorted(way[seat] for seat in some))

    def name(head: bytes | None) -> int:
        return names.setdefault(head, len(names))

    has = [model.messages[number] for number in range(len(model.messages)) if view.has >> number & 1]
    ended = tuple((name(head), seats(step.left)) for head, step in zip(view.heads[1:], view.done, strict=True))
    signed = {(one.step, name(one.head)) for one in has if isinstance(one, Note) and one.content.voter == view.seat}
    stops = {
        (one.step, name(one.head), seats(one.present), one.last, name(one.last_head))
        for one in has
        if isinstance(one, Stop) and one.signer == view.seat
    }
    found = view.outcome
    way_on = None if found is None else (found.step, name(found.head), found.agreed, seats(found.seats))
    return ended, tuple(sorted(signed)), tuple(stops), way_on


def said(model: EvidenceModel, state: State) -> str:
    """Return what all have signed and how it went for them: the least with other names of the same parts."""
    parts = [
        (seat in model.mortal, model.leaves.get(seat), [seat in step for step in model.steps])
        for seat in range(model.seats)
    ]
    found: list[str] = []
    for order in permutations(model.honest):
        way = {**dict(zip(order, model.honest, strict=True)), model.faulty: model.faulty}
        if all(parts[one] == parts[other] for one, other in way.items()):
            names: dict[bytes | None, int] = {}
            found.append(repr([of_one(model, model.views[state[seat]], way, names) for seat in order]))
    return min(found)


def ends_of_leaps(model: EvidenceLeaps) -> set[str]:
    """Return what is said in all ends."""
    found, seen, now = set[str](), {model.start}, [model.start]
    while now:
        found.update(said(model, end) for state in now for end in model.ends(state))
        now = list({one for state in now for one in model.leaps(state)} - seen)
        seen.update(now)
    return found


@pytest.mark.parametrize("name", mostly_long(WITHOUT_VOTES, 2))
def test_three_seats_come_to_the_same_ends(name: str) -> None:
    """Where all have been, what they have signed, and how the game goes on for each."""
    ends = set[str]()

    def judge(model: EvidenceModel, state: State) -> str:
        ends.add(said(model, state))
        return ""

    versions = {"versions": (0, 1)} if "bad" not in name else {}  # with three, hundreds of thousands of states
    explore(every_message(3)[name](**versions), judge=judge)
    assert ends == ends_of_leaps(tables(3)[name](**versions))


@pytest.mark.parametrize("seats", mostly_long([4, 5]))
@pytest.mark.parametrize("name", mostly_long(WITHOUT_VOTES))
def test_ends_of_runs_drawn_at_random_are_among_them(name: str, seats: int) -> None:
    """With more seats."""
    drawn = set[str]()

    def judge(model: EvidenceModel, state: State) -> str:
        drawn.add(said(model, state))
        return ""

    walk(every_message(seats)[name], Random(SEED), WALKS, judge=judge)
    assert len(drawn) > 1
    assert drawn <= ends_of_leaps(tables(seats)[name]()), f"seed {SEED}"


@pytest.mark.parametrize("name", mostly_long(WITHOUT_VOTES))
def test_four_seats_in_every_order(capsys: pytest.CaptureFixture[str], name: str) -> None:
    """By the command."""
    assert main(["--seats", "4", "--evidence", "--only", name]) == 0
    first, found, last = capsys.readouterr().out.splitlines()
    assert first == "4 seats, every order"
    assert found.startswith(f"{name}: ")
    assert "'out of step " in found
    assert last.startswith("No split")


@pytest.mark.parametrize("name", mostly_long([name for name in WITHOUT_VOTES if "all, the" not in name]))
def test_five_seats_in_every_order(name: str) -> None:
    """All that take some seconds."""
    report = leap_to_ends(tables(5)[name]())
    assert any(end.startswith("out of step") for end in report.ends)


def most(stops: Iterable[Stop], culprit: int, past: Past) -> Outcome | None:
    """Go on from the last common step as soon as more than half have stopped."""
    counted = [stop for stop in stops if caught.counts(stop, past)]
    last = max((stop.last for stop in counted), default=0)
    if 2 * len(counted) <= len(past.present(last)) - 1:
        return None
    signers = frozenset(stop.signer for stop in counted)
    return Outcome(step=last, head=past.head(last), agreed=False, seats=signers)


def where_the_first_stands(stops: Iterable[Stop], culprit: int, past: Past) -> Outcome | None:
    """Take nothing back: go on where the first of those who decide stands."""
    found = outcome(stops, culprit, past)
    if found is None or found.step is None:
        return found
    first = min((stop for stop in stops if stop.signer in found.seats), key=lambda stop: stop.signer)
    return replace(found, step=first.step, head=past.head(first.step), agreed=True)


@pytest.mark.parametrize(
    ("rule", "name"),
    [
        (where_the_first_stands, "the cheat, then another; versions"),
        pytest.param(most, "all, then all; a bad one", marks=pytest.mark.long),
    ],
)
def test_neighbouring_rules_fail(rule: Rule, name: str) -> None:
    """The search finds each of them at four seats."""
    with pytest.raises(Broken):
        leap_to_ends(tables(4, rule)[name]())


def test_votes_are_not_searched_like_this() -> None:
    """An `Out` is signed at will, not by a message more."""
    with pytest.raises(ValueError, match="at will"):
        EvidenceLeaps(seats=3, steps=[[0]], voting=True)
