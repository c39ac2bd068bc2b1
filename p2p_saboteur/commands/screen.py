"""A table between peers on the full screen: both in one event loop, which ends when the player leaves."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from p2p_saboteur.app.control import Caught, Stopped, TableAbandoned
from p2p_saboteur.app.joining import Opener
from p2p_saboteur.app.news import LobbyChanged, NotReached, TableEvent, Talked, Words
from p2p_saboteur.app.progress import Stage
from p2p_saboteur.app.talk import KEPT, Kind
from p2p_saboteur.commands.addresses import advice, describe
from p2p_saboteur.commands.blame import explain_fault
from p2p_saboteur.commands.desk import WordsDiffer
from p2p_saboteur.commands.qr import qr_rows
from p2p_saboteur.games.saboteur.notation import options_text, parse_options
from p2p_saboteur.games.saboteur.state import MAX_SEATS, MIN_SEATS
from p2p_saboteur.games.saboteur.word_reader import InvalidText
from p2p_saboteur.manual import NoManual, rules_pages
from p2p_saboteur.net.curve import run
from p2p_saboteur.table_view import Fault, Guest, Link, Lobby, Presence, Proofs, Spoken, TableView, Work
from p2p_saboteur.table_view import Stage as Shown
from p2p_saboteur.text import _, language
from p2p_saboteur.tui.client import Client as Screen
from p2p_saboteur.tui.settings import AUTO, Settings, can_show_screens, chosen_glyphs, wants_colour
from p2p_saboteur.tui.style import Theme
from protocol.errors import LocalError
from protocol.events import Abandoned, Ended, Faulted, StepDone
from protocol.game import IllegalMove
from protocol.steps.deal import DealCards, PeekCard
from protocol.steps.reveal import RevealCards

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Coroutine
    from typing import Any

    from p2p_saboteur.app.client import Client
    from p2p_saboteur.app.joining import Guest as GuestSide
    from p2p_saboteur.app.lobby_messages import LobbyState
    from p2p_saboteur.app.news import News
    from p2p_saboteur.app.talk import Note
    from p2p_saboteur.manual import Page
    from p2p_saboteur.seat import Choice, SeatView
    from protocol.chain import Done
    from protocol.events import Event
    from protocol.game import Seat

FAREWELL: Final = 1.5
"""Seconds to pass on what has ended the game."""
LOOK: Final = 0.5
"""Seconds between two looks at what sends no events, such as links and child processes."""


def add_screen_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare how the table is shown."""
    parser.add_argument("--plain", action="store_true", help="lines of text instead of the full screen")
    parser.add_argument(
        "--theme", choices=[theme.value for theme in Theme], default=Theme.DEFAULT.value, help="colours"
    )
    parser.add_argument(
        "--glyphs", choices=[AUTO, "unicode", "ascii"], default=AUTO, help="what the maze is drawn with"
    )
    parser.add_argument("--quiet", action="store_true", help="no bell and no notification when it is your turn")
    parser.add_argument("--no-mouse", action="store_true", help="leave the mouse to the terminal")


def wants_screen(arguments: argparse.Namespace) -> bool:
    """Return whether the table is to be shown on the full screen."""
    if arguments.plain or getattr(arguments, "json", False) or getattr(arguments, "auto", False):
        return False
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    return can_show_screens(os.environ, terminal=terminal, windows=sys.platform == "win32")


def screen_settings(arguments: argparse.Namespace) -> Settings:
    """Return how the screen is to look."""
    return Settings(
        theme=Theme(arguments.theme),
        colour=wants_colour(os.environ),
        glyphs=chosen_glyphs(arguments.glyphs, os.environ, sys.stdout.encoding or ""),
        bell=not arguments.quiet,
        notify=not arguments.quiet,
        mouse=not arguments.no_mouse,
        rules=_rules(),
    )


def _rules() -> tuple[Page, ...]:
    try:
        return rules_pages(language())
    except NoManual:
        return ()


def _options(encoded: bytes) -> str:
    """Return the rule options of a lobby as people write them: those that differ from the default."""
    try:
        return options_text(parse_options(encoded.decode("ascii", errors="replace")))
    except InvalidText:  # the guest's own check says so in a moment
        return ""


class ScreenTable:
    """Runs a table and shows it; implements `table_view.TableControl`.

    Attributes:
        client: the player's client, noted by whoever serves the table.
        lobby: its side of the lobby, likewise.
        view: what is shown.
    """

    def __init__(
        self,
        serve: Callable[[ScreenTable], Coroutine[Any, Any, None]],
        settings: Settings,
        check: Callable[[], None] = lambda: None,
        add_bot: Callable[[ScreenTable], None] | None = None,
    ) -> None:
        """Make the screen.

        Args:
            serve: opens and plays the table until it is cancelled; notes its client in `client`, tells `tell` its news.
            settings: how the screen looks.
            check: called now and then; what it raises ends the table.
            add_bot: adds one to the own lobby; None for who has opened none.
        """
        self.client: Client | None = None
        self.lobby: Opener | GuestSide | None = None
        self.view = TableView()
        self._serve, self._check, self._add_bot = serve, check, add_bot
        self._screen = Screen(self, settings)
        self._changed = asyncio.Event()
        self._submitting: set[asyncio.Task[None]] = set()
        self._bots: dict[str, bool] = {}
        self._seated = self._over = False
        self._error: Exception | None = None

    def run(self) -> None:
        """Play until the player leaves.

        Raises:
            Stopped: the table was left before the game was over.
            Caught: somebody has cheated.
            TableAbandoned: a majority has ended the game.
            Exception: whatever else ended the table.
        """
        run(self._run())

    async def _run(self) -> None:
        tasks = [asyncio.create_task(part) for part in (self._screen.run(), self._serve(self), self._follow())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if self._over or self._error:  # the others are to have all that has ended the game
                await asyncio.wait(tasks[1:2], timeout=FAREWELL)
        finally:
            for task in tasks:
                task.cancel()
            ends = await asyncio.gather(*tasks, return_exceptions=True)
        for end in ends:
            if isinstance(end, Exception):
                raise end
        if self._error:
            raise self._error
        if not self._over:
            raise Stopped

    def tell(self, news: News) -> None:
        """Take news of the client; to be called in the event loop."""
        match news:
            case LobbyChanged(state=state):
                self.view = replace(self.view, notice="", lobby=self._lobby(state))
            case NotReached(cause=cause):
                self.view = replace(self.view, notice=_(cause.value))
            case Stage(what=what, part=part, parts=parts):
                self.view = replace(self.view, stage=Shown(work=Work(what), part=part, parts=parts))
            case Words(words=words, asked=asked):
                self.view = replace(self.view, words=words, asks_words=asked or self.view.asks_words)
            case Talked(note=note):
                self._hear(note)
            case TableEvent(event=event):
                self._note(event)
        self._changed.set()

    def _lobby(self, state: LobbyState) -> Lobby:
        """Return the lobby as it is shown, with the invite if it is our own."""
        self._bots = {name: bot for name, _ready, bot in state.people}
        guests = tuple(Guest(name=name, ready=ready, bot=bot) for name, ready, bot in state.people)
        lobby = Lobby(seats=state.seats, guests=guests, options=_options(state.options))
        if not isinstance(self.lobby, Opener) or not self.client or not self._add_bot:
            return lobby
        invite = self.client.invite(self.lobby.lobby.secret).text()
        client, watchers = self.client, self.client.watchers
        return replace(
            lobby,
            invite=invite,
            watch_invite=client.invite(watchers.secret).text() if watchers and watchers.secret else "",
            endpoints=tuple(map(describe, client.endpoints)),
            advice=advice(client.endpoints, client.mesh.port),
            qr=qr_rows(invite),
            opener=True,
        )

    def _hear(self, note: Note) -> None:
        """Take talk into account."""
        if note.kind is Kind.SAY and self.client and self._seated:
            events = len(self.view.seat_view.history) if self.view.seat_view else 0
            seat = self.client.table.seating.index(note.chair)
            spoken = Spoken(seat=seat, text=note.text, events=events)
            self.view = replace(self.view, talk=(*self.view.talk, spoken)[-KEPT:])

    def _note(self, event: Event) -> None:
        """Take an event of the session into account."""
        match event:
            case StepDone(done=done):
                self._seated = self._seated or done.table.state is not None
                self.view = replace(self.view, proofs=self._counted(done), stage=None)
            case Faulted(fault=fault) if self.client:
                self._error = Caught(fault, self.client)
                what, log = explain_fault(fault, self.client.table), str(self.client.log)
                shown = Fault(culprit=fault.culprit, what=what, meaning=_("The game is over for all."), evidence=log)
                self.view = replace(self.view, faults=(*self.view.faults, shown))
            case Abandoned():
                self._error = TableAbandoned()
                self.view = replace(self.view, notice=_("More than half of the players have ended the game."))
            case Ended():
                self._over = True

    def _counted(self, done: Done) -> Proofs:
        """Return what was proved, with what a step has added."""
        proofs, step = self.view.proofs, done.step
        cards = 0
        match step:
            case DealCards():
                cards = len(step.handouts)
            case RevealCards():
                cards = len(step.cards)
            case PeekCard():
                cards = 1
        shuffles = proofs.shuffles + 1 if step.kind == "shuffle" else 0 if step.kind == "keys" else proofs.shuffles
        return Proofs(
            entries=proofs.entries + len(done.entries),
            shuffles=shuffles,
            shufflers=len(done.table.seating),
            cards=proofs.cards + cards,
            log=str(self.client.log) if self.client else "",
        )

    async def _follow(self) -> None:
        """Show what has changed, and look now and then at what tells nothing by itself."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await self._changed.wait()
            self._check()
            if self._changed.is_set() or self._presences() != self.view.presences:
                self._changed.clear()
                seat_view = await self.client.view() if self.client and self._seated else None
                self._show(seat_view)

    def _show(self, seat_view: SeatView | None) -> None:
        lobby = None if seat_view else self.view.lobby
        self.view = replace(self.view, seat_view=seat_view, lobby=lobby, presences=self._presences())
        self._screen.show(self.view)

    def _presences(self) -> tuple[Presence, ...]:
        """Return how each seat can be reached."""
        if self.client is None or not self._seated:
            return ()
        table, linked = self.client.table, self.client.mesh.linked
        chairs = [table.header.chairs[chair] for chair in table.seating]
        return tuple(
            Presence(
                link=Link.DIRECT if chair.link in linked or chair.link == self.client.mesh.key else Link.DOWN,
                bot=self._bots.get(chair.name, False),
                away=bool(self.client.talk and number in self.client.talk.away),
            )
            for number, chair in zip(table.seating, chairs, strict=True)
        )

    def submit(self, choice: Choice) -> None:
        """Answer what the seat is asked; what is wrong with it is told on the screen."""
        if self.client:
            self._later(self.client.submit(choice))

    def _later(self, call: Coroutine[Any, Any, None]) -> None:
        """Do something in the event loop and tell on the screen what is wrong with it."""
        task = asyncio.create_task(self._told(call))
        self._submitting.add(task)
        task.add_done_callback(self._submitting.discard)

    async def _told(self, call: Coroutine[Any, Any, None]) -> None:
        try:
            await call
        except IllegalMove as error:
            self._screen.complain(_(str(error)))
        except LocalError as error:
            self._screen.complain(_(str(error)))

    def say(self, text: str) -> None:
        """Say something to all at the table."""
        try:
            if self.client:
                self.client.say(Kind.SAY, text)
        except LocalError as error:
            self._screen.complain(_(str(error)))

    def confirm_words(self, *, same: bool) -> None:
        """Let the game begin, or leave the table."""
        self.view = replace(self.view, asks_words=False)
        if same and self.client:
            self._later(self.client.confirm())
        else:
            self._error = WordsDiffer()
            self._screen.close()
        self._changed.set()

    def abandon(self) -> None:
        """Vote to end the game for all."""
        if self.client:
            self._later(self.client.abandon())

    def add_bot(self) -> None:
        """Add a bot to the own lobby."""
        if self._add_bot:
            self._add_bot(self)

    def set_seats(self, seats: int) -> None:
        """Change how many are to play."""
        if isinstance(self.lobby, Opener) and self._add_bot and MIN_SEATS <= seats <= MAX_SEATS:
            self.lobby.set_seats(seats)

    def set_ready(self, *, ready: bool) -> None:
        """Say in the lobby whether the player is ready."""
        if self.lobby and self.view.lobby:
            self.lobby.set_ready(ready=ready)

    def vote_out(self, seat: Seat) -> None:
        """No vote is open."""

    def show_moment(self, position: int, *, playing: bool) -> None:
        """This is no replay."""

    def leave(self) -> None:
        """Nothing more is to be shown."""
