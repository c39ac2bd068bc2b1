"""Games in which seats, rounds and decks are lost at any moment go on to their end, and every position has its text."""

from __future__ import annotations

from random import Random
from typing import Any

import hypothesis.strategies as st
from hypothesis import example, given

from p2p_saboteur.games.saboteur.options import CHOICES, Options
from p2p_saboteur.games.saboteur.position import parse_state
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from p2p_saboteur.games.saboteur.sections import digests, state_text
from p2p_saboteur.games.saboteur.state import Phase, State
from protocol.game import DeckLost, Fact, Lost, Voided
from tests.helpers.cases import examples
from tests.helpers.made_up_facts import made_up

QUIET = (Phase.TURN, Phase.DRAW, Phase.TOTAL, Phase.OVER)
OPTIONS = st.fixed_dictionaries({name: st.sampled_from(values) for name, values in CHOICES.items()})


def _happens(state: State, chance: Random) -> Fact:
    """Return what happens next: now and then, and oftener while nobody is to move, a loss."""
    if chance.random() > (0.01 if state.phase in QUIET else 0.1):
        return made_up(state, chance)
    lost: list[Fact] = [DeckLost(label=chance.choice(["role", "goal", "draw", "nugget"]))]
    if len(state.present) > 1:
        lost += [Lost(seat=chance.choice(state.present))] * 3
    if state.phase not in (Phase.TOTAL, Phase.CLOSE):
        lost.append(Voided())
    return chance.choice(lost)


VOID_IN_OPEN_PAY = {
    "placement": "adjacent",
    "self_break": False,
    "early_end": "all_pass",
    "discards": "public",
    "gold": "open",
}
"""With this seed the round is void while a saboteur is paid, and the game ends: what he has drawn lies in the pile."""


@examples(short=5, long=15)
@given(seats=st.integers(3, 10), seed=st.integers(0, 1 << 32), options=OPTIONS)
@example(seats=5, seed=66047501, options=VOID_IN_OPEN_PAY)
def test_whatever_is_lost_the_game_comes_to_an_end(seats: int, seed: int, options: dict[str, Any]) -> None:
    """L1 to L6: nothing is waited for in vain, no answer is impossible, and each position is read as it is printed."""
    chance = Random(seed)
    game = SaboteurGame(Options(**options))
    state = game.start(seats=seats, opener=0, coin=chance.randbytes(32))
    for step in range(4000):
        if state.phase is Phase.OVER:
            break
        state = game.apply(state, _happens(state, chance))
        if state.phase not in QUIET or step % 50 == 0:
            again = parse_state(state_text(state))
            assert (again, digests(again)) == (state, digests(state))
    assert state.phase is Phase.OVER
    assert game.request(state) is None
