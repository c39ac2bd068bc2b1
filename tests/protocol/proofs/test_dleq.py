"""Batched equality of discrete logarithms."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from protocol import codec, labels
from protocol.errors import Reason
from protocol.framing import expand_message_xmd
from protocol.group import RISTRETTO255, Element, Group, Scalar
from protocol.proofs import dleq, linear
from protocol.proofs.dleq import Proof, Statement, prove, verify
from protocol.transcript import Transcript
from tests.helpers import vectors
from tests.helpers.proofs import ROOT, SESSION, fails_at, flips, points, refused, secrets, transcript, variants
from tests.helpers.toy_groups import FAST

if TYPE_CHECKING:
    from collections.abc import Sequence

GROUPS = pytest.mark.parametrize("group", [RISTRETTO255, FAST], ids=repr)
VECTORS = vectors.load("dleq")
CONTEXT = b"OPRFV1-" + bytes([VECTORS["mode"]]) + b"-" + VECTORS["identifier"].encode()


class Rfc9497Transcript(Transcript):
    """Answers with the weights and the challenge of RFC 9497, 2.2, in place of our own.

    The standard has s = r - c k where a linear proof has s = r + c k: our challenge is the negative of its.
    """

    def __init__(self) -> None:
        super().__init__(SESSION)
        self.said: dict[str, list[bytes]] = {}
        self.challenged: Scalar | None = None

    def absorb_elements(self, label: str, elements: Sequence[Element]) -> None:
        """Remember what was said."""
        self.said[label] = [element.encode() for element in elements]

    def challenges(self, label: str, group: Group, count: int) -> tuple[Scalar, ...]:
        """Compute what the standard computes from what was said."""
        if label == labels.DLEQ_WEIGHTS:
            key = self.said[labels.DLEQ][1]
            seed = hashlib.sha512(self.lengths(key, b"Seed-" + CONTEXT)).digest()
            pairs = zip(self.said[labels.DLEQ_INPUTS], self.said[labels.DLEQ_OUTPUTS], strict=True)
            weights = tuple(
                self.scalar(group, self.lengths(seed) + i.to_bytes(2, "big") + self.lengths(*pair) + b"Composite")
                for i, pair in enumerate(pairs)
            )
            assert len(weights) == count
            return weights
        (key, z), (_, m), t = (
            self.said[name] for name in (labels.LINEAR_IMAGES, labels.LINEAR_BASES, labels.LINEAR_COMMITMENTS)
        )
        self.challenged = self.scalar(group, self.lengths(key, m, z, *t) + b"Challenge")
        return (-self.challenged,)

    @staticmethod
    def lengths(*parts: bytes) -> bytes:
        """Return the parts, each behind its length as two bytes."""
        return b"".join(len(part).to_bytes(2, "big") + part for part in parts)

    @staticmethod
    def scalar(group: Group, data: bytes) -> Scalar:
        """Return HashToScalar."""
        return group.scalar_from_wide(expand_message_xmd(data, b"HashToScalar-" + CONTEXT, 64))


class Fixed:
    """The nonce that a published proof was made with."""

    def __init__(self, value: Scalar) -> None:
        self.value = value

    def nonces(self, group: Group, state: bytes, count: int, draw: int = 0) -> tuple[Scalar, ...]:
        """Return it, whatever the state."""
        assert count == 1
        return (self.value,)


def published(case: dict[str, Any]) -> tuple[Statement, Scalar, Scalar]:
    """Return the statement, challenge and response of a published proof."""
    group = RISTRETTO255

    def decode(texts: list[str]) -> tuple[Element, ...]:
        return tuple(group.element(bytes.fromhex(text)) for text in texts)

    statement = Statement(
        key=group.element(bytes.fromhex(VECTORS["key"])), inputs=decode(case["inputs"]), outputs=decode(case["outputs"])
    )
    challenge, response = group.decode_scalars(bytes.fromhex(case["proof"]), 2)
    return statement, challenge, response


@pytest.mark.parametrize("case", VECTORS["cases"], ids=["one", "another", "batch of two"])
def test_published_proof_comes_out(case: dict[str, Any]) -> None:
    """With the standard's challenge and the published nonce, our prover makes the published proof."""
    statement, challenge, response = published(case)
    secret = RISTRETTO255.decode_scalar(bytes.fromhex(VECTORS["secret"]))
    nonce = RISTRETTO255.decode_scalar(bytes.fromhex(case["nonce"]))
    conversation = Rfc9497Transcript()
    proof = prove(conversation, statement, secret, Fixed(nonce))
    assert proof.folded.responses == (response,)
    assert conversation.challenged == challenge
    verify(Rfc9497Transcript(), statement, proof)


@pytest.mark.parametrize("case", VECTORS["cases"], ids=["one", "another", "batch of two"])
def test_published_proof_verifies(case: dict[str, Any]) -> None:
    """Commitments are computed from challenge and response, as the standard's verifier does."""
    statement, challenge, response = published(case)
    group, base = RISTRETTO255, RISTRETTO255.base
    weights = dleq._weights(Rfc9497Transcript(), statement)
    m, z = group.dot(weights, statement.inputs), group.dot(weights, statement.outputs)
    commitments = (response * base + challenge * statement.key, response * m + challenge * z)
    conversation = Rfc9497Transcript()
    verify(conversation, statement, Proof(folded=linear.Proof(commitments=commitments, responses=(response,))))
    assert conversation.challenged == challenge


def example(group: Group, count: int = 3) -> tuple[Statement, Scalar]:
    """Return a true statement and its secret."""
    (x,) = secrets(group, 1)
    inputs = points(group, count)
    return Statement(key=x * group.base, inputs=inputs, outputs=tuple(x * a for a in inputs)), x


def prove_plainly(statement: Statement, x: Scalar) -> Proof:
    """Prove like `prove`, but fold the outputs that are stated: the honest prover of a statement that may be false."""
    conversation = transcript()
    weights = dleq._weights(conversation, statement)
    dot = statement.key.group.dot
    folded = dleq._fold(statement, dot(weights, statement.inputs), dot(weights, statement.outputs))
    return Proof(folded=linear.prove(conversation, folded, (x,), ROOT))


@GROUPS
@pytest.mark.parametrize("count", [1, 2, 10])
def test_honest_proof_verifies_after_travelling(group: Group, count: int) -> None:
    """Through the codec and back; the prover's shortcut changes nothing."""
    statement, x = example(group, count)
    proof = prove(transcript(), statement, x, ROOT)
    assert proof == prove_plainly(statement, x)
    data = codec.encode(proof.encode())
    verify(transcript(), statement, Proof.decode(group, codec.decode(data), statement))


@pytest.mark.parametrize("at", range(3))
def test_honest_prover_of_one_false_share_fails(at: int) -> None:
    """The batch is one check, and names the batch."""
    statement, x = example(FAST)
    outputs = list(statement.outputs)
    outputs[at] = outputs[at] + FAST.base
    false = replace(statement, outputs=tuple(outputs))
    fails_at("shares", lambda: verify(transcript(), false, prove_plainly(false, x)))
    refused(lambda: verify(transcript(), false, prove(transcript(), false, x, ROOT)))


def test_shares_of_one_another_s_cards_fail() -> None:
    """The sum of all shares is right, each of two is not: weights keep the cards apart."""
    statement, x = example(FAST)
    a, b, c = statement.outputs
    false = replace(statement, outputs=(b, a, c))
    fails_at("shares", lambda: verify(transcript(), false, prove_plainly(false, x)))
    shifted = replace(statement, outputs=(a + FAST.base, b - FAST.base, c))
    fails_at("shares", lambda: verify(transcript(), shifted, prove_plainly(shifted, x)))


def test_honest_prover_with_another_key_fails() -> None:
    """The shares are right for x, but the key is not x G."""
    statement, x = example(FAST)
    false = replace(statement, key=statement.key + FAST.base)
    fails_at("key", lambda: verify(transcript(), false, prove_plainly(false, x)))


def test_every_element_of_the_statement_is_bound() -> None:
    """The key, each input and each output, changed alone."""
    statement, x = example(FAST)
    proof = prove(transcript(), statement, x, ROOT)
    changed = list(variants(statement))
    assert len(changed) == 7
    for other in changed:
        assert refused(lambda other=other: verify(transcript(), other, proof)).reason is Reason.PROOF  # type: ignore[misc]
    reordered = replace(statement, inputs=statement.inputs[::-1], outputs=statement.outputs[::-1])
    refused(lambda: verify(transcript(), reordered, proof))
    refused(lambda: verify(Transcript(SESSION, b"round 1", b"step 8"), statement, proof))


def test_every_byte_of_a_proof_counts() -> None:
    """Flipped once each."""
    statement, x = example(FAST)
    data = codec.encode(prove(transcript(), statement, x, ROOT).encode())
    for changed in flips(data):
        refused(
            lambda changed=changed: verify(  # type: ignore[misc]
                transcript(), statement, Proof.decode(FAST, codec.decode(changed), statement)
            )
        )


def test_every_input_has_an_output() -> None:
    """A peer may send fewer shares than asked for, or none."""
    statement, _ = example(FAST)
    for inputs, outputs in ((statement.inputs, statement.outputs[:2]), (statement.inputs, ()), ((), ())):
        failure = refused(lambda i=inputs, o=outputs: Statement(key=FAST.base, inputs=i, outputs=o))  # type: ignore[misc]
        assert failure.reason is Reason.ENCODING
