"""What the pages for leaving and for waiting offer, and what their keys do."""

from __future__ import annotations

from p2p_saboteur.table_view import Silence, TableView
from p2p_saboteur.tui import keys
from p2p_saboteur.tui.pages import page_hints, page_text
from p2p_saboteur.tui.state import Page, ViewState
from p2p_saboteur.viewmodel.scene import make_scene
from tests.helpers.positions import in_turn
from tests.helpers.views import scene_of, view_of
from tests.tui.test_keys import HAND, pressed


def test_who_cannot_leave_for_good_is_not_offered_it() -> None:
    """Neither on the page nor among its keys; the key does nothing, and the game can still be ended for all."""
    table = TableView(seat_view=view_of(in_turn(), HAND), may_go=False)
    scene, ui = make_scene(table), ViewState(page=Page.QUIT)
    offered = [does for _key, does, _sends in page_hints(scene, table, ui)]
    assert ("for good" in offered, "end it for all" in offered) == (False, True)
    assert not any("for good" in text for text, _style in page_text(scene, ui, 80)[1])
    assert pressed(scene, "l", ui=ui) == (ui, None)
    assert pressed(scene, "e", ui=ui)[1] == keys.Abandon()


def test_from_the_page_about_a_silent_player_one_votes_and_leaves() -> None:
    """Who has voted, and by which keys to do so too, stands there as well; q asks whether to leave, as at the table."""
    silence = Silence(seats=(1, 2), seconds=61.0, may_vote=True)
    scene = scene_of(hand=HAND, table=TableView(silence=silence, notice="Bo has voted. (q, then e, votes too.)"))
    ui = ViewState(page=Page.SILENCE)
    texts = [text for text, _style in page_text(scene, ui, 76)[1]]
    assert texts[-1] == "Bo has voted. (q, then e, votes too.)"
    assert f"{scene.names[1]} and {scene.names[2]}" in texts[0]
    assert "q" in [key for _key, _does, key in page_hints(scene, scene.table, ui)]
    assert pressed(scene, "q", "e", ui=ui) == (ViewState(), keys.Abandon())


def test_where_nobody_can_be_voted_out_no_key_is_told_for_that() -> None:
    """But what else one can do; where one alone is missing the key is told."""
    for stuck in (False, True):
        silence = Silence(seats=(1, 2), seconds=61.0, may_vote=True, stuck=stuck, may_end=False)
        scene = scene_of(hand=HAND, table=TableView(silence=silence))
        told = " ".join(text for text, _style in page_text(scene, ViewState(page=Page.SILENCE), 200)[1])
        assert ("Press o to vote" in told, "those who are there are too few" in told) == (not stuck, stuck)
