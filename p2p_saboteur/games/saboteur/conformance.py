"""Playing conformance cases by the engine, so that other implementers can check their rules against these.

A case is played as turns of a game whose pile is empty and whose hands hold whatever is needed; every card is still
shown by number, so that no card is there more often than the deck has it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from p2p_saboteur.games.saboteur.cards import (
    COPIES,
    DRAW,
    GOALS,
    PASSABLE,
    PATHS,
    SIDE_LETTERS,
    Goal,
    side_letters,
)
from p2p_saboteur.games.saboteur.cases import Case, Step, Turned, Unreadable, opening_text
from p2p_saboteur.games.saboteur.grid import GOAL_CELLS, Board, Cell
from p2p_saboteur.games.saboteur.legality import is_legal
from p2p_saboteur.games.saboteur.moves import Lay, Rockfall
from p2p_saboteur.games.saboteur.notation import card_text, parse_options
from p2p_saboteur.games.saboteur.state import Phase, State, opening
from p2p_saboteur.games.saboteur.turns import after_move, after_reveal, reached_goals
from protocol.game import Moved, Revealed

if TYPE_CHECKING:
    from p2p_saboteur.games.saboteur.options import Options

_SEATS: Final = 3


def check_case(case: Case) -> str:
    """Play a case and return what is wrong with what it says; the empty string if it holds.

    Raises:
        Unreadable: a card does not exist (so often), an option does not, or a step of the set-up is illegal.
    """
    state = _start(_options(case))
    for number, step in enumerate(case.setup):
        place = f"{case.place}, setup[{number}]"
        if why := _refusal(state, step, place):
            raise Unreadable(place, f"{step.text()} is illegal in the set-up: {why}")
        state = _play(state, step, case, place)
        if state.phase is not Phase.TURN:
            raise Unreadable(place, f"with {step.text()} the round is over")
    place = f"{case.place}, move"
    if why := _refusal(state, case.move, place):
        return "" if why == case.why else f"expected {case.why or 'legal'}, the rules say {why}"
    if not case.legal:
        return f"expected {case.why}, the rules say legal"
    shown = _turned_up(state.board, _play(state, case.move, case, place).board)
    if shown == case.reveals:
        return ""
    return f"expected to turn up {_goals_text(case.reveals)}, the rules turn up {_goals_text(shown)}"


def _options(case: Case) -> Options:
    """Return the case's options."""
    named = [f"{name}={value}" for name, value in case.options.items()]
    if any("," in option for option in named):
        raise Unreadable(f"{case.place}, options", "a field names one option and gives it one value, without a comma")
    try:
        return parse_options(",".join(named))
    except ValueError as error:
        raise Unreadable(f"{case.place}, options", str(error)) from None


def _start(options: Options) -> State:
    """Return a state in which three seats hold cards without end and the pile is empty."""
    state = opening(options=options, seats=_SEATS, starter=0)
    return state._replace(phase=Phase.TURN, dealt=(0, 1, 2), hands=(len(DRAW),) * _SEATS, pile=0)


def _move(step: Step, place: str) -> Lay | Rockfall:
    """Return a step as a move."""
    cell = Cell(*step.cell)
    if step.kind == "R":
        return Rockfall(cell)
    face = sum(side for side, letter in SIDE_LETTERS.items() if letter in step.openings)
    face |= PASSABLE if step.kind == "P" else 0
    if face not in PATHS:
        raise Unreadable(place, f"there is no card {step.kind} {opening_text(step.openings)}; a path has two openings")
    return Lay(PATHS[face], cell)


def _number(state: State, move: Lay | Rockfall, place: str) -> int:
    """Return the number of a copy of the move's card that has not been played yet."""
    for number, card in enumerate(DRAW):
        if card == move.held and not state.shown >> number & 1:
            return number
    raise Unreadable(place, f"the game has {COPIES[move.held]} of {card_text(move.held)}, not more")


def _refusal(state: State, step: Step, place: str) -> str:
    """Return why the rules forbid a step; the empty string if they allow it."""
    move = _move(step, place)
    _number(state, move, place)
    refusal = is_legal(state, state.turn, move)
    return refusal.why if refusal else ""


def _play(state: State, step: Step, case: Case, place: str) -> State:
    """Return the state after a legal step, goals that it reaches turned up."""
    move = _move(step, place)
    card = _number(state, move, place)
    state = after_move(state, Moved(seat=state.turn, move=move.wire(), card=card))
    while state.phase is Phase.REVEAL:
        kinds = [Goal(case.goals[GOAL_CELLS[index]]) for index in reached_goals(state)]
        state = after_reveal(state, Revealed(cards=tuple(GOALS.index(kind) for kind in kinds)))
    return state


def _turned_up(before: Board, after: Board) -> frozenset[Turned]:
    """Return the goals that lie face up after a move and did not before."""
    return frozenset(
        Turned(cell=cell, kind=now.value, openings=frozenset(side_letters(after.faces[cell] & ~PASSABLE)))
        for cell, was, now in zip(GOAL_CELLS, before.goals, after.goals, strict=True)
        if now is not None and was is None
    )


def _goals_text(goals: frozenset[Turned]) -> str:
    """Return goals as people read them."""
    listed = sorted(goals, key=lambda goal: goal.cell)
    return "; ".join(f"{goal.kind} {opening_text(goal.openings)} at {tuple(goal.cell)}" for goal in listed) or "nothing"
