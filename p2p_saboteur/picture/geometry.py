"""Where things lie in a drawing: sizes, and the lines that tunnels follow in a card.

Lengths are in units of the drawing, y grows downwards. A card is upright, its upper left corner is the origin.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

from p2p_saboteur.games.saboteur.cards import EAST, NORTH, PASSABLE, SIDE_LETTERS, SOUTH, WEST, Face, half_turn
from p2p_saboteur.games.saboteur.grid import GOAL_CELLS, START, Board, Cell

if TYPE_CHECKING:
    from collections.abc import Iterable

WIDTH: Final = 72
HEIGHT: Final = 96
TUNNEL: Final = 26
"""Width of a tunnel, its walls not counted."""
WALL: Final = 4
OVERLAP: Final = 1.0
"""How far a tunnel's floor goes on beyond its card's edge, so that no hairline parts it from the next card's."""
ARM: Final = 0.46
"""How much of the way to the middle the tunnels of a dead end go."""


class Point(NamedTuple):
    """A place in a drawing."""

    x: float
    y: float


MIDDLE: Final = Point(WIDTH / 2, HEIGHT / 2)
_OPENINGS: Final = {
    NORTH: Point(WIDTH / 2, 0),
    EAST: Point(WIDTH, HEIGHT / 2),
    SOUTH: Point(WIDTH / 2, HEIGHT),
    WEST: Point(0, HEIGHT / 2),
}


def opening(side: int) -> Point:
    """Return where a tunnel leaves a card on this side."""
    return _OPENINGS[side]


def arm_end(side: int) -> Point:
    """Return where the tunnel of a dead end stops."""
    start = opening(side)
    return Point(start.x + (MIDDLE.x - start.x) * ARM, start.y + (MIDDLE.y - start.y) * ARM)


def open_sides(face: Face) -> tuple[int, ...]:
    """Return the open sides of a card in the order N, E, S, W."""
    return tuple(side for side in SIDE_LETTERS if face & side)


def tunnel_lines(face: Face) -> str:
    """Return the middle lines of a card's tunnels as the data of an SVG path.

    A passable card's openings are joined pair by pair, straight or in a bend. A dead end's only lead inwards.
    """
    if not face & PASSABLE:
        return "".join(_line(opening(side), arm_end(side)) for side in open_sides(face))
    return "".join(_joint(one, other) for one, other in combinations(open_sides(face), 2))


def overlap_lines(face: Face) -> str:
    """Return the short lines by which the floors of a card's tunnels overlap with the next cards'."""
    return "".join(_line(opening(side), _beyond(opening(side))) for side in open_sides(face))


def _beyond(edge: Point) -> Point:
    return Point(*(at + OVERLAP * ((at > middle) - (at < middle)) for at, middle in zip(edge, MIDDLE, strict=True)))


def _joint(one: int, other: int) -> str:
    start, end = opening(one), opening(other)
    if half_turn(one) == other:
        return _line(start, end)
    return f"M{start.x:g} {start.y:g}Q{MIDDLE.x:g} {MIDDLE.y:g} {end.x:g} {end.y:g}"


def _line(start: Point, end: Point) -> str:
    return f"M{start.x:g} {start.y:g}L{end.x:g} {end.y:g}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """The cells that are drawn, from corner to corner."""

    west: int
    east: int
    south: int
    north: int

    @classmethod
    def around(cls, boards: Iterable[Board]) -> Box:
        """Return the smallest box that holds every card of these boards, the start and the goals."""
        cells = {START, *GOAL_CELLS}.union(*(board.faces for board in boards))
        xs, ys = {cell.x for cell in cells}, {cell.y for cell in cells}
        return cls(west=min(xs), east=max(xs), south=min(ys), north=max(ys))

    @property
    def size(self) -> Point:
        """Width and height."""
        return Point((self.east - self.west + 1) * WIDTH, (self.north - self.south + 1) * HEIGHT)

    def corner(self, cell: Cell) -> Point:
        """Return where the upper left corner of a cell lies, seen from the box's own."""
        return Point((cell.x - self.west) * WIDTH, (self.north - cell.y) * HEIGHT)

    def cells(self) -> Iterable[Cell]:
        """Yield every cell, row by row from the north."""
        for y in range(self.north, self.south - 1, -1):
            for x in range(self.west, self.east + 1):
                yield Cell(x, y)
