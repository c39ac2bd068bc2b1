"""What happens when a seat, a round or a deck is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from p2p_saboteur.games.saboteur.packet import packet_lost
from p2p_saboteur.games.saboteur.pay import pay_lost
from p2p_saboteur.games.saboteur.rounds import begin_round, finish_round
from p2p_saboteur.games.saboteur.state import Gold, Phase, State, with_gold, with_item
from p2p_saboteur.games.saboteur.turns import draw, next_turn, turn_up_or_share

if TYPE_CHECKING:
    from protocol.game import Seat

_ENDED: Final = (Phase.TOTAL, Phase.CLOSE, Phase.OVER)
_SHARING: Final = (Phase.PACKET, Phase.PICK, Phase.TAKE, Phase.PAY_DRAW, Phase.PAY, Phase.SETTLE)


def lose_seat(state: State, seat: Seat) -> State:
    """L1: return the state without a seat; its hand, role and nuggets leave the game unseen.

    Once the result is there (all that is left is to sign it), it stays as it is.

    Raises:
        ValueError: there is no such seat any more, or no other.
    """
    if state.present == (seat,) or seat not in state.present or state.phase is Phase.OVER:
        raise ValueError("that seat cannot be lost")
    state = state._replace(lost=tuple(sorted((*state.lost, seat))))
    if state.phase is Phase.CLOSE:
        return state
    state = _without_gold(state, seat)._replace(
        hands=with_item(state.hands, seat, 0),
        tools=with_item(state.tools, seat, 0),
        roles=with_item(state.roles, seat, None),
        passed=tuple(other for other in state.passed if other != seat),
    )
    return _go_on(state, seat)


def _without_gold(state: State, seat: Seat) -> State:
    gold = state.gold
    return with_gold(
        state,
        counts=with_item(gold.counts, seat, 0),
        known=with_item(gold.known, seat, 0),
        counts_before=with_item(gold.counts_before, seat, 0),
        known_before=with_item(gold.known_before, seat, 0),
    )


def _go_on(state: State, seat: Seat) -> State:
    """L1 to L6: return the state in which the others go on."""
    match state.phase:
        case Phase.SHUFFLE:
            return begin_round(state, state.round, state.starter, state.gold)
        case Phase.TURN | Phase.PEEK | Phase.DRAW if seat == state.turn:
            return _lose_turn(state)
        case Phase.TURN_UP:
            return turn_up_or_share(state)
        case Phase.PACKET | Phase.PICK | Phase.TAKE:
            return packet_lost(state, seat)
        case Phase.PAY_DRAW | Phase.PAY | Phase.SETTLE:
            return pay_lost(state, seat)
    return state


def _lose_turn(state: State) -> State:
    """L1, L6: return the next turn after whose turn it was is lost; a card being drawn leaves the game with him."""
    if state.phase is Phase.PEEK:
        return draw(state._replace(looked=None))
    pile = state.pile - (state.phase is Phase.DRAW)
    return next_turn(state._replace(pile=pile), state.turn, itself=False)


def void_round(state: State) -> State:
    """L6: return the state before the same round is dealt anew; nobody gets gold for it.

    Raises:
        ValueError: no round is being played.
    """
    if state.phase in _ENDED:
        raise ValueError("no round is being played")
    gold = state.gold
    pile = gold.pile
    if pile is not None and state.dealt and state.options.gold == "open":
        pile = tuple(range(len(gold.deck)))
    before = Gold(  # nothing of a share that was under way is left
        deck=gold.deck,
        pile=pile,
        faces=gold.faces,
        counts=gold.counts_before,
        known=gold.known_before,
        counts_before=gold.counts_before,
        known_before=gold.known_before,
    )
    return begin_round(state, state.round, state.starter, before)


def lose_deck(state: State, label: str) -> State:
    """L6: return the state after the rest of a deck can no longer be opened.

    Without its nugget pile a round pays nobody who has not been paid (a packet that is going round goes on), and the
    next round begins with a new pile. Without one of the other decks, as long as it is needed, the round is void.

    Raises:
        ValueError: there is no such deck.
    """
    if label == "nugget":
        state = with_gold(state, pile=None)
        stuck = state.phase in (Phase.PACKET, Phase.PAY_DRAW, Phase.PAY, Phase.SETTLE)
        return finish_round(state) if stuck else state
    if label not in ("role", "goal", "draw"):
        raise ValueError("there is no such deck")
    return state if state.phase in (*_SHARING, *_ENDED) else void_round(state)
