"""Ed25519 signatures (RFC 8032), strict, so that all peers agree on which bytes are a good signature.

A public key is canonical, on the curve and not of small order; R is canonical and S is below the order. OpenSSL checks
the equation without the cofactor.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from protocol.errors import Invalid, LocalError, Reason

SEED_SIZE: Final = 32
PUBLIC_SIZE: Final = 32
SIGNATURE_SIZE: Final = 64

_P: Final = 2**255 - 19
_ORDER: Final = 2**252 + 27742317777372353535851937790883648493
_D: Final = -121665 * pow(121666, -1, _P) % _P
_SIGN_BIT: Final = 1 << 255

# The y-coordinates of the eight points whose order divides 8; each y belongs to a point and its negative.
_Y_OF_ORDER_8: Final = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
_SMALL_ORDER_Y: Final = frozenset({0, 1, _P - 1, _Y_OF_ORDER_8, _P - _Y_OF_ORDER_8})


class SigningKey:
    """A secret signing key; `repr` does not show it."""

    __slots__ = ("_key", "public")

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self.public: bytes = key.public_key().public_bytes_raw()

    @classmethod
    def from_seed(cls, seed: bytes) -> SigningKey:
        """Return the key that a seed of 32 bytes gives."""
        if len(seed) != SEED_SIZE:
            raise LocalError("a signing key's seed has 32 bytes")
        return cls(Ed25519PrivateKey.from_private_bytes(seed))

    def sign(self, message: bytes) -> bytes:
        """Return the signature, 64 bytes; the same message always gets the same one."""
        return self._key.sign(message)

    def __repr__(self) -> str:
        return "SigningKey(<redacted>)"


def check_public_key(public: bytes) -> None:
    """Algorithm 8 (CheckSigningKey). Check a key before it enters a roster.

    Raises:
        Invalid: POINT, for a wrong length, a non-canonical encoding, a point off the curve or of small order.
    """
    if len(public) != PUBLIC_SIZE:
        raise Invalid(Reason.POINT, "signing key: length")
    y = _y(public)
    if y >= _P:
        raise Invalid(Reason.POINT, "signing key: not canonical")
    # The two y-coordinates at which x is zero, where a sign bit would be a second encoding, are of small order too.
    if y in _SMALL_ORDER_Y:
        raise Invalid(Reason.POINT, "signing key: small order")
    if not _is_square((y * y - 1) * (_D * y * y + 1)):
        raise Invalid(Reason.POINT, "signing key: not on the curve")


def verify(public: bytes, message: bytes, signature: bytes) -> None:
    """Algorithm 9 (VerifySignature). Check a signature; the key has passed `check_public_key`.

    Raises:
        Invalid: SIGNATURE; nobody is to blame for it, since anyone could have made these bytes.
    """
    if len(signature) != SIGNATURE_SIZE:
        raise Invalid(Reason.SIGNATURE, "length")
    if _y(signature[:32]) >= _P:
        raise Invalid(Reason.SIGNATURE, "R")
    if int.from_bytes(signature[32:], "little") >= _ORDER:
        raise Invalid(Reason.SIGNATURE, "S")
    try:
        _public_key(public).verify(signature, message)
    except InvalidSignature:
        raise Invalid(Reason.SIGNATURE, "equation") from None


@lru_cache(maxsize=64)
def _public_key(public: bytes) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(public)


def _y(encoded: bytes) -> int:
    return int.from_bytes(encoded, "little") & ~_SIGN_BIT


def _is_square(value: int) -> bool:
    return pow(value, (_P - 1) // 2, _P) in {0, 1}
