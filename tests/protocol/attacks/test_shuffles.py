"""Seats that shuffle falsely: the joint shuffle of the decks, and the hand before a move."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from protocol import cards
from protocol.elgamal import Ciphertext, encrypt
from protocol.errors import Reason
from protocol.proofs import shuffle
from protocol.proofs.shuffle import Statement, Witness
from protocol.steps.shuffle import ShuffleDecks
from tests.helpers.adversary import caught, content
from tests.helpers.matrix_shuffles import Claim

if TYPE_CHECKING:
    from collections.abc import Callable

    from protocol.steps.base import Spot
    from tests.helpers.adversary import Moment

Cards = tuple[Ciphertext, ...]


class Shuffling:
    """All that a dishonest shuffle of one list needs: the honest one of the cheat's moment, taken apart."""

    def __init__(self, moment: Moment, part: int = 0) -> None:
        self.me, self.table, self.group = moment.me, moment.table, moment.table.group
        if moment.step.kind == "play":
            self.deck = self.table.zone_deck(self.me.seat, "hand")
            self.key = self.table.setup.keys[self.me.seat].hand
            self.inputs = self.table.ledger.zone(self.me.seat, "hand")
            self.spot: Spot = moment.site.spot(self.me.seat, "hand")
        else:
            step = moment.step
            assert isinstance(step, ShuffleDecks)
            self.deck = deck = step.decks[part]
            self.key = self.table.next_setup.joint
            self.inputs = step._inputs(self.table, deck)
            self.spot = moment.site.spot(self.me.seat, deck.label)
        size = len(self.inputs)
        self.witness = Witness(
            permutation=self.me.root.permutation("another", b"", size),
            randomness=tuple(self.me.root.scalar(self.group, "another", b"", i) for i in range(size)),
        )
        self.outputs = shuffle.shuffle(self.key, self.inputs, self.witness)

    def prove(self, outputs: Cards, inputs: Cards | None = None, witness: Witness | None = None) -> list[Any]:
        """Return the content with these outputs, and a proof that follows the protocol to the letter."""
        statement = Statement(key=self.key, inputs=inputs or self.inputs, outputs=outputs)
        proof = shuffle.prove(self.spot.transcript(), statement, witness or self.witness, self.me.root)
        return [cards.encode(outputs), proof.encode()]

    def claim(self, matrix: Callable[[int], list[list[int]]]) -> list[Any]:
        """Return the content for outputs that are the matrix of the inputs, proved as honestly as can be."""
        claim = Claim(matrix(len(self.inputs)), self.witness.randomness)
        outputs = claim.outputs(self.key, self.inputs)
        proof = claim.prove(Statement(key=self.key, inputs=self.inputs, outputs=outputs), self.spot.transcript())
        return [cards.encode(outputs), proof.encode()]


def point(s: Shuffling) -> Any:  # noqa: ANN401 - an element
    """Return a point that is no card."""
    return s.group.hash_to_element(b"no", b"card")


def swapped(s: Shuffling) -> list[Any]:
    """One card gives way to another one of the deck."""
    other = encrypt(s.group, s.key, cards.points(s.group, s.deck)[-1], s.group.scalar(77))
    return s.prove((other, *s.outputs[1:]))


def duplicated(s: Shuffling) -> list[Any]:
    """One card is there twice, instead of another."""
    return s.prove((s.outputs[1].rerandomise(s.key, s.group.scalar(5)), *s.outputs[1:]))


def random_point(s: Shuffling) -> list[Any]:
    """A point that is no card lies on top."""
    return s.prove((encrypt(s.group, s.key, point(s), s.group.scalar(5)), *s.outputs[1:]))


def dropped(s: Shuffling) -> list[Any]:
    """The last card is missing, and the proof is for the rest."""
    size = len(s.inputs) - 1
    witness = Witness(permutation=tuple(range(size)), randomness=s.witness.randomness[:size])
    return s.prove(shuffle.shuffle(s.key, s.inputs[:size], witness), s.inputs[:size], witness)


def altered_later(s: Shuffling) -> list[Any]:
    """The proof is good; afterwards a card is re-encrypted once more."""
    data, proof = s.prove(s.outputs)
    size = 2 * s.group.element_size
    return [s.outputs[0].rerandomise(s.key, s.group.scalar(5)).encode() + data[size:], proof]


def stale(s: Shuffling) -> list[Any]:
    """The deck is good, but it is the one in order that the first seat started from."""
    inputs = cards.fresh(s.group, s.deck, s.key)[: len(s.inputs)]
    return s.prove(shuffle.shuffle(s.key, inputs, s.witness), inputs)


def matrix(n: int, *tops: tuple[int, ...]) -> list[list[int]]:
    """Return the identity matrix with other first rows, of which zeros at the end may be left out."""
    rows = [[int(i == j) for j in range(n)] for i in range(n)]
    for i, top in enumerate(tops):
        rows[i] = [*top, *[0] * (n - len(top))]
    return rows


def card_twice(s: Shuffling) -> list[Any]:
    """Rows 1, 1, 3, 4: an honest prover of a matrix that is no permutation."""
    return s.claim(lambda n: matrix(n, (1,), (1,)))


def fractions(s: Shuffling) -> list[Any]:
    """Rows of fractions that sum to one."""
    half = (s.group.order + 1) // 2
    return s.claim(lambda n: matrix(n, (half, half), (half, half)))


def left_out(s: Shuffling) -> list[Any]:
    """One card is nowhere."""
    return s.claim(lambda n: matrix(n, (0,)))


def not_encrypted(s: Shuffling) -> list[Any]:
    """One card is passed on as it was, with a good proof."""
    randomness = list(s.witness.randomness)
    randomness[s.witness.permutation[0]] = s.group.scalar(0)
    witness = replace(s.witness, randomness=tuple(randomness))
    return s.prove(shuffle.shuffle(s.key, s.inputs, witness), witness=witness)


def not_encrypted_but_changed(s: Shuffling) -> list[Any]:
    """One card keeps its first component, but gets another point."""
    return s.prove((Ciphertext(s.inputs[0].first, point(s)), *s.outputs[1:]))


FALSE = [
    (swapped, Reason.PROOF, "shuffle.second"),
    (duplicated, Reason.PROOF, "shuffle.second"),
    (random_point, Reason.PROOF, "shuffle.second"),
    (dropped, Reason.ENCODING, "bytes"),
    (altered_later, Reason.PROOF, "shuffle.sum"),
    (stale, Reason.PROOF, "shuffle.sum"),
    (card_twice, Reason.PROOF, "shuffle.product"),
    (fractions, Reason.PROOF, "shuffle.product"),
    (left_out, Reason.PROOF, "shuffle.sum"),
    (not_encrypted, Reason.NOT_RERANDOMISED, "shuffle.output 1"),
    (not_encrypted_but_changed, Reason.NOT_RERANDOMISED, "shuffle.output 1"),
]
CASES = pytest.mark.parametrize(("make", "reason", "check"), FALSE, ids=[make.__name__ for make, *_ in FALSE])


@CASES
def test_false_shuffle_of_a_deck(make: Callable[[Shuffling], list[Any]], reason: Reason, check: str) -> None:
    """Everyone names the shuffler and the equation, and so does everyone's log."""

    def change(moment: Moment, honest: list[Any]) -> list[Any]:
        return [make(Shuffling(moment)), *honest[1:]]

    caught(content("shuffle", change, reason, check))


@CASES
def test_false_shuffle_of_a_hand(make: Callable[[Shuffling], list[Any]], reason: Reason, check: str) -> None:
    """The same holds for the hand that is shuffled before a move: nobody swaps a card in."""

    def change(moment: Moment, honest: list[Any]) -> list[Any]:
        return [make(Shuffling(moment)), *honest[1:]]

    caught(content("play", change, reason, check))


def test_false_shuffle_of_a_later_deck_of_the_message() -> None:
    """Every deck of the message is checked, not only the first."""

    def change(moment: Moment, honest: list[Any]) -> list[Any]:
        return [*honest[:2], random_point(Shuffling(moment, 2))]

    caught(content("shuffle", change, Reason.PROOF, "shuffle.second"))


def test_decks_in_another_order() -> None:
    """A good shuffle of one deck is none of another."""
    swap = content("shuffle", lambda _, honest: [honest[1], honest[0], honest[2]], Reason.ENCODING, "bytes")
    caught(swap)
    caught(content("shuffle", lambda _, honest: honest[:2], Reason.ENCODING, "array"))
