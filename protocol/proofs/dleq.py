"""Equality of discrete logarithms for many pairs at once: one key took its layer off, or opened, a batch of cards.

Relation: X = x G, and D_i = x A_i for every i, with one secret x. All pairs are folded with public random weights d_i
into M = sum d_i A_i and Z = sum d_i D_i (RFC 9497, 2.2), so that one check, named "shares", stands for the batch.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from protocol import labels
from protocol.errors import Invalid, Reason
from protocol.proofs import linear

if TYPE_CHECKING:
    from protocol.group import Element, Group, Scalar
    from protocol.proofs.nonces import Nonces
    from protocol.transcript import Transcript

Witness: TypeAlias = "Scalar"
"""The secret x."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What is claimed.

    Attributes:
        key: X = x G.
        inputs: A_i, at least one.
        outputs: D_i = x A_i, as many.
    """

    key: Element
    inputs: tuple[Element, ...]
    outputs: tuple[Element, ...]

    def __post_init__(self) -> None:
        if not self.inputs or len(self.inputs) != len(self.outputs):
            raise Invalid(Reason.ENCODING, "shares")


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """A linear proof of the folded statement: the rows "key" and "shares", one secret scalar."""

    folded: linear.Proof

    def encode(self) -> list[bytes]:
        """Return the proof as a value of the codec."""
        return self.folded.encode()

    @classmethod
    def decode(cls, group: Group, value: object, _statement: Statement) -> Proof:
        """Read a proof; its shape is the same for all statements.

        Raises:
            Invalid: ENCODING, POINT or SCALAR.
        """
        return cls(folded=linear.Proof.read(group, value, 2, 1))


def prove(transcript: Transcript, statement: Statement, witness: Witness, nonces: Nonces) -> Proof:
    """Algorithm 31 (Batch.Prove). Prove the statement; the transcript holds the context already and is continued."""
    weights = _weights(transcript, statement)
    inputs = statement.key.group.dot(weights, statement.inputs)
    # Whoever knows x gets Z as one product instead of a sum of them (ComputeCompositesFast).
    folded = _fold(statement, inputs, witness * inputs)
    return Proof(folded=linear.prove(transcript, folded, (witness,), nonces))


def verify(transcript: Transcript, statement: Statement, proof: Proof) -> None:
    """Algorithm 32 (Batch.Verify). Check a proof; the transcript is in the state that the prover's was in.

    Raises:
        Invalid: PROOF, "key" or "shares".
    """
    weights = _weights(transcript, statement)
    dot = statement.key.group.dot
    folded = _fold(statement, dot(weights, statement.inputs), dot(weights, statement.outputs))
    linear.verify(transcript, folded, proof.folded)


def _weights(transcript: Transcript, statement: Statement) -> tuple[Scalar, ...]:
    transcript.absorb_elements(labels.DLEQ, (statement.key.group.base, statement.key))
    transcript.absorb_elements(labels.DLEQ_INPUTS, statement.inputs)
    transcript.absorb_elements(labels.DLEQ_OUTPUTS, statement.outputs)
    return transcript.challenges(labels.DLEQ_WEIGHTS, statement.key.group, len(statement.inputs))


def _fold(statement: Statement, inputs: Element, outputs: Element) -> linear.Statement:
    """Return the statement X = x G, Z = x M."""
    key = linear.Row(name="key", image=statement.key, terms=((0, statement.key.group.base),))
    shares = linear.Row(name="shares", image=outputs, terms=((0, inputs),))
    return linear.Statement(rows=(key, shares), witnesses=1)
