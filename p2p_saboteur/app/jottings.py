"""The player's private notes on a game: beside its log, never sent, bounded, and clean when they are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from p2p_saboteur.clean import clean_line
from p2p_saboteur.store.errors import OtherVersion
from p2p_saboteur.store.notes import read_note, write_note

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

JOTTINGS: Final = "jottings.json"
MOST: Final = 200
"""Notes of a game; the oldest make room."""


def read_jottings(folder: Path) -> tuple[str, ...]:
    """Return the notes in a game's folder, oldest first; none where another version of the program wrote them.

    Raises:
        StoreError: the disk refuses.
    """
    try:
        found = read_note(folder, JOTTINGS).get("lines")
    except OtherVersion:
        return ()
    lines = found if isinstance(found, list) else []
    return _bounded([line for line in lines if isinstance(line, str)])


def add_jotting(folder: Path, line: str) -> tuple[str, ...]:
    """Add a note, save all and return them; raise StoreError if the disk refuses."""
    lines = _bounded([*read_jottings(folder), line])
    write_note(folder, JOTTINGS, {"lines": list(lines)})
    return lines


def _bounded(lines: Sequence[str]) -> tuple[str, ...]:
    return tuple(filter(None, map(clean_line, lines[-MOST:])))
