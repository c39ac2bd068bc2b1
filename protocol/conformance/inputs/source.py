"""Values for the inputs of cases: they look random, and follow from their names alone."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final, TypeAlias

from protocol import codec
from protocol.elgamal import Ciphertext, encrypt
from protocol.group import RISTRETTO255

if TYPE_CHECKING:
    from protocol.conformance.trial import Json
    from protocol.group import Element, Scalar

SEED: Final = "cardtable vectors"
BASE: Final = RISTRETTO255.base
SEAT: Final = 1
"""Whose statement every proof is."""

Draft: TypeAlias = "tuple[int, str, dict[str, Json]]"
"""Number of the algorithm, name of the case, inputs."""


def some_bytes(name: str, size: int = 32) -> bytes:
    """Return bytes for a name."""
    return hashlib.shake_256(f"{SEED}/{name}".encode()).digest(size)


def some_scalar(name: str) -> Scalar:
    """Return a scalar for a name."""
    return RISTRETTO255.scalar_from_wide(some_bytes(name, 64))


def some_element(name: str) -> Element:
    """Return an element for a name."""
    return some_scalar(name) * BASE


def some_card(name: str, key: Element) -> Ciphertext:
    """Return an encrypted element for a name."""
    return encrypt(RISTRETTO255, key, some_element(f"{name}, card"), some_scalar(f"{name}, r"))


def place(kind: str, part: str = "") -> dict[str, Json]:
    """Return session and context of a proof."""
    session = some_bytes("session")
    context = codec.encode([session, SEAT, 7, kind, 0, some_bytes("head"), part])
    return {"session": session.hex(), "context": context.hex()}


def one_more(scalar: bytes) -> bytes:
    """Return the encoding of the next scalar."""
    group = RISTRETTO255
    return (group.decode_scalar(scalar) + group.scalar(1)).encode()


def other(element: bytes) -> bytes:
    """Return the encoding of another element."""
    return (RISTRETTO255.element(element) + BASE).data


def spoilt(data: bytes, at: int, piece: bytes) -> bytes:
    """Return bytes in which a piece of 32 bytes, counted from 0, is another."""
    return data[: 32 * at] + piece + data[32 * at + 32 :]


BAD_POINTS: Final = {
    "an element is the identity": bytes(32),
    "an element is no encoding": b"\xff" * 32,
}
BAD_SCALAR: Final = RISTRETTO255.order.to_bytes(32, "little")
"""The least number that is no scalar."""
