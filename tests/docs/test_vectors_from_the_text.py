"""The vectors of hashes, transcripts, derivations and identities, computed by code written from PROTOCOL.md alone."""

from __future__ import annotations

import hashlib
import json
from itertools import count
from typing import TYPE_CHECKING, Any, Final

import pytest

from protocol import backend
from protocol.conformance.__main__ import shipped
from tests.docs.test_from_the_text import GROUP, absorbed, block, digest, frame, le4, reduced

if TYPE_CHECKING:
    from collections.abc import Callable

CASES: Final[list[dict[str, Any]]] = [
    case for path in shipped() for case in json.loads(path.read_text(encoding="utf-8"))["cases"] if "output" in case
]
Given = dict[str, Any]


def raw(values: list[str]) -> list[bytes]:
    """Return byte strings."""
    return [bytes.fromhex(value) for value in values]


def scalar(number: int) -> str:
    """Return the encoding of a scalar."""
    return number.to_bytes(32, "little").hex()


def expand(message: bytes, tag: bytes, size: int) -> bytes:
    """RFC 9380, 5.3.1."""
    behind = tag + bytes([len(tag)])
    first = hashlib.sha512(bytes(128) + message + size.to_bytes(2, "big") + b"\0" + behind).digest()
    blocks = [hashlib.sha512(first + b"\1" + behind).digest()]
    for index in range(2, -(-size // 64) + 1):
        mixed = (int.from_bytes(first, "big") ^ int.from_bytes(blocks[-1], "big")).to_bytes(64, "big")
        blocks.append(hashlib.sha512(mixed + bytes([index]) + behind).digest())
    return b"".join(blocks)[:size]


def started(given: Given) -> bytes:
    """Return what a transcript has absorbed: algorithms 16 and 17."""
    z = bytes.fromhex(given["session"]) + bytes(136)
    z = absorbed(z, "context", b"CARDTABLE-V1", bytes.fromhex(given["context"]))
    for item in given.get("absorbed", ()):
        z = absorbed(z, item["label"], *raw(item["items"]))
    return z


def state(z: bytes, squeezed: int = 0) -> str:
    """Algorithm 19."""
    return hashlib.shake_128(z + frame(b"state", squeezed.to_bytes(8, "little"))).hexdigest(32)


def challenged(given: Given) -> tuple[bytes, list[str]]:
    """Algorithm 18: what is absorbed then, and the scalars."""
    z = absorbed(started(given), given["label"], GROUP, le4(given["count"]))
    squeezed = hashlib.shake_128(z).digest(48 * given["count"])
    return z, [scalar(reduced(squeezed[at : at + 48])) for at in range(0, len(squeezed), 48)]


def permutation(given: Given) -> list[int]:
    """Algorithm 22."""
    root, size = bytes.fromhex(given["root"]), given["size"]
    parts = (given["use"].encode(), bytes.fromhex(given["context"]), le4(size))
    blocks = (block(root, "root/permutation", *parts, le4(i)) for i in count())
    words = (int.from_bytes(each[at : at + 8], "little") for each in blocks for at in range(0, 64, 8))
    order = list(range(size))
    for m in range(size - 1, 0, -1):
        word = next(word for word in words if word < 2**64 // (m + 1) * (m + 1))
        order[m], order[word % (m + 1)] = order[word % (m + 1)], order[m]
    return order


def nonces(given: Given) -> list[str]:
    """Algorithm 25."""
    parts = (GROUP, bytes.fromhex(given["state"]), le4(given["draw"]) + le4(given["count"]))
    seed = block(bytes.fromhex(given["root"]), "root/nonce", *parts)
    stream = hashlib.shake_256(seed).digest(64 * given["count"])
    return [scalar(reduced(stream[at : at + 64])) for at in range(0, len(stream), 64)]


def use(given: Given, branch: str, *more: bytes) -> bytes:
    """Algorithm 20 for a use and its context."""
    parts = (given["use"].encode(), bytes.fromhex(given["context"]), *more)
    return block(bytes.fromhex(given["root"]), branch, *parts)


def root_scalar(given: Given) -> str:
    """Algorithm 21; the first attempt is never 0 here."""
    parts = (GROUP, given["use"].encode(), bytes.fromhex(given["context"]), le4(given["index"]) + le4(0))
    return scalar(reduced(block(bytes.fromhex(given["root"]), "root/scalar", *parts)))


def commitment(given: Given) -> str:
    """Algorithm 10."""
    values = raw([given["context"], given["value"], given["salt"]])
    return digest("commitment", given["label"].encode(), *values).hex()


def chairs(given: Given) -> list[int]:
    """Algorithm 48, with the header's keys found by their place behind the tag of 32 bytes."""
    pieces = bytes.fromhex(given["header"]).split(b"\xc4\x20")[1:]
    keys = [piece[:32] for piece in pieces[::3]]
    session = bytes.fromhex(given["session"])
    return sorted(range(len(keys)), key=lambda chair: digest("seating", session, keys[chair]))


def head(given: Given) -> str:
    """Algorithm 49; the seat is the byte behind version and session."""
    payloads = sorted((entry[64:] for entry in raw(given["entries"])), key=lambda payload: payload[36])
    return digest("head", bytes.fromhex(given["head"]), *(digest("entry", each) for each in payloads)).hex()


def head_without(given: Given) -> str:
    """Algorithm 71."""
    payloads = sorted((entry[64:] for entry in raw(given["entries"])), key=lambda payload: payload[36])
    parts = (bytes.fromhex(given["head"]), bytes([given["seat"]]), *(digest("entry", each) for each in payloads))
    return digest("head without", *parts).hex()


def head_caught(given: Given) -> str:
    """Algorithm 74."""
    return digest("head caught", bytes.fromhex(given["head"]), bytes([given["seat"], given["agreed"]])).hex()


def outcome(given: Given) -> dict[str, Any]:
    """Algorithm 73."""
    heads, present, culprit = given["heads"], given["present"], given["culprit"]

    def common(step: int) -> bool:
        return step == 2 or set(present[step]) - {culprit} <= set(given["signed"][step])

    counting = [
        stop
        for stop in given["stops"]
        if stop["last"] < len(heads)
        and heads[stop["last"]] == stop["last head"]
        and common(stop["last"])
        and stop["signer"] in set(present[stop["last"]]) - {culprit}
    ]
    last = max((stop["last"] for stop in counting), default=None)
    if last is not None and culprit not in present[last]:
        return {"step": None, "agreed": True, "seats": []}
    said = {stop["signer"]: stop for stop in counting}
    together = [each["present"] for each in counting if stand_together(each["present"], said, given)]
    decide = set(together[0] if together else present[last or 0]) - {culprit}
    if last is None or len(present[last]) < 3 or not decide <= said.keys():
        return {"step": None, "agreed": None, "seats": None}
    (step, head), *more = {(said[seat]["step"], said[seat]["head"]) for seat in decide}
    there = all(culprit in said[seat]["present"] for seat in decide)
    there = there and not (step < len(heads) and heads[step] == head and culprit not in present[step])
    back = max(said[seat]["last"] for seat in decide)
    agreed = there and not more
    return {"step": step if agreed else back, "agreed": agreed, "seats": sorted(decide)}


def stand_together(seats: list[int], said: dict[int, Given], given: Given) -> bool:
    """Step 4 of algorithm 73."""
    others = set(seats) - {given["culprit"]}
    if given["culprit"] not in seats or len(others) < 2 or not others <= said.keys():
        return False
    before = set(given["present"][max(said[seat]["last"] for seat in others)]) - {given["culprit"]}
    return all(set(said[seat]["present"]) == set(seats) for seat in others) and 2 * len(others) > len(before)


def expanded(given: Given) -> str:
    """Algorithm 3."""
    return expand(bytes.fromhex(given["message"]), bytes.fromhex(given["tag"]), given["size"]).hex()


def element(given: Given) -> str:
    """Algorithm 4; the map itself is libsodium's."""
    return backend.load().from_hash(expand(bytes.fromhex(given["message"]), bytes.fromhex(given["tag"]), 64)).hex()


COMPUTED: Final[dict[int, Callable[[Given], Any]]] = {
    1: lambda g: {"bytes": frame(*raw(g["parts"])).hex()},
    2: lambda g: {"digest": digest(g["label"], *raw(g["parts"])).hex()},
    3: lambda g: {"bytes": expanded(g)},
    4: lambda g: {"element": element(g)},
    7: lambda g: {"scalar": scalar(reduced(bytes.fromhex(g["bytes"])))},
    10: lambda g: {"commitment": commitment(g)},
    16: lambda g: {"state": state(started(g))},
    17: lambda g: {"state": state(started(g))},
    18: lambda g: {"scalars": challenged(g)[1], "state": state(challenged(g)[0], 48 * g["count"])},
    19: lambda g: dict.fromkeys(("state", "again"), state(challenged(g)[0], 48 * g["count"])),
    20: lambda g: {"block": block(bytes.fromhex(g["root"]), g["branch"], *raw(g["parts"])).hex()},
    21: lambda g: {"scalar": root_scalar(g)},
    22: lambda g: {"order": permutation(g)},
    23: lambda g: {"salt": use(g, "root/salt")[:32].hex()},
    24: lambda g: {"seed": use(g, "root/seed")[:32].hex()},
    25: lambda g: {"scalars": nonces(g)},
    26: lambda g: {"root": block(bytes.fromhex(g["root"]), "root/next round")[:32].hex()},
    46: lambda g: {"commitment": digest("nonce", *raw([g["key"], g["nonce"]])).hex()},
    47: lambda g: {
        "session": digest("session id", digest("table id", bytes.fromhex(g["header"])), *raw(g["nonces"])).hex()
    },
    48: lambda g: {"chairs": chairs(g)},
    49: lambda g: {"head": head(g)},
    71: lambda g: {"head": head_without(g)},
    73: outcome,
    74: lambda g: {"head": head_caught(g)},
}


@pytest.mark.parametrize("number", sorted(COMPUTED))
def test_the_vectors_come_out(number: int) -> None:
    """All valid cases of an algorithm."""
    cases = [case for case in CASES if case["algorithm"] == number]
    assert cases
    assert [COMPUTED[number](case["input"]) for case in cases] == [case["output"] for case in cases]
