"""Cutting a game into moments."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.games.saboteur.cards import Role
from p2p_saboteur.games.saboteur.grid import EMPTY_BOARD
from p2p_saboteur.games.saboteur.state import Phase
from p2p_saboteur.picture.moments import moments
from p2p_saboteur.telling import sentences
from protocol.game import Moved, Shown
from tests.helpers.drawings import history

if TYPE_CHECKING:
    from p2p_saboteur.picture.moments import Moment

NAMES = ("Ada", "Borek", "Cilka")
SEEDS = (1, 2)


@pytest.fixture(params=SEEDS)
def seed(request: pytest.FixtureRequest) -> int:
    """Return the seed of a whole game."""
    value = request.param
    assert isinstance(value, int)
    return value


@pytest.fixture
def found(seed: int) -> tuple[Moment, ...]:
    """Return the moments of a whole game."""
    return moments(history(seed), NAMES)


def test_every_turn_is_a_moment(seed: int, found: tuple[Moment, ...]) -> None:
    """In order, each once, and each with the number of turns until then."""
    turns = sum(isinstance(event.fact, Moved) for event in history(seed))
    headed = [moment for moment in found if moment.heading.startswith("Turn ")]
    assert [moment.heading for moment in headed] == [f"Turn {number}" for number in range(1, turns + 1)]
    assert [moment.turn for moment in headed] == list(range(1, turns + 1))
    others = [moment.heading for moment in found if moment not in headed]
    rounds = [f"Round {number} {what}" for number in (1, 2, 3) for what in ("begins", "ends")]
    assert others == [*rounds, "The game ends"]


def test_nothing_that_was_told_is_missing(seed: int, found: tuple[Moment, ...]) -> None:
    """All sentences of the game, in order."""
    told = [sentence for event in history(seed) for sentence in sentences(event, NAMES)]
    assert [sentence for moment in found for sentence in moment.told] == told
    assert found[-1].events == len(history(seed))


def test_the_end_of_a_round_shows_its_own_board(seed: int, found: tuple[Moment, ...]) -> None:
    """With the roles and all goals turned up, and with the gold that was shared since."""
    ends = [moment for moment in found if moment.heading.endswith("ends") and moment.heading.startswith("Round")]
    shown = [event for event in history(seed) if isinstance(event.fact, Shown)]
    for moment, event in zip(ends, shown, strict=True):
        state = moment.state
        assert state.phase is not Phase.SHUFFLE
        assert None not in state.board.goals
        assert None not in state.roles
        assert set(event.before.board.faces) <= set(state.board.faces)
        paid = state.winner is Role.DIGGER or Role.SABOTEUR in state.roles
        assert (sum(state.gold.counts) > sum(event.before.gold.counts)) == paid


def test_the_last_card_lies_where_it_was_laid(found: tuple[Moment, ...]) -> None:
    """It is marked until another one is laid, the round is over, or a rockfall takes it."""
    marked = 0
    for moment in found:
        if moment.last:
            cell, seat = moment.last
            assert cell in moment.state.board.faces
            assert cell == moment.state.laid
            marked += any(f"{NAMES[seat]} lays" in sentence for sentence in moment.told)
        if any("begins" in sentence for sentence in moment.told):
            assert moment.last is None
    assert marked > 10


def test_goals_are_turned_up_even_if_nobody_gets_gold() -> None:
    """R20: where no saboteur was dealt and the pile is used up the next round begins at once; still all is shown."""
    ended = [
        (before, event)
        for seed in range(12)
        for before, event in pairwise(history(seed))
        if isinstance(before.fact, Shown) and event.after.phase is Phase.SHUFFLE
    ]
    assert ended
    for _, event in ended:
        assert None not in event.shown.board.goals
        assert event.shown.left_over
        assert event.after.board == EMPTY_BOARD
        told = sentences(event, NAMES)
        assert sum("is turned up" in sentence for sentence in told) == event.before.board.goals.count(None)
        assert any(sentence.startswith("The role card left over") for sentence in told)
