"""A game cut into moments that are worth a picture each: the deal, every turn, the end of a round, the result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from p2p_saboteur.games.saboteur.cards import DRAW
from p2p_saboteur.games.saboteur.moves import Lay, from_wire
from p2p_saboteur.games.saboteur.state import Phase
from p2p_saboteur.telling import sentences
from p2p_saboteur.text import _
from protocol.game import Moved, Shown, Shuffled, Totals

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from p2p_saboteur.games.saboteur.grid import Cell
    from p2p_saboteur.games.saboteur.state import State
    from p2p_saboteur.seat import Event
    from protocol.game import Fact, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A moment of a game, as everyone saw it.

    Attributes:
        heading: what kind of moment it is, a few words.
        told: what happened, sentence by sentence.
        state: the public state afterwards; at the end of a round with the round's own board.
        turn: how many turns there were in the game until then.
        last: where the last path card of the round lies and who laid it; None if it is gone, or there was none.
        events: how many events there were until then.
    """

    heading: str
    told: tuple[str, ...]
    state: State
    turn: int
    last: tuple[Cell, Seat] | None
    events: int


def moments(events: Iterable[Event], names: Sequence[str]) -> tuple[Moment, ...]:
    """Return the moments of a game.

    Args:
        events: everything public that has happened, oldest first.
        names: the players' names by seat, fit for printing.
    """
    found: list[Moment] = []
    for count, event in enumerate(events, start=1):
        begun = _begins(event)
        before = found.pop() if found and not begun else None
        turn = (before or found[-1]).turn if before or found else 0
        last = (before or found[-1]).last if before or found else None
        turn += isinstance(event.fact, Moved)
        found.append(
            Moment(
                heading=before.heading if before else _heading(event, turn),
                told=(*(before.told if before else ()), *sentences(event, names)),
                state=event.shown,
                turn=turn,
                last=_last(event, last),
                events=count,
            )
        )
    return tuple(found)


def _begins(event: Event) -> bool:
    """Return whether a new moment begins; what follows from a move, or from the end of a round, belongs to it."""
    fact: Fact = event.fact
    return isinstance(fact, Shuffled | Shown | Totals) or (isinstance(fact, Moved) and event.before.phase is Phase.TURN)


def _heading(event: Event, turn: int) -> str:
    match event.fact:
        case Shuffled():
            return _("Round {round} begins").format(round=event.after.round)
        case Shown():
            return _("Round {round} ends").format(round=event.before.round)
        case Totals():
            return _("The game ends")
    return _("Turn {turn}").format(turn=turn)


def _last(event: Event, last: tuple[Cell, Seat] | None) -> tuple[Cell, Seat] | None:
    """Return where the last path card lies after an event, and who laid it."""
    fact = event.fact
    if isinstance(fact, Moved) and fact.card is not None:
        move = from_wire(fact.move, DRAW[fact.card])
        if isinstance(move, Lay):
            last = (move.cell, fact.seat)
    return last if last and last[0] in event.shown.board.faces else None
