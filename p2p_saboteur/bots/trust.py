"""What a seat can tell of the others from what they did in this round: who digs, and who does not."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from p2p_saboteur.bots.digging import survey
from p2p_saboteur.games.saboteur.cards import DRAW, PASSABLE
from p2p_saboteur.games.saboteur.moves import Break, Discard, Lay, Repair, Rockfall, from_wire
from p2p_saboteur.games.saboteur.state import Phase
from protocol.game import Moved, Shuffled

if TYPE_CHECKING:
    from p2p_saboteur.games.saboteur.grid import Board
    from p2p_saboteur.games.saboteur.moves import Move
    from p2p_saboteur.seat import Event, SeatView
    from protocol.game import Seat

Weights = tuple[float, float, float]
"""How likely the treasure lies under each of `GOAL_CELLS`, as far as a seat knows; the sum is 1."""

SUSPICIOUS: Final = -1.0
"""Who has less trust than this is taken for a saboteur."""


def weights(view: SeatView) -> Weights:
    """Return where a seat expects the treasure, from what is face up and from its own maps."""
    known = [up or own for up, own in zip(view.state.board.goals, view.peeked, strict=True)]
    if any(goal is not None and goal.value == "G" for goal in known):
        shares = [float(goal is not None and goal.value == "G") for goal in known]
    else:
        shares = [float(goal is None) for goal in known]
    total = sum(shares) or 1.0
    return shares[0] / total, shares[1] / total, shares[2] / total


def expected(goals: tuple[int, int, int], likely: Weights) -> float:
    """Return the distance to the treasure that is to be expected."""
    return sum(distance * share for distance, share in zip(goals, likely, strict=True))


def progress(before: Board, after: Board, likely: Weights) -> float:
    """Return by how many cards the treasure has come nearer."""
    return expected(survey(before).goals, likely) - expected(survey(after).goals, likely)


@dataclass(slots=True)
class Trust:
    """Follows the public events of a game and keeps a score for each seat; above 0 it seems to dig.

    Attributes:
        scores: by seat.
    """

    scores: dict[Seat, float] = field(default_factory=dict)
    _read: int = 0

    def follow(self, view: SeatView) -> None:
        """Take in what has happened since the last time."""
        if self._read > len(view.history):
            self._read = 0
        likely = weights(view)
        for event in view.history[self._read :]:
            if isinstance(event.fact, Shuffled):
                self.scores = dict.fromkeys(range(event.after.seats), 0.0)
            elif isinstance(event.fact, Moved) and event.before.phase is Phase.TURN:
                fact = event.fact
                move = from_wire(fact.move, None if fact.card is None else DRAW[fact.card])
                self.scores[fact.seat] += self._judge(event, fact.seat, move, likely, view.seat)
        self._read = len(view.history)

    def suspects(self, seat: Seat) -> bool:
        """Return whether a seat is taken for a saboteur."""
        return self.scores.get(seat, 0.0) < SUSPICIOUS

    def _judge(self, event: Event, seat: Seat, move: Move, likely: Weights, me: Seat) -> float:
        """Return by how much a move speaks for its maker (above 0) or against."""
        match move:
            case Lay():
                gain = progress(event.before.board, event.after.board, likely)
                return max(-2.0, min(gain, 1.0)) - (0.2 if move.card.face & PASSABLE else 1.5)
            case Rockfall():
                gain = progress(event.before.board, event.after.board, likely)
                return max(-3.0, min(gain, 2.0))
            case Break():
                return 0.5 if self.suspects(move.seat) else -1.5 if move.seat == me else -0.7
            case Repair() if move.seat != seat:
                return -0.5 if self.suspects(move.seat) else 0.7
            case Discard() if not event.before.tools[seat]:
                return -0.2
        return 0.0
