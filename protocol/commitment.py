"""Hash commitments: a seat fixes a value before anyone shows theirs."""

from __future__ import annotations

import hmac
from typing import Final

from protocol import labels
from protocol.errors import Invalid, LocalError, Reason
from protocol.framing import digest

SALT_SIZE: Final = 32


def commit(label: str, context: bytes, value: bytes, salt: bytes) -> bytes:
    """Algorithm 10 (Commit). Return 32 bytes that fix `value` and do not show it.

    Args:
        label: the purpose.
        context: session, slot and seat, so that a commitment is good for one place only.
        value: what is committed to.
        salt: 32 secret bytes, opened together with the value.
    """
    if len(salt) != SALT_SIZE:
        raise LocalError("a salt has 32 bytes")
    return _digest(label, context, value, salt)


def verify_opening(commitment: bytes, label: str, context: bytes, value: bytes, salt: bytes) -> None:
    """Algorithm 11 (VerifyOpening). Check what was opened against what was committed to.

    Raises:
        Invalid: COMMITMENT, if value, salt or context differ; `check` is the label.
    """
    if len(salt) != SALT_SIZE or not hmac.compare_digest(commitment, _digest(label, context, value, salt)):
        raise Invalid(Reason.COMMITMENT, label)


def _digest(label: str, context: bytes, value: bytes, salt: bytes) -> bytes:
    return digest(labels.COMMITMENT, label.encode(), context, value, salt)
