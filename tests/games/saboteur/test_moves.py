"""Moves and their bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.games.saboteur.cards import (
    DRAW,
    NORTH,
    PATHS,
    BreakCard,
    Card,
    MapCard,
    RepairCard,
    RockfallCard,
    Tool,
)
from p2p_saboteur.games.saboteur.grid import Cell
from p2p_saboteur.games.saboteur.moves import (
    Break,
    Discard,
    Lay,
    Map,
    Move,
    Pass,
    Repair,
    Rockfall,
    Take,
    card_use,
    from_wire,
)
from p2p_saboteur.games.saboteur.notation import parse_card, parse_move
from p2p_saboteur.games.saboteur.options import Options
from protocol.game import CardUse, IllegalMove

if TYPE_CHECKING:
    from collections.abc import Callable

BOTH = RepairCard((Tool.CART, Tool.LAMP))


@pytest.mark.parametrize(
    ("text", "wire"),
    [
        ("P NE 3,-1", b"L\x03\x03\xff"),
        ("X S -64,64", b"L\x04\xc0\x40"),
        ("break pick 9", b"B\x09"),
        ("repair lamp 0", b"R\x00\x01"),
        ("repair cart+pick 2 pick", b"R\x02\x02"),
        ("repair cart+pick 2", b"R\x02\xff"),
        ("rockfall -1,2", b"F\xff\x02"),
        ("map 8,-2", b"M\x02"),
        ("pass", b"P"),
        ("take 3", b"T\x03"),
    ],
)
def test_bytes_and_card_give_the_move_back(text: str, wire: bytes) -> None:
    """R5: a move's bytes do not name the card; with the card that is shown they are the whole move."""
    move = parse_move(text)
    assert move.wire() == wire
    assert from_wire(wire, move.held) == move


def test_a_discard_is_the_same_bytes_whatever_the_card() -> None:
    """R5: nothing of a hidden discard is said; of an open one the card is."""
    card = parse_card("rockfall")
    assert Discard(card).wire() == Discard(None).wire() == b"D"
    assert from_wire(b"D", None) == Discard(None)
    assert from_wire(b"D", card) == Discard(card)


def test_a_single_repair_need_not_name_its_tool() -> None:
    """R13: only a double repair leaves a choice."""
    single = RepairCard((Tool.PICK,))
    assert from_wire(b"R\x01\xff", single) == Repair(single, 1, Tool.PICK)


@pytest.mark.parametrize("wire", [b"", b"L", b"L\x03\x03\xff\x00", b"D\x00", b"Q", b"PP", b"l\x03\x03\xff"])
def test_other_bytes_are_no_move(wire: bytes) -> None:
    """R5: neither too short nor too long nor of another kind."""
    for read in (lambda: from_wire(wire, None), lambda: card_use(wire, Options())):
        with pytest.raises(IllegalMove, match="no move") as error:
            read()
        assert error.value.rule == "R5"


@pytest.mark.parametrize(
    ("wire", "card", "rule"),
    [
        (b"L\x05\x01\x00", parse_card("P EW"), "R8"),
        (b"L\x0a\x7f\x00", parse_card("P EW"), "R5"),
        (b"L\x0a\x01\x00", MapCard(), "R5"),
        (b"L\x0a\x01\x00", None, "R5"),
        (b"B\x0a", BreakCard(Tool.CART), "R5"),
        (b"B\x01", MapCard(), "R5"),
        (b"R\x01\x03", BOTH, "R5"),
        (b"R\x01\x02", BOTH, "R5"),
        (b"R\x0a\x00", BOTH, "R5"),
        (b"F\x41\x00", RockfallCard(), "R5"),
        (b"F\x01\x00", MapCard(), "R5"),
        (b"M\x03", MapCard(), "R5"),
        (b"P", MapCard(), "R5"),
        (b"T\x04", None, "R5"),
        (b"T\x01", MapCard(), "R5"),
    ],
)
def test_bytes_that_the_card_does_not_go_with_are_refused(wire: bytes, card: Card | None, rule: str) -> None:
    """R5, R8: sideways, out of the grid, another card's move, no such seat, tool or goal."""
    with pytest.raises(IllegalMove) as error:
        from_wire(wire, card)
    assert error.value.rule == rule


@pytest.mark.parametrize(
    ("wire", "hidden", "public"),
    [
        (b"D", CardUse.HIDE, CardUse.SHOW),
        (b"P", CardUse.NONE, CardUse.NONE),
        (b"T\x01", CardUse.NONE, CardUse.NONE),
        (b"M\x01", CardUse.SHOW, CardUse.SHOW),
        (b"L\x0a\x01\x00", CardUse.SHOW, CardUse.SHOW),
    ],
)
def test_what_becomes_of_the_card(wire: bytes, hidden: CardUse, public: CardUse) -> None:
    """R5, D41: a played card is shown, a discard only if the table plays with open discards."""
    assert card_use(wire, Options()) is hidden
    assert card_use(wire, Options(discards="public")) is public


@pytest.mark.parametrize(
    "make",
    [
        lambda: Lay(PATHS[15], Cell(65, 0)),
        lambda: Rockfall(Cell(0, -65)),
        lambda: Break(Tool.CART, 10),
        lambda: Repair(RepairCard((Tool.CART,)), -1, Tool.CART),
        lambda: Repair(RepairCard((Tool.CART,)), 0, None),
        lambda: Repair(BOTH, 0, Tool.PICK),
        lambda: Map(Cell(8, 1)),
        lambda: Take(0),
        lambda: Discard(PATHS[8]),
    ],
    ids=["cell", "rockfall", "seat", "repair seat", "unnamed", "other tool", "no goal", "value", "turned"],
)
def test_moves_that_mean_nothing_cannot_be_made(make: Callable[[], Move]) -> None:
    """R5: a move that exists is one that can be said."""
    with pytest.raises(ValueError, match=r"\w"):
        make()


def test_every_card_can_be_discarded() -> None:
    """R5: whatever one holds, one can lay it aside."""
    assert {Discard(card).held for card in DRAW} == set(DRAW)
    assert Pass().held is Take(1).held is None
    assert Lay(PATHS[NORTH], Cell(1, 0)).held == PATHS[NORTH].printed
