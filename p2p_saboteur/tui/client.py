"""The client: a full screen that shows one table and passes on what the player does."""

from __future__ import annotations

import asyncio
import signal
import sys
from base64 import b64encode
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from prompt_toolkit.application import Application
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout
from prompt_toolkit.mouse_events import MouseButton, MouseEventType
from prompt_toolkit.output import ColorDepth

from p2p_saboteur.clean import clean_line
from p2p_saboteur.table_view import TableView
from p2p_saboteur.text import _
from p2p_saboteur.tui import keys
from p2p_saboteur.tui.aiming import alarmed
from p2p_saboteur.tui.draw import draw
from p2p_saboteur.tui.following import before_the_game, calls, follow
from p2p_saboteur.tui.picture import Picture
from p2p_saboteur.tui.settings import Settings
from p2p_saboteur.tui.state import Mode, ViewState
from p2p_saboteur.tui.style import Theme, theme_style
from p2p_saboteur.tui.tiles import drawn_name
from p2p_saboteur.viewmodel.scene import Ask, make_scene
from protocol.errors import LocalError
from protocol.game import IllegalMove

if TYPE_CHECKING:
    from collections.abc import Iterator

    from prompt_toolkit.input import Input
    from prompt_toolkit.key_binding import KeyPressEvent
    from prompt_toolkit.mouse_events import MouseEvent
    from prompt_toolkit.output import Output

    from p2p_saboteur.table_view import TableControl
    from p2p_saboteur.tui.canvas import Canvas
    from p2p_saboteur.tui.keys import Effect
    from p2p_saboteur.viewmodel.scene import Scene

_NAMED = (
    *("up", "down", "left", "right", "s-up", "s-down", "s-left", "s-right", "c-up", "c-down", "c-left", "c-right"),
    *("enter", "escape", "tab", "s-tab", "backspace", "delete", "home", "end", "pageup", "pagedown", "f1", "f2"),
    *("c-a", "c-c", "c-e", "c-l", "c-u", "c-w", "c-z"),
)
_ESCAPE_TIME = 0.05
"""Seconds after which an escape character is the key Esc and not the beginning of another one."""


class Client:
    """Shows views and passes on choices; everything happens in the event loop that runs it."""

    def __init__(
        self,
        control: TableControl,
        settings: Settings | None = None,
        *,
        source: Input | None = None,
        output: Output | None = None,
    ) -> None:
        """Make the screen.

        Args:
            control: who runs the table.
            settings: how it looks.
            source: where keys come from; the terminal unless given.
            output: where the screen goes; the terminal unless given.
        """
        self.settings = settings or Settings()
        self.ui = ViewState(glyphs=self.settings.glyphs, rules=self.settings.rules)
        self.table = TableView()
        self.scene: Scene | None = None
        self._control = control
        self._canvas: Canvas | None = None
        picture = Picture(self._draw, self._on_mouse)
        theme = self.settings.theme if self.settings.colour else Theme.MONO
        self.application: Application[None] = Application(
            layout=Layout(picture),
            key_bindings=self._bindings(),
            style=theme_style(theme),
            include_default_pygments_style=False,
            full_screen=True,
            mouse_support=self.settings.mouse,
            color_depth=None if self.settings.colour else ColorDepth.DEPTH_1_BIT,
            input=source,
            output=output,
        )
        self.application.ttimeoutlen = _ESCAPE_TIME
        self.application.timeoutlen = _ESCAPE_TIME

    def show(self, table: TableView) -> None:
        """Show a new view; to be called in the event loop that runs the screen, or before it runs."""
        before, self.table = self.scene, table
        self.ui = before_the_game(self.ui, table)
        if table.seat_view is not None:
            self.scene = self._scene(table)
            self.ui = follow(self.ui, before, self.scene)
            if calls(before, self.scene):
                self._call()
            self._set_title()
        self.application.invalidate()

    def _scene(self, table: TableView) -> Scene:
        """Return a view made ready; what clocks and links tell does not make all of it anew."""
        old = self.scene
        if old and _same_game(old.table, table):
            return replace(old, table=table)
        return make_scene(table, partial(drawn_name, glyph_set=self.settings.glyphs))

    async def run(self) -> None:
        """Run until the player leaves; whatever happens, the terminal is as it was before."""
        with _ended_by_signals(self):
            try:
                await self.application.run_async(handle_sigint=False)
            finally:
                if self.settings.title:
                    self.application.output.clear_title()
                    self.application.output.flush()
                self._control.leave()

    def _draw(self, columns: int, rows: int) -> Canvas:
        try:
            self._canvas = draw(self.table, self.scene, self.ui, columns, rows)
        except Exception as error:
            self._fail(error)
            raise
        return self._canvas

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()
        for name in _NAMED:
            bindings.add(name)(partial(self._on_key, name))
        bindings.add(Keys.Any)(lambda event: self._on_key(event.data, event))
        bindings.add(Keys.BracketedPaste)(self._on_paste)
        return bindings

    def _on_key(self, key: str, _event: KeyPressEvent) -> None:
        self._do(*keys.press(self.scene, self.ui, key))

    def _on_paste(self, event: KeyPressEvent) -> None:
        if self.ui.mode in (Mode.TALK, Mode.NOTE):
            self.ui = replace(self.ui, line=self.ui.line.insert(event.data))

    def _on_mouse(self, event: MouseEvent) -> None:
        """Let a click do what it points at, and the wheel scroll."""
        if event.event_type in (MouseEventType.SCROLL_UP, MouseEventType.SCROLL_DOWN):
            up = event.event_type is MouseEventType.SCROLL_UP
            self._do(*keys.press(self.scene, self.ui, "pageup" if up else "pagedown"))
        elif event.event_type is MouseEventType.MOUSE_UP and event.button is MouseButton.LEFT and self._canvas:
            hit = self._canvas.hit(event.position.x, event.position.y)
            if hit is not None:
                self._do(*keys.click(self.scene, self.ui, hit))
        self.application.invalidate()

    def _do(self, ui: ViewState, effect: Effect | None) -> None:
        """Take over a new state, and do what is beyond the screen."""
        self.ui = ui
        try:
            if effect is not None:
                self._carry_out(effect)
        except IllegalMove as error:
            self.complain(_(str(error)))
        except LocalError as error:
            self.complain(str(error))
        except Exception as error:  # noqa: BLE001 - it is raised again where the screen was run, on a clean terminal
            self._fail(error)

    def _carry_out(self, effect: Effect) -> None:
        match effect:
            case keys.Leave():
                self.close()
            case keys.Sleep():
                self.application.suspend_to_background()
            case keys.Redraw():
                self.application.renderer.clear()
            case _:
                self._ask_table(effect)

    def _ask_table(self, effect: Effect) -> None:
        match effect:
            case keys.Submit(choice=choice):
                self._control.submit(choice)
            case keys.Say(text=text):
                self._control.say(text)
            case keys.Abandon() | keys.Go() | keys.VoteOut():
                self._go_or_vote(effect)
            case keys.Moment(position=position, playing=playing):
                self._control.show_moment(position, playing=playing)
            case keys.Jot(text=text):
                self._control.note(text)
            case keys.TurnAway(away=away):
                self._control.turn_away(away=away)
            case keys.Again():
                self._control.again()
            case keys.LookAgain():
                self._control.look_again()
            case _:
                self._ask_lobby(effect)

    def _go_or_vote(self, effect: keys.Abandon | keys.Go | keys.VoteOut) -> None:
        match effect:
            case keys.Abandon():
                self._control.abandon()
            case keys.Go():
                self._control.go()
            case keys.VoteOut(seat=seat):
                self._control.vote_out(seat)

    def _ask_lobby(self, effect: Effect) -> None:
        match effect:
            case keys.Ready(ready=ready):
                self._control.set_ready(ready=ready)
            case keys.CopyInvite() if self.table.lobby and self.table.lobby.invite:
                self._copy(self.table.lobby.invite)
            case keys.AddBot():
                self._control.add_bot()
            case keys.Remove(place=place):
                self._control.remove(place)
            case keys.MoreSeats(step=step):
                self._control.set_seats((self.table.lobby.seats if self.table.lobby else 0) + step)
            case keys.Confirm(same=same):
                self._control.confirm_words(same=same)

    def _copy(self, text: str) -> None:
        """Hand text to the terminal's clipboard (OSC 52), where it has one and allows that."""
        output = self.application.output
        output.write_raw(f"\x1b]52;c;{b64encode(text.encode()).decode()}\x07")
        output.flush()
        self.ui = replace(self.ui, message=_("Copied, if this terminal lets programs do that."))
        self.application.invalidate()

    def complain(self, sentence: str) -> None:
        """Say in the prompt what cannot be done; to be called in the event loop that runs the screen."""
        self.ui = alarmed(self.ui, clean_line(sentence))
        self.application.invalidate()

    def close(self) -> None:
        """End the screen; to be called in the event loop that runs it."""
        if self.application.is_running and not self.application.is_done:
            self.application.exit()

    def _fail(self, error: Exception) -> None:
        """Let `run` raise an error, once the terminal is as it was before."""
        if self.application.is_running and not self.application.is_done:
            self.application.exit(exception=error)

    def _call(self) -> None:
        """Tell the player that the table waits for him."""
        output, settings = self.application.output, self.settings
        if settings.bell:
            output.bell()
        if settings.notify:
            output.write_raw(f"\x1b]9;{_('It is your turn.')}\x07")
        output.flush()

    def _set_title(self) -> None:
        if self.settings.title and self.scene:
            turn = self.scene.ask is not Ask.NOTHING
            name = "Saboteur"
            self.application.output.set_title(f"* {name}: {_('your turn')}" if turn else name)
            self.application.output.flush()


def _same_game(old: TableView, new: TableView) -> bool:
    """Return whether what has been played and said is the same."""
    same = old.seat_view is new.seat_view and old.talk is new.talk
    return same and old.replay is new.replay and (old.stopped, old.catching_up) == (new.stopped, new.catching_up)


@contextmanager
def _ended_by_signals(client: Client) -> Iterator[None]:
    """Let the signals that would kill the process close the screen first, where there are such signals."""
    loop = asyncio.get_running_loop()
    names = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if sys.platform != "win32"]
    for number in names:
        loop.add_signal_handler(number, client.close)
    try:
        yield
    finally:
        for number in names:
            loop.remove_signal_handler(number)
