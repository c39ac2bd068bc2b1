"""A tiny card game that knows nothing of Saboteur: the library must need nothing else to run it.

Everyone is dealt a badge and cards of a pile. In turn a seat plays a card for all to see (never the card 0), buries one
unseen, or spies: it looks at the trump, which lies face down. Who has played or buried draws while the pile lasts;
with an empty hand one passes. When all hands are empty, all guess the trump in secret if that is agreed, and then trump
and badges are turned up. The highest card played wins. Whoever is lost is passed over; a void game is dealt anew. Cards
of value are in `gold_game`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from protocol import codec, game
from protocol.game import CardUse, Handout, IllegalMove, Moved, TableCard
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
    """Everything that all know; `best` is each seat's highest card, `drawn` how many have left the pile of `size`."""

    hands: tuple[int, ...]
    best: tuple[int, ...]
    seat: int
    pending: game.Request | None
    drawn: int = 0
    size: int = 0
    spies: int = 0
    guesses: tuple[bytes, ...] = ()
    lost: tuple[int, ...] = ()
    dealt: tuple[int, ...] = ()

    @property
    def present(self) -> tuple[int, ...]:
        """The seats that are there."""
        return tuple(seat for seat in range(len(self.hands)) if seat not in self.lost)


class SmallGame:
    """The rules; everyone begins with `hand` cards, and the pile has `extra` cards more."""

    name = "small/1"

    def __init__(self, extra: int = 2, *, guess: bool = False, hand: int = 2) -> None:
        self.extra, self.guess, self.hand = extra, guess, hand
        self.options = bytes([extra, guess, hand])

    def start(self, *, seats: int, opener: int, coin: bytes) -> SmallState:
        """Ask for the shuffle; the coin says who begins."""
        state = SmallState(hands=(0,) * seats, best=(0,) * seats, seat=(coin[0] + opener) % seats, pending=None)
        return self._shuffle(state)

    def _shuffle(self, state: SmallState) -> SmallState:
        """Return the state before the deal to all who are there."""
        seats = len(state.present)
        sizes = {"pile": self.hand * seats + self.extra, "trump": len(GUESSES), "badge": seats + 1}
        shuffle = game.Shuffle(decks=tuple(game.Deck(label=label, size=size) for label, size in sizes.items()))
        none = (0,) * len(state.hands)
        first = next(seat for seat in _clockwise(state, state.seat) if seat in state.present)
        lost, dealt = state.lost, state.present
        return SmallState(
            hands=none, best=none, seat=first, pending=shuffle, size=sizes["pile"], lost=lost, dealt=dealt
        )

    def request(self, state: SmallState) -> game.Request | None:
        """Return what is pending."""
        return state.pending

    def card_use(self, state: SmallState, move: bytes) -> CardUse:
        """Read the one byte that a move has."""
        if move not in USES:
            raise IllegalMove("unreadable", "there is no such move")
        return USES[move]

    def apply(self, state: SmallState, fact: game.Fact) -> SmallState:
        """Return the next state."""
        if isinstance(fact, game.Lost):
            return self._lost(state, fact.seat)
        return self._shuffle(state) if isinstance(fact, game.Voided) else self._answered(state, fact)

    def _answered(self, state: SmallState, fact: game.Fact) -> SmallState:  # noqa: PLR0911 - one return a fact
        seats = state.present
        match fact, state.pending:
            case game.Shuffled(), game.Shuffle():
                owners = [seat for seat in seats for _ in range(self.hand)]
                cards = [Handout(card=TableCard("pile", i), seat=s, zone="hand") for i, s in enumerate(owners)]
                badges = [Handout(card=TableCard("badge", i), seat=s, zone="badge") for i, s in enumerate(seats)]
                return replace(state, pending=game.Deal(handouts=(*cards, *badges)))
            case game.Dealt(), game.Deal(handouts=handouts):
                got = [handout.seat for handout in handouts if handout.zone == "hand"]
                hands = tuple(hand + got.count(seat) for seat, hand in enumerate(state.hands))
                drawn = state.drawn + 1 if state.drawn else self.hand * len(state.dealt)
                return self._turn(replace(state, hands=hands, drawn=drawn), 1 if state.drawn else 0)
            case Moved() as moved, game.Turn():
                return self._moved(state, moved)
            case game.Peeked(), game.Peek():
                return self._turn(replace(state, spies=state.spies + 1), 1)
            case game.Opened(values=guesses), game.Lock():
                return replace(state, guesses=guesses, pending=_last_cards(state))
            case game.Revealed(), game.Reveal():
                return replace(state, pending=game.Show(seats=seats, zone="badge"))
            case game.Shown(cards=shown), game.Show():
                result = codec.encode([list(state.best), [list(card) for card in shown], list(state.guesses)])
                return replace(state, pending=game.Close(result=result))
            case game.Closed(), game.Close():
                return replace(state, pending=None)
        raise ValueError(fact)

    def sections(self, state: SmallState) -> tuple[tuple[str, bytes], ...]:
        """Return two sections: cards and turn."""
        cards = codec.encode([list(state.hands), list(state.best), state.drawn])
        return (("cards", cards), ("turn", codec.encode([state.seat, state.spies, state.pending is None])))

    def _moved(self, state: SmallState, moved: Moved) -> SmallState:
        if moved.seat != state.seat:
            raise IllegalMove("turn", "it is another's turn")
        if moved.card == 0:
            raise IllegalMove("zero", "the card 0 is never played")
        if (moved.move == PASS) != (state.hands[moved.seat] == 0):
            raise IllegalMove("pass", "one passes with an empty hand, and only then")
        if moved.move == SPY:
            return replace(state, pending=game.Peek(seat=moved.seat, card=TRUMP))
        if moved.move == PASS:
            return self._turn(state, 1)
        hands, best = list(state.hands), list(state.best)
        hands[moved.seat] -= 1
        best[moved.seat] = max(best[moved.seat], moved.card or 0)
        state = replace(state, hands=tuple(hands), best=tuple(best))
        if state.drawn == state.size:
            return self._turn(state, 1)
        draw = Handout(card=TableCard("pile", state.drawn), seat=moved.seat, zone="hand")
        return replace(state, pending=game.Deal(handouts=(draw,)))

    def _turn(self, state: SmallState, on: int) -> SmallState:
        """Let the turn go on by so many seats, or the game end."""
        seat = next(seat for seat in _clockwise(state, state.seat + on) if seat in state.present)
        end = game.Lock(seats=state.present, values=GUESSES) if self.guess else _last_cards(state)
        return replace(state, seat=seat, pending=game.Turn(seat=seat, zone="hand") if any(state.hands) else end)

    def _lost(self, state: SmallState, seat: int) -> SmallState:
        """Go on without a seat: what it was asked is passed over, what others are asked stays."""
        hands = tuple(0 if other == seat else hand for other, hand in enumerate(state.hands))
        state = replace(state, hands=hands, lost=tuple(sorted((*state.lost, seat))))
        match state.pending:
            case game.Shuffle():
                return self._shuffle(state)
            case game.Deal(handouts=handouts):
                rest = tuple(handout for handout in handouts if handout.seat != seat)
                drawn = state.drawn + 1
                return (
                    replace(state, pending=game.Deal(handouts=rest))
                    if rest
                    else self._turn(replace(state, drawn=drawn), 1)
                )
            case game.Turn() | game.Peek():
                return self._turn(state, 1) if state.seat == seat or not any(hands) else state
            case game.Lock(values=values):
                return replace(state, pending=game.Lock(seats=state.present, values=values))
            case game.Show(zone=zone):
                return replace(state, pending=game.Show(seats=state.present, zone=zone))
        return state


def _clockwise(state: SmallState, first: int) -> list[int]:
    return [(first + on) % len(state.hands) for on in range(len(state.hands))]


def _last_cards(state: SmallState) -> game.Reveal:
    return game.Reveal(cards=(TRUMP, TableCard("badge", len(state.dealt))))


def choose(session: Session, random: Random) -> AnyChoice:
    """Spy now and then, else play or bury any card; guess anything."""
    if isinstance(session.table.state.pending, game.Lock):
        return LockChoice(random.choice(GUESSES))
    hand = session.zone("hand")
    if not hand:
        return Choice(move=PASS)
    if random.random() < 0.3:
        return Choice(move=SPY)
    card = random.choice(hand)
    return Choice(move=BURY if card == 0 or random.random() < 0.3 else PLAY, card=card)
