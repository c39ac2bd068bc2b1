"""A tiny card game that knows nothing of Saboteur: the library must need nothing else to run it.

Everyone is dealt a badge and two cards of a pile. In turn a seat plays a card for all to see (never the card 0), buries
one unseen, or spies: it looks at the trump, which lies face down. Who has played or buried draws while the pile lasts;
with an empty hand one passes. When all hands are empty, all guess the trump in secret if that is agreed, and then trump
and badges are turned up. The highest card played wins, and the trump's number breaks no ties.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from protocol import codec
from protocol.game import (
    CardUse,
    Close,
    Closed,
    Deal,
    Dealt,
    Deck,
    Fact,
    Handout,
    IllegalMove,
    Lock,
    Moved,
    Opened,
    Peek,
    Peeked,
    Request,
    Reveal,
    Revealed,
    Seat,
    Show,
    Shown,
    Shuffle,
    Shuffled,
    TableCard,
    Turn,
)
from protocol.steps.base import AnyChoice, Choice, LockChoice

if TYPE_CHECKING:
    from random import Random

    from protocol.session import Session

PLAY, BURY, SPY, PASS = b"p", b"b", b"s", b"-"
USES = {PLAY: CardUse.SHOW, BURY: CardUse.HIDE, SPY: CardUse.NONE, PASS: CardUse.NONE}
GUESSES = (b"0", b"1", b"2")
TRUMP = TableCard("trump", 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class SmallState:
    """Everything that all know."""

    hands: tuple[int, ...]
    best: tuple[int, ...]
    seat: Seat
    pile: int
    drawn: int = 0
    spies: int = 0
    guesses: tuple[bytes, ...] = ()
    pending: Request = field(default_factory=lambda: Close(result=b""))
    over: bool = False


class SmallGame:
    """The rules; the pile has `extra` cards more than are dealt."""

    name = "small/1"

    def __init__(self, extra: int = 2, *, guess: bool = False) -> None:
        self.extra, self.guess = extra, guess

    @property
    def options(self) -> bytes:
        """The size of the pile, and whether the trump is guessed."""
        return bytes([self.extra, self.guess])

    def start(self, *, seats: int, opener: Seat, coin: bytes) -> SmallState:
        """Ask for the shuffle; the coin says who begins."""
        size = 2 * seats + self.extra
        decks = (Deck(label="pile", size=size), Deck(label="trump", size=3), Deck(label="badge", size=seats + 1))
        first = (coin[0] + opener) % seats
        return SmallState(hands=(0,) * seats, best=(0,) * seats, seat=first, pile=size, pending=Shuffle(decks=decks))

    def request(self, state: SmallState) -> Request | None:
        """Return what is pending."""
        return None if state.over else state.pending

    def card_use(self, state: SmallState, move: bytes) -> CardUse:
        """Read the one byte that a move has."""
        if move not in USES:
            raise IllegalMove("unreadable", "there is no such move")
        return USES[move]

    def apply(self, state: SmallState, fact: Fact) -> SmallState:  # noqa: PLR0911 - one return a fact
        """Return the next state."""
        match fact, state.pending:
            case Shuffled(), Shuffle():
                return replace(state, pending=self._first_deal(state))
            case Dealt(), Deal(handouts=handouts):
                return self._turn(self._dealt(state, handouts), state.seat)
            case Moved() as moved, Turn():
                return self._moved(state, moved)
            case Peeked(), Peek():
                return self._turn(replace(state, spies=state.spies + 1), self._next(state))
            case Opened(values=guesses), Lock():
                return replace(state, guesses=guesses, pending=self._reveal(state))
            case Revealed(), Reveal():
                return replace(state, pending=Show(seats=tuple(range(len(state.hands))), zone="badge"))
            case Shown(cards=cards), Show():
                result = codec.encode([list(state.best), [list(card) for card in cards], list(state.guesses)])
                return replace(state, pending=Close(result=result))
            case Closed(), Close():
                return replace(state, over=True)
        raise ValueError(fact)

    def sections(self, state: SmallState) -> tuple[tuple[str, bytes], ...]:
        """Return two sections: cards and turn."""
        cards = codec.encode([list(state.hands), list(state.best), state.pile])
        return (("cards", cards), ("turn", codec.encode([state.seat, state.spies, state.over])))

    def _first_deal(self, state: SmallState) -> Deal:
        seats = range(len(state.hands))
        hands = [Handout(card=TableCard("pile", 2 * s + i), seat=s, zone="hand") for s in seats for i in (0, 1)]
        badges = [Handout(card=TableCard("badge", s), seat=s, zone="badge") for s in seats]
        return Deal(handouts=(*hands, *badges))

    def _dealt(self, state: SmallState, handouts: tuple[Handout, ...]) -> SmallState:
        got = [h.seat for h in handouts if h.zone == "hand"]
        hands = tuple(hand + got.count(seat) for seat, hand in enumerate(state.hands))
        seat = self._next(state) if state.drawn else state.seat
        return replace(state, hands=hands, pile=state.pile - len(got), drawn=state.drawn + len(got), seat=seat)

    def _moved(self, state: SmallState, moved: Moved) -> SmallState:
        if moved.seat != state.seat:
            raise IllegalMove("turn", "it is another's turn")
        if moved.card == 0:
            raise IllegalMove("zero", "the card 0 is never played")
        if (moved.move == PASS) != (state.hands[moved.seat] == 0):
            raise IllegalMove("pass", "one passes with an empty hand, and only then")
        if moved.move == SPY:
            return replace(state, pending=Peek(seat=moved.seat, card=TRUMP))
        if moved.move == PASS:
            return self._turn(state, self._next(state))
        hands = tuple(hand - (seat == moved.seat) for seat, hand in enumerate(state.hands))
        best = tuple(max(b, moved.card or 0) if seat == moved.seat else b for seat, b in enumerate(state.best))
        state = replace(state, hands=hands, best=best)
        if not state.pile:
            return self._turn(state, self._next(state))
        card = TableCard("pile", state.drawn)
        return replace(state, pending=Deal(handouts=(Handout(card=card, seat=moved.seat, zone="hand"),)))

    def _turn(self, state: SmallState, seat: Seat) -> SmallState:
        over = not any(state.hands)
        pending = self._end(state) if over else Turn(seat=seat, zone="hand")
        return replace(state, seat=seat, pending=pending)

    def _end(self, state: SmallState) -> Request:
        seats = tuple(range(len(state.hands)))
        return Lock(seats=seats, values=GUESSES) if self.guess else self._reveal(state)

    def _reveal(self, state: SmallState) -> Reveal:
        return Reveal(cards=(TRUMP, TableCard("badge", len(state.hands))))

    def _next(self, state: SmallState) -> Seat:
        return (state.seat + 1) % len(state.hands)


def choose(session: Session, random: Random) -> AnyChoice:
    """Spy now and then, else play or bury any card; guess anything."""
    if isinstance(session.table.state.pending, Lock):
        return LockChoice(random.choice(GUESSES))
    hand = session.zone("hand")
    if not hand:
        return Choice(move=PASS)
    if random.random() < 0.3:
        return Choice(move=SPY)
    card = random.choice(hand)
    return Choice(move=BURY if card == 0 or random.random() < 0.3 else PLAY, card=card)
