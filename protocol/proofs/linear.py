"""Knowledge of scalars that satisfy linear equations in a group.

Relation: for every row i, image_i = sum over k of w_k * base_ik, with the same secret w_1..w_m in all rows.
Source: Maurer, "Unifying Zero-Knowledge Proofs of Knowledge" (2009); draft-irtf-cfrg-sigma-protocols.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from protocol import codec, labels
from protocol.errors import Invalid, LocalError, Reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from protocol.group import Element, Group, Scalar
    from protocol.proofs.nonces import Nonces
    from protocol.transcript import Transcript

Witness: TypeAlias = "Sequence[Scalar]"
"""The secret scalars w_1..w_m of a statement."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One equation: image = sum of w[k] * base over the terms (k, base).

    Attributes:
        name: names the equation when it fails.
        image: its left side.
        terms: at least one; no base is the identity, which would make the equation hold for any scalar.
    """

    name: str
    image: Element
    terms: tuple[tuple[int, Element], ...]

    def __post_init__(self) -> None:
        if not self.terms:
            raise LocalError(f"row {self.name} has no term")
        if any(base.is_identity for _, base in self.terms):
            raise Invalid(Reason.POINT, self.name)

    def combine(self, scalars: Sequence[Scalar]) -> Element:
        """Return the right side for these scalars."""
        return self.image.group.dot([scalars[k] for k, _ in self.terms], [base for _, base in self.terms])


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """The equations that are claimed to hold.

    Attributes:
        rows: at least one; every name once.
        witnesses: number of secret scalars; every one occurs in a row.
    """

    rows: tuple[Row, ...]
    witnesses: int

    def __post_init__(self) -> None:
        used = {k for row in self.rows for k, _ in row.terms}
        if used != set(range(self.witnesses)) or not self.rows:
            raise LocalError("a statement uses every one of its scalars and no other")
        if len({row.name for row in self.rows}) != len(self.rows):
            raise LocalError("two rows of a statement have one name")

    @property
    def group(self) -> Group:
        """The group of all its elements."""
        return self.rows[0].image.group

    def absorb_into(self, transcript: Transcript) -> None:
        """Absorb names, structure, bases and images."""
        structure: list[codec.Value] = [[row.name, [k for k, _ in row.terms]] for row in self.rows]
        transcript.absorb(labels.LINEAR, self.group.name.encode(), codec.encode([self.witnesses, structure]))
        transcript.absorb_elements(labels.LINEAR_BASES, [base for row in self.rows for _, base in row.terms])
        transcript.absorb_elements(labels.LINEAR_IMAGES, [row.image for row in self.rows])

    def check_witness(self, witness: Witness) -> None:
        """Raise LocalError unless the number of scalars is right."""
        if len(witness) != self.witnesses:
            raise LocalError(f"the statement has {self.witnesses} secret scalars, not {len(witness)}")

    def check(self, commitments: Sequence[Element], challenge: Scalar, responses: Sequence[Scalar]) -> None:
        """Check every equation: sum of s_k * base = t + c * image.

        Raises:
            Invalid: PROOF, with the name of the first row that fails.
        """
        if len(commitments) != len(self.rows) or len(responses) != self.witnesses:
            raise Invalid(Reason.PROOF, "shape")
        for row, commitment in zip(self.rows, commitments, strict=True):
            if row.combine(responses) != commitment + challenge * row.image:
                raise Invalid(Reason.PROOF, row.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """Commitments t_i, one a row, and responses s_k, one a secret scalar."""

    commitments: tuple[Element, ...]
    responses: tuple[Scalar, ...]

    def encode(self) -> list[bytes]:
        """Return the proof as a value of the codec: commitments and responses, each concatenated."""
        return [
            b"".join([element.data for element in self.commitments]),
            b"".join([scalar.encode() for scalar in self.responses]),
        ]

    @classmethod
    def decode(cls, group: Group, value: object, statement: Statement) -> Proof:
        """Read a proof of the shape that the statement asks for; errors as in `read`."""
        return cls.read(group, value, len(statement.rows), statement.witnesses)

    @classmethod
    def read(cls, group: Group, value: object, rows: int, witnesses: int) -> Proof:
        """Read a proof for so many rows and secret scalars.

        Raises:
            Invalid: ENCODING, POINT or SCALAR.
        """
        commitments, responses = codec.array(value, 2)
        return cls(
            commitments=group.elements(codec.blob(commitments, rows * group.element_size), rows),
            responses=group.decode_scalars(codec.blob(responses, witnesses * group.scalar_size), witnesses),
        )


def prove(transcript: Transcript, statement: Statement, witness: Witness, nonces: Nonces) -> Proof:
    """Algorithm 27 (Linear.Prove). Prove the statement.

    Args:
        transcript: holds the context already; is continued.
        statement: what is proved.
        witness: its secret scalars.
        nonces: the prover's root.
    """
    statement.check_witness(witness)
    statement.absorb_into(transcript)
    secret = nonces.nonces(statement.group, transcript.state(), statement.witnesses)
    commitments = tuple(row.combine(secret) for row in statement.rows)
    challenge = _challenge(transcript, statement, commitments)
    responses = tuple(nonce + challenge * scalar for nonce, scalar in zip(secret, witness, strict=True))
    return Proof(commitments=commitments, responses=responses)


def verify(transcript: Transcript, statement: Statement, proof: Proof) -> None:
    """Algorithm 28 (Linear.Verify). Check a proof; the transcript is in the state that the prover's was in.

    Raises:
        Invalid: PROOF, with the name of the first row that fails.
    """
    statement.absorb_into(transcript)
    challenge = _challenge(transcript, statement, proof.commitments)
    statement.check(proof.commitments, challenge, proof.responses)


def _challenge(transcript: Transcript, statement: Statement, commitments: Sequence[Element]) -> Scalar:
    transcript.absorb_elements(labels.LINEAR_COMMITMENTS, commitments)
    return transcript.challenge(labels.LINEAR_CHALLENGE, statement.group)
