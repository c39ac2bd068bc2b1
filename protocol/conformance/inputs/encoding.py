"""Cases of the encoding: algorithms 12 to 15."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from protocol import codec
from protocol.conformance.inputs.source import Draft, some_bytes
from protocol.conformance.trial import Json, value_json
from protocol.header import Chair, Header
from protocol.log import sign_entry
from protocol.signing import SigningKey

if TYPE_CHECKING:
    from collections.abc import Iterator

VALUES: Final[dict[str, codec.Value]] = {
    "nil": None,
    "false": False,
    "true": True,
    **{str(number): number for number in (0, 127, 128, 255, 256, 65535, 65536, 2**32 - 1, 2**32, 2**63 - 1)},
    "no text": "",
    "text of 31 bytes": "x" * 31,
    "text of 32 bytes": "x" * 32,
    "text beyond ASCII": "\u0160aboter \u2692",
    "no bytes": b"",
    "255 bytes": bytes(255),
    "256 bytes": bytes(256),
    "no values": [],
    "15 values": [0] * 15,
    "16 values": [0] * 16,
    "arrays and all types": [None, True, 7, "t", b"b", [[], [1, [2]]]],
}

MALFORMED: Final = {
    "nothing": "",
    "bytes behind the value": "c0c0",
    "the tag that is never used": "c1",
    "a map": "80",
    "a map of one": "810102",
    "a float": "cb3ff0000000000000",
    "a negative number": "ff",
    "a signed integer": "d001",
    "an extension": "d40100",
    "a time": "d6ff00000000",
    "127 in two bytes": "cc7f",
    "255 in three bytes": "cd00ff",
    "65535 in five bytes": "ce0000ffff",
    "2^32 - 1 in nine bytes": "cf00000000ffffffff",
    "2^63": "cf8000000000000000",
    "short text in the longer form": "d90161",
    "short bytes in the longer form": "c5000161",
    "a short array in the longer form": "dc0001c0",
    "text that is no UTF-8": "a1ff",
    "text with a surrogate": "a3eda080",
    "text that is UTF-8 in too many bytes": "a2c0af",
    "an array that ends too soon": "92c0",
    "bytes that end too soon": "c40261",
    "bytes longer than everything": "c6ffffffff",
    "an array longer than everything": "ddffffffff",
    "a number that ends too soon": "cd01",
    "17 arrays inside one another": "91" * 16 + "90",
    "an array of 1025 values": "dc0401" + "c0" * 1025,
}


def cases() -> Iterator[Draft]:
    """Yield the cases."""
    for name, value in VALUES.items():
        yield 12, name, {"value": value_json(value)}
    for name, value in VALUES.items():
        yield 13, name, {"bytes": codec.encode(value).hex()}
    yield 13, "16 arrays inside one another", {"bytes": "91" * 15 + "90"}
    yield 13, "an array of 1024 values", {"bytes": "dc0400" + "c0" * 1024}
    for name, bad in MALFORMED.items():
        yield 13, name, {"bytes": bad}
    yield from _headers()
    yield from _entries()


def chair(index: int) -> Chair:
    """Return a chair of the header that is changed in the cases."""
    key = SigningKey.from_seed(some_bytes(f"signing {index}")).public
    return Chair(name="CDE"[index], key=key, link=bytes([0x40 + index]) * 32, commitment=some_bytes(f"nonce {index}"))


def header() -> Header:
    """Return the header that is changed in the cases."""
    return Header(game="scripted/1", options=b"some=1", chairs=tuple(chair(index) for index in range(3)))


def _headers() -> Iterator[Draft]:
    version, game, options, chairs, kind = codec.array(codec.decode(header().encode()), 5)
    first, second, third = (codec.array(each, 4) for each in codec.array(chairs, 3))

    def case(name: str, value: codec.Value) -> Draft:
        return 14, name, {"bytes": codec.encode(value).hex()}

    yield case("three chairs", [version, game, options, chairs, kind])
    yield case("two chairs", [version, game, options, [first, second], kind])
    yield case("a name of 64 bytes", [version, game, options, [first, ["x" * 64, *second[1:]]], kind])
    yield case("a tolerant table", [version, game, options, chairs, "tolerant"])
    yield case("a tolerant table of two", [version, game, options, [first, second], "tolerant"])
    yield case("a table of another kind", [version, game, options, chairs, "lenient"])
    yield case("a field too few", [version, game, options, chairs])
    yield case("version 2", [2, game, options, chairs, kind])
    yield case("one chair", [version, game, options, [first], kind])
    yield case("eleven chairs", [version, game, options, [first] * 11, kind])
    yield case("no game", [version, "", options, chairs, kind])
    yield case("a game's name of 33 bytes", [version, "x" * 33, options, chairs, kind])
    yield case("options of 1025 bytes", [version, game, bytes(1025), chairs, kind])
    yield case("no name", [version, game, options, [first, ["", *second[1:]]], kind])
    yield case("a name of 65 bytes", [version, game, options, [first, ["x" * 65, *second[1:]]], kind])
    yield case(
        "a name of 33 characters with two bytes each",
        [version, game, options, [first, ["\u0161" * 33, *second[1:]]], kind],
    )
    yield case("a field too many", [version, game, options, chairs, kind, None])
    yield case("a key of 31 bytes", [version, game, options, [first, [second[0], bytes(31), *second[2:]]], kind])
    yield case("a key of small order", [version, game, options, [first, [second[0], bytes(32), *second[2:]]], kind])
    for index, what in enumerate(("name", "signing key", "transport key", "commitment")):
        same = [*second[:index], first[index], *second[index + 1 :]]
        yield case(f"two chairs with one {what}", [version, game, options, [first, same, third], kind])


def _entries() -> Iterator[Draft]:
    key = SigningKey.from_seed(some_bytes("signing"))
    slot = (some_bytes("session"), 2, 300, "play", 0, some_bytes("head"))
    good = sign_entry(key, slot, codec.encode([None, b"move", None, None]))
    fields = codec.array(codec.decode(good.payload), 8)
    yield 15, "an entry", {"bytes": good.encode().hex()}
    yield 15, "a signature of nobody", {"bytes": (bytes(64) + good.payload).hex()}
    yield 15, "a signature alone", {"bytes": good.signature.hex()}
    yield 15, "a payload that ends too soon", {"bytes": good.encode()[:-1].hex()}
    changes: dict[str, tuple[int, Json]] = {
        "version 2": (0, 2),
        "a session of 31 bytes": (1, bytes(31)),
        "seat 10": (2, 10),
        "step 1048577": (3, 1048577),
        "a kind of 17 characters": (4, "x" * 17),
        "target 11": (5, 11),
        "a head of 33 bytes": (6, bytes(33)),
        "a body that is text": (7, "body"),
        "a seat that is a boolean": (2, True),
    }
    for name, (index, value) in changes.items():
        changed = [*fields[:index], value, *fields[index + 1 :]]
        yield 15, name, {"bytes": (good.signature + codec.encode(changed)).hex()}
    yield 15, "a field too few", {"bytes": (good.signature + codec.encode(fields[:7])).hex()}
