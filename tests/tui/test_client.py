"""The client on a terminal in memory: keys through a pipe, the screen in an emulator."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
from itertools import product
from typing import TYPE_CHECKING, Final, NoReturn

import pytest
from wcwidth import wcswidth

from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.tui import keys
from p2p_saboteur.tui.draw import draw
from p2p_saboteur.tui.glyphs import GlyphSet
from p2p_saboteur.tui.settings import Settings
from p2p_saboteur.tui.state import Mode, Page
from p2p_saboteur.tui.style import CLASSES, Theme
from protocol.errors import LocalError
from tests.helpers.cases import mostly_long
from tests.helpers.local_control import LocalControl
from tests.helpers.terminal import Terminal, running
from tests.tui.gallery import SIZES

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from p2p_saboteur.seat import Choice

COLOUR: Final = re.compile(r"\x1b\[[0-9;]*m")
SEED: Final = 6
CASES: Final = list(product(SIZES, GlyphSet, (True, False)))
IN_SUITE: Final = list(zip(SIZES, [*GlyphSet] * 2, (True, False, False, True), strict=True))
"""Each size once, each of the other two values twice, and each pair of them once."""


def own_turn(**options: object) -> LocalControl:
    """Return a table at which it is the player's turn."""
    control = LocalControl(seats=4, seed=SEED, options=Options(**options))  # type: ignore[arg-type]  # options by name
    while control.bot_moves():
        pass
    return control


def on_terminal(
    use: Callable[[Terminal], Awaitable[None]],
    control: LocalControl | None = None,
    settings: Settings | None = None,
    size: tuple[int, int] = (80, 24),
) -> Terminal:
    """Run a client, use its terminal, close it, and return the terminal."""

    async def run() -> Terminal:
        async with running(control or own_turn(), columns=size[0], rows=size[1], settings=settings) as terminal:
            await use(terminal)
        return terminal

    return asyncio.run(run())


def check_screen(terminal: Terminal) -> None:
    """What the emulator shows is what was drawn, in every cell, and the cursor is where it should be."""
    client, (rows, columns) = terminal.client, terminal.size
    canvas = draw(client.table, client.scene, client.ui, columns, rows)
    assert terminal.text.rstrip() == canvas.text().rstrip()
    cursor = terminal.feed.screen.cursor
    assert ((cursor.x, cursor.y), cursor.hidden) == (canvas.cursor, False)
    assert {wcswidth(line) for line in terminal.feed.screen.display} == {columns}


@pytest.mark.parametrize(
    ("size", "glyphs", "colour"),
    [case if case in IN_SUITE else pytest.param(*case, marks=pytest.mark.long) for case in CASES],
)
def test_the_terminal_shows_what_was_drawn(size: tuple[int, int], glyphs: GlyphSet, colour: bool) -> None:
    """After every key, in every size, with and without colours, although only differences are written."""

    async def use(terminal: Terminal) -> None:
        for key in (*"1", "\x1b[C", *"r\x1b\tk1chi\r?\x1bz3d\x1b"):
            await terminal.press(key)
            check_screen(terminal)
        for _ in range(8):
            if terminal.control.bot_moves() or terminal.control.own_bot_moves():
                await terminal.settle(terminal.drawn)
                check_screen(terminal)

    on_terminal(use, settings=Settings(glyphs=glyphs, colour=colour), size=size)


def test_no_colour_means_none() -> None:
    """Under NO_COLOR only bold, underlined and reversed are left."""

    async def use(terminal: Terminal) -> None:
        await terminal.press("1", "?", "\x1b")

    terminal = on_terminal(use, settings=Settings(colour=False))
    codes = {code for found in COLOUR.findall(terminal.feed.written) for code in found[2:-1].split(";")}
    assert codes <= {"", "0", "1", "4", "7"}
    assert "7" in codes


@pytest.mark.parametrize("theme", list(Theme))
def test_every_theme_runs(theme: Theme) -> None:
    """And mono has no colours of its own."""

    async def use(terminal: Terminal) -> None:
        await terminal.press("1")
        check_screen(terminal)

    on_terminal(use, settings=Settings(theme=theme))
    assert not any("#" in looks[2] for looks in CLASSES.values())


def test_a_whole_move_is_made_with_keys() -> None:
    """Choose, discard, confirm: the table has moved on."""

    async def use(terminal: Terminal) -> None:
        before = len(terminal.control.table.history)
        await terminal.press("1", "d")
        assert "for good?" in terminal.text
        await terminal.press("\r")
        assert len(terminal.control.table.history) > before
        assert terminal.client.ui.mode is Mode.IDLE
        check_screen(terminal)

    on_terminal(use)


def test_resizing_at_any_time() -> None:
    """The screen is drawn anew; too small a window says so, and it comes back."""

    async def use(terminal: Terminal) -> None:
        await terminal.press("1")
        for columns, rows in ((120, 40), (59, 18), (60, 20), (200, 60), (80, 24)):
            await terminal.resize(columns, rows)
            check_screen(terminal)
        assert "60x20" not in terminal.text

    on_terminal(use)


def test_the_mouse_clicks_on_what_is_drawn() -> None:
    """A card of the hand, by the terminal's own report of a click (SGR)."""

    async def use(terminal: Terminal) -> None:
        await terminal.press("\x1b[<0;20;19M\x1b[<0;20;19m")
        assert terminal.client.ui.place == 1
        check_screen(terminal)

    on_terminal(use)


def test_scrolling_ends_where_there_is_no_more() -> None:
    """By the wheel and by keys: what goes beyond the end need not be taken back key by key."""

    async def use(terminal: Terminal) -> None:
        await terminal.press("\x1b[<64;70;12M")
        assert terminal.client.ui.scroll == 0  # the whole log is on the screen
        await terminal.press("?", "\x1b[F")
        end, last = terminal.client.ui.scroll, terminal.text.splitlines()[-3]
        assert 0 < end < 50
        await terminal.press(*["\x1b[B"] * 5)
        assert terminal.client.ui.scroll == end
        await terminal.press("\x1b[A")
        assert terminal.client.ui.scroll == end - 1
        assert terminal.text.splitlines()[-3] != last
        await terminal.press("\x1b[H")
        assert terminal.client.ui.scroll == 0
        await terminal.press("\x1b", *["\x1b[1;5D"] * 9)
        assert -9 < terminal.client.ui.look[0] <= 0

    on_terminal(use)


def test_pasted_text_is_cleaned_and_sends_nothing() -> None:
    """A pasted line break does not send the line, and at the table a paste does nothing."""

    async def use(terminal: Terminal) -> None:
        await terminal.press("\x1b[200~1d\r\r\x1b[201~")
        assert terminal.client.ui.mode is Mode.IDLE
        await terminal.press("c", "\x1b[200~one\r\ntwo \x1b[31m\x1b[201~", "x")
        assert terminal.client.ui.line.text == "one two [31mx"
        assert terminal.control.talk == ()

    on_terminal(use)


def test_the_player_is_called_when_it_is_his_turn() -> None:
    """By bell, notification and title, and by none of them if they are turned off."""

    async def use(terminal: Terminal) -> None:
        terminal.control.own_bot_moves()
        terminal.feed.written = ""
        while terminal.control.bot_moves():
            pass
        await terminal.settle(terminal.drawn)

    loud = on_terminal(use).feed.written
    assert "\x07" in loud.replace("]9;It is your turn.\x07", "").replace("your turn\x07", "")
    assert "\x1b]9;It is your turn.\x07" in loud
    assert "\x1b]2;* Saboteur: your turn\x07" in loud
    quiet = on_terminal(use, settings=Settings(bell=False, title=False, notify=False)).feed.written
    assert "\x07" not in quiet


def test_leaving_leaves_the_terminal_as_it_was() -> None:
    """The alternate screen, the mouse and pasting are turned off again, and the table knows."""

    async def use(terminal: Terminal) -> None:
        await terminal.press("q")
        terminal.source.send_text("\r")
        await terminal.control.closed.wait()

    check_left(on_terminal(use))


def check_left(terminal: Terminal) -> None:
    """What was turned on is off."""
    written = terminal.feed.written
    for mode in ("1049", "1000", "2004"):
        assert written.rindex(f"\x1b[?{mode}l") > written.rindex(f"\x1b[?{mode}h")
    assert written.rindex("\x1b[?25h") > written.rindex("\x1b[?25l")
    assert terminal.control.closed.is_set()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_a_signal_ends_the_screen_cleanly() -> None:
    """As if the player had left."""

    async def use(terminal: Terminal) -> None:
        signal.raise_signal(signal.SIGTERM)
        await terminal.control.closed.wait()

    check_left(on_terminal(use))


class Broken(LocalControl):
    """A table that fails."""

    def submit(self, choice: Choice) -> NoReturn:
        """Fail as a mistake of ours would."""
        raise ZeroDivisionError


def test_a_crash_leaves_a_clean_terminal_and_is_told() -> None:
    """The error comes out of `run` once the terminal is as it was."""
    control = Broken(seats=4, seed=SEED)
    while control.bot_moves():
        pass
    seen: list[Terminal] = []

    async def use(terminal: Terminal) -> None:
        seen.append(terminal)
        await terminal.press("1", "d")
        terminal.source.send_text("\r")
        await control.closed.wait()

    with pytest.raises(ZeroDivisionError):
        on_terminal(use, control)
    check_left(seen[0])


def test_a_mistake_about_a_key_ends_the_client(monkeypatch: pytest.MonkeyPatch) -> None:
    """Likewise, before anything was asked of the table."""

    def broken(*_: object) -> NoReturn:
        raise ZeroDivisionError

    control = own_turn()

    async def use(terminal: Terminal) -> None:
        monkeypatch.setattr(keys, "press", broken)
        terminal.source.send_text("1")
        await control.closed.wait()

    with pytest.raises(ZeroDivisionError):
        on_terminal(use, control)


class Refusing(LocalControl):
    """A table that does not take choices now."""

    def submit(self, choice: Choice) -> NoReturn:
        """Refuse as a table that waits for its peers does."""
        raise LocalError("the table waits for Borek\x1b[2J")


def test_what_the_table_refuses_is_told_in_the_prompt() -> None:
    """The screen goes on, and the sentence is cleaned like any other."""
    control = Refusing(seats=4, seed=SEED)
    while control.bot_moves():
        pass

    async def use(terminal: Terminal) -> None:
        await terminal.press("1", "d", "\r")
        assert "! the table waits for Borek" in terminal.text
        check_screen(terminal)

    on_terminal(use, control)


@pytest.mark.parametrize("gold", mostly_long(["secret", "open"]))
def test_a_whole_game_is_played_on_the_screen(gold: str) -> None:
    """Each round's result opens by itself, nuggets are picked with keys, and the end shows the totals."""
    control = own_turn(gold=gold)
    pages = set()

    async def use(terminal: Terminal) -> None:
        for _ in range(400):
            pages.add(terminal.client.ui.page)
            check_screen(terminal)
            scene = terminal.client.scene
            if scene and scene.nuggets:
                await terminal.press("1", "\r")
            elif control.table.asked == 0 and scene and scene.ask.value == "pay":
                await terminal.press("\r")
            elif control.bot_moves() or control.own_bot_moves():
                await terminal.settle(terminal.drawn)
            else:
                break
        assert terminal.client.ui.page is Page.RESULT
        assert "The game is over" in terminal.text

    on_terminal(use, control)
    assert {Page.ROUND, Page.RESULT} <= pages


def test_a_complaint_goes_when_the_turn_comes() -> None:
    """What could not be done a moment ago does not hide that it can be now; what was planned stays chosen."""
    control = own_turn()
    control.own_bot_moves()

    async def use(terminal: Terminal) -> None:
        await terminal.press("1", "d", "\r")
        assert "! It is not your turn yet." in terminal.text
        while control.bot_moves():
            pass
        await terminal.settle(terminal.drawn)
        assert "! It is" not in terminal.text
        assert "for good?" in terminal.text
        await terminal.press("\x1b")
        assert "Your turn" in terminal.text

    on_terminal(use, control)
