"""Choosing a card and where or before whom it is used."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from p2p_saboteur.games.saboteur.cards import PathCard
from p2p_saboteur.games.saboteur.grid import GOAL_CELLS, Cell
from p2p_saboteur.tui.aim import aim_of, lying
from p2p_saboteur.tui.state import Mode, ViewState

if TYPE_CHECKING:
    from collections.abc import Iterable

    from p2p_saboteur.tui.aim import Aim
    from p2p_saboteur.viewmodel.scene import Scene
    from protocol.game import Seat

_STEPS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
_SINGLE: Final = {
    **{f"s-{key}": step for key, step in _STEPS.items()},
    **dict(zip("HLKJ", _STEPS.values(), strict=True)),
}
"""Keys that move cell by cell."""


def alarmed(ui: ViewState, message: str) -> ViewState:
    """Return the state with a sentence that says what cannot be done."""
    return replace(ui, message=message, alarming=True)


def put_back(ui: ViewState) -> ViewState:
    """Return the state with no card chosen."""
    return replace(ui, mode=Mode.IDLE, place=None, cell=None, target=0, turned=False)


def chosen(scene: Scene, ui: ViewState, place: int) -> ViewState:
    """Return the state with a card chosen, and the likeliest use of it: near the last card, or near the goals."""
    card = scene.card(place)
    cells = scene.cells(card)
    ui = replace(put_back(ui), mode=Mode.AIM, place=place, look=(0, 0))
    if not cells:
        return ui
    last = scene.memory.last[0] if scene.memory.last else GOAL_CELLS[1]
    nearest = min(cells, key=lambda cell: (_distance(cell, last), _distance(cell, GOAL_CELLS[1])))
    return _fitted(scene, replace(ui, cell=nearest))


def _distance(one: Cell, other: Cell) -> int:
    return abs(one.x - other.x) + abs(one.y - other.y)


def _fitted(scene: Scene, ui: ViewState) -> ViewState:
    """Return the state with the card turned round if that is the only way in which it may lie in its cell."""
    aim = aim_of(scene, ui)
    if aim is None or aim.face is None or aim.focus is None or not isinstance(aim.card, PathCard):
        return ui
    faces = [lying(move) for move in aim.cells.get(aim.focus, ())]
    return replace(ui, turned=not ui.turned) if faces and aim.face not in faces else ui


def aimed(scene: Scene, ui: ViewState, key: str) -> ViewState | None:
    """Return the state after a key that aims; None if the key does not."""
    aim = aim_of(scene, ui)
    if aim is None:
        return None
    if key == "r" and aim.turns:
        return replace(ui, turned=not ui.turned)
    if key in _STEPS:
        if aim.targets:
            return _next_target(aim, ui, 1 if key in ("down", "right") else -1)
        return _fitted(scene, replace(ui, cell=_towards(aim.cells, ui.cell, _STEPS[key]))) if aim.cells else ui
    if key in _SINGLE and not aim.targets:
        east, north = _SINGLE[key]
        here = ui.cell or Cell(0, 0)
        return _fitted(scene, replace(ui, cell=Cell(here.x + east, here.y + north)))
    return None


def _next_target(aim: Aim, ui: ViewState, step: int) -> ViewState:
    return replace(ui, target=(ui.target + step) % len(aim.targets))


def _towards(cells: Iterable[Cell], here: Cell | None, step: tuple[int, int]) -> Cell | None:
    """Return the next cell in a direction: the one with the least way there, sideways counting double.

    If there is none in that direction, it goes on at the far end of the others.
    """
    if here is None:
        return next(iter(cells))

    def ahead(cell: Cell) -> int:
        return (cell.x - here.x) * step[0] + (cell.y - here.y) * step[1]

    def aside(cell: Cell) -> int:
        return abs((cell.x - here.x) * step[1]) + abs((cell.y - here.y) * step[0])

    others = [cell for cell in cells if cell != here]
    before = [cell for cell in others if ahead(cell) > 0]
    if before:
        return min(before, key=lambda cell: (ahead(cell) + 2 * aside(cell), cell))
    return min(others, key=lambda cell: (ahead(cell), aside(cell), cell), default=here)


def at_cell(scene: Scene, ui: ViewState, cell: Cell) -> ViewState:
    """Return the state after a cell was pointed at: the chosen card goes there, and a second time it is turned."""
    aim = aim_of(scene, ui)
    if aim is None or aim.targets:
        return ui
    if cell == ui.cell:
        return replace(ui, turned=not ui.turned) if aim.turns else ui
    return _fitted(scene, replace(ui, cell=cell))


def at_seat(scene: Scene, ui: ViewState, seat: Seat) -> ViewState:
    """Return the state after a player was pointed at; a second time chooses the next tool of the same player."""
    aim = aim_of(scene, ui)
    places = [place for place, move in enumerate(aim.targets) if move.seat == seat] if aim else []
    if not places:
        return ui
    later = [place for place in places if place > ui.target]
    return replace(ui, target=later[0] if later and ui.target in places else places[0])
