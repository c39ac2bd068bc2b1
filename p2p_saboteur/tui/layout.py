"""Which part of the table lies where, for a screen of any size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from p2p_saboteur.tui.tiles import SIZES, CellSize
from p2p_saboteur.tui.viewport import LABELS

if TYPE_CHECKING:
    from p2p_saboteur.tui.canvas import Area

LEAST: Final = (60, 20)
"""On less than so many columns and rows nothing is drawn but a line that says so."""

_FIELD: Final = (9, 5)
"""Cells from the start to the goals, across and along."""
_SIDE: Final = 27
"""The side needs so many columns for a player's line."""
_SECOND: Final = 80
"""From so many columns on the side has two columns of panels."""
_LONGEST_SIDE: Final = 104


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The areas of the table.

    Attributes:
        header: one row: round, pile, whose turn, own role.
        board: the maze.
        bar: the vertical line between maze and side.
        side: what is right of it: players and panel.
        players: a row for each.
        panel: below them, the first row for its name.
        second: a second panel where there is room; else without columns.
        rule: the line above the hand; without rows where there is no room.
        hand: the own cards.
        card_size: how large they are drawn.
        prompt: what is to be done, and what went wrong.
        footer: the keys.
    """

    header: Area
    board: Area
    bar: Area
    side: Area
    players: Area
    panel: Area
    second: Area
    rule: Area
    hand: Area
    card_size: CellSize
    prompt: Area
    footer: Area


def is_too_small(columns: int, rows: int) -> bool:
    """Return whether the table does not fit on the screen."""
    return columns < LEAST[0] or rows < LEAST[1]


def lay_out(area: Area, seats: int) -> Layout:
    """Return where everything lies on a screen that is large enough."""
    columns, rows = area.columns, area.rows
    card_size = CellSize.HUGE if columns >= 96 and rows >= 36 else CellSize.SMALL
    prompt, rule = (2 if rows >= 28 else 1), (1 if rows >= 24 else 0)
    hand = card_size.rows + 1
    height = rows - 2 - prompt - rule - hand
    side = min(columns - 1 - _board_columns(columns, height), _LONGEST_SIDE)
    left = columns - side - 1
    second = side // 2 if side >= _SECOND else 0
    first = side - second
    below = 1 + height
    return Layout(
        header=area.part(0, 0, columns, 1),
        board=area.part(0, 1, left, height),
        bar=area.part(left, 1, 1, height),
        side=area.part(left + 1, 1, first, height),
        players=area.part(left + 1, 1, first, seats),
        panel=area.part(left + 1, 1 + seats, first, height - seats),
        second=area.part(left + 1 + first, 1, second, height),
        rule=area.part(0, below, columns, rule),
        hand=area.part(0, below + rule, columns, hand),
        card_size=card_size,
        prompt=area.part(0, below + rule + hand, columns, prompt),
        footer=area.part(0, rows - 1, columns, 1),
    )


def _board_columns(columns: int, rows: int) -> int:
    """Return how many columns the board takes: for the largest cells with which all of the field can be seen."""
    for size in SIZES:
        needed = LABELS + _FIELD[0] * size.columns
        if columns - 1 - needed >= _SIDE and rows - 1 >= _FIELD[1] * size.rows:
            return needed
    return LABELS + _FIELD[0] * CellSize.TINY.columns
