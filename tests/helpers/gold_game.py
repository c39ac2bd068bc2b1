"""A tiny game about cards that have values: a draft or an exact pay, then the totals; no engine of Saboteur in it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from protocol import codec
from protocol.game import (
    CardUse,
    Close,
    Closed,
    Deal,
    Dealt,
    Deck,
    DeckLost,
    Fact,
    Handout,
    IllegalMove,
    Lost,
    Paid,
    Pay,
    PayAnswer,
    Pick,
    Picked,
    Request,
    Seat,
    Shuffle,
    Shuffled,
    TableCard,
    Total,
    Totals,
    Voided,
)
from protocol.steps.base import PayChoice, PickChoice

if TYPE_CHECKING:
    from random import Random

    from protocol.session import Session
    from protocol.steps.base import AnyChoice

LABEL = "nugget"


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldState:
    """Everything that all know."""

    seats: int
    pending: Request | None
    packet: int = 0
    pile: tuple[int, ...] = ()
    drawn: tuple[int, ...] = ()
    backs: int = 0
    totals: tuple[int, ...] = ()
    lost: tuple[Seat, ...] = ()
    giver: Seat | None = None
    round: int = 1

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats that are there."""
        return tuple(seat for seat in range(self.seats) if seat not in self.lost)

    def after(self, seat: Seat) -> Seat:
        """Return who comes after a seat."""
        return next(
            other % self.seats
            for other in range(seat + 1, seat + 1 + self.seats)
            if other % self.seats not in self.lost
        )


class GoldGame:
    """The rules: seat 0 begins a draft of `packet` cards that goes down the seats, or is paid exactly `due`.

    A packet whose seat is lost goes to the next one; if seat 0 is lost nobody is paid, and a void game ends. With a
    second round the cards that are left are carried over and drafted, or as many of a new deck if they are lost.
    """

    name = "gold/1"

    def __init__(self, values: tuple[int, ...], *, packet: int = 0, due: int = 0, rounds: int = 1) -> None:
        self.values, self.packet, self.due, self.rounds = values, packet, due, rounds

    @property
    def options(self) -> bytes:
        """All of them."""
        return codec.encode([list(self.values), self.packet, self.due, *([] if self.rounds == 1 else [self.rounds])])

    def start(self, *, seats: int, opener: Seat, coin: bytes) -> GoldState:
        """Ask for the shuffle."""
        return GoldState(seats=seats, pending=self._shuffle(), pile=tuple(range(len(self.values))))

    def _shuffle(self) -> Shuffle:
        return Shuffle(decks=(Deck(label=LABEL, size=len(self.values), values=self.values),))

    def request(self, state: GoldState) -> Request | None:
        """Return what is pending."""
        return state.pending

    def card_use(self, state: GoldState, move: bytes) -> CardUse:
        """Know no moves."""
        raise IllegalMove("unreadable", "there are no moves")

    def apply(self, state: GoldState, fact: Fact) -> GoldState:  # noqa: PLR0911 - one return a fact
        """Return the next state."""
        match fact, state.pending:
            case Lost(seat=seat), _:
                return self._lost(replace(state, lost=(*state.lost, seat)), seat)
            case Voided(), _:
                return self._total(state)
            case DeckLost(), Shuffle():
                return replace(state, pending=self._shuffle())
            case Shuffled(), Shuffle():
                return self._packet(state) if self.packet else self._draw(state)
            case Dealt(), Deal():
                return self._pick(state, state.pending.handouts[0].seat) if self.packet else self._ask(state)
            case Picked(seat=seat), Pick(seat=picker) if seat == picker:
                return self._pick(replace(state, packet=state.packet - 1, giver=seat), state.after(seat))
            case Paid() as paid, Pay() as pay:
                return self._paid(state, paid, pay)
            case Totals(values=values), Total():
                return replace(state, totals=values, pending=Close(result=codec.encode(list(values))))
            case Closed(), Close():
                return replace(state, pending=None)
        raise ValueError(fact)

    def sections(self, state: GoldState) -> tuple[tuple[str, bytes], ...]:
        """Return one section."""
        return (("gold", codec.encode([state.packet, list(state.pile), list(state.drawn), list(state.totals)])),)

    def _lost(self, state: GoldState, seat: Seat) -> GoldState:
        """Go on without a seat."""
        match state.pending:
            case Pick(seat=picker) if picker == seat and state.giver is not None:
                if state.giver in state.lost:
                    return self._total(state)
                return self._pick(state, state.after(seat), giver=state.giver)
            case Pick(seat=picker, giver=giver):
                return self._packet(state) if picker == seat else self._pick(state, picker, giver=giver)
            case Deal() if self.packet:
                return self._packet(state)
        over = isinstance(state.pending, Total) or (seat == 0 and not isinstance(state.pending, Shuffle | Close))
        return self._total(state) if over else state

    def _total(self, state: GoldState) -> GoldState:
        return replace(state, pending=Total(seats=state.present))

    def _packet(self, state: GoldState) -> GoldState:
        size = self.packet if state.round == 1 else self._left
        cards = (TableCard(LABEL, place) for place in range(size))
        first = state.present[0]
        handouts = tuple(Handout(card=card, seat=first, zone="packet") for card in cards)
        return replace(state, packet=size, pending=Deal(handouts=handouts))

    @property
    def _left(self) -> int:
        """How many cards the first round leaves."""
        return len(self.values) - self.packet

    def _round_over(self, state: GoldState) -> GoldState:
        if state.round == self.rounds:
            return self._total(state)
        shuffle = Shuffle(decks=(Deck(label=LABEL, size=self._left, carried=True),))
        return replace(state, round=state.round + 1, giver=None, pending=shuffle)

    def _pick(self, state: GoldState, seat: Seat, giver: Seat | None = None) -> GoldState:
        if not state.packet:
            return self._round_over(state)
        to = None if state.packet == 1 else state.after(seat)
        return replace(state, pending=Pick(seat=seat, to=to, giver=giver))

    def _draw(self, state: GoldState) -> GoldState:
        if not state.pile or state.backs >= len(state.pile):
            return self._ask(state, guard=True)
        handout = Handout(card=TableCard(LABEL, state.pile[0]), seat=0, zone="drawn")
        drawn = (*state.drawn, state.pile[0])
        return replace(state, drawn=drawn, pile=state.pile[1:], pending=Deal(handouts=(handout,)))

    def _ask(self, state: GoldState, *, guard: bool = False) -> GoldState:
        pile = tuple(TableCard(LABEL, place) for place in state.pile)
        return replace(state, pending=Pay(seat=0, due=self.due, guard=guard, pile=pile))

    def _paid(self, state: GoldState, paid: Paid, pay: Pay) -> GoldState:
        if (paid.answer is PayAnswer.SETTLE) is not pay.guard:
            raise IllegalMove("guard", "one settles if and only if the guard holds")
        match paid.answer:
            case PayAnswer.KEEP:
                return self._draw(replace(state, backs=0))
            case PayAnswer.BACK:
                pile = (*state.pile, state.drawn[-1])
                return self._draw(replace(state, drawn=state.drawn[:-1], pile=pile, backs=state.backs + 1))
        return self._total(state)


class GoldPlayers:
    """What seats do: they pick the best card, and answer their pay truly; `seen` is what the paid one has drawn."""

    def __init__(self) -> None:
        self.seen: dict[TableCard, int] = {}

    def __call__(self, session: Session, _random: Random) -> AnyChoice:
        """Return the choice of the seat whose turn it is."""
        table = session.table
        values = table.decks[LABEL].values or ()
        request = table.state.pending
        if isinstance(request, Pick):
            packet = [values[number] for number in session.zone("packet")]
            return PickChoice(packet.index(max(packet)))
        drawn = [values[number] for number in session.zone("drawn")]
        zone = table.ledger.zones[0, "drawn"]
        self.seen.update(zip(zone.names, drawn, strict=True))
        if request.guard:
            return self._settle(request, drawn)
        value = sum(drawn)
        answer = PayAnswer.STOP if value == request.due else PayAnswer.KEEP
        return PayChoice(answer=PayAnswer.BACK if value > request.due else answer)

    def _settle(self, request: Pay, drawn: list[int]) -> PayChoice:
        """Take what is due in one card of the pile if there is one, and give back all that was drawn."""
        exact = [card for card in request.pile if self.seen[card] == request.due]
        give = tuple(range(len(drawn))) if exact else ()
        return PayChoice(answer=PayAnswer.SETTLE, take=tuple(exact[:1]), give=give)
