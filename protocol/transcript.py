"""The Fiat-Shamir transcript: everything that was said goes in, the challenges come out.

The sponge is the SHAKE128 duplex sponge of draft-irtf-cfrg-fiat-shamir; on it, every message is framed with its label
and its lengths, so that two different conversations never absorb the same bytes.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from protocol import labels
from protocol.errors import LocalError
from protocol.framing import frame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from protocol.group import Element, Group, Scalar

SESSION_SIZE: Final = 32
RATE: Final = 168
STATE_SIZE: Final = 32
_BIAS_MARGIN: Final = 16
"""Bytes squeezed for a challenge beyond a scalar's size, so that reducing it leaves no noticeable bias."""


class Sponge:
    """A duplex sponge: absorb and squeeze in any order; what is squeezed depends on all that was absorbed before."""

    def __init__(self, session: bytes) -> None:
        """Start with a session identifier of 32 bytes, padded to a whole block of the sponge."""
        if len(session) != SESSION_SIZE:
            raise LocalError("a session identifier has 32 bytes")
        self._hash = hashlib.shake_128(session + bytes(RATE - SESSION_SIZE))
        self._squeezed = 0

    def absorb(self, data: bytes) -> None:
        """Take bytes in; of at least one byte, the next squeeze starts reading anew."""
        if data:
            self._hash.update(data)
            self._squeezed = 0

    def squeeze(self, size: int) -> bytes:
        """Return the next bytes; two squeezes in a row give what one of both sizes gives."""
        start = self._squeezed
        self._squeezed += size
        return self._hash.digest(self._squeezed)[start:]

    def fingerprint(self, label: bytes) -> bytes:
        """Return 32 bytes that hang on all that was absorbed and on how much was squeezed since; nothing changes."""
        copy = self._hash.copy()
        copy.update(frame(label, self._squeezed.to_bytes(8, "little")))
        return copy.digest(STATE_SIZE)


class Transcript:
    """One conversation of prover and verifier. Further proofs continue it and never start from an earlier point.

    Args:
        session: identifier of the session, 32 bytes.
        context: what places the proof in the session: round, step, seat, deck, ...; in this order, each as bytes.
    """

    def __init__(self, session: bytes, *context: bytes) -> None:
        """Algorithm 16 (Transcript.Start). Begin a conversation for a session and a context."""
        self._sponge = Sponge(session)
        self.absorb(labels.TRANSCRIPT_CONTEXT, labels.PROTOCOL.encode(), *context)

    def absorb(self, label: str, *items: bytes) -> None:
        """Algorithm 17 (Transcript.Absorb). Take in byte strings under a label."""
        self._sponge.absorb(frame(label.encode(), len(items).to_bytes(4, "little"), *items))

    def absorb_elements(self, label: str, elements: Sequence[Element]) -> None:
        """Take in elements under a label."""
        self.absorb(label, *[element.data for element in elements])

    def challenge(self, label: str, group: Group) -> Scalar:
        """Return one uniformly random scalar that hangs on everything absorbed so far."""
        return self.challenges(label, group, 1)[0]

    def challenges(self, label: str, group: Group, count: int) -> tuple[Scalar, ...]:
        """Algorithm 18 (Transcript.Challenges). Return `count` random scalars that hang on all that was absorbed."""
        self.absorb(label, group.name.encode(), count.to_bytes(4, "little"))
        size = group.scalar_size + _BIAS_MARGIN
        data = self._sponge.squeeze(size * count)
        return tuple(group.scalar_from_wide(data[at : at + size]) for at in range(0, len(data), size))

    def state(self) -> bytes:
        """Algorithm 19 (Transcript.State). Return 32 bytes that hang on all so far, for nonces; nothing changes."""
        return self._sponge.fingerprint(labels.TRANSCRIPT_STATE.encode())
