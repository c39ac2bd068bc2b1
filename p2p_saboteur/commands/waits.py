"""For whom the table waits, and whether it can be reached, as the line mode tells it: a line whenever it changes."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from p2p_saboteur.app.showing import Showing
from p2p_saboteur.app.staying import Staying
from p2p_saboteur.clean import clean_names
from p2p_saboteur.commands.neighbours import PATIENCE, SilenceClock
from p2p_saboteur.text import _, listed, ngettext
from p2p_saboteur.viewmodel.silence import known_of_silence
from protocol.hearing import RESUME_PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable

    from p2p_saboteur.app.client import Client
    from p2p_saboteur.table_view import Silence
    from protocol.game import Seat

FAREWELL: Final = 1.5  # seconds to pass on what has ended the game, or why one has left
MOMENT: Final = 2.0  # seconds in which those who are there have told how far they are
LOOK: Final = 0.2  # seconds between two looks at who has everything
SHORT: Final = 5.0  # seconds that nobody needs to be told of: to think, or to be dialled


def chair_names(client: Client) -> tuple[str, ...]:
    """Return the names by chair, fit for printing; none before the roster is closed."""
    return clean_names(tuple(each.name for each in client.roster.header.chairs)) if client.roster else ()


def seat_names(client: Client) -> list[str]:
    """Return the names by seat, fit for printing; the table must be open."""
    names = chair_names(client)
    return [names[chair] for chair in client.table.seating]


def staying_text(client: Client, chairs: tuple[int, ...]) -> str:
    """Return for whom a player stays who has the whole log."""
    names = [chair_names(client)[chair] for chair in chairs]
    told = ngettext(
        "{names} does not have the signed result yet. Staying, a minute at most; Ctrl+C leaves at once.",
        "{names} do not have the signed result yet. Staying, a minute at most; Ctrl+C leaves at once.",
        len(names),
    )
    return told.format(names=listed(names))


async def stay(client: Client, serving: asyncio.Task[None], write: Callable[[str], None]) -> None:
    """Wait until the others have the signed result, or `serving`, the task that gives it to them, has ended."""
    staying = Staying(lambda chairs: write(staying_text(client, chairs)))
    while not serving.done() and staying.goes_on(client):
        await asyncio.wait([serving], timeout=LOOK)


def showing_text(client: Client, chairs: tuple[int, ...]) -> str:
    """Return for whom a player stays when the game was ended for all."""
    names = listed(chair_names(client)[chair] for chair in chairs)
    return _("Each player proves what his gold is worth. Waiting for {names}, a few seconds at most...").format(
        names=names
    )


async def stay_for_sums(client: Client | None, serving: asyncio.Task[None], write: Callable[[str], None]) -> None:
    """Wait, if the game was ended for all, until the others have proved what their gold is worth, or a few seconds."""
    if client is None:
        return
    showing = Showing(lambda chairs: write(showing_text(client, chairs)))
    while not serving.done() and showing.goes_on(client):
        await asyncio.wait([serving], timeout=LOOK)


def asks_opener(client: Client) -> bool:
    """Return whether another game is asked of the opener of the last table: all could reach it, and it is there."""
    roster = client.roster
    opened = client.chair == 0 or roster is None or bool(roster.bots & 1)
    return not opened and 0 in client.linked and not client.offered


def asking_text(client: Client) -> str:
    """Return what is done for a player who wants another game, and for whom he waits."""
    if client.offered:
        return _("Going to the table that was offered...")
    if asks_opener(client):
        told = _("{name} opened this table and is asked to open the next one. Waiting for {name}, a minute at most...")
        return told.format(name=chair_names(client)[0])
    return _("Another table is being opened...")


@dataclass(slots=True, kw_only=True)
class Waits:
    """Tells for whom the table waits; `now` is always in monotonic seconds.

    Attributes:
        write: prints a line.
        plays: whether the player can do something about it, and does not only watch, be it his own bot.
    """

    write: Callable[[str], None]
    plays: bool
    _clock: SilenceClock = field(default_factory=SilenceClock)
    _begun: float | None = None
    _unheard: tuple[int, ...] = ()
    _named: tuple[Seat, ...] = ()
    _long_told: tuple[int, Seat | None] = (-1, None)
    _reached: bool | None = None
    _lost_at: float | None = None

    def silence(self, client: Client, now: float) -> Silence | None:
        """Return who keeps the table waiting; None while nobody else does."""
        return self._clock.look(client, now)

    def links_changed(self, now: float, *, reached: bool) -> None:
        """Say when somebody can be reached again; who was reached before, and is not now, is told at once."""
        if reached:
            if self._reached is False:
                self.write(_("The table is reached again."))
            self._reached, self._lost_at = True, None
        elif self._reached is not False and self._lost_at is None:
            self._lost_at = now if self._reached is None else now - SHORT
            self._tell_lost(now)

    def look(self, client: Client, now: float, *, answers_first: bool = False) -> None:
        """Tell what is due; `answers_first`: the player himself is to answer before he waits for others."""
        if client.pump and self._begun is None:
            self._begun = now
        self._tell_lost(now)
        self._tell_hearing(client, now)
        self._tell_waiting(client, now, answers_first=answers_first)

    def _tell_lost(self, now: float) -> None:
        """Say that nobody can be reached, once there was a chance to reach somebody."""
        if self._lost_at is not None and now >= self._lost_at + SHORT:
            self._reached, self._lost_at = False, None
            self.write(_("Nobody at the table can be reached. Trying on..."))

    def _tell_hearing(self, client: Client, now: float) -> None:
        """Say for whom a player who has come back waits before he may choose, if that takes more than a moment."""
        unheard = client.unheard
        if unheard and (self._begun is None or now < self._begun + MOMENT):
            return
        if unheard and unheard != self._unheard:
            told = _("You are back, and may choose as soon as it is known how far the others are. Waiting for {names}.")
            until = _("(Who has no direct link to you is waited for until {seconds} seconds after the first has told.)")
            names = listed(chair_names(client)[chair] for chair in unheard)
            self.write(f"{told.format(names=names)} {until.format(seconds=round(RESUME_PATIENCE))}")
        elif self._unheard and not unheard:
            self.write(_("It is known how far the others are; the game goes on."))
        self._unheard = unheard

    def _tell_waiting(self, client: Client, now: float, *, answers_first: bool) -> None:
        """Say for whom the table waits: whenever that changes, where it takes more than a moment, and once for long."""
        silence = self._clock.look(client, now)
        if silence is None or silence.seconds < SHORT:
            self._named = ()
        elif silence.seconds >= PATIENCE:
            self._tell_long(client, silence)
        elif not answers_first:
            self._tell_short(client, silence)

    def _tell_short(self, client: Client, silence: Silence) -> None:
        """Name people, and bots only that are cut off: one that is there and takes its time is no news."""
        bots, chairs = client.roster.bots if client.roster else 0, client.table.seating
        told = tuple(s for s in silence.seats if not bots >> chairs[s] & 1 or chairs[s] not in client.linked)
        if told and told != self._named:
            self.write(_("Waiting for {names}.").format(names=listed(seat_names(client)[seat] for seat in told)))
        self._named = told

    def _tell_long(self, client: Client, silence: Silence) -> None:
        """Say, once a step, for whom the table has waited for long, and what can be done."""
        if self._clock.what == self._long_told:
            return
        self._long_told, self._named = self._clock.what, silence.seats
        names = listed(seat_names(client)[seat] for seat in silence.seats)
        self.write(_("Waiting for {names} since a minute.").format(names=names))
        if silence.may_vote or silence.stuck:
            for told in known_of_silence(silence):
                self.write(f"  {told}")
        if silence.may_vote and self.plays and not silence.stuck:
            self.write(f"  {_('(out and the name votes to go on without them.)')}")
        if self.plays:
            self.write(f"  {_('(q pauses, leaves or ends the game.)')}")
