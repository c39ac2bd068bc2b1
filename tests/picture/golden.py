"""The small picture that is kept; `python -m tests.picture.golden` makes it anew, to be looked at."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from p2p_saboteur.games.saboteur.cards import TOOLS, Role
from p2p_saboteur.games.saboteur.grid import Cell
from p2p_saboteur.picture.moments import Moment
from p2p_saboteur.picture.svg import picture
from tests.helpers.positions import in_turn

KEPT: Final = Path(__file__).parent / "data" / "small.svg"
NAMES: Final = ("Ada", "Borek", "\u010cen\u011bk")
BOARD: Final = "P EW 1,0; P ESW 2,0; X NSW 3,0; P NE 2,-1; A NE 8,2"


def small() -> Moment:
    """Return a moment that shows a dead end, a goal, a broken tool, a role and the last card."""
    state = in_turn(BOARD, seats=3)
    return Moment(
        heading="Turn 5",
        told=("Borek lays X NSW at 3,0.",),
        state=state._replace(turn=2, tools=(TOOLS[1].bit, 0, 0), roles=(None, Role.SABOTEUR, None)),
        turn=5,
        last=(Cell(3, 0), 1),
        events=9,
    )


def drawn() -> str:
    """Return its picture."""
    return picture(small(), NAMES)


if __name__ == "__main__":
    KEPT.write_text(drawn(), encoding="utf-8", newline="\n")
