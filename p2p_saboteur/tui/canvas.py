"""A grid of cells to draw on, and rectangles of it that clip whatever is drawn in them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from wcwidth import wcwidth

from p2p_saboteur.clean import clip, width

if TYPE_CHECKING:
    from p2p_saboteur.tui.state import Hit

Run: TypeAlias = tuple[str, str]
"""Style classes and the text that has them."""


class Zone(NamedTuple):
    """A rectangle that answers to the mouse."""

    x: int
    y: int
    columns: int
    rows: int
    hit: Hit


class Canvas:
    """The whole screen.

    Attributes:
        columns: its width.
        rows: its height.
        characters: by row and column; a wide character is followed by an empty one.
        styles: style classes by row and column.
        cursor: where the terminal's cursor is, as column and row.
        zones: what answers to the mouse; of several the last one counts.
        scroll: by how many rows what can be scrolled really is; None where nothing can.
        look: by how many cells the maze really is, to the east and south; None where there is none.
    """

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.characters = [[" "] * columns for _ in range(rows)]
        self.styles = [[""] * columns for _ in range(rows)]
        self.cursor = (0, 0)
        self.zones: list[Zone] = []
        self.scroll: int | None = None
        self.look: tuple[int, int] | None = None

    def hit(self, x: int, y: int) -> Hit | None:
        """Return what lies under the mouse."""
        for zone in reversed(self.zones):
            if 0 <= x - zone.x < zone.columns and 0 <= y - zone.y < zone.rows:
                return zone.hit
        return None

    def text(self) -> str:
        """Return the whole as plain lines, without blanks at their ends."""
        return "\n".join("".join(row).rstrip() for row in self.characters)


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of a canvas; coordinates in it begin at 0, and nothing is drawn outside of it.

    Attributes:
        canvas: what is drawn on.
        left: first column.
        top: first row.
        columns: its width.
        rows: its height.
    """

    canvas: Canvas
    left: int
    top: int
    columns: int
    rows: int

    def part(self, x: int, y: int, columns: int, rows: int) -> Area:
        """Return a rectangle of this one, as far as it lies inside."""
        left, top = min(max(x, 0), self.columns), min(max(y, 0), self.rows)
        right, bottom = min(max(x + columns, left), self.columns), min(max(y + rows, top), self.rows)
        return Area(self.canvas, self.left + left, self.top + top, right - left, bottom - top)

    def put(self, x: int, y: int, text: str, style: str = "") -> int:
        """Write clean text on one row, as far as it fits, and return the column behind it."""
        if not 0 <= y < self.rows or x >= self.columns:
            return x
        characters, styles = self.canvas.characters[self.top + y], self.canvas.styles[self.top + y]
        column, end = self.left + x, self.left + self.columns
        for character in text.replace(FIXED, " "):
            wide = 1 if character < "\u0300" else max(wcwidth(character), 0)
            if column + wide > end:
                break
            if wide and column >= self.left:
                characters[column], styles[column] = character, style
                if wide == 2:
                    characters[column + 1], styles[column + 1] = "", style
            column += wide
        return column - self.left

    def line(self, y: int, text: str, style: str = "", *, x: int = 0) -> None:
        """Write a row of text that ends in a mark if it does not fit."""
        room = self.columns - x
        if width(text) > room:
            text = clip(text, room - len(MORE)) + MORE
        self.put(x, y, text, style)

    def right(self, y: int, text: str, style: str = "") -> int:
        """Write text at the end of a row and return the column where it begins."""
        start = max(0, self.columns - width(text))
        self.put(start, y, text, style)
        return start

    def center(self, y: int, text: str, style: str = "") -> None:
        """Write text in the middle of a row."""
        self.line(y, text, style, x=max(0, (self.columns - width(text)) // 2))

    def fill(self, style: str, character: str = " ") -> None:
        """Fill the rectangle."""
        for y in range(self.rows):
            self.put(0, y, character * self.columns, style)

    def zone(self, hit: Hit, x: int = 0, y: int = 0, columns: int | None = None, rows: int = 1) -> None:
        """Let a rectangle, by default the first row, answer to the mouse."""
        inside = self.part(x, y, self.columns if columns is None else columns, rows)
        if inside.columns and inside.rows:
            self.canvas.zones.append(Zone(inside.left, inside.top, inside.columns, inside.rows, hit))

    def cursor(self, x: int, y: int) -> None:
        """Put the terminal's cursor here."""
        if self.columns and self.rows:
            column, row = min(max(x, 0), self.columns - 1), min(max(y, 0), self.rows - 1)
            self.canvas.cursor = (self.left + column, self.top + row)


FIXED: Final = "\xa0"
"""A blank at which lines are not broken."""
MORE: Final = ".."
"""Stands for what did not fit."""
_BREAKS: Final = re.compile(r"(?<!«) (?![:;!?»])")
"""Blanks at which lines are broken; French has some before punctuation, where they are not."""


def wrap(text: str, columns: int) -> list[str]:
    """Return clean text as lines of at most so many columns, broken at blanks where there are any."""
    first, *words = _BREAKS.split(text)
    lines = [first]
    for word in words:
        if width(lines[-1]) + 1 + width(word) <= columns:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return [part for line in lines for part in _broken(line, columns)]


def _broken(word: str, columns: int) -> list[str]:
    """Return a word in pieces that fit."""
    parts = []
    while width(word) > columns > 1:
        parts.append(clip(word, columns))
        word = word[len(parts[-1]) :]
    return [*parts, word]
