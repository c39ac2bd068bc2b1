"""What only the own player saw, kept beside the log, so that he can look at the game again when its keys are gone.

A line of JSON for each step after which something was different.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from p2p_saboteur.store.errors import told

if TYPE_CHECKING:
    from pathlib import Path

OWN: Final = "own.jsonl"
MAX_OWN: Final = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Own:
    """What a seat alone knew after a step; the fields are those of `SeatView`, as numbers."""

    step: int
    seat: int
    role: str | None
    hand: tuple[int, ...]
    peeked: tuple[int | None, ...]
    purse: tuple[int, ...]

    @property
    def content(self) -> dict[str, Any]:
        """Everything but the step."""
        return {
            "seat": self.seat,
            "role": self.role,
            "hand": list(self.hand),
            "peeked": list(self.peeked),
            "purse": list(self.purse),
        }


class OwnView:
    """Adds to the file of a game, from where it ended."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / OWN
        known = read_own(folder)
        self._last: Own | None = known[-1] if known else None

    @property
    def step(self) -> int:
        """The last step that is written; -1 when there is none."""
        return self._last.step if self._last else -1

    def note(self, own: Own) -> None:
        """Write what is known after a step, if it is new and different."""
        if own.step <= self.step or (self._last and own.content == self._last.content):
            return
        self._last = own
        line = json.dumps({"step": own.step, **own.content}) + "\n"
        with told(self._path), open(self._path, "a", encoding="utf-8", opener=_private) as file:
            file.write(line)


def read_own(folder: Path) -> list[Own]:
    """Return what the player saw, in order; what cannot be read is left out."""
    path = folder / OWN
    with told(path):
        if not path.is_file() or path.stat().st_size > MAX_OWN:
            return []
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    return [own for own in map(_read, lines) if own is not None]


def _read(line: str) -> Own | None:
    try:
        found = json.loads(line)
        return Own(
            step=int(found["step"]),
            seat=int(found["seat"]),
            role=found["role"],
            hand=tuple(map(int, found["hand"])),
            peeked=tuple(None if card is None else int(card) for card in found["peeked"]),
            purse=tuple(map(int, found["purse"])),
        )
    except (ValueError, KeyError, TypeError):  # a line that a crash cut short
        return None


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
