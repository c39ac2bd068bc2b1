"""The rules of Saboteur as a game that the protocol can run.

>>> game = SaboteurGame(Options(rounds=1))
>>> state = game.start(seats=3, opener=0, coin=bytes(32))
>>> [deck.label for deck in game.request(state).decks]
['role', 'goal', 'draw', 'nugget']
>>> game.request(game.apply(game.apply(state, Shuffled()), Dealt()))
Turn(seat=0, zone='hand')
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from p2p_saboteur.games.saboteur import losses, moves, packet, pay, rounds, turns
from p2p_saboteur.games.saboteur.cards import DRAW
from p2p_saboteur.games.saboteur.legality import NOT_HELD, is_legal
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.sections import encode_sections
from p2p_saboteur.games.saboteur.state import MAX_SEATS, MIN_SEATS, Phase, State, opening
from protocol.game import (
    CardUse,
    Close,
    Closed,
    Deal,
    Dealt,
    DeckLost,
    Fact,
    Lost,
    Moved,
    Paid,
    Pay,
    Peek,
    Peeked,
    Pick,
    Picked,
    Request,
    Reveal,
    Revealed,
    Seat,
    Show,
    Shown,
    Shuffle,
    Shuffled,
    Total,
    Totals,
    Turn,
    Voided,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_ANSWERS: Final = {
    Shuffle: Shuffled,
    Deal: Dealt,
    Peek: Peeked,
    Reveal: Revealed,
    Show: Shown,
    Turn: Moved,
    Pick: Picked,
    Pay: Paid,
    Total: Totals,
    Close: Closed,
}


class _Step(NamedTuple):
    """What a phase waits for and what follows from the answer."""

    request: Callable[[State], Request]
    apply: Callable[[State, Any], State]


_STEPS: Final = {
    Phase.SHUFFLE: _Step(rounds.shuffle, lambda state, _: rounds.after_shuffle(state)),
    Phase.DEAL: _Step(turns.deal, lambda state, _: turns.after_deal(state)),
    Phase.TURN: _Step(turns.turn, turns.after_move),
    Phase.REVEAL: _Step(turns.reveal, turns.after_reveal),
    Phase.PEEK: _Step(turns.peek, lambda state, _: turns.after_peek(state)),
    Phase.DRAW: _Step(turns.drawing, lambda state, _: turns.after_draw(state)),
    Phase.SHOW: _Step(turns.show, turns.after_show),
    Phase.TURN_UP: _Step(turns.turn_up, turns.after_turn_up),
    Phase.PACKET: _Step(packet.packet, packet.after_packet),
    Phase.PICK: _Step(packet.pick, packet.after_pick),
    Phase.TAKE: _Step(packet.take, packet.after_take),
    Phase.PAY_DRAW: _Step(pay.pay_draw, pay.after_pay_draw),
    Phase.PAY: _Step(pay.pay, pay.after_pay),
    Phase.SETTLE: _Step(pay.pay, pay.after_pay),
    Phase.TOTAL: _Step(rounds.total, rounds.after_total),
    Phase.CLOSE: _Step(rounds.close, lambda state, _: state._replace(phase=Phase.OVER)),
}


@dataclass(frozen=True, slots=True)
class SaboteurGame:
    """The rules with a table's options; implements `protocol.game.Game`.

    Attributes:
        rule_options: the options.
    """

    rule_options: Options = field(default_factory=Options)

    @property
    def name(self) -> str:
        """Name and version of the rules."""
        return "saboteur/1"

    @property
    def options(self) -> bytes:
        """Canonical bytes of the options."""
        return self.rule_options.encode()

    def start(self, *, seats: int, opener: Seat, coin: bytes) -> State:
        """R7, D40: return the state before the first shuffle; the coin or the opener says who begins.

        Args:
            seats: 3 to 10.
            opener: the seat of whoever opened the table.
            coin: 32 public random bytes.
        """
        if not MIN_SEATS <= seats <= MAX_SEATS or opener not in range(seats) or len(coin) != 32:
            raise ValueError("3 to 10 seats, the opener's among them, and a coin of 32 bytes")
        chosen = int.from_bytes(coin, "big") % seats
        starter = opener if self.rule_options.first_starter == "opener" else chosen
        return opening(options=self.rule_options, seats=seats, starter=starter)

    def request(self, state: State) -> Request | None:
        """Return what the game waits for; None once it is over."""
        step = _STEPS.get(state.phase)
        return step.request(state) if step else None

    def card_use(self, state: State, move: bytes) -> CardUse:
        """Return what becomes of the card of a move; raise IllegalMove for bytes that are no move's."""
        return moves.card_use(move, state.options)

    def apply(self, state: State, fact: Fact) -> State:
        """Return the next state; the given one stays as it is.

        Raises:
            IllegalMove: the rules forbid what a seat has chosen.
            ValueError: the fact is not one that the game waits for.
        """
        match fact:
            case Lost():
                return losses.lose_seat(state, fact.seat)
            case Voided():
                return losses.void_round(state)
            case DeckLost():
                return losses.lose_deck(state, fact.label)
        request = self.request(state)
        if request is None or type(fact) is not _ANSWERS[type(request)]:
            raise ValueError(f"the game does not wait for this: {type(fact).__name__}")
        if not _fits(request, fact):
            raise ValueError("an answer for each that was asked for")
        return _STEPS[state.phase].apply(state, fact)

    def sections(self, state: State) -> tuple[tuple[str, bytes], ...]:
        """Return the public state's canonical bytes by section."""
        return encode_sections(state)


def _fits(request: Request, fact: Fact) -> bool:
    """Return whether a fact has as many items as its request."""
    match request, fact:
        case Reveal(), Revealed():
            return len(request.cards) == len(fact.cards)
        case Show(), Shown():
            return len(request.seats) == len(fact.cards)
        case Total(), Totals():
            return len(request.seats) == len(fact.values)
    return True


def moved(state: State, seat: Seat, move: moves.Move, hand: Sequence[int]) -> Moved:
    """R5: return the fact of a move by a player whose hand is known, with the first card that serves for it.

    Args:
        state: the public state.
        seat: who moves.
        move: the move.
        hand: numbers of the cards in the seat's hand.

    Raises:
        IllegalMove: the rules forbid the move.
    """
    if refusal := is_legal(state, seat, move, hand):
        raise refusal.error()
    wire = move.wire()
    index = held_index(move, hand)
    shown = index is not None and moves.card_use(wire, state.options) is CardUse.SHOW
    return Moved(seat=seat, move=wire, card=hand[index] if index is not None and shown else None)


def held_index(move: moves.Move, hand: Sequence[int]) -> int | None:
    """R5: return the place in the hand of the first card that serves for a move; None for a move without a card.

    Raises:
        IllegalMove: there is no such card in the hand.
    """
    if isinstance(move, moves.Pass | moves.Take):
        return None
    for index, number in enumerate(hand):
        if DRAW[number] == move.held:
            return index
    raise NOT_HELD.error()
