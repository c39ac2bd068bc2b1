"""No order of delivery sets honest seats at odds about who is in a step; neighbouring rules do."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from protocol.votes import Clash, Exclusion, StepVotes
from tests.helpers.cases import mostly_long
from tests.helpers.votes_model import Broken, Model, paper
from tests.helpers.votes_search import cheats, explore, few_cheats, walk
from tests.votes_search import main

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from protocol.votes import Vote

SEED = 20_261_130
ONE_EXPECTED = [
    Model(seats=3, expected=[0], mortal=[0]),
    Model(seats=3, expected=[0], mortal=[1]),
    Model(seats=3, faulty=2, cheats=[paper(2)]),
]


@pytest.mark.long
def test_three_honest_seats_of_which_one_may_stop_never_split() -> None:
    """Every order, and every moment of stopping; where nobody votes in haste, nobody waits."""
    report = explore(Model(seats=3, mortal=[2]))
    assert report.states > 50_000
    assert set(report.ends) == {"whole", "without one", "waits: haste"}


@pytest.mark.parametrize("model", ONE_EXPECTED, ids=["player stops", "other stops", "no votes"])
def test_a_step_of_one_seat_never_splits(model: Model) -> None:
    """A play step expects its player only."""
    assert {"whole", "without one"} <= set(explore(model).ends)


FEW_CHEATS = [
    Model(seats=3, faulty=2, cheats=few_cheats(2, (0,))),
    Model(seats=3, faulty=2, cheats=few_cheats(2, (0, 1)), expected=[0, 1]),
]


@pytest.mark.parametrize("model", FEW_CHEATS, ids=["about one seat", "about both"])
def test_a_faulty_voter_cannot_split_two_honest_seats(model: Model) -> None:
    """It signs both votes about a seat, and shows each to whom it likes, or to none."""
    assert set(explore(model).ends) == {"proof", "whole", "without one", "waits: haste"}


@pytest.mark.parametrize("mortal", mostly_long([[], [0], [2]], 1), ids=["all live", "it may stop", "another may stop"])
def test_of_three_seats_one_leaves_and_the_others_do_not_wait(mortal: list[int]) -> None:
    """Of the two that are left neither can be voted out, and a vote that came too early hinders nobody."""
    ends = explore(Model(seats=3, leavers=[0], mortal=mortal)).ends
    reason = {0: "waits: haste", 2: "waits: two gone"}
    assert set(ends) == {"whole", "without one", *(reason[seat] for seat in mortal)}


@pytest.mark.parametrize("seats", [4, pytest.param(5, marks=pytest.mark.long)])
def test_one_that_leaves_splits_nobody(seats: int) -> None:
    """It does not vote, and another one may stop or cheat; drawn at random."""
    last = seats - 1
    models: tuple[Callable[[], Model], ...] = (
        lambda: Model(seats=seats, leavers=[0], mortal=[last]),
        lambda: Model(seats=seats, leavers=[0], mortal=[0]),
        lambda: Model(seats=seats, leavers=[0], faulty=last, cheats=few_cheats(last, tuple(range(last)))),
    )
    for make in models:
        try:
            walk(make, Random(SEED), 8)
        except Broken as broken:
            pytest.fail(f"seed {SEED}: {broken}")


class EndsAnyway(StepVotes):
    """An `out` does not keep its signer from ending the step as usual."""

    def blocks(self, me: int | None, held: Mapping[int, bytes]) -> bool:
        """Return that it does not."""
        return False


class AnswersOnlyBefore(StepVotes):
    """Who has ended the step answers nobody."""

    def keeps_due(self, me: int, *, held: Mapping[int, bytes], complete: bool) -> tuple[tuple[int, bytes | None], ...]:
        """Return nothing then."""
        return () if complete else super().keeps_due(me, held=held, complete=complete)


class TakesAnyEntry(StepVotes):
    """The lost seat's entry counts for whoever holds it."""

    def excluded(self, me: int | None, held: Mapping[int, bytes]) -> Exclusion | None:
        """Return the entry that is here."""
        found = super().excluded(me, held)
        return found and Exclusion(seat=found.seat, entry=held.get(found.seat))


class Forgives(StepVotes):
    """Nothing proves that a voter cheats; the first vote in a slot counts."""

    def take(self, vote: Vote) -> bool:
        """Take what does not clash."""
        try:
            return super().take(vote)
        except Clash:
            return False


NEIGHBOURS: list[tuple[type[StepVotes], dict[str, Any]]] = [
    (EndsAnyway, {"expected": [0]}),
    (AnswersOnlyBefore, {"expected": [0]}),
    (TakesAnyEntry, {"expected": [0], "mortal": [0]}),
    (Forgives, {"expected": [0, 1], "faulty": 2, "cheats": few_cheats(2, (0, 1))}),
]


@pytest.mark.parametrize(("rule", "arguments"), NEIGHBOURS)
def test_neighbouring_rules_fail(rule: type[StepVotes], arguments: dict[str, Any]) -> None:
    """The search finds that they do."""
    with pytest.raises(Broken):
        explore(Model(seats=3, rule=rule, **arguments))


def test_the_command_tells_what_it_has_seen(capsys: pytest.CaptureFixture[str]) -> None:
    """The seed, and the verdict."""
    assert main(["--walks", "4", "--seed", "7"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "3 seats, runs drawn with seed 7"
    assert lines[-1].startswith("No split")


@pytest.mark.long
def test_three_seats_with_a_faulty_one_never_split() -> None:
    """All votes that can count, two entries, and every order."""
    assert explore(Model(seats=3, faulty=2, cheats=cheats(3, 2))).states > 1_000_000


@pytest.mark.long
@pytest.mark.parametrize("seats", [4, 5])
def test_more_seats_never_split_in_runs_drawn_at_random(seats: int) -> None:
    """With one that may stop, one that cheats in few ways or in many, two that may stop."""
    last = seats - 1
    others = tuple(range(last))
    models: dict[str, Callable[[], Model]] = {
        "one may stop": lambda: Model(seats=seats, mortal=[last]),
        "two may stop": lambda: Model(seats=seats, mortal=[0, last]),
        "few cheats": lambda: Model(seats=seats, faulty=last, cheats=few_cheats(last, others)),
        "all cheats": lambda: Model(seats=seats, faulty=last, cheats=cheats(seats, last)),
    }
    for name, make in models.items():
        try:
            walk(make, Random(SEED), 2_000)
        except Broken as broken:
            pytest.fail(f"{name}, seed {SEED}: {broken}")
