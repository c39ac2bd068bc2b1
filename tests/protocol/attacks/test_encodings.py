"""Bytes that are no points, no scalars or no values: evidence with a good signature, nobody's fault with a bad one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgpack
import pytest

from protocol import codec
from protocol.audit import audit
from protocol.errors import Reason
from protocol.events import Drop
from protocol.frames import encode_frame
from protocol.group import RISTRETTO255
from tests.helpers import vectors
from tests.helpers.adversary import Bench

if TYPE_CHECKING:
    from collections.abc import Iterator

ORDER = RISTRETTO255.order
P = 2**255 - 19
VECTORS = vectors.load("ristretto255")


@pytest.fixture(scope="module")
def bench() -> Bench:
    """Return a table on the real group that waits for the cheat's part of the first deal."""
    return Bench("deal", group=RISTRETTO255)


@pytest.fixture(scope="module")
def toy() -> Bench:
    """Return a table on the toy group, likewise."""
    return Bench("deal")


def refuse_both_ways(bench: Bench, body: bytes, reason: Reason) -> str:
    """Refuse a body as evidence against its signer, and with a broken signature as nobody's; return the check."""
    fault = bench.refuse(body)
    assert fault.reason is reason, fault
    entry = bench.moment.sign(body)
    forged = replace(entry, signature=entry.signature[:-1] + bytes([entry.signature[-1] ^ 1]))
    assert bench.send(encode_frame(forged)) is None
    assert [type(output) for output in bench.outputs] == [Drop]
    return fault.check


def points() -> Iterator[tuple[str, bytes]]:
    """Yield encodings that are no element or a second one of an element."""
    yield "identity", bytes(32)
    for case in VECTORS["bad_encodings"]:
        yield case["why"], bytes.fromhex(case["encoding"])
    for multiple in VECTORS["multiples"][1:4]:
        s = int.from_bytes(bytes.fromhex(multiple), "little")
        for second in (s | 1 << 255, 2 * P - s, s + P):
            yield "second encoding", (second % 2**256).to_bytes(32, "little")
    yield "all ones", b"\xff" * 32


def scalars() -> Iterator[tuple[str, bytes]]:
    """Yield encodings that are no scalar."""
    for name, value in (("order", ORDER), ("above", ORDER + 1), ("twice", 2 * ORDER), ("top", 2**256 - 1)):
        yield name, value.to_bytes(32, "little")
    yield "bit 255", (5 | 1 << 255).to_bytes(32, "little")


POINTS, SCALARS = list(points()), list(scalars())


@pytest.mark.parametrize("place", ["first layer", "last layer", "commitment of the proof"])
def test_no_point(bench: Bench, place: str) -> None:
    """Wherever an element stands, every published bad encoding and the identity are refused, and no more than that."""
    for name, bad in POINTS:
        layers, (commitments, responses) = bench.moment.content()
        match place:
            case "first layer":
                layers = bad + layers[32:]
            case "last layer":
                layers = layers[:-32] + bad
            case _:
                commitments = bad + commitments[32:]
        body = bench.moment.body([layers, [commitments, responses]])
        assert refuse_both_ways(bench, body, Reason.POINT) == "encoding", name


@pytest.mark.parametrize("at", [0, -1])
def test_no_scalar(bench: Bench, at: int) -> None:
    """Numbers from the order on, and bit 255, which libsodium would ignore."""
    for name, bad in SCALARS:
        layers, (commitments, responses) = bench.moment.content()
        responses = bad + responses[32:] if at == 0 else responses[:-32] + bad
        body = bench.moment.body([layers, [commitments, responses]])
        assert refuse_both_ways(bench, body, Reason.SCALAR) == "range", name


def test_evidence_needs_the_log_only(bench: Bench) -> None:
    """A stranger with the log and the entry finds the same culprit and reason."""
    layers, proof = bench.moment.content()
    entry = bench.moment.sign(bench.moment.body([bytes(32) + layers[32:], proof]))
    records = [*bench.judge.disk, entry.encode()]
    fault = audit(group=RISTRETTO255, game=bench.room.game, header=bench.room.header, records=records).fault
    assert fault is not None
    assert (fault.culprit, fault.reason, fault.entries) == (bench.room.culprit, Reason.POINT, (entry,))


# --- values ----------------------------------------------------------------------------------------------------------


def nested(depth: int) -> bytes:
    """Return arrays of one value inside one another."""
    return b"\x91" * depth + b"\xc0"


def bodies(honest: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield bytes that are not the canonical encoding of what the step expects."""
    yield "empty", b""
    yield from ((f"cut to {size}", honest[:size]) for size in (1, len(honest) // 2, len(honest) - 1))
    yield "extended", honest + b"\xc0"
    yield "twice", honest * 2
    value: Any = codec.decode(honest)
    yield "array in array", codec.encode([value])
    yield "one too many", codec.encode([*value, None])
    yield "one too few", codec.encode(value[:1])
    yield "long array form", b"\xdc\x00\x02" + honest[1:]
    yield "longest array form", b"\xdd\x00\x00\x00\x02" + honest[1:]
    yield "long bytes form", honest[:1] + b"\xc5\x00\x20" + honest[3:]
    yield "nested 16", nested(16)
    yield "nested deeply", nested(1_000)
    yield "nested as deeply as bytes allow", nested(200_000)
    yield "10^6 elements", b"\xdd\x00\x0f\x42\x40" + b"\xc0" * 200_000
    yield "10^6 elements promised", b"\xdd\x00\x0f\x42\x40"
    yield "2^32-1 elements promised", b"\xdd\xff\xff\xff\xff"
    yield "2^32-1 bytes promised", b"\xc6\xff\xff\xff\xff"
    yield "many elements", b"\xdc\x40\x01" + b"\xc0" * 16_385
    for name, odd in (("map", {}), ("full map", {b"a": 1}), ("float", 0.5), ("negative", -1), ("huge", 2**64 - 1)):
        yield name, msgpack.packb([value[0], odd])
    yield "extension", msgpack.packb([value[0], msgpack.ExtType(5, b"x")])
    yield "timestamp", msgpack.packb([value[0], msgpack.Timestamp(0)])
    yield "broken text", honest[:1] + b"\xa2\xff\xfe" + honest[1:]
    yield "reserved tag", b"\xc1"
    for name, other in (("nil", None), ("text", "x"), ("number", 7), ("bytes", b"x"), ("boolean", True)):
        yield name, codec.encode(other)
        yield f"{name} as content", codec.encode([value[0], other])
        yield f"{name} as layers", codec.encode([value[0], [other, value[1][1]]])
        yield f"{name} as proof", codec.encode([value[0], [value[1][0], other]])


def test_no_value(toy: Bench) -> None:
    """Cut, extended, nested, longer than needed, of types that do not exist or that are not meant, and far too many."""
    honest = toy.moment.body(toy.moment.content())
    for name, body in bodies(honest):
        check = refuse_both_ways(toy, body, Reason.ENCODING)
        assert check, name


def test_generators_and_cards_are_in_no_message(toy: Bench) -> None:
    """Whoever sends its own has a field too many."""
    content = toy.moment.content()
    base = RISTRETTO255.base.encode()
    for extra in ([*content, base], [content[0], [*content[1], base]], [base, *content]):
        assert toy.refuse(toy.moment.body(extra)).reason is Reason.ENCODING


@pytest.mark.parametrize(
    "data", [b"", b"\x01", b"\x01" + bytes(64), b"\x01" + bytes(300_000), b"\x00", b"\x04", b"\xff"]
)
def test_frames_that_are_none(toy: Bench, data: bytes) -> None:
    """They prove nothing about a player; the link goes."""
    assert toy.send(data) is None
    assert [type(output) for output in toy.outputs] == [Drop]


def test_envelopes_that_are_none(toy: Bench) -> None:
    """A signed envelope that does not decode blames nobody either: the bytes may be anyone's."""
    entry = toy.moment.honest()
    fields: Any = codec.decode(entry.payload)
    odd: list[Any] = [[*fields, None], fields[:-1], [2, *fields[1:]]]
    wrong = (None, -1, 10, 2**20 + 1, "x" * 17, bytes(31), bytes(33), True)
    for at in range(1, 7):
        odd.extend([*fields[:at], value, *fields[at + 1 :]] for value in wrong if type(value) is not type(fields[at]))
    for value in (*odd, {}, [1.5] * 8):
        payload = msgpack.packb(value)
        data = b"\x01" + toy.moment.me.signing.sign(payload) + payload
        assert toy.send(data) is None, value
        assert [type(output) for output in toy.outputs] == [Drop], value
