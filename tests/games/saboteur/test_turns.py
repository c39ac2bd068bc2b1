"""A round from the deal to its last card."""

from __future__ import annotations

import pytest

from p2p_saboteur.games.saboteur.cards import DRAW, Goal, Role
from p2p_saboteur.games.saboteur.notation import board_text, parse_move
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from p2p_saboteur.games.saboteur.state import Phase, State, opening, with_gold
from protocol.game import (
    Deal,
    Dealt,
    Handout,
    IllegalMove,
    Lost,
    Moved,
    Peek,
    Peeked,
    Reveal,
    Revealed,
    Show,
    Shown,
    Shuffled,
    TableCard,
    Turn,
)
from tests.helpers.positions import drawn, go, in_turn, number_of, play, revealed, waits_for

TO_THE_GOALS = "P NESW 1,0; P NESW 2,0; P NESW 3,0; P NESW 4,0; P NEW 5,0; P NEW 6,0"


def faces(state: State) -> set[str]:
    """Return the texts of the laid cards and face-up goals."""
    return set(board_text(state.board).split("; "))


@pytest.mark.parametrize(("players", "pile"), [(3, 49), (4, 43), (5, 37), (6, 37), (7, 32), (8, 35), (9, 31), (10, 27)])
def test_dealing_goes_seat_by_seat_from_the_starter(players: int, pile: int) -> None:
    """R1, R3: each seat gets a role and a whole hand, from the top of the decks; the rest is the pile."""
    state = go(opening(options=Options(), seats=players, starter=2), Shuffled())
    deal = waits_for(state)
    assert isinstance(deal, Deal)
    size = len(deal.handouts) // players
    assert deal.handouts[0] == Handout(card=TableCard("role", 0), seat=2, zone="role")
    assert deal.handouts[1] == Handout(card=TableCard("draw", 0), seat=2, zone="hand")
    assert deal.handouts[size] == Handout(card=TableCard("role", 1), seat=3 % players, zone="role")
    assert [item.card.position for item in deal.handouts if item.zone == "hand"] == list(range(67 - pile))
    assert [item.seat for item in deal.handouts if item.zone == "role"] == [(2 + i) % players for i in range(players)]
    state = go(state, Dealt())
    assert (state.pile, state.hands) == (pile, (size - 1,) * players)
    assert waits_for(state) == Turn(seat=2, zone="hand")


def test_a_turn_is_one_card_and_then_a_draw() -> None:
    """R5, R6, R7: the mover draws the pile's top card, then the next seat clockwise moves."""
    state = play(in_turn(turn=4), "discard map")
    assert (state.hands[4], state.hidden_discards, state.shown, state.discards) == (2, 1, 0, ())
    assert waits_for(state) == Deal(handouts=(Handout(card=TableCard("draw", 47), seat=4, zone="hand"),))
    state = drawn(state)
    assert (state.hands[4], state.pile) == (3, 19)
    assert waits_for(state) == Turn(seat=0, zone="hand")


def test_with_an_empty_pile_nothing_is_drawn_and_hands_shrink() -> None:
    """R6: who plays the round's last cards draws none."""
    state = drawn(play(in_turn(pile=1), "discard map"))
    assert (state.pile, state.turn, state.hands) == (0, 1, (3, 3, 3, 3, 3))
    state = play(state, "discard map")
    assert (state.turn, state.hands) == (2, (3, 2, 3, 3, 3))


def test_an_empty_hand_passes_by_itself() -> None:
    """R5: the next turn is of the next player who holds cards, maybe the same."""
    state = in_turn(hands=(2, 0, 0, 1, 0), pile=0)
    state = play(state, "discard map")
    assert state.turn == 3
    state = play(state, "discard map")
    assert state.turn == 0


def test_a_played_card_is_shown_and_a_discard_only_with_open_discards() -> None:
    """R5, D41: what was shown is public by its number."""
    state = in_turn(options="discards=public")
    number = number_of(state, "discard map")
    state = drawn(play(state, "discard map"))
    assert (state.discards, state.hidden_discards, state.shown) == ((number,), 0, 1 << number)
    number = number_of(state, "P EW 1,0")
    state = play(state, "P EW 1,0")
    assert state.shown >> number & 1
    assert state.last_mover == 1


def test_breaking_and_mending() -> None:
    """R12, R13: both cards leave the game; a repair on oneself does not give another turn."""
    state = drawn(play(in_turn(), "break lamp 0"))
    state = drawn(play(state, "break cart 0"))
    assert state.tools == (3, 0, 0, 0, 0)
    state = drawn(play(state, "repair cart+lamp 0 lamp"))
    assert state.tools == (1, 0, 0, 0, 0)
    state = drawn(play(state._replace(turn=0), "repair cart 0"))
    assert (state.tools, state.turn) == ((0,) * 5, 1)
    assert state.shown.bit_count() == 4


def test_a_rockfall_takes_the_card_away() -> None:
    """R14: the cell is free again, and a goal that was turned up stays so when cut off."""
    state = drawn(play(in_turn("P EW 1,0; X EW 2,0; G 8,0"), "rockfall 1,0"))
    assert faces(state) == {"X EW 2,0", "G 8,0"}


def test_a_map_is_a_look_for_one() -> None:
    """R15: all see which goal, only the player sees the card; it stays face down."""
    state = play(in_turn(turn=3), "map 8,-2")
    assert state.looked == 2
    assert waits_for(state) == Peek(seat=3, card=TableCard("goal", 2))
    state = go(state, Peeked())
    assert (state.looked, state.board.goals, state.phase) == (None, (None, None, None), Phase.DRAW)


def test_a_stone_takes_the_orientation_open_to_the_card() -> None:
    """R16, R17: the reached goal is turned up and the game goes on with a draw."""
    state = play(in_turn(TO_THE_GOALS), "P EW 7,0")
    assert waits_for(state) == Reveal(cards=(TableCard("goal", 1),))
    state = revealed(state, "A")
    assert "A SW 8,0" in faces(state)
    assert (state.phase, state.winner) == (Phase.DRAW, None)


def test_the_path_runs_on_through_a_stone_to_the_treasure() -> None:
    """R17, R18: with the treasure the round is over at once; nobody draws."""
    state = in_turn(TO_THE_GOALS + "; P EW 7,0; A SW 8,0")
    state = revealed(play(state, "P NS 8,-1"), "G")
    assert "G 8,-2" in faces(state)
    assert (state.phase, state.winner) == (Phase.SHOW, Role.DIGGER)


def test_a_stone_that_does_not_fit_an_older_neighbour_is_tolerated() -> None:
    """R17, D12: the one exception to matching sides."""
    state = in_turn(TO_THE_GOALS + "; P ES 6,1; P EW 7,1; X SW 8,1")
    state = revealed(play(state, "P EW 7,0"), "A")
    assert {"A SW 8,0", "X SW 8,1"} <= faces(state)


@pytest.mark.parametrize(("goals", "over"), [("GA", True), ("AB", False), ("BG", True)])
def test_one_card_can_reach_two_goals(goals: str, over: bool) -> None:
    """D9, R18: both are turned up, each open to the card; the treasure among them ends the round."""
    state = play(in_turn(TO_THE_GOALS + "; P ES 6,1; P EW 7,1"), "P NSW 8,1")
    assert waits_for(state) == Reveal(cards=(TableCard("goal", 0), TableCard("goal", 1)))
    state = revealed(state, goals)
    assert (state.winner is Role.DIGGER) is over
    if goals == "AB":
        assert {"A SW 8,2", "B NW 8,0"} <= faces(state)


@pytest.mark.parametrize("move", ["X EW 7,0", "P SW 7,0", "rockfall 6,0"])
def test_nothing_else_turns_up_a_goal(move: str) -> None:
    """R14, R16: neither a dead end, nor a path that shows the goal a wall, nor a rockfall."""
    state = play(in_turn(TO_THE_GOALS), move)
    assert state.phase is Phase.DRAW


def test_a_flood_reaches_goals_in_turn() -> None:
    """D1: with placement=adjacent all goals that the flood reaches are turned up, and on through stones."""
    board = "P NS 8,1; P EW 7,0; P EW 6,0; P EW 5,0; P NESW 4,0; P NESW 3,0; P NESW 2,0"
    state = play(in_turn(board, options="placement=adjacent"), "P NESW 1,0")
    assert waits_for(state) == Reveal(cards=(TableCard("goal", 1),))
    again = revealed(state, "B")
    assert again.phase is Phase.REVEAL
    assert waits_for(again) == Reveal(cards=(TableCard("goal", 0),))
    assert faces(revealed(again, "A")) >= {"B NW 8,0", "A SW 8,2"}
    assert revealed(again, "G").winner is Role.DIGGER
    assert revealed(state, "A").phase is Phase.DRAW


def test_a_stone_reached_from_two_sides_looks_to_the_first() -> None:
    """D1: the first neighbour already joined in the order N, E, S, W decides."""
    board = "P NESW 1,0; P NESW 2,0; P NESW 3,0; P NESW 4,0; P NEW 5,0; P ES 6,1; P EW 7,1; P SW 8,1; P EW 7,0"
    state = play(in_turn(board, options="placement=adjacent"), "P NEW 6,0")
    assert "A NE 8,0" in faces(revealed(state, "A"))


def test_a_card_away_from_the_start_reaches_nothing() -> None:
    """D1: what is not joined to the start turns up no goal."""
    assert play(in_turn("X EW 6,0", options="placement=adjacent"), "P EW 7,0").phase is Phase.DRAW


@pytest.mark.parametrize("cards", [(3,), (-1,), (0, 1), ()])
def test_goals_that_cannot_be_are_no_facts(cards: tuple[int, ...]) -> None:
    """R16: neither unknown cards nor more or fewer than were asked for."""
    state = play(in_turn(TO_THE_GOALS), "P EW 7,0")
    with pytest.raises(ValueError, match=r"goal card|for each"):
        go(state, Revealed(cards=cards))


def test_a_goal_is_not_there_twice() -> None:
    """R2: there is one of each."""
    state = play(in_turn(TO_THE_GOALS + "; P EW 7,0; A SW 8,0"), "P NS 8,-1")
    with pytest.raises(ValueError, match="twice"):
        revealed(state, "A")


def test_without_treasure_the_round_ends_with_the_last_card() -> None:
    """R19: pile and hands are empty; the saboteurs have won."""
    state = in_turn(hands=(1, 0, 0, 1, 0), pile=0)
    state = play(state, "discard map")
    assert state.winner is None
    state = play(state, "discard map")
    assert (state.winner, state.phase) == (Role.SABOTEUR, Phase.SHOW)


def test_an_empty_pile_alone_ends_nothing() -> None:
    """R19, D27: everyone discards once in turn and cards are left: the round goes on."""
    state = in_turn(pile=0)
    for _ in range(5):
        state = play(state, "discard map")
    assert (state.phase, state.hands) == (Phase.TURN, (2,) * 5)


def test_the_round_ends_when_all_who_hold_cards_pass_in_a_row() -> None:
    """D27: a card that is played in between starts the count anew; empty hands need not pass."""
    state = in_turn(options="early_end=all_pass", hands=(2, 2, 0, 1, 0), pile=0)
    state = play(play(state, "pass"), "pass")
    assert state.passed == (0, 1)
    state = play(state, "discard map")
    assert (state.passed, state.turn) == ((), 0)
    state = play(play(state, "pass"), "pass")
    assert (state.winner, state.phase) == (Role.SABOTEUR, Phase.SHOW)
    assert state.last_mover == 3


def test_then_roles_are_turned_up_and_after_them_the_rest() -> None:
    """R20, D29, D30: roles first, then the goals still face down and the left-over role, then the gold."""
    state = with_gold(in_turn("A SW 8,0", hands=(1, 0, 0, 0, 0), pile=0), pile=(0, 1), faces=(0, 0))
    state = play(state, "discard map")
    assert waits_for(state) == Show(seats=(0, 1, 2, 3, 4), zone="role")
    state = go(state, Shown(cards=((0,), (2,), (3,), (4,), (5,))))
    assert state.roles == (Role.SABOTEUR, *[Role.DIGGER] * 4)
    assert waits_for(state) == Reveal(cards=(TableCard("goal", 0), TableCard("goal", 2), TableCard("role", 5)))
    state = go(state, Revealed(cards=(2, 0, 1)))
    assert state.board.goals == (Goal.STONE_B, Goal.STONE_A, Goal.TREASURE)
    assert state.left_over is Role.SABOTEUR
    assert state.phase is Phase.PAY_DRAW


def test_with_exact_roles_no_role_is_left_over() -> None:
    """R20: only the goals are turned up, and if they all are, nothing is."""
    state = in_turn("A SW 8,0", hands=(1, 0, 0, 0, 0), pile=0, options="exact_roles=on")
    state = go(play(state, "discard map"), Shown(cards=((0,), (1,), (2,), (3,), (4,))))
    assert waits_for(state) == Reveal(cards=(TableCard("goal", 0), TableCard("goal", 2)))
    assert go(state, Revealed(cards=(0, 2))).left_over is None
    state = in_turn("A SW 8,0; B NW 8,2; G 8,-2", hands=(1, 0, 0, 0, 0), pile=0, options="exact_roles=on")
    state = go(play(state, "discard map"), Shown(cards=((0,), (1,), (2,), (3,), (4,))))
    assert state.phase is not Phase.TURN_UP


def test_the_left_over_role_would_give_a_lost_one_away() -> None:
    """R20: it stays face down if a seat was lost in this round, even one lost only while roles are shown."""
    state = play(in_turn(hands=(1, 0, 0, 0, 0), pile=0), "discard map")
    state = go(state, Lost(seat=3))
    assert waits_for(state) == Show(seats=(0, 1, 2, 4), zone="role")
    state = go(state, Shown(cards=((0,), (2,), (3,), (4,))))
    assert state.roles == (Role.SABOTEUR, Role.DIGGER, Role.DIGGER, None, Role.DIGGER)
    assert waits_for(state) == Reveal(cards=tuple(TableCard("goal", index) for index in range(3)))


def test_a_seat_lost_in_an_earlier_round_gives_nothing_away() -> None:
    """R20: only a loss in this round keeps the left-over role face down."""
    state = in_turn(hands=(1, 0, 0, 0, 0), pile=0, lost=(4,), dealt=(0, 1, 2, 3))
    state = go(play(state, "discard map"), Shown(cards=((1,), (2,), (3,), (4,))))
    state = with_gold(state, pile=(0, 1), faces=(0, 0))
    assert waits_for(state) == Reveal(cards=(*(TableCard("goal", i) for i in range(3)), TableCard("role", 4)))
    assert go(state, Revealed(cards=(0, 1, 2, 0))).phase is Phase.SHUFFLE
    with pytest.raises(ValueError, match="one that was shown"):
        go(state, Revealed(cards=(0, 1, 2, 1)))


@pytest.mark.parametrize(
    "cards",
    [
        ((0,), (0,), (1,), (2,), (3,)),
        ((0,), (1,), (2,), (3,), (6,)),
        ((0,), (1,), (2,), (3,), ()),
        ((0,), (1,), (2,), (3,)),
    ],
)
def test_roles_that_cannot_be_are_no_facts(cards: tuple[tuple[int, ...], ...]) -> None:
    """R1, R20: everyone shows one role card of this round's deck, each a different one."""
    state = play(in_turn(hands=(1, 0, 0, 0, 0), pile=0), "discard map")
    with pytest.raises(ValueError, match=r"role card|for each"):
        go(state, Shown(cards=cards))


@pytest.mark.parametrize(("number", "problem"), [(6, "no such role"), (2, "one that was shown")])
def test_a_left_over_role_that_cannot_be_is_no_fact(number: int, problem: str) -> None:
    """R20: it is the one that nobody has."""
    state = play(in_turn("A SW 8,0; B NW 8,2; G 8,-2", hands=(1, 0, 0, 0, 0), pile=0), "discard map")
    state = go(state, Shown(cards=((0,), (2,), (3,), (4,), (5,))))
    with pytest.raises(ValueError, match=problem):
        go(state, Revealed(cards=(number,)))


def test_a_refused_move_changes_and_reveals_nothing() -> None:
    """R9: the state is as it was, and the error says why."""
    state = in_turn()
    before = SaboteurGame().sections(state)
    move = parse_move("P EW 8,0")
    with pytest.raises(IllegalMove, match="A card lies there already") as error:
        go(state, Moved(seat=0, move=move.wire(), card=number_of(state, "P EW 8,0")))
    assert error.value.rule == "R9"
    assert SaboteurGame().sections(state) == before


@pytest.mark.parametrize(
    ("seat", "move", "card", "problem"),
    [
        (1, b"D", None, "another seat"),
        (0, b"D", 3, "shown exactly where"),
        (0, b"M\x01", None, "shown exactly where"),
        (0, b"M\x01", 67, "no such card"),
        (0, b"M\x01", -1, "no such card"),
        (0, b"M\x01", 66, "no such card"),
    ],
)
def test_facts_that_do_not_fit_are_refused(seat: int, move: bytes, card: int | None, problem: str) -> None:
    """R5, R7: another seat's move, a card where none is shown or the other way round, one that is out of the game."""
    assert DRAW[66] == DRAW[61]
    state = in_turn(shown=1 << 66)
    with pytest.raises(ValueError, match=problem):
        go(state, Moved(seat=seat, move=move, card=card))
