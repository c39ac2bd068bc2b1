"""Texts of cards, moves, options and boards."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p_saboteur.games.saboteur.cards import KINDS, PATHS, TOOLS, Card, RepairCard
from p2p_saboteur.games.saboteur.grid import GOAL_CELLS, Cell
from p2p_saboteur.games.saboteur.moves import Break, Discard, Lay, Map, Move, Pass, Repair, Rockfall, Take
from p2p_saboteur.games.saboteur.notation import (
    BOARD_LIMIT,
    MOVE_LIMIT,
    OPTIONS_LIMIT,
    board_text,
    card_text,
    move_text,
    options_text,
    parse_board,
    parse_card,
    parse_move,
    parse_options,
)
from p2p_saboteur.games.saboteur.options import CHOICES, Options
from p2p_saboteur.games.saboteur.word_reader import InvalidText

CELLS = st.builds(Cell, st.integers(-64, 64), st.integers(-64, 64))
SEATS = st.integers(0, 9)
REPAIRS = st.sampled_from([card for card in KINDS if isinstance(card, RepairCard)])
MOVES: st.SearchStrategy[Move] = st.one_of(
    st.builds(Lay, st.sampled_from(list(PATHS.values())), CELLS),
    st.builds(Break, st.sampled_from(TOOLS), SEATS),
    REPAIRS.flatmap(lambda card: st.builds(Repair, st.just(card), SEATS, st.sampled_from(card.tools))),
    REPAIRS.filter(lambda card: len(card.tools) == 2).flatmap(
        lambda card: st.builds(Repair, st.just(card), SEATS, st.none())
    ),
    st.builds(Rockfall, CELLS),
    st.builds(Map, st.sampled_from(GOAL_CELLS)),
    st.builds(Discard, st.sampled_from([*KINDS, None])),
    st.builds(Pass),
    st.builds(Take, st.integers(1, 3)),
)


@pytest.mark.parametrize("card", KINDS)
def test_a_card_is_read_as_it_is_printed(card: Card) -> None:
    """R3: reading a card's text gives the card back."""
    assert parse_card(card_text(card)) == card


@given(MOVES)
def test_a_move_is_read_as_it_is_printed(move: Move) -> None:
    """R5: reading a move's text gives the move back, in capitals and with more blanks too."""
    text = move_text(move)
    assert parse_move(text) == move
    assert parse_move("  " + text.upper().replace(" ", "   ")) == move


def test_openings_may_come_in_any_order_and_a_card_either_way_up() -> None:
    """R8: people name a card as they see it."""
    assert parse_card("p wen") == parse_card("P ESW") == parse_card("P NEW")
    assert parse_move("discard X W") == Discard(parse_card("X E"))


@pytest.mark.parametrize(
    ("text", "place", "allowed"),
    [
        ("", 0, "allowed is P, X, break"),
        ("dig 1,0", 0, "allowed is P, X, break"),
        ("P", 1, "something is missing"),
        ("P NN 1,0", 2, "each once"),
        ("P NZ 1,0", 2, "one or more of N, E, S, W"),
        ("P N 1,0", 2, "a path has two openings or more"),
        ("P EW 1", 5, "a cell like 3,-1"),
        ("P EW 1,x", 5, "a cell like 3,-1"),
        ("P EW 65,0", 5, "from -64 to 64"),
        ("P EW 1,0,0", 5, "a cell like 3,-1"),
        ("P EW 99999999999,0", 5, "from -64 to 64"),
        ("P EW 1,0 now", 9, "nothing more"),
        ("break leg 1", 6, "cart, lamp or pick"),
        ("break cart 10", 11, "a seat from 0 to 9"),
        ("break cart -1", 11, "a seat from 0 to 9"),
        ("break cart \u0661", 11, "plain letters, digits and signs"),
        ("P NE\u017f 1,0", 4, "plain letters, digits and signs"),
        ("break pic\u212a 1", 9, "plain letters, digits and signs"),
        ("P EW\u00a01,0", 4, "plain letters, digits and signs"),
        ("repair cart+cart 1", 7, "two different ones"),
        ("repair cart+lamp+pick 1", 7, "one tool, or two"),
        ("repair cart+lamp 1 pick", 19, "does not mend that tool"),
        ("map 8,1", 4, "8,2 or 8,0 or 8,-2"),
        ("take 4", 5, "a value from 1 to 3"),
        ("discard spade", 8, "allowed is P, X, break"),
        ("pass 1", 5, "nothing more"),
        ("x" * (MOVE_LIMIT + 1), MOVE_LIMIT, "too long"),
    ],
)
def test_what_is_no_move_is_refused_with_the_place(text: str, place: int, allowed: str) -> None:
    """R5: the error says where reading stopped and what may stand there."""
    with pytest.raises(InvalidText, match=allowed) as error:
        parse_move(text)
    assert error.value.place == place
    assert str(error.value).startswith(f"At character {place + 1}: ")


def test_a_card_is_only_a_card() -> None:
    """R3: nothing may follow a card."""
    with pytest.raises(InvalidText, match="nothing more"):
        parse_card("P EW 1,0")


@given(st.text(max_size=40))
def test_no_text_breaks_the_readers(text: str) -> None:
    """R5: whatever is typed either is read or is refused with a place inside the text."""
    readers: tuple[Any, ...] = (parse_card, parse_move, parse_board, parse_options)
    for read in readers:
        try:
            read(text)
        except InvalidText as error:
            assert 0 <= error.place <= len(text)  # noqa: PT017 - most texts are refused, and that is looked at


@given(st.fixed_dictionaries({name: st.sampled_from(values) for name, values in CHOICES.items()}))
def test_options_are_read_as_they_are_printed(chosen: dict[str, Any]) -> None:
    """D1 to D42: reading the text of a set of options gives it back."""
    options = Options(**chosen)
    assert parse_options(options_text(options)) == options
    assert parse_options(options.encode().decode()) == options


def test_the_usual_options_are_the_empty_text() -> None:
    """D1: only what differs is named; blanks and capitals do not matter."""
    assert options_text(Options()) == ""
    assert parse_options("  ") == Options()
    assert options_text(parse_options(" Rounds = 1 , gold=OPEN ")) == "gold=open,rounds=1"


@pytest.mark.parametrize(
    ("text", "place", "allowed"),
    [
        ("speed=3", 0, "no such option; allowed is placement, bounds"),
        ("gold=open,rounds=4", 10, "rounds can be 3 or 1 or 2"),
        ("gold=open,gold=open", 10, "named twice"),
        ("gold", 0, "gold can be secret or open"),
        ("gold=open,round\u017f=1", 15, "plain letters, digits and signs"),
        ("gold=open,", 10, "no such option"),
        ("a" * (OPTIONS_LIMIT + 1), OPTIONS_LIMIT, "too long"),
    ],
)
def test_other_options_are_refused_with_the_place(text: str, place: int, allowed: str) -> None:
    """D1 to D42: the error says which option is wrong and what it may be."""
    with pytest.raises(InvalidText, match=allowed) as error:
        parse_options(text)
    assert error.value.place == place


@pytest.mark.parametrize(
    "text",
    [
        "",
        "P EW 1,0",
        "X NS -3,2; P NE -1,0; P NESW 1,0; A SW 8,-2; G 8,0; B ES 8,2",
        "P NES 7,1; P SW 7,2; A NE 8,0",
    ],
)
def test_a_board_is_read_as_it_is_printed(text: str) -> None:
    """R2: a board's text names the laid cards and the face-up goals, sorted by cell."""
    assert board_text(parse_board(text)) == text


def test_a_stone_need_not_match_its_neighbours() -> None:
    """R17: goals are the one exception to matching sides."""
    assert board_text(parse_board("P NS 7,0; A SW 8,0; X EW 8,1"))


@pytest.mark.parametrize(
    ("text", "place", "problem"),
    [
        ("Q EW 1,0", 0, "allowed is P, X, G, A or B"),
        ("P EW 1,0; P EW 1,0", 9, "a card lies at 1,0 already"),
        ("P EW 0,0", 0, "a card lies at 0,0 already"),
        ("P EW 8,0", 5, "only a goal lies here"),
        ("G 7,0", 2, "a goal lies at 8,2"),
        ("A EW 8,0", 2, "stone A does not lie like that"),
        ("G 8,0; G 8,2", 6, "not so many copies"),
        ("A NE 8,0; B NW 8,0", 9, "a card lies at 8,0 already"),
        ("P EW 1,0; P EW 3,0; P EW 5,0; P EW 7,0", 29, "not so many copies"),
        ("X N 1,4; X S 1,6", 8, "not so many copies"),
        ("P EW 1,0; P NS 2,0", 9, "the card at 2,0 does not match the one at 1,0"),
        ("P EW 1,0 2,0", 9, "nothing more"),
        ("P EW 1,0;", 9, "something is missing"),
        (";" * BOARD_LIMIT, 0, "something is missing"),
        ("P EW 1,0;" * 1_000_000, BOARD_LIMIT, "too long"),
    ],
    ids=range(15),
)
def test_what_is_no_board_is_refused_with_the_place(text: str, place: int, problem: str) -> None:
    """R2, R3, R9: unknown cards, too many copies, cards upon cards, sides that do not match, a million cells."""
    with pytest.raises(InvalidText, match=problem) as error:
        parse_board(text)
    assert error.value.place == place
