"""What keys do, without a terminal."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pytest

from p2p_saboteur.games.saboteur.grid import Cell
from p2p_saboteur.games.saboteur.legality import MISMATCH, NOT_CONNECTED
from p2p_saboteur.games.saboteur.notation import move_text, parse_move
from p2p_saboteur.games.saboteur.state import Phase
from p2p_saboteur.manual import Page as Chapter
from p2p_saboteur.seat import Keep
from p2p_saboteur.table_view import Presence, Proofs, Replay, Silence, Spoken, TableView
from p2p_saboteur.tui import keys
from p2p_saboteur.tui.aim import aim_of
from p2p_saboteur.tui.pages import page_text
from p2p_saboteur.tui.panels import is_shown, mute_lines
from p2p_saboteur.tui.prompt import prompt, table_hints
from p2p_saboteur.tui.state import HitCard, HitCell, HitKey, HitPanel, HitSeat, Mode, Page, Panel, ViewState
from p2p_saboteur.viewmodel.memory import Topic
from p2p_saboteur.viewmodel.scene import make_scene
from protocol.game import Pick
from tests.helpers.positions import in_turn
from tests.helpers.views import scene_of, view_of

if TYPE_CHECKING:
    from p2p_saboteur.tui.keys import Effect
    from p2p_saboteur.viewmodel.scene import Scene

HAND: Final = "P NES, P ES, break lamp, repair cart+lamp, rockfall, map"


def pressed(scene: Scene, *names: str, ui: ViewState | None = None) -> tuple[ViewState, Effect | None]:
    """Press keys one after the other and return the last result; no effect may come before it."""
    ui, effect = ui or ViewState(), None
    for name in names:
        assert effect is None
        ui, effect = keys.press(scene, ui, name)
    return ui, effect


def submitted(scene: Scene, *names: str) -> str:
    """Press keys and return the text of the move that the last one submits."""
    _, effect = pressed(scene, *names)
    assert isinstance(effect, keys.Submit)
    assert not isinstance(effect.choice, Keep)
    return move_text(effect.choice)  # type: ignore[arg-type]  # a move


def test_a_path_card_is_chosen_placed_and_confirmed() -> None:
    """It starts at a legal cell near the goals; arrows move among the legal ones; Enter lays it."""
    scene = scene_of(hand=HAND)
    ui, _ = pressed(scene, "1")
    assert ui.cell == Cell(1, 0)
    assert submitted(scene, "1", "enter") == "P NSW 1,0"
    assert submitted(scene, "1", "left", "enter") == "P NES -1,0"
    assert submitted(scene, "1", "up", "enter") in {"P NES 0,1", "P NSW 0,1"}


def test_r_turns_the_card() -> None:
    """Where both ways are legal the other one is laid; where not, the engine says why."""
    scene = scene_of(hand=HAND)
    first = submitted(scene, "1", "up", "enter")
    second = submitted(scene, "1", "up", "r", "enter")
    assert {first, second} == {"P NES 0,1", "P NSW 0,1"}
    ui, effect = pressed(scene, "1", "r", "enter")
    assert effect is None
    assert (ui.message, ui.alarming) == (MISMATCH[8].sentence, True)


def test_a_cell_where_the_card_does_not_fit_says_why() -> None:
    """Shift with the arrows goes anywhere, and the prompt has the engine's sentence before Enter is pressed."""
    scene = scene_of(hand=HAND)
    ui, _ = pressed(scene, "1", "s-right", "s-right")
    assert ui.cell == Cell(3, 0)
    assert NOT_CONNECTED.sentence in " ".join(prompt(scene, ui)[0])


def test_nothing_is_done_before_it_is_confirmed() -> None:
    """Escape puts the card back, and another digit chooses another card."""
    scene = scene_of(hand=HAND)
    ui, effect = pressed(scene, "1", "left", "r", "escape")
    assert effect is None
    assert ui == ViewState()
    ui, _ = pressed(scene, "1", "2")
    assert ui.place == 1


@pytest.mark.parametrize("row", ["123456", "+ěščřž", "&é\"'(-"])
def test_the_upper_row_chooses_without_shift(row: str) -> None:
    """On English, Czech and French keyboards."""
    scene = scene_of(hand=HAND)
    assert [pressed(scene, key)[0].place for key in row] == [0, 1, 2, 3, 4, 5]


def test_tools_are_aimed_at_players() -> None:
    """Arrows go round the players who can be hit; of two broken tools either can be mended."""
    scene = scene_of(hand=HAND, seats=3, tools=(0, 3, 0))
    assert submitted(scene, "3", "enter") == "break lamp 0"
    assert submitted(scene, "3", "down", "enter") == "break lamp 2"
    assert submitted(scene, "3", "up", "enter") == "break lamp 2"
    assert submitted(scene, "4", "enter") == "repair cart+lamp 1 cart"
    assert submitted(scene, "4", "down", "enter") == "repair cart+lamp 1 lamp"


def test_rockfall_and_map_are_aimed_at_cells() -> None:
    """At laid cards and at hidden goals."""
    scene = scene_of("P EW 1,0; P EW 2,0", hand=HAND)
    assert submitted(scene, "5", "enter") == "rockfall 2,0"
    assert submitted(scene, "5", "left", "enter") == "rockfall 1,0"
    assert submitted(scene, "6", "enter") == "map 8,0"
    assert submitted(scene, "6", "up", "enter") == "map 8,2"


def test_discarding_asks_once() -> None:
    """With a card chosen or with none; Escape keeps it."""
    scene = scene_of(hand=HAND)
    assert submitted(scene, "1", "d", "enter") == "discard P NES"
    assert submitted(scene, "d", "6", "d") == "discard map"
    assert pressed(scene, "d", "6", "escape") == (ViewState(), None)


def test_with_a_broken_tool_the_reason_is_told_at_once() -> None:
    """R12: a path card has no place then, but it can be discarded."""
    scene = scene_of(hand=HAND, tools=(1, 0, 0, 0, 0))
    ui, _ = pressed(scene, "1")
    assert "broken tool" in " ".join(prompt(scene, ui)[0])
    assert pressed(scene, "enter", ui=ui)[1] is None


def test_while_others_move_one_can_plan() -> None:
    """Everything can be tried, but not confirmed."""
    scene = scene_of(hand=HAND, turn=2)
    ui, effect = pressed(scene, "1", "left", "enter")
    assert effect is None
    assert ui.cell == Cell(-1, 0)
    assert ui.message == "It is not your turn yet."
    assert aim_of(scene, ui)


def test_passing_is_for_tables_that_allow_it() -> None:
    """D27: p passes with an empty pile, and does nothing elsewhere."""
    base = in_turn(options="early_end=all_pass", seats=3)._replace(pile=0)
    allowed = make_scene(TableView(seat_view=view_of(base, HAND)))
    assert submitted(allowed, "p", "enter") == "pass"
    assert submitted(allowed, "1", "p", "p") == "pass"
    assert pressed(allowed, "p", "escape") == (ViewState(), None)
    assert pressed(scene_of(hand=HAND), "p")[1] is None


def test_a_nugget_is_picked_like_a_card() -> None:
    """By its key or the arrows, and Enter; before that nothing is kept."""
    view = view_of(in_turn(seats=3), packet=(1, 3, 2), request=Pick(seat=0, to=1))
    scene = make_scene(TableView(seat_view=view))
    assert pressed(scene, "enter")[1] is None
    assert pressed(scene, "2", "enter")[1] == keys.Submit(Keep(1))
    assert pressed(scene, "right", "left", "enter")[1] == keys.Submit(Keep(2))
    assert pressed(scene, "9", "enter")[1] is None


def test_talking() -> None:
    """C opens a line, Enter says it, Escape forgets it, Up brings back what was said."""
    scene = scene_of(hand=HAND)
    ui, effect = pressed(scene, "c", "h", "i", " ", "1", "enter")
    assert effect == keys.Say("hi 1")
    ui, _ = keys.press(scene, ui, "c")
    ui, _ = keys.press(scene, ui, "up")
    assert ui.line.text == "hi 1"
    assert pressed(scene, "c", "x", "escape")[1] is None
    assert pressed(scene, "c", " ", "enter")[1] is None


def test_a_line_is_edited() -> None:
    """With the keys of a shell."""
    scene = scene_of(hand=HAND)
    ui, _ = pressed(
        scene, "c", *"one two", "c-w", *"tree", "left", "left", "left", "h", "home", "delete", "end", "backspace"
    )
    assert ui.line.text == "ne thre"
    assert pressed(scene, "c-a", "right", "c-u", ui=ui)[0].line.text == "e thre"


def test_a_claim_takes_one_key() -> None:
    """K lists them, a digit says one."""
    scene = scene_of(hand=HAND)
    assert pressed(scene, "k", "1")[1] == keys.Say("/role digger")
    assert pressed(scene, "k", "escape") == (ViewState(), None)


def test_a_note_is_kept_with_its_turn() -> None:
    """It is not said to anybody, and the panel of notes opens."""
    ui, effect = pressed(scene_of(hand=HAND), "n", "A", "!", "enter")
    assert effect == keys.Jot("0: A!")
    assert ui.panel is Panel.NOTES


def test_a_bot_plays_while_one_is_away() -> None:
    """The same key brings one back; a watcher and a reader have nothing to be away from."""
    scene = scene_of(hand=HAND)
    assert pressed(scene, "1", "a", "a")[1] == keys.TurnAway(away=True)
    assert pressed(scene, "a", "enter")[1] == keys.TurnAway(away=True)
    assert pressed(scene, "a", "escape") == (ViewState(), None)  # what the bot does cannot be undone
    away = scene_of(hand=HAND, table=TableView(presences=(Presence(away=True),)))
    assert pressed(away, "a")[1] == keys.TurnAway(away=False)
    assert "Press a to come back" in prompt(away, ViewState())[0][0]
    assert pressed(scene_of(table=TableView(replay=Replay(position=0, last=1))), "a")[1] is None


def test_another_game_is_asked_for_once_the_first_is_over() -> None:
    """From the page with the totals as well as from the table; not where there is nobody to play with."""
    over = view_of(in_turn(phase=Phase.OVER))
    may = make_scene(TableView(seat_view=over, may_again=True, offered_by=2))
    assert pressed(may, "a")[1] == keys.Again()
    assert pressed(may, "a", ui=ViewState(page=Page.RESULT))[1] == keys.Again()
    assert may.names[2] in prompt(may, ViewState())[0][0]
    assert pressed(make_scene(TableView(seat_view=over)), "a")[1] is None


def test_a_finished_game_is_looked_at_again_from_its_result() -> None:
    """Once its log is complete."""
    over = view_of(in_turn(phase=Phase.OVER))
    kept = make_scene(TableView(seat_view=over, proofs=Proofs(log="table.log")))
    assert pressed(kept, "r", ui=ViewState(page=Page.RESULT)) == (ViewState(), keys.LookAgain())
    assert pressed(make_scene(TableView(seat_view=over)), "r", ui=ViewState(page=Page.RESULT))[1] is None


def test_muting_takes_one_key_from_a_list_of_the_others() -> None:
    """A second time he is heard again, whoever has spoken meanwhile; Escape mutes nobody."""
    scene = scene_of(hand=HAND, table=TableView(talk=(Spoken(seat=2, text="x", events=0),)))
    ui, _ = pressed(scene, "m", "2")
    assert ui.muted == {2}
    assert not [line for line in scene.memory.log if is_shown(line, ui)]
    ui, _ = pressed(scene, "m", "1", ui=ui)
    assert ui.muted == {1, 2}
    assert mute_lines(scene, ui)[2] == f"3 {scene.names[3]}"
    assert pressed(scene, "m", "2", ui=ui)[0].muted == {1}
    for key in ("escape", "9", "0"):
        assert pressed(scene, "m", key) == (ViewState(), None)


def test_what_cannot_be_used_at_all_says_why() -> None:
    """A card that mends where nothing is broken, a rockfall before anything was laid."""
    scene = scene_of(hand=HAND)
    assert "Nobody has a broken tool" in prompt(scene, pressed(scene, "4")[0])[0][0]
    assert "No path card lies there yet" in prompt(scene, pressed(scene, "5")[0])[0][0]


def test_looking_around_changes_nothing_at_the_table() -> None:
    """Panels, filter, role, size, scrolling, pages."""
    scene = scene_of(hand=HAND)
    assert pressed(scene, "tab")[0].panel is Panel.TOOLS
    assert pressed(scene, "s-tab")[0].panel is Panel.TRUST
    assert pressed(scene, "f")[0].topic is Topic.PATH
    assert pressed(scene, "f2")[0].role_hidden
    assert not pressed(scene, "o", "o")[0].role_hidden
    assert pressed(scene, "z", "z", "z", "z", "z")[0].size is None
    assert pressed(scene, "c-left", "c-up")[0].look == (-1, -1)
    assert pressed(scene, "c-left", "0")[0].look == (0, 0)
    assert pressed(scene, "pageup", "pageup", "pagedown")[0].scroll == 10
    for key, page in {"?": Page.HELP, "f1": Page.HELP, "g": Page.TOUR, "b": Page.ROUND, "v": Page.PANEL}.items():
        assert pressed(scene, key)[0].page is page
        assert pressed(scene, key, "escape")[0].page is Page.TABLE


def test_a_panel_on_the_whole_screen_is_filtered_and_written_into() -> None:
    """The log stays open, with what it is filtered by in its title; a note is written at the table."""
    scene = scene_of(hand=HAND)
    ui, _ = pressed(scene, "v", "f")
    assert (ui.page, ui.topic) == (Page.PANEL, Topic.PATH)
    assert page_text(scene, ui, 76)[0] == "Log: paths"
    ui, effect = pressed(scene, "s-tab", "s-tab", "v", "n", "x", "enter")
    assert (ui.page, ui.panel, effect) == (Page.TABLE, Panel.NOTES, keys.Jot("0: x"))


def test_the_rules_are_read_chapter_by_chapter() -> None:
    """From the table or from help; left and right turn the chapters, round and round."""
    ui = ViewState(rules=tuple(Chapter(title=title, text=title) for title in "abc"))
    scene = scene_of(hand=HAND)
    assert pressed(scene, "?", "h", ui=ui)[0].page is Page.RULES
    assert [pressed(scene, "h", *keys, ui=ui)[0].chapter for keys in ([], ["right"], ["left"], ["tab"] * 3)] == [
        0,
        1,
        2,
        0,
    ]
    assert pressed(scene, "h", "right", "escape", ui=ui)[0].page is Page.TABLE


@pytest.mark.parametrize("key", ["q", "c-c"])
def test_leaving_asks_once(key: str) -> None:
    """Enter leaves, Escape stays."""
    scene = scene_of(hand=HAND)
    assert pressed(scene, key, "enter")[1] == keys.Leave()
    assert pressed(scene, key, "escape") == (ViewState(), None)
    assert pressed(scene, "c-c", "c-c")[1] == keys.Leave()


def test_sleeping_asks_first() -> None:
    """Since the table waits meanwhile."""
    scene = scene_of(hand=HAND)
    assert pressed(scene, "c-z")[1] is None
    assert pressed(scene, "c-z", "enter")[1] == keys.Sleep()
    asked = page_text(scene, ViewState(page=Page.SUSPEND), 76)[1]
    bots = scene_of(hand=HAND, table=TableView(presences=(Presence(), *[Presence(bot=True)] * 4)))
    alone = page_text(bots, ViewState(page=Page.SUSPEND), 76)[1]
    assert ["vote you out" in str(lines) for lines in (asked, alone)] == [True, False]


def test_a_silent_player_can_be_voted_out_once_patience_is_over() -> None:
    """Before that the key does nothing."""
    silence = Silence(seats=(2,), seconds=61.0, may_vote=True)
    scene = scene_of(hand=HAND, table=TableView(silence=silence))
    ui = ViewState(page=Page.SILENCE)
    assert keys.press(scene, ui, "o")[1] == keys.VoteOut(2)
    early = scene_of(hand=HAND, table=TableView(silence=replace(silence, may_vote=False)))
    assert keys.press(early, ui, "o")[1] is None


def test_a_replay_is_stepped_through() -> None:
    """One moment, ten, to the ends, and by itself; never beyond the ends."""
    scene = scene_of(hand=HAND, table=TableView(replay=Replay(position=3, last=40)))
    shown = {key: pressed(scene, key)[1] for key in ("]", "[", "}", "{", "home", "end", " ")}
    assert shown == {
        "]": keys.Moment(4, playing=False),
        "[": keys.Moment(2, playing=False),
        "}": keys.Moment(13, playing=False),
        "{": keys.Moment(0, playing=False),
        "home": keys.Moment(0, playing=False),
        "end": keys.Moment(40, playing=False),
        " ": keys.Moment(3, playing=True),
    }


def test_a_replay_jumps_from_round_to_round() -> None:
    """Down to the next one or the end, up to where this one began, then to the one before."""
    replay = Replay(position=25, last=90, rounds=(1, 20, 60))
    scene = scene_of(hand=HAND, table=TableView(replay=replay))
    at_first = scene_of(hand=HAND, table=TableView(replay=replace(replay, position=1)))
    at_last = scene_of(hand=HAND, table=TableView(replay=replace(replay, position=70)))
    found = [
        pressed(*case)[1]
        for case in ((scene, "down"), (scene, "up"), (at_first, "up"), (at_last, "down"), (scene, "s-right"))
    ]
    assert found == [keys.Moment(position, playing=False) for position in (60, 20, 0, 90, 35)]
    assert [does for _name, does, key in table_hints(scene, ViewState()) if key == " "] == ["play"]
    going = scene_of(hand=HAND, table=TableView(replay=replace(replay, playing=True)))
    assert [does for _name, does, key in table_hints(going, ViewState()) if key == " "] == ["stop"]


def test_the_mouse_does_the_common_things() -> None:
    """It chooses cards, cells (a second time it turns the card), players, panels, and presses keys."""
    scene = scene_of(hand=HAND, seats=3)
    ui, _ = keys.click(scene, ViewState(), HitCard(0))
    ui, _ = keys.click(scene, ui, HitCell(Cell(0, 1)))
    turned, _ = keys.click(scene, ui, HitCell(Cell(0, 1)))
    assert (ui.cell, turned.turned) == (Cell(0, 1), not ui.turned)
    _, effect = keys.click(scene, turned, HitKey("enter"))
    assert isinstance(effect, keys.Submit)
    ui, _ = keys.click(scene, ViewState(), HitCard(2))
    ui, _ = keys.click(scene, ui, HitSeat(2))
    assert keys.click(scene, ui, HitKey("enter"))[1] == keys.Submit(parse_move("break lamp 2"))
    assert keys.click(scene, ui, HitPanel(Panel.CARDS))[0].panel is Panel.CARDS


def test_ending_the_game_for_all_is_on_the_page_for_leaving() -> None:
    """And nowhere else, nor once the game is over."""
    scene = scene_of(hand=HAND)
    assert pressed(scene, "q", "e") == (ViewState(), keys.Abandon())
    left, effect = pressed(scene, "q", "l")
    assert (left.message[:13], effect) == ("You leave as ", keys.Go())
    over = make_scene(TableView(seat_view=view_of(in_turn(), HAND, request=None)))
    stopped = make_scene(TableView(seat_view=view_of(in_turn(), HAND), stopped=True))
    for gone in (over, stopped):
        assert pressed(gone, "q", "e")[1] is None
        assert pressed(gone, "q", "l")[1] is None


def test_drop_mode_needs_a_card() -> None:
    """Enter alone discards nothing."""
    ui, effect = pressed(scene_of(hand=HAND), "d", "enter")
    assert (ui.mode, effect) == (Mode.DROP, None)
