"""R22: each saboteur is paid: he draws nugget cards until he has exactly what is due.

Secret nuggets stay secret: the engine is told how each card was answered. A nugget card keeps its name, the position
in the shuffled deck, wherever it goes: one that was put back to the bottom of the pile is named as before. With open
gold (D42) the engine sees the values itself, and since the rules leave no choice nobody is asked.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from p2p_saboteur.games.saboteur.cards import Role
from p2p_saboteur.games.saboteur.rounds import finish_round, next_starter
from p2p_saboteur.games.saboteur.state import Phase, State, picker_of, with_faces, with_gold, with_item
from protocol.game import Deal, Dealt, Handout, IllegalMove, Paid, Pay, PayAnswer, Reveal, Revealed, TableCard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from protocol.game import Seat

DUE: Final = {1: 4, 2: 3, 3: 3}
"""R22, D36: what each saboteur gets, by their number; 2 from four on."""


def begin_pay(state: State) -> State:
    """R22, L2, D37: return the state in which the first saboteur draws; a seat lost in this round counts as one."""
    saboteurs = tuple(seat for seat in state.clockwise(next_starter(state)) if state.roles[seat] is Role.SABOTEUR)
    due = DUE.get(len(saboteurs) + len(state.lost_this_round), 2)
    if state.options.payout == "value":
        known = tuple(value + due * (seat in saboteurs) for seat, value in enumerate(state.gold.known))
        return finish_round(with_gold(state, known=known))
    return _answer_open(_pay(with_gold(state, due=due), saboteurs))


def _pay(state: State, seats: tuple[Seat, ...]) -> State:
    """R22: return the state in which the first of these seats draws its first card; the others wait."""
    if not seats or not state.gold.pile:
        return finish_round(state)
    return _draw(with_gold(state, picker=seats[0], queue=seats[1:], drawn=(), backs=0))


def _pay_next(state: State) -> State:
    """R22, L4: return the state in which the next saboteur who is not lost is paid."""
    return _pay(state, tuple(seat for seat in state.gold.queue if seat not in state.lost))


def _draw(state: State) -> State:
    """R22, D37: return the state in which the next card is drawn, or settled if drawing on would not help."""
    pile = state.gold.pile or ()
    if pile and state.gold.backs < len(pile):
        return state._replace(phase=Phase.PAY_DRAW)
    if state.options.gold == "secret":
        return state._replace(phase=Phase.SETTLE)
    take, give = settlement(_values(state, state.gold.drawn), _values(state, pile), state.gold.due)
    return _settle(state, tuple(pile[index] for index in take), give)


def _values(state: State, positions: Sequence[int]) -> tuple[int, ...]:
    return tuple(state.gold.faces[position] for position in positions)


def settlement(own: Sequence[int], pile: Sequence[int], due: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """R22, D37: return which cards a saboteur takes from the pile and which of his own he gives back.

    Of all subsets of both with the value due, or else with the largest value below it, it is the one with the fewest
    cards, and among these the first in the order of positions (own cards as drawn, then the pile from the top).

    Args:
        own: values of the cards that he has drawn, in that order.
        pile: values of the pile's cards from the top.
        due: the value that he is owed, 2 to 4.

    Returns:
        Indices into the pile and into his own cards, each ascending.
    """
    cards = (*own, *pile)
    subsets = [chosen for size in range(due + 1) for chosen in combinations(range(len(cards)), size)]
    worth = [sum(cards[index] for index in chosen) for chosen in subsets]
    best = max(value for value in worth if value <= due)
    chosen = subsets[worth.index(best)]
    take = tuple(index - len(own) for index in chosen if index >= len(own))
    return take, tuple(index for index in range(len(own)) if index not in chosen)


def pay_draw(state: State) -> Deal | Reveal:
    """R22: return the request for the pile's top card: dealt to the saboteur, or turned up with open gold."""
    card = TableCard("nugget", (state.gold.pile or ())[0])
    if state.options.gold == "open":
        return Reveal(cards=(card,))
    return Deal(handouts=(Handout(card=card, seat=picker_of(state), zone="drawn"),))


def after_pay_draw(state: State, fact: Dealt | Revealed) -> State:
    """R22, D42: return the state in which the saboteur answers the card that he has drawn, if it is secret."""
    if isinstance(fact, Dealt):
        return _with_drawn(state)._replace(phase=Phase.PAY)
    return _answer_open(with_faces(state, (state.gold.pile or ())[:1], fact.cards))


def _with_drawn(state: State) -> State:
    pile = state.gold.pile or ()
    return with_gold(state, drawn=(*state.gold.drawn, pile[0]), pile=pile[1:])


def _answer_open(state: State) -> State:
    """R22, D42: answer open cards for as long as the top of the pile is known (it may have been put back before)."""
    while state.phase is Phase.PAY_DRAW and state.gold.faces[(state.gold.pile or ())[0]]:
        state = _with_drawn(state)
        value = sum(_values(state, state.gold.drawn))
        due = state.gold.due
        state = _answered(state, PayAnswer.KEEP if value < due else PayAnswer.STOP if value == due else PayAnswer.BACK)
    return state


def pay(state: State) -> Pay:
    """R22: return the request to answer a card, or to settle where drawing on would not help."""
    pile = tuple(TableCard("nugget", position) for position in state.gold.pile or ())
    return Pay(seat=picker_of(state), due=state.gold.due, guard=state.phase is Phase.SETTLE, pile=pile)


def after_pay(state: State, fact: Paid) -> State:
    """R22, D37: return the state after an answer.

    Raises:
        ValueError: another seat's answer.
        IllegalMove: an answer that cannot be true, or settling too early, too late or with wrong cards.
    """
    if fact.seat != picker_of(state):
        raise ValueError("another seat's pay")
    if (fact.answer is PayAnswer.SETTLE) is not (state.phase is Phase.SETTLE):
        raise IllegalMove("R22", "A saboteur settles if and only if drawing on would not help.")
    if state.phase is Phase.SETTLE:
        return _settle(state, _taken(state, fact), _given(state, fact))
    if fact.take or fact.give:
        raise IllegalMove("R22", "Cards are named only to settle.")
    _check_answer(len(state.gold.drawn), state.gold.due, fact.answer)
    return _answered(state, fact.answer)


def _check_answer(cards: int, due: int, answer: PayAnswer) -> None:
    """R22: refuse an answer that is wrong whatever the cards are worth, each of them 1 to 3."""
    possible = {
        PayAnswer.KEEP: cards < due,
        PayAnswer.STOP: cards <= due <= 3 * cards,
        PayAnswer.BACK: due < 3 * cards,
    }
    if not possible[answer]:
        raise IllegalMove("R22", "So many cards cannot have a value with which this answer is right.")


def _answered(state: State, answer: PayAnswer) -> State:
    """R22: return the state after the card drawn last was answered."""
    gold = state.gold
    if answer is PayAnswer.STOP:
        return _paid_off(state)
    if answer is PayAnswer.KEEP:
        return _draw(with_gold(state, backs=0))
    pile = (*(gold.pile or ()), gold.drawn[-1])
    return _draw(with_gold(state, drawn=gold.drawn[:-1], pile=pile, backs=gold.backs + 1))


def _taken(state: State, fact: Paid) -> tuple[int, ...]:
    """D37: return the pile positions that a settlement takes; raise IllegalMove if they are not the pile's."""
    positions = tuple(card.position for card in fact.take)
    if any(card.deck != "nugget" for card in fact.take) or not set(positions) <= set(state.gold.pile or ()):
        raise IllegalMove("R22", "Only cards of the pile can be taken.")
    if positions != tuple(sorted(set(positions))):
        raise IllegalMove("R22", "The cards that are taken are named in ascending order, each once.")
    return positions


def _given(state: State, fact: Paid) -> tuple[int, ...]:
    """D37: return the own cards that a settlement gives back; raise IllegalMove if the seat has not drawn them."""
    cards = range(len(state.gold.drawn))
    if not set(fact.give) <= set(cards) or fact.give != tuple(sorted(set(fact.give))):
        raise IllegalMove("R22", "The cards that are given back are named in ascending order, each once.")
    if len(cards) - len(fact.give) + len(fact.take) > state.gold.due:
        raise IllegalMove("R22", "So many cards are worth more than is due.")
    return fact.give


def _settle(state: State, take: tuple[int, ...], give: tuple[int, ...]) -> State:
    """D37: return the state after a settlement; what is given back goes to the bottom in the order drawn."""
    gold = state.gold
    kept = tuple(position for index, position in enumerate(gold.drawn) if index not in give)
    rest = tuple(position for position in gold.pile or () if position not in take)
    pile = (*rest, *(gold.drawn[index] for index in give))
    return _paid_off(with_gold(state, drawn=(*kept, *take), pile=pile))


def _paid_off(state: State) -> State:
    """R22, R23: return the state in which what was drawn belongs to the saboteur, and the next one is paid."""
    gold = state.gold
    seat = picker_of(state)
    counts = with_item(gold.counts, seat, gold.counts[seat] + len(gold.drawn))
    known = with_item(gold.known, seat, gold.known[seat] + sum(_values(state, gold.drawn)))
    return _pay_next(with_gold(state, counts=counts, known=known))


def pay_lost(state: State, seat: Seat) -> State:
    """L4, L6: return the state after a seat was lost during the pay; what the one being paid has drawn goes with him.

    So does a secret card whose deal to him had begun.
    """
    if seat != state.gold.picker:
        return state
    if state.phase is Phase.PAY_DRAW and state.options.gold == "secret":
        state = with_gold(state, pile=(state.gold.pile or ())[1:])
    return _answer_open(_pay_next(state))
