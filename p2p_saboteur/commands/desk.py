"""The line mode of a table between peers: lobby, words, game and talk in lines that may be typed at any time."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from p2p_saboteur.app.joining import Opener
from p2p_saboteur.app.jottings import add_jotting
from p2p_saboteur.app.news import LinksChanged, LobbyChanged, NotReached, TableEvent, Talked, Words
from p2p_saboteur.app.progress import Stage
from p2p_saboteur.app.talk import Kind
from p2p_saboteur.clean import clean_line
from p2p_saboteur.commands.absence import end_text, seat_named, vote_text
from p2p_saboteur.commands.answers import yes_or_no
from p2p_saboteur.commands.blame import fault_told
from p2p_saboteur.commands.bottom_line import BottomLine
from p2p_saboteur.commands.comparing import WordsDiffer, differ_text
from p2p_saboteur.commands.lobby_lines import lobby_help, people_lines, renamed_text, rules_text
from p2p_saboteur.commands.neighbours import may_go, votes_to_end
from p2p_saboteur.commands.playing import ProgressLine, stage_text, waiting_in_lobby
from p2p_saboteur.commands.shown import known_of
from p2p_saboteur.commands.waits import Waits, asking_text, chair_names, seat_names
from p2p_saboteur.plain.mode import Plain, Quit, TimeUp
from p2p_saboteur.table_view import TableView
from p2p_saboteur.text import _, ngettext
from p2p_saboteur.viewmodel.claims import shown_talk
from protocol.errors import LocalError
from protocol.events import Faulted, Voted, VotedOnAbsence

if TYPE_CHECKING:
    from collections.abc import Callable

    from p2p_saboteur.app.control import NetworkControl
    from p2p_saboteur.app.lobby_messages import LobbyState
    from p2p_saboteur.app.news import News
    from p2p_saboteur.app.talk import Note
    from p2p_saboteur.commands.keyboard import Keyboard
    from p2p_saboteur.seat import Policy, SeatView
    from protocol.events import Event

COUNTDOWN: Final = (60, 30, 10, 5)


class LineDesk:
    """Shows news and obeys lines; implements `plain.Company`.

    Args:
        keyboard: where lines come from.
        write: prints a line.
        add_bot: adds a bot to the own lobby; None for who has opened none.
        stand_in: plays while the player is away; None for who only watches.
        bottom: the line that is being typed.
    """

    def __init__(
        self,
        keyboard: Keyboard,
        write: Callable[[str], None],
        *,
        add_bot: Callable[[NetworkControl], None] | None = None,
        stand_in: Policy | None = None,
        bottom: BottomLine | None = None,
    ) -> None:
        self.control: NetworkControl | None = None
        self._line, self._bottom = ProgressLine(), bottom or BottomLine()
        self._keyboard, self._print, self._add_bot = keyboard, write, add_bot
        self._stand_in = stand_in
        self._plain: Plain | None = None
        self._lobby: LobbyState | None = None
        self._asked_words = self._reading = self._deaf = False
        self._deadline: float | None = None
        self._counted: set[int] = set()
        self._waits = Waits(write=self.write, plays=stand_in is not None)

    def play(self, control: NetworkControl) -> bool:
        """Play to the end and return whether the game came to one."""
        self.control = control
        plain = Plain(control, self.read, self.write, company=self, stand_in=self._stand_in, on_turn=self._on_turn)
        self._plain = plain
        return plain.run()

    def after(self, control: NetworkControl) -> str | None:
        """Ask whether to play on: return an invite that was offered, an empty text to offer one, None to leave."""
        self.write(_("Type again to play another game with the same people, q to leave."))
        self._reading = True
        while True:
            try:
                typed = self._take()
            except Quit:
                return None
            word = (typed or "").strip().lower()
            if word == "again":
                if control.client:
                    self.write(asking_text(control.client))
                return control.offered
            if word in {"q", "quit"} or self._deaf:
                return None
            if word.startswith("say "):
                self._say_after((typed or "").strip()[4:])
            elif word:
                self.write(_("Type again to play another game with the same people, q to leave."))
            control.idle()

    def _say_after(self, text: str) -> None:
        try:
            self.say(text)
        except LocalError as error:
            self.write(_("That was not said: {why}.").format(why=_(str(error))))

    def write(self, text: str) -> None:
        """Print a line in place of what is in progress, above what is being typed."""
        with self._bottom.above():
            self._line.clear()
            self._print(text)

    def _progress(self, text: str) -> None:
        with self._bottom.above():
            self._line.show(text)

    def show(self, news: News) -> None:
        """Print news of lobby, set-up, links and talk."""
        match news:
            case LobbyChanged(state=state):
                self._show_lobby(state)
            case NotReached(cause=cause):
                self._progress(f"{_(cause.value)} {_('Trying on...')}")
            case Words(words=words, asked=asked):
                self._show_words(words, asked=asked)
            case Stage():
                self._progress(stage_text(news))
            case LinksChanged(linked=linked):
                if not (self.control and self.control.over):
                    self._waits.links_changed(time.monotonic(), reached=bool(linked))
            case Talked(note=note):
                self._show_note(note)
            case TableEvent(event=event):
                self._show_event(event)

    def _show_event(self, event: Event) -> None:
        """Print votes, and who is proved to cheat."""
        match event:
            case VotedOnAbsence():
                self.write(vote_text(event, self._names(), self._own_seat, _("(out and the name votes too.)")))
            case Faulted(fault=fault) if self.control and (client := self.control.client):
                self.write(fault_told(fault, client))
            case Voted(seat=seat) if seat != self._own_seat and self.control and (client := self.control.client):
                self.write(end_text(event, self._names(), self._own_seat, votes_to_end(client)))

    def check(self) -> None:
        """Obey the lines that have been typed while nobody waits for one."""
        if self.control and self.control.client and not self.control.over:
            self._waits.look(self.control.client, time.monotonic(), answers_first=self._asked_words)
        if self._reading:
            return
        while (typed := self._take()) is not None:
            if self._asked_words:
                self._answer_words(typed.strip().lower())
            elif self._plain and self.control and self.control.seated:
                self._plain.aside(typed)
            else:
                self._obey_in_lobby(typed.strip())

    def read(self, prompt: str) -> str:
        """Return the next line, while news is shown; raise `TimeUp` when the time for the turn is over."""
        self._bottom.ask(prompt)
        self._reading = True
        try:
            while True:
                typed = self._take()
                if typed is not None:
                    return typed
                self._count_down()
                if self.control:
                    self.control.idle()
        finally:
            self._bottom.ask("")
            self._reading = False

    def say(self, text: str) -> None:
        """Say something to all at the table."""
        self._seated().say(text)

    def abandon(self) -> None:
        """Vote to end the game for all."""
        self._seated().abandon()

    def go(self) -> None:
        """Leave the game for good."""
        self._seated().go()

    @property
    def may_go(self) -> bool:
        """Whether the player can leave for good."""
        client = self._seated().client
        return client is not None and may_go(client)

    def vote_out(self, who: str) -> None:
        """Vote to go on without a silent player."""
        self._seated().vote_out(seat_named(who, self._names()))

    @property
    def away(self) -> bool:
        """Whether the own client has told all that it plays for the player."""
        client = self._seated().client
        return bool(client and client.talk and client.chair in client.talk.away)

    def tell_away(self, *, away: bool) -> None:
        """Tell all whether the own client plays for the player."""
        self._seated().tell_away(away=away)

    def note(self, text: str) -> None:
        """Keep a private note."""
        client = self._seated().client
        if client and client.chair is not None:
            add_jotting(client.folder, text)

    def table(self, view: SeatView) -> TableView:
        """Return all that is known of the table, with the own view."""
        client = self._seated().client
        if client is None:
            return TableView(seat_view=view)
        return replace(known_of(client, view), silence=self._waits.silence(client, time.monotonic()))

    def _take(self) -> str | None:
        try:
            typed = None if self._deaf else self._keyboard.take()
        except EOFError:
            if self._stand_in:
                raise Quit from None
            self._deaf = True  # a watcher needs nobody who types
            return None
        if typed is not None:
            self._bottom.entered()
        return typed

    def _show_lobby(self, state: LobbyState) -> None:
        """Print who is in when somebody comes or goes, else who has got ready, and what is played when that is new."""
        before, self._lobby = self._lobby, state
        if before is None or replace(before, people=()) != replace(state, people=()):
            told = ngettext("A table for {seats}.", "A table for {seats}.", state.seats).format(seats=state.seats)
            self.write(f"{told} {rules_text(state)}")
            if told := renamed_text(self.control.lobby if self.control else None):
                self.write(told)
            if self._stand_in and not self._is_ready():
                self.write(_("Type ready to begin, help for more."))
        told = waiting_in_lobby(state)
        if self._is_solo():  # nobody need do anything
            self._progress(told)
            return
        for line in people_lines(before.people if before else (), state.people):
            self.write(line)
        if told:
            self.write(told)

    def _is_ready(self) -> bool:
        """Return whether the player is ready already."""
        return bool(self.control and self.control.lobby and self.control.lobby.ready)

    def _is_solo(self) -> bool:
        """Return whether this is the lobby of a table for bots."""
        return self._add_bot is None and self.control is not None and isinstance(self.control.lobby, Opener)

    def _show_words(self, words: tuple[str, ...], *, asked: bool) -> None:
        if not asked:
            return
        self._asked_words = True
        told = _("The table is closed. Its four words are:  {words}")
        self.write(told.format(words="  ".join(words)))
        self.write(_("Read them to each other. Do all see the same ones? (yes or no)"))

    def _answer_words(self, answer: str) -> None:
        said = yes_or_no(answer)
        if said:
            self._asked_words = False
            self._seated().confirm()
            self._progress(_("Waiting for the others..."))
        elif said is False:
            self._seated().differ()
            raise WordsDiffer
        elif answer in {"q", "quit"}:
            raise Quit
        else:
            self.write(_("Type yes or no."))

    def _obey_in_lobby(self, line: str) -> None:
        word, _blank, rest = line.lower().partition(" ")
        control = self._seated()
        try:
            match word:
                case "ready" | "wait":
                    control.set_ready(ready=word == "ready")
                case "q" | "quit":
                    raise Quit
                case "bot" if self._add_bot:
                    self._add_bot(control)
                case "seats" | "remove" if self._add_bot and rest.isdecimal() and len(rest) < 3:
                    if word == "seats":
                        control.set_seats(int(rest))
                    else:
                        control.remove(int(rest) - 1)
                case "":
                    pass
                case _:
                    self.write(lobby_help(opener=self._add_bot is not None))
        except LocalError as error:
            self.write(_("Not now: {why}.").format(why=_(str(error))))

    def _show_note(self, note: Note) -> None:
        """Print talk."""
        client = self._seated().client
        if client is None or note.kind is Kind.DONE:
            return
        own = note.chair == client.chair
        name = self._name(note.chair)
        match note.kind:
            case Kind.SAY:
                told = _("You say: {text}") if own else _("{name} says: {text}")
                self.write(told.format(name=name, text=shown_talk(clean_line(note.text))))
            case Kind.AWAY if not own:
                self.write(_("{name} is away; a bot plays on.").format(name=name))
            case Kind.BACK if not own:
                self.write(_("{name} is back.").format(name=name))
            case Kind.DIFFER if not own:
                self.write(differ_text(name))
            case Kind.AGAIN if not own and client.offered:
                self.write(_("{name} offers another game: type again to sit down.").format(name=name))
            case Kind.AGAIN if not own:
                self.write(_("{name} would like another game: type again to play it.").format(name=name))

    def _on_turn(self) -> None:
        """Start the clock of a turn."""
        client = self._seated().client
        limit = client.roster.turn_limit if client and client.roster else 0
        self._deadline = time.monotonic() + limit if limit else None
        self._counted = {seconds for seconds in COUNTDOWN if seconds >= limit}

    def _count_down(self) -> None:
        if self._deadline is None:
            return
        left = self._deadline - time.monotonic()
        if left <= 0:
            self._deadline = None
            raise TimeUp
        for seconds in COUNTDOWN:
            if left <= seconds and seconds not in self._counted:
                self._counted.update(each for each in COUNTDOWN if each >= seconds)
                told = ngettext("{seconds} second left.", "{seconds} seconds left.", seconds)
                self.write(told.format(seconds=seconds))
                return

    def _name(self, chair: int) -> str:
        client = self._seated().client
        return chair_names(client)[chair] if client else ""

    @property
    def _own_seat(self) -> int | None:
        """The player's seat; None for who only watches."""
        client = self._seated().client
        return client.table.seating.index(client.chair) if client and client.chair is not None else None

    def _names(self) -> list[str]:
        client = self._seated().client
        return seat_names(client) if client else []

    def _seated(self) -> NetworkControl:
        if self.control is None:
            raise LocalError("there is no table yet")
        return self.control
