"""How the screen follows what happens at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2p_saboteur.table_view import Silence, TableView
from p2p_saboteur.tui import keys
from p2p_saboteur.tui.following import follow
from p2p_saboteur.tui.state import Mode, Page, ViewState
from tests.helpers.views import scene_of

if TYPE_CHECKING:
    from p2p_saboteur.viewmodel.scene import Scene

HAND = "P NES, P ES, map"


def typed(scene: Scene, *names: str) -> ViewState:
    """Press keys one after the other."""
    ui = ViewState()
    for name in names:
        ui, _effect = keys.press(scene, ui, name)
    return ui


def test_what_happens_at_the_table_does_not_end_a_line_that_is_being_typed() -> None:
    """A card that is drawn meanwhile puts back what was chosen, and nothing else: the next letters are no keys."""
    before, now = scene_of(hand=HAND), scene_of(hand="map, map")
    for key, mode in (("c", Mode.TALK), ("n", Mode.NOTE), ("k", Mode.CLAIM), ("m", Mode.MUTE)):
        ui = follow(typed(before, "1", key), before, now)
        assert (ui.mode, ui.place, ui.cell) == (mode, None, None)
    assert follow(typed(before, "1"), before, now) == ViewState()


def test_no_page_opens_over_what_is_being_typed() -> None:
    """Its letters would be keys of the page, of which one votes somebody out; the page opens once the line is sent."""
    silence = Silence(seats=(2,), seconds=61.0, late=True, may_vote=True)
    scene = scene_of(hand=HAND, table=TableView(silence=silence))
    ui = follow(typed(scene, "c", "h"), scene, scene)
    ui, effect = keys.press(scene, ui, "o")
    assert (ui.page, ui.line.text, effect) == (Page.TABLE, "ho", None)
    ui, effect = keys.press(scene, ui, "enter")
    assert effect == keys.Say("ho")
    assert follow(ui, scene, scene).page is Page.SILENCE
