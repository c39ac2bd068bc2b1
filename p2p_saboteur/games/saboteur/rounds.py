"""Rounds follow one another: shuffling, who begins, and the end of the game."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from p2p_saboteur.games.saboteur.cards import DRAW, GOALS, NUGGETS, roles
from p2p_saboteur.games.saboteur.grid import EMPTY_BOARD
from p2p_saboteur.games.saboteur.state import MIN_SEATS, Gold, Phase, State
from protocol.game import Close, Deck, Shuffle, Total, Totals

if TYPE_CHECKING:
    from protocol.game import Seat


def begin_round(state: State, number: int, starter: Seat, gold: Gold) -> State:
    """R24, L5: return the state before the shuffle of a round, or the end of the game with fewer than three seats.

    Args:
        state: the state so far.
        number: of the round, 1 to 3.
        starter: who begins it; if that seat is lost, the next one clockwise.
        gold: the nuggets, which a round does not reset.
    """
    if len(state.present) < MIN_SEATS:
        return end_game(state._replace(looked=None, gold=gold))
    first = state.clockwise(starter)[0]
    none = (0,) * state.seats
    return State(
        options=state.options,
        seats=state.seats,
        lost=state.lost,
        round=number,
        starter=first,
        turn=first,
        board=EMPTY_BOARD,
        tools=none,
        hands=none,
        roles=(None,) * state.seats,
        gold=Gold(
            deck=gold.deck,
            pile=gold.pile,
            faces=gold.faces,
            counts=gold.counts,
            known=gold.known,
            counts_before=gold.counts,
            known_before=gold.known,
        ),
    )


def shuffle(state: State) -> Shuffle:
    """R1 to R4, R24, L6: return the request to shuffle the roles, goals, path and action cards, and nuggets.

    Secret nuggets are carried over from the last round. Open ones are known to all, so that those left in the pile
    simply make a new deck. A deck without cards is left out.
    """
    players = len(state.present)
    decks = [
        Deck(label="role", size=len(roles(players, exact=state.options.exact_roles))),
        Deck(label="goal", size=len(GOALS)),
        Deck(label="draw", size=len(DRAW)),
    ]
    values = nugget_values(state)
    carried = state.gold.pile is not None and state.options.gold == "secret"
    if values:
        decks.append(Deck(label="nugget", size=len(values), values=None if carried else values, carried=carried))
    return Shuffle(decks=tuple(decks))


def nugget_values(state: State) -> tuple[int, ...]:
    """R4, R24: return the values of the nuggets to be shuffled, ascending; of secret ones only the number counts."""
    gold = state.gold
    if gold.pile is None:
        return NUGGETS
    if state.options.gold == "secret":
        return (0,) * len(gold.pile)
    gone = Counter(gold.faces[position] for position in range(len(gold.deck)) if position not in gold.pile)
    return tuple(sorted((Counter(gold.deck) - gone).elements()))


def after_shuffle(state: State) -> State:
    """R2, R4: return the state with the decks on the table, about to be dealt clockwise from the starter."""
    values = nugget_values(state)
    size = len(values)
    deck = values if state.options.gold == "open" else NUGGETS
    gold = replace(state.gold, deck=deck, pile=tuple(range(size)), faces=(0,) * size)
    return state._replace(phase=Phase.DEAL, dealt=state.clockwise(state.starter), gold=gold)


def next_starter(state: State) -> Seat:
    """R24, D39, L5: return who begins the next round: the clockwise neighbour of whoever last played or discarded.

    With ``next_starter=rotate`` it is the neighbour of whoever began this one. If nobody has played it is the starter
    again.
    """
    last = state.starter if state.options.next_starter == "rotate" else state.last_mover
    return state.clockwise(state.starter if last is None else (last + 1) % state.seats)[0]


def finish_round(state: State) -> State:
    """R24, R25, L5: return the state after the gold was shared: the next round, or the end of the game."""
    if state.round == state.options.rounds:
        return end_game(state)
    return begin_round(state, state.round + 1, next_starter(state), state.gold)


def end_game(state: State) -> State:
    """R25: return the state in which the totals are proved, or known at once with open gold."""
    if state.options.gold == "open":
        return _with_totals(state, (0,) * len(state.present))
    return state._replace(phase=Phase.TOTAL)


def total(state: State) -> Total:
    """R25: return the request to prove what each one's nuggets are worth."""
    return Total(seats=state.present)


def after_total(state: State, fact: Totals) -> State:
    """R23, R25: return the state with the totals; raise ValueError for one that so few cards cannot be worth."""
    for seat, value in zip(state.present, fact.values, strict=True):
        cards = state.gold.counts[seat]
        if not cards <= value <= 3 * cards:
            raise ValueError("so many nugget cards cannot be worth that")
    return _with_totals(state, fact.values)


def _with_totals(state: State, values: tuple[int, ...]) -> State:
    proved = dict(zip(state.present, values, strict=True))
    totals = tuple(state.gold.known[seat] + proved[seat] if seat in proved else None for seat in range(state.seats))
    return state._replace(phase=Phase.CLOSE, totals=totals)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """R25: how a game has ended.

    Attributes:
        totals: each seat's gold; None for a seat that was lost.
        winners: the seats with the most gold, ascending; all who tie win.
    """

    totals: tuple[int | None, ...]
    winners: tuple[Seat, ...]


def outcome(state: State) -> Outcome | None:
    """R25: return how the game has ended; None while it runs."""
    if not state.totals:
        return None
    best = max(value for value in state.totals if value is not None)
    return Outcome(
        totals=state.totals,
        winners=tuple(seat for seat, value in enumerate(state.totals) if value == best),
    )


def close(state: State) -> Close:
    """R25: return the request to sign the result: ``totals=3,-,5 winners=2`` in ASCII, ``-`` for a lost seat."""
    totals = ",".join("-" if value is None else str(value) for value in state.totals)
    best = max(value for value in state.totals if value is not None)
    winners = ",".join(str(seat) for seat, value in enumerate(state.totals) if value == best)
    return Close(result=f"totals={totals} winners={winners}".encode("ascii"))
