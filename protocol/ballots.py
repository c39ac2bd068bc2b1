"""Votes about the table itself: so far, whether to end the game for all. PROTOCOL section "Ending a game early".

A vote is an entry beside the steps: it is no part of any head, it counts from whatever step it was signed in, and each
seat has one. More than half of the seats end the game for everybody who has not seen it closed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from protocol import codec

if TYPE_CHECKING:
    from protocol.game import Seat
    from protocol.log import Entry

ABANDON: Final = "abandon"


class Ballots:
    """The votes to end the game, by seat, and how many seats are in it."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.votes: dict[Seat, Entry] = {}

    def copy(self) -> Ballots:
        """Return ballots of their own with the same votes."""
        twin = Ballots(self.seats)
        twin.votes = dict(self.votes)
        return twin

    @property
    def abandoned(self) -> bool:
        """Whether more than half of the seats have voted to end the game."""
        return 2 * len(self.votes) > self.seats

    def has(self, entry: Entry) -> bool:
        """Return whether a vote counts already: the seat's first one does, and another changes nothing."""
        return entry.seat in self.votes

    def take(self, entry: Entry) -> None:
        """Count a vote; raise `Invalid` if its body says anything."""
        codec.nothing(codec.decode(entry.body))
        self.votes[entry.seat] = entry


def is_vote(entry: Entry) -> bool:
    """Return whether an entry is a vote instead of a part of a step."""
    return entry.kind == ABANDON
