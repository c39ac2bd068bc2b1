"""The cards and their numbers."""

from __future__ import annotations

from collections import Counter

import pytest

from p2p_saboteur.games.saboteur.cards import (
    DRAW,
    EAST,
    GOALS,
    NORTH,
    NUGGETS,
    PASSABLE,
    PATHS,
    SABOTEURS,
    SOUTH,
    TOOLS,
    WEST,
    BreakCard,
    Goal,
    MapCard,
    PathCard,
    RepairCard,
    RockfallCard,
    Role,
    Tool,
    half_turn,
    hand_size,
    roles,
    side_letters,
)
from p2p_saboteur.games.saboteur.notation import card_text


def test_the_draw_deck_is_the_published_one() -> None:
    """R3: 40 path cards come first, then 27 action cards, in the published numbers of copies."""
    assert Counter(card_text(card) for card in DRAW) == {
        "P NS": 4,
        "P EW": 3,
        "P ES": 4,
        "P SW": 5,
        "P NES": 5,
        "P NEW": 5,
        "P NESW": 5,
        "X NS": 1,
        "X EW": 1,
        "X ES": 1,
        "X SW": 1,
        "X NES": 1,
        "X NEW": 1,
        "X NESW": 1,
        "X N": 1,
        "X E": 1,
        "break cart": 3,
        "break lamp": 3,
        "break pick": 3,
        "repair cart": 2,
        "repair lamp": 2,
        "repair pick": 2,
        "repair cart+lamp": 1,
        "repair cart+pick": 1,
        "repair lamp+pick": 1,
        "rockfall": 3,
        "map": 6,
    }
    assert [isinstance(card, PathCard) for card in DRAW] == [True] * 40 + [False] * 27


def test_numbers_never_change() -> None:
    """R3: the first and last card of each class have the numbers that logs and proofs rely on."""
    assert DRAW[0] == PathCard(NORTH | SOUTH, passable=True)
    assert DRAW[30] == PathCard(15, passable=True)
    assert DRAW[31] == PathCard(NORTH | SOUTH, passable=False)
    assert DRAW[39] == PathCard(EAST, passable=False)
    assert (DRAW[40], DRAW[48]) == (BreakCard(Tool.CART), BreakCard(Tool.PICK))
    assert (DRAW[49], DRAW[57]) == (RepairCard((Tool.CART,)), RepairCard((Tool.LAMP, Tool.PICK)))
    assert (DRAW[58], DRAW[60], DRAW[61], DRAW[66]) == (RockfallCard(), RockfallCard(), MapCard(), MapCard())
    assert GOALS == (Goal.TREASURE, Goal.STONE_A, Goal.STONE_B)


@pytest.mark.parametrize(
    ("players", "saboteurs", "diggers", "hand"),
    [
        (3, 1, 3, 6),
        (4, 1, 4, 6),
        (5, 2, 4, 6),
        (6, 2, 5, 5),
        (7, 3, 5, 5),
        (8, 3, 6, 4),
        (9, 3, 7, 4),
        (10, 4, 7, 4),
    ],
)
def test_roles_and_hands_by_the_number_of_players(players: int, saboteurs: int, diggers: int, hand: int) -> None:
    """R1, R3: one role card more than players, or with exact roles as many; hands of 6, 5 or 4."""
    assert Counter(roles(players)) == {Role.SABOTEUR: saboteurs, Role.DIGGER: diggers}
    assert Counter(roles(players, exact=True)) == {Role.SABOTEUR: saboteurs, Role.DIGGER: diggers - 1}
    assert SABOTEURS[players] == saboteurs
    assert hand_size(players) == hand


def test_nuggets_are_28_cards_worth_44() -> None:
    """R4: 16 cards of 1, 8 of 2 and 4 of 3."""
    assert Counter(NUGGETS) == {1: 16, 2: 8, 3: 4}
    assert sum(NUGGETS) == 44


@pytest.mark.parametrize(
    ("openings", "turned"), [(NORTH, SOUTH), (EAST, WEST), (NORTH | EAST, SOUTH | WEST), (7, 13), (15, 15)]
)
def test_half_a_turn_swaps_opposite_sides(openings: int, turned: int) -> None:
    """R8: turning by 180 degrees swaps north with south and east with west, and twice is nothing."""
    assert half_turn(openings) == turned
    assert half_turn(turned) == openings


def test_both_ways_up_are_one_card() -> None:
    """R8: a card that is turned knows how it was printed, and a symmetric one is its own turned form."""
    turned = PathCard(NORTH | EAST, passable=True)
    assert turned.printed == PathCard(SOUTH | WEST, passable=True)
    assert turned.printed.printed == turned.printed
    assert turned.turned_face == turned.printed.face
    assert PathCard(NORTH | SOUTH, passable=False).turned_face == NORTH | SOUTH
    assert set(PATHS) == {card.face for card in PATHS.values()}


@pytest.mark.parametrize(("openings", "passable"), [(0, False), (0, True), (NORTH, True), (WEST, True), (16, False)])
def test_cards_that_do_not_exist_cannot_be_made(openings: int, passable: bool) -> None:
    """R3: there is no path card with one opening and none without any."""
    with pytest.raises(ValueError, match="no such path card"):
        PathCard(openings, passable)


@pytest.mark.parametrize(
    "tools", [(), (Tool.LAMP, Tool.CART), (Tool.CART, Tool.CART), TOOLS], ids=["none", "order", "twice", "three"]
)
def test_repair_cards_that_do_not_exist_cannot_be_made(tools: tuple[Tool, ...]) -> None:
    """R13: a repair card names one tool or two different ones."""
    with pytest.raises(ValueError, match="one tool, or two"):
        RepairCard(tools)


@pytest.mark.parametrize(
    ("goal", "side", "letters"),
    [
        (Goal.TREASURE, WEST, "NESW"),
        (Goal.STONE_A, NORTH, "NE"),
        (Goal.STONE_A, EAST, "NE"),
        (Goal.STONE_A, SOUTH, "SW"),
        (Goal.STONE_A, WEST, "SW"),
        (Goal.STONE_B, NORTH, "NW"),
        (Goal.STONE_B, EAST, "ES"),
        (Goal.STONE_B, SOUTH, "ES"),
        (Goal.STONE_B, WEST, "NW"),
    ],
)
def test_exactly_one_orientation_of_a_stone_is_open_to_a_side(goal: Goal, side: int, letters: str) -> None:
    """R17: a stone takes the orientation that is open towards the card that reached it, and is passable."""
    face = goal.open_to(side)
    assert face & PASSABLE
    assert side_letters(face & 15) == letters
    assert goal is Goal.TREASURE or not half_turn(face & 15) & side


def test_each_tool_has_a_bit_of_its_own() -> None:
    """R12: broken tools are kept as a mask."""
    assert [tool.bit for tool in TOOLS] == [1, 2, 4]
