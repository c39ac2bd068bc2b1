"""What keys do before the game, and the invitation as a picture."""

from __future__ import annotations

from dataclasses import replace

from p2p_saboteur.commands.qr import qr_rows
from p2p_saboteur.table_view import Guest, Lobby, TableView
from p2p_saboteur.tui import keys
from p2p_saboteur.tui.draw import draw
from p2p_saboteur.tui.following import before_the_game
from p2p_saboteur.tui.glyphs import GlyphSet
from p2p_saboteur.tui.state import Page, ViewState
from tests.helpers.views import scene_of


def test_help_and_rules_are_read_before_the_game() -> None:
    """Escape goes back to the lobby; Ctrl+C leaves from anywhere."""
    for key, page in (("?", Page.HELP), ("f1", Page.HELP), ("g", Page.TOUR), ("h", Page.RULES)):
        ui, effect = keys.press(None, ViewState(), key)
        assert (ui.page, effect) == (page, None)
        assert keys.press(None, ui, "escape") == (ViewState(), None)
        assert keys.press(None, ui, "enter")[1] is None
        assert keys.press(None, ui, "c-c")[1] == keys.Leave()


def test_guests_are_taken_out_of_the_own_lobby() -> None:
    """A digit chooses one, Enter does it, Escape does not; whoever comes or goes meanwhile ends the question."""
    guests = tuple(Guest(name=name) for name in ("Ada", "Borek", "Cilka"))
    mine = TableView(lobby=Lobby(guests=guests, opener=True))
    ui = before_the_game(ViewState(), mine)
    chosen, _ = keys.press(None, ui, "3")
    assert keys.press(None, chosen, "enter")[1] == keys.Remove(2)
    assert keys.press(None, chosen, "escape") == (ui, None)
    fewer = before_the_game(chosen, TableView(lobby=Lobby(guests=guests[1:], opener=True)))
    assert keys.press(None, fewer, "enter")[1] == keys.Ready(ready=True)
    assert [keys.press(None, ui, key)[0].place for key in "149"] == [None] * 3
    full = replace(ui, guests=tuple(f"guest {number}" for number in range(10)))
    for key, seats in (("+", 1), ("-", -1)):  # on a French keyboard the row of digits has them, too
        assert keys.press(None, full, key) == (full, keys.MoreSeats(seats))
    others = before_the_game(ViewState(), TableView(lobby=Lobby(guests=guests)))
    assert keys.press(None, others, "3")[0].place is None


def test_a_table_with_guests_is_not_closed_by_one_key() -> None:
    """The page says that they lose it, too; alone, and as a guest, one leaves at once."""
    table = TableView(lobby=Lobby(guests=(Guest(name="Ada"), Guest(name="Borek")), opener=True))
    lobby = before_the_game(ViewState(), table)
    ui, effect = keys.press(None, lobby, "q")
    assert effect is None
    assert "closes for all" in draw(table, None, ui, 80, 24).text()
    assert keys.press(None, ui, "enter")[1] == keys.Leave()
    assert keys.press(None, ui, "escape") == (lobby, None)
    assert keys.press(None, lobby, "c-c")[1] == keys.Leave()


def test_the_invitation_fills_the_window_as_a_code() -> None:
    """At 80x24 nothing of it is cut; a smaller window says what it needs; who has no table has no code."""
    lobby = Lobby(invite="SAB1:" + "ABCDEFGH" * 20, guests=(Guest(name="Ada"),), opener=True)
    table = TableView(lobby=replace(lobby, qr=qr_rows(lobby.invite)))
    ui, _ = keys.press(None, before_the_game(ViewState(), table), "i")
    rows = [row.strip(" ") for row in draw(table, None, ui, 80, 24).text().splitlines()]
    assert rows[0] == rows[22] == "\u2588" * 45
    assert all(row.startswith("\u2588" * 2) and len(row) == 45 for row in rows[:23])
    assert "needs 45x24" in draw(table, None, ui, 60, 20).text()
    assert before_the_game(ui, TableView()).page is Page.TABLE
    assert keys.press(None, ViewState(), "i")[0].page is Page.TABLE
    plain = before_the_game(ViewState(glyphs=GlyphSet.ASCII), table)
    assert keys.press(None, plain, "i")[0].page is Page.TABLE


def test_the_lobby_knows_ready_and_leave() -> None:
    """And nothing of cards; what only the opener can do means nothing to others."""
    opener = before_the_game(ViewState(), TableView(lobby=Lobby(guests=(Guest(name="Ada"),), opener=True)))
    effects = {key: keys.press(None, opener, key)[1] for key in ("enter", "w", "b", "+", "-", "c")}
    assert effects == {
        "enter": keys.Ready(ready=True),
        "w": keys.Ready(ready=False),
        "b": keys.AddBot(),
        "+": keys.MoreSeats(1),
        "-": keys.MoreSeats(-1),
        "c": keys.CopyInvite(),
    }
    assert keys.press(None, ViewState(), "q")[1] == keys.Leave()
    for key in ("1", "b", "+", "x"):
        ui, effect = keys.press(None, ViewState(), key)
        assert (ui.message, effect) == ("That key does nothing here; ? shows the keys.", None)


def test_nobody_gets_ready_by_a_line_that_he_means_to_say() -> None:
    """Before the game nobody would hear it: that is said, and Enter ends the line and nothing else."""
    ui = ViewState()
    for key in ("c", *"who is q", "w", "b"):
        ui, effect = keys.press(None, ui, key)
        assert effect is None
    shown = draw(TableView(lobby=Lobby(guests=(Guest(name="Ada"),))), None, ui, 80, 24).text()
    assert "There is no chat before the game begins" in shown
    assert keys.press(None, ui, "c-c")[1] == keys.Leave()
    ui, effect = keys.press(None, ui, "enter")
    assert (ui, effect) == (ViewState(), None)
    assert keys.press(None, ui, "enter")[1] == keys.Ready(ready=True)


def test_nothing_goes_on_before_the_words_are_compared() -> None:
    """Only yes, no and leaving do anything, with or without a game on the screen."""
    asked = TableView(words=("a", "b"), asks_words=True)
    ui = before_the_game(ViewState(), asked)
    for scene in (None, scene_of(table=asked)):
        assert keys.press(scene, ui, "y") == (ViewState(), keys.Confirm(same=True))
        assert keys.press(scene, ui, "n")[1] == keys.Confirm(same=False)
        assert keys.press(scene, ui, "enter") == (ui, None)  # it may have been meant for the lobby
        assert keys.press(scene, ui, "q")[1] == keys.Leave()
        assert keys.press(scene, ui, "1") == (ui, None)
    assert before_the_game(ui, TableView()).page is Page.TABLE
