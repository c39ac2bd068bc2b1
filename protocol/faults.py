"""Who is at fault, and what proves it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from protocol.errors import Invalid, ProtocolError, Reason

if TYPE_CHECKING:
    from protocol.game import Seat
    from protocol.log import Entry


class SeatInvalid(ProtocolError):
    """A seat's contribution turned out to be invalid when all were applied together."""

    def __init__(self, seat: Seat, invalid: Invalid) -> None:
        super().__init__(f"seat {seat}: {invalid}")
        self.seat = seat
        self.invalid = invalid


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A proved fault of a seat.

    Attributes:
        culprit: the seat (in the first two steps: the chair) that signed what is wrong.
        reason: the class of the fault.
        check: the name of the first check that failed.
        step: the step of the entry.
        entries: what the culprit signed: one invalid entry, two payloads in one slot, or votes that contradict each
            other with the `keep`s that they name. Together with the log up to the step they convince anybody.
    """

    culprit: Seat
    reason: Reason
    check: str
    step: int
    entries: tuple[Entry, ...]

    def __str__(self) -> str:
        return f"seat {self.culprit} at step {self.step}: {self.reason.value} ({self.check})"


class PeerFault(ProtocolError):
    """An entry proves that its signer is at fault."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault
