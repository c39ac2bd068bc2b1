"""The one door for text that others wrote: what leaves it can be printed on a terminal and keeps to its columns."""

from __future__ import annotations

import unicodedata
from typing import Final

from wcwidth import wcwidth

NAME_COLUMNS: Final = 16
LINE_COLUMNS: Final = 240
NOBODY: Final = "nameless"

_LONGEST: Final = 4096
"""Characters beyond are not even looked at."""
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and marks that look like nothing at all."""
_JOINING: Final = (range(0x1F1E6, 0x1F200), range(0x1F3FB, 0x1F400))
"""Regional indicators and skin tones: terminals draw them together with their neighbours, each in its own width."""


def clean_line(text: str, columns: int = LINE_COLUMNS) -> str:
    """Return text as one line of at most so many columns, without anything that a terminal might obey.

    Control and formatting characters (also those that turn the writing direction), marks that are stacked on letters,
    characters without width, and line breaks are left out; blanks are single.
    """
    composed = unicodedata.normalize("NFC", text[:_LONGEST])
    spaced = " ".join("".join(" " if c.isspace() else c for c in composed if c.isspace() or _is_plain(c)).split())
    return clip(spaced, columns).rstrip()


def clip(text: str, columns: int) -> str:
    """Return as much of a clean text as fits into so many columns."""
    if len(text) * 2 <= columns:
        return text
    used = 0
    for place, character in enumerate(text):
        used += wcwidth(character)
        if used > columns:
            return text[:place]
    return text


def width(text: str) -> int:
    """Return how many columns a clean text takes."""
    return len(text) if text.isascii() else sum(map(wcwidth, text))


def clean_name(text: str) -> str:
    """Return a name of 1 to 16 columns without anything that a terminal might obey."""
    return clean_line(text, NAME_COLUMNS) or NOBODY


def clean_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return all names cleaned, with a number added where two would look alike."""
    found: list[str] = []
    for name in map(clean_name, names):
        short = clip(name, NAME_COLUMNS - 3).rstrip()
        numbered = (f"{short} {number}" for number in range(2, len(names) + 2))
        found.append(name if name not in found else next(other for other in numbered if other not in found))
    return tuple(found)


def _is_plain(character: str) -> bool:
    """Return whether a character is printable, has a width, and stands for itself wherever it is put."""
    return (
        character.isprintable()
        and not unicodedata.category(character).startswith("M")
        and wcwidth(character) > 0
        and character not in _BLANK
        and not any(ord(character) in joining for joining in _JOINING)
    )
