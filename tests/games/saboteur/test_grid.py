"""The maze: what is joined to the start and where it is open."""

from __future__ import annotations

import pytest

from p2p_saboteur.games.saboteur.cards import EAST, NORTH, PASSABLE, PATHS, SOUTH, WEST, Goal
from p2p_saboteur.games.saboteur.grid import EMPTY_BOARD, GOAL_CELLS, START, Board, Cell, neighbours
from p2p_saboteur.games.saboteur.notation import parse_board

EW, NS, NESW = (PASSABLE | openings for openings in (EAST | WEST, NORTH | SOUTH, 15))


def test_the_start_and_three_goals_lie_as_the_rules_say() -> None:
    """R2: seven columns lie between start and goals, one row between neighbouring goals."""
    assert START == (0, 0)
    assert GOAL_CELLS == ((8, 2), (8, 0), (8, -2))
    assert EMPTY_BOARD.goals == (None, None, None)
    assert dict(EMPTY_BOARD.faces) == {START: NESW}
    assert set(EMPTY_BOARD.frontier) == {(0, 1), (1, 0), (0, -1), (-1, 0)}


def test_neighbours_come_in_the_order_north_east_south_west() -> None:
    """R9: each neighbour with the side towards it and the side from which it faces back."""
    assert neighbours(Cell(3, -1)) == (
        (NORTH, SOUTH, (3, 0)),
        (EAST, WEST, (4, -1)),
        (SOUTH, NORTH, (3, -2)),
        (WEST, EAST, (2, -1)),
    )


def test_no_card_lies_on_another() -> None:
    """R9: a cell is free if neither a face-up card nor a face-down goal lies there."""
    assert not EMPTY_BOARD.is_free(START)
    assert not EMPTY_BOARD.is_free(Cell(8, 0))
    assert EMPTY_BOARD.is_free(Cell(7, 0))
    assert EMPTY_BOARD.is_hidden_goal(Cell(8, 0))
    turned = EMPTY_BOARD.turn_up(1, Goal.TREASURE, WEST)
    assert not turned.is_free(Cell(8, 0))
    assert not turned.is_hidden_goal(Cell(8, 0))


def test_the_sides_of_a_cell_are_those_of_face_up_neighbours() -> None:
    """R9: a wall is known and closed, an opening known and open, a face-down goal is not known."""
    board = parse_board("P EW 1,0; P NS 0,1; P EW 7,0")
    assert board.sides(Cell(1, 1)) == (SOUTH | WEST, 0)
    assert board.sides(Cell(2, 0)) == (WEST, WEST)
    assert EMPTY_BOARD.sides(Cell(8, 1)) == (0, 0)


def test_paths_join_and_dead_ends_do_not() -> None:
    """R10: a passable card that meets a reached one is reached; nothing is joined through a dead end."""
    board = EMPTY_BOARD.lay(Cell(1, 0), EW).lay(Cell(2, 0), EAST | WEST).lay(Cell(3, 0), EW)
    assert board.reached == {(0, 0), (1, 0)}
    assert set(board.frontier) == {(0, 1), (0, -1), (-1, 0)}
    assert board.support(Cell(2, 0)) == WEST
    assert board.support(Cell(4, 0)) == 0


def test_a_card_laid_wall_to_wall_is_not_joined() -> None:
    """R10: a passable card beside a reached one is joined only where opening meets opening."""
    board = EMPTY_BOARD.lay(Cell(1, 0), EW).lay(Cell(1, 1), EW)
    assert (1, 1) not in board.reached


def test_a_gap_parts_the_maze_and_a_card_joins_it_again() -> None:
    """R11: after a rockfall only what is still joined to the start counts; filling the gap joins the rest again."""
    whole = EMPTY_BOARD.lay(Cell(1, 0), EW).lay(Cell(2, 0), EW).lay(Cell(3, 0), NESW)
    parted = whole.remove(Cell(2, 0))
    assert parted.reached == {(0, 0), (1, 0)}
    assert parted.frontier[Cell(2, 0)] == (EAST | WEST, EAST | WEST)
    mended = parted.lay(Cell(2, 0), EW)
    assert mended.reached == whole.reached
    assert mended.frontier == whole.frontier


def test_a_loop_that_is_cut_is_joined_the_other_way_round() -> None:
    """R11: what is reached another way stays reached after a rockfall."""
    board = parse_board("P NS 0,1; P ES 0,2; P SW 1,2; P NS 1,1; P NESW 1,0")
    assert (1, 1) in board.remove(Cell(0, 2)).reached


def test_what_is_kept_up_to_date_equals_what_is_found_anew() -> None:
    """R10: after each card the reached cells and the frontier are those of the whole board looked at afresh."""
    board = EMPTY_BOARD
    for text in ("P NESW 1,0", "X NS 1,1", "P NESW 2,0", "P EW 1,-1", "P NW 2,-1", "P NESW -1,0", "P NS 2,1"):
        letters, cell = text.rsplit(" ", 1)
        face = next(face for face in parse_board(f"{letters} 5,5").faces.items() if face[0] == (5, 5))[1]
        x, y = cell.split(",")
        board = board.lay(Cell(int(x), int(y)), face)
        afresh = Board.of(board.faces, board.goals)
        assert board.reached == afresh.reached
        assert board.frontier == afresh.frontier


def test_a_face_up_goal_is_an_ordinary_passable_card() -> None:
    """R10, R17: the path runs on through a stone, to where it is open."""
    board = parse_board("; ".join(f"P EW {x},0" for x in (1, 2, 3))).lay(Cell(4, 0), EW)
    for x in (5, 6, 7):
        board = board.lay(Cell(x, 0), NESW)
    assert (8, -1) not in board.frontier
    board = board.turn_up(1, Goal.STONE_A, WEST)
    assert (8, 0) in board.reached
    assert (8, -1) in board.frontier
    assert (8, 1) not in board.frontier


def test_opened_goals_are_those_beyond_the_cards_own_openings() -> None:
    """R16, D9: a card between two goals opens onto both, a card with a wall there onto none."""
    board = EMPTY_BOARD.lay(Cell(8, 1), NS).lay(Cell(7, 0), NS)
    assert board.opened_goals(Cell(8, 1)) == (0, 1)
    assert board.opened_goals(Cell(7, 0)) == ()


def test_reached_goals_need_a_way_from_the_start() -> None:
    """D1: the flood from the start ends where no reached card opens onto a goal."""
    far = EMPTY_BOARD.lay(Cell(7, 0), EW)
    assert far.reached_goals() == ()
    near = Board.of({**{Cell(x, 0): EW for x in range(1, 8)}, START: NESW}, (None, None, None))
    assert near.reached_goals() == (1,)


def test_free_cells_beside_face_up_cards() -> None:
    """D1: beside a wall counts, on a face-down goal does not."""
    board = EMPTY_BOARD.lay(Cell(7, 0), NS)
    beside = board.free_beside()
    assert (7, 1) in beside
    assert (6, 0) in beside
    assert (8, 0) not in beside
    assert len(beside) == 4 + 3


def test_boards_with_the_same_cards_are_equal_however_they_came_about() -> None:
    """R9: the order of laying leaves no trace."""
    one = EMPTY_BOARD.lay(Cell(1, 0), EW).lay(Cell(0, 1), NS)
    other = EMPTY_BOARD.lay(Cell(0, 1), NS).lay(Cell(1, 0), EW)
    assert one == other
    assert hash(one) == hash(other)
    assert one != one.lay(Cell(0, 2), NS)


@pytest.mark.parametrize("face", sorted(PATHS))
def test_a_card_laid_and_removed_leaves_the_board_as_it_was(face: int) -> None:
    """R14: a rockfall takes away all that the card had changed."""
    board = EMPTY_BOARD.lay(Cell(1, 0), NESW)
    again = board.lay(Cell(2, 0), face).remove(Cell(2, 0))
    assert again == board
    assert again.reached == board.reached
    assert again.frontier == board.frontier


def test_nobody_can_change_a_board_that_he_was_given() -> None:
    """R5: a state is a value; laying a card makes another one."""
    board = EMPTY_BOARD.lay(Cell(1, 0), EAST | WEST | PASSABLE)
    for mapping in (board.faces, board.frontier, EMPTY_BOARD.faces, EMPTY_BOARD.frontier):
        with pytest.raises(TypeError):
            mapping[Cell(5, 5)] = 0  # type: ignore[index]  # that it does not support this is the point
    assert START in board.faces
    assert Cell(1, 0) not in EMPTY_BOARD.faces


def test_a_board_keeps_no_mapping_of_its_maker() -> None:
    """R5: what the maker does with his mapping afterwards does not matter."""
    faces = {START: EMPTY_BOARD.faces[START]}
    board = Board.of(faces, (None, None, None))
    faces.clear()
    assert board == EMPTY_BOARD
