"""Everything that some seats together can read in a log, from their secrets and from what all have published."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from protocol import cards, codec
from protocol.elgamal import value_point
from protocol.errors import Invalid
from protocol.game import PayAnswer
from protocol.ledger import PACKET
from protocol.steps.base import Me
from protocol.steps.deal import Reseal
from protocol.steps.keys import SecretKeys, secret_keys
from protocol.steps.pay import AnswerPay, Settle, SettleSum
from protocol.steps.pick import PickCard
from protocol.steps.play import Play
from protocol.steps.reveal import RevealCards, ShowZones
from protocol.steps.total import ShowTotals

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from protocol.chain import Chain
    from protocol.done import Done
    from protocol.elgamal import Ciphertext
    from protocol.game import Seat
    from protocol.group import Element
    from protocol.seat_secrets import SeatSecrets
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
        self.links: list[tuple[Ciphertext, Ciphertext]] = []
        """Pairs of which everybody sees that they hold the same card."""
        self.passed: list[tuple[str, Seat, Ciphertext]] = []
        """Deck, owner and ciphertext of cards on their way from one owner to the next."""
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
        bodies: dict[Seat, Any] = {seat: codec.decode(entry.body) for seat, entry in done.entries.items()}
        contents = {seat: body[1] if done.step.witnessed else body for seat, body in bodies.items()}
        for seat, content in contents.items():
            match done.step:
                case Reseal() as step:
                    self._learn_layers(seat, [owner for _, owner in step.targets(table)], content[0])
                case RevealCards() | ShowZones() if content is not None:
                    self.products.update(self._elements(content[0]))
                case Play() if content[3] is not None:
                    self.products.update(self._elements(content[3][0]))
                case _:
                    self._learn_gold(table, done, seat, content)
        if isinstance(done.step, Reseal):
            site = replace(done.site, own=True)  # the chain has checked the proofs
            layers = {seat: done.step.read(table, site, seat, content) for seat, content in contents.items()}
            inputs = [table.ledger.on_table(card) for card, _ in done.step.targets(table)]
            self.links += zip(inputs, done.step.sealed(table, layers), strict=True)

    def _learn_gold(self, table: Table, done: Done, seat: Seat, content: Any) -> None:  # noqa: ANN401 - as decoded
        """Take what a draft, a pay or a total tells: layers for members, sums, and which cards are still the same."""
        step, site, drawn = done.step, replace(done.site, own=True), table.ledger.zone(seat, "drawn")
        match step:
            case PickCard(to=int(to)):
                outputs = cards.decode(self.group, content[0][0], len(table.ledger.zone(seat, PACKET)))
                self._learn_layers(seat, [table.setup.keys[to].purse] * len(outputs[1:]), content[1][0])
                deck = table.ledger.zones[seat, PACKET].deck
                self.passed += [(deck, seat, card) for card in outputs]
                self.links += zip(outputs[1:], step.read(table, site, seat, content).rest, strict=True)
            case AnswerPay():
                self.links += zip(drawn[-1:], step.read(table, site, seat, content).back, strict=False)
                if content[0] == PayAnswer.STOP.value:
                    self._learn_sum(drawn, step.due)
            case Settle():
                given = [drawn[place] for place in content[1]]
                self.links += zip(given, step.read(table, site, seat, content).back, strict=True)
            case SettleSum():
                self._learn_sum(drawn, content[0])
            case ShowTotals():
                self._learn_sum(table.ledger.zone(seat, "purse"), content[0])

    def _learn_sum(self, owned: Sequence[Ciphertext], value: int) -> None:
        """Take from cards that are together worth v the product y (A_1 + A_2 + ..) = B_1 + B_2 + .. - v V."""
        unit = self.group.scalar(value) * value_point(self.group, "nugget")
        self.products.add(self.group.sum(card.second for card in owned) - unit)

    def _learn_layers(self, seat: Seat, owners: Sequence[Element], data: bytes) -> None:
        """Take from each layer (r G, r H - x A) for a member's key H = y G the product x A = y (r G) - (r H - x A)."""
        layers = cards.decode(self.group, data, len(owners))
        for owner, layer in zip(owners, layers, strict=True):
            for keys in self.keys.values():
                for secret in (keys.hand, keys.purse):
                    if secret * self.group.base == owner and seat not in self.keys:
                        self.products.add(secret * layer.first - layer.second)

    def _elements(self, data: bytes) -> tuple[Element, ...]:
        return self.group.elements(data, len(data) // self.group.element_size)

    def read(self) -> Read:
        """Return every ciphertext of the log that the members can read, with its deck and number."""
        found: Read = {}
        lying = {item for done in self.chain.done for item in placed(done.table)}
        for label, owner, card in lying.union(self.passed):
            deck = self.chain.table.decks[label]
            for point in self._plaintexts(owner, card, of_value=deck.values is not None):
                try:
                    found[card] = (label, cards.number(self.group, deck, point))
                except Invalid:
                    continue
        return self._follow(found)

    def _follow(self, found: Read) -> Read:
        """Return also what is the same card as one that is read."""
        size = -1
        while len(found) > size:
            size = len(found)
            for one, other in self.links:
                for here, there in ((one, other), (other, one)):
                    if here in found:
                        found.setdefault(there, found[here])
        return found

    def _plaintexts(self, owner: Seat | None, card: Ciphertext, *, of_value: bool) -> Iterator[Element]:
        """Yield what may lie in a ciphertext: with the members' layers taken off, less anything that is known."""
        point = card.second
        if owner is None:
            for keys in self.keys.values():
                point -= keys.table * card.first
        elif owner in self.keys:
            keys = self.keys[owner]
            point -= (keys.purse if of_value else keys.hand) * card.first
        yield from (point - product for product in self.products)


def placed(table: Table) -> Iterator[tuple[str, Seat | None, Ciphertext]]:
    """Yield every ciphertext of a table with its deck and its owner; None for those under the joint key."""
    ledger = table.ledger
    yield from ((name.deck, None, card) for name, card in ledger.table.items())
    for (seat, _), zone in ledger.zones.items():
        yield from ((zone.deck, seat, card) for card in zone.cards)
    yield from ((name.deck, seat, card) for (seat, name), card in ledger.peeks.items())
