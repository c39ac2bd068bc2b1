"""What is being chosen on the board: the card, where it could be used, and how it would lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from p2p_saboteur.games.saboteur.cards import Card, PathCard
from p2p_saboteur.games.saboteur.moves import Lay
from p2p_saboteur.tui.state import Mode, ViewState

if TYPE_CHECKING:
    from p2p_saboteur.games.saboteur.cards import Face
    from p2p_saboteur.games.saboteur.grid import Cell
    from p2p_saboteur.games.saboteur.legality import Refusal
    from p2p_saboteur.games.saboteur.moves import Break, Move, Repair
    from p2p_saboteur.viewmodel.scene import Scene


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """What is being chosen.

    Attributes:
        card: the chosen card.
        cells: where it could be used, with the moves that do it.
        targets: before whom it could be played.
        focus: the cell that is chosen.
        target: the choice among the targets; None if there is none.
        face: how a path card would lie; None for other cards.
        refusal: why it cannot be used in the chosen cell; None if it can.
    """

    card: Card
    cells: dict[Cell, tuple[Move, ...]]
    targets: tuple[Break | Repair, ...]
    focus: Cell | None
    target: Break | Repair | None
    face: Face | None
    refusal: Refusal | None

    @property
    def legal(self) -> bool:
        """Whether the choice could be made, if it were the own turn."""
        return self.move is not None

    @property
    def move(self) -> Move | None:
        """The move that has been chosen; None while there is none, or it is not allowed."""
        if self.target is not None:
            return self.target
        moves = self.cells.get(self.focus, ()) if self.focus else ()
        return next((move for move in moves if lying(move) == self.face), None)

    @property
    def turns(self) -> bool:
        """Whether turning the card would change anything."""
        return isinstance(self.card, PathCard) and self.card.face != self.card.turned_face

    def ghost(self, cell: Cell) -> Face | None:
        """Return how a path card would lie in a cell: as it is held if it may, else turned; None where it may not."""
        faces = [lying(move) for move in self.cells.get(cell, ())]
        if not faces:
            return None
        return self.face if self.face in faces else faces[0]


def lying(move: Move) -> Face | None:
    """Return how the card of a move lies; None for what is no path card."""
    return move.card.face if isinstance(move, Lay) else None


def aim_of(scene: Scene, ui: ViewState) -> Aim | None:
    """Return what is being chosen with a card of the hand; None while no card is."""
    if ui.mode is not Mode.AIM or ui.place is None or ui.place >= len(scene.view.hand):
        return None
    card = scene.card(ui.place)
    face = (card.turned_face if ui.turned else card.face) if isinstance(card, PathCard) else None
    targets = scene.targets(card)
    return Aim(
        card=card,
        cells=scene.cells(card),
        targets=targets,
        focus=ui.cell,
        target=targets[min(ui.target, len(targets) - 1)] if targets else None,
        face=face,
        refusal=scene.why_not(card, ui.cell, face) if ui.cell else scene.no_use(card),
    )
