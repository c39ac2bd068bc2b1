"""Committing and opening."""

from __future__ import annotations

import pytest

from protocol.commitment import commit, verify_opening
from protocol.errors import Invalid, LocalError, Reason

SALT = bytes(range(32))
COMMITMENT = commit("keys", b"slot", b"value", SALT)


def test_what_was_committed_to_opens() -> None:
    """The honest case."""
    verify_opening(COMMITMENT, "keys", b"slot", b"value", SALT)


@pytest.mark.parametrize(
    ("commitment", "label", "context", "value", "salt"),
    [
        (COMMITMENT, "keys", b"slot", b"Value", SALT),
        (COMMITMENT, "keys", b"slot", b"value", bytes(32)),
        (COMMITMENT, "keys", b"slot", b"value", SALT[:31]),
        (COMMITMENT, "keys", b"slot2", b"value", SALT),
        (COMMITMENT, "key", b"sslot", b"value", SALT),
        (COMMITMENT, "keys", b"slotv", b"alue", SALT),
        (bytes(32), "keys", b"slot", b"value", SALT),
        (COMMITMENT[:31], "keys", b"slot", b"value", SALT),
    ],
    ids=["value", "salt", "short salt", "slot", "label", "boundary", "commitment", "short commitment"],
)
def test_anything_else_does_not_open(commitment: bytes, label: str, context: bytes, value: bytes, salt: bytes) -> None:
    """Another value, salt, place or purpose."""
    with pytest.raises(Invalid) as failure:
        verify_opening(commitment, label, context, value, salt)
    assert failure.value.reason is Reason.COMMITMENT


def test_salt_of_another_size_is_our_own_fault() -> None:
    """Salts come from the root."""
    with pytest.raises(LocalError):
        commit("keys", b"", b"", b"")
