"""Cases of ids, seating and heads: algorithms 46 to 49 and 70 to 74."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol import codec
from protocol.conformance.inputs.encoding import header
from protocol.conformance.inputs.source import Draft, some_bytes
from protocol.log import sign_entry
from protocol.signing import SigningKey

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from protocol.conformance.trial import Json


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
    for agreed in (False, True):
        yield (
            74,
            f"a seat put out, {'agreed' if agreed else 'taken back'}",
            {"head": head.hex(), "seat": 2, "agreed": agreed},
        )
    yield from _votes(keys[0], session, head)
    yield from _stops(keys[0], session, head)
    yield from _outcomes()


def _stops(key: SigningKey, session: bytes, head: bytes) -> Iterator[Draft]:
    """Yield stops of seat 0 about seat 2 in step 9."""
    bodies: tuple[tuple[str, codec.Value], ...] = (
        ("a stop", [7, some_bytes("last head"), 0b1101]),
        ("a stop that names its own step", [9, head, 0b111]),
        ("a stop that names a later step", [10, head, 0b111]),
        ("a stop that names a step before the session", [1, head, 0b111]),
        ("a stop with a head of 31 bytes", [7, bytes(31), 0b111]),
        ("a stop that says that nobody is present", [7, head, 0]),
        ("a stop that says that seat 10 is present", [7, head, 1 << 10]),
        ("a stop with a field too few", [7, head]),
    )
    for name, body in bodies:
        yield 72, name, {"entry": sign_entry(key, (session, 0, 9, "stop", 2, head), codec.encode(body)).encode().hex()}


def _outcomes() -> Iterator[Draft]:
    """Yield stops about the last seat, in a log that is in step 5; all others have signed step 4."""
    heads = [some_bytes(f"head {step}").hex() for step in range(6)]
    other = some_bytes("another head").hex()
    all_but = [[0, 1, 2, 3]] * 4 + [[0, 1, 2], [0]]
    log: dict[str, Json] = {"heads": heads, "present": [[0, 1, 2, 3]] * 6, "signed": all_but, "culprit": 3}

    def stop(signer: int, step: int, last: int, head: str | None = None, seats: Iterable[int] = range(4)) -> Json:
        place: dict[str, Json] = {"signer": signer, "step": step, "head": head or heads[step], "present": list(seats)}
        return {**place, "last": last, "last head": heads[last]}

    three = [stop(seat, 5, 4) for seat in range(3)]
    yield 73, "all in one step", {**log, "stops": three}
    yield 73, "one is missing", {**log, "stops": three[:2]}
    yield 73, "one was behind", {**log, "stops": [*three[:2], stop(2, 4, 3)]}
    yield 73, "one stands on another head", {**log, "stops": [*three[:2], stop(2, 5, 4, other)]}
    yield 73, "nobody knows more than the step before", {**log, "stops": [stop(0, 4, 3), stop(1, 3, 3), stop(2, 3, 3)]}
    yield 73, "one names a step that is not common", {**log, "stops": [*three[:2], stop(2, 5, 5)]}
    present = [[0, 1, 2, 3]] * 4 + [[0, 1, 2]] * 2
    yield 73, "the culprit was out before", {**log, "present": present, "stops": three[:1]}
    present = [[0, 1, 2, 3]] * 4 + [[0, 1, 3]] * 2
    yield 73, "another seat was out before", {**log, "present": present, "stops": three[:2]}
    yield 73, "two are left", {**log, "present": [[0, 1, 2, 3]] * 4 + [[0, 3]] * 2, "stops": three[:1]}
    yield from _standing_together(log, stop, other)


def _standing_together(log: dict[str, Json], stop: Callable[..., Json], other: str) -> Iterator[Draft]:
    """Yield stops of some who have lost others since the last step that all have signed."""
    here = {**log, "present": [[0, 1, 2, 3]] * 5 + [[0, 1, 3]]}
    zero, one = (stop(seat, 5, 3, seats=(0, 1, 3)) for seat in range(2))
    behind, away = stop(1, 4, 3), stop(1, 5, 3, other, seats=(0, 1, 3))
    yield 73, "a seat was lost after the last common step", {**here, "stops": [zero, one]}
    yield 73, "a seat was lost, and two stand on two heads", {**here, "stops": [zero, away]}
    yield 73, "a seat was lost for one and not for the other", {**here, "stops": [zero, behind]}
    stops = [stop(0, 5, 3, other, seats=(0, 1, 3)), away, stop(2, 5, 3)]
    yield 73, "the others go on on a head that is not here", {**log, "stops": stops}
    five: dict[str, Json] = {**log, "culprit": 4, "present": [list(range(5))] * 6}
    half = [stop(seat, 5, 3, seats=(0, 1, 4)) for seat in range(2)]
    rest = [stop(seat, 5, 3, other, seats=(2, 3, 4)) for seat in (2, 3)]
    signed = [list(range(5))] * 4 + [[0], [0]]
    yield 73, "half of those who were present do not decide", {**five, "signed": signed, "stops": half}
    yield 73, "all have stopped, in two halves", {**five, "signed": signed, "stops": [*half, *rest]}


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
