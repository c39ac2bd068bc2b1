"""A seat's view and its choices as JSON, in the notation that people type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from p2p_saboteur.clean import clean_names
from p2p_saboteur.games.saboteur.cards import DRAW
from p2p_saboteur.games.saboteur.grid import GOAL_CELLS
from p2p_saboteur.games.saboteur.legality import broken_tools, legal_moves
from p2p_saboteur.games.saboteur.notation import board_text, card_text, cell_text, move_text, parse_move
from p2p_saboteur.seat import WATCHER, Keep
from protocol.game import Pick, Turn

if TYPE_CHECKING:
    from p2p_saboteur.seat import Choice, SeatView


def view_of(view: SeatView) -> dict[str, Any]:
    """Return what everyone sees, and what the own seat sees (nothing for a watcher)."""
    state, names = view.state, clean_names(view.names)
    players = [
        {
            "name": names[seat],
            "cards": state.hands[seat],
            "broken": [tool.value for tool in broken_tools(state, seat)],
            "nuggets": state.gold.counts[seat],
            "role": role.value if (role := state.roles[seat]) else None,
        }
        for seat in range(state.seats)
    ]
    public = {
        "round": state.round,
        "rounds": state.options.rounds,
        "phase": state.phase.value,
        "turn": state.turn,
        "pile": state.pile,
        "board": board_text(state.board),
        "winner": state.winner.value if state.winner else None,
        "players": players,
    }
    return public if view.seat == WATCHER else {**public, "you": _own(view)}


def _own(view: SeatView) -> dict[str, Any]:
    peeked = {cell_text(cell): goal.value for cell, goal in zip(GOAL_CELLS, view.peeked, strict=True) if goal}
    return {
        "seat": view.seat,
        "role": view.role.value if view.role else None,
        "hand": [card_text(DRAW[card]) for card in view.hand],
        "peeked": peeked,
        "purse": list(view.purse),
    }


def question(view: SeatView) -> dict[str, Any]:
    """Return what the seat is asked, with every legal answer."""
    if isinstance(view.request, Pick):
        return {"ask": "pick", "packet": list(view.packet)}
    return {"ask": "move", "moves": [move_text(move) for move in legal_moves(view.state, view.seat, view.hand)]}


def choice_of(command: dict[str, Any], view: SeatView) -> Choice:
    """Return the choice that a command makes.

    Raises:
        InvalidText: the move cannot be read.
        ValueError: the command does not answer what is asked.
    """
    if isinstance(view.request, Pick) and command["do"] == "pick":
        index = command["index"]
        if type(index) is not int or not 0 <= index < len(view.packet):
            raise ValueError(f"index is a number from 0 to {len(view.packet) - 1}")
        return Keep(index)
    if isinstance(view.request, Turn) and command["do"] == "move":
        return parse_move(str(command["move"]))
    raise ValueError("Something else is asked.")
