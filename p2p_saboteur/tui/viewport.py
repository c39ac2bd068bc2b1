"""Which part of the maze is on the screen, and how large its cells are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from p2p_saboteur.games.saboteur.grid import GOAL_CELLS, Cell
from p2p_saboteur.tui.tiles import SIZES, CellSize

if TYPE_CHECKING:
    from collections.abc import Iterable

    from p2p_saboteur.games.saboteur.grid import Board

LABELS: Final = 3
"""Columns at the left edge and (one third of it) rows at the lower edge for coordinates."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A rectangle of cells, all four edges inside."""

    west: int
    east: int
    south: int
    north: int

    @classmethod
    def around(cls, cells: Iterable[Cell]) -> Box:
        """Return the smallest box that holds some cells, at least one."""
        places = list(cells)
        xs, ys = [cell.x for cell in places], [cell.y for cell in places]
        return cls(west=min(xs), east=max(xs), south=min(ys), north=max(ys))

    @property
    def columns(self) -> int:
        """How many cells it is wide."""
        return self.east - self.west + 1

    @property
    def rows(self) -> int:
        """How many cells it is high."""
        return self.north - self.south + 1

    def __contains__(self, cell: Cell) -> bool:
        return self.west <= cell.x <= self.east and self.south <= cell.y <= self.north


def maze_box(board: Board) -> Box:
    """Return the box around the start, the goals and all that was laid."""
    return Box.around((*board.faces, *GOAL_CELLS))


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewport:
    """What is shown: the cells of `box`, each as large as `size` says, scrolled by `look` as far as there is more."""

    size: CellSize
    box: Box
    look: tuple[int, int]


def viewport(  # noqa: PLR0913 - all named at the call
    columns: int,
    rows: int,
    *,
    maze: Box,
    focus: Cell | None,
    anchor: Cell,
    look: tuple[int, int] = (0, 0),
    size: CellSize | None = None,
) -> Viewport:
    """Return what a screen shows of the maze.

    Args:
        columns: of the screen that are there for the board, with the coordinates.
        rows: likewise.
        maze: what should be seen.
        focus: a cell that must be seen, with its neighbours where not all can be.
        anchor: a cell in the middle of what is shown where the maze is larger than the screen.
        look: how far the player has scrolled, in cells to the east and south.
        size: how large cells are to be; None for the largest that the maze fits into.
    """
    columns, rows = columns - LABELS, rows - 1
    chosen = size or _largest(columns, rows, maze)
    across, along = max(1, columns // chosen.columns), max(1, rows // chosen.rows)
    middle = focus or anchor
    unscrolled = _origin(maze.west, maze.east, across, middle.x), _origin(maze.south, maze.north, along, middle.y)
    west = _within(unscrolled[0] + look[0], maze.west, maze.east, across)
    south = _within(unscrolled[1] - look[1], maze.south, maze.north, along)
    looked = west - unscrolled[0], unscrolled[1] - south
    if focus is not None:
        west = _follow(west, across, focus.x, margin=maze.columns > across)
        south = _follow(south, along, focus.y, margin=maze.rows > along)
    box = Box(west=west, east=west + across - 1, south=south, north=south + along - 1)
    return Viewport(size=chosen, box=box, look=looked)


def _largest(columns: int, rows: int, maze: Box) -> CellSize:
    for size in SIZES:
        if size.columns * maze.columns <= columns and size.rows * maze.rows <= rows:
            return size
    roomy = columns >= 7 * CellSize.SMALL.columns and rows >= 3 * CellSize.SMALL.rows
    return CellSize.SMALL if roomy else CellSize.TINY


def _origin(first: int, last: int, room: int, middle: int) -> int:
    """Return the first coordinate shown: all in the middle if it fits, else the anchor in it."""
    length = last - first + 1
    return _within(first - (room - length) // 2 if length <= room else middle - room // 2, first, last, room)


def _within(start: int, first: int, last: int, room: int) -> int:
    """Return the nearest first coordinate that shows no more than one empty cell beyond the ends of the maze."""
    low, high = sorted((first - 1, last + 2 - room))
    return min(max(start, low), high)


def _follow(start: int, room: int, focus: int, *, margin: bool) -> int:
    """Return the first coordinate shown after the least scrolling that brings the focus in, or its neighbours too."""
    margin = margin and room >= 3
    return max(min(start, focus - margin), focus + margin + 1 - room)
