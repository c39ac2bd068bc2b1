"""The maze as a drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from p2p_saboteur.games.saboteur.cards import PASSABLE
from p2p_saboteur.games.saboteur.grid import GOAL_CELLS, START, Cell
from p2p_saboteur.picture.art import BACK_NAME, START_NAME, face_name, goal_name, use
from p2p_saboteur.picture.geometry import HEIGHT, WIDTH, Box, Point
from p2p_saboteur.picture.markup import Markup, lines, tag, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from p2p_saboteur.games.saboteur.cards import Goal
    from p2p_saboteur.games.saboteur.grid import Board
    from protocol.game import Seat

LEFT: Final = 34
BELOW: Final = 30
EDGE: Final = 8
"""Room beside the cells: for the coordinates at the left and below, and at the other two sides."""


def board_size(box: Box) -> Point:
    """Return width and height of the drawing of these cells."""
    return Point(LEFT + box.size.x + EDGE, EDGE + box.size.y + BELOW)


def draw_board(
    board: Board,
    box: Box,
    *,
    last: tuple[Cell, Seat] | None = None,
    peeked: tuple[Goal | None, ...] = (None, None, None),
) -> Markup:
    """Return the drawing.

    Args:
        board: the maze.
        box: which cells are drawn; all cards lie in it.
        last: the card to be marked and the seat that laid it.
        peeked: what lies under the goals, where somebody who may be told knows it alone.
    """
    parts = [*_coordinates(box), *_cells(board, box)]
    parts += [_private(box, index, goal) for index, goal in enumerate(peeked) if goal and not board.goals[index]]
    if last:
        parts.append(_mark(box.corner(last[0]), last[1]))
    return lines(parts)


def names_of(boards: Iterable[Board]) -> set[str]:
    """Return the names of the card drawings that these boards need."""
    return {_name(board, cell) for board in boards for cell in (*board.faces, *GOAL_CELLS)}


def _name(board: Board, cell: Cell) -> str:
    face = board.faces.get(cell)
    if face is None:
        return BACK_NAME
    if cell == START:
        return START_NAME
    goal = board.goals[GOAL_CELLS.index(cell)] if cell in GOAL_CELLS else None
    return goal_name(goal, face) if goal else face_name(face)


def _cells(board: Board, box: Box) -> Iterator[Markup]:
    """Yield every cell: a spot where it is free; pale where a path no longer leads to the start."""
    for cell in box.cells():
        corner = box.corner(cell)
        x, y = LEFT + corner.x, EDGE + corner.y
        if board.is_free(cell):
            yield tag("circle", class_="spot", cx=x + WIDTH / 2, cy=y + HEIGHT / 2, r=2.5)
            continue
        laid = cell in board.faces and cell not in GOAL_CELLS
        cut = laid and board.faces[cell] & PASSABLE and cell not in board.reached
        yield use(_name(board, cell), x, y, "cut" if cut else "")


def _coordinates(box: Box) -> Iterator[Markup]:
    """Yield the numbers of columns and rows."""
    for x in range(box.west, box.east + 1):
        middle = LEFT + box.corner(Cell(x, box.south)).x + WIDTH / 2
        yield _number(x, middle, EDGE + box.size.y + 20, "middle")
    for y in range(box.south, box.north + 1):
        yield _number(y, LEFT - 9, EDGE + box.corner(Cell(box.west, y)).y + HEIGHT / 2 + 5, "end")


def _number(number: int, x: float, y: float, anchor: str) -> Markup:
    shown = f"{number}".replace("-", "\N{MINUS SIGN}")
    return tag("text", text(shown), class_="dim", x=x, y=y, font_size=14, text_anchor=anchor)


def _mark(corner: Point, seat: Seat) -> Markup:
    """Return the four corners around the last card, and the number of who laid it."""
    x, y = LEFT + corner.x, EDGE + corner.y
    right, bottom, arm = x + WIDTH, y + HEIGHT, 14
    line = (
        f"M{x:g} {y + arm:g}V{y:g}H{x + arm:g}M{right - arm:g} {y:g}H{right:g}V{y + arm:g}"
        f"M{right:g} {bottom - arm:g}V{bottom:g}H{right - arm:g}M{x + arm:g} {bottom:g}H{x:g}V{bottom - arm:g}"
    )
    return tag("g", tag("path", class_="last", d=line), seat_badge(seat, right - 3, y + 3))


def seat_badge(seat: Seat, x: float, y: float) -> Markup:
    """Return a disc with a seat's number, from 1, around this point."""
    disc = tag("circle", class_="badge", cx=x, cy=y, r=11)
    return tag(
        "g",
        disc,
        tag("text", text(f"{seat + 1}"), class_="badge-ink", x=x, y=y + 5, font_size=14, text_anchor="middle"),
    )


def _private(box: Box, index: int, goal: Goal) -> Markup:
    """Return what is known under a face-down goal: small, in a frame of dashes, over its back."""
    corner = box.corner(GOAL_CELLS[index])
    x, y = LEFT + corner.x + 14, EDGE + corner.y + 18
    frame = tag("rect", class_="private", x=x - 3, y=y - 3, width=WIDTH - 22, height=HEIGHT - 30, rx=6)
    small = tag("g", use(goal_name(goal, goal.openings | PASSABLE), 0, 0), transform=f"translate({x} {y}) scale(0.61)")
    return tag("g", small, frame)
