"""The picture of a board in the README, made by the command from a game that always goes the same way.

`python -m tests.docs.board_picture` makes it anew.
"""

from __future__ import annotations

import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final
from unittest.mock import patch

from p2p_saboteur.app.viewer import Viewer, session_choice
from p2p_saboteur.cli import main
from p2p_saboteur.commands import reading
from p2p_saboteur.games.saboteur.legality import legal_moves
from p2p_saboteur.games.saboteur.moves import Break, Lay, Map
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from p2p_saboteur.store.log_file import MAGIC, encode_block
from protocol.game import Moved
from tests.helpers.room import Room
from tests.helpers.toy_groups import FAST

if TYPE_CHECKING:
    from random import Random

    from p2p_saboteur.games.saboteur.moves import Move
    from p2p_saboteur.seat import SeatView
    from protocol.chain import Chain
    from protocol.session import Session
    from protocol.steps.base import AnyChoice

PICTURE: Final = Path(__file__).resolve().parents[2] / "docs" / "board.svg"
NAMES: Final = ("Ada", "Borek", "Cilka", "Darko", "Emil")
SEED: Final = 2
TURNS: Final = 34
SHOWN: Final = 33


class Showing:
    """Players who show what there is: they dig east, lay a dead end now and then, break a tool, look at a goal."""

    def __init__(self) -> None:
        self.turns = 0

    def __call__(self, session: Session, _random: Random) -> AnyChoice:
        """Return the move that a seat likes best now."""
        viewer = Viewer(session)
        for done in session.chain.done:
            viewer.note(done)
        view = viewer.view()
        self.turns += 1
        return session_choice(
            max(legal_moves(view.state, view.seat, view.hand), key=lambda m: self._liked(m, view)), view
        )

    def _liked(self, move: Move, view: SeatView) -> tuple[int, int, str]:
        """Return how much a move is liked; the largest is made."""
        match move:
            case Lay(card=card, cell=cell):
                dead = 0 if card.passable else 12 * (self.turns % 7 == 0) - 12
                away = 9 * max(0, abs(cell.y) - 2)
                return 3, 4 * cell.x - abs(cell.y - 1) - away - 2 * card.openings.bit_count() + dead, repr(move)
            case Break(seat=seat):
                return 4 if self.turns % 3 == 0 and seat != view.seat else 1, 0, repr(move)
            case Map():
                return 4 if self.turns % 5 == 0 else 2, 0, repr(move)
        return 0, 0, repr(move)


@cache
def log(seed: int = SEED, turns: int = TURNS) -> bytes:
    """Return the bytes of the game's log."""
    table = Room(SaboteurGame(Options()), seats=len(NAMES), seed=seed, choose=Showing(), group=FAST, names=NAMES)
    table.open()
    chain = table.members[0].session.chain
    table.run(until=lambda: moves(chain) >= turns)
    records = (table.header.encode(), *table.members[0].disk)
    return MAGIC + b"".join(encode_block([record]) for record in records)


def moves(chain: Chain) -> int:
    """Return how many turns there were."""
    return sum(isinstance(fact, Moved) for done in chain.done for fact in done.facts)


def draw(folder: Path) -> str:
    """Return what the command draws."""
    path, drawn = folder / "table.log", folder / "board.svg"
    path.write_bytes(log())
    with patch.object(reading, "GROUP", FAST):
        code = main(["picture", str(path), "--turn", str(SHOWN), "-o", str(drawn), "--force"])
    if code:
        raise AssertionError(f"the command ended with {code}")
    return drawn.read_text(encoding="utf-8")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        PICTURE.write_text(draw(Path(name)), encoding="utf-8", newline="\n")
    sys.exit(0)
