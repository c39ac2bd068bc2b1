"""``python3 tests/benchmarks/protocol.py``: what the cryptography costs on one core, each figure beside its floor."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from protocol.elgamal import card_points, encrypt
from protocol.group import RISTRETTO255
from protocol.proofs import shuffle
from protocol.root import Root
from protocol.transcript import Transcript
from tests.benchmarks.counting import CountingGroup, beside_floor, operation_costs, report
from tests.benchmarks.steps import courses, entries

if TYPE_CHECKING:
    from protocol.group import Group

SIZES: Final = (3, 6, 11, 28, 67)
"""Of the decks: goals, a hand, roles, nuggets, and the pile."""
TARGETS: Final = {("shuffle and prove", 67): 25.0, ("verify", 67): 30.0}
REPEATS: Final = 10
SESSION: Final = bytes(32)
ROOT: Final = Root(bytes(32))


class Deck:
    """A deck that one seat shuffles and another one checks."""

    def __init__(self, group: Group, size: int) -> None:
        self.group = group
        self.key = group.scalar(4321) * group.base
        cards = enumerate(card_points(group, "draw", size))
        self.inputs = tuple(encrypt(group, self.key, card, ROOT.scalar(group, "in", b"", i)) for i, card in cards)
        self.shuffle_and_prove()

    def shuffle_and_prove(self) -> None:
        """Do what the seat does whose turn it is to shuffle, from its root to the encoded proof."""
        size = len(self.inputs)
        witness = shuffle.Witness(
            permutation=ROOT.permutation("shuffle", b"", size),
            randomness=tuple(ROOT.scalar(self.group, "re-encryption", b"", i) for i in range(size)),
        )
        self.outputs = shuffle.shuffle(self.key, self.inputs, witness)
        self.statement = shuffle.Statement(key=self.key, inputs=self.inputs, outputs=self.outputs)
        self.proof = shuffle.prove(Transcript(SESSION), self.statement, witness, ROOT).encode()

    def verify(self) -> None:
        """Do what every other seat does, from the encoded proof on."""
        shuffle.verify(
            Transcript(SESSION), self.statement, shuffle.Proof.decode(self.group, self.proof, self.statement)
        )


def shuffles() -> None:
    """Report shuffling, proving and verifying decks of several sizes."""
    counter = CountingGroup()
    for size in SIZES:
        deck, counted = Deck(RISTRETTO255, size), Deck(counter, size)
        for name, work, same in (
            ("shuffle and prove", deck.shuffle_and_prove, counted.shuffle_and_prove),
            ("verify", deck.verify, counted.verify),
        ):
            target = {"target": TARGETS[name, size]} if (name, size) in TARGETS else {}
            beside_floor(f"{name}, {size} cards", work, counter.during(same), repeats=REPEATS, **target)
        report(f"proof, {size} cards", sum(map(len, deck.proof)), "bytes")


def main() -> None:
    """Print every figure."""
    for name, seconds in operation_costs().items():
        report(f"group operation: {name}", seconds * 1e6, "us")
    shuffles()
    courses()
    entries()


if __name__ == "__main__":
    main()
