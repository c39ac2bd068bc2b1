"""Ed25519 (RFC 8032) written plainly, to make what no library makes: a second good signature of the same bytes."""

from __future__ import annotations

import hashlib

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
BASE = (15112221349535400772501151409588531511454012693041857206046113283949847762202, 4 * pow(5, -1, P) % P)

Point = tuple[int, int]


def add(a: Point, b: Point) -> Point:
    """Return the sum of two points (affine coordinates)."""
    product = D * a[0] * b[0] * a[1] * b[1]
    x = (a[0] * b[1] + b[0] * a[1]) * pow(1 + product, -1, P)
    y = (a[1] * b[1] + a[0] * b[0]) * pow(1 - product, -1, P)
    return x % P, y % P


def multiply(scalar: int, point: Point) -> Point:
    """Return a multiple of a point."""
    total = (0, 1)
    for bit in f"{scalar:b}":
        total = add(total, total)
        total = add(total, point) if bit == "1" else total
    return total


def encode(point: Point) -> bytes:
    """Return the 32 bytes of a point."""
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def sign(seed: bytes, message: bytes, nonce: int) -> bytes:
    """Return the signature that this nonce gives; RFC 8032 derives it from the seed, but any is good once."""
    digest = hashlib.sha512(seed).digest()
    secret = int.from_bytes(digest[:32], "little") & (2**254 - 8) | 2**254
    first = encode(multiply(nonce, BASE))
    challenge = hashlib.sha512(first + encode(multiply(secret, BASE)) + message).digest()
    answer = (nonce + int.from_bytes(challenge, "little") * secret) % L
    return first + answer.to_bytes(32, "little")
