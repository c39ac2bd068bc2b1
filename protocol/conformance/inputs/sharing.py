"""Cases of the sharing of table keys: algorithms 58 to 64."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from protocol import cards, codec, sharing
from protocol.conformance.inputs.cards import me
from protocol.conformance.inputs.source import (
    BAD_POINTS,
    BAD_SCALAR,
    BASE,
    SEAT,
    Draft,
    one_more,
    other,
    place,
    some_bytes,
    some_element,
    some_scalar,
    spoilt,
)
from protocol.conformance.inputs.spot import spot_of
from protocol.conformance.trial import element_list, scalar_list
from protocol.group import RISTRETTO255
from protocol.steps.shares import make_complaint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from protocol.conformance.trial import Json
    from protocol.group import Element, Scalar

SEATS: Final = (0, 1, 3)
"""Who gets a share; seat 2 is the dealer."""
COEFFICIENTS: Final = tuple(some_scalar(f"coefficient {index}") for index in range(3))
POINTS, SHARES = sharing.deal(COEFFICIENTS, SEATS)
KEY: Final = COEFFICIENTS[0] * BASE
OWN: Final = some_scalar("share key")
"""Secret share key of who complains."""
DEALERS: Final = {2: some_scalar("share key 2"), 3: some_scalar("share key 3")}
"""Those of the dealers."""


def cases() -> Iterator[Draft]:
    """Yield the cases."""
    yield from _making()
    yield from _reading()
    yield from _opening()
    yield from _complaints()
    yield from _combining()


def _making() -> Iterator[Draft]:
    for name, seats in (("two seats", (0, 1)), ("three seats", SEATS), ("nine seats", (*range(4), *range(5, 10)))):
        coefficients = tuple(some_scalar(f"coefficient {index}") for index in range(len(seats)))
        yield 58, name, {"coefficients": scalar_list(coefficients), "seats": list(seats)}
    for seat in SEATS:
        yield 59, f"seat {seat}", {"points": element_list((KEY, *POINTS)), "seat": seat}
    zero = RISTRETTO255.scalar(-2) * POINTS[0]
    yield 59, "the share would be zero", {"points": element_list((zero, POINTS[0])), "seat": 1}
    for name in ("context", "another context"):
        yield 60, name, {"point": KEY.data.hex(), "context": some_bytes(name).hex()}
    yield 60, "another point", {"point": POINTS[0].data.hex(), "context": some_bytes("context").hex()}


def _reading() -> Iterator[Draft]:
    points, sealed = cards.encode_elements(POINTS), b"".join(share.encode() for share in SHARES)
    zero = RISTRETTO255.scalar(-2) * POINTS[0]
    identity, malformed = BAD_POINTS.values()
    contents: dict[str, codec.Value] = {
        "a sharing": [points, sealed],
        "nil": None,
        "a part too many": [points, sealed, sealed],
        "a degree too high": [points + BASE.data, sealed],
        "a degree too low": [points[32:], sealed],
        "the last point is the identity": [spoilt(points, 1, identity), sealed],
        "a point is no encoding": [spoilt(points, 0, malformed), sealed],
        "a share too few": [points, sealed[32:]],
        "a share too many": [points, sealed + bytes(32)],
        "a share is the order": [points, spoilt(sealed, 2, BAD_SCALAR)],
    }
    given = {"key": KEY.data.hex(), "seats": list(SEATS)}
    for name, content in contents.items():
        yield 61, name, {**given, "content": codec.encode(content).hex()}
    two = {"key": zero.data.hex(), "seats": [0, 1]}
    content = codec.encode([POINTS[0].data, sealed[:64]])
    yield 61, "a share is zero", {**two, "content": content.hex()}


def _sealed(secret: Scalar, key: Element, index: int) -> dict[str, Json]:
    """Return a share of the key above under the pad of a pair."""
    context = some_bytes("context")
    hidden = SHARES[index] + sharing.pad(secret * key, context)
    image = (SHARES[index] * BASE).data.hex()
    return {"image": image, "sealed": hidden.encode().hex(), "context": context.hex()}


def _opening() -> Iterator[Draft]:
    key = DEALERS[2] * BASE
    point, good = OWN * key, _sealed(OWN, key, 1)
    yield 62, "a share", {**good, "point": point.data.hex()}
    yield 62, "another point", {**good, "point": other(point.data).hex()}
    yield 62, "another context", {**good, "point": point.data.hex(), "context": some_bytes("another context").hex()}
    yield 62, "another share", {**_wrong(good), "point": point.data.hex()}
    yield 62, "another's image", {**good, "point": point.data.hex(), "image": (SHARES[0] * BASE).data.hex()}


def _wrong(share: dict[str, Json]) -> dict[str, Json]:
    """Return the share that is one more."""
    return {**share, "sealed": one_more(bytes.fromhex(share["sealed"])).hex()}


def _complaints() -> Iterator[Draft]:
    keys = {seat: secret * BASE for seat, secret in DEALERS.items()}
    dealers = [{"seat": seat, "key": key.data.hex(), **_sealed(OWN, key, 1)} for seat, key in keys.items()]
    wrong = [_wrong(dealer) for dealer in dealers]
    given: dict[str, Json] = {**place("shares ok"), "key": (OWN * BASE).data.hex(), "dealers": wrong}

    def case(name: str, content: codec.Value, **changed: Json) -> Draft:
        return 63, name, {**given, **changed, "content": codec.encode(content).hex()}

    both = make_complaint(spot_of(given), me(), OWN, keys)
    one = make_complaint(spot_of(given), me(), OWN, {3: keys[3]})
    yield case("two shares are wrong", both)
    yield case("one share is complained of", one)
    yield case("both shares are right", both, dealers=dealers)
    yield case("one of two shares is right", both, dealers=[wrong[0], dealers[1]])
    _, points, proof = codec.array(codec.decode(codec.encode(both)), 3)
    data = codec.blob(points, 64)
    yield case("no dealer", [[], b"", proof])
    yield case("the dealers are not ascending", [[3, 2], data, proof])
    yield case("a dealer twice", [[2, 2], data, proof])
    yield case("who complains itself", [[SEAT, 2], data, proof])
    yield case("a seat that deals nothing", [[2, 9], data, proof])
    yield case("seat 10", [[2, 10], data, proof])
    yield case("a point too few", [[2, 3], data[32:], proof])
    yield case("a point is the identity", [[2, 3], bytes(32) + data[32:], proof])
    yield case("a point is another", [[2, 3], other(data[:32]) + data[32:], proof])
    yield case("the points are exchanged", [[2, 3], data[32:] + data[:32], proof])
    yield case("no proof", [[2, 3], data, None])
    yield case("of another place", both, **place("x"))
    yield case("another's share key", both, key=some_element("share key of another").data.hex())


def _combining() -> Iterator[Draft]:
    for name, seats in (("two seats", (0, 1)), ("three seats", SEATS), ("nine seats", tuple(range(1, 10)))):
        coefficients = tuple(some_scalar(f"coefficient {index}") for index in range(len(seats)))
        _, shares = sharing.deal(coefficients, seats)
        first = some_element("A")
        layers = element_list([share * first for share in shares])
        yield 64, name, {"seats": list(seats), "shares": layers}
