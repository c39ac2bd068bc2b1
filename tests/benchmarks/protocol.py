"""What the cryptography costs on one core, each figure beside its floor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from protocol.elgamal import card_points, encrypt
from protocol.group import RISTRETTO255
from protocol.proofs import shuffle
from protocol.root import Root
from protocol.transcript import Transcript
from tests.benchmarks.counting import CountingGroup, best, floor, operation_costs, report
from tests.benchmarks.steps import entries, set_ups

if TYPE_CHECKING:
    from protocol.group import Group

SIZES: Final = (3, 11, 28, 67)
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


def shuffles(costs: dict[str, float]) -> None:
    """Report shuffling, proving and verifying decks of several sizes."""
    counter = CountingGroup()
    for size in SIZES:
        deck, counted = Deck(RISTRETTO255, size), Deck(counter, size)
        for name, work, same in (
            ("shuffle and prove", deck.shuffle_and_prove, counted.shuffle_and_prove),
            ("verify", deck.verify, counted.verify),
        ):
            least = floor(counter.during(same), costs) * 1000
            target = TARGETS.get((name, size))
            beside = {"floor": least} if target is None else {"floor": least, "target": target}
            report(f"{name}, {size} cards", best(work, REPEATS) * 1000, "ms", **beside)
        report(f"proof, {size} cards", sum(map(len, deck.proof)), "bytes")


def main() -> None:
    """Print every figure."""
    costs = operation_costs()
    for name, seconds in costs.items():
        report(f"group operation: {name}", seconds * 1e6, "us")
    shuffles(costs)
    set_ups(costs)
    entries(costs)


if __name__ == "__main__":
    main()
