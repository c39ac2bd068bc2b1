"""Linear relations: one generic proof under most others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from protocol import codec
from protocol.errors import Invalid, LocalError, Reason
from protocol.group import RISTRETTO255, Group, Scalar
from protocol.proofs import linear
from protocol.proofs.linear import Proof, Row, Statement, prove, verify
from protocol.transcript import Transcript
from tests.helpers.proofs import ROOT, SESSION, fails_at, flips, points, refused, secrets, transcript, variants
from tests.helpers.toy_groups import FAST, TINY

GROUPS = pytest.mark.parametrize("group", [RISTRETTO255, FAST], ids=repr)
CONTEXTS = [
    Transcript(bytes(32), b"round 1", b"step 7"),
    Transcript(SESSION, b"round 2", b"step 7"),
    Transcript(SESSION, b"round 1", b"step 8"),
    Transcript(SESSION, b"round 1"),
    Transcript(SESSION, b"step 7", b"round 1"),
]


def example(group: Group, witness: tuple[Scalar, ...]) -> Statement:
    """Return a = w0 P + w1 Q, b = w1 R, c = w0 R + w2 P."""
    p, q, r = points(group, 3)
    w0, w1, w2 = witness
    return Statement(
        rows=(
            Row(name="a", image=w0 * p + w1 * q, terms=((0, p), (1, q))),
            Row(name="b", image=w1 * r, terms=((1, r),)),
            Row(name="c", image=w0 * r + w2 * p, terms=((0, r), (2, p))),
        ),
        witnesses=3,
    )


@GROUPS
def test_honest_proof_verifies_after_travelling(group: Group) -> None:
    """Through the codec and back."""
    witness = secrets(group, 3)
    statement = example(group, witness)
    data = codec.encode(prove(transcript(), statement, witness, ROOT).encode())
    verify(transcript(), statement, Proof.decode(group, codec.decode(data), statement))


@pytest.mark.parametrize(("wrong", "row"), [(0, "a"), (1, "a"), (2, "c")])
def test_honest_prover_with_a_wrong_scalar_fails_at_the_first_row_that_has_it(wrong: int, row: str) -> None:
    """The prover follows the protocol to the letter; only the statement is false."""
    witness = secrets(FAST, 3)
    statement = example(FAST, witness)
    claimed = tuple(w + FAST.scalar(i == wrong) for i, w in enumerate(witness))
    proof = prove(transcript(), statement, claimed, ROOT)
    fails_at(row, lambda: verify(transcript(), statement, proof))


@pytest.mark.parametrize("at", range(3))
def test_honest_prover_of_one_false_row_fails_at_that_row(at: int) -> None:
    """The other rows hold, and the failing one is named."""
    witness = secrets(FAST, 3)
    rows = list(example(FAST, witness).rows)
    rows[at] = replace(rows[at], image=rows[at].image + FAST.base)
    statement = Statement(rows=tuple(rows), witnesses=3)
    proof = prove(transcript(), statement, witness, ROOT)
    fails_at("abc"[at], lambda: verify(transcript(), statement, proof))


def test_every_element_of_the_statement_is_bound() -> None:
    """Each base and each image, changed alone, breaks a valid proof."""
    witness = secrets(FAST, 3)
    statement = example(FAST, witness)
    proof = prove(transcript(), statement, witness, ROOT)
    changed = list(variants(statement))
    assert len(changed) == 8
    for other in changed:
        assert refused(lambda other=other: verify(transcript(), other, proof)).reason is Reason.PROOF  # type: ignore[misc]


def test_names_and_structure_are_bound() -> None:
    """A row with another name, rows in another order, and the same elements under another scalar."""
    w = FAST.scalar(5)
    p, q = points(FAST, 2)
    rows = (Row(name="a", image=w * p, terms=((0, p),)), Row(name="b", image=w * q, terms=((0, q),)))
    statement = Statement(rows=rows, witnesses=1)
    proof = prove(transcript(), statement, (w,), ROOT)
    verify(transcript(), statement, proof)
    renamed = Statement(rows=(replace(rows[0], name="c"), rows[1]), witnesses=1)
    refused(lambda: verify(transcript(), renamed, proof))
    swapped = Statement(rows=(rows[1], rows[0]), witnesses=1)
    refused(lambda: verify(transcript(), swapped, replace(proof, commitments=proof.commitments[::-1])))
    apart = Statement(rows=(rows[0], replace(rows[1], terms=((1, q),))), witnesses=2)
    refused(lambda: verify(transcript(), apart, replace(proof, responses=proof.responses * 2)))


@pytest.mark.parametrize("at", range(len(CONTEXTS)))
def test_a_proof_is_good_in_its_place_only(at: int) -> None:
    """Another session, round or step, and a context said in another way."""
    witness = secrets(FAST, 3)
    statement = example(FAST, witness)
    proof = prove(transcript(), statement, witness, ROOT)
    refused(lambda: verify(CONTEXTS[at], statement, proof))


def test_every_byte_of_a_proof_counts() -> None:
    """Flipped once each, also those of the encoding around the numbers."""
    witness = secrets(FAST, 3)
    statement = example(FAST, witness)
    data = codec.encode(prove(transcript(), statement, witness, ROOT).encode())
    for changed in flips(data):
        refused(
            lambda changed=changed: verify(  # type: ignore[misc]
                transcript(), statement, Proof.decode(FAST, codec.decode(changed), statement)
            )
        )


def test_shape_is_checked_against_the_statement_before_anything_else() -> None:
    """Too few, too many, something else."""
    witness = secrets(FAST, 3)
    statement = example(FAST, witness)
    commitments, responses = prove(transcript(), statement, witness, ROOT).encode()
    for value in (
        None,
        [],
        [commitments],
        [commitments, responses, b""],
        [commitments[:-1], responses],
        [commitments, responses[:-8]],
        [commitments + commitments[:8], responses],
        [commitments, responses + responses],
        [commitments, 5],
    ):
        assert refused(lambda value=value: Proof.decode(FAST, value, statement)).reason is Reason.ENCODING  # type: ignore[misc]
    proof = Proof.decode(FAST, [commitments, responses], statement)
    fails_at("shape", lambda: verify(transcript(), statement, replace(proof, responses=proof.responses[:2])))
    fails_at("shape", lambda: verify(transcript(), statement, replace(proof, commitments=proof.commitments[:2])))


def test_identity_as_a_base_is_refused() -> None:
    """An equation over it would hold for any scalar."""
    with pytest.raises(Invalid) as failure:
        Row(name="a", image=FAST.identity, terms=((0, FAST.identity),))
    assert failure.value.reason is Reason.POINT


def test_statements_that_make_no_sense_are_our_own_fault() -> None:
    """No rows, no terms, unused or missing scalars, two rows of one name, a witness of another size."""
    row = Row(name="a", image=FAST.base, terms=((0, FAST.base),))
    for rows, witnesses in (((), 0), ((row,), 2), ((row,), 0), ((row, row), 1)):
        with pytest.raises(LocalError):
            Statement(rows=rows, witnesses=witnesses)
    with pytest.raises(LocalError):
        Row(name="a", image=FAST.base, terms=())
    with pytest.raises(LocalError):
        prove(transcript(), Statement(rows=(row,), witnesses=1), secrets(FAST, 2), ROOT)


def test_two_statements_never_share_a_nonce() -> None:
    """From two proofs with one nonce and two challenges anyone computes the secret."""
    w = FAST.scalar(5)
    statements = [
        Statement(rows=(Row(name=name, image=w * p, terms=((0, p),)),), witnesses=1)
        for name, p in (("a", FAST.base), ("b", FAST.base))
    ]
    proofs = [prove(transcript(), statement, (w,), ROOT) for statement in statements]
    proofs += [prove(context, statements[0], (w,), ROOT) for context in (CONTEXTS[1], CONTEXTS[2])]
    assert len({proof.commitments for proof in proofs}) == len(proofs)


def test_proof_by_hand() -> None:
    """In the group of five: w = 2, X = 3^2 = 9; nonce 3, t = 3^3 = 5; challenge 4, s = 3 + 4 * 2 = 1 modulo 5."""
    statement = Statement(rows=(Row(name="key", image=TINY.of(9), terms=((0, TINY.base),)),), witnesses=1)
    statement.check([TINY.of(5)], TINY.scalar(4), [TINY.scalar(1)])
    fails_at("key", lambda: statement.check([TINY.of(5)], TINY.scalar(4), [TINY.scalar(2)]))
    assert linear.Proof(commitments=(TINY.of(5),), responses=(TINY.scalar(1),)).encode() == [b"\5", b"\1"]
