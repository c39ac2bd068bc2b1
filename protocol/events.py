"""What a session wants done, and what it tells: plain values for whoever runs it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from protocol.done import Done
    from protocol.faults import Fault
    from protocol.game import Seat
    from protocol.gossip import Link
    from protocol.root import Root


@dataclass(frozen=True, slots=True)
class Save:
    """Append this record to the log, durably, before anything that follows is sent."""

    record: bytes


@dataclass(frozen=True, slots=True)
class Send:
    """Send this frame on this link; it may be lost."""

    link: Link
    data: bytes


@dataclass(frozen=True, slots=True)
class Drop:
    """Close this link: what came over it was signed by nobody."""

    link: Link
    why: str


@dataclass(frozen=True, slots=True)
class Forget:
    """Save the root of this round, then erase all earlier ones: nothing that they open is needed any more."""

    number: int
    root: Root = field(repr=False)


Output: TypeAlias = Save | Send | Drop | Forget


@dataclass(frozen=True, slots=True)
class StepDone:
    """A step has ended; `done` has what was said and the public state afterwards."""

    done: Done


@dataclass(frozen=True, slots=True)
class YourTurn:
    """The session waits for `perform`."""

    step: int


@dataclass(frozen=True, slots=True)
class ConfirmWords:
    """The session id is known: compare its words with the others by voice, then call `confirm`."""

    session: bytes


@dataclass(frozen=True, slots=True)
class Faulted:
    """A seat is proved to be at fault.

    Attributes:
        fault: what it did.
        ends: whether the game is over with that; else it goes on without the seat.
    """

    fault: Fault
    ends: bool = False


@dataclass(frozen=True, slots=True)
class Voted:
    """A seat has voted to end the game for all."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class VotedOnAbsence:
    """A seat has voted on whether to go on without a silent one.

    Attributes:
        voter: who voted.
        about: the silent seat.
        out: to go on without it; else that it is there.
    """

    voter: Seat
    about: Seat
    out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopped:
    """A seat goes on with no step until one that is proved to cheat is out.

    Attributes:
        seat: who has stopped.
        culprit: the other one.
    """

    seat: Seat
    culprit: Seat


@dataclass(frozen=True, slots=True)
class Expelled:
    """All others go on without the own seat."""


@dataclass(frozen=True, slots=True)
class Left:
    """The own seat has left the game, as its player wanted; the others go on."""


@dataclass(frozen=True, slots=True)
class Abandoned:
    """More than half of the seats have ended the game."""


@dataclass(frozen=True, slots=True)
class WorthProved:
    """A seat has proved what the cards in its purse are worth, after the game was ended for all."""

    seat: Seat
    value: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over and the log complete."""


Event: TypeAlias = (
    StepDone
    | YourTurn
    | ConfirmWords
    | Voted
    | VotedOnAbsence
    | Stopped
    | Expelled
    | Left
    | Abandoned
    | WorthProved
    | Faulted
    | Ended
)
