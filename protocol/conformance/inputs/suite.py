"""Cases of the suite: algorithms 1 to 11."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from protocol import commitment, labels
from protocol.conformance.inputs.source import BAD_SCALAR, Draft, some_bytes, some_element
from protocol.framing import frame
from protocol.group import RISTRETTO255
from protocol.signing import SigningKey

if TYPE_CHECKING:
    from collections.abc import Iterator

# RFC 9496, A.3: encodings of every sort that a decoder has to refuse.
BAD_ELEMENTS: Final = {
    "not below the prime": "00ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "not below the prime, least": "f3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "negative": "0100000000000000000000000000000000000000000000000000000000000000",
    "negative, second": "ed57ffd8c914fb201471d1c3d245ce3c746fcbe63a3679d51b6a516ebebe0e20",
    "no square": "26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371",
    "negative xy": "3eb858e78f5a7254d8c9731174a94f76755fd3941c0ac93735c07ba14579630e",
    "s = -1, so that y = 0": "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
}

SMALL_ORDER_KEYS: Final = {
    "order 1": "0100000000000000000000000000000000000000000000000000000000000000",
    "order 2": "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "order 4": "0000000000000000000000000000000000000000000000000000000000000000",
    "order 8": "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "order 8, second": "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
}
MESSAGE: Final = b"what is signed"
COFACTOR_SIGNATURE: Final = (
    "a1d9e6ae04560b458131bfbce0dedd960a74133db8c3ab31325f170e19062dac"
    "5e6479d6e71f143bfa78218aff3116b95a62cb1782987bbed568a3955e80720b"
)
"""Its R has a part of small order, with which the equation that is multiplied by the cofactor still holds."""


def cases() -> Iterator[Draft]:
    """Yield the cases."""
    yield from _hashes()
    yield from _elements()
    yield from _scalars()
    yield from _signing_keys()
    yield from _signatures()
    yield from _commitments()


def _hashes() -> Iterator[Draft]:
    for name, parts in (("no parts", []), ("one empty part", [b""]), ("three parts", [b"a", b"", b"bc"])):
        yield 1, name, {"parts": [part.hex() for part in parts]}
    yield 2, "no parts", {"label": labels.COIN, "parts": []}
    yield 2, "two parts", {"label": labels.HEAD, "parts": [some_bytes("head").hex(), some_bytes("entry").hex()]}
    for size in (1, 64, 65, 16320 // 64):
        yield 3, f"{size} bytes", {"message": b"abc".hex(), "tag": b"a tag".hex(), "size": size}
    yield 3, "a tag of 255 bytes", {"message": "", "tag": some_bytes("tag", 255).hex(), "size": 32}
    numbered = frame(b"draw", (7).to_bytes(4, "little"))
    for name, tag, message in (
        ("generator h", labels.GENERATORS, bytes(4)),
        ("generator h_1", labels.GENERATORS, (1).to_bytes(4, "little")),
        ("card 7 of a deck", labels.CARDS, numbered),
        ("unit of a deck with values", labels.VALUES, b"nugget"),
    ):
        yield 4, name, {"tag": tag.hex(), "message": message.hex()}


def _elements() -> Iterator[Draft]:
    good = some_element("element").data
    yield 5, "base point", {"bytes": RISTRETTO255.base.data.hex()}
    yield 5, "another element", {"bytes": good.hex()}
    yield 5, "identity", {"bytes": bytes(32).hex()}
    yield 5, "bit 255 set", {"bytes": (good[:-1] + bytes([good[-1] | 0x80])).hex()}
    yield 5, "31 bytes", {"bytes": good[:31].hex()}
    yield 5, "33 bytes", {"bytes": (good + b"\0").hex()}
    for name, bad in BAD_ELEMENTS.items():
        yield 5, name, {"bytes": bad}


def _scalars() -> Iterator[Draft]:
    order = RISTRETTO255.order
    numbers = {"zero": 0, "one": 1, "greatest": order - 1, "order": order, "greatest of 32 bytes": 2**256 - 1}
    for name, number in numbers.items():
        yield 6, name, {"bytes": number.to_bytes(32, "little").hex()}
    yield 6, "31 bytes", {"bytes": bytes(31).hex()}
    yield 6, "33 bytes", {"bytes": bytes(33).hex()}
    yield 7, "48 bytes", {"bytes": some_bytes("wide", 48).hex()}
    yield 7, "64 bytes", {"bytes": some_bytes("wide", 64).hex()}
    yield 7, "the order", {"bytes": (BAD_SCALAR + bytes(16)).hex()}
    yield 7, "48 bytes 0xff", {"bytes": (b"\xff" * 48).hex()}


def _signing_keys() -> Iterator[Draft]:
    good = SigningKey.from_seed(some_bytes("signing")).public
    yield 8, "a key", {"key": good.hex()}
    yield 8, "31 bytes", {"key": good[:31].hex()}
    yield 8, "33 bytes", {"key": (good + b"\0").hex()}
    yield 8, "y is the prime", {"key": (2**255 - 19).to_bytes(32, "little").hex()}
    yield 8, "y is the prime and 2, sign bit set", {"key": (2**255 - 17 | 1 << 255).to_bytes(32, "little").hex()}
    yield 8, "no point has this y", {"key": (2).to_bytes(32, "little").hex()}
    for name, key in SMALL_ORDER_KEYS.items():
        yield 8, name, {"key": key}
        signed = bytes.fromhex(key)
        yield 8, f"{name}, sign bit", {"key": (signed[:-1] + bytes([signed[-1] ^ 0x80])).hex()}


def _signatures() -> Iterator[Draft]:
    key = SigningKey.from_seed(some_bytes("signing"))
    good = key.sign(MESSAGE)
    order = RISTRETTO255.order  # the two curves' groups have the same prime order
    above = (int.from_bytes(good[32:], "little") + order).to_bytes(32, "little")
    for name, signature in (
        ("a signature", good),
        ("63 bytes", good[:63]),
        ("65 bytes", good + b"\0"),
        ("R is not canonical", b"\xff" * 31 + b"\x7f" + good[32:]),
        ("S is the order more", good[:32] + above),
        ("another R", some_element("R").data + good[32:]),
        ("another S", good[:32] + bytes(32)),
        ("good only with the cofactor", bytes.fromhex(COFACTOR_SIGNATURE)),
    ):
        yield 9, name, {"key": key.public.hex(), "message": MESSAGE.hex(), "signature": signature.hex()}
    yield 9, "another message", {"key": key.public.hex(), "message": b"else".hex(), "signature": good.hex()}
    stranger = SigningKey.from_seed(some_bytes("stranger"))
    yield 9, "another key", {"key": stranger.public.hex(), "message": MESSAGE.hex(), "signature": good.hex()}


def _commitments() -> Iterator[Draft]:
    given = {
        "label": labels.LOCK,
        "context": some_bytes("context", 20).hex(),
        "value": b"left".hex(),
        "salt": some_bytes("salt").hex(),
    }
    fixed = commitment.commit(labels.LOCK, some_bytes("context", 20), b"left", some_bytes("salt")).hex()
    yield 10, "a choice", given
    yield 11, "opened", {"commitment": fixed, **given}
    for name, changed in (
        ("another value", {"value": b"right".hex()}),
        ("another salt", {"salt": some_bytes("other").hex()}),
        ("another context", {"context": ""}),
        ("another purpose", {"label": labels.KEY_COMMITMENT}),
        ("a salt of 31 bytes", {"salt": bytes(31).hex()}),
        ("another commitment", {"commitment": bytes(32).hex()}),
    ):
        yield 11, name, {"commitment": fixed, **given, **changed}
