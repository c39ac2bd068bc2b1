"""One seat re-encrypts and permutes the decks of the set-up and proves it. PROTOCOL section "Shuffle"."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from protocol import cards, codec, labels
from protocol.elgamal import Ciphertext
from protocol.game import Shuffled, TableCard
from protocol.proofs import shuffle
from protocol.steps.base import Me, Site, Spot, Step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from protocol.game import Deck, Fact, Seat
    from protocol.group import Element
    from protocol.table import Table

Decks = tuple[tuple[Ciphertext, ...], ...]


def make_shuffle(
    spot: Spot, me: Me, key: Element, inputs: tuple[Ciphertext, ...]
) -> tuple[tuple[Ciphertext, ...], codec.Value]:
    """Return inputs re-encrypted under `key` and permuted, with the content [outputs, proof] that shows it."""
    order = me.root.permutation(labels.USE_PERMUTATION, spot.context, len(inputs))
    return prove_shuffle(spot, me, key, inputs, order)


def prove_shuffle(
    spot: Spot, me: Me, key: Element, inputs: tuple[Ciphertext, ...], order: tuple[int, ...]
) -> tuple[tuple[Ciphertext, ...], codec.Value]:
    """Do the same with a given permutation: output i is input order[i]."""
    scalars = tuple(me.root.scalar(key.group, labels.USE_REENCRYPTION, spot.context, i) for i in range(len(inputs)))
    witness = shuffle.Witness(permutation=order, randomness=scalars)
    outputs = shuffle.shuffle(key, inputs, witness)
    statement = shuffle.Statement(key=key, inputs=inputs, outputs=outputs)
    proof = shuffle.prove(spot.transcript(), statement, witness, me.root)
    return outputs, [cards.encode(outputs), proof.encode()]


def read_shuffle(
    spot: Spot, key: Element, inputs: tuple[Ciphertext, ...], content: codec.Value
) -> tuple[Ciphertext, ...]:
    """Algorithm 43 (Shuffled.Read). Return the outputs of a shuffle; raise `Invalid` if its proof is at fault."""
    data, proof = codec.array(content, 2)
    outputs = cards.decode(key.group, data, len(inputs))
    statement = shuffle.Statement(key=key, inputs=inputs, outputs=outputs)
    spot.check(shuffle.verify, statement, shuffle.Proof.decode(key.group, proof, statement))
    return outputs


def lay_down(table: Table, decks: tuple[Deck, ...]) -> tuple[Table, tuple[Fact, ...]]:
    """Return the table on which what was shuffled lies, under the keys of the coming set-up, and the news."""
    lying = {TableCard(label, i): card for label, deck in table.shuffling.items() for i, card in enumerate(deck)}
    table = replace(table.with_decks(decks), setup=table.next_setup, coming=None, shuffling={})
    return table.with_ledger(table.ledger.lay(lying)).tell(Shuffled())


@dataclass(frozen=True, slots=True)
class ShuffleDecks(Step[Decks]):
    """One seat's turn in the shuffle; the first one starts from the decks in order, the last one lays them down.

    At a table that shares its keys nobody does: that has to wait until the shares are confirmed.
    """

    kind: ClassVar[str] = "shuffle"
    seats: tuple[Seat, ...]
    decks: tuple[Deck, ...]
    first: bool
    last: bool

    def make(self, table: Table, site: Site, me: Me) -> codec.Value:
        """Return outputs and proof of each deck."""
        parts = [
            make_shuffle(site.spot(me.seat, deck.label), me, table.next_setup.joint, self._inputs(table, deck))[1]
            for deck in self.decks
        ]
        return list(parts)

    def read(self, table: Table, site: Site, seat: Seat, content: codec.Value) -> Decks:
        """Check each deck's proof."""
        parts = codec.array(content, len(self.decks))
        return tuple(
            read_shuffle(site.spot(seat, deck.label), table.next_setup.joint, self._inputs(table, deck), part)
            for deck, part in zip(self.decks, parts, strict=True)
        )

    def finish(self, table: Table, site: Site, contributions: Mapping[Seat, Decks]) -> tuple[Table, tuple[Fact, ...]]:
        """Pass the decks on, or lay them on the table after the last seat."""
        names = [deck.label for deck in self.decks]
        shuffled = dict(zip(names, contributions[self.seats[0]], strict=True))
        table = replace(table, shuffling=shuffled)
        return lay_down(table, self.decks) if self.last else (table, ())

    def _inputs(self, table: Table, deck: Deck) -> tuple[Ciphertext, ...]:
        if self.first and not deck.carried:
            return cards.fresh(table.group, deck, table.next_setup.joint)
        return table.shuffling[deck.label]
