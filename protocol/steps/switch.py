"""Taking one's layer off cards and putting another key's on. PROTOCOL section "Deal".

For a card (A, B) and the key H that it goes to, the holder of x publishes (R, S) = (r G, r H - x A) with one proof for
all cards of an entry.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from protocol import cards, codec, labels
from protocol.elgamal import Ciphertext
from protocol.proofs import linear, relations

if TYPE_CHECKING:
    from collections.abc import Sequence

    from protocol.group import Element, Scalar
    from protocol.steps.base import Me, Spot

Layers: TypeAlias = tuple[Ciphertext, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """Cards that one key's holder passes on.

    Attributes:
        key: X = x G, whose layer comes off.
        inputs: the cards.
        targets: the key that each card goes to.
    """

    key: Element
    inputs: tuple[Ciphertext, ...]
    targets: tuple[Element, ...]

    def make(self, spot: Spot, me: Me, secret: Scalar) -> codec.Value:
        """Return the content [layers, proof] for the secret x."""
        group, firsts = self.key.group, [card.first for card in self.inputs]
        scalars = [me.root.scalar(group, labels.USE_LAYER, spot.context, i) for i in range(len(firsts))]
        layers = relations.contribute(secret, self.targets, firsts, scalars)
        witness = relations.key_switch_witness(secret, scalars)
        proof = linear.prove(spot.transcript(), self._statement(layers), witness, me.root)
        return [cards.encode(layers), proof.encode()]

    def read(self, spot: Spot, content: codec.Value) -> Layers:
        """Algorithm 42 (Layers.Read). Return the layers after checking their proof; raise `Invalid` if it fails."""
        data, proof = codec.array(content, 2)
        layers = cards.decode(self.key.group, data, len(self.inputs))
        statement = self._statement(layers)
        spot.check(linear.verify, statement, linear.Proof.decode(self.key.group, proof, statement))
        return layers

    def _statement(self, layers: Layers) -> linear.Statement:
        return relations.key_switch(self.key, self.targets, [card.first for card in self.inputs], layers)


def switched(inputs: Sequence[Ciphertext], layers: Sequence[Layers]) -> tuple[Ciphertext, ...]:
    """Return the cards under their new keys, from the layers of all who shared the old one (at least one)."""
    result = []
    for index, card in enumerate(inputs):
        mine = [each[index] for each in layers]
        first, second = mine[0].first, card.second + mine[0].second
        for layer in mine[1:]:
            first, second = first + layer.first, second + layer.second
        result.append(Ciphertext(first, second))
    return tuple(result)
