"""Of all courses that the votes of a step can take none is bad: asked of a solver, held to runs of the real rule."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.helpers.cases import mostly_long
from tests.helpers.formula import FALSE, TRUE, Formula
from tests.helpers.votes_claims import Claims
from tests.helpers.votes_course import Course, Entry
from tests.helpers.votes_model import Broken, Model
from tests.helpers.votes_reading import Reading
from tests.helpers.votes_runs import Run, told
from tests.helpers.votes_search import explore, few_cheats
from tests.votes_search import main, tables

if TYPE_CHECKING:
    from tests.helpers.votes_course import Sight

KINDS = list(tables(4))
SLOW = {"all live", "one may stop", "two may stop", "few cheats", "one leaves", "who leaves may stop"}
"""At three seats, message by message."""


LONG = [(seats, kind) for seats in (4, 5) for kind in KINDS if seats > 4 or kind.startswith("all cheats")]


@pytest.mark.parametrize(
    ("seats", "kind"),
    [
        *((seats, kind) for seats in (3, 4) for kind in KINDS if (seats, kind) not in LONG),
        *(pytest.param(*one, marks=pytest.mark.long) for one in LONG),
    ],
)
def test_no_order_of_delivery_sets_honest_seats_at_odds(seats: int, kind: str) -> None:
    """All live, one or two stop or leave, or one cheats: no split, nobody honest guilty, nobody waits for nothing."""
    ends = set(Claims(tables(seats)[kind]()).check())
    assert "whole" in ends
    assert "waits: haste" not in ends or kind not in {"all live", "one leaves"}


@pytest.mark.parametrize("kind", ["the one expected may stop", "few cheats, one expected"])
def test_five_seats_of_which_one_is_expected(capsys: pytest.CaptureFixture[str], kind: str) -> None:
    """The step of a player's turn, by the command."""
    assert main(["--seats", "5", "--only", kind]) == 0
    first, found, last = capsys.readouterr().out.splitlines()
    assert first == "5 seats, every order"
    assert found.startswith(f"{kind}: ")
    assert "ends: whole, without one" in found
    assert last.startswith("No split")


def test_a_kind_that_there_is_not_is_refused() -> None:
    """With those that there are."""
    with pytest.raises(SystemExit, match="no kind of table: none; there are: the one expected"):
        main(["--only", "none"])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seats", [3, pytest.param(4, marks=pytest.mark.long), pytest.param(5, marks=pytest.mark.long)])
def test_each_run_of_the_rule_is_among_the_courses(seats: int, kind: str) -> None:
    """What all have whenever somebody says something, and how it ends, as the real rule has it, message by message."""
    model, seed = tables(seats)[kind](), 20_261_130 + seats
    claims, rng = Claims(model), Random(seed)
    bad, ends = claims.bad(), claims.ends()
    for number in range(60):
        run = Run(model, rng)
        course = [*told(claims.course, model, run), *(-literal for literal in bad.values())]
        over = [] if run.end == "proof" else [ends[run.end]]
        assert claims.formula.holds_with(*course, *over), f"seed {seed}, run {number} ({run.end}): {run.events}"


@pytest.mark.parametrize(
    "kind",
    mostly_long(
        ["few cheats, one expected", "the one expected may stop", *(kind for kind in KINDS if kind in SLOW)], 2
    ),
)
def test_three_seats_come_to_the_same_ends_message_by_message(kind: str) -> None:
    """The solver finds each end that there is, and no other."""
    make = tables(3)[kind]
    assert set(Claims(make()).check()) == set(explore(make()).ends) - {"proof"}


class EndsAnyway(Reading):
    """An `out` does not keep its signer from ending the step as usual."""

    def blocks(self) -> int:
        """Return that it does not."""
        return FALSE


class AnswersOnlyBefore(Reading):
    """Who has ended the step answers nobody."""

    def keep_due(self, about: int) -> int:
        """Return nothing then."""
        return self.formula.all_of(super().keep_due(about), -self.complete)


class TakesAnyEntry(Reading):
    """The lost seat's entry counts for whoever holds it."""

    def counts_of_lost(self, lost: int, version: int) -> int:
        """Return whether it is here."""
        return self.sight.get(Entry(lost, version), FALSE)


class Forgives(Course):
    """Nothing proves that a voter cheats."""

    def bear_no_proof(self, sight: Sight) -> None:
        """Let a seat have anything."""


NEIGHBOURS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"reading": EndsAnyway}, {"expected": [0]}),
    ({"reading": AnswersOnlyBefore}, {"expected": [0]}),
    ({"reading": TakesAnyEntry}, {"expected": [0], "mortal": [0]}),
    ({"course": Forgives}, {"expected": [0, 1], "faulty": 2, "cheats": few_cheats(2, (0, 1))}),
]


@pytest.mark.parametrize(("rule", "arguments"), NEIGHBOURS)
def test_neighbouring_rules_fail(rule: dict[str, Any], arguments: dict[str, Any]) -> None:
    """The solver finds a course that is bad, and tells it."""
    with pytest.raises(Broken, match=r"; . (signs|ends)"):
        Claims(Model(seats=3, **arguments), **rule).check()


def test_gates_are_what_they_say() -> None:
    """Of what is true and what is not, of one and of none, and twice the same."""
    formula = Formula()
    one, other = formula.new(), formula.new()
    both, either = formula.all_of(one, other), formula.any_of(one, other)
    assert formula.all_of(other, one, TRUE) == both
    assert (formula.all_of(), formula.any_of(), formula.all_of(one, -one), formula.any_of(one)) == (
        TRUE,
        FALSE,
        FALSE,
        one,
    )
    assert formula.holds_with(both)
    assert not formula.holds_with(both, -other)
    assert formula.holds_with(either, -other)
    assert not formula.holds_with(either, -other, -one)
    formula.at_most_one([one, other])
    assert not formula.holds_with(both)
