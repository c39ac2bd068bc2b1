"""The policy that digs or sabotages sensibly, by the distance to the goals, its own maps, and whom it trusts.

Every legal move gets a score, in which a card nearer to the treasure counts about ten; the best move is played, equal
ones as chance will have it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from p2p_saboteur.bots.digging import Survey, survey
from p2p_saboteur.bots.trust import Trust, Weights, expected, progress, weights
from p2p_saboteur.games.saboteur.cards import PASSABLE, Card, MapCard, PathCard, RockfallCard, Role
from p2p_saboteur.games.saboteur.grid import GOAL_CELLS
from p2p_saboteur.games.saboteur.legality import legal_moves
from p2p_saboteur.games.saboteur.moves import Break, Discard, Lay, Map, Move, Repair, Rockfall, Take
from p2p_saboteur.seat import Choice, Keep, pay_answer
from protocol.game import Pay, Pick

if TYPE_CHECKING:
    from p2p_saboteur.dealer import Chance
    from p2p_saboteur.games.saboteur.state import State
    from p2p_saboteur.seat import SeatView

NEAR: Final = 3.5
"""From this expected distance on a saboteur no longer minds being noticed."""


@dataclass(slots=True)
class SteadyPolicy:
    """Plays steadily.

    Attributes:
        chance: decides between equal moves.
        trust: what the seat thinks of the others.
    """

    chance: Chance
    trust: Trust = field(default_factory=Trust)

    def choose(self, view: SeatView) -> Choice:
        """Return the best answer."""
        if isinstance(view.request, Pay):
            return pay_answer(view)
        if isinstance(view.request, Pick):
            return Keep(view.packet.index(max(view.packet)))
        self.trust.follow(view)
        plan = _Plan(view.state, view.seat, self.trust, weights(view), survey(view.state.board))
        score = plan.sabotage if view.role is Role.SABOTEUR else plan.dig
        moves = legal_moves(view.state, view.seat, view.hand)
        scores = [score(move) for move in moves]
        best = [move for move, worth in zip(moves, scores, strict=True) if worth == max(scores)]
        return best[self.chance.randrange(len(best))]


@dataclass(frozen=True, slots=True)
class _Plan:
    """What a seat weighs its moves by.

    Attributes:
        state: the public state.
        seat: whose turn it is.
        trust: what it thinks of the others.
        likely: where it expects the treasure.
        view: the distances now.
    """

    state: State
    seat: int
    trust: Trust
    likely: Weights
    view: Survey

    @property
    def distance(self) -> float:
        """The expected distance to the treasure."""
        return expected(self.view.goals, self.likely)

    def dig(self, move: Move) -> float:  # noqa: PLR0911 - one return a kind of move
        """Return what a move is worth to a digger."""
        match move:
            case Lay():
                return self._gain_of_card(move)
            case Repair():
                return self._worth_of_repair(move)
            case Break():
                suspected = self.trust.suspects(move.seat) and move.seat != self.seat
                free = not self.state.tools[move.seat]
                return (6.0 - self.trust.scores[move.seat] if free else 2.0) if suspected else -10.0
            case Rockfall():
                gain = self._gain_of_rockfall(move)
                return 10 * gain - 4 if gain > 0 else -10.0
            case Map():
                return self._worth_of_map(move)
            case Discard(card=card) if card is not None:
                return -self._use_to_digger(card)
            case Take():
                return float(move.value)
        return -3.0

    def sabotage(self, move: Move) -> float:  # noqa: PLR0911 - one return a kind of move
        """Return what a move is worth to a saboteur."""
        match move:
            case Lay():
                return self._harm_of_card(move)
            case Repair():
                if move.seat == self.seat:
                    return 2.0
                return 1.5 if self.trust.suspects(move.seat) else -5.0
            case Break():
                if move.seat == self.seat or self.trust.suspects(move.seat):
                    return -10.0
                return (1.0 if self.state.tools[move.seat] else 5.0) + 0.1 * self.trust.scores[move.seat]
            case Rockfall():
                harm = -self._gain_of_rockfall(move)
                return 6 * harm - 1 if harm > 0 else -10.0
            case Map():
                return self._worth_of_map(move) / 2
            case Discard(card=card) if card is not None:
                return self._use_to_digger(card) / 2 if isinstance(card, PathCard) else -1.0
        return -3.0

    def _gain_of_card(self, move: Lay) -> float:
        """Return what laying a card is worth to a digger: by how much it brings the treasure nearer."""
        if not move.card.passable:
            return -20.0
        gain = self.distance - expected(self.view.after(move.cell, move.card.face), self.likely)
        return 10 * gain + 0.1 * move.card.openings.bit_count() if gain > 0 else -2.5

    def _worth_of_repair(self, move: Repair) -> float:
        """Return what a repair is worth to a digger: his own tools first, then those of whom he trusts."""
        if move.seat == self.seat:
            return 9.0 - self.state.tools[move.seat].bit_count()
        return -5.0 if self.trust.suspects(move.seat) else 4.0 + min(self.trust.scores[move.seat], 2.0)

    def _harm_of_card(self, move: Lay) -> float:
        """Return what laying a card is worth to a saboteur: by how much it makes the way longer."""
        face = move.card.face
        harm = 0.0
        if any(share and self.view.is_on_the_way(move.cell, index) for index, share in enumerate(self.likely)):
            harm = -progress(self.state.board, self.state.board.lay(move.cell, face), self.likely)
        elif face & PASSABLE:
            harm = expected(self.view.after(move.cell, face), self.likely) - self.distance
        if harm < 0:
            return 10 * harm
        boldness = 8 if self.distance <= NEAR else 1
        return boldness * harm + (0.3 if face & PASSABLE else 0.1)

    def _gain_of_rockfall(self, move: Rockfall) -> float:
        """Return by how many cards a rockfall brings the treasure nearer."""
        return progress(self.state.board, self.state.board.remove(move.cell), self.likely)

    def _worth_of_map(self, move: Map) -> float:
        """Return what a look is worth: more the nearer a goal is, nothing once it is clear where the treasure lies."""
        index = GOAL_CELLS.index(move.cell)
        if self.likely[index] in (0.0, 1.0):
            return -8.0
        return 7.5 - 0.1 * self.view.goals[index]

    def _use_to_digger(self, card: Card) -> float:
        """Return what a card in the hand may still be good for to a digger."""
        if isinstance(card, PathCard):
            return card.openings.bit_count() - 0.5 if card.passable else 0.0
        if isinstance(card, MapCard):
            return 0.3 if max(self.likely) == 1.0 else 2.0
        return 1.0 if isinstance(card, RockfallCard) else 1.4
