"""The line mode: a table in plain lines of text, for any terminal, a screen reader or a pipe.

It sees a `SeatView` and a `SeatControl` and nothing else, so that it serves a local table and a session alike.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

from p2p_saboteur.games.saboteur.cards import DRAW, Role, Tool
from p2p_saboteur.games.saboteur.grid import GOAL_CELLS
from p2p_saboteur.games.saboteur.legality import broken_tools, legal_moves
from p2p_saboteur.games.saboteur.moves import Discard
from p2p_saboteur.games.saboteur.notation import card_text, cell_text, move_text, parse_move
from p2p_saboteur.games.saboteur.picture import draw_board
from p2p_saboteur.games.saboteur.word_reader import InvalidText
from p2p_saboteur.seat import WATCHER, Keep, pay_answer
from p2p_saboteur.telling import own_sentences, sentences
from p2p_saboteur.text import _, marked, ngettext
from p2p_saboteur.viewmodel.claims import CLAIMS
from protocol.errors import LocalError
from protocol.game import IllegalMove, Pay, Pick, Turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from p2p_saboteur.games.saboteur.moves import Move
    from p2p_saboteur.games.saboteur.state import State
    from p2p_saboteur.seat import Choice, Policy, SeatControl, SeatView

HELP: Final = marked("""\
Type a move, or the number of one in the list that `moves` prints:
  P NES 3,1            lay a path card open to north, east and south at x=3, y=1 (X for a dead end)
  break cart 2         break the cart of seat 2 (cart, lamp, pick); a name will do, too
  repair cart 2        mend it; with a double repair: repair cart+lamp 2 cart
  rockfall 3,1         take away the card at 3,1
  map 8,2              look at the goal at 8,2 (8,0 and 8,-2 are the others)
  discard 4            lay aside the fourth card of your hand, unseen (or: discard P NES)
  pass                 where the table's rules allow it
or a word:
  hand   board   who   log   moves   help   quit""")
COMPANY_HELP: Final = marked("""\
At any time, also while others think:
  say TEXT             say something to all
  claim N              one of these, known to every client in its own language:
{claims}
  out NAME             vote to go on without a player who is silent
  a                    away: a bot plays for you, and all see it, until you type a again
  q                    pause (everything is saved), or end the game for all""")
LEAVING: Final = marked("Type p to pause (resume brings you back), e to vote to end the game for all, s to stay.")
_ROLE: Final = {
    Role.DIGGER: marked("You are seat {seat}, a digger. Broken tools: {tools}. Cards in the pile: {pile}."),
    Role.SABOTEUR: marked("You are seat {seat}, a saboteur. Broken tools: {tools}. Cards in the pile: {pile}."),
}
_TOOLS: Final = {Tool.CART: marked("cart"), Tool.LAMP: marked("lamp"), Tool.PICK: marked("pick")}
_NO_ROLE: Final = marked("You are seat {seat}, without a role yet. Broken tools: {tools}. Cards in the pile: {pile}.")

_WIDTH: Final = 78
_LOG: Final = 20


class TimeUp(Exception):
    """The player has let the time for the turn pass."""


class Company(Protocol):
    """What a table between people has besides the game."""

    def say(self, text: str) -> None:
        """Say something to all."""

    def abandon(self) -> None:
        """Vote to end the game for all."""

    def vote_out(self, who: str) -> None:
        """Vote to go on without a silent player."""

    def tell_away(self, *, away: bool) -> None:
        """Tell all whether the own client plays for the player."""

    def about(self, seat: int) -> str:
        """Return what else there is to know of a player: a bot, away, how it is linked; empty for nothing."""


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
    _log: deque[str] = field(default_factory=lambda: deque(maxlen=_LOG))
    _away: bool = False
    _leaving: bool = False

    def run(self) -> bool:
        """Play until the game is over; return whether it came to its end."""
        try:
            while (view := self.control.wait()).request is not None:
                self._tell(view)
                if _asks(view):
                    self._answer(view)
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

    def _tell(self, view: SeatView) -> None:
        """Print what is new."""
        for event in view.history[self._told :]:
            for sentence in sentences(event, view.names):
                self.write(sentence)
                self._log.append(sentence)
        for sentence in own_sentences(self._last, view):
            self.write(f"  {sentence}")
        self._told, self._last = len(view.history), view

    def _answer(self, view: SeatView) -> None:
        """Answer what the seat is asked: by rule, or by what the player types."""
        if isinstance(view.request, Pay):
            self.control.submit(pay_answer(view))
            return
        if self._away and self.stand_in:
            self.control.submit(self.stand_in.choose(view))
            return
        self.on_turn()
        self._show(view)
        try:
            while not self._obey(view, self.read("> ").strip()):
                pass
        except TimeUp:
            self.write(_("Your time is up; a card is laid aside for you."))
            self.control.submit(forced_choice(view))

    def _show(self, view: SeatView) -> None:
        """Print what is needed for a choice."""
        if isinstance(view.request, Pick):
            packet = "  ".join(f"{index}: {value}" for index, value in enumerate(view.packet, 1))
            self.write(f"{_('Keep one of the nugget cards; type its number.')}  {packet}")
            return
        self.write("")
        self._board(view)
        self._hand(view)
        self.write(_("Your turn (help, moves, quit)."))

    def _obey(self, view: SeatView, line: str) -> bool:
        """Do what a line says; return whether it was the answer that the table waits for."""
        if self._anytime(view, line):
            if self._away and self.stand_in:
                self.control.submit(self.stand_in.choose(view))
            return self._away
        if line.lower() == "moves":
            self._moves(view)
        elif line.isdecimal() and isinstance(view.request, Turn) and self._listed != len(view.history):
            self._moves(view)  # the cards of a hand have numbers, too
            self.write(_("Numbers are those of this list: type one again."))
        elif line:
            try:
                self.control.submit(read_choice(line, view))
            except InvalidText as error:
                self.write(unreadable(error))
            except IllegalMove as error:
                self.write(_("That is not allowed ({rule}). {why}").format(rule=error.rule, why=_(str(error))))
            else:
                return True
        return False

    def _anytime(self, view: SeatView, line: str) -> bool:
        """Do what may be done at any time; return whether the line was such a word."""
        if self._leaving:
            self._leave_or_stay(line.lower())
            return True
        words: dict[str, Callable[[SeatView], None]] = {
            "board": self._board,
            "hand": self._hand,
            "players": self._players,
            "who": self._players,
            "log": self._past,
            "help": self._help,
            "?": self._help,
            "quit": self._quit,
            "q": self._quit,
        }
        word, _, rest = line.partition(" ")
        if line.lower() in words:
            words[line.lower()](view)
        elif self.company and word.lower() in {"say", "claim"}:
            self._speak(self.company, word.lower(), rest.strip())
        elif self.company and word.lower() == "out":
            self._vote_out(self.company, rest)
        elif self.company and self.stand_in and line.lower() == "a":
            self._turn_away(self.company)
        else:
            return False
        return True

    def _help(self, _view: SeatView) -> None:
        self.write(_(HELP))
        if self.company:
            claims = "\n".join(f"                       {n} {_(text)}" for n, text in enumerate(CLAIMS.values(), 1))
            self.write(_(COMPANY_HELP).format(claims=claims))

    def _past(self, _view: SeatView) -> None:
        """Print what happened last."""
        for sentence in self._log:
            self.write(sentence)

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

    def _vote_out(self, company: Company, who: str) -> None:
        try:
            company.vote_out(who)
        except LocalError as error:
            self.write(_("That is not possible: {why}.").format(why=_(str(error))))

    def _turn_away(self, company: Company) -> None:
        self._away = not self._away
        company.tell_away(away=self._away)
        told = _("A bot plays for you; a brings you back.") if self._away else _("You play yourself again.")
        self.write(told)

    def _quit(self, _view: SeatView) -> None:
        if self.company is None:
            raise Quit
        self._leaving = True
        self.write(_(LEAVING))

    def _leave_or_stay(self, line: str) -> None:
        """Carry out the answer to `LEAVING`."""
        if line not in {"p", "e", "s"}:
            self.write(_(LEAVING))
            return
        self._leaving = False
        if line == "p":
            raise Quit
        if line == "e" and self.company:
            try:
                self.company.abandon()
                self.write(_("You have voted to end the game; it ends when more than half have."))
            except LocalError as error:
                self.write(_("That is not possible: {why}.").format(why=_(str(error))))

    def _board(self, view: SeatView) -> None:
        """Print the board, and what the player saw under the goals."""
        self.write(draw_board(view.state.board))
        seen = [f"{cell_text(cell)} {goal.value}" for cell, goal in zip(GOAL_CELLS, view.peeked, strict=True) if goal]
        if seen:
            told = _("Only you know (G is the treasure, A and B are stones): {seen}")
            self.write(told.format(seen=", ".join(seen)))

    def _hand(self, view: SeatView) -> None:
        """Print role, broken tools and hand."""
        if view.seat == WATCHER:
            self.write(_("You only watch."))
            return
        state = view.state
        told = _(_ROLE[view.role] if view.role else _NO_ROLE)
        self.write(told.format(seat=view.seat, tools=_tools(state, view.seat), pile=state.pile))
        cards = "   ".join(f"{index}: {card_text(DRAW[card])}" for index, card in enumerate(view.hand, 1))
        self.write(_("Hand:  {cards}").format(cards=cards))

    def _players(self, view: SeatView) -> None:
        """Print who sits where, with what everybody sees."""
        state = view.state
        for seat in range(state.seats):
            hand, nuggets = state.hands[seat], state.gold.counts[seat]
            facts = [
                *([_("you")] if seat == view.seat else []),
                *([_("has left")] if seat in state.lost else []),
                ngettext("{hand} card", "{hand} cards", hand).format(hand=hand),
                _("broken tools: {tools}").format(tools=_tools(state, seat)),
                ngettext("{nuggets} nugget card", "{nuggets} nugget cards", nuggets).format(nuggets=nuggets),
                *filter(None, [self._about(seat)]),
            ]
            told = _("seat {seat}: {name}, {facts}")
            self.write(told.format(seat=seat, name=view.names[seat], facts=", ".join(facts)))

    def _about(self, seat: int) -> str:
        return self.company.about(seat) if self.company else ""

    def _moves(self, view: SeatView) -> None:
        """Print the legal moves with their numbers."""
        self._listed = len(view.history)
        texts = [f"{number:3}: {move_text(move)}" for number, move in enumerate(_legal(view), 1)]
        width = max(map(len, texts), default=0) + 2
        columns = max(_WIDTH // width, 1)
        for start in range(0, len(texts), columns):
            self.write("".join(text.ljust(width) for text in texts[start : start + columns]).rstrip())


def _asks(view: SeatView) -> bool:
    """Return whether the table waits for this seat's choice."""
    return isinstance(view.request, Turn | Pick | Pay) and view.request.seat == view.seat


def _tools(state: State, seat: int) -> str:
    """Return the broken tools of a seat."""
    return ", ".join(_(_TOOLS[tool]) for tool in broken_tools(state, seat)) or _("none")


def unreadable(error: InvalidText) -> str:
    """Return why a line cannot be read, for people."""
    parts = {name: _(part) if isinstance(part, str) else part for name, part in error.parts.items()}
    problem = _(error.problem).format(**parts)
    return _("That cannot be read. At character {place}: {problem}.").format(place=error.place + 1, problem=problem)


def forced_choice(view: SeatView) -> Choice:
    """Return what is done for a player whose time is up: the first card that may be laid aside, or the first move."""
    if isinstance(view.request, Pick):
        return Keep(0)
    moves = _legal(view)
    return next((move for move in moves if isinstance(move, Discard)), moves[0])


def _legal(view: SeatView) -> tuple[Move, ...]:
    return legal_moves(view.state, view.seat, view.hand)


def read_choice(line: str, view: SeatView) -> Choice:
    """Read what a player types as an answer.

    Args:
        line: a move's text, a number of the list of legal moves or of the packet, or ``discard`` with a number.
        view: the seat's view.

    Raises:
        InvalidText: the line is none of these.
    """
    words = line.split()
    if isinstance(view.request, Pick):
        return Keep(_index(words[0], 0, len(view.packet)))
    if len(words) == 1 and words[0].isdecimal():
        moves = _legal(view)
        return moves[_index(words[0], 0, len(moves))]
    if len(words) == 2 and words[0].lower() == "discard" and words[1].isdecimal():
        return Discard(DRAW[view.hand[_index(words[1], line.index(words[1]), len(view.hand))]])
    if len(words) > 2 and words[0].lower() in ("break", "repair"):
        names = {"you": view.seat, "me": view.seat} | {name.casefold(): seat for seat, name in enumerate(view.names)}
        words[2] = str(names.get(words[2].casefold(), words[2]))
        return parse_move(" ".join(words))
    return parse_move(line)


def _index(word: str, place: int, count: int) -> int:
    """Return a number from 1 to `count` as an index."""
    if not (word.isascii() and word.isdecimal() and len(word) < 5 and 1 <= int(word) <= count):
        raise InvalidText(place, "allowed is a number from 1 to {count}", count=count)
    return int(word) - 1
