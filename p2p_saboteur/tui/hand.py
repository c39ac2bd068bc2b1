"""The own cards at the lower edge, or the nuggets that one is to choose from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from p2p_saboteur.clean import width
from p2p_saboteur.games.saboteur.cards import PathCard
from p2p_saboteur.tui.glyphs import GLYPHS
from p2p_saboteur.tui.state import HitCard, Mode, Page, ViewState
from p2p_saboteur.tui.tiles import CellSize, Tile, framed_tile, hand_tile
from p2p_saboteur.viewmodel.words import card_label, short_label

if TYPE_CHECKING:
    from p2p_saboteur.tui.canvas import Area
    from p2p_saboteur.viewmodel.scene import Scene

_SLOTS: Final = 6
_WIDEST_SLOT: Final = 17


def draw_hand(area: Area, scene: Scene, ui: ViewState, size: CellSize) -> None:
    """Draw the own cards with their keys; the chosen one stands between bars."""
    if scene.nuggets:
        draw_nuggets(area, scene, ui, size)
        return
    slots = max(_SLOTS, len(scene.view.hand))
    columns = min(area.columns // slots, _WIDEST_SLOT)
    for place in range(len(scene.view.hand)):
        card = scene.card(place)
        chosen = place == ui.place and ui.mode in (Mode.AIM, Mode.DROP)
        tile = hand_tile(card, size, ui.glyphs, turned=chosen and ui.turned and isinstance(card, PathCard))
        slot = area.part(place * columns, 0, columns, area.rows)
        labels = (f"{place + 1} {card_label(card)}", f"{place + 1} {short_label(card)}".rstrip(), f"{place + 1}")
        label = next((label for label in labels if width(label) < columns), labels[-1])
        _draw_slot(slot, tile, label, ui, chosen=chosen)
        slot.zone(HitCard(place), rows=slot.rows)
        if chosen and (ui.mode is Mode.DROP or ui.cell is None):
            slot.cursor(slot.columns // 2, size.rows // 2)


def draw_nuggets(area: Area, scene: Scene, ui: ViewState, size: CellSize) -> None:
    """Draw the nuggets of the packet with their keys."""
    columns = min(area.columns // max(_SLOTS, len(scene.nuggets)), _WIDEST_SLOT)
    small = size if size.columns + 2 <= columns else CellSize.SMALL
    for place, value in enumerate(scene.nuggets):
        slot = area.part(place * columns, 0, columns, area.rows)
        chosen = place == ui.place
        _draw_slot(slot, framed_tile(str(value), small, ui.glyphs), f"{place + 1}", ui, chosen=chosen)
        slot.zone(HitCard(place), rows=slot.rows)
        if chosen and ui.page in (Page.TABLE, Page.ROUND):
            slot.cursor(slot.columns // 2, small.rows // 2)


def _draw_slot(slot: Area, tile: Tile, label: str, ui: ViewState, *, chosen: bool) -> None:
    bar = GLYPHS[ui.glyphs].bar
    left = (slot.columns - len(tile[0])) // 2
    for y, row in enumerate(tile):
        if chosen:
            slot.put(left - 1, y, bar, "hand.chosen")
            slot.put(left + len(row), y, bar, "hand.chosen")
        slot.put(left, y, row, "hand.chosen" if chosen else "hand")
    slot.part(0, len(tile), slot.columns, 1).center(0, label, "hand.chosen" if chosen else "hand.label")
