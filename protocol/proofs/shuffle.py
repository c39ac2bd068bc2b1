"""A list of ciphertexts is another one, re-encrypted and in another order.

Relation: public are the key P, e_1..e_N and e'_1..e'_N; secret are a permutation psi and scalars r_1..r_N with
e'_i = e_psi(i) + (r_psi(i) G, r_psi(i) P). The scalars are indexed by *input* position.

Source: Terelius and Wikstrom, "Proofs of Restricted Shuffles" (2010), after Haenni, Locher, Koenig and Dubuis,
"Pseudo-Code Algorithms for Verifiable Re-encryption Mix-Nets" (2017), in the form that sends the commitments. In the
code, positions start at 0; names are the paper's, with `hat` for the chain's values and `_tilde` for the primed ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from protocol import codec, labels
from protocol.errors import Invalid, LocalError, Reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from protocol.elgamal import Ciphertext
    from protocol.group import Element, Group, Scalar
    from protocol.proofs.nonces import Nonces
    from protocol.transcript import Transcript

MAX_SIZE: Final = 256
"""Ciphertexts in one shuffle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What is claimed: `outputs` are `inputs`, re-encrypted under `key` and permuted."""

    key: Element
    inputs: tuple[Ciphertext, ...]
    outputs: tuple[Ciphertext, ...]

    def __post_init__(self) -> None:
        if self.key.is_identity:
            raise Invalid(Reason.POINT, "shuffle.key")
        if not 1 <= len(self.inputs) == len(self.outputs) <= MAX_SIZE:
            raise Invalid(Reason.ENCODING, "shuffle.size")

    @property
    def group(self) -> Group:
        """The group of all its elements."""
        return self.key.group

    @property
    def size(self) -> int:
        """The number N of ciphertexts."""
        return len(self.inputs)


@dataclass(frozen=True, slots=True, kw_only=True)
class Witness:
    """The secret of a shuffle.

    Attributes:
        permutation: output i is input permutation[i].
        randomness: r by input position.
    """

    permutation: tuple[int, ...]
    randomness: tuple[Scalar, ...]

    def __post_init__(self) -> None:
        if len(self.permutation) != len(self.randomness):
            raise LocalError("a shuffle has one random scalar for each card")

    def __repr__(self) -> str:
        return "Witness(<redacted>)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """What the prover sends; every tuple but `commitments` and `responses` has N members.

    Attributes:
        permutation: c, the commitment to the permutation.
        chain: k, the commitments whose last one holds the product of the permuted weights.
        commitments: t1..t5.
        chain_commitments: t^k.
        responses: s1..s4.
        chain_responses: s^k.
        weight_responses: s'.
    """

    permutation: tuple[Element, ...]
    chain: tuple[Element, ...]
    commitments: tuple[Element, ...]
    chain_commitments: tuple[Element, ...]
    responses: tuple[Scalar, ...]
    chain_responses: tuple[Scalar, ...]
    weight_responses: tuple[Scalar, ...]

    def encode(self) -> list[bytes]:
        """Return the proof as a value of the codec: each tuple concatenated."""
        elements = (self.permutation, self.chain, self.commitments, self.chain_commitments)
        scalars = (self.responses, self.chain_responses, self.weight_responses)
        return [
            *[b"".join([element.data for element in part]) for part in elements],
            *[b"".join([scalar.encode() for scalar in part]) for part in scalars],
        ]

    @classmethod
    def decode(cls, group: Group, value: object, statement: Statement) -> Proof:
        """Read a proof of the statement's size.

        Raises:
            Invalid: ENCODING, POINT or SCALAR.
        """
        n = statement.size
        parts = codec.array(value, 7)
        elements = [
            codec.blob(part, count * group.element_size) for part, count in zip(parts[:4], (n, n, 5, n), strict=True)
        ]
        scalars = [
            codec.blob(part, count * group.scalar_size) for part, count in zip(parts[4:], (4, n, n), strict=True)
        ]
        return cls(
            permutation=group.elements(elements[0], n),
            chain=group.elements(elements[1], n),
            commitments=group.elements(elements[2], 5),
            chain_commitments=group.elements(elements[3], n),
            responses=group.decode_scalars(scalars[0], 4),
            chain_responses=group.decode_scalars(scalars[1], n),
            weight_responses=group.decode_scalars(scalars[2], n),
        )


@cache
def generator(group: Group, index: int) -> Element:
    """Return h for index 0 and h_index for the others: elements in no known relation to G or to one another."""
    return group.hash_to_element(labels.GENERATORS, index.to_bytes(4, "little"))


@cache
def _generators(group: Group, size: int) -> tuple[tuple[Element, ...], Element]:
    """Return h, h_1..h_size, and the sum of all but the first."""
    h = tuple(generator(group, index) for index in range(size + 1))
    return h, group.sum(h[1:])


def shuffle(key: Element, inputs: Sequence[Ciphertext], witness: Witness) -> tuple[Ciphertext, ...]:
    """Algorithm 35 (Shuffle.Permute). Return the ciphertexts, re-encrypted under the key and permuted."""
    return tuple(inputs[j].rerandomise(key, witness.randomness[j]) for j in witness.permutation)


def prove(transcript: Transcript, statement: Statement, witness: Witness, nonces: Nonces) -> Proof:
    """Algorithm 36 (Shuffle.Prove). Prove the statement.

    Args:
        transcript: holds the context already; is continued.
        statement: what is proved.
        witness: its secret.
        nonces: the prover's root. Scalars are drawn in this order: r^c by input position; r^k; w1..w4, w^k, w'.
    """
    group, base, n = statement.group, statement.group.base, statement.size
    h, _ = _generators(group, n)
    psi = witness.permutation
    _absorb_statement(transcript, statement, h)

    r_c = nonces.nonces(group, transcript.state(), n)
    c: list[Element] = [group.identity] * n
    for i, j in enumerate(psi):
        c[j] = r_c[j] * base + h[i + 1]
    u = _weights(transcript, group, c)
    u_tilde = [u[j] for j in psi]

    r_k = nonces.nonces(group, transcript.state(), n)
    k = [h[0]]
    for i in range(n):
        k.append(r_k[i] * base + u_tilde[i] * k[i])
    transcript.absorb_elements(labels.SHUFFLE_CHAIN, k[1:])

    w = nonces.nonces(group, transcript.state(), 4 + 2 * n)
    w_k, w_tilde = w[4 : 4 + n], w[4 + n :]
    t = (
        w[0] * base,
        w[1] * base,
        w[2] * base + group.dot(w_tilde, h[1:]),
        group.dot(w_tilde, [card.second for card in statement.outputs]) - w[3] * statement.key,
        group.dot(w_tilde, [card.first for card in statement.outputs]) - w[3] * base,
    )
    t_k = tuple(w_k[i] * base + w_tilde[i] * k[i] for i in range(n))
    x = _challenge(transcript, group, t, t_k)

    secrets = _sums(group, u, u_tilde, (r_c, r_k, witness.randomness))
    return Proof(
        permutation=tuple(c),
        chain=tuple(k[1:]),
        commitments=t,
        chain_commitments=t_k,
        responses=tuple(nonce + x * secret for nonce, secret in zip(w[:4], secrets, strict=True)),
        chain_responses=tuple(nonce + x * secret for nonce, secret in zip(w_k, r_k, strict=True)),
        weight_responses=tuple(nonce + x * weight for nonce, weight in zip(w_tilde, u_tilde, strict=True)),
    )


def verify(transcript: Transcript, statement: Statement, proof: Proof) -> None:
    """Algorithm 37 (Shuffle.Verify). Check a proof; the transcript is in the state that the prover's was in.

    Raises:
        Invalid: NOT_RERANDOMISED, if an output still has the first component of an input; PROOF, with the name of
            the first equation that fails: "shuffle.sum", "shuffle.product", "shuffle.permutation", "shuffle.second",
            "shuffle.first" or "shuffle.chain i" (i from 1).
    """
    _check_rerandomised(statement)
    group = statement.group
    h, _ = _generators(group, statement.size)
    _absorb_statement(transcript, statement, h)
    u = _weights(transcript, group, proof.permutation)
    transcript.absorb_elements(labels.SHUFFLE_CHAIN, proof.chain)
    x = _challenge(transcript, group, proof.commitments, proof.chain_commitments)
    _check_permutation(statement, proof, u, x)
    _check_ciphertexts(statement, proof, u, x)
    _check_chain(statement, proof, h[0], x)


def _check_rerandomised(statement: Statement) -> None:
    firsts = {card.first for card in statement.inputs}
    for i, card in enumerate(statement.outputs, 1):
        if card.first in firsts:
            raise Invalid(Reason.NOT_RERANDOMISED, f"shuffle.output {i}")


def _check_permutation(statement: Statement, proof: Proof, u: Sequence[Scalar], x: Scalar) -> None:
    """Check that c commits to a permutation matrix: row sums, the product of the weights, the permuted weights."""
    h, total = _generators(statement.group, statement.size)
    group, base, c, t, s = statement.group, statement.group.base, proof.permutation, proof.commitments, proof.responses
    product = group.scalar(1)
    for weight in u:
        product = product * weight
    _equal("sum", t[0] + x * (group.sum(c) - total), s[0] * base)
    _equal("product", t[1] + x * (proof.chain[-1] - product * h[0]), s[1] * base)
    _equal("permutation", t[2] + x * group.dot(u, c), s[2] * base + group.dot(proof.weight_responses, h[1:]))


def _check_ciphertexts(statement: Statement, proof: Proof, u: Sequence[Scalar], x: Scalar) -> None:
    """Check that the outputs, weighted in the new order, encrypt what the inputs, weighted in the old one, do."""
    dot, inputs, outputs = statement.group.dot, statement.inputs, statement.outputs
    t, s, s_tilde = proof.commitments, proof.responses, proof.weight_responses
    _equal(
        "second",
        t[3] + x * dot(u, [card.second for card in inputs]),
        dot(s_tilde, [card.second for card in outputs]) - s[3] * statement.key,
    )
    _equal(
        "first",
        t[4] + x * dot(u, [card.first for card in inputs]),
        dot(s_tilde, [card.first for card in outputs]) - s[3] * statement.group.base,
    )


def _check_chain(statement: Statement, proof: Proof, h: Element, x: Scalar) -> None:
    """Check every link of the chain of commitments."""
    base, before = statement.group.base, h
    links = zip(proof.chain, proof.chain_commitments, proof.chain_responses, proof.weight_responses, strict=True)
    for i, (k, t, s, s_tilde) in enumerate(links, 1):
        _equal(f"chain {i}", t + x * k, s * base + s_tilde * before)
        before = k


def _equal(name: str, left: Element, right: Element) -> None:
    if left != right:
        raise Invalid(Reason.PROOF, f"shuffle.{name}")


def _sums(
    group: Group,
    u: Sequence[Scalar],
    u_tilde: Sequence[Scalar],
    secrets: tuple[Sequence[Scalar], Sequence[Scalar], Sequence[Scalar]],
) -> tuple[Scalar, Scalar, Scalar, Scalar]:
    """Return rbar, rhat, rtilde and r', for the secrets r^c, r^k and r."""
    r_c, r_k, r = secrets
    bar = hat = tilde = prime = group.scalar(0)
    v = group.scalar(1)
    for i in range(len(u) - 1, -1, -1):
        hat = hat + r_k[i] * v
        v = v * u_tilde[i]
        bar = bar + r_c[i]
        tilde = tilde + r_c[i] * u[i]
        prime = prime + r[i] * u[i]
    return bar, hat, tilde, prime


def _absorb_statement(transcript: Transcript, statement: Statement, h: Sequence[Element]) -> None:
    transcript.absorb_elements(labels.SHUFFLE, (statement.group.base, statement.key))
    transcript.absorb_elements(labels.SHUFFLE_GENERATORS, h)
    transcript.absorb(labels.SHUFFLE_INPUTS, *[card.encode() for card in statement.inputs])
    transcript.absorb(labels.SHUFFLE_OUTPUTS, *[card.encode() for card in statement.outputs])


def _weights(transcript: Transcript, group: Group, c: Sequence[Element]) -> tuple[Scalar, ...]:
    transcript.absorb_elements(labels.SHUFFLE_PERMUTATION, c)
    return transcript.challenges(labels.SHUFFLE_WEIGHTS, group, len(c))


def _challenge(transcript: Transcript, group: Group, t: Sequence[Element], t_k: Sequence[Element]) -> Scalar:
    transcript.absorb_elements(labels.SHUFFLE_COMMITMENTS, t)
    transcript.absorb_elements(labels.SHUFFLE_CHAIN_COMMITMENTS, t_k)
    return transcript.challenge(labels.SHUFFLE_CHALLENGE, group)
