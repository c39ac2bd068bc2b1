"""Pay up to an exact value: each card dealt in private is kept, kept as the last one, or put back. PROTOCOL "Pay".

Which of the three is right hangs on the sum of what the seat has drawn, and every answer proves that it is the right
one without showing the sum. Where drawing on would not help (the guard), the seat names what it takes and gives back,
the table deals what it takes, and the seat shows that the sum is not above what is due.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Final

from protocol import codec
from protocol.errors import Invalid, LocalError, Reason
from protocol.game import Handout, IllegalMove, Paid, PayAnswer, TableCard
from protocol.ledger import PURSE, Zone
from protocol.steps.base import AnyStep, Me, PayChoice, Site, Step
from protocol.steps.deal import Reseal
from protocol.steps.keys import purse_secret
from protocol.steps.sums import Worth, owned_value
from protocol.steps.switch import Switch, switched
from protocol.table import illegal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from protocol.elgamal import Ciphertext
    from protocol.game import Fact, Pay, Seat
    from protocol.group import Element, Scalar
    from protocol.steps.switch import Layers
    from protocol.table import Table

DRAWN: Final = "drawn"
SUM, BACK = "sum", "back"
ANSWERS: Final = (PayAnswer.KEEP, PayAnswer.STOP, PayAnswer.BACK)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer to one card.

    Attributes:
        fact: for the game, which has agreed to it.
        back: the card under the joint key, if it was put back.
    """

    fact: Paid
    back: tuple[Ciphertext, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerPay(Step[Answer]):
    """One seat answers the card that was dealt to it last."""

    kind: ClassVar[str] = "pay"
    witnessed: ClassVar[bool] = False
    chosen: ClassVar[bool] = True
    seats: tuple[Seat, ...]
    due: int

    def make(self, table: Table, site: Site, me: Me) -> codec.Value:
        """Return [answer, proof of the sum, layers of a card that goes back]."""
        choice = _own_answer(me, ANSWERS)
        table.game.apply(table.state, Paid(seat=me.seat, answer=choice.answer))
        secret = purse_secret(table.group, me)
        value = _own_value(table, me.seat, secret)
        proof = self._worth(table, me.seat, choice.answer).prove(site.spot(me.seat, SUM), me, secret, value)
        back = None
        if choice.answer is PayAnswer.BACK:
            back = self._switch(table, me.seat).make(site.spot(me.seat, BACK), me, secret)
        return [choice.answer.value, proof, back]

    def read(self, table: Table, site: Site, seat: Seat, content: codec.Value) -> Answer:
        """Check that the answer is the right one for the sum."""
        name, proof, back = codec.array(content, 3)
        answer = next((each for each in ANSWERS if each.value == name), None)
        if answer is None:
            raise Invalid(Reason.ENCODING, "pay.answer")
        fact = Paid(seat=seat, answer=answer)
        _agree(table, fact)
        self._worth(table, seat, answer).check(site.spot(seat, SUM), proof)
        if answer is not PayAnswer.BACK:
            codec.nothing(back)
            return Answer(fact=fact)
        switch = self._switch(table, seat)
        layers = switch.read(site.spot(seat, BACK), back)
        return Answer(fact=fact, back=switched(switch.inputs, [layers]))

    def finish(self, table: Table, site: Site, contributions: Mapping[Seat, Answer]) -> tuple[Table, tuple[Fact, ...]]:
        """Leave the card with the seat, put it back, or close the seat's pay."""
        (seat,) = self.seats
        answer, ledger = contributions[seat], table.ledger
        zone = ledger.zones[seat, DRAWN]
        match answer.fact.answer:
            case PayAnswer.STOP:
                ledger = ledger.put((seat, DRAWN), Zone(zone.deck)).add((seat, PURSE), Zone(zone.deck, zone.cards))
            case PayAnswer.BACK:
                rest = Zone(zone.deck, zone.cards[:-1], zone.names[:-1])
                ledger = ledger.put((seat, DRAWN), rest).put_back({zone.names[-1]: answer.back[0]})
        return table.with_ledger(ledger).tell(answer.fact)

    def _worth(self, table: Table, seat: Seat, answer: PayAnswer) -> Worth:
        most = max(table.zone_deck(seat, DRAWN).values or (1,))  # whoever draws has one less than is due at the most
        values = {
            PayAnswer.KEEP: tuple(range(1, self.due)),
            PayAnswer.STOP: (self.due,),
            PayAnswer.BACK: tuple(range(self.due + 1, self.due + most)),
        }
        return _worth(table, seat, values[answer])

    def _switch(self, table: Table, seat: Seat) -> Switch:
        last = table.ledger.zone(seat, DRAWN)[-1:]
        return Switch(key=table.setup.keys[seat].purse, inputs=last, targets=(table.setup.joint,))


@dataclass(frozen=True, slots=True)
class Settle(Step[Answer]):
    """The guard, first: the seat names what it takes from the pile, and gives back what it names of its own."""

    kind: ClassVar[str] = "settle"
    witnessed: ClassVar[bool] = False
    chosen: ClassVar[bool] = True
    seats: tuple[Seat, ...]
    pile: tuple[TableCard, ...]

    def make(self, table: Table, site: Site, me: Me) -> codec.Value:
        """Return [places in the pile, own places, layers of what goes back]."""
        choice = _own_answer(me, (PayAnswer.SETTLE,))
        fact = Paid(seat=me.seat, answer=choice.answer, take=choice.take, give=choice.give)
        table.game.apply(table.state, fact)
        take = sorted(self.pile.index(card) for card in choice.take)
        secret = purse_secret(table.group, me)
        back = self._switch(table, me.seat, choice.give).make(site.spot(me.seat, BACK), me, secret)
        return [take, list(choice.give), back]

    def read(self, table: Table, site: Site, seat: Seat, content: codec.Value) -> Answer:
        """Check what is named and given back."""
        taken, given, back = codec.array(content, 3)
        take = tuple(sorted(self.pile[place] for place in _places(taken, len(self.pile))))
        give = _places(given, len(table.ledger.zone(seat, DRAWN)))
        fact = Paid(seat=seat, answer=PayAnswer.SETTLE, take=take, give=give)
        _agree(table, fact)
        switch = self._switch(table, seat, give)
        return Answer(fact=fact, back=switched(switch.inputs, [switch.read(site.spot(seat, BACK), back)]))

    def finish(self, table: Table, site: Site, contributions: Mapping[Seat, Answer]) -> tuple[Table, tuple[Fact, ...]]:
        """Put back what was given; what is taken will be dealt."""
        (seat,) = self.seats
        answer, zone = contributions[seat], table.ledger.zones[seat, DRAWN]
        kept = [place for place in range(len(zone.cards)) if place not in answer.fact.give]
        rest = Zone(zone.deck, tuple(zone.cards[i] for i in kept), tuple(zone.names[i] for i in kept))
        names = (zone.names[place] for place in answer.fact.give)
        ledger = table.ledger.put((seat, DRAWN), rest).put_back(dict(zip(names, answer.back, strict=True)))
        return replace(table, ledger=ledger, settling=answer.fact), ()

    def _switch(self, table: Table, seat: Seat, give: Sequence[int]) -> Switch:
        drawn = table.ledger.zone(seat, DRAWN)
        inputs = tuple(drawn[place] for place in give)
        return Switch(key=table.setup.keys[seat].purse, inputs=inputs, targets=(table.setup.joint,) * len(inputs))


@dataclass(frozen=True, slots=True)
class SettleDeal(Reseal):
    """The guard, second: all seats deal what the seat takes."""

    kind: ClassVar[str] = "settle deal"
    seats: tuple[Seat, ...]

    def targets(self, table: Table) -> Sequence[tuple[TableCard, Element]]:
        """Return each card that is taken with the purse key of who takes it."""
        fact = settling(table)
        return [(card, table.owner_key(fact.seat, card.deck)) for card in fact.take]

    def finish(self, table: Table, site: Site, contributions: Mapping[Seat, Layers]) -> tuple[Table, tuple[Fact, ...]]:
        """Hand out the cards; the game learns of it when the sum is shown."""
        fact = settling(table)
        handouts = [Handout(card=card, seat=fact.seat, zone=DRAWN) for card in fact.take]
        return table.with_ledger(table.ledger.deal(handouts, self.sealed(table, contributions))), ()


@dataclass(frozen=True, slots=True)
class SettleSum(Step[None]):
    """The guard, last: the seat shows what it has, which is not above what is due."""

    kind: ClassVar[str] = "settle sum"
    witnessed: ClassVar[bool] = False
    seats: tuple[Seat, ...]
    due: int

    def make(self, table: Table, site: Site, me: Me) -> codec.Value:
        """Return [sum, proof]."""
        secret = purse_secret(table.group, me)
        value = _own_value(table, me.seat, secret)
        return [value, _worth(table, me.seat, (value,)).prove(site.spot(me.seat, SUM), me, secret, value)]

    def read(self, table: Table, site: Site, seat: Seat, content: codec.Value) -> None:
        """Check the sum."""
        value, proof = codec.array(content, 2)
        claimed = codec.integer(value, 0, self.due)
        _worth(table, seat, (claimed,)).check(site.spot(seat, SUM), proof)

    def finish(self, table: Table, site: Site, contributions: Mapping[Seat, None]) -> tuple[Table, tuple[Fact, ...]]:
        """Give the seat what it has."""
        fact = settling(table)
        zone = table.ledger.zones[fact.seat, DRAWN]
        ledger = table.ledger.put((fact.seat, DRAWN), Zone(zone.deck))
        ledger = ledger.add((fact.seat, PURSE), Zone(zone.deck, zone.cards))
        return replace(table, ledger=ledger, settling=None).tell(fact)


def settling(table: Table) -> Paid:
    """Return the settlement under way; raise LocalError if there is none."""
    if table.settling is None:
        raise LocalError("nobody settles")
    return table.settling


def pay_steps(request: Pay, table: Table) -> tuple[AnyStep, ...]:
    """Return the steps of an answer, or of a settlement where the guard holds; one that has begun goes on."""
    seats, fact = (request.seat,), table.settling
    if not request.guard:
        return (AnswerPay(seats, request.due),)
    last = SettleSum(seats, request.due)
    if fact is None:
        return (Settle(seats, request.pile), SettleDeal(table.present), last)
    return (SettleDeal(table.present), last) if table.ledger.table.keys() >= set(fact.take) else (last,)


def _own_answer(me: Me, answers: tuple[PayAnswer, ...]) -> PayChoice:
    if not isinstance(me.choice, PayChoice) or me.choice.answer not in answers:
        raise LocalError(f"one of these answers is waited for: {', '.join(answer.value for answer in answers)}")
    return me.choice


def _agree(table: Table, fact: Paid) -> None:
    """Let the game judge a fact without telling it."""
    try:
        table.game.apply(table.state, fact)
    except IllegalMove as error:
        raise illegal(error) from error


def _places(content: codec.Value, size: int) -> tuple[int, ...]:
    """Return ascending numbers below `size`, each once."""
    places = tuple(codec.integer(place, 0, size - 1) for place in codec.array_upto(content, size))
    if list(places) != sorted(set(places)):
        raise Invalid(Reason.ENCODING, "settle.places")
    return places


def _worth(table: Table, seat: Seat, values: tuple[int, ...]) -> Worth:
    """Return the claim that what a seat has drawn is worth one of these values."""
    deck = table.zone_deck(seat, DRAWN).label
    return Worth(key=table.setup.keys[seat].purse, deck=deck, cards=table.ledger.zone(seat, DRAWN), values=values)


def _own_value(table: Table, seat: Seat, secret: Scalar) -> int:
    return owned_value(table.group, table.zone_deck(seat, DRAWN), table.ledger.zone(seat, DRAWN), secret)
