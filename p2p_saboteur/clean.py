"""The one door for text that others wrote: what leaves it can be printed on a terminal."""

from __future__ import annotations

import unicodedata
from typing import Final

NAME_COLUMNS: Final = 16
NOBODY: Final = "nameless"


def clean_name(text: str) -> str:
    """Return a name of 1 to 16 columns without anything that a terminal might obey.

    Control and formatting characters (also those that turn the writing direction), marks that are stacked on letters,
    and line breaks are left out; blanks are single.
    """
    composed = unicodedata.normalize("NFC", text)
    kept = "".join(c for c in composed if c.isprintable() and not unicodedata.category(c).startswith("M"))
    name, columns = "", 0
    for character in " ".join(kept.split()):
        columns += 2 if unicodedata.east_asian_width(character) in "WF" else 1
        if columns > NAME_COLUMNS:
            break
        name += character
    return name.strip() or NOBODY


def clean_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return all names cleaned, with a number added where two would look alike."""
    found: list[str] = []
    for name in map(clean_name, names):
        numbered = (f"{name[: NAME_COLUMNS - 3]} {number}" for number in range(2, len(names) + 2))
        found.append(name if name not in found else next(other for other in numbered if other not in found))
    return tuple(found)
