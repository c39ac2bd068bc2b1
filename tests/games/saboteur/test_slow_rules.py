"""The engine's placement, reach and reveals against a slow reference that was written from the rules alone."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

import pytest

from p2p_saboteur.games.saboteur.cards import DRAW, GOALS, PASSABLE, PATHS, Goal, PathCard, RockfallCard, side_letters
from p2p_saboteur.games.saboteur.grid import GOAL_CELLS, Cell
from p2p_saboteur.games.saboteur.legality import is_legal, legal_moves
from p2p_saboteur.games.saboteur.moves import Lay, Rockfall
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from p2p_saboteur.games.saboteur.state import Phase, State, opening
from protocol.game import Moved, Reveal, Revealed
from tests.helpers.slow_rules import SlowBoard, neighbour

SAMPLES: Final = 12
"""How many placements are compared in a position."""


Placement: TypeAlias = tuple[int, PathCard, tuple[int, int]]
"""A card's number, the card as it lies, and its cell."""


@dataclass
class Pair:
    """One position in both forms, and the path cards that are left."""

    state: State
    slow: SlowBoard
    cards: list[int]
    rockfalls: list[int]

    def refusals_agree(self, card: PathCard, cell: tuple[int, int]) -> bool:
        """Compare the reasons; return whether the card may be laid."""
        refusal = is_legal(self.state, self.state.turn, Lay(card, Cell(*cell)))
        slow = self.slow.why_not(cell, frozenset(side_letters(card.openings)))
        assert (refusal.why if refusal else "") == slow
        return not slow

    def lay(self, number: int, card: PathCard, cell: tuple[int, int]) -> None:
        """Lay a card in both and compare what it turns up, in which order, and how it lies."""
        move = Lay(card, Cell(*cell)).wire()
        before = self.state.board.goals
        shown = self.slow.lay(cell, frozenset(side_letters(card.openings)), passable=card.passable)
        kinds = {cell: Goal(kind) for cell, kind, _ in shown}
        self.cards.remove(number)
        self._apply(move, number)
        while self.state.phase is Phase.REVEAL:
            request = SaboteurGame().request(self.state)
            assert isinstance(request, Reveal)
            cells = [GOAL_CELLS[place.position] for place in request.cards]
            numbers = tuple(GOALS.index(kinds[cell]) for cell in cells)
            self.state = SaboteurGame().apply(self.state, Revealed(cards=numbers))
        board = self.state.board
        turned = {cell for cell, was, now in zip(GOAL_CELLS, before, board.goals, strict=True) if was is not now}
        assert {(cell, side_letters(board.faces[cell] & ~PASSABLE)) for cell in turned} == {
            (cell, "".join(side for side in "NESW" if side in openings)) for cell, _, openings in shown
        }

    def rockfall(self, cell: tuple[int, int]) -> None:
        """Compare whether a rockfall may strike, and let it."""
        refusal = is_legal(self.state, self.state.turn, Rockfall(Cell(*cell)))
        assert (refusal.why if refusal else "") == self.slow.why_not_remove(cell)
        if refusal is None:
            self._apply(Rockfall(Cell(*cell)).wire(), self.rockfalls.pop())
            self.slow.remove(cell)

    def reach_agrees(self) -> list[Placement]:
        """Compare what is joined to the start, and where a hand may be laid; return where."""
        assert self.state.board.reached == self.slow.joined()
        hand = self.cards[:3]
        fast = {
            (move.card.face, *move.cell)
            for move in legal_moves(self.state, self.state.turn, hand)
            if isinstance(move, Lay)
        }
        cells = {neighbour(cell, side) for cell in self.slow.up for side in "NESW"}
        slow = [
            (number, PATHS[face], cell)
            for number in hand
            for face in faces(number)
            for cell in cells
            if not self.slow.why_not(cell, frozenset(side_letters(face & ~PASSABLE)))
        ]
        assert fast == {(card.face, *cell) for _, card, cell in slow}
        return slow

    def _apply(self, move: bytes, card: int) -> None:
        self.state = SaboteurGame().apply(self.state, Moved(seat=self.state.turn, move=move, card=card))


def faces(number: int) -> tuple[int, int]:
    """Return both orientations of a path card."""
    card = DRAW[number]
    assert isinstance(card, PathCard)
    return card.face, card.turned_face


def _start(rng: Random) -> Pair:
    """Return an empty maze with options and goals by chance."""
    options = Options(placement=rng.choice(("connected", "adjacent")), bounds=rng.choice(("none", "5x9")))
    state = opening(options=options, seats=3, starter=0)._replace(
        phase=Phase.TURN,
        dealt=(0, 1, 2),
        hands=(len(DRAW),) * 3,
        pile=0,
    )
    goals = rng.sample("GAB", 3)
    slow = SlowBoard(dict(zip(GOAL_CELLS, goals, strict=True)), options.placement, options.bounds)
    numbers = [number for number, card in enumerate(DRAW) if isinstance(card, PathCard)]
    return Pair(
        state,
        slow,
        rng.sample(numbers, len(numbers)),
        [number for number, card in enumerate(DRAW) if isinstance(card, RockfallCard)],
    )


def _near(rng: Random, pair: Pair) -> tuple[int, int]:
    """Return a cell on, beside or close to the maze or the goals."""
    laid = list(pair.slow.up)
    cell = rng.choice([max(rng.choices(laid, k=4)), max(laid), rng.choice(laid), rng.choice(GOAL_CELLS)])
    for _ in range(rng.choice((0, 1, 1, 1, 1, 2))):
        cell = neighbour(cell, rng.choice("NESW"))
    return cell[0], cell[1]


def _promise(card: PathCard, cell: tuple[int, int]) -> int:
    """Return how much a placement helps the maze to reach goals."""
    ends = [neighbour(cell, side) for side in side_letters(card.openings)] if card.passable else [(-9, 0)]
    return max(-abs(x - 8) - min(abs(y - goal) for goal in (-2, 0, 2)) for x, y in ends)


def _position(rng: Random, pair: Pair) -> bool:
    """Compare one position and move on to the next, mostly towards the goals; return whether there is a next one."""
    rng.shuffle(pair.cards)
    legal = pair.reach_agrees()
    for _ in range(SAMPLES):
        number, cell = rng.choice(pair.cards), _near(rng, pair)
        card = PATHS[rng.choice(faces(number))]
        if pair.refusals_agree(card, cell):
            legal.append((number, card, cell))
    if pair.rockfalls and rng.random() < 0.1:
        pair.rockfall(_near(rng, pair))
    if legal:
        number, card, cell = max(legal, key=lambda choice: _promise(choice[1], choice[2]) + rng.randrange(3))
        if pair.refusals_agree(card, cell):
            pair.lay(number, card, cell)
    return bool(legal) and pair.state.phase is Phase.TURN and len(pair.cards) >= 5


def _compare(positions: int, seed: int) -> int:
    """Compare so many positions of random play; return how many goals were turned up on the way."""
    rng = Random(seed)
    pair, turned = _start(rng), 0
    for _ in range(positions):
        try:
            going_on = _position(rng, pair)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}, options {pair.state.options}, board {pair.slow.up}") from error
        if not going_on:
            turned += 3 - len(pair.slow.hidden)
            pair = _start(rng)
    return turned


def test_200_random_positions_agree() -> None:
    """Reasons, reach, legal placements and reveals are the same, with all options of placement."""
    _compare(200, Random().randrange(1 << 32))


def test_the_random_positions_reach_goals() -> None:
    """The comparison is not blind: in these positions, the same each time, goals are turned up."""
    assert _compare(150, 4) > 3


@pytest.mark.long
def test_20_000_random_positions_agree() -> None:
    """The same for longer."""
    assert _compare(20_000, Random().randrange(1 << 32)) > 100
