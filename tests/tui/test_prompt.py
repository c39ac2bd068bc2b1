"""What prompt, keys and the page of the result tell, without a terminal."""

from __future__ import annotations

from p2p_saboteur.games.saboteur.state import Phase
from p2p_saboteur.table_view import Proofs, Silence, TableView
from p2p_saboteur.tui.pages import result_lines
from p2p_saboteur.tui.prompt import prompt, table_hints
from p2p_saboteur.tui.state import ViewState
from p2p_saboteur.viewmodel.scene import make_scene
from protocol.game import Reveal
from tests.helpers.positions import in_turn
from tests.helpers.views import scene_of, view_of
from tests.tui.test_keys import HAND, pressed


def test_the_command_that_checks_a_game_is_short() -> None:
    """A path would be broken in two lines, of which a terminal copies one."""
    over = view_of(in_turn(phase=Phase.OVER, totals=(1, 2, 3, 4)))
    log = f"a/folder/whose/name/is/{'long/' * 9}20261130-132233-123456/table.log"
    proofs = Proofs(log=log, game="20261130-132233-123456")
    lines = result_lines(make_scene(TableView(seat_view=over, proofs=proofs)))
    assert "p2p-saboteur verify 20261130-132233-123456" in [text for text, _style in lines]


def test_who_asks_for_another_game_is_named() -> None:
    """At the table as well as on the page with the totals; only who opened the last table can open the next."""
    over = view_of(in_turn(phase=Phase.OVER, totals=(1, 2, 3, 4)))
    asked = make_scene(TableView(seat_view=over, may_again=True, notice="Bo would like another game."))
    assert "Bo would like another game." in prompt(asked, ViewState())[0][0]
    assert "Bo would like another game." in [text for text, _style in result_lines(asked)]


def test_for_whom_a_table_waits_that_asks_nobody_is_told_with_the_time() -> None:
    """Not in the first moments; the names are those of who is to help with a card, for example."""
    drawing = view_of(in_turn(phase=Phase.DRAW), request=Reveal(cards=()))
    for seconds, told in ((5.0, ""), (65.0, f" The table waits for {drawing.names[2]} (1:05).")):
        scene = make_scene(TableView(seat_view=drawing, silence=Silence(seats=(2,), seconds=seconds)))
        assert prompt(scene, ViewState())[0] == (f"A card is being drawn.{told}",)


def test_only_what_would_do_something_is_offered() -> None:
    """A map is not turned, and where a card does not fit Enter is not named."""
    scene = scene_of(hand=HAND)
    for names, offered in ((["1"], "enter escape r d ?"), (["1", "r"], "escape r d ?"), (["6"], "enter escape d ?")):
        hints = table_hints(scene, pressed(scene, *names)[0])
        assert [key for _name, _does, key in hints if key] == offered.split()


def test_as_many_cards_are_offered_as_there_are() -> None:
    """In prompt and keys; Enter discards nothing before a card is chosen, and confirms nothing out of turn."""
    scene = scene_of(hand="P NES, rockfall, map, map")
    assert prompt(scene, ViewState())[0] == ("Your turn: choose a card with 1 to 4.",)
    assert table_hints(scene, ViewState())[0][:2] == ("1-4", "choose")
    dropping, _ = pressed(scene, "d")
    assert "Press 1 to 4" in prompt(scene, dropping)[0][0]
    assert "enter" not in [key for _name, _does, key in table_hints(scene, dropping)]
    assert "enter" in [key for _name, _does, key in table_hints(scene, pressed(scene, "d", "1")[0])]
    one = scene_of(hand="map")
    assert prompt(one, ViewState())[0] == ("Your turn: choose your card with 1.",)
    assert table_hints(one, ViewState())[0][:2] == ("1", "choose")
    later = scene_of(hand="map", turn=1)
    assert "enter" not in [key for _name, _does, key in table_hints(later, pressed(later, "1")[0])]
