"""Pictures of boards."""

from __future__ import annotations

from p2p_saboteur.games.saboteur.cards import PathCard
from p2p_saboteur.games.saboteur.grid import EMPTY_BOARD, Cell
from p2p_saboteur.games.saboteur.notation import parse_board
from p2p_saboteur.games.saboteur.picture import draw_board


def test_a_board_is_drawn_in_plain_characters() -> None:
    """R2: the picture shows openings, kinds and coordinates."""
    assert draw_board(parse_board("P SW 1,0; X NS 1,-1; A SW 8,2; G 8,0")).splitlines() == [
        "",
        "  2                         -A",
        "                             |",
        "",
        "  1",
        "",
        "     |                       |",
        "  0 -S--+                   -G-",
        "     |  |                    |",
        "        |",
        " -1     x",
        "        |",
        "",
        " -2                          ?",
        "",
        "     0  1  2  3  4  5  6  7  8",
    ]


def test_the_picture_grows_with_the_maze() -> None:
    """D8: cells outside the printed field are shown too."""
    lines = draw_board(EMPTY_BOARD.lay(Cell(-2, 4), PathCard(10, passable=True).face)).splitlines()
    assert lines[1] == "  4 -+-"
    assert lines[-1] == "    -2 -1  0  1  2  3  4  5  6  7  8"
