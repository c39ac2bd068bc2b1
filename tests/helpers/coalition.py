"""Everything that some seats together can read in a log, from their secrets and from what all have published."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain as chained
from typing import TYPE_CHECKING, Any

from protocol import cards, codec, sharing
from protocol.elgamal import value_point
from protocol.errors import Invalid
from protocol.game import PayAnswer
from protocol.ledger import PACKET
from protocol.steps.deal import Reseal
from protocol.steps.keys import SecretKeys, secret_keys
from protocol.steps.layers import StripLayers, undealt
from protocol.steps.leaving import Leave
from protocol.steps.pay import AnswerPay, Settle, SettleSum
from protocol.steps.pick import PickCard
from protocol.steps.play import Play
from protocol.steps.reveal import RevealCards, ShowZones
from protocol.steps.shares import own_share
from protocol.steps.total import ShowTotals

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from protocol.chain import Chain
    from protocol.done import Done
    from protocol.elgamal import Ciphertext
    from protocol.game import Seat
    from protocol.group import Element, Scalar
    from protocol.seat_secrets import SeatSecrets
    from protocol.table import Table

Read = dict["Ciphertext", tuple[str, int]]


class Coalition:
    """Seats that put their secrets together.

    Args:
        chain: a log of one round, at least up to the first deal.
        secrets: of each member, by seat.
        also: other logs that the members have seen, each as the steps from the first one on; what was taken back, too.
        table: of the round that they read; that of `chain` unless given.
    """

    def __init__(
        self,
        chain: Chain,
        secrets: dict[Seat, SeatSecrets],
        *,
        also: Iterable[Sequence[Done]] = (),
        table: Table | None = None,
    ) -> None:
        self.table = table or chain.table
        self.group, self.logs = self.table.group, [chain.done, *also]
        self.keys = {seat: self._keys(seat, known) for seat, known in secrets.items()}
        self.products: set[Element] = {self.group.identity}
        """x A for secrets x of others and elements A: what others have published, and what follows from that."""
        self.layers: dict[tuple[Seat, Element], Element] = {}
        """x A by whose table key x it is, and A: as far as the members know."""
        self.stripping: dict[tuple[Seat, Element], dict[Seat, Element]] = {}
        """f(i + 1) A of seats i, by whose shares these are, and A: as others have published them."""
        self.links: list[tuple[Ciphertext, Ciphertext]] = []
        """Pairs of which everybody sees that they hold the same card."""
        self.passed: list[tuple[str, Seat, Ciphertext]] = []
        """Deck, owner and ciphertext of cards on their way from one owner to the next."""
        self.shares = {seat: self._shares(seat, known) for seat, known in secrets.items()}
        for log in self.logs:
            before = log[0].table
            for done in log:
                self._learn(before, done)
                before = done.table
        self._combine()

    @property
    def done(self) -> Iterator[Done]:
        """Every step of every log."""
        return chained(*self.logs)

    def _keys(self, seat: Seat, known: SeatSecrets) -> SecretKeys:
        setup = self.table.setup
        return secret_keys(self.group, known.me(seat, setup.number), setup)

    def _shares(self, seat: Seat, known: SeatSecrets) -> dict[Seat, Scalar]:
        """Return a member's shares of the others' table keys."""
        table = self.table
        me = known.me(seat, table.setup.number)
        sharings = table.setup.sharings.items()
        return {
            dealer: own_share(table, me, dealer) for dealer, shares in sharings if dealer != seat and seat in shares
        }

    def _learn(self, table: Table, done: Done) -> None:
        for seat, entry in done.entries.items():
            body: Any = codec.decode(entry.body)
            if entry.kind == Leave.kind:
                said = Leave((seat,)).read(table, replace(done.site, kind=Leave.kind, own=True), seat, body[1])
                self._learn_table_layers(seat, {table.ledger.table[card].first: x for card, x in said.layers.items()})
            else:
                self._learn_entry(table, done, seat, body[1] if done.step.witnessed else body)
        if isinstance(done.step, Reseal) and done.whole and done.entries.keys() == set(done.step.seats):
            site = replace(done.site, own=True)  # the chain has checked the proofs
            bodies: dict[Seat, Any] = {seat: codec.decode(entry.body) for seat, entry in done.entries.items()}
            layers = {seat: done.step.read(table, site, seat, body[1]) for seat, body in bodies.items()}
            inputs = [table.ledger.on_table(card) for card, _ in done.step.targets(table)]
            self.links += zip(inputs, done.step.sealed(table, layers), strict=True)
        self._follow_layers(table, done.table)

    def _learn_entry(self, table: Table, done: Done, seat: Seat, content: Any) -> None:  # noqa: ANN401 - as decoded
        match done.step:
            case Reseal() as step:
                targets = step.targets(table)
                self._learn_layers(seat, [owner for _, owner in targets], content[0])
                for (card, owner), layer in zip(
                    targets, cards.decode(self.group, content[0], len(targets)), strict=True
                ):
                    self._learn_switch(seat, table.ledger.on_table(card).first, owner, layer)
            case RevealCards(cards=names) if content is not None:
                firsts = [table.ledger.on_table(card).first for card in names]
                self._learn_table_layers(seat, dict(zip(firsts, self._elements(content[0]), strict=True)))
            case StripLayers(lost=lost) if content is not None:
                firsts = [card.first for card in undealt(table).values()]
                for first, share in zip(firsts, self._elements(content[0]), strict=True):
                    self.stripping.setdefault((lost, first), {})[seat] = share
            case ShowZones() if content is not None:
                self.products.update(self._elements(content[0]))
            case Play() if content[3] is not None:
                self.products.update(self._elements(content[3][0]))
            case _:
                self._learn_gold(table, done, seat, content)

    def _learn_table_layers(self, seat: Seat, layers: dict[Element, Element]) -> None:
        self.products.update(layers.values())
        self.layers.update({(seat, first): layer for first, layer in layers.items()})

    def _learn_switch(self, seat: Seat, first: Element, owner: Element, layer: Ciphertext) -> None:
        """Take x A from a layer (r G, r H - x A) for a member's key H."""
        for keys in self.keys.values():
            for secret in (keys.hand, keys.purse):
                if secret * self.group.base == owner:
                    self.layers[seat, first] = secret * layer.first - layer.second

    def _follow_layers(self, before: Table, after: Table) -> None:
        """Note that a card is the same when a layer has come off it."""
        if before.setup.head == after.setup.head and before.setup.stripped != after.setup.stripped:
            old = {**before.ledger.packets, **before.ledger.table}
            self.links += [(old[name], card) for name, card in after.ledger.table.items()]

    def _combine(self) -> None:
        """Take x A for every key of which all shares at A are known: the members' own ones, and what was published."""
        for dealer, receivers in self.table.setup.sharings.items():
            for first in {card.first for done in self.done for _, _, card in placed(done.table)}:
                known = dict(self.stripping.get((dealer, first), {}))
                known |= {seat: own[dealer] * first for seat, own in self.shares.items() if dealer in own}
                if known.keys() >= receivers.keys():
                    layer = sharing.combine(self.group, {seat: known[seat] for seat in receivers})
                    self._learn_table_layers(dealer, {first: layer})

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
        lying = {(*item, _layers(done.table)) for done in self.done for item in placed(done.table)}
        for label, owner, card, layers in lying.union((*item, frozenset[int]()) for item in self.passed):
            deck = self.table.decks[label]
            for point in self._plaintexts(owner, card, layers, of_value=deck.values is not None):
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

    def _plaintexts(
        self, owner: Seat | None, card: Ciphertext, layers: frozenset[Seat], *, of_value: bool
    ) -> Iterator[Element]:
        """Yield what may lie in a ciphertext: with all layers that are known taken off, less anything that is known."""
        point = card.second
        if owner is None:
            for seat in layers:
                if seat in self.keys:
                    point -= self.keys[seat].table * card.first
                elif (seat, card.first) in self.layers:
                    point -= self.layers[seat, card.first]
        elif owner in self.keys:
            keys = self.keys[owner]
            point -= (keys.purse if of_value else keys.hand) * card.first
        yield from (point - product for product in self.products)


def _layers(table: Table) -> frozenset[Seat]:
    """Return whose layers lie on the cards on the table."""
    return frozenset(table.setup.keys) - table.setup.stripped


def placed(table: Table) -> Iterator[tuple[str, Seat | None, Ciphertext]]:
    """Yield every ciphertext of a table with its deck and its owner; None for those under the joint key."""
    ledger = table.ledger
    yield from ((name.deck, None, card) for name, card in ledger.table.items())
    for (seat, _), zone in ledger.zones.items():
        yield from ((zone.deck, seat, card) for card in zone.cards)
    yield from ((name.deck, seat, card) for (seat, name), card in ledger.peeks.items())
