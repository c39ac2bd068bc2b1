"""A board as a picture in plain characters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2p_saboteur.games.saboteur.cards import PASSABLE, SIDE_LETTERS, Face
from p2p_saboteur.games.saboteur.grid import GOAL_CELLS, START, Board, Cell

if TYPE_CHECKING:
    from collections.abc import Sequence


def draw_board(board: Board) -> str:
    """Return a picture of the board in plain characters: three lines of three characters a cell, north on top.

    A path's middle is ``+``, a dead end's ``x``, the start's ``S``, a face-up goal's its letter, a face-down goal's
    ``?``; the row to the left and the line below give the coordinates.
    """
    cells = (*board.faces, *GOAL_CELLS)
    xs = range(min(cell.x for cell in cells), max(cell.x for cell in cells) + 1)
    lines = []
    for y in range(max(cell.y for cell in cells), min(cell.y for cell in cells) - 1, -1):
        pictures = [_picture(board, Cell(x, y)) for x in xs]
        for part, margin in enumerate(("   ", f"{y:3}", "   ")):
            lines.append((margin + " " + "".join(picture[part] for picture in pictures)).rstrip())
    lines.append("    " + "".join(f"{x:^3}" for x in xs).rstrip())
    return "\n".join(lines)


def _picture(board: Board, cell: Cell) -> Sequence[str]:
    """Return the three lines that show a cell."""
    face = board.faces.get(cell)
    if face is None:
        return ("   ", " ? " if board.is_hidden_goal(cell) else "   ", "   ")
    north, east, south, west = (mark if face & side else " " for mark, side in zip("|-|-", SIDE_LETTERS, strict=True))
    return (f" {north} ", f"{west}{_middle(board, cell, face)}{east}", f" {south} ")


def _middle(board: Board, cell: Cell, face: Face) -> str:
    if cell == START:
        return "S"
    goal = board.goals[GOAL_CELLS.index(cell)] if cell in GOAL_CELLS else None
    return goal.value if goal else "+" if face & PASSABLE else "x"
