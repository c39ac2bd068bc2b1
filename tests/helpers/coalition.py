"""Everything that some seats together can read in a log, from their secrets and from what all have published."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from protocol import cards, codec
from protocol.errors import Invalid
from protocol.steps.base import Me
from protocol.steps.deal import Reseal
from protocol.steps.keys import SecretKeys, secret_keys
from protocol.steps.play import Play
from protocol.steps.reveal import RevealCards, ShowZones

if TYPE_CHECKING:
    from collections.abc import Iterator

    from protocol.chain import Chain, Done
    from protocol.elgamal import Ciphertext
    from protocol.game import Seat
    from protocol.group import Element
    from protocol.session import SeatSecrets
    from protocol.table import Table

Read = dict["Ciphertext", tuple[str, int]]


class Coalition:
    """Seats that put their secrets together.

    Args:
        chain: a log of one round, at least up to the first deal.
        secrets: of each member, by seat.
    """

    def __init__(self, chain: Chain, secrets: dict[Seat, SeatSecrets]) -> None:
        self.chain, self.group = chain, chain.table.group
        self.keys = {seat: self._keys(seat, known) for seat, known in secrets.items()}
        self.products: set[Element] = {self.group.identity}
        """x A for secrets x of others and elements A: what others have published, and what follows from that."""
        before = chain.done[0].table
        for done in chain.done:
            self._learn(before, done)
            before = done.table

    def _keys(self, seat: Seat, known: SeatSecrets) -> SecretKeys:
        setup = self.chain.table.setup
        root = known.roots.of(setup.number)
        me = Me(seat=seat, signing=known.signing, roots=known.roots, root=root, purse=known.purse)
        return secret_keys(self.group, me, setup)

    def _learn(self, table: Table, done: Done) -> None:
        for seat, entry in done.entries.items():
            body: Any = codec.decode(entry.body)
            content = body[1] if done.step.witnessed else body
            match done.step:
                case Reseal() as step:
                    self._learn_layers(table, seat, step, content[0])
                case RevealCards() | ShowZones() if content is not None:
                    self.products.update(self._elements(content[0]))
                case Play() if content[3] is not None:
                    self.products.update(self._elements(content[3][0]))

    def _learn_layers(self, table: Table, seat: Seat, step: Reseal, data: bytes) -> None:
        """Take from each layer (r G, r H - x A) for a member's key H = y G the product x A = y (r G) - (r H - x A)."""
        layers = cards.decode(self.group, data, len(step.targets(table)))
        for (_, owner), layer in zip(step.targets(table), layers, strict=True):
            for keys in self.keys.values():
                for secret in (keys.hand, keys.purse):
                    if secret * self.group.base == owner and seat not in self.keys:
                        self.products.add(secret * layer.first - layer.second)

    def _elements(self, data: bytes) -> tuple[Element, ...]:
        return self.group.elements(data, len(data) // self.group.element_size)

    def read(self) -> Read:
        """Return every ciphertext of the log that the members can read, with its deck and number."""
        found: Read = {}
        for done in self.chain.done:
            for deck, owner, card in placed(done.table):
                for point in self._plaintexts(owner, card):
                    try:
                        found[card] = (deck, cards.number(self.group, done.table.decks[deck], point))
                    except Invalid:
                        continue
        return found

    def _plaintexts(self, owner: Seat | None, card: Ciphertext) -> Iterator[Element]:
        """Yield what may lie in a ciphertext: with the members' layers taken off, less anything that is known."""
        point = card.second
        if owner is None:
            for keys in self.keys.values():
                point -= keys.table * card.first
        elif owner in self.keys:
            point -= self.keys[owner].hand * card.first
        yield from (point - product for product in self.products)


def placed(table: Table) -> Iterator[tuple[str, Seat | None, Ciphertext]]:
    """Yield every ciphertext of a table with its deck and its owner; None for those under the joint key."""
    ledger = table.ledger
    yield from ((name.deck, None, card) for name, card in ledger.table.items())
    for (seat, _), zone in ledger.zones.items():
        yield from ((zone.deck, seat, card) for card in zone.cards)
    yield from ((name.deck, seat, card) for (seat, name), card in ledger.peeks.items())
