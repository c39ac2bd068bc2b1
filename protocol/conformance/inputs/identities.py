"""Cases of ids, seating and heads: algorithms 46 to 49, 70 and 71."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol import codec
from protocol.conformance.inputs.encoding import header
from protocol.conformance.inputs.source import Draft, some_bytes
from protocol.log import sign_entry
from protocol.signing import SigningKey

if TYPE_CHECKING:
    from collections.abc import Iterator


def cases() -> Iterator[Draft]:
    """Yield the cases."""
    table = header()
    yield 46, "a nonce", {"key": table.chairs[0].key.hex(), "nonce": some_bytes("nonce").hex()}
    nonces = [some_bytes(f"opened {index}").hex() for index in range(3)]
    given = {"header": table.encode().hex()}
    yield 47, "three chairs", {**given, "nonces": nonces}
    yield 47, "nonces in another order", {**given, "nonces": nonces[::-1]}
    for index in range(3):
        yield 48, f"session {index}", {**given, "session": some_bytes(f"session {index}").hex()}
    yield from _heads()


def _heads() -> Iterator[Draft]:
    session, head = some_bytes("session"), some_bytes("head")
    keys = [SigningKey.from_seed(some_bytes(f"signing {index}")) for index in range(3)]
    body = codec.encode(None)
    entries = [sign_entry(key, (session, seat, 9, "play", 0, head), body) for seat, key in enumerate(keys)]
    raw = [entry.encode().hex() for entry in entries]
    resigned = (bytes(64) + entries[0].payload).hex()
    for name, said in (
        ("one entry", raw[:1]),
        ("three entries", raw),
        ("three entries that came in another order", [raw[2], raw[0], raw[1]]),
        ("the signature is no part of it", [resigned]),
    ):
        yield 49, name, {"head": head.hex(), "entries": said}
        yield 71, name, {"head": head.hex(), "entries": said, "seat": 2}
    yield from _votes(keys[0], session, head)


def _votes(key: SigningKey, session: bytes, head: bytes) -> Iterator[Draft]:
    """Yield votes of seat 0 about seat 2."""
    digest, short = some_bytes("digest"), bytes(31)
    bodies: tuple[tuple[str, str, codec.Value], ...] = (
        ("an out", "out", [None, None]),
        ("an out that names an entry and what lifted the last", "out", [digest, head]),
        ("an out with a digest of 31 bytes", "out", [short, None]),
        ("an out with a field too few", "out", [None]),
        ("a keep", "keep", [digest]),
        ("a keep where no entry is expected", "keep", [None]),
        ("a keep that is nil", "keep", None),
    )
    for name, kind, body in bodies:
        entry = sign_entry(key, (session, 0, 9, kind, 2, head), codec.encode(body))
        yield 70, name, {"entry": entry.encode().hex()}
