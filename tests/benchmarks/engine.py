"""``python3 tests/benchmarks/engine.py``: how fast the rules are on one core, as JSON lines.

What is measured is the engine alone: recorded games are played once more from their facts.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from p2p_saboteur.bots.random import RandomPolicy
from p2p_saboteur.games.saboteur.legality import legal_moves
from p2p_saboteur.games.saboteur.moves import Break, Lay, Repair, Rockfall
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from p2p_saboteur.games.saboteur.sections import digests
from p2p_saboteur.local import LocalTable
from protocol.game import Moved, Turn
from tests.benchmarks.counting import best, report

if TYPE_CHECKING:
    from p2p_saboteur.games.saboteur.state import State
    from p2p_saboteur.seat import Choice, Policy, SeatView
    from protocol.game import Fact, Seat

GAMES: Final = 10
TARGET: Final = 10_000
REPEATS: Final = 5
LATE: Final = 39
"""Cards on the board, the four that lie there from the start included."""


@dataclass(frozen=True)
class Digging:
    """Lays a card whenever it can and spoils nothing, so that the maze grows long.

    Attributes:
        chance: chooses among such moves, and all else.
    """

    chance: Random

    def choose(self, view: SeatView) -> Choice:
        """Return a legal answer."""
        if not isinstance(view.request, Turn):
            return RandomPolicy(self.chance).choose(view)
        moves = legal_moves(view.state, view.seat, view.hand)
        lays = [move for move in moves if isinstance(move, Lay)]
        repairs = [move for move in moves if isinstance(move, Repair)]
        return self.chance.choice(lays or repairs or [m for m in moves if not isinstance(m, Break | Rockfall)])


@dataclass(frozen=True)
class Recorded:
    """A fact of a recorded game, the state before it, and the hand of whoever moves."""

    state: State
    fact: Fact
    seat: Seat
    hand: tuple[int, ...]


def record(seats: int, seed: int, policy: Policy | None = None) -> list[Recorded]:
    """Play a game, at random unless told otherwise, and return all that happened in it."""
    table = LocalTable(seats=seats, chance=Random(seed))
    policy = policy or RandomPolicy(Random(seed))
    hands: list[tuple[int, ...]] = []
    while (seat := table.asked) is not None:
        view = table.view(seat)
        if isinstance(view.request, Turn):
            hands.append(view.hand)
        table.submit(seat, policy.choose(view))
    waiting = iter(hands)
    return [
        Recorded(event.before, event.fact, event.fact.seat, next(waiting))
        if isinstance(event.fact, Moved)
        else Recorded(event.before, event.fact, -1, ())
        for event in table.history
    ]


def late_position() -> None:
    """Report legal moves in the position with a long maze, of several games of ten, that allows most."""
    played = (item for seed in range(GAMES) for item in record(10, seed, Digging(Random(seed))))
    late = max(
        (item for item in played if item.seat >= 0 and len(item.state.board.faces) >= LATE),
        key=lambda item: len(legal_moves(item.state, item.seat, item.hand)),
    )
    times = best(lambda: [legal_moves(late.state, late.seat, late.hand) for _ in range(1000)], REPEATS)
    report(
        "legal moves in a late position, 10 players",
        1e6 * times / 1000,
        "us",
        moves=len(legal_moves(late.state, late.seat, late.hand)),
        cards_on_the_board=len(late.state.board.faces),
    )


def main() -> None:
    """Print every figure."""
    game = SaboteurGame()
    for seats in (4, 10):
        played = [item for seed in range(GAMES) for item in record(seats, seed)]
        moves = [item for item in played if isinstance(item.fact, Moved)]

        def random_play(played: list[Recorded] = played) -> None:
            for item in played:
                if item.seat >= 0:
                    legal_moves(item.state, item.seat, item.hand)
                game.apply(item.state, item.fact)

        def applying(moves: list[Recorded] = moves) -> None:
            for item in moves:
                game.apply(item.state, item.fact)

        def hashing(moves: list[Recorded] = moves) -> None:
            for item in moves:
                digests(item.state)

        report(
            f"legal moves and apply, {seats} players", len(moves) / best(random_play, REPEATS), "moves/s", target=TARGET
        )
        report(f"apply a move, {seats} players", 1e6 * best(applying, REPEATS) / len(moves), "us")
        report(f"state hash, {seats} players", 1e6 * best(hashing, REPEATS) / len(moves), "us")
    late_position()
    report("whole games at the local table, 4 players", 1 / best(lambda: record(4, 1), REPEATS), "games/s")


if __name__ == "__main__":
    main()
