"""Which moves are legal, and why the others are not."""

from __future__ import annotations

import itertools

import pytest

from p2p_saboteur.games.saboteur.cards import Tool
from p2p_saboteur.games.saboteur.legality import (
    AmbiguousMove,
    broken_tools,
    is_legal,
    legal_moves,
    mendable,
    repaired,
)
from p2p_saboteur.games.saboteur.moves import Discard, Lay, Repair
from p2p_saboteur.games.saboteur.notation import move_text, parse_move
from p2p_saboteur.games.saboteur.rules import moved
from p2p_saboteur.games.saboteur.state import Phase, State, with_gold
from protocol.game import IllegalMove
from tests.helpers.positions import in_turn, number_of, play, why

CORRIDOR = "P EW 1,0; P NESW 2,0"
CART, LAMP, PICK = 1, 2, 4


def texts(state: State, *cards: str) -> set[str]:
    """Return the texts of all legal moves but discards with these cards in hand."""
    hand = [number_of(state, f"discard {card}") for card in cards]
    moves = legal_moves(state, state.turn, hand)
    assert all(is_legal(state, state.turn, move, hand) is None for move in moves)
    return {move_text(move) for move in moves if not isinstance(move, Discard)}


@pytest.mark.parametrize(
    ("board", "move", "reason"),
    [
        ("", "P EW 1,0", ""),
        ("", "P EW -1,0", ""),
        ("", "X EW 1,0", ""),
        ("", "P EW 0,0", "R9 occupied"),
        ("", "P EW 8,0", "R9 occupied"),
        ("G 8,0", "P EW 8,0", "R9 occupied"),
        ("", "P NS 1,0", "R9 mismatch W"),
        ("P ES 0,1; P EW 1,1", "P NESW 1,0", "R9 mismatch N"),
        ("P ES 0,1; P EW 1,1", "P ESW 1,0", ""),
        ("P NS 0,1", "P EW 0,2", "R9 mismatch S"),
        ("", "P NS -1,0", "R9 mismatch E"),
        ("", "P EW 5,0", "R10 not connected"),
        ("", "P NS 8,1", "R10 not connected"),
        ("X EW 1,0", "P EW 2,0", "R10 not connected"),
        ("P EW 1,0", "P EW 1,1", "R10 not connected"),
        ("P EW 2,0", "P EW 3,0", "R10 not connected"),
        ("P EW 2,0", "P EW 1,0", ""),
        ("G 8,0", "P EW 7,0", "R10 not connected"),
    ],
)
def test_where_a_path_card_may_be_laid(board: str, move: str, reason: str) -> None:
    """R9, R10, R11: the first reason that applies of occupied, mismatch N, E, S, W, not connected."""
    assert why(in_turn(board), move) == reason


@pytest.mark.parametrize(
    ("board", "move", "reason"),
    [
        ("X EW 1,0", "P EW 2,0", ""),
        ("P EW 1,0", "P EW 1,1", ""),
        ("X EW 1,0", "P NS 2,0", "R9 mismatch W"),
        ("", "P EW 5,0", "D1 not connected"),
        ("", "P EW 7,0", "D1 not connected"),
        ("G 8,0", "P EW 7,0", ""),
    ],
)
def test_beside_any_face_up_card(board: str, move: str, reason: str) -> None:
    """D1: with placement=adjacent a face-up neighbour is enough, a face-down goal is none."""
    assert why(in_turn(board, options="placement=adjacent"), move) == reason


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("P EW -1,0", "D8 out of bounds"),
        ("P EW 0,0", "R9 occupied"),
        ("P EW 9,0", "D8 out of bounds"),
        ("P NS 0,3", "D8 out of bounds"),
        ("P NS 0,-3", "D8 out of bounds"),
        ("P NS 0,1", ""),
    ],
)
def test_bounds_are_tested_after_occupied(move: str, reason: str) -> None:
    """D8: with bounds=5x9 x goes from 0 to 8 and y from -2 to 2; without it the maze has no end."""
    assert why(in_turn(options="bounds=5x9"), move) == reason
    assert why(in_turn("P NS 0,1; P NS 0,2"), "P NS 0,3") == ""


@pytest.mark.parametrize("options", ["", "placement=adjacent", "bounds=5x9", "placement=adjacent,bounds=5x9"])
def test_the_listed_placements_are_all_that_is_not_refused(options: str) -> None:
    """R8 to R11, D1, D8: of every card in both orientations in every cell around."""
    state = in_turn("P NESW 1,0; X NS 1,1; P SW 2,0; P NES -1,0; P EW 4,0; A SW 8,0", options=options)
    cards = ("P ES", "P NEW", "X N", "P NESW")
    tried = {
        f"{kind} {letters} {x},{y}"
        for kind, letters in (
            ("P", "ES"),
            ("P", "NW"),
            ("P", "NEW"),
            ("P", "ESW"),
            ("X", "N"),
            ("X", "S"),
            ("P", "NESW"),
        )
        for x, y in itertools.product(range(-3, 11), range(-4, 5))
    }
    assert texts(state, *cards) == {move for move in tried if not why(state, move)}


def test_a_face_down_goal_neither_supports_nor_constrains() -> None:
    """R10, R16: cards may show it an opening or a wall, since nobody knows what lies there."""
    state = in_turn("P NESW 1,0; P NESW 2,0; P NESW 3,0; P NEW 4,0; P NEW 5,0; P EW 6,0")
    assert {"P EW 7,0", "P SW 7,0", "P NW 7,0"} <= texts(state, "P EW", "P SW", "P ES")


def test_who_has_a_broken_tool_lays_no_path_card() -> None:
    """R12: everything else stays allowed."""
    state = in_turn("P EW 1,0", tools=(PICK, 0, 0, 0, 0))
    assert why(state, "P EW 2,0") == "R12 broken tool"
    for move in ("rockfall 1,0", "map 8,0", "break cart 1", "repair pick 0", "discard"):
        assert why(state, move) == ""
    assert texts(state, "P EW", "map") == {"map 8,2", "map 8,0", "map 8,-2"}
    assert why(in_turn(tools=(0, PICK, 0, 0, 0)), "P EW 1,0") == ""


def test_one_broken_tool_of_each_kind_before_a_player() -> None:
    """R12: a second broken pick is refused, other tools are not; a seat must be there."""
    state = in_turn(tools=(0, CART | PICK, 0, 0, 0))
    assert why(state, "break lamp 1") == ""
    assert why(state, "break pick 1") == "R12 broken already"
    assert why(state, "break pick 5") == "R12 no such seat"
    assert why(state, "break pick 0") == ""
    assert texts(state, "break pick") == {f"break pick {seat}" for seat in (0, 2, 3, 4)}


def test_breaking_ones_own_tool() -> None:
    """D20: legal unless the table plays with self_break=off."""
    state = in_turn(options="self_break=off", seats=3)
    assert why(state, "break cart 0") == "D20 own tool"
    assert texts(state, "break cart") == {"break cart 1", "break cart 2"}
    assert texts(in_turn(seats=3), "break cart") == {"break cart 0", "break cart 1", "break cart 2"}


def test_a_repair_needs_a_matching_broken_tool() -> None:
    """R13: of any player, oneself included; what fits nowhere can only be discarded."""
    state = in_turn(tools=(LAMP, CART, 0, 0, 0))
    assert why(state, "repair lamp 0") == ""
    assert why(state, "repair lamp 1") == "R13 nothing to mend"
    assert why(state, "repair cart+lamp 1 lamp") == "R13 nothing to mend"
    assert why(state, "repair lamp+pick 1") == "R13 nothing to mend"
    assert why(state, "repair lamp 7") == "R12 no such seat"
    assert texts(state, "repair pick") == set()
    assert texts(state, "repair cart+lamp") == {"repair cart+lamp 0 lamp", "repair cart+lamp 1 cart"}


def test_a_double_repair_names_its_tool_where_both_would_fit() -> None:
    """R13: without a name it is ambiguous there, and fine where only one tool is broken."""
    state = in_turn(tools=(0, CART | LAMP, LAMP, 0, 0))
    assert why(state, "repair cart+lamp 1") == "R13 ambiguous"
    assert why(state, "repair cart+lamp 1 lamp") == ""
    assert why(state, "repair cart+lamp 2") == ""
    with pytest.raises(AmbiguousMove, match="name one of them"):
        play(state, "repair cart+lamp 1")
    move = parse_move("repair cart+lamp 2")
    assert isinstance(move, Repair)
    assert repaired(state, move) is Tool.LAMP
    assert mendable(state, move.card, 1) == broken_tools(state, 1) == (Tool.CART, Tool.LAMP)
    assert texts(state, "repair cart+lamp") == {
        "repair cart+lamp 1 cart",
        "repair cart+lamp 1 lamp",
        "repair cart+lamp 2 lamp",
    }


@pytest.mark.parametrize("cell", ["0,0", "8,0", "8,2", "3,0"])
def test_a_rockfall_takes_laid_path_cards_only(cell: str) -> None:
    """R14: dead ends too, but neither the start nor a goal, face up or down, nor nothing."""
    state = in_turn("P EW 1,0; X EW 1,1; G 8,0")
    assert why(state, f"rockfall {cell}") == "R14 not a removable card"
    assert texts(state, "rockfall") == {"rockfall 1,0", "rockfall 1,1"}


def test_a_map_shows_a_face_down_goal() -> None:
    """R15: one that lies face up needs no map."""
    state = in_turn("A SW 8,0")
    assert why(state, "map 8,0") == "R15 face up"
    assert texts(state, "map") == {"map 8,2", "map 8,-2"}


def test_a_lost_seat_is_no_target() -> None:
    """L1: nothing can be broken or mended before a seat that is lost."""
    state = in_turn(lost=(1,), tools=(0, 0, CART, 0, 0))
    assert why(state, "break cart 1") == "L1 lost seat"
    assert why(state, "repair cart 1") == "L1 lost seat"
    assert texts(state, "break cart") == {f"break cart {seat}" for seat in (0, 3, 4)}


@pytest.mark.parametrize(
    ("options", "pile", "reason"),
    [
        ("", 0, "D27 no pass"),
        ("early_end=all_pass", 1, "D27 no pass"),
        ("early_end=all_pass", 0, ""),
    ],
)
def test_passing(options: str, pile: int, reason: str) -> None:
    """R5, D27: who holds cards may pass only once the pile is empty, and only where that was agreed."""
    state = in_turn(options=options, pile=pile)
    assert why(state, "pass") == reason
    assert ("pass" in texts(state, "map")) is not bool(reason)


def test_only_whose_turn_it_is_moves() -> None:
    """R7: nobody else has a legal move."""
    state = in_turn()
    assert why(state, "discard", seat=1) == "R7 not your turn"
    assert legal_moves(state, 1, [0]) == ()
    drawing = play(state, "discard map")
    assert why(drawing, "discard", seat=0) == "R5 not now"
    assert why(state, "take 1") == "R5 not now"
    assert legal_moves(drawing, 0, [0]) == ()


def test_one_plays_what_one_holds() -> None:
    """R5: with a known hand the card must be in it, whichever way up; without one this is left to the proof."""
    state = in_turn(CORRIDOR)
    hand = [number_of(state, "P SW 2,-1")]
    assert is_legal(state, 0, parse_move("P NE 2,-1"), hand) is None
    assert is_legal(state, 0, parse_move("discard P SW"), hand) is None
    refusal = is_legal(state, 0, parse_move("map 8,0"), hand)
    assert refusal is not None
    assert (refusal.rule, refusal.why) == ("R5", "not held")
    assert is_legal(state, 0, parse_move("map 8,0")) is None
    with pytest.raises(IllegalMove, match="holds no such card"):
        moved(state, 0, parse_move("discard"), hand)


def test_equal_cards_are_listed_once() -> None:
    """R5: two copies of a card give no more moves than one."""
    state = in_turn()
    assert len({*legal_moves(state, 0, [0, 1, 2, 3])}) == len(legal_moves(state, 0, [0, 1, 2, 3]))
    assert legal_moves(state, 0, [0, 1]) == legal_moves(state, 0, [3])
    assert [move_text(move) for move in legal_moves(state, 0, [0])] == ["P NS 0,-1", "P NS 0,1", "discard P NS"]
    assert all(isinstance(move, Lay | Discard) for move in legal_moves(state, 0, [5]))


def test_open_nuggets_are_taken_from_the_packet() -> None:
    """R21, D42: in his turn a digger takes one of the open cards; other moves wait."""
    state = in_turn(options="gold=open", phase=Phase.TAKE)
    state = with_gold(state, packet=(0, 1, 2), faces=(3, 1, 3), picker=2)
    assert [move_text(move) for move in legal_moves(state, 2, [])] == ["take 1", "take 3"]
    assert legal_moves(state, 0, [1]) == ()
    assert why(state, "take 3", seat=2) == ""
    assert why(state, "take 2", seat=2) == "R21 not in packet"
    assert why(state, "take 3", seat=1) == "R7 not your turn"
    assert why(state, "discard", seat=2) == "R5 not now"
