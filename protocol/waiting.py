"""Entries that came before their step: kept within bounds, since whatever is dropped will be sent again."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from protocol.game import Seat
    from protocol.log import Entry

PER_SEAT = 6
AHEAD = 64  # steps; an honest peer is rarely more than a few ahead of what it has sent


class WaitingRoom:
    """At most `PER_SEAT` entries of each seat, those of the nearest steps."""

    def __init__(self, seats: int) -> None:
        self._kept: dict[Seat, dict[bytes, Entry]] = {seat: {} for seat in range(seats)}
        self._unchecked: dict[Seat, Entry] = {}
        self._seats = seats

    def copy(self) -> WaitingRoom:
        """Return a room of its own with the same entries."""
        twin = WaitingRoom(self._seats)
        twin._kept = {seat: dict(kept) for seat, kept in self._kept.items()}
        twin._unchecked = dict(self._unchecked)
        return twin

    def has(self, entry: Entry) -> bool:
        """Return whether this payload is kept. Two of one slot are: they prove a cheat when their step has come."""
        return entry.digest in self._kept[entry.seat]

    def like(self, entry: Entry) -> set[Seat]:
        """Return the seats of which an entry is kept whose slot is the same but for the seat."""
        what = entry.slot[2:]
        return {seat for seat, kept in self._kept.items() if what in [each.slot[2:] for each in kept.values()]}

    def keep(self, entry: Entry, now: int) -> bool:
        """Keep an entry whose signature was checked, and return whether there was room.

        Args:
            entry: of a later step.
            now: number of the present step.
        """
        kept = self._kept[entry.seat]
        if entry.step - now > AHEAD:
            return False
        if len(kept) == PER_SEAT:
            last = max(kept.values(), key=lambda other: other.step)
            if entry.step >= last.step:  # else a flood of entries would be forwarded, each in place of the one before
                return False
            del kept[last.digest]
        kept[entry.digest] = entry
        return True

    def keep_unchecked(self, entry: Entry) -> None:
        """Keep the last entry that names a seat of a session that is not known yet."""
        if entry.seat < self._seats:
            self._unchecked[entry.seat] = entry

    def leave(self, step: int) -> list[Entry]:
        """Return, and forget, the entries of this step and of earlier ones."""
        ready = [e for kept in self._kept.values() for e in kept.values() if e.step <= step]
        for entry in ready:
            del self._kept[entry.seat][entry.digest]
        unchecked = [e for e in self._unchecked.values() if e.step <= step]
        for entry in unchecked:
            del self._unchecked[entry.seat]
        return ready + unchecked
