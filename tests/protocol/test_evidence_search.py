"""No order of delivery sets honest seats at odds about how the game goes on without a proved cheat."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from protocol.caught import Outcome, Stop
from tests.helpers.cases import mostly_long
from tests.helpers.evidence_model import EvidenceModel
from tests.helpers.evidence_search import judge, tables
from tests.helpers.evidence_views import BAD
from tests.helpers.votes_model import Broken
from tests.helpers.votes_search import explore, walk

if TYPE_CHECKING:
    from collections.abc import Iterable

    from protocol.caught import Past

SEED = 20_261_130


def test_a_bad_entry_shown_to_some() -> None:
    """Three seats, every order: the cheat is out of one step for all, or nobody has seen anything."""
    report = explore(EvidenceModel(seats=3, steps=[[2], [0]], versions=(0, BAD)), judge=judge)
    assert {"out of step 0, agreed", "out of step 0, taken back"} <= set(report.ends)
    assert not any(end.startswith("waits: ") and "silent" not in end for end in report.ends)


@pytest.mark.parametrize("steps", mostly_long([[[2], [0]], [[0], range(3)], [range(3), range(3)]]), ids=str)
def test_three_versions_of_an_entry(steps: list[list[int]]) -> None:
    """Each may have evidence of its own."""
    report = explore(EvidenceModel(seats=3, steps=steps, versions=(0, 1, 2)), 30_000, judge=judge)
    assert any(end.startswith("out of step") for end in report.ends)


@pytest.mark.parametrize("seats", mostly_long([4, 5]))
@pytest.mark.parametrize("name", mostly_long(sorted(tables(4))))
def test_runs_drawn_at_random(seats: int, name: str) -> None:
    """With more seats, votes about silent ones, and one that stops."""
    report = walk(tables(seats)[name], Random(SEED), 60, judge=judge)
    assert any(end.startswith("out of step") for end in report.ends), f"seed {SEED}: {report}"


def first_who_stopped(stops: Iterable[Stop], culprit: int, past: Past) -> Outcome | None:
    """Go on from wherever two have stopped, without waiting for the rest."""
    stops = sorted(stops, key=lambda stop: stop.step)
    if len(stops) < 2 or past.head(stops[0].step) is None:
        return None
    first = stops[0]
    return Outcome(step=first.step, head=past.head(first.step), agreed=True, seats=first.present - {culprit})


def test_a_neighbouring_rule_fails() -> None:
    """The search finds it."""
    name = "all, then all; versions"
    with pytest.raises(Broken):
        walk(tables(4, first_who_stopped)[name], Random(SEED), 20_000, judge=judge)
