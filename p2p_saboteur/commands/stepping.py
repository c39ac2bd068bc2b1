"""Looking at a game again, a step at a time, in lines of text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from p2p_saboteur.commands.own_cards import at_event, kept_views
from p2p_saboteur.games.saboteur.cards import DRAW, Role
from p2p_saboteur.games.saboteur.notation import card_text
from p2p_saboteur.games.saboteur.picture import draw_board
from p2p_saboteur.telling import sentences
from p2p_saboteur.text import _, marked, ngettext
from protocol.game import Moved

if TYPE_CHECKING:
    from collections.abc import Callable

    from p2p_saboteur.app.own_view import Own
    from p2p_saboteur.commands.reading import Record

HELP: Final = marked("""\
  Enter, n     the next step           b            the step before
  N            jump to turn N          board        the maze as it was
  hand         your own cards as you knew them (of a game that you played here)
  all          print the rest of the game
  q            leave""")
_WAS: Final = {
    Role.DIGGER: marked("You were a digger."),
    Role.SABOTEUR: marked("You were a saboteur."),
}
_NO_ROLE: Final = marked("You had no role yet.")


@dataclass(slots=True)
class Stepper:
    """Steps through a game.

    Attributes:
        record: the game.
        read: prints a prompt and returns the next line; raises EOFError at the end of the input.
        write: prints a line.
    """

    record: Record
    read: Callable[[str], str]
    write: Callable[[str], None]
    _at: int = -1
    _kept: list[Own] = field(default_factory=list)

    def run(self) -> None:
        """Show steps until the reader leaves or the input ends."""
        self._kept = kept_views(self.record)
        told = ngettext("{names}: {turns} turn.", "{names}: {turns} turns.", self.turns)
        told = told.format(names=", ".join(self.record.names), turns=self.turns)
        self.write(f"{told} {_('Enter goes on, help tells more.')}")
        while True:
            try:
                line = self.read(f"{self._turn()}> ").strip().lower()
            except EOFError:
                return
            if line in {"q", "quit"}:
                return
            self._obey(line)

    @property
    def turns(self) -> int:
        """How many turns the game has."""
        return sum(isinstance(event.fact, Moved) for event in self.record.events)

    def _obey(self, line: str) -> None:
        if line in {"", "n"}:
            self._forward()
        elif line == "b":
            self._back()
        elif line == "board":
            self._board()
        elif line == "hand":
            self._hand()
        elif line == "all":
            while self._at + 1 < len(self.record.events):
                self._forward()
        elif line.isascii() and line.isdecimal() and len(line) < 6:
            self._jump(int(line))
        else:
            self.write(_(HELP))

    def _forward(self) -> None:
        """Go on to the next event that says something."""
        while self._at + 1 < len(self.record.events):
            self._at += 1
            if self._tell():
                return
        self.write(_("That was all."))

    def _back(self) -> None:
        """Go back to the last event that says something."""
        while self._at > 0:
            self._at -= 1
            if self._tell():
                return
        self.write(_("This is the beginning."))

    def _jump(self, turn: int) -> None:
        """Go to a turn, 1 and up, and show the board after it."""
        moves = [at for at, event in enumerate(self.record.events) if isinstance(event.fact, Moved)]
        if not 1 <= turn <= len(moves):
            self.write(_("There are turns 1 to {last}.").format(last=len(moves)))
            return
        self._at = moves[turn - 1]
        self._tell()
        self._board()

    def _tell(self) -> bool:
        told = sentences(self.record.events[self._at], self.record.names)
        for sentence in told:
            self.write(sentence)
        return bool(told)

    def _turn(self) -> int:
        return sum(isinstance(event.fact, Moved) for event in self.record.events[: self._at + 1])

    def _board(self) -> None:
        state = self.record.events[max(self._at, 0)].after
        self.write(draw_board(state.board))

    def _hand(self) -> None:
        own = at_event(self.record, self._kept, self._at) if self._kept and self._at >= 0 else None
        if own is None:
            self.write(_("Nothing of yours is kept from this moment."))
            return
        cards = "   ".join(f"{number}: {card_text(DRAW[card])}" for number, card in enumerate(own.hand, 1))
        self.write(_(_WAS[Role(own.role)] if own.role else _NO_ROLE))
        self.write(_("Hand:  {cards}").format(cards=cards))
