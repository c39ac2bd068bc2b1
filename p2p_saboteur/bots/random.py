"""The policy that plays any legal move, each as likely as the others: the tests' workhorse."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from p2p_saboteur.games.saboteur.legality import legal_moves
from p2p_saboteur.seat import Choice, Keep, pay_answer
from protocol.game import Pay, Pick

if TYPE_CHECKING:
    from p2p_saboteur.dealer import Chance
    from p2p_saboteur.seat import SeatView


@dataclass(slots=True)
class RandomPolicy:
    """Plays at random.

    Attributes:
        chance: where the choices come from.
    """

    chance: Chance

    def choose(self, view: SeatView) -> Choice:
        """Return any legal answer."""
        if isinstance(view.request, Pay):
            return pay_answer(view)
        if isinstance(view.request, Pick):
            return Keep(self.chance.randrange(len(view.packet)))
        moves = legal_moves(view.state, view.seat, view.hand)
        return moves[self.chance.randrange(len(moves))]
