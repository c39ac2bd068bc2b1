"""How far the maze is from each goal, in cards that are still to be laid: what the steady policy thinks in."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from p2p_saboteur.games.saboteur.cards import PASSABLE, Face
from p2p_saboteur.games.saboteur.grid import GOAL_CELLS, Board, Cell, Goals, neighbours

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Distances: TypeAlias = tuple[int, int, int]
"""For each of `GOAL_CELLS` how many cards must still be laid until one opens onto it."""

FAR: Final = 30
"""What counts for a goal that cannot be reached within the field that is searched."""

_FIELD: Final = frozenset(Cell(x, y) for x in range(-2, 11) for y in range(-4, 5))
"""The cells that are searched."""


@dataclass(frozen=True, slots=True)
class Survey:
    """Distances on one board.

    Attributes:
        board: the board.
        ways: for each goal, how many cards it takes from a free cell on, that cell's card included.
        goals: how far each goal is; 0 when it is face up.
    """

    board: Board
    ways: tuple[Mapping[Cell, int], ...]
    goals: Distances

    def after(self, cell: Cell, face: Face) -> Distances:
        """Return how far the goals will be at most once a passable card lies in this frontier cell.

        A card in the way of the shortest tunnels makes them longer, which `blocked` tells.
        """
        ends = [other for side, _, other in neighbours(cell) if face & side]
        return _triple(
            0 if goal in ends else min(self.goals[index], *(self.ways[index].get(end, FAR) for end in ends))
            for index, goal in enumerate(GOAL_CELLS)
        )

    def is_on_the_way(self, cell: Cell, index: int) -> bool:
        """Return whether a shortest tunnel to a goal begins in this frontier cell."""
        return self.ways[index].get(cell, FAR) == self.goals[index]


def survey(board: Board) -> Survey:
    """Return the distances on a board, every card that is needed taken for granted."""
    return _survey(frozenset(board.faces.items()), board.goals)


@lru_cache(maxsize=256)
def _survey(laid: frozenset[tuple[Cell, Face]], goals: Goals) -> Survey:
    board = Board.of(dict(laid), goals)
    ways = tuple(_ways(board, cell) if goal is None else {} for cell, goal in zip(GOAL_CELLS, goals, strict=True))
    return Survey(
        board,
        ways,
        _triple(
            min((way.get(cell, FAR) for cell in board.frontier), default=FAR) if goal is None else 0
            for way, goal in zip(ways, goals, strict=True)
        ),
    )


def _triple(values: Iterator[int]) -> Distances:
    first, second, third = values
    return first, second, third


def _ways(board: Board, goal: Cell) -> dict[Cell, int]:
    """Search from a goal backwards: a free cell costs one card, a tunnel that is cut off costs none."""
    faces = board.faces
    free = _FIELD.difference(faces, GOAL_CELLS)
    cost = {goal: 0}
    waiting = deque([goal])
    while waiting:
        here = waiting.popleft()
        so_far = cost[here]
        own = faces.get(here, 15)
        for side, facing, other in neighbours(here):
            if cost.get(other, FAR) <= so_far or not own & side:
                continue
            if other in free:
                if so_far + 1 < cost.get(other, FAR):
                    cost[other] = so_far + 1
                    waiting.append(other)
            elif faces.get(other, 0) & PASSABLE and faces[other] & facing:
                cost[other] = so_far
                waiting.appendleft(other)
    return cost
