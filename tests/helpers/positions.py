"""Positions for tests of the rules, written as texts, and short ways to go on from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2p_saboteur.games.saboteur.cards import DRAW, Role
from p2p_saboteur.games.saboteur.legality import is_legal
from p2p_saboteur.games.saboteur.moves import Pass, Take
from p2p_saboteur.games.saboteur.notation import parse_board, parse_move, parse_options
from p2p_saboteur.games.saboteur.rules import SaboteurGame, moved
from p2p_saboteur.games.saboteur.state import Phase, State, opening, with_gold
from protocol.game import Dealt, Revealed

if TYPE_CHECKING:
    from protocol.game import Fact, Request


def in_turn(board: str = "", *, seats: int = 5, options: str = "", **fields: object) -> State:
    """Return a state in which seat 0, or `turn`, is to move and everyone holds three cards; `fields` are replaced."""
    state = opening(options=parse_options(options), seats=seats, starter=0)
    state = state._replace(phase=Phase.TURN, dealt=tuple(range(seats)), hands=(3,) * seats, pile=20)
    return state._replace(board=parse_board(board), **fields)  # type: ignore[arg-type]  # named in each test


def number_of(state: State, text: str) -> int:
    """Return the number of a card, not shown yet, that serves for a move."""
    held = parse_move(text).held
    return next(number for number, card in enumerate(DRAW) if card == held and not state.shown >> number & 1)


def hand_for(state: State, text: str) -> list[int]:
    """Return a hand that holds just the card that a move needs."""
    move = parse_move(text)
    return [] if isinstance(move, Pass | Take) else [number_of(state, text)]


def play(state: State, text: str) -> State:
    """Return the state after a move by whose turn it is."""
    seat = state.turn if state.phase is Phase.TURN else state.gold.picker
    fact = moved(state, seat or 0, parse_move(text), hand_for(state, text))
    return SaboteurGame(state.options).apply(state, fact)


def why(state: State, text: str, *, seat: int | None = None) -> str:
    """Return why a move is refused, as ``R9 occupied``; the empty string if it is legal."""
    refusal = is_legal(state, state.turn if seat is None else seat, parse_move(text))
    return f"{refusal.rule} {refusal.why}" if refusal else ""


def go(state: State, *facts: Fact) -> State:
    """Return the state after these facts."""
    game = SaboteurGame(state.options)
    for fact in facts:
        state = game.apply(state, fact)
    return state


def waits_for(state: State) -> Request | None:
    """Return what the game waits for."""
    return SaboteurGame(state.options).request(state)


def drawn(state: State) -> State:
    """Return the state after the pending deal of a card to whoever has moved."""
    return go(state, Dealt())


def revealed(state: State, goals: str) -> State:
    """Return the state after the pending goals were turned up; `goals` gives their letters, like ``AG``."""
    return go(state, Revealed(cards=tuple("GAB".index(letter) for letter in goals)))


def at_share(roles: str, *, winner: Role, turn: int = 0, options: str = "", **fields: object) -> State:
    """Return the state as the gold is about to be shared, with a whole pile of nuggets.

    Args:
        roles: one letter a seat: ``d`` digger, ``s`` saboteur, ``-`` lost in this round.
        winner: the side that has won.
        turn: who has moved last, and so made the connection if the diggers have won.
        options: the options' text.
        fields: further fields of the state.
    """
    lost = tuple(seat for seat, letter in enumerate(roles) if letter == "-")
    named = {"d": Role.DIGGER, "s": Role.SABOTEUR, "-": None}
    state = in_turn(seats=len(roles), options=options, winner=winner, turn=turn, last_mover=turn, lost=lost)
    state = state._replace(roles=tuple(named[letter] for letter in roles))
    state = state._replace(**fields)  # type: ignore[arg-type]  # named in each test
    return with_gold(state, pile=tuple(range(28)), faces=(0,) * 28)
