"""Counting tests: the legal moves of fixed seeded games, summed; a change of the rules cannot slip through unseen.

``python3 -m tests.games.saboteur.test_counts`` prints the lines of data/counts.txt anew, for a change that is wanted.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

import pytest

from p2p_saboteur.bots.random import RandomPolicy
from p2p_saboteur.games.saboteur.legality import legal_moves
from p2p_saboteur.games.saboteur.notation import parse_options
from p2p_saboteur.local import LocalTable
from protocol.game import Turn

if TYPE_CHECKING:
    from p2p_saboteur.games.saboteur.moves import Move

DATA: Final = Path(__file__).parent / "data" / "counts.txt"
LINES: Final = [line for line in DATA.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
KINDS: Final = ("Lay", "Break", "Repair", "Rockfall", "Map", "Discard", "Pass", "Take")


def count(game: str) -> str:
    """Play a game, given as ``seed seats options``, at random and return how many legal moves of each kind there were.

    The result also says how many moves were made, and the totals.
    """
    seed, seats, options = game.split()
    chance = Random(int(seed))
    table = LocalTable(seats=int(seats), chance=chance, options=parse_options(options.strip("-")))
    policy = RandomPolicy(chance)
    kinds: Counter[str] = Counter()
    made = 0
    while (seat := table.asked) is not None:
        view = table.view(seat)
        if isinstance(table.request, Turn):
            moves: tuple[Move, ...] = legal_moves(view.state, seat, view.hand)
            kinds.update(type(move).__name__ for move in moves)
            made += 1
        table.submit(seat, policy.choose(view))
    return " ".join(str(number) for number in (made, *(kinds[kind] for kind in KINDS), *table.state.totals))


@pytest.mark.parametrize("line", LINES)
def test_the_legal_moves_of_a_game_are_as_many_as_ever(line: str) -> None:
    """R5: what is counted is every kind of move in a whole game of three rounds."""
    game, _, counted = line.partition(": ")
    assert count(game) == counted


if __name__ == "__main__":
    for line in LINES:
        game = line.partition(": ")[0]
        sys.stdout.write(f"{game}: {count(game)}\n")
