"""One seat in lines: what happens is printed, what is typed is obeyed.

It sees a `SeatView` and a `SeatControl` and nothing else, so that it serves a local table and a session alike.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

from p2p_saboteur.clean import clean_names
from p2p_saboteur.games.saboteur.word_reader import InvalidText
from p2p_saboteur.plain.pages import PAGES, board_page, hand_page, moves_page
from p2p_saboteur.plain.reading import forced_choice, read_choice, unreadable
from p2p_saboteur.seat import WATCHER, Withdrawn, pay_answer
from p2p_saboteur.table_view import TableView
from p2p_saboteur.telling import own_sentences, sentences
from p2p_saboteur.text import _, marked
from p2p_saboteur.viewmodel.claims import CLAIMS
from p2p_saboteur.viewmodel.scene import Ask, asked_for, make_scene
from protocol.errors import LocalError
from protocol.game import IllegalMove

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from p2p_saboteur.seat import Policy, SeatControl, SeatView
    from p2p_saboteur.viewmodel.scene import Scene

HELP: Final = marked("""\
Type a move, or the number of one in the list that `moves` prints:
  P NES 3,1            lay a path card open to north, east and south at x=3, y=1 (X for a dead end)
  break cart Ada       break Ada's cart (cart, lamp, pick)
  repair cart Ada      mend it (or: me); with a double repair: repair cart+lamp Ada cart
  rockfall 3,1         take away the card at 3,1
  map 8,2              look at the goal at 8,2 (8,0 and 8,-2 are the others)
  discard 4            lay aside the fourth card of your hand, unseen (or: discard P NES)
  pass                 where the table's rules allow it
or a word:
  board  hand  who  moves  log  help  quit
  tools  goals  cards  who broke and mended what, who looked where, what may still come""")
COMPANY_HELP: Final = marked("""\
At any time, also while others think:
  say TEXT             say something to all
  claim N              one of these, known to every client in its own language:
{claims}
  note TEXT            write yourself a note, which nobody else sees; notes prints them
  trust                what was proved so far, and how all are linked
  out NAME             vote to go on without a player who is silent
  a                    away: a bot plays for you, and all see it, until you type a again""")
QUIT_HELP: Final = {
    True: marked("  q                    pause (everything is saved), leave for good, or end the game for all"),
    False: marked("  q                    pause (everything is saved), or end the game for all"),
}
"""By whether one can leave for good."""
LEAVING: Final = {
    True: marked("""\
Type p to pause (the others wait; resume brings you back), l to leave for good (they go on without you),
e to vote to end the game for all, s to stay."""),
    False: marked("Type p to pause (resume brings you back), e to vote to end the game for all, s to stay."),
}
"""Likewise."""


class TimeUp(Exception):
    """The player has let the time for the turn pass."""


class Company(Protocol):
    """What a table between people has besides the game."""

    def say(self, text: str) -> None:
        """Say something to all."""

    def abandon(self) -> None:
        """Vote to end the game for all."""

    def go(self) -> None:
        """Leave the game for good."""

    @property
    def may_go(self) -> bool:
        """Whether the player can leave for good."""

    def vote_out(self, who: str) -> None:
        """Vote to go on without a silent player."""

    @property
    def away(self) -> bool:
        """Whether the own client has last told all that it plays for the player, be it before a restart."""

    def tell_away(self, *, away: bool) -> None:
        """Tell all whether the own client plays for the player."""

    def note(self, text: str) -> None:
        """Keep a private note."""

    def table(self, view: SeatView) -> TableView:
        """Return all that is known of the table, with the own view."""


class Quit(Exception):
    """The player wants to stop, or nothing more can be read."""


@dataclass(slots=True)
class Plain:
    """One seat's line mode.

    Attributes:
        control: the table.
        read: prints a prompt and returns the next line; raises EOFError at the end of the input.
        write: prints a line.
        company: what a table between people has besides; None at a table of one's own.
        stand_in: plays while the player is away.
        on_turn: called when the player's turn begins.
    """

    control: SeatControl
    read: Callable[[str], str]
    write: Callable[[str], None]
    company: Company | None = None
    stand_in: Policy | None = None
    on_turn: Callable[[], None] = field(default=lambda: None)
    _told: int = 0
    _listed: int = -1
    _last: SeatView | None = field(default=None)
    _told_away: bool = False
    _leaving: bool = False

    def run(self) -> bool:
        """Play until the game is over; return whether it came to its end."""
        try:
            while (view := self.control.wait()).request is not None:
                self._tell(view)
                if asked_for(view) is not Ask.NOTHING:
                    with suppress(Withdrawn):
                        self._answer(self._scene(view))
        except Quit:
            self.write(_("You have left the table."))
            return False
        except (EOFError, KeyboardInterrupt) as end:
            self.write("")
            self.write(_("You have left the table."))
            if isinstance(end, KeyboardInterrupt):
                raise
            return False
        self._tell(view)
        return True

    def aside(self, line: str) -> None:
        """Obey a line that was typed while it is not the player's turn; raise `Quit` if he wants to go."""
        view = self._last
        if view is None:
            self.write(_("The cards are not dealt yet."))
        elif not self._anytime(view, line.strip()) and line.strip():
            self.write(_("It is not your turn. (help)"))

    @property
    def _watches(self) -> bool:
        return self._last is not None and self._last.seat == WATCHER

    def _scene(self, view: SeatView) -> Scene:
        return make_scene(self.company.table(view) if self.company else TableView(seat_view=view))

    def _print(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def _tell(self, view: SeatView) -> None:
        """Print what is new."""
        names = clean_names(view.names)
        for event in view.history[self._told :]:
            self._print(sentences(event, names))
        for sentence in own_sentences(self._last, view):
            self.write(f"  {sentence}")
        self._told, self._last = len(view.history), view

    def _answer(self, scene: Scene) -> None:
        """Answer what the seat is asked: by rule, or by what the player types."""
        view = scene.view
        if scene.ask is Ask.PAY:
            self.control.submit(pay_answer(view))
            return
        if self.stand_in and self.company and self.company.away:
            if not self._told_away:
                self._told_away = True
                self.write(_("A bot plays for you; a brings you back."))
            self.control.submit(self.stand_in.choose(view))
            return
        self.on_turn()
        self._show(scene)
        try:
            while not self._obey(scene, self.read("> ").strip()):
                pass
        except TimeUp:
            self.write(_("Your time is up; a card is laid aside for you."))
            self.control.submit(forced_choice(view))

    def _show(self, scene: Scene) -> None:
        """Print what is needed for a choice."""
        if scene.ask is Ask.KEEP:
            packet = "  ".join(f"{index}: {value}" for index, value in enumerate(scene.nuggets, 1))
            self.write(f"{_('Keep one of the nugget cards; type its number.')}  {packet}")
            return
        self.write("")
        self._print(board_page(scene))
        self._print(hand_page(scene))
        self.write(_("Your turn (help, moves, quit)."))

    def _obey(self, scene: Scene, line: str) -> bool:
        """Do what a line says; return whether it was the answer that the table waits for."""
        view = scene.view
        if self._anytime(view, line):
            if self.stand_in and self.company and self.company.away:
                self.control.submit(self.stand_in.choose(view))
                return True
            return False
        if line.lower() == "moves":
            self._moves(scene)
        elif line.isdecimal() and scene.ask is not Ask.KEEP and self._listed != len(view.history):
            self._moves(scene)  # the cards of a hand have numbers, too
            self.write(_("Numbers are those of this list: type one again."))
        elif line:
            return self._choose(line, view)
        return False

    def _choose(self, line: str, view: SeatView) -> bool:
        """Answer what a line says, or say why that is not possible; return whether it was done."""
        try:
            return self._try(lambda: self.control.submit(read_choice(line, view)))
        except InvalidText as error:
            self.write(unreadable(error))
        except IllegalMove as error:
            self.write(_("That is not allowed ({rule}). {why}").format(rule=error.rule, why=_(str(error))))
        return False

    def _moves(self, scene: Scene) -> None:
        self._listed = len(scene.view.history)
        self._print(moves_page(scene))

    def _anytime(self, view: SeatView, line: str) -> bool:
        """Do what may be done at any time; return whether the line was such a word."""
        if self._leaving and self.company:
            self._leave_or_stay(self.company, line.lower())
            return True
        first, _blank, rest = line.partition(" ")
        word, rest = first.lower(), rest.strip()
        alone = {"help": self._help, "?": self._help, "quit": self._quit, "q": self._quit}
        if word in PAGES and not rest:
            self._print(PAGES[word](self._scene(view)))
        elif word in alone and not rest:
            alone[word]()
        elif self.company:
            return self._among_people(self.company, word, rest)
        else:
            return False
        return True

    def _among_people(self, company: Company, word: str, rest: str) -> bool:
        """Do what may be done at any time among people; return whether the line was such a word."""
        match word:
            case "say" | "claim":
                self._speak(company, word, rest)
            case "note":
                self._try(lambda: company.note(rest))
            case "out":
                self._try(lambda: company.vote_out(rest))
            case "a" if self.stand_in and not rest:
                self._turn_away(company)
            case _:
                return False
        return True

    def _try(self, act: Callable[[], None]) -> bool:
        """Do something, or say why that is not possible; return whether it was done."""
        try:
            act()
        except Withdrawn:
            raise
        except LocalError as error:
            self.write(_("That is not possible: {why}.").format(why=_(str(error))))
            return False
        return True

    def _help(self) -> None:
        self.write(_(HELP))
        if self.company:
            claims = "\n".join(f"                       {n} {_(text)}" for n, text in enumerate(CLAIMS.values(), 1))
            self.write(_(COMPANY_HELP).format(claims=claims))
            self.write(_(QUIT_HELP[self.company.may_go]))

    def _speak(self, company: Company, word: str, text: str) -> None:
        """Say something, or one of the claims by its number."""
        claims = list(CLAIMS)
        if word == "claim":
            known = text.isascii() and text.isdecimal() and 1 <= int(text[:4]) <= len(claims)
            if not known:
                told = _("Say claim with a number from 1 to {count}; help lists them.")
                self.write(told.format(count=len(claims)))
                return
            text = claims[int(text) - 1]
        try:
            if text:
                company.say(text)
        except LocalError as error:
            self.write(_("That was not said: {why}.").format(why=_(str(error))))

    def _turn_away(self, company: Company) -> None:
        self._told_away = not company.away
        company.tell_away(away=self._told_away)
        told = _("A bot plays for you; a brings you back.") if self._told_away else _("You play yourself again.")
        self.write(told)

    def _quit(self) -> None:
        if self.company is None or self._watches:
            raise Quit
        self._leaving = True
        self.write(_(LEAVING[self.company.may_go]))

    def _leave_or_stay(self, company: Company, line: str) -> None:
        """Carry out the answer to `LEAVING`."""
        if line not in {"p", "e", "s"} and not (line == "l" and company.may_go):
            self.write(_(LEAVING[company.may_go]))
            return
        self._leaving = False
        if line == "p":
            raise Quit
        if line == "l" and self._try(company.go):
            self.write(_("You leave as soon as the table waits for you; the others go on."))
        if line == "e" and self._try(company.abandon):
            self.write(_("You have voted to end the game; it ends when more than half have."))
