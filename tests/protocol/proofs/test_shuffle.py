"""The shuffle argument, with values computed by hand and provers that are honest about a false statement."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from protocol import codec, labels
from protocol.elgamal import Ciphertext, card_points, encrypt
from protocol.errors import LocalError, Reason
from protocol.group import RISTRETTO255, Element, Group, Scalar
from protocol.proofs import shuffle
from protocol.proofs.shuffle import Proof, Statement, Witness, generator, prove, verify
from protocol.transcript import Transcript
from tests.helpers.matrix_shuffles import Claim
from tests.helpers.proofs import ROOT, SESSION, fails_at, flips, refused, secrets, transcript, variants
from tests.helpers.toy_groups import FAST, TINY, SafePrimeGroup

if TYPE_CHECKING:
    from collections.abc import Iterator

GROUPS = pytest.mark.parametrize("group", [RISTRETTO255, FAST], ids=repr)


def example(group: Group, size: int) -> tuple[Statement, Witness]:
    """Return a shuffle of cards that are encrypted under one key."""
    key = group.scalar(4321) * group.base
    cards = card_points(group, "draw", size)
    inputs = tuple(encrypt(group, key, card, ROOT.scalar(group, "in", b"", i)) for i, card in enumerate(cards))
    witness = Witness(permutation=ROOT.permutation("psi", b"", size), randomness=secrets(group, size))
    return Statement(key=key, inputs=inputs, outputs=shuffle.shuffle(key, inputs, witness)), witness


# --- values by hand ---------------------------------------------------------------------------------------------------


class ByHand(SafePrimeGroup):
    """The tiny group with the generators of the published example: h = 4 and h_1..h_3 = 4, 3, 5."""

    def __init__(self) -> None:
        super().__init__("by hand", 11, 3)

    def hash_to_element(self, label: bytes, message: bytes) -> Element:
        """Return the generator with the index that the message is."""
        assert label == labels.GENERATORS
        return self.of((4, 4, 3, 5)[int.from_bytes(message, "little")])


class Scripted:
    """Scalars in the order in which a prover asks for them."""

    def __init__(self, group: Group, *values: int) -> None:
        self.values: Iterator[Scalar] = iter([group.scalar(value) for value in values])

    def nonces(self, group: Group, state: bytes, count: int, draw: int = 0) -> tuple[Scalar, ...]:
        """Return the next ones, whatever the state."""
        return tuple(next(self.values) for _ in range(count))


class ScriptedTranscript(Transcript):
    """Challenges that are set, not hashed: u = 2, 4, 3 and x = 4."""

    def __init__(self) -> None:
        super().__init__(SESSION)

    def challenges(self, label: str, group: Group, count: int) -> tuple[Scalar, ...]:
        """Return the weights or the challenge of the published example."""
        values = {labels.SHUFFLE_WEIGHTS: (2, 4, 3), labels.SHUFFLE_CHALLENGE: (4,)}[label]
        assert len(values) == count
        return tuple(group.scalar(value) for value in values)


def test_published_example_comes_out() -> None:
    """Modulo 11: every value of the proof as computed by hand."""
    group = ByHand()

    def of(*values: int) -> tuple[Element, ...]:
        return tuple(group.of(value) for value in values)

    def scalars(*values: int) -> tuple[Scalar, ...]:
        return tuple(group.scalar(value) for value in values)

    inputs = tuple(Ciphertext(*of(*pair)) for pair in ((1, 5), (4, 3), (9, 5)))
    outputs = tuple(Ciphertext(*of(*pair)) for pair in ((5, 1), (3, 4), (4, 1)))
    witness = Witness(permutation=(1, 0, 2), randomness=scalars(1, 4, 2))
    statement = Statement(key=group.of(3), inputs=inputs, outputs=outputs)
    assert shuffle.shuffle(statement.key, inputs, witness) == outputs

    # r^c; r^k; w1..w4, w^k, w'
    nonces = Scripted(group, 1, 2, 3, 4, 0, 1, 1, 2, 3, 4, 2, 4, 1, 3, 0, 1)
    proof = prove(ScriptedTranscript(), statement, witness, nonces)
    assert proof.permutation == of(9, 3, 3)
    assert proof.chain == of(1, 1, 3)
    assert proof.responses == scalars(0, 2, 4, 0)
    assert proof.chain_responses == scalars(3, 4, 0)
    assert proof.weight_responses == scalars(4, 3, 3)
    # An output that has an input's first component happens in a group of five; the equations hold all the same.
    assert refused(lambda: verify(ScriptedTranscript(), statement, proof)).reason is Reason.NOT_RERANDOMISED
    shuffle._check_permutation(statement, proof, scalars(2, 4, 3), group.scalar(4))
    shuffle._check_ciphertexts(statement, proof, scalars(2, 4, 3), group.scalar(4))
    shuffle._check_chain(statement, proof, generator(group, 0), group.scalar(4))


@pytest.mark.parametrize(
    ("name", "field", "at"),
    [
        ("shuffle.sum", "responses", 0),
        ("shuffle.product", "responses", 1),
        ("shuffle.permutation", "responses", 2),
        ("shuffle.second", "responses", 3),
        ("shuffle.chain 1", "chain_responses", 0),
        ("shuffle.chain 3", "chain_responses", 2),
        ("shuffle.permutation", "weight_responses", 1),
        ("shuffle.sum", "commitments", 0),
        ("shuffle.product", "commitments", 1),
        ("shuffle.permutation", "commitments", 2),
        ("shuffle.second", "commitments", 3),
        ("shuffle.first", "commitments", 4),
        ("shuffle.chain 2", "chain_commitments", 1),
    ],
)
def test_each_equation_is_checked_by_itself(name: str, field: str, at: int) -> None:
    """With challenges that do not hang on the proof, one wrong value breaks the one equation that it stands in."""
    group = FAST
    statement, witness = example(group, 3)
    proof = prove(ScriptedTranscript(), statement, witness, ROOT)
    verify(ScriptedTranscript(), statement, proof)
    values = list(getattr(proof, field))
    values[at] = values[at] + (group.base if isinstance(values[at], Element) else group.scalar(1))
    wrong: Proof = replace(proof, **{field: tuple(values)})
    fails_at(name, lambda: verify(ScriptedTranscript(), statement, wrong))


# --- honest ----------------------------------------------------------------------------------------------------------


@GROUPS
@pytest.mark.parametrize("size", [1, 2, 3, 6])
def test_honest_proof_verifies_after_travelling(group: Group, size: int) -> None:
    """Through the codec and back; who has the key finds the same cards in another order."""
    statement, witness = example(group, size)
    data = codec.encode(prove(transcript(), statement, witness, ROOT).encode())
    verify(transcript(), statement, Proof.decode(group, codec.decode(data), statement))
    secret, cards = group.scalar(4321), card_points(group, "draw", size)
    assert [card.decrypt(secret) for card in statement.outputs] == [cards[j] for j in witness.permutation]


def test_a_whole_deck_verifies_and_has_the_size_that_was_promised() -> None:
    """67 cards: 11.0 KB and the codec's few bytes."""
    statement, witness = example(RISTRETTO255, 67)
    proof = prove(transcript(), statement, witness, ROOT)
    verify(transcript(), statement, proof)
    assert sum(map(len, proof.encode())) == 11_008


def test_a_fresh_deck_that_anyone_can_read_may_be_shuffled_first() -> None:
    """The first seat gets (0, M): the identity stands in the statement and is no fault."""
    key = FAST.scalar(7) * FAST.base
    inputs = tuple(Ciphertext(FAST.identity, card) for card in card_points(FAST, "draw", 4))
    witness = Witness(permutation=(3, 1, 0, 2), randomness=secrets(FAST, 4))
    statement = Statement(key=key, inputs=inputs, outputs=shuffle.shuffle(key, inputs, witness))
    verify(transcript(), statement, prove(transcript(), statement, witness, ROOT))


# --- honest provers of false statements ------------------------------------------------------------------------------


def claim_of(group: Group, matrix: list[list[int]], **changes: object) -> tuple[Claim, Statement]:
    """Return a claim about three cards and the statement that its outputs make."""
    claim = Claim(matrix, secrets(group, 3), **changes)  # type: ignore[arg-type]
    original, _ = example(group, 3)
    return claim, replace(original, outputs=claim.outputs(original.key, original.inputs))


def test_the_prover_for_matrices_makes_the_same_proof_of_a_permutation() -> None:
    """Two provers, written apart, agree to the byte; so the false statements below fail for being false."""
    statement, witness = example(FAST, 3)
    matrix = [[int(j == source) for j in range(3)] for source in witness.permutation]
    claim = Claim(matrix, tuple(witness.randomness[j] for j in witness.permutation))
    assert claim.outputs(statement.key, statement.inputs) == statement.outputs
    assert claim.prove(statement) == prove(transcript(), statement, witness, ROOT)


HALF = (FAST.order + 1) // 2
FALSE_MATRICES = {
    "one card twice (rows 1, 1, 3)": ([[1, 0, 0], [1, 0, 0], [0, 0, 1]], "shuffle.product"),
    "one card three times": ([[0, 1, 0], [0, 1, 0], [0, 1, 0]], "shuffle.product"),
    "fractions that sum to one": ([[HALF, HALF, 0], [HALF, HALF, 0], [0, 0, 1]], "shuffle.product"),
    "two and minus one": ([[2, -1, 0], [-1, 2, 0], [0, 0, 1]], "shuffle.product"),
    "a card twice as much": ([[2, 0, 0], [0, HALF, 0], [0, 0, 1]], "shuffle.sum"),
    "a card left out": ([[1, 0, 0], [0, 1, 0], [0, 0, 0]], "shuffle.sum"),
    "a card mixed into another": ([[1, 0, 0], [1, 1, 0], [0, 0, 1]], "shuffle.sum"),
}


@pytest.mark.parametrize("case", FALSE_MATRICES)
def test_honest_prover_of_what_is_no_permutation_fails(case: str) -> None:
    """The outputs are what the matrix says, and every value is computed as the protocol says."""
    matrix, name = FALSE_MATRICES[case]
    claim, statement = claim_of(FAST, matrix)
    fails_at(name, lambda: verify(transcript(), statement, claim.prove(statement)))


SWAP = [[0, 1, 0], [1, 0, 0], [0, 0, 1]]
TURN = [[0, 1, 0], [0, 0, 1], [1, 0, 0]]


def test_honest_prover_who_commits_to_another_permutation_fails() -> None:
    """The commitment holds one permutation, the cards lie in another."""
    claim, statement = claim_of(FAST, SWAP, committed=TURN)
    fails_at("shuffle.permutation", lambda: verify(transcript(), statement, claim.prove(statement)))


def test_honest_prover_who_slips_in_the_chain_fails() -> None:
    """Only the first link is wrong."""
    claim, statement = claim_of(FAST, SWAP, chain_slip=1)
    fails_at("shuffle.chain 1", lambda: verify(transcript(), statement, claim.prove(statement)))


def test_honest_prover_of_changed_cards_fails() -> None:
    """Another card, a random point, two cards swapped, another key, wrong re-encryption."""
    claim, statement = claim_of(FAST, SWAP)
    verify(transcript(), statement, claim.prove(statement))
    a, b, c = statement.outputs
    point = FAST.hash_to_element(b"a", b"random point")

    def check(name: str, claim: Claim = claim, **changes: Any) -> None:  # noqa: ANN401 - fields of a statement
        false: Statement = replace(statement, **changes)
        fails_at(name, lambda: verify(transcript(), false, claim.prove(false)))

    check("shuffle.second", outputs=(Ciphertext(a.first, point), b, c))
    check("shuffle.first", outputs=(Ciphertext(point, a.second), b, c))
    check("shuffle.second", outputs=(b, a, c))
    check("shuffle.second", key=statement.key + FAST.base)
    check("shuffle.second", claim=replace(claim, randomness=secrets(FAST, 3, "other")))


# --- binding and shape -----------------------------------------------------------------------------------------------


def test_every_element_of_the_statement_is_bound() -> None:
    """The key and both components of every input and output, changed alone."""
    statement, witness = example(FAST, 3)
    proof = prove(transcript(), statement, witness, ROOT)
    changed = list(variants(statement))
    assert len(changed) == 13
    for other in changed:
        assert refused(lambda other=other: verify(transcript(), other, proof)).reason is Reason.PROOF  # type: ignore[misc]
    refused(lambda: verify(Transcript(SESSION, b"round 1", b"step 8"), statement, proof))
    reordered = replace(statement, outputs=statement.outputs[::-1])
    refused(lambda: verify(transcript(), reordered, proof))


def test_every_byte_of_a_proof_counts() -> None:
    """Flipped once each."""
    statement, witness = example(FAST, 3)
    data = codec.encode(prove(transcript(), statement, witness, ROOT).encode())
    for changed in flips(data):
        refused(
            lambda changed=changed: verify(  # type: ignore[misc]
                transcript(), statement, Proof.decode(FAST, codec.decode(changed), statement)
            )
        )


@pytest.mark.parametrize("at", range(3))
def test_a_card_that_was_not_re_encrypted_is_refused(at: int) -> None:
    """The proof would be good, and everyone would see where the card went."""
    statement, witness = example(FAST, 3)
    randomness = list(witness.randomness)
    randomness[witness.permutation[at]] = FAST.scalar(0)
    witness = replace(witness, randomness=tuple(randomness))
    statement = replace(statement, outputs=shuffle.shuffle(statement.key, statement.inputs, witness))
    proof = prove(transcript(), statement, witness, ROOT)
    failure = refused(lambda: verify(transcript(), statement, proof))
    assert (failure.reason, failure.check) == (Reason.NOT_RERANDOMISED, f"shuffle.output {at + 1}")


def test_shape_is_checked_against_the_statement() -> None:
    """A part too few, too many, too short, too long, of another type."""
    statement, witness = example(FAST, 3)
    good = prove(transcript(), statement, witness, ROOT).encode()
    values: list[object] = [None, good[:6], [*good, b""]]
    for at in range(7):
        values += [[*good[:at], part, *good[at + 1 :]] for part in (good[at][:-1], good[at] * 2, b"", None)]
    for value in values:
        assert refused(lambda value=value: Proof.decode(FAST, value, statement)).reason is Reason.ENCODING  # type: ignore[misc]


def test_sizes_and_keys_that_no_shuffle_has_are_refused() -> None:
    """A card too few, none at all, too many, and a key under which everyone reads."""
    statement, _ = example(FAST, 3)
    many = statement.inputs * 86
    for changes, reason in (
        ({"outputs": statement.outputs[:2]}, Reason.ENCODING),
        ({"inputs": (), "outputs": ()}, Reason.ENCODING),
        ({"inputs": many, "outputs": many}, Reason.ENCODING),
        ({"key": FAST.identity}, Reason.POINT),
    ):
        assert refused(lambda changes=changes: replace(statement, **changes)).reason is reason  # type: ignore[misc]


def test_a_witness_has_a_scalar_for_each_card_and_does_not_show_itself() -> None:
    """The permutation is the secret that all the rest protects."""
    assert repr(Witness(permutation=(0,), randomness=(TINY.scalar(1),))) == "Witness(<redacted>)"
    with pytest.raises(LocalError):
        Witness(permutation=(0, 1), randomness=(TINY.scalar(1),))


def test_generators_are_public_and_all_different() -> None:
    """Everyone computes them; none is the base."""
    many = {generator(RISTRETTO255, index) for index in range(129)}
    assert len(many | {RISTRETTO255.base}) == 130
