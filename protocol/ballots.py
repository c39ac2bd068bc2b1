"""Votes about the table itself: so far, whether to end the game for all. PROTOCOL section "Ending a game early".

A vote is an entry beside the steps: it is no part of any head, it counts from whatever step it was signed in, and each
seat has one. More than half of those who were present at any time end the game for everybody who has not seen it
closed; which votes there are decides, and not when they came.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Final

from protocol import codec

if TYPE_CHECKING:
    from collections.abc import Iterable

    from protocol.game import Seat
    from protocol.log import Entry

ABANDON: Final = "abandon"


class Ballots:
    """The votes to end the game, by seat, and who has been in it together.

    Args:
        seats: who is in it from the beginning.
    """

    def __init__(self, seats: Iterable[Seat]) -> None:
        self.votes: dict[Seat, Entry] = {}
        self._present: tuple[frozenset[Seat], ...] = (frozenset(seats),)

    def copy(self) -> Ballots:
        """Return ballots of their own with the same votes."""
        twin = copy(self)
        twin.votes = dict(self.votes)
        return twin

    def go_on(self, seats: Iterable[Seat]) -> None:
        """Note that a step begins with these seats."""
        seats = frozenset(seats)
        if seats != self._present[-1]:
            self._present = (*self._present, seats)

    def go_back(self, seats: Iterable[Iterable[Seat]]) -> None:
        """Note that the log has only the steps before which these seats were present, one after the other."""
        self._present = tuple(dict.fromkeys(map(frozenset, seats)))

    @property
    def abandoned(self) -> bool:
        """Whether more than half of those who were ever present together have voted to end the game."""
        return self.would_end(())

    def would_end(self, more: Iterable[Seat]) -> bool:
        """Return whether the game would be ended if these seats voted so, too."""
        voters = self.votes.keys() | set(more)
        return any(2 * len(seats & voters) > len(seats) for seats in self._present)

    def has(self, entry: Entry) -> bool:
        """Return whether this payload counts."""
        known = self.votes.get(entry.seat)
        return known is not None and known.digest == entry.digest

    def take(self, entry: Entry) -> None:
        """Count a vote that was checked."""
        self.votes[entry.seat] = entry


def check_vote(entry: Entry) -> None:
    """Raise `Invalid` if the body of a vote says anything."""
    codec.nothing(codec.decode(entry.body))


def is_vote(entry: Entry) -> bool:
    """Return whether an entry is a vote instead of a part of a step."""
    return entry.kind == ABANDON
