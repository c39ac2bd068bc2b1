"""The maze: which face lies where, what is joined to the start, and where the maze is open."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from p2p_saboteur.games.saboteur.cards import EAST, NORTH, PASSABLE, SOUTH, START_FACE, WEST, Face, Goal, half_turn

if TYPE_CHECKING:
    from collections.abc import Mapping


class Cell(NamedTuple):
    """A place in the maze: x grows east towards the goals, y grows north."""

    x: int
    y: int


COORDINATE_LIMIT: Final = 64
"""Coordinates of cells lie between minus this and this; 40 cards and 3 goals cannot lead farther than 43."""

START: Final = Cell(0, 0)
GOAL_CELLS: Final = (Cell(8, 2), Cell(8, 0), Cell(8, -2))
"""R2: where the three goals lie, in the order of the shuffled goal deck."""

Goals: TypeAlias = tuple[Goal | None, Goal | None, Goal | None]
"""The goal that lies face up in each of `GOAL_CELLS`; None while it is face down."""

_STEPS: Final = ((NORTH, 0, 1), (EAST, 1, 0), (SOUTH, 0, -1), (WEST, -1, 0))


@cache
def neighbours(cell: Cell) -> tuple[tuple[int, int, Cell], ...]:
    """Return (side, the side that faces it, neighbour) in the order N, E, S, W."""
    return tuple((side, half_turn(side), Cell(cell.x + dx, cell.y + dy)) for side, dx, dy in _STEPS)


@dataclass(frozen=True, slots=True)
class Board:
    """The maze, immutable (its mappings are read-only); what is joined to the start is kept up to date card by card.

    Attributes:
        faces: the start, the laid cards and the face-up goals, as they lie.
        goals: the face-up goals; the others lie face down in their cells.
        reached: R10: cells of the passable face-up cards that are joined to the start by passable cards.
        frontier: R10: free cells onto which a reached card opens, each with its `sides`.
    """

    faces: MappingProxyType[Cell, Face] = field(hash=False)
    goals: Goals
    reached: frozenset[Cell] = field(compare=False)
    frontier: MappingProxyType[Cell, tuple[int, int]] = field(compare=False)

    @classmethod
    def of(cls, faces: Mapping[Cell, Face], goals: Goals) -> Board:
        """Return the board with these cards, the start among them."""
        return _spread(cls(MappingProxyType(dict(faces)), goals, frozenset(), MappingProxyType({})), START)

    def is_free(self, cell: Cell) -> bool:
        """R9: return whether no card lies here, face up or face down."""
        return cell not in self.faces and not self.is_hidden_goal(cell)

    def is_hidden_goal(self, cell: Cell) -> bool:
        """Return whether a goal lies face down here."""
        return cell in GOAL_CELLS and self.goals[GOAL_CELLS.index(cell)] is None

    def sides(self, cell: Cell) -> tuple[int, int]:
        """R9: return two masks: the sides at which a face-up card lies, and those of them where that card is open."""
        faces = self.faces
        known = required = 0
        for side, facing, other in neighbours(cell):
            face = faces.get(other)
            if face is not None:
                known |= side
                if face & facing:
                    required |= side
        return known, required

    def support(self, cell: Cell) -> int:
        """R10: return the mask of the sides at which a reached card opens onto this cell."""
        return sum(
            side for side, facing, other in neighbours(cell) if other in self.reached and self.faces[other] & facing
        )

    def free_beside(self) -> frozenset[Cell]:
        """D1: return the free cells beside any face-up card."""
        return frozenset(other for cell in self.faces for _, _, other in neighbours(cell) if self.is_free(other))

    def opened_goals(self, cell: Cell) -> tuple[int, ...]:
        """R16: return the face-down goals onto which the card in this cell opens, as indices of `GOAL_CELLS`."""
        face = self.faces[cell]
        return tuple(
            GOAL_CELLS.index(other) for side, _, other in neighbours(cell) if face & side and self.is_hidden_goal(other)
        )

    def reached_goals(self) -> tuple[int, ...]:
        """D1: return the face-down goals onto which any reached card opens, as indices of `GOAL_CELLS`."""
        return tuple(index for index, cell in enumerate(GOAL_CELLS) if self.goals[index] is None and self.support(cell))

    def lay(self, cell: Cell, face: Face) -> Board:
        """Return the board with this card in this free cell."""
        return _join(self._with(cell, face, self.goals), cell)

    def turn_up(self, index: int, goal: Goal, side: int) -> Board:
        """R17: return the board with this goal face up, open to this side."""
        cell = GOAL_CELLS[index]
        goals = list(self.goals)
        goals[index] = goal
        return _join(self._with(cell, goal.open_to(side), (goals[0], goals[1], goals[2])), cell)

    def _with(self, cell: Cell, face: Face, goals: Goals) -> Board:
        """Return the board with one more face, before it is known what it joins."""
        frontier = self.frontier.copy()
        frontier.pop(cell, None)
        for side, facing, other in neighbours(cell):
            if other in frontier:
                known, required = frontier[other]
                frontier[other] = (known | facing, required | (facing if face & side else 0))
        faces = MappingProxyType(self.faces | {cell: face})
        return Board(faces, goals, self.reached, MappingProxyType(frontier))

    def remove(self, cell: Cell) -> Board:
        """R11, R14: return the board without this laid card; what it alone joined is no longer reached."""
        faces = self.faces.copy()
        del faces[cell]
        return Board.of(faces, self.goals)


def _join(board: Board, cell: Cell) -> Board:
    """Return the board after the card in this cell has been joined to its reached neighbours, if it can be."""
    face = board.faces[cell]
    return _spread(board, cell) if face & PASSABLE and face & board.support(cell) else board


def _spread(board: Board, cell: Cell) -> Board:
    """Return the board with this cell reached, and all that is joined to the start through it."""
    faces, reached, frontier = board.faces, set(board.reached), board.frontier.copy()
    reached.add(cell)
    waiting = [cell]
    while waiting:
        here = waiting.pop()
        face = faces[here]
        for side, facing, other in neighbours(here):
            if not face & side or other in reached:
                continue
            beyond = faces.get(other)
            if beyond is None:
                if other not in frontier and not board.is_hidden_goal(other):
                    frontier[other] = board.sides(other)
            elif beyond & PASSABLE and beyond & facing:
                reached.add(other)
                waiting.append(other)
    return Board(faces, board.goals, frozenset(reached), MappingProxyType(frontier))


EMPTY_BOARD: Final = Board.of({START: START_FACE}, (None, None, None))
"""R2: the start face up, the three goals face down, nothing else."""
