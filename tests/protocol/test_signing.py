"""Strict Ed25519: one key, one message, one signature, and all peers agree."""

from __future__ import annotations

import pytest

from protocol import signing
from protocol.errors import Invalid, LocalError, Reason
from protocol.signing import SigningKey, check_public_key, verify

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
KEY = SigningKey.from_seed(bytes(range(32)))
MESSAGE = b"a message"
SIGNATURE = KEY.sign(MESSAGE)

# The encodings of the points whose order divides 8, and all non-canonical ways to write one (Chalkias, Garillot and
# Nikolaenko, "Taming the many EdDSAs", 2020, table 1).
SMALL_ORDER = [
    "0100000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000080",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
]


def test_published_signature_comes_out() -> None:
    """RFC 8032, 7.1, test 2."""
    key = SigningKey.from_seed(bytes.fromhex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"))
    assert key.public.hex() == "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
    signature = key.sign(b"\x72")
    assert signature.hex() == (
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    )
    check_public_key(key.public)
    verify(key.public, b"\x72", signature)


def test_every_bit_of_a_signature_counts() -> None:
    """One bit flipped at a time."""
    for bit in range(512):
        changed = bytearray(SIGNATURE)
        changed[bit // 8] ^= 1 << bit % 8
        with pytest.raises(Invalid) as failure:
            verify(KEY.public, MESSAGE, bytes(changed))
        assert failure.value.reason is Reason.SIGNATURE


def test_message_and_key_count() -> None:
    """Another message and another signer."""
    other = SigningKey.from_seed(bytes(32))
    for public, message in ((KEY.public, MESSAGE + b"\0"), (KEY.public, b""), (other.public, MESSAGE)):
        with pytest.raises(Invalid):
            verify(public, message, SIGNATURE)


def test_response_not_below_the_order_is_refused() -> None:
    """S + L satisfies the equation as well: without this check every signature would have a second form."""
    response = int.from_bytes(SIGNATURE[32:], "little") + ORDER
    with pytest.raises(Invalid) as failure:
        verify(KEY.public, MESSAGE, SIGNATURE[:32] + response.to_bytes(32, "little"))
    assert failure.value.check == "S"


@pytest.mark.parametrize("above", range(19))
def test_commitment_that_is_not_canonical_is_refused(above: int) -> None:
    """A y-coordinate at or above the prime of the field, with either sign."""
    for sign in (0, 1 << 255):
        with pytest.raises(Invalid) as failure:
            verify(KEY.public, MESSAGE, (P + above | sign).to_bytes(32, "little") + SIGNATURE[32:])
        assert failure.value.check == "R"


@pytest.mark.parametrize("size", [0, 63, 65])
def test_signature_of_another_size_is_refused(size: int) -> None:
    """Nothing is cut or filled up."""
    with pytest.raises(Invalid) as failure:
        verify(KEY.public, MESSAGE, (SIGNATURE + b"\0")[:size])
    assert failure.value.check == "length"


@pytest.mark.parametrize("encoding", SMALL_ORDER)
def test_key_of_small_order_is_refused(encoding: str) -> None:
    """For such a key anyone can sign some messages."""
    with pytest.raises(Invalid) as failure:
        check_public_key(bytes.fromhex(encoding))
    assert failure.value.reason is Reason.POINT


@pytest.mark.parametrize("above", range(19))
def test_key_that_is_not_canonical_is_refused(above: int) -> None:
    """One key has one encoding."""
    with pytest.raises(Invalid) as failure:
        check_public_key((P + above).to_bytes(32, "little"))
    assert failure.value.check == "signing key: not canonical"


def test_key_off_the_curve_is_refused() -> None:
    """About half of all numbers are the y-coordinate of no point."""
    on_curve = 0
    for y in range(2, 60):
        try:
            check_public_key(y.to_bytes(32, "little"))
        except Invalid as failure:
            assert failure.check == "signing key: not on the curve"  # noqa: PT017 - most of a loop, not the outcome
        else:
            on_curve += 1
    assert 15 < on_curve < 45


@pytest.mark.parametrize("size", [0, 31, 33])
def test_key_or_seed_of_another_size_is_refused(size: int) -> None:
    """A key comes from a peer, a seed from our root."""
    with pytest.raises(Invalid):
        check_public_key(bytes(size))
    with pytest.raises(LocalError):
        SigningKey.from_seed(bytes(size))


def test_honest_keys_are_accepted() -> None:
    """Keys that seeds give pass every check."""
    for number in range(20):
        check_public_key(SigningKey.from_seed(bytes([number]) * 32).public)


def test_a_signing_key_does_not_show_itself() -> None:
    """The public half is an attribute; the secret is none."""
    assert repr(KEY) == "SigningKey(<redacted>)"


def test_small_order_coordinates_are_those_of_points_of_small_order() -> None:
    """Doubled three times, each is the identity: on y alone, since x^2 follows from the curve's equation."""
    d = signing._D
    for start in signing._SMALL_ORDER_Y:
        y = start
        for _ in range(3):
            xx = (y * y - 1) * pow(d * y * y + 1, -1, P) % P
            y = (y * y + xx) * pow(1 - d * xx * y * y, -1, P) % P
        assert y == 1
