"""The vectors of the proofs, verified by code written from PROTOCOL.md alone: good ones hold, false ones fail by name.

Of the library only the group's operations are used.
"""

from __future__ import annotations

import hashlib
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import msgpack
import pytest

from protocol import backend
from tests.docs.test_conformance_md import CASES
from tests.docs.test_from_the_text import GROUP, absorbed, encode, le4, reduced
from tests.docs.test_vectors_from_the_text import expand, started

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Given = dict[str, Any]
L: Final = backend.ORDER
G: Final = backend.BASE
ZERO: Final = backend.IDENTITY


def times(scalar: int, point: bytes) -> bytes:
    """Return a multiple."""
    return backend.load().multiply((scalar % L).to_bytes(32, "little"), point) if scalar % L and point != ZERO else ZERO


def total(points: Iterable[bytes]) -> bytes:
    """Return the sum."""
    result = ZERO
    for point in points:
        result = backend.load().add(result, point)
    return result


def minus(left: bytes, right: bytes) -> bytes:
    """Return a difference."""
    return backend.load().subtract(left, right)


def dot(scalars: Iterable[int], points: Iterable[bytes]) -> bytes:
    """Return the sum of products."""
    return total(times(scalar, point) for scalar, point in zip(scalars, points, strict=True))


def points(data: bytes) -> list[bytes]:
    """Return concatenated elements."""
    return [data[at : at + 32] for at in range(0, len(data), 32)]


def scalars(data: bytes) -> list[int]:
    """Return concatenated scalars."""
    return [int.from_bytes(each, "little") for each in points(data)]


def raw(values: list[str]) -> list[bytes]:
    """Return elements."""
    return [bytes.fromhex(value) for value in values]


class Transcript:
    """Algorithms 16 to 18; no proof squeezes twice without absorbing between."""

    def __init__(self, given: Given) -> None:
        self.z = started(given)

    def absorb(self, label: str, *items: bytes) -> None:
        """Algorithm 17."""
        self.z = absorbed(self.z, label, *items)

    def challenges(self, label: str, count: int) -> list[int]:
        """Algorithm 18."""
        self.absorb(label, GROUP, le4(count))
        data = hashlib.shake_128(self.z).digest(48 * count)
        return [reduced(data[at : at + 48]) for at in range(0, len(data), 48)]


def absorb_statement(t: Transcript, statement: Given) -> None:
    """Algorithm 27, step 1."""
    rows = statement["rows"]
    structure = [statement["scalars"], [[row["name"], [k for k, _ in row["terms"]]] for row in rows]]
    t.absorb("linear/structure", GROUP, encode(structure))
    t.absorb("linear/bases", *(bytes.fromhex(base) for row in rows for _, base in row["terms"]))
    t.absorb("linear/images", *(bytes.fromhex(row["image"]) for row in rows))


def failing_row(statement: Given, commitments: list[bytes], x: int, z: list[int]) -> str:
    """Algorithm 28, step 3: the name of the first row that does not hold."""
    for row, commitment in zip(statement["rows"], commitments, strict=True):
        left = dot([z[k] for k, _ in row["terms"]], [bytes.fromhex(base) for _, base in row["terms"]])
        if left != total([commitment, times(x, bytes.fromhex(row["image"]))]):
            return str(row["name"])
    return ""


def linear(t: Transcript, statement: Given, proof: list[bytes]) -> str:
    """Algorithm 28."""
    commitments = points(proof[0])
    absorb_statement(t, statement)
    t.absorb("linear/commitments", *commitments)
    (x,) = t.challenges("linear/challenge", 1)
    return failing_row(statement, commitments, x, scalars(proof[1]))


def row(name: str, image: bytes, base: bytes) -> Given:
    """Return a row with one term."""
    return {"name": name, "image": image.hex(), "terms": [[0, base.hex()]]}


def batch(given: Given, proof: list[bytes]) -> str:
    """Algorithm 32."""
    t, key = Transcript(given), bytes.fromhex(given["key"])
    inputs, outputs = raw(given["inputs"]), raw(given["outputs"])
    t.absorb("dleq/base and key", G, key)
    t.absorb("dleq/inputs", *inputs)
    t.absorb("dleq/outputs", *outputs)
    d = t.challenges("dleq/weights", len(inputs))
    rows = [row("key", key, G), row("shares", dot(d, outputs), dot(d, inputs))]
    return linear(t, {"scalars": 1, "rows": rows}, proof)


def either_or(given: Given, proof: list[Any]) -> str:
    """Algorithm 34."""
    t, branches = Transcript(given), given["branches"]
    *parts, said = proof
    t.absorb("either-or/branches", bytes([len(branches)]))
    for branch in branches:
        absorb_statement(t, branch)
    for part in parts:
        t.absorb("either-or/commitments", *points(part[0]))
    (x,) = t.challenges("either-or/challenge", 1)
    chosen = scalars(said)
    for index, (branch, part, challenge) in enumerate(
        zip(branches, parts, [*chosen, (x - sum(chosen)) % L], strict=True)
    ):
        if name := failing_row(branch, points(part[0]), challenge, scalars(part[1])):
            return f"branch {index}, {name}"
    return ""


@cache
def generator(index: int) -> bytes:
    """Return h or h_i, by algorithm 4."""
    tag = b"CARDTABLE-V1-generators-with-ristretto255_XMD:SHA-512_R255MAP_RO_"
    return backend.load().from_hash(expand(le4(index), tag, 64))


def shuffle(given: Given, proof: list[bytes]) -> str:
    """Algorithm 37 from step 4 on."""
    t, key = Transcript(given), bytes.fromhex(given["key"])
    before, after = (list(map(raw, given[name])) for name in ("inputs", "outputs"))
    n = len(before)
    h = [generator(index) for index in range(n + 1)]
    c, k, t_, t_k = map(points, proof[:4])
    s, s_k, s_ = map(scalars, proof[4:])
    t.absorb("shuffle/key", G, key)
    t.absorb("shuffle/generators", *h)
    t.absorb("shuffle/inputs", *(a + b for a, b in before))
    t.absorb("shuffle/outputs", *(a + b for a, b in after))
    t.absorb("shuffle/permutation commitments", *c)
    u = t.challenges("shuffle/weights", n)
    t.absorb("shuffle/chain", *k)
    t.absorb("shuffle/commitments", *t_)
    t.absorb("shuffle/chain commitments", *t_k)
    (x,) = t.challenges("shuffle/challenge", 1)
    product = 1
    for weight in u:
        product = product * weight % L
    a, b = ([card[place] for card in before] for place in (0, 1))
    a_, b_ = ([card[place] for card in after] for place in (0, 1))
    sides = {
        "shuffle.sum": (times(x, minus(total(c), total(h[1:]))), times(s[0], G)),
        "shuffle.product": (times(x, minus(k[-1], times(product, h[0]))), times(s[1], G)),
        "shuffle.permutation": (times(x, dot(u, c)), total([times(s[2], G), dot(s_, h[1:])])),
        "shuffle.second": (times(x, dot(u, b)), minus(dot(s_, b_), times(s[3], key))),
        "shuffle.first": (times(x, dot(u, a)), minus(dot(s_, a_), times(s[3], G))),
    }
    for commitment, (name, (left, right)) in zip(t_, sides.items(), strict=True):
        if total([commitment, left]) != right:
            return name
    for index, (last, now) in enumerate(pairwise([h[0], *k])):
        if total([t_k[index], times(x, now)]) != total([times(s_k[index], G), times(s_[index], last)]):
            return f"shuffle.chain {index + 1}"
    return ""


VERIFIERS: Final[dict[int, Callable[[Given, Any], str]]] = {
    28: lambda given, proof: linear(Transcript(given), given["statement"], proof),
    32: batch,
    34: either_or,
    37: shuffle,
}


@pytest.mark.parametrize("number", sorted(VERIFIERS))
def test_good_proofs_hold_and_false_ones_fail_by_the_name_of_an_equation(number: int) -> None:
    """All cases of an algorithm that come as far as its equations."""
    cases = [
        case
        for case in CASES
        if case["algorithm"] == number and case.get("fails", {}).get("reason", "PROOF") == "PROOF"
    ]
    assert {"output" in case for case in cases} == {True, False}
    for case in cases:
        given = case["input"]
        proof = msgpack.unpackb(bytes.fromhex(given["proof"]))
        assert VERIFIERS[number](given, proof) == case.get("fails", {}).get("check", ""), case["case"]
