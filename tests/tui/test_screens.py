"""Whole screens: as they are kept, in every size, with hostile texts, with mazes that grow in awkward directions."""

from __future__ import annotations

from dataclasses import replace
from gettext import NullTranslations
from itertools import product
from typing import TYPE_CHECKING, Final

import pytest
from wcwidth import wcswidth

from p2p_saboteur.games.saboteur.cards import EAST, NORTH, PASSABLE, SOUTH, START_FACE, WEST
from p2p_saboteur.games.saboteur.grid import START, Board, Cell
from p2p_saboteur.language import LANGUAGES
from p2p_saboteur.table_view import Presence, Spoken, TableView
from p2p_saboteur.text import choose_language
from p2p_saboteur.tui.canvas import Area
from p2p_saboteur.tui.draw import draw
from p2p_saboteur.tui.glyphs import GlyphSet
from p2p_saboteur.tui.keys import press
from p2p_saboteur.tui.layout import lay_out
from p2p_saboteur.tui.pages import quit_lines
from p2p_saboteur.tui.state import ViewState
from p2p_saboteur.viewmodel.scene import make_scene
from tests.helpers.positions import in_turn
from tests.helpers.views import view_of
from tests.tui.gallery import GOLDEN, SIZES, a_table, path_key, scene_in, screen, screens

if TYPE_CHECKING:
    from p2p_saboteur.tui.canvas import Canvas

CANVASES: Final = screens()
HOSTILE: Final = {
    "escapes": "\x1b[2J\x1b]0;x\x07\x9b31m",
    "bidi": "\u202e\u2066evil\u202d",
    "zero width": "\u200b\u200d\ufeff\u2060x",
    "long": "x" * 10_000,
    "wide": "\u5b9d\u77f3" * 5_000,
    "marks": "z" + "\u0301\u0488\u20dd" * 3_000,
    "flags": "\U0001f1e8\U0001f1ff\U0001f469\u200d\U0001f469",
    "lines": "a\nb\r\nc\u2028d\x0be",
    "blank": "\u3164\u115f",
}


def check_cells(canvas: Canvas) -> None:
    """Every cell is one printable character, a wide one followed by an empty one; every row has its columns."""
    for row in canvas.characters:
        assert wcswidth("".join(row)) == canvas.columns
        assert len(row) == canvas.columns
        assert "".join(row).isprintable()
    x, y = canvas.cursor
    assert 0 <= x < canvas.columns
    assert 0 <= y < canvas.rows


@pytest.mark.parametrize("name", CANVASES)
def test_screens_look_as_they_were_last_looked_at(name: str) -> None:
    """`python3 -m tests.tui.gallery` keeps them; a person looks at what has changed."""
    canvas = CANVASES[name]
    check_cells(canvas)
    assert canvas.text() + "\n" == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


def test_every_kept_screen_is_still_drawn() -> None:
    """No file is left over."""
    assert {path.stem for path in GOLDEN.iterdir()} == set(CANVASES)


@pytest.mark.parametrize("name", [name for name in CANVASES if "ascii" in name])
def test_the_plain_set_draws_nothing_but_ascii(name: str) -> None:
    """Except for what people are called and say."""
    text = CANVASES[name].text()
    for own in ("Čeněk", "Émile", "Čeně", "Émil", "É "):
        text = text.replace(own, "")
    assert text.isascii()


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_nothing_overlaps(columns: int, rows: int, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was written is never written over, but for titles on rules and the marks of a chosen cell."""
    written: dict[tuple[int, int], str] = {}
    clashes = []
    put = Area.put

    def checked(area: Area, x: int, y: int, text: str, style: str = "") -> int:
        for step, character in enumerate(text if style not in ("focus", "focus.bad") else ""):
            place = (area.left + x + step, area.top + y)
            if written.get(place, " ") not in " ─" and character != " " and x + step < area.columns:
                clashes.append((place, written[place], character))
            written[place] = character
        return put(area, x, y, text, style)

    monkeypatch.setattr(Area, "put", checked)
    choose_language(code)
    table = a_table()
    for keys in ([], ["tab"], ["k"], ["m"], ["c", "x"], [path_key(table)]):
        written.clear()
        screen(table, columns, rows, *keys)
    assert clashes == []


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_the_cursor_is_on_what_has_the_focus(columns: int, rows: int) -> None:
    """In the chosen cell, on the chosen player, behind what is typed."""
    table = a_table()
    canvas = screen(table, columns, rows, path_key(table))
    x, y = canvas.cursor
    assert canvas.styles[y][x] in ("focus", "focus.bad")
    canvas = screen(table, columns, rows, "c", "h", "i")
    x, y = canvas.cursor
    assert "".join(canvas.characters[y][:x]).endswith("hi")
    canvas = screen(table, columns, rows)
    assert "".join(canvas.characters[canvas.cursor[1]]).startswith("Your turn")


@pytest.mark.parametrize(("text", "size"), list(product(HOSTILE.values(), SIZES)), ids=str)
def test_hostile_names_and_talk_change_no_cell_outside_their_own(text: str, size: tuple[int, int]) -> None:
    """Board, hand, prompt and keys are drawn as if everyone were well-behaved."""
    table = a_table()
    view = table.seat_view
    assert view
    names = (view.names[0], text, text + "x", view.names[3], view.names[4])
    talk = tuple(Spoken(seat=seat, text=text, events=len(view.history)) for seat in (1, 2, 1, 2))
    plain = screen(replace(table, talk=()), *size)
    canvas = screen(replace(table, seat_view=replace(view, names=names), talk=talk), *size)
    check_cells(canvas)
    layout = lay_out(Area(canvas, 0, 0, *size), view.state.seats)
    for area in (layout.header, layout.board, layout.rule, layout.hand, layout.prompt, layout.footer):
        rows, columns = slice(area.top, area.top + area.rows), slice(area.left, area.left + area.columns)
        marks = [row[columns] for row in canvas.characters[rows]]
        assert marks == [row[columns] for row in plain.characters[rows]]


def test_only_people_are_said_to_wait_for_who_leaves() -> None:
    """With bots alone nobody does."""
    table = a_table()
    assert table.seat_view
    seats = table.seat_view.state.seats
    for bots, told in ((True, False), (False, True)):
        lines = quit_lines(make_scene(replace(table, presences=(Presence(bot=bots),) * seats)))
        assert any("have to wait for you" in text for text, _style in lines) is told


def straight(step: tuple[int, int], face: int, cards: int = 40) -> TableView:
    """Return a table whose maze goes from the start in one direction only."""
    cells = {Cell(step[0] * place, step[1] * place): face for place in range(1, cards + 1)}
    board = Board.of({START: START_FACE, **cells}, (None, None, None))
    return TableView(seat_view=view_of(in_turn()._replace(board=board), "P NESW, map"))


@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize(
    ("step", "face", "end"),
    [
        ((-1, 0), EAST | WEST | PASSABLE, Cell(-41, 0)),
        ((0, 1), NORTH | SOUTH | PASSABLE, Cell(0, 41)),
        ((0, -1), NORTH | SOUTH | PASSABLE, Cell(0, -41)),
    ],
    ids=["west", "north", "south"],
)
def test_a_maze_that_goes_only_one_way_stays_usable(
    columns: int, rows: int, step: tuple[int, int], face: int, end: Cell
) -> None:
    """Its far end can be reached with the arrows, and is on the screen then."""
    table = straight(step, face)
    scene = scene_in(table)
    key = {(-1, 0): "left", (0, 1): "up", (0, -1): "down"}[step]
    ui, _ = press(scene, ViewState(), "1")
    for _press in range(60):
        if ui.cell == end:
            break
        ui, _ = press(scene, ui, key)
    assert ui.cell == end
    canvas = draw(table, scene, ui, columns, rows)
    check_cells(canvas)
    x, y = canvas.cursor
    assert canvas.styles[y][x] == "focus"
    assert "coord.more" in {style for row in canvas.styles for style in row}


@pytest.mark.parametrize("glyphs", list(GlyphSet))
def test_every_size_of_terminal_is_drawn(glyphs: GlyphSet) -> None:
    """From too small to huge, with nothing outside."""
    table = a_table()
    for columns, rows in product((1, 20, 59, 60, 73, 96, 131, 300), (1, 10, 19, 20, 23, 29, 36, 90)):
        check_cells(screen(table, columns, rows, path_key(table), glyphs=glyphs))


class Lengthening(NullTranslations):
    """A language that needs half as much room again as English, with letters that English does not have."""

    def gettext(self, message: str) -> str:
        """Return the message, lengthened."""
        words = message.split(" ")
        return " ".join([*words, *["žůč"] * max(1, len(message) // 8)])

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the plural, lengthened."""
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        """Return the message; letters and status words keep to the room that their context tells."""
        return message if "one letter" in context or "at most" in context else self.gettext(message)


@pytest.mark.parametrize("size", SIZES)
def test_layouts_hold_with_long_languages(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing leaves its area, and the way to help is always on the screen."""
    monkeypatch.setattr("p2p_saboteur.text._Language.catalogue", Lengthening())
    table = a_table()
    for keys in ([], [path_key(table)], ["tab"], ["k"], ["m"], ["c"], ["?"], ["g"], ["q"], ["d"], ["v"], ["s-tab"]):
        canvas = screen(table, *size, *keys)
        check_cells(canvas)
        if not set(keys) & {"k", "m", "c", "?", "d", path_key(table)}:
            assert "? help" in "".join(canvas.characters[-1])
