"""A game that was played, in the same screens as a table: step by step, by jumps, or by itself."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from p2p_saboteur.app.jottings import add_jotting, read_jottings
from p2p_saboteur.app.keeping import read_notes
from p2p_saboteur.commands.own_cards import at_event, kept_views, known
from p2p_saboteur.commands.shown import spoken
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from p2p_saboteur.net.curve import run
from p2p_saboteur.seat import WATCHER, SeatView
from p2p_saboteur.table_view import Replay, TableView
from p2p_saboteur.telling import sentences
from p2p_saboteur.text import _
from p2p_saboteur.tui.client import Client as Screen
from protocol.errors import LocalError

if TYPE_CHECKING:
    from p2p_saboteur.commands.reading import Record
    from p2p_saboteur.seat import Choice
    from p2p_saboteur.tui.settings import Settings
    from protocol.game import Seat

PACE: Final = 1.0
"""Seconds from one moment to the next when it goes on by itself."""


class ReplayScreen:
    """Shows a game; implements `table_view.TableControl`.

    Attributes:
        position: the moment shown, from 0 for the beginning.
    """

    def __init__(self, record: Record, settings: Settings) -> None:
        """Make the screen.

        Args:
            record: the game.
            settings: how the screen looks.
        """
        self.position = 0
        self._record = record
        self._kept = kept_views(record)
        told = [place for place, event in enumerate(record.events) if sentences(event, record.names)]
        self._notes = read_jottings(record.path.parent) if self._kept else ()
        seating = record.chain.table.seating if self._kept else ()
        self._talk = spoken(read_notes(record.path.parent), seating, record.steps) if self._kept else ()
        self._moments = [0, *(place + 1 for place in told)]
        self._playing = False
        self._screen = Screen(self, settings)

    def run(self) -> None:
        """Show the game until the reader leaves."""
        run(self._run())

    async def _run(self) -> None:
        self._show()
        going_on = asyncio.create_task(self._go_on())
        try:
            await self._screen.run()
        finally:
            going_on.cancel()
            with suppress(asyncio.CancelledError):
                await going_on

    async def _go_on(self) -> None:
        """Show the next moment every second while the game goes on by itself."""
        while True:
            await asyncio.sleep(PACE)
            if self._playing:
                self.show_moment(self.position + 1, playing=True)

    def show_moment(self, position: int, *, playing: bool) -> None:
        """Show a moment; at the last one the game stops going on by itself."""
        self.position = min(max(position, 0), len(self._moments) - 1)
        self._playing = playing and self.position < len(self._moments) - 1
        self._show()

    def _show(self) -> None:
        replay = Replay(position=self.position, last=len(self._moments) - 1, playing=self._playing)
        view = self._view()
        said = tuple(line for line in self._talk if line.events <= len(view.history))
        shown = TableView(seat_view=view, replay=replay, notice=self._record.warning, notes=self._notes, talk=said)
        self._screen.show(shown)

    def _view(self) -> SeatView:
        """Return what the reader's own client showed then; without his cards if the game was not played here."""
        record, count = self._record, self._moments[self.position]
        events = record.events[:count]
        state = events[-1].after if events else record.events[0].before
        own = at_event(record, self._kept, count - 1) if count else None
        cards = known(own)
        return SeatView(
            seat=self._kept[0].seat if self._kept else WATCHER,
            names=record.names,
            state=state,
            request=SaboteurGame(state.options).request(state),
            history=events,
            role=cards.role if cards else None,
            hand=cards.hand if cards else (),
            peeked=(cards.peeked[0], cards.peeked[1], cards.peeked[2]) if cards else (None, None, None),
            purse=cards.purse if cards else (),
            packet=(),
            drawn=(),
            seen=(),
        )

    def submit(self, choice: Choice) -> None:
        """Refuse: what happened has happened."""
        del choice
        raise LocalError(_("this game is over"))

    def note(self, text: str) -> None:
        """Keep a private note with a game that was played here."""
        if not self._kept:
            raise LocalError(_("notes are kept only with games of your own"))
        self._notes = add_jotting(self._record.path.parent, text)
        self._show()

    def turn_away(self, *, away: bool) -> None:
        """Nobody plays."""

    def again(self) -> None:
        """What is over is over."""

    def look_again(self) -> None:
        """It is being looked at."""
        self.show_moment(0, playing=False)

    def remove(self, place: int) -> None:
        """There is no lobby."""

    def say(self, text: str) -> None:
        """Nobody hears it."""

    def set_ready(self, *, ready: bool) -> None:
        """There is no lobby."""

    def add_bot(self) -> None:
        """There is no lobby."""

    def set_seats(self, seats: int) -> None:
        """There is no lobby."""

    def confirm_words(self, *, same: bool) -> None:
        """There are no words."""

    def abandon(self) -> None:
        """Nobody votes."""

    def go(self) -> None:
        """Nobody plays."""

    def vote_out(self, seat: Seat) -> None:
        """Nobody votes."""

    def leave(self) -> None:
        """The screen has closed."""
