"""A table between peers on the full screen: both in one event loop, which ends when the player leaves."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from p2p_saboteur.app.control import Caught, Paused, Stopped
from p2p_saboteur.app.joining import Opener
from p2p_saboteur.app.jottings import add_jotting
from p2p_saboteur.app.news import LobbyChanged, NotReached, TableEvent, Talked, Words
from p2p_saboteur.app.progress import Stage, stage_after
from p2p_saboteur.app.talk import Kind
from p2p_saboteur.commands.absence import EARLY_ENDS, vote_told
from p2p_saboteur.commands.blame import shown_fault
from p2p_saboteur.commands.checking import checked
from p2p_saboteur.commands.comparing import WordsDiffer, differ_text
from p2p_saboteur.commands.lobby_lines import own_name, renamed_text
from p2p_saboteur.commands.neighbours import SilenceClock, TurnClock, heads_equal, may_go, presences, votes_to_end
from p2p_saboteur.commands.shown import counted, heard, own_lobby, own_notes, said_before, shown_lobby
from p2p_saboteur.commands.waits import FAREWELL, asking_text, chair_names, stay, stay_for_sums
from p2p_saboteur.net.curve import run
from p2p_saboteur.plain.reading import forced_choice
from p2p_saboteur.seat import is_asked, pay_answer
from p2p_saboteur.store.errors import StoreError
from p2p_saboteur.table_view import Stage as Shown
from p2p_saboteur.table_view import TableView, Work
from p2p_saboteur.text import _
from p2p_saboteur.tui.client import Client as Screen
from protocol.errors import LocalError
from protocol.events import Abandoned, Ended, Expelled, Faulted, Left, StepDone, Voted, VotedOnAbsence, YourTurn
from protocol.game import IllegalMove, Pay

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any

    from p2p_saboteur.app.client import Client
    from p2p_saboteur.app.joining import Guest as GuestSide
    from p2p_saboteur.app.news import News
    from p2p_saboteur.app.talk import Note
    from p2p_saboteur.commands.reading import Record
    from p2p_saboteur.commands.sitting import Seat as Place
    from p2p_saboteur.commands.tables import Table
    from p2p_saboteur.seat import Choice, SeatView
    from p2p_saboteur.tui.settings import Settings
    from protocol.events import Event
    from protocol.game import Seat

LOOK: Final = 0.5  # seconds between two looks at what sends no events, such as links, clocks and child processes
_SET_UP: Final = {"commit", "keys", "carry", "shuffle", "shares", "shares ok"}
"""Kinds of the steps during which a stage goes on."""


class ScreenTable:
    """Runs a table and shows it; implements `table_view.TableControl`.

    Attributes:
        client: the player's client, noted by whoever serves the table.
        lobby: its side of the lobby, likewise.
        view: what is shown.
        following: the table to sit at next, if the player has asked for another game.
        record: this game, checked, if the player has asked to look at it again.
    """

    def __init__(
        self, serve: Callable[[ScreenTable], Coroutine[Any, Any, None]], settings: Settings, place: Place
    ) -> None:
        """Make the screen.

        Args:
            serve: opens and plays the table until it is cancelled; notes its client in `client`, tells `tell` its news.
            settings: how the screen looks.
            place: how the player sits at the table.
        """
        self.client: Client | None = None
        self.lobby: Opener | GuestSide | None = None
        self.view = TableView()
        self.following: tuple[Table, Place] | None = None
        self.record: Record | None = None
        self._serve, self._place = serve, place
        self._screen = Screen(self, settings)
        self._changed = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._silence, self._turn = SilenceClock(), TurnClock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._answered: object = None
        self._turn_told, self._differing = -1, ""
        self._seated = self._over = self._closed = self._checks = False
        self._error: Exception | None = None

    def run(self) -> None:
        """Play until the player leaves.

        Raises:
            Stopped: a signal has ended it before the game was over; `Paused`, where it was the player.
            Caught: somebody has cheated.
            TableAbandoned: a majority has ended the game.
            Exception: whatever else ended the table.
        """
        run(self._run())

    async def _run(self) -> None:
        tasks = [asyncio.create_task(part) for part in (self._screen.run(), self._serve(self), self._follow())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            self._closed = True
            if (self._over and not self.record) or self._error:  # the others are to have all that has ended the game
                await asyncio.wait(tasks[1:2], timeout=FAREWELL)
                await stay_for_sums(self.client, tasks[1], print)
            if self._over and self._place.stays and self.client and not self.following:
                await stay(self.client, tasks[1], print)
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
            raise Stopped if self._screen.signalled else Paused

    def tell(self, news: News) -> None:
        """Take news of the client; to be called in the event loop."""
        match news:
            case LobbyChanged(state=state):
                lobby = shown_lobby(state, own_name(self.lobby))
                if self.client and isinstance(self.lobby, Opener) and self._place.add_bot:
                    lobby = own_lobby(lobby, self.client, self.lobby.lobby.secret)
                self.view = replace(self.view, notice=renamed_text(self.lobby), lobby=lobby)
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

    def _hear(self, note: Note) -> None:
        """Take talk into account."""
        client = self.client
        if client is None or not self._seated:
            return
        if note.kind is Kind.DIFFER and note.chair != client.chair:
            self._differing = differ_text(chair_names(client)[note.chair])
        self.view = heard(self.view, note, client)

    def _note(self, event: Event) -> None:
        """Take an event of the session into account."""
        match event:
            case StepDone(done=done) if self.client:
                if done.table.state is not None and not self._seated:
                    self._sit_down(self.client)
                goes_on = done.step.kind in _SET_UP or stage_after(done)
                if done.step.kind == "commit" or not done.whole:  # the words are compared, the votes have done
                    self.view = replace(self.view, notice="")
                proofs = counted(self.view.proofs, done, str(self.client.log))
                self.view = replace(self.view, proofs=proofs, stage=self.view.stage if goes_on else None)
            case Faulted(fault=fault, ends=ends) if self.client:
                self.view = replace(self.view, faults=(*self.view.faults, shown_fault(event, self.client)))
                if ends:
                    self._error = Caught(fault, self.client)
                    self.view = replace(self.view, notice="", stopped=True)
            case YourTurn(step=step):
                self._turn_told = step
            case Abandoned() | Expelled() | Left():
                self._stop(event)
            case Voted() | VotedOnAbsence() if self.view.seat_view and self.client:
                notice = vote_told(event, self.view.seat_view, votes_to_end(self.client))
                self.view = replace(self.view, notice=notice)
            case Ended():
                self._over = True
                self.view = replace(self.view, may_again=self._place.again is not None, notice="")

    def _stop(self, event: Abandoned | Expelled | Left) -> None:
        """Take into account that the game does not go on here."""
        error, told = EARLY_ENDS[type(event)]
        self._error = error()
        self.view = replace(self.view, notice=_(told), stopped=True)
        if isinstance(event, Left):
            self._screen.close()

    def _sit_down(self, client: Client) -> None:
        """Take into account what is known when the game begins, or goes on."""
        self._seated = True
        self._turn.limit = client.roster.turn_limit if client.roster else 0
        self.view = replace(self.view, lobby=None, talk=said_before(client), notes=own_notes(client))

    async def _follow(self) -> None:
        """Show what has changed, and look now and then at what tells nothing by itself."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await self._changed.wait()
            if self._place.bots:
                self._place.bots.check()
            changed, before = self._changed.is_set(), self.view
            self._changed.clear()
            if self.client and self._seated:
                if changed:
                    seen = await self.client.view()  # first, since news come in the meantime
                    self.view = replace(self.view, seat_view=seen)
                self._look_round(self.client, time.monotonic())
            if changed or self.view != before:
                self._screen.show(self.view)

    def _look_round(self, client: Client, now: float) -> None:
        """Take into account what sends no news: links and clocks; answer where the player is not to do it."""
        seat_view = self.view.seat_view
        if seat_view is None:
            return
        if self._turn.look(seat_view, now) and is_asked(seat_view) and not self.view.stopped:
            self.view = replace(self.view, notice="")
        left = self._turn.left(now)
        asked = is_asked(seat_view)
        catching_up = asked and client.pump is not None and client.pump.session.chain.number > self._turn_told
        self.view = replace(
            self.view,
            presences=presences(client),
            proofs=replace(self.view.proofs, heads_equal=heads_equal(client)),
            silence=self._silence.look(client, now),
            seconds_left=left,
            catching_up=catching_up,
            may_go=may_go(client),
        )
        if asked and not catching_up and self._answered != len(seat_view.history):
            self._stand_in(client, seat_view, late=left is not None and left <= 0)

    def _stand_in(self, client: Client, seat_view: SeatView, *, late: bool) -> None:
        """Answer for a player who is away or whose time is up."""
        policy = self._place.policy
        away = client.talk is not None and client.chair in client.talk.away
        if away and policy:
            choice = policy.choose(seat_view)
        elif late:
            choice = pay_answer(seat_view) if isinstance(seat_view.request, Pay) else forced_choice(seat_view)
            self.view = replace(self.view, notice=_("Your time is up; a card is laid aside for you."))
        else:
            return
        self._answered = len(seat_view.history)
        self._later(client.submit(choice))

    def submit(self, choice: Choice) -> None:
        """Answer what the seat is asked; what is wrong with it is told on the screen."""
        if self.client:
            self._later(self.client.submit(choice))

    def _later(self, call: Coroutine[Any, Any, None]) -> None:
        """Do something in the event loop and tell on the screen what is wrong with it."""
        task = asyncio.create_task(self._told(call))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _told(self, call: Coroutine[Any, Any, None]) -> None:
        try:
            await call
        except (IllegalMove, LocalError, StoreError) as error:
            self._answered = None
            self._screen.complain(_(str(error)))
        except Exception as error:  # noqa: BLE001 - `run` raises it
            self._error = self._error or (None if isinstance(error, Stopped) else error)  # closed already
            self._screen.close()

    def say(self, text: str) -> None:
        """Say something to all at the table."""
        self._speak(Kind.SAY, text)

    def turn_away(self, *, away: bool) -> None:
        """Tell all whether a bot plays for the player; it does from now on."""
        self._speak(Kind.AWAY if away else Kind.BACK)
        self._changed.set()

    def _speak(self, kind: Kind, text: str = "") -> None:
        if self.client:
            try:
                self.client.say(kind, text)
            except LocalError as error:
                self._screen.complain(_(str(error)))

    def note(self, text: str) -> None:
        """Keep a private note beside the log."""
        if self.client:
            try:
                self.view = replace(self.view, notes=add_jotting(self.client.folder, text))
            except StoreError as error:
                self._screen.complain(str(error))
            self._changed.set()

    def confirm_words(self, *, same: bool) -> None:
        """Let the game begin, or leave the table."""
        self.view = replace(self.view, asks_words=False)
        if same and self.client:
            told = f"{self._differing} {_('You wait for the others, who compare the words.')}"
            self.view = replace(self.view, notice=told.lstrip())
            self._later(self.client.confirm())
        else:
            self._speak(Kind.DIFFER)
            self._error = WordsDiffer()
            self._screen.close()
        self._changed.set()

    def abandon(self) -> None:
        """Vote to end the game for all."""
        if self.client:
            self._later(self.client.abandon())

    def again(self) -> None:
        """Sit down to another game with the same people, and close this one."""
        if self.client and self._place.again and self.view.may_again:
            self.view = replace(self.view, may_again=False)
            self._tell_player(asking_text(self.client))
            self._later(self._go_on(self._place.again))

    @property
    def interrupted(self) -> bool:
        """Whether the screen is closed."""
        return self._closed

    async def _go_on(self, again: Callable[[ScreenTable, str], tuple[Table, Place]]) -> None:
        self._loop = asyncio.get_running_loop()
        try:
            self.following = await asyncio.to_thread(again, self, self.client.offered if self.client else "")
            self._screen.close()
        finally:
            self.view = replace(self.view, may_again=True)  # where that has failed

    def look_again(self) -> None:
        """Check the log, then leave the table; whoever runs the screen shows the game from its beginning."""
        if self._over and self.client and not self._checks:
            self._checks = True
            self._later(self._check(str(self.client.log)))

    async def _check(self, log: str) -> None:
        self.record = await checked(log, self._tell_player, lambda: not self._closed)
        self._screen.close()

    def _tell_player(self, text: str) -> None:
        self.view = replace(self.view, notice=text)
        self._changed.set()

    def offer(self, invite: str) -> None:
        """Offer all at the table another one; may be called in any thread."""
        if self._loop:
            self._loop.call_soon_threadsafe(self._speak, Kind.AGAIN, invite)

    def add_bot(self) -> None:
        """Add a bot to the own lobby."""
        lobby = self.view.lobby
        if self._place.add_bot and lobby:
            full = len(lobby.guests) >= lobby.seats
            self._tell_player(_("Every seat is taken; + adds one.") if full else _("A bot is on its way."))
            self._try(partial(self._place.add_bot, self))

    def _try(self, act: Callable[[], None]) -> None:
        """Do something in the lobby, or tell why that is not possible."""
        try:
            act()
        except LocalError as error:
            self._screen.complain(_(str(error)))

    def set_seats(self, seats: int) -> None:
        """Change how many are to play."""
        if isinstance(self.lobby, Opener) and self._place.add_bot:
            self._try(partial(self.lobby.set_seats, seats))

    def remove(self, place: int) -> None:
        """Take a guest out of the own lobby for good."""
        if isinstance(self.lobby, Opener):
            self._try(partial(self.lobby.remove, place))

    def set_ready(self, *, ready: bool) -> None:
        """Say in the lobby whether the player is ready."""
        if self.lobby and self.view.lobby:
            self._try(partial(self.lobby.set_ready, ready=ready))

    def go(self) -> None:
        """Leave the game for good."""
        if self.client:
            self._later(self.client.go())

    def vote_out(self, seat: Seat) -> None:
        """Vote to go on without a silent seat."""
        if self.client:
            self._later(self.client.vote_out(seat))

    def show_moment(self, position: int, *, playing: bool) -> None:
        """This is no replay."""

    def leave(self) -> None:
        """Nothing more is to be shown."""
