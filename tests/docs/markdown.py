"""Reading the tables of a Markdown document by the heading that they stand under."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

HEADING: Final = re.compile(r"^#{1,4} (.+)$")
CODE: Final = re.compile(r"`([^`]*)`")


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table: what stands in its head, and its rows."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def column(self, index: int) -> list[str]:
        """Return the cells of a column."""
        return [row[index] for row in self.rows]


def code(cell: str) -> str:
    """Return the one piece of code in a cell."""
    (found,) = CODE.findall(cell)
    return str(found)


def headings(text: str) -> list[str]:
    """Return all headings in order."""
    return [match[1] for line in _prose(text) if (match := HEADING.match(line))]


def tables(text: str, heading: str) -> list[Table]:
    """Return the tables between a heading, which is there once, and the next one."""
    found, here, block = 0, False, []
    result: list[list[str]] = []
    for line in (*_prose(text), ""):
        match = HEADING.match(line)
        if match:
            here = match[1] == heading
            found += here
        if here and line.startswith("|"):
            block.append(line)
        elif block:
            result.append(block)
            block = []
    if found != 1:
        raise AssertionError(f"there are {found} headings {heading!r}")
    return [_table(lines) for lines in result]


def _prose(text: str) -> Iterator[str]:
    """Yield the lines that are not in code blocks."""
    inside = False
    for line in text.splitlines():
        if line.startswith("```"):
            inside = not inside
        elif not inside:
            yield line


def _table(lines: list[str]) -> Table:
    head, _, *rows = [tuple(cell.strip() for cell in line.strip()[1:-1].split("|")) for line in lines]
    return Table(head=head, rows=tuple(rows))
