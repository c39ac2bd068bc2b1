"""A table without a network for the full screen: bots in the same process, one move at a time."""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING

from p2p_saboteur.bots.steady import SteadyPolicy
from p2p_saboteur.local import LocalTable
from p2p_saboteur.table_view import Presence, Proofs, Spoken, TableView

if TYPE_CHECKING:
    from collections.abc import Callable

    from p2p_saboteur.games.saboteur.options import Options
    from p2p_saboteur.seat import Choice
    from protocol.game import Seat


class LocalControl:
    """Implements `table_view.TableControl` with a `LocalTable`; the player sits on seat 0.

    Attributes:
        table: the table.
        talk: what was said.
        notes: the player's notes.
        away: whether a bot plays for him.
        closed: set once the screen has been.
    """

    def __init__(
        self, *, seats: int = 4, seed: int = 1, options: Options | None = None, names: tuple[str, ...] | None = None
    ) -> None:
        chance = Random(seed)
        self.table = LocalTable(seats=seats, chance=chance, options=options)
        if names:
            self.table._names = names
        self.talk: tuple[Spoken, ...] = ()
        self.notes: tuple[str, ...] = ()
        self.away = False
        self.closed = asyncio.Event()
        self.on_change: Callable[[], None] = lambda: None
        self._bots = [SteadyPolicy(chance) for _ in range(seats)]

    def view(self) -> TableView:
        """Return what the player sees."""
        own = self.table.view(0)
        bots = (Presence(away=self.away), *[Presence(bot=True)] * (own.state.seats - 1))
        return TableView(seat_view=own, presences=bots, talk=self.talk, proofs=Proofs(), notes=self.notes)

    def bot_moves(self) -> bool:
        """Let the bot whose turn it is move; return whether there is one."""
        seat = self.table.asked
        if seat is None or seat == 0:
            return False
        self.table.submit(seat, self._bots[seat].choose(self.table.view(seat)))
        self.on_change()
        return True

    def own_bot_moves(self) -> bool:
        """Let a bot move for the player; return whether it was his turn."""
        if self.table.asked != 0:
            return False
        self.table.submit(0, self._bots[0].choose(self.table.view(0)))
        self.on_change()
        return True

    def hear(self, seat: Seat, text: str) -> None:
        """Let somebody say something."""
        self.talk = (*self.talk, Spoken(seat=seat, text=text, events=len(self.table.history)))
        self.on_change()

    def submit(self, choice: Choice) -> None:
        """Answer for the player."""
        self.table.submit(0, choice)
        self.on_change()

    def say(self, text: str) -> None:
        """Say something."""
        self.hear(0, text)

    def note(self, text: str) -> None:
        """Keep a note."""
        self.notes = (*self.notes, text)
        self.on_change()

    def turn_away(self, *, away: bool) -> None:
        """Note whether a bot is to play for the player."""
        self.away = away
        self.on_change()

    def again(self) -> None:
        """Nobody plays another game."""

    def look_again(self) -> None:
        """There is no log."""

    def remove(self, place: int) -> None:
        """There is no lobby."""

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
        """Nobody leaves."""

    def vote_out(self, seat: Seat) -> None:
        """Lose a seat."""
        self.table.lose(seat)
        self.on_change()

    def show_moment(self, position: int, *, playing: bool) -> None:
        """There is no replay."""

    def leave(self) -> None:
        """Note that the screen has been closed."""
        self.closed.set()
