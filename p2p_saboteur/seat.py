"""The only port through which a screen or a bot sees a table: a frozen view of what one seat may know, and a control.

Whoever runs a table (a local one in one process, a session between peers) builds the views. Nothing in a view is known
to fewer seats than it says: the state and the history are public, everything else is the seat's own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from p2p_saboteur.games.saboteur.moves import Move
from p2p_saboteur.games.saboteur.pay import settlement
from p2p_saboteur.games.saboteur.state import Phase
from p2p_saboteur.games.saboteur.turns import turned_up
from protocol.errors import LocalError
from protocol.game import Pay, PayAnswer, Pick, Revealed, Turn

if TYPE_CHECKING:
    from p2p_saboteur.games.saboteur.cards import Goal, Role
    from p2p_saboteur.games.saboteur.state import State
    from protocol.game import Fact, Request, Seat, TableCard


WATCHER: Final = -1
"""The seat of a view of somebody who only watches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that everybody saw: a fact, and the public state before and after it."""

    fact: Fact
    before: State
    after: State

    @property
    def shown(self) -> State:
        """What there is to be looked at: `after`, but where a new round begins at once, still the old round's table."""
        if self.after.phase is not Phase.SHUFFLE or self.before.phase is Phase.SHUFFLE:
            return self.after
        old = self.before
        if isinstance(self.fact, Revealed) and old.phase is Phase.TURN_UP:
            old = turned_up(old, self.fact)
        gold = replace(self.after.gold, counts_before=old.gold.counts_before, known_before=old.gold.known_before)
        return old._replace(gold=gold, lost=self.after.lost)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """All that one seat may know.

    Attributes:
        seat: whose view it is, or `WATCHER`.
        names: the players' names by seat.
        state: the public state.
        request: what the game waits for; None when it is over.
        history: everything public that has happened in the game, oldest first.
        role: the seat's role in this round; None before it is dealt.
        hand: numbers of the cards that the seat holds (indices of `cards.DRAW`), in the order in which it got them.
        peeked: what the seat saw under each goal with its own maps in this round; None where it has not looked.
        purse: values of the nugget cards that it owns.
        packet: values of the nugget cards that it is to pick from.
        drawn: values of the nugget cards that it has drawn for its pay, the one to be answered last.
        seen: values of all nugget cards that were dealt to it for its pay, by where they lay.
    """

    seat: Seat
    names: tuple[str, ...]
    state: State
    request: Request | None
    history: tuple[Event, ...]
    role: Role | None
    hand: tuple[int, ...]
    peeked: tuple[Goal | None, Goal | None, Goal | None]
    purse: tuple[int, ...]
    packet: tuple[int, ...]
    drawn: tuple[int, ...]
    seen: tuple[tuple[TableCard, int], ...]


@dataclass(frozen=True, slots=True)
class Keep:
    """R21: keep the card with this index in the packet and hand on the others."""

    index: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PayChoice:
    """R22: how the seat answers what was drawn for its pay; the fields are those of `protocol.game.Paid`."""

    answer: PayAnswer
    take: tuple[TableCard, ...] = ()
    give: tuple[int, ...] = ()


Choice: TypeAlias = Move | Keep | PayChoice
"""What a seat can be asked for: a move on `Turn`, a card to keep on `Pick`, an answer on `Pay`."""


class Withdrawn(LocalError):
    """The table does not wait for the seat's answer any more: somebody cheats, and has to be out first."""

    def __init__(self) -> None:
        super().__init__("it is not your turn")


class SeatControl(Protocol):
    """What a screen can do with a table."""

    def wait(self) -> SeatView:
        """Return the view as soon as something new has happened (or at once, if the seat is asked or all is over)."""

    def submit(self, choice: Choice) -> None:
        """Answer what the seat is asked; raise `IllegalMove` (nothing has changed) if the rules forbid it.

        Raises `Withdrawn` if the question has been withdrawn; it may be put again.
        """

    def vote_out(self, seat: Seat) -> None:
        """Vote to go on without a silent seat; raise `LocalError` where that is not possible."""


class Policy(Protocol):
    """A bot: answers what a seat is asked, from nothing but its view."""

    def choose(self, view: SeatView) -> Choice:
        """Return a legal answer to `view.request`, which is a `Turn`, `Pick` or `Pay` for `view.seat`."""


def is_asked(view: SeatView) -> bool:
    """Return whether the table waits for a choice of the view's own seat."""
    return isinstance(view.request, Turn | Pick | Pay) and view.request.seat == view.seat


def pay_answer(view: SeatView) -> PayChoice:
    """R22: return the one true answer of a seat that is being paid."""
    request = view.request
    if not isinstance(request, Pay):
        raise LocalError("no pay is being answered")
    if request.guard:
        seen = dict(view.seen)
        take, give = settlement(view.drawn, [seen[card] for card in request.pile], request.due)
        return PayChoice(answer=PayAnswer.SETTLE, take=tuple(sorted(request.pile[index] for index in take)), give=give)
    value = sum(view.drawn)
    if value > request.due:
        return PayChoice(answer=PayAnswer.BACK)
    return PayChoice(answer=PayAnswer.STOP if value == request.due else PayAnswer.KEEP)
