"""``--json``: what happens as JSON lines on standard output, and what the player wants as JSON lines on standard input.

docs/JSON.md describes every line. Texts of others are cleaned as for a terminal.
"""

from __future__ import annotations

import json
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from p2p_saboteur.app.control import Gone
from p2p_saboteur.app.keeping import proof_path
from p2p_saboteur.app.news import LinksChanged, LobbyChanged, NotReached, TableEvent, Talked, Words
from p2p_saboteur.app.progress import Stage
from p2p_saboteur.app.talk import Kind
from p2p_saboteur.clean import clean_line, clean_name, clean_names
from p2p_saboteur.commands.blame import explain_fault
from p2p_saboteur.commands.comparing import WordsDiffer
from p2p_saboteur.commands.json_view import choice_of, question, view_of
from p2p_saboteur.commands.json_waiting import JsonWaits
from p2p_saboteur.commands.lobby_lines import own_place
from p2p_saboteur.games.saboteur.word_reader import InvalidText
from p2p_saboteur.plain.mode import Quit
from p2p_saboteur.plain.reading import forced_choice
from p2p_saboteur.seat import Withdrawn, is_asked, pay_answer
from p2p_saboteur.telling import sentences
from protocol.errors import LocalError
from protocol.events import Faulted, Voted, VotedOnAbsence
from protocol.game import IllegalMove, Pay

if TYPE_CHECKING:
    from collections.abc import Callable

    from p2p_saboteur.app.client import Client
    from p2p_saboteur.app.control import NetworkControl
    from p2p_saboteur.app.news import News
    from p2p_saboteur.app.talk import Note
    from p2p_saboteur.commands.keyboard import Keyboard
    from p2p_saboteur.seat import Policy, SeatView
    from protocol.faults import Fault

MAX_LINE: Final = 4000
_NOTES: Final = {kind: "talk" if kind is Kind.SAY else kind.name.lower() for kind in Kind}


def emit(event: str, **content: Any) -> None:  # noqa: ANN401 - whatever JSON can say
    """Print one line, the same bytes on every system."""
    line = json.dumps({"event": event, **content}, ensure_ascii=False, separators=(",", ":"))
    sys.stdout.flush()
    sys.stdout.buffer.write(line.encode("utf-8", "replace") + b"\n")
    sys.stdout.buffer.flush()


class JsonDesk:
    """Prints news and obeys commands, a JSON object a line.

    Args:
        keyboard: where commands come from.
        auto: answers for the player; None if he answers himself.
        add_bot: adds a bot to the own lobby; None for who has opened none.
        watches: whether nobody plays here.
    """

    def __init__(
        self,
        keyboard: Keyboard,
        *,
        auto: Policy | None = None,
        watches: bool = False,
        add_bot: Callable[[NetworkControl], None] | None = None,
    ) -> None:
        self.control: NetworkControl | None = None
        self._keyboard, self._auto, self._add_bot = keyboard, auto, add_bot
        self._stays = watches or auto is not None
        self._view: SeatView | None = None
        self._told = 0
        self._unheard: tuple[int, ...] = ()
        self._waits = JsonWaits(emit)
        self._asked = self._answered = self._deaf = self._again = self._asked_words = False

    def write(self, text: str) -> None:
        """Print a sentence for people on the error stream."""
        print(text, file=sys.stderr, flush=True)

    def show(self, news: News) -> None:
        """Print news."""
        match news:
            case LobbyChanged(state=state):
                people = [{"name": clean_name(name), "ready": ready, "bot": bot} for name, ready, bot in state.people]
                options, limit = state.options.decode("ascii", "replace"), state.turn_limit
                places = {"seats": state.seats, "free": state.seats - len(people)}
                you = own_place(self.control.lobby if self.control else None, state)
                emit("lobby", **places, kind=state.kind, options=options, turn_limit=limit, people=people, you=you)
            case NotReached(cause=cause):
                emit("unreachable", why=cause.value)
            case Words(words=words, asked=asked):
                self._asked_words = self._asked_words or asked
                emit("words", words=list(words), asked=asked)
            case Stage(what=what, part=part, parts=parts):
                emit("stage", what=what, part=part, parts=parts)
            case LinksChanged(linked=linked, watchers=watchers):
                emit("links", names=[self._name(chair) for chair in sorted(linked)], watchers=watchers)
            case Talked(note=note):
                self._show_note(note)
            case TableEvent(event=Voted(seat=seat)):
                emit("vote", seat=seat)
            case TableEvent(event=Faulted(fault=fault)) if self.control and (client := self.control.client):
                self._show_fault(fault, client)
            case TableEvent(event=VotedOnAbsence(voter=voter, about=about, out=out)):
                emit("vote", seat=voter, about=about, out=out)

    def _show_fault(self, fault: Fault, client: Client) -> None:
        what, proof = explain_fault(fault, client.table), str(proof_path(client.folder, fault.culprit))
        emit("fault", seat=fault.culprit, reason=fault.reason.value, check=fault.check, what=what, proof=proof)

    def check(self) -> None:
        """Say for whom a choice and the table wait, and obey the commands that have come."""
        client = self.control.client if self.control else None
        if client and client.unheard != self._unheard:
            self._unheard = client.unheard
            emit("catching_up", names=list(map(self._name, self._unheard)))
        if client:
            self._waits.look(client, time.monotonic(), answers_first=self._asked_words)
        while not self._deaf and (line := self._take()) is not None:
            if line.strip():
                self._obey(line)

    def play(self, control: NetworkControl) -> bool:
        """Play to the end; return False if the player has left."""
        self.control = control
        try:
            while True:
                view = control.wait()
                self._tell(view)
                if view.request is None:
                    totals = [
                        {"name": name, "gold": gold} for name, gold in zip(view.names, view.state.totals, strict=False)
                    ]
                    emit("over", totals=totals, log=str(control.client.log) if control.client else "")
                    return True
                if is_asked(view):
                    with suppress(Withdrawn):
                        self._answer(control, view)
        except Quit:
            emit("left")
            return False
        except Gone:
            emit("gone")
            raise

    def after(self, control: NetworkControl) -> str | None:
        """Wait for the command to play on or to leave; return an invite, an empty text to offer one, None to leave."""
        if self._stays:
            return None
        try:
            while not self._again:
                control.idle()
        except Quit:
            return None
        return control.offered

    def _tell(self, view: SeatView) -> None:
        names = clean_names(view.names)
        for event in view.history[self._told :]:
            for sentence in sentences(event, names):
                emit("said", text=sentence)
        if self._view is None or self._told != len(view.history):
            emit("state", **view_of(view))
        self._told, self._view = len(view.history), view

    def _answer(self, control: NetworkControl, view: SeatView) -> None:
        """Ask for a choice and wait for it."""
        if isinstance(view.request, Pay):
            control.submit(pay_answer(view))
            return
        if self._auto:
            control.submit(self._auto.choose(view))
            return
        limit = control.client.roster.turn_limit if control.client and control.client.roster else 0
        emit("turn", **question(view), **({"seconds": limit} if limit else {}))
        deadline = time.monotonic() + limit
        self._asked, self._answered = True, False
        try:
            while not self._answered:
                if limit and time.monotonic() > deadline:
                    emit("late")
                    control.submit(forced_choice(view))
                    return
                control.idle()
        finally:
            self._asked = False

    def _obey(self, line: str) -> None:
        try:
            command = json.loads(line[:MAX_LINE])
            do = command["do"]
        except (ValueError, KeyError, TypeError):
            emit("refused", why='A command is an object with a field "do".')
            return
        try:
            self._carry_out(str(do), command)
        except IllegalMove as error:
            emit("refused", why=str(error), rule=error.rule)
        except (InvalidText, LocalError, ValueError, KeyError, TypeError) as error:
            emit("refused", why=str(error) or type(error).__name__)

    def _carry_out(self, do: str, command: dict[str, Any]) -> None:  # noqa: C901, PLR0912 - one case a command
        control = self._seated()
        match do:
            case "move" | "pick":
                self._choose(control, command)
            case "ready":
                control.set_ready(ready=bool(command.get("ready", True)))
            case "confirm":
                if not bool(command.get("same", True)):
                    control.differ()
                    raise WordsDiffer
                control.confirm()
                self._asked_words = False
            case "say":
                control.say(str(command["text"]))
            case "away" | "back":
                control.tell_away(away=do == "away")
            case "abandon":
                control.abandon()
            case "leave":
                control.go()
            case "out":
                control.vote_out(int(command["seat"]))
            case "seats":
                control.set_seats(int(command["seats"]))
            case "remove":
                control.remove(int(command["place"]))
            case "bot" if self._add_bot:
                self._add_bot(control)
            case "again":
                self._again = True
            case "quit":
                raise Quit
            case _:
                raise ValueError(f"There is no command {clean_line(do, 40)!r} now.")

    def _choose(self, control: NetworkControl, command: dict[str, Any]) -> None:
        if not self._asked or self._view is None:
            raise ValueError("It is not your turn.")
        control.submit(choice_of(command, self._view))
        self._answered = True

    def _show_note(self, note: Note) -> None:
        text = {"text": clean_line(note.text)} if note.kind is Kind.SAY else {}
        emit(_NOTES[note.kind], name=self._name(note.chair), **text)

    def _name(self, chair: int) -> str:
        client = self._seated().client
        chairs = client.roster.header.chairs if client and client.roster else ()
        return clean_names(tuple(each.name for each in chairs))[chair]

    def _take(self) -> str | None:
        """Return the next command; at the end of the input leave, or go on without where nobody is to answer."""
        try:
            return self._keyboard.take()
        except EOFError:
            if self._stays:
                self._deaf = True
                return None
            raise Quit from None

    def _seated(self) -> NetworkControl:
        if self.control is None:
            raise LocalError("there is no table yet")
        return self.control
