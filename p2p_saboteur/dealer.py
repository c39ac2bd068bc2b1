"""A dealer who knows all cards and whom everyone trusts: carries out a game's requests without cryptography.

Game-agnostic: decks, seats and zones are those of `protocol.game`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Protocol

from protocol.errors import LocalError
from protocol.game import (
    Close,
    Closed,
    Deal,
    Dealt,
    Deck,
    Fact,
    Paid,
    PayAnswer,
    Peek,
    Peeked,
    Pick,
    Request,
    Reveal,
    Revealed,
    Seat,
    Show,
    Shown,
    Shuffle,
    Shuffled,
    TableCard,
    Total,
    Totals,
)

_PURSE: Final = "purse"
"""The one zone whose cards outlast a shuffle."""


class Chance(Protocol):
    """A source of randomness, for example `random.Random` or `random.SystemRandom`."""

    def randrange(self, stop: int, /) -> int:
        """Return a number from 0 to stop-1."""


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card of the table or of a seat: where it lay after the shuffle, its number, and what it is worth (or 0)."""

    place: TableCard
    number: int
    value: int


@dataclass(slots=True)
class Dealer:
    """All cards of a table: those that lie on it, those that seats own, and what seats have looked at.

    Attributes:
        chance: where the shuffles come from.
        table: every card that lies on the table, by its place.
        peeks: what each seat has looked at since that deck was shuffled.
    """

    chance: Chance
    table: dict[TableCard, HeldCard] = field(default_factory=dict)
    peeks: dict[tuple[Seat, TableCard], int] = field(default_factory=dict)
    _zones: dict[tuple[Seat, str], list[HeldCard]] = field(default_factory=dict)

    def zone(self, seat: Seat, zone: str) -> list[HeldCard]:
        """Return the cards that a seat owns in a zone, in the order in which they came."""
        return self._zones.setdefault((seat, zone), [])

    def carry_out(self, request: Request) -> Fact:  # noqa: PLR0911 - one return a kind of request
        """Carry out a request that asks nobody for a choice and return its fact.

        Raises:
            LocalError: the request asks a seat for a choice, or for a card that is not there.
        """
        match request:
            case Shuffle(decks=decks):
                self._shuffle(decks)
                return Shuffled()
            case Deal(handouts=handouts):
                for handout in handouts:
                    self.zone(handout.seat, handout.zone).append(self._take(handout.card))
                return Dealt()
            case Peek(seat=seat, card=card):
                self.peeks[seat, card] = self._look(card).number
                return Peeked()
            case Reveal(cards=cards):
                return Revealed(cards=tuple(self._look(card).number for card in cards))
            case Show(seats=seats, zone=zone):
                return Shown(cards=tuple(tuple(card.number for card in self.zone(seat, zone)) for seat in seats))
            case Total(seats=seats):
                return Totals(values=tuple(sum(card.value for card in self.zone(seat, _PURSE)) for seat in seats))
            case Close():
                return Closed()
        raise LocalError(f"a seat must answer this: {request}")

    def hand_over(self, request: Pick, index: int) -> None:
        """Let the picker keep the card with this index in its packet and hand on the others."""
        packet = self.zone(request.seat, "packet")
        self.zone(request.seat, _PURSE).append(packet.pop(index))
        if request.to is not None:
            rest = packet.copy()
            packet.clear()
            self.zone(request.to, "packet").extend(rest)

    def pay(self, fact: Paid) -> None:
        """Move a paid seat's nuggets as it answered."""
        drawn = self.zone(fact.seat, "drawn")
        back: list[HeldCard] = []
        if fact.answer is PayAnswer.BACK:
            back = [drawn.pop()]
        elif fact.answer is PayAnswer.SETTLE:
            back = [drawn[index] for index in fact.give]
            drawn[:] = [card for card in drawn if card not in back] + [self._take(card) for card in fact.take]
        for card in back:
            self.table[card.place] = card
        if fact.answer in (PayAnswer.STOP, PayAnswer.SETTLE):
            self.zone(fact.seat, _PURSE).extend(drawn)
            drawn.clear()

    def lose(self, seat: Seat) -> list[HeldCard]:
        """Take a seat's cards out of the game and return its packet, which alone may go on elsewhere."""
        packet = self.zone(seat, "packet")
        for place in [place for place in self._zones if place[0] == seat]:
            del self._zones[place]
        return packet

    def _shuffle(self, decks: tuple[Deck, ...]) -> None:
        """Take up everything but the purses, shuffle the decks and lay them on the table."""
        old = self.table
        self.table = {}
        self.peeks.clear()
        self._zones = {place: cards for place, cards in self._zones.items() if place[1] == _PURSE}
        for deck in decks:
            if deck.carried:
                cards = [(card.number, card.value) for place, card in old.items() if place.deck == deck.label]
            else:
                cards = [(number, deck.values[number] if deck.values else 0) for number in range(deck.size)]
            if len(cards) != deck.size:
                raise LocalError(f"deck {deck.label} has {len(cards)} cards, not {deck.size}")
            for position in range(deck.size):
                number, value = cards.pop(self.chance.randrange(len(cards)))
                place = TableCard(deck.label, position)
                self.table[place] = HeldCard(place, number, value)

    def _look(self, card: TableCard) -> HeldCard:
        """Return a card that lies on the table."""
        if card not in self.table:
            raise LocalError(f"no such card lies on the table: {card}")
        return self.table[card]

    def _take(self, card: TableCard) -> HeldCard:
        """Take a card from the table."""
        held = self._look(card)
        del self.table[card]
        return held
