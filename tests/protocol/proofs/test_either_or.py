"""One of several statements holds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from protocol import codec
from protocol.errors import LocalError, Reason
from protocol.group import RISTRETTO255, Group, Scalar
from protocol.proofs import linear
from protocol.proofs.either_or import Proof, Statement, Witness, prove, verify
from protocol.root import Root
from protocol.transcript import Transcript
from tests.helpers.proofs import ROOT, SESSION, fails_at, flips, points, refused, secrets, transcript, variants
from tests.helpers.toy_groups import FAST

GROUPS = pytest.mark.parametrize("group", [RISTRETTO255, FAST], ids=repr)


def example(group: Group, true: int | None, branches: int = 3) -> tuple[Statement, Scalar]:
    """Return "the total is 1, or 2, ..": key = x G and total - v V = x A, for one v; with `true` None for none."""
    (x,) = secrets(group, 1)
    a, value = points(group, 2)
    worth = group.scalar(99 if true is None else true + 1)
    total = worth * value + x * a
    statement = Statement(
        branches=tuple(
            linear.Statement(
                rows=(
                    linear.Row(name="key", image=x * group.base, terms=((0, group.base),)),
                    linear.Row(name="total", image=total - group.scalar(v + 1) * value, terms=((0, a),)),
                ),
                witnesses=1,
            )
            for v in range(branches)
        )
    )
    return statement, x


@GROUPS
@pytest.mark.parametrize(("true", "branches"), [(0, 2), (1, 2), (0, 3), (1, 3), (2, 3)])
def test_honest_proof_verifies_after_travelling(group: Group, true: int, branches: int) -> None:
    """Whichever branch it is, through the codec and back."""
    statement, x = example(group, true, branches)
    data = codec.encode(prove(transcript(), statement, Witness(branch=true, scalars=(x,)), ROOT).encode())
    verify(transcript(), statement, Proof.decode(group, codec.decode(data), statement))


@pytest.mark.parametrize("claimed", range(3))
def test_honest_prover_of_a_false_branch_fails_at_its_row(claimed: int) -> None:
    """No branch holds: the others are simulated well, the claimed one fails."""
    statement, x = example(FAST, None)
    proof = prove(transcript(), statement, Witness(branch=claimed, scalars=(x,)), ROOT)
    fails_at(f"branch {claimed}, total", lambda: verify(transcript(), statement, proof))


@pytest.mark.parametrize("claimed", range(3))
def test_honest_prover_with_a_wrong_secret_fails(claimed: int) -> None:
    """The branch holds, the prover does not know why."""
    statement, x = example(FAST, claimed)
    witness = Witness(branch=claimed, scalars=(x + FAST.scalar(1),))
    proof = prove(transcript(), statement, witness, ROOT)
    fails_at(f"branch {claimed}, key", lambda: verify(transcript(), statement, proof))


def test_simulating_every_branch_fails() -> None:
    """All challenges chosen beforehand do not add up to the transcript's."""
    statement, _ = example(FAST, None)
    scalars = secrets(FAST, 6, "simulation")
    parts = []
    for b, branch in enumerate(statement.branches):
        challenge, response = scalars[2 * b], scalars[2 * b + 1]
        commitments = tuple(row.combine([response]) - challenge * row.image for row in branch.rows)
        branch.check(commitments, challenge, [response])
        parts.append(linear.Proof(commitments=commitments, responses=(response,)))
    proof = Proof(branches=tuple(parts), challenges=(scalars[0], scalars[2]))
    fails_at("branch 2, key", lambda: verify(transcript(), statement, proof))


def test_a_secret_is_safe_where_two_branches_hold() -> None:
    """Proofs of the same statement by either branch share no scalar from which the secret would follow."""
    (x,) = secrets(FAST, 1)
    row = linear.Row(name="key", image=x * FAST.base, terms=((0, FAST.base),))
    branch = linear.Statement(rows=(row,), witnesses=1)
    statement = Statement(branches=(branch, branch))
    first, second = (prove(transcript(), statement, Witness(branch=b, scalars=(x,)), ROOT) for b in (0, 1))
    for proof in (first, second):
        verify(transcript(), statement, proof)
    for b in (0, 1):
        assert first.branches[b].commitments != second.branches[b].commitments
        assert first.branches[b].responses != second.branches[b].responses


def test_every_element_of_every_branch_is_bound() -> None:
    """Those of the simulated branches too."""
    statement, x = example(FAST, 1)
    proof = prove(transcript(), statement, Witness(branch=1, scalars=(x,)), ROOT)
    changed = list(variants(statement))
    assert len(changed) == 12
    for other in changed:
        assert refused(lambda other=other: verify(transcript(), other, proof)).reason is Reason.PROOF  # type: ignore[misc]
    refused(lambda: verify(transcript(), Statement(branches=statement.branches[:2]), proof))
    refused(lambda: verify(transcript(), Statement(branches=statement.branches[::-1]), proof))
    refused(lambda: verify(Transcript(SESSION, b"round 1", b"step 8"), statement, proof))


def test_every_byte_of_a_proof_counts() -> None:
    """Flipped once each."""
    statement, x = example(FAST, 2)
    data = codec.encode(prove(transcript(), statement, Witness(branch=2, scalars=(x,)), ROOT).encode())
    for changed in flips(data):
        refused(
            lambda changed=changed: verify(  # type: ignore[misc]
                transcript(), statement, Proof.decode(FAST, codec.decode(changed), statement)
            )
        )


def test_shape_is_checked_against_the_statement() -> None:
    """A proof of two branches does not answer three."""
    statement, x = example(FAST, 1, 3)
    shorter, _ = example(FAST, 1, 2)
    proof = prove(transcript(), shorter, Witness(branch=1, scalars=(x,)), ROOT)
    assert refused(lambda: Proof.decode(FAST, proof.encode(), statement)).reason is Reason.ENCODING
    fails_at("shape", lambda: verify(transcript(), statement, proof))
    fails_at("shape", lambda: verify(transcript(), shorter, replace(proof, challenges=())))


def test_disjunctions_that_make_no_sense_are_our_own_fault() -> None:
    """Fewer than two branches, more than three, a witness for none of them."""
    statement, x = example(FAST, 1)
    branch = statement.branches[0]
    for count in (0, 1, 4):
        with pytest.raises(LocalError):
            Statement(branches=(branch,) * count)
    for witness in (Witness(branch=3, scalars=(x,)), Witness(branch=-1, scalars=(x,)), Witness(branch=0, scalars=())):
        with pytest.raises(LocalError):
            prove(transcript(), statement, witness, Root(bytes(32)))


def test_a_witness_does_not_show_itself() -> None:
    """Not even which branch it is."""
    assert repr(Witness(branch=1, scalars=(FAST.scalar(5),))) == "Witness(<redacted>)"
