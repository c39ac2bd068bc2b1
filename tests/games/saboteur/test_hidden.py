"""R10: what is allowed never depends on what is hidden."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from p2p_saboteur.bots.random import RandomPolicy
from p2p_saboteur.games.saboteur.cards import GOALS
from p2p_saboteur.games.saboteur.legality import legal_moves
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.sections import digests
from p2p_saboteur.local import LocalTable
from protocol.game import TableCard, Turn


def _with_goals(seed: int, goals: tuple[int, ...], options: Options) -> LocalTable:
    """Return a table of four whose goals lie like this; nothing else depends on it."""
    table = LocalTable(seats=4, chance=Random(seed), options=options)
    lying = {
        number: card for place, card in table.dealer.table.items() if place.deck == "goal" for number in [card.number]
    }
    for position, number in enumerate(goals):
        table.dealer.table[TableCard("goal", position)] = lying[number]
    return table


@pytest.mark.parametrize("placement", ["connected", "adjacent"])
def test_legal_moves_are_the_same_under_all_arrangements_of_the_goals(placement: str) -> None:
    """Six tables that differ in the goals alone allow the same moves until the first goal is turned up."""
    seed = Random().randrange(1 << 32)
    options = Options(rounds=1, placement=placement)  # type: ignore[arg-type]  # one of the two values
    tables = [_with_goals(seed, goals, options) for goals in permutations(range(len(GOALS)))]
    policy = RandomPolicy(Random(seed))
    first = tables[0]
    compared = 0
    while isinstance(first.request, Turn) and first.state.board.goals == (None, None, None):
        seat = first.request.seat
        legal = [legal_moves(table.state, seat, table.view(seat).hand) for table in tables]
        assert legal == [legal[0]] * len(tables), f"seed {seed}"
        assert [digests(table.state) for table in tables] == [digests(first.state)] * len(tables), f"seed {seed}"
        move = policy.choose(first.view(seat))
        for table in tables:
            table.submit(seat, move)
        compared += 1
    assert compared > 5


def test_the_public_state_holds_nothing_hidden() -> None:
    """R1, R20, R23: tables that differ in roles, hands, pile and nuggets have equal states before the first move."""
    one, other = (LocalTable(seats=5, chance=Random(seed), options=Options(first_starter="opener")) for seed in (1, 2))
    assert one.view(0).hand != other.view(0).hand
    assert digests(one.state) == digests(other.state)
    assert one.state == other.state
