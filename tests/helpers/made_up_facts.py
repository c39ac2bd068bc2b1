"""Facts that could follow, made up from the public state alone: for games in which anything may be lost at any time.

Nobody deals here, so that nothing has to be undone when a seat, a round or a deck is lost; what is turned up is made up
so that no card is there twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2p_saboteur.games.saboteur.cards import DRAW, GOALS, roles
from p2p_saboteur.games.saboteur.legality import legal_moves
from p2p_saboteur.games.saboteur.moves import Lay
from p2p_saboteur.games.saboteur.rules import SaboteurGame, moved
from protocol.game import (
    Close,
    Closed,
    Deal,
    Dealt,
    Fact,
    Moved,
    Paid,
    Pay,
    PayAnswer,
    Peek,
    Peeked,
    Pick,
    Picked,
    Reveal,
    Revealed,
    Show,
    Shown,
    Shuffle,
    Shuffled,
    TableCard,
    Total,
    Totals,
    Turn,
)

if TYPE_CHECKING:
    from random import Random

    from p2p_saboteur.games.saboteur.state import State


def made_up(state: State, chance: Random) -> Fact:  # noqa: C901, PLR0911 - one return a kind of request
    """Return a fact that answers what the game waits for."""
    match SaboteurGame(state.options).request(state):
        case Shuffle():
            return Shuffled()
        case Deal():
            return Dealt()
        case Peek():
            return Peeked()
        case Reveal(cards=cards):
            return Revealed(cards=_turned_up(state, cards, chance))
        case Show(seats=seats):
            deck = len(roles(len(state.dealt), exact=state.options.exact_roles))
            return Shown(cards=tuple((number,) for number in chance.sample(range(deck), len(seats))))
        case Turn(seat=seat):
            return _moved(state, seat, chance)
        case Pick(seat=seat):
            return Picked(seat=seat)
        case Pay() as pay:
            return _paid(state, pay, chance)
        case Total(seats=seats):
            return Totals(values=tuple(chance.randint(1, 3) * state.gold.counts[seat] for seat in seats))
        case Close():
            return Closed()
    raise AssertionError("nothing is waited for")


def _moved(state: State, seat: int, chance: Random) -> Moved:
    """Return a legal move with a hand that nobody has shown; mostly a path, or goals are seldom reached."""
    unseen = [number for number in range(len(DRAW)) if not state.shown >> number & 1]
    hand = chance.sample(unseen, state.hands[seat])
    moves = legal_moves(state, seat, hand)
    paths = [move for move in moves if isinstance(move, Lay)]
    return moved(state, seat, chance.choice(paths if paths and chance.random() < 0.9 else moves), hand)


def _turned_up(state: State, cards: tuple[TableCard, ...], chance: Random) -> tuple[int, ...]:
    """Return numbers for cards that are turned up, none of which is known to be elsewhere."""
    goals = [number for number, goal in enumerate(GOALS) if goal not in state.board.goals]
    chance.shuffle(goals)
    left = list(roles(len(state.dealt))) if cards[-1].deck == "role" else []
    for role in filter(None, state.roles if left else ()):
        left.remove(role)
    nuggets = list(range(len(state.gold.deck)))
    for value in filter(None, state.gold.faces):
        nuggets.remove(next(number for number in nuggets if state.gold.deck[number] == value))
    chance.shuffle(nuggets)
    pools = {"goal": goals, "nugget": nuggets, "role": [roles(len(state.dealt)).index(role) for role in left]}
    return tuple(pools[card.deck].pop() for card in cards)


def _paid(state: State, pay: Pay, chance: Random) -> Paid:
    """Return an answer that could be true, and no answer twice for ever."""
    drawn = len(state.gold.drawn)
    if pay.guard:
        kept = chance.randint(0, drawn)
        take = sorted(chance.sample(pay.pile, min(len(pay.pile), chance.randint(0, pay.due - kept))))
        return Paid(seat=pay.seat, answer=PayAnswer.SETTLE, take=tuple(take), give=tuple(range(kept, drawn)))
    possible = [PayAnswer.BACK] * (pay.due < 3 * drawn) + [PayAnswer.KEEP] * (drawn < pay.due)
    return Paid(seat=pay.seat, answer=chance.choice(possible or [PayAnswer.STOP]))
