"""Views and scenes of a seat, made from a position, for screens and keys without a table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from p2p_saboteur.games.saboteur.cards import DRAW, Role
from p2p_saboteur.games.saboteur.notation import parse_card
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from p2p_saboteur.local import NAMES
from p2p_saboteur.seat import SeatView
from p2p_saboteur.table_view import TableView
from p2p_saboteur.viewmodel.scene import Scene, make_scene
from tests.helpers.positions import in_turn

if TYPE_CHECKING:
    from p2p_saboteur.games.saboteur.state import State


def numbers_of(cards: str) -> tuple[int, ...]:
    """Return numbers of different cards; `cards` names them with commas between, like ``P NES, map, map``."""
    found: list[int] = []
    for text in cards.split(",") if cards else ():
        card = parse_card(text)
        found.append(next(number for number, one in enumerate(DRAW) if one == card and number not in found))
    return tuple(found)


def view_of(state: State, hand: str = "", **fields: object) -> SeatView:
    """Return what seat 0 sees in a position; `fields` are replaced."""
    known: dict[str, object] = {
        "seat": 0,
        "names": NAMES[: state.seats],
        "state": state,
        "request": SaboteurGame(state.options).request(state),
        "history": (),
        "role": Role.DIGGER,
        "hand": numbers_of(hand),
        "peeked": (None, None, None),
        "purse": (),
        "packet": (),
        "drawn": (),
        "seen": (),
        **fields,
    }
    return SeatView(**known)  # type: ignore[arg-type]  # named in each test


def scene_of(
    board: str = "", hand: str = "", *, seats: int = 5, table: TableView | None = None, **fields: object
) -> Scene:
    """Return the scene of seat 0 with a maze and a hand; `fields` are those of the state."""
    state = in_turn(board, seats=seats)._replace(**fields)  # type: ignore[arg-type]  # named in each test
    view = view_of(state, hand)
    return make_scene(replace(table or TableView(), seat_view=view))
