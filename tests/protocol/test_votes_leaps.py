"""Going from vote to vote, the search of the voting rule comes to the same ends as message by message."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import pytest

from tests.helpers.cases import mostly_long
from tests.helpers.votes_leaps import Leaps, leap
from tests.helpers.votes_model import PROOF, Model
from tests.helpers.votes_search import cheats, explore
from tests.votes_search import main, tables

if TYPE_CHECKING:
    from tests.helpers.votes_model import End, State

What: TypeAlias = "tuple[frozenset[bytes], End | None, frozenset[bytes]]"


def said(model: Model, state: State) -> tuple[What, ...]:
    """Return what each seat has signed in the end of a run, how the step ended for it, and what a living one has."""
    found: list[What] = []
    for view in (model.views[number] for number in state):
        has = list(model.has(view))
        mine = frozenset(one.digest for one in has if one.voter == view.seat)
        all_of_it = frozenset() if view.seat in model.mortal else frozenset(one.digest for one in has)
        found.append((mine, view.end, all_of_it))
    return tuple(found)


def every_end(model: Model) -> set[tuple[What, ...]]:
    """Return the ends that come message by message, but for those in which somebody has a proof."""
    ends = set[tuple[int, ...]]()

    def judge(_: Model, state: State) -> str:
        ends.add(state)
        return ""

    explore(model, judge=judge)
    return {said(model, state) for state in ends if PROOF not in state}


def ends_of_leaps(model: Leaps) -> set[tuple[What, ...]]:
    """Return the ends that come from vote to vote, each with all names that seats of the same part can have."""
    ends = set[tuple[int, ...]]()

    def judge(_: Model, state: State) -> str:
        ends.update(model.names.all_of(state))
        return ""

    leap(model, judge=judge)
    return {said(model, state) for state in ends}


@pytest.mark.parametrize(
    "name",
    mostly_long(
        [
            "few cheats, one expected",
            "the one expected may stop",
            "all live",
            "one may stop",
            "two may stop",
            "few cheats",
        ],
        2,
    ),
)
def test_three_seats_come_to_the_same_ends(name: str) -> None:
    """All that each has signed, how the step ended, and what the living have."""
    ends = ends_of_leaps(tables(3, Leaps)[name]())  # type: ignore[arg-type]
    assert ends
    assert ends == every_end(tables(3)[name]())


def test_one_that_leaves_is_not_searched_like_this() -> None:
    """Its votes count no more once its entry is here: more messages would undo an end."""
    with pytest.raises(ValueError, match="leaves"):
        Leaps(seats=3, leavers=[0])


def test_a_cheat_that_names_what_lifted_its_votes_is_not_searched_like_this() -> None:
    """Its votes can go in circles, and honest seats' votes can turn them into a proof."""
    with pytest.raises(ValueError, match="follow"):
        Leaps(seats=3, faulty=2, cheats=cheats(3, 2))


@pytest.mark.parametrize("name", mostly_long(["few cheats, one expected", "the one expected may stop"]))
def test_four_seats_with_one_that_is_expected(capsys: pytest.CaptureFixture[str], name: str) -> None:
    """The step of a player's turn, every order, by the command."""
    assert main(["--seats", "4", "--only", name]) == 0
    first, found, last = capsys.readouterr().out.splitlines()
    assert first == "4 seats, every order"
    assert found.startswith(f"{name}: ")
    assert "'without one': " in found
    assert last.startswith("No split")
