"""How far the maze is from each goal, in cards that are still to be laid: what the steady policy thinks in."""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from p2p_saboteur.games.saboteur.cards import PASSABLE, Face
from p2p_saboteur.games.saboteur.grid import GOAL_CELLS, Board, Cell, Goals, neighbours

if TYPE_CHECKING:
    from collections.abc import Mapping

Distances: TypeAlias = tuple[int, int, int]
"""For each of `GOAL_CELLS` how many cards must still be laid to open onto it: 0 when it is face up."""

FAR: Final = 30
"""What a goal counts that cannot be reached within the field that is searched."""

_COLUMNS: Final = range(-3, 12)
_ROWS: Final = range(-5, 6)


def distances(board: Board) -> Distances:
    """Return how many cards each goal is away, every card that is needed taken for granted."""
    return _search(frozenset(board.faces.items()), board.goals, board.frontier)


@lru_cache(maxsize=4096)
def _search(laid: frozenset[tuple[Cell, Face]], goals: Goals, frontier: frozenset[Cell]) -> Distances:
    """Search outwards from where the maze is open: a free cell costs one card, a cut-off tunnel costs none."""
    faces = dict(laid)
    best = [FAR if goal is None else 0 for goal in goals]
    missing = {cell for cell, goal in zip(GOAL_CELLS, goals, strict=True) if goal is None}
    cost = dict.fromkeys(frontier, 1)
    waiting = deque(frontier)
    while waiting and missing:
        here = waiting.popleft()
        for beyond in _ways_on(faces, here):
            if beyond in missing:
                missing.discard(beyond)
                best[GOAL_CELLS.index(beyond)] = cost[here]
                continue
            price = cost[here] + (beyond not in faces)
            if beyond.x not in _COLUMNS or beyond.y not in _ROWS or price >= cost.get(beyond, FAR):
                continue
            cost[beyond] = price
            if beyond in faces:
                waiting.appendleft(beyond)
            else:
                waiting.append(beyond)
    return best[0], best[1], best[2]


def _ways_on(faces: Mapping[Cell, Face], here: Cell) -> list[Cell]:
    """Return the neighbours that a tunnel through this cell can lead to: free cells, goals, passable cards."""
    own = faces.get(here)
    ways = []
    for side, facing, other in neighbours(here):
        if own is not None and not own & side:
            continue
        face = faces.get(other)
        if face is None or (face & PASSABLE and face & facing):
            ways.append(other)
    return ways
