"""Pictures of single cards, as rows of characters, in each size of a cell."""

from __future__ import annotations

from enum import Enum, unique
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from p2p_saboteur.games.saboteur.cards import (
    EAST,
    NORTH,
    PASSABLE,
    SOUTH,
    WEST,
    BreakCard,
    Card,
    Face,
    MapCard,
    PathCard,
    RepairCard,
    Tool,
)
from p2p_saboteur.tui.glyphs import GLYPHS, Glyphs, GlyphSet
from p2p_saboteur.viewmodel.words import card_name, tool_letter

if TYPE_CHECKING:
    from collections.abc import Sequence

Tile: TypeAlias = tuple[str, ...]
"""Rows of a picture, from the top."""


@unique
class CellSize(Enum):
    """How many columns and rows a cell of the board takes."""

    HUGE = (9, 5)
    WIDE = (7, 3)
    SMALL = (5, 3)
    TINY = (3, 2)

    @property
    def columns(self) -> int:
        """Columns of a cell."""
        return self.value[0]

    @property
    def rows(self) -> int:
        """Rows of a cell."""
        return self.value[1]


SIZES: Final = tuple(CellSize)


@lru_cache(maxsize=2048)
def path_tile(face: Face, size: CellSize, glyph_set: GlyphSet, *, ghost: bool = False, middle: str = "") -> Tile:
    """Return the picture of a path card as it lies.

    Args:
        face: the card.
        size: how large; not `CellSize.TINY`, whose cells share their joints with their neighbours.
        glyph_set: what it is drawn with.
        ghost: whether it only could be laid.
        middle: what stands in its middle instead of a joint, for start and goals.
    """
    pen = _Pen(GLYPHS[glyph_set], ghost=ghost)
    if size is CellSize.HUGE:
        return _corridors(face, pen, middle)
    return _lines(face, size, pen, middle)


class _Pen:
    """The characters for one card."""

    def __init__(self, glyphs: Glyphs, *, ghost: bool) -> None:
        self.across = glyphs.ghost_across if ghost else glyphs.across
        self.down = glyphs.ghost_down if ghost else glyphs.down
        self.joints = glyphs.ghost_joints if ghost else glyphs.joints
        self.caps = glyphs.caps
        self.blocked = glyphs.blocked


def _lines(face: Face, size: CellSize, pen: _Pen, middle: str) -> Tile:
    """Draw tunnels as single lines; a dead end's end in caps before its middle."""
    center, half = size.columns // 2, size.rows // 2
    blank = " " * size.columns
    rows = [list(blank) for _ in range(size.rows)]
    dead = not face & PASSABLE
    if face & NORTH:
        for y in range(half):
            rows[y][center] = pen.down
        rows[half - 1][center] = pen.caps[0] if dead else pen.down
    if face & EAST:
        rows[half][center + 1 :] = pen.across * center
        rows[half][center + 1] = pen.caps[1] if dead else pen.across
    if face & SOUTH:
        for y in range(half + 1, size.rows):
            rows[y][center] = pen.down
        rows[half + 1][center] = pen.caps[2] if dead else pen.down
    if face & WEST:
        rows[half][:center] = pen.across * center
        rows[half][center - 1] = pen.caps[3] if dead else pen.across
    rows[half][center] = middle or (pen.blocked if dead else pen.joints[face & 15])
    return tuple("".join(row) for row in rows)


def _corridors(face: Face, pen: _Pen, middle: str) -> Tile:
    """Draw tunnels with both of their walls, in 9 by 5; a dead end's are closed before its middle."""
    rows = [list(" " * 9) for _ in range(5)]
    north, east, south, west = (bool(face & side) for side in (NORTH, EAST, SOUTH, WEST))
    for x in (3, 5):
        rows[0][x] = pen.down if north else " "
        rows[4][x] = pen.down if south else " "
    for y in (1, 3):
        rows[y][0:2] = pen.across * 2 if west else "  "
        rows[y][7:9] = pen.across * 2 if east else "  "
    if face & PASSABLE:
        _open_middle(rows, face, pen)
    else:
        _closed_arms(rows, face, pen)
    rows[2][4] = middle or (" " if face & PASSABLE else pen.blocked)
    return tuple("".join(row) for row in rows)


def _open_middle(rows: list[list[str]], face: Face, pen: _Pen) -> None:
    """Draw the walls around the middle of a passable card: a wall on every side that is not open."""
    for y, across, away in ((1, NORTH, NORTH), (3, SOUTH, SOUTH)):
        rows[y][4] = " " if face & across else pen.across
        toward = NORTH + SOUTH - away
        for x, side, other in ((3, WEST, EAST), (5, EAST, WEST)):
            joined = away if face & away else other
            joined |= side if face & side else toward
            rows[y][x] = pen.joints[joined]
            rows[y][2 if x == 3 else 6] = pen.across if face & side else " "
    rows[2][3] = " " if face & WEST else pen.down
    rows[2][5] = " " if face & EAST else pen.down


def _closed_arms(rows: list[list[str]], face: Face, pen: _Pen) -> None:
    """Draw the ends of a dead end's tunnels."""
    joints = pen.joints
    if face & NORTH:
        rows[1][3:6] = joints[NORTH | EAST], pen.across, joints[NORTH | WEST]
    if face & SOUTH:
        rows[3][3:6] = joints[SOUTH | EAST], pen.across, joints[SOUTH | WEST]
    if face & WEST:
        rows[1][2], rows[2][2], rows[3][2] = joints[WEST | SOUTH], pen.down, joints[WEST | NORTH]
    if face & EAST:
        rows[1][6], rows[2][6], rows[3][6] = joints[EAST | SOUTH], pen.down, joints[EAST | NORTH]


@lru_cache(maxsize=256)
def framed_tile(inside: str, size: CellSize, glyph_set: GlyphSet, *, private: bool = False) -> Tile:
    """Return the picture of a card that is no tunnel: a frame with up to three characters in it."""
    glyphs = GLYPHS[glyph_set]
    frame = glyphs.private if private else glyphs.frame
    if size is CellSize.TINY:
        left, right = "()" if private else "[]"
        return (f"{left}{inside[:1]}{right}", "   ")
    room = size.columns - 2
    text = inside if len(inside) == 3 else f" {inside} " if private is False else f"({inside})"
    top, bottom = frame[0] + frame[4] * room + frame[1], frame[3] + frame[4] * room + frame[2]
    middle = frame[5] + f"{text:^{room}}" + frame[5]
    blank = [frame[5] + " " * room + frame[5]] * ((size.rows - 3) // 2)
    return (top, *blank, middle, *blank, bottom)


def tool_letters(tools: Sequence[Tool]) -> str:
    """Return the letters of some tools."""
    return "".join(tool_letter(tool) for tool in tools)


def hand_tile(card: Card, size: CellSize, glyph_set: GlyphSet, *, turned: bool = False) -> Tile:
    """Return the picture of a card in the hand."""
    if isinstance(card, PathCard):
        return path_tile(card.turned_face if turned else card.face, size, glyph_set)
    if isinstance(card, BreakCard):
        return _crossed(tool_letter(card.tool), size)
    if isinstance(card, RepairCard):
        return framed_tile(f"{'+' + tool_letters(card.tools):<3}", size, glyph_set)
    if isinstance(card, MapCard):
        return framed_tile("?", size, glyph_set, private=True)
    return _rocks(size, GLYPHS[glyph_set].rock)


def _crossed(letter: str, size: CellSize) -> Tile:
    """Return a letter in the middle of a cross."""
    columns, half = size.columns, size.rows // 2
    center = columns // 2
    rows = []
    for y in range(size.rows):
        away = abs(y - half)
        row = list(" " * columns)
        if away:
            left, right = ("\\", "/") if y < half else ("/", "\\")
            row[center - 2 * away], row[center + 2 * away] = left, right
        else:
            row[center] = letter
        rows.append("".join(row))
    return tuple(rows)


def _rocks(size: CellSize, rock: str) -> Tile:
    """Return a heap of stones."""
    columns, rows = size.columns, size.rows
    return tuple(f"{rock * (columns - 2 * (rows - 1 - y)):^{columns}}" for y in range(rows))


def drawn_name(card: Card, glyph_set: GlyphSet) -> str:
    """Return what a card is called where there is little room: a path by its picture, if that can be told apart."""
    if isinstance(card, PathCard) and card.passable and glyph_set is GlyphSet.UNICODE:
        return GLYPHS[glyph_set].joints[card.openings]
    return card_name(card)
