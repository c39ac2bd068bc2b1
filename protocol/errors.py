"""Everything that can be wrong with data from outside, and the one error for our own misuse.

Low layers say *what* is wrong (`Invalid`); only the chain of entries, which a session and an audit share, says *who* is
to blame.
"""

from __future__ import annotations

from enum import Enum, unique


@unique
class Reason(Enum):
    """Why a signed entry is refused; the value is the name that proofs, logs and PROTOCOL.md use."""

    SIGNATURE = "signature"
    """No signature of the key over these bytes. Anyone can have made them: this one alone blames nobody."""
    ENCODING = "encoding"
    """The body is not the canonical encoding of the shape that its kind has."""
    POINT = "point"
    """A group element is not canonical, not on the curve, or the identity where that is not allowed."""
    SCALAR = "scalar"
    """A scalar is not the canonical encoding of a number below the group's order."""
    COMMITMENT = "commitment"
    """What was opened is not what was committed to."""
    DUPLICATE_KEY = "duplicate key"
    """A key that another seat or another purpose has already."""
    PROOF = "proof"
    """A zero-knowledge proof fails; `check` names the equation."""
    NOT_RERANDOMISED = "not re-randomised"
    """A shuffle left a ciphertext's first component as it was."""
    CARD = "card"
    """What was opened is no card of the deck."""
    INDEX = "index"
    """A card is named that the seat does not hold."""
    ILLEGAL_MOVE = "illegal move"
    """The rules of the game forbid the move; `check` names the rule."""
    NOT_EXPECTED = "not expected"
    """The step does not expect this kind of entry from this seat."""
    STATE = "state"
    """The public state's hash differs; `check` names the first section that does."""
    RESULT = "result"
    """The result that was signed is not the one that the log gives."""
    EQUIVOCATION = "equivocation"
    """Two different payloads were signed for one slot."""
    SHARE = "share"
    """A share of a table key, as it was encrypted for another seat, is not the one that was committed to."""
    COMPLAINT = "complaint"
    """A share is called wrong that is right."""


class ProtocolError(Exception):
    """Base of all errors that this library raises on purpose."""


class Invalid(ProtocolError):
    """Data from outside is wrong; who signed it, if anyone did, is at fault.

    Attributes:
        reason: the class of the fault.
        check: the name of the first check that failed, for example ``shuffle.sum``.
    """

    def __init__(self, reason: Reason, check: str) -> None:
        super().__init__(f"{reason.value}: {check}")
        self.reason = reason
        self.check = check


class LocalError(ProtocolError):
    """Our own caller misused the library; no peer is at fault."""
