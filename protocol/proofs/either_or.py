"""One of up to three linear statements holds, without saying which.

Relation: for some branch b, I know the witness of statement b. Source: Cramer, Damgard and Schoenmakers, "Proofs of
Partial Knowledge and Simplified Design of Witness Hiding Protocols" (1994). The branches' challenges add up to the
transcript's; a prover can choose all but one of them, and with a challenge chosen first it can simulate that branch.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from protocol import codec, labels
from protocol.errors import Invalid, LocalError, Reason
from protocol.proofs import linear

if TYPE_CHECKING:
    from collections.abc import Sequence

    from protocol.group import Element, Group, Scalar
    from protocol.proofs.nonces import Nonces
    from protocol.transcript import Transcript

MAX_BRANCHES: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What is claimed: one of these statements, two or three, holds."""

    branches: tuple[linear.Statement, ...]

    def __post_init__(self) -> None:
        if not 2 <= len(self.branches) <= MAX_BRANCHES:
            raise LocalError("a disjunction has two or three branches")

    @property
    def group(self) -> Group:
        """The group of all its elements."""
        return self.branches[0].group

    def absorb_into(self, transcript: Transcript) -> None:
        """Absorb the number of branches and each of them."""
        transcript.absorb(labels.EITHER_OR, bytes([len(self.branches)]))
        for branch in self.branches:
            branch.absorb_into(transcript)


@dataclass(frozen=True, slots=True, kw_only=True)
class Witness:
    """The index of a branch that holds, from 0, and its secret scalars."""

    branch: int
    scalars: tuple[Scalar, ...]

    def __repr__(self) -> str:
        return "Witness(<redacted>)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """A linear proof for each branch, and the challenges of all branches but the last, which is what is left over."""

    branches: tuple[linear.Proof, ...]
    challenges: tuple[Scalar, ...]

    def encode(self) -> list[list[bytes] | bytes]:
        """Return the proof as a value of the codec: each branch's proof, then the challenges."""
        return [*[branch.encode() for branch in self.branches], b"".join([c.encode() for c in self.challenges])]

    @classmethod
    def decode(cls, group: Group, value: object, statement: Statement) -> Proof:
        """Read a proof of the shape that the statement asks for.

        Raises:
            Invalid: ENCODING, POINT or SCALAR.
        """
        n = len(statement.branches)
        *parts, challenges = codec.array(value, n + 1)
        return cls(
            branches=tuple(
                linear.Proof.decode(group, part, branch) for part, branch in zip(parts, statement.branches, strict=True)
            ),
            challenges=group.decode_scalars(codec.blob(challenges, (n - 1) * group.scalar_size), n - 1),
        )


def prove(transcript: Transcript, statement: Statement, witness: Witness, nonces: Nonces) -> Proof:
    """Algorithm 33 (EitherOr.Prove). Prove the statement; the transcript holds the context already and is continued."""
    if not 0 <= witness.branch < len(statement.branches):
        raise LocalError("the witness names no branch of the statement")
    true = statement.branches[witness.branch]
    true.check_witness(witness.scalars)
    statement.absorb_into(transcript)
    state, group = transcript.state(), statement.group

    # No scalar serves twice, should both branches of a statement be proved one day: each draw has its own number.
    simulated = [
        _simulate(branch, nonces.nonces(group, state, branch.witnesses + 1, draw=2 * b + 1))
        for b, branch in enumerate(statement.branches)
        if b != witness.branch
    ]
    secret = nonces.nonces(group, state, true.witnesses, draw=2 * witness.branch)
    commitments = tuple(row.combine(secret) for row in true.rows)

    all_commitments = [proof.commitments for proof, _ in simulated]
    all_commitments.insert(witness.branch, commitments)
    challenge = _challenge(transcript, group, all_commitments)
    for _, simulated_challenge in simulated:
        challenge = challenge - simulated_challenge
    responses = tuple(nonce + challenge * scalar for nonce, scalar in zip(secret, witness.scalars, strict=True))
    simulated.insert(witness.branch, (linear.Proof(commitments=commitments, responses=responses), challenge))
    return Proof(branches=tuple(proof for proof, _ in simulated), challenges=tuple(c for _, c in simulated[:-1]))


def verify(transcript: Transcript, statement: Statement, proof: Proof) -> None:
    """Algorithm 34 (EitherOr.Verify). Check a proof; the transcript is in the state that the prover's was in.

    Raises:
        Invalid: PROOF, "branch b, row" with the first branch, from 0, and row that fails.
    """
    if not len(statement.branches) == len(proof.branches) == len(proof.challenges) + 1:
        raise Invalid(Reason.PROOF, "shape")
    statement.absorb_into(transcript)
    last = _challenge(transcript, statement.group, [branch.commitments for branch in proof.branches])
    for challenge in proof.challenges:
        last = last - challenge
    challenges = (*proof.challenges, last)
    for b, (branch, part, challenge) in enumerate(zip(statement.branches, proof.branches, challenges, strict=True)):
        try:
            branch.check(part.commitments, challenge, part.responses)
        except Invalid as failure:
            raise Invalid(failure.reason, f"branch {b}, {failure.check}") from None


def _simulate(branch: linear.Statement, scalars: tuple[Scalar, ...]) -> tuple[linear.Proof, Scalar]:
    """Return a proof of a branch that need not hold, and the challenge (chosen first) for which it verifies."""
    challenge, *responses = scalars
    commitments = tuple(row.combine(responses) - challenge * row.image for row in branch.rows)
    return linear.Proof(commitments=commitments, responses=tuple(responses)), challenge


def _challenge(transcript: Transcript, group: Group, commitments: Sequence[Sequence[Element]]) -> Scalar:
    for branch in commitments:
        transcript.absorb_elements(labels.EITHER_OR_COMMITMENTS, branch)
    return transcript.challenge(labels.EITHER_OR_CHALLENGE, group)
