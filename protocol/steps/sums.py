"""Proofs about the sum of cards that have values. PROTOCOL section "Sums".

The sum (A, B) of ciphertexts under Q = y G encrypts (v_1 + .. + v_k) V; it is worth t if and only if B - t V = y A.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from protocol import cards, codec
from protocol.elgamal import Ciphertext, value_point
from protocol.errors import Invalid, LocalError, Reason
from protocol.proofs import either_or, linear

if TYPE_CHECKING:
    from protocol.game import Deck
    from protocol.group import Element, Group, Scalar
    from protocol.steps.base import Me, Spot

MAX_VALUES = either_or.MAX_BRANCHES


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """The claim that some cards are together worth one of a few values; which one stays secret.

    Attributes:
        key: Q = y G, the owner's key.
        deck: label of the deck.
        cards: of any number; none are worth 0.
        values: at most 3 of them; of none, the claim is false.
    """

    key: Element
    deck: str
    cards: tuple[Ciphertext, ...]
    values: tuple[int, ...]

    def prove(self, spot: Spot, me: Me, secret: Scalar, value: int) -> codec.Value:
        """Return the proof for the owner's secret y and the true value; raise LocalError if it is none of `values`."""
        if value not in self.values:
            raise LocalError(f"the cards are worth {value}, not one of {self.values}")
        if self._open:
            return None
        branches = self._branches()
        if len(branches) == 1:
            return linear.prove(spot.transcript(), branches[0], (secret,), me.root).encode()
        witness = either_or.Witness(branch=self.values.index(value), scalars=(secret,))
        return either_or.prove(spot.transcript(), either_or.Statement(branches=branches), witness, me.root).encode()

    def check(self, spot: Spot, content: codec.Value) -> None:
        """Algorithm 45 (Worth.Check). Check a proof, of which an open sum needs none. Raise `Invalid` if it fails."""
        if not self.values:
            raise Invalid(Reason.PROOF, "sum")
        group = self.key.group
        if self._open:
            codec.nothing(content)
            unit = value_point(group, self.deck)
            if self._sum.second not in [group.scalar(value) * unit for value in self.values]:
                raise Invalid(Reason.PROOF, "sum")
            return
        branches = self._branches()
        if len(branches) == 1:
            spot.check(linear.verify, branches[0], linear.Proof.decode(group, content, branches[0]))
            return
        statement = either_or.Statement(branches=branches)
        spot.check(either_or.verify, statement, either_or.Proof.decode(group, content, statement))

    @property
    def _sum(self) -> Ciphertext:
        group = self.key.group
        return Ciphertext(group.sum(card.first for card in self.cards), group.sum(card.second for card in self.cards))

    @property
    def _open(self) -> bool:
        """Whether everybody can read the sum: of no cards, or of cards whose givers chose scalars that cancel out."""
        return self._sum.first.is_identity

    def _branches(self) -> tuple[linear.Statement, ...]:
        group, total = self.key.group, self._sum
        unit = value_point(group, self.deck)
        key = linear.Row(name="key", image=self.key, terms=((0, group.base),))
        sums = (
            linear.Row(name="sum", image=total.second - group.scalar(value) * unit, terms=((0, total.first),))
            for value in self.values
        )
        return tuple(linear.Statement(rows=(key, row), witnesses=1) for row in sums)


def owned_value(group: Group, deck: Deck, owned: tuple[Ciphertext, ...], secret: Scalar) -> int:
    """Return what cards of a deck with values are worth together, for the secret of the key that they lie under."""
    values = deck.values or ()
    return sum(values[cards.number(group, deck, card.decrypt(secret))] for card in owned)
