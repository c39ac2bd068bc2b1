"""What the steady policy does in plain situations."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Final

import pytest

from p2p_saboteur.bots.digging import FAR, survey
from p2p_saboteur.bots.steady import SteadyPolicy
from p2p_saboteur.bots.trust import Trust, weights
from p2p_saboteur.games.saboteur.cards import DRAW, Goal, Role
from p2p_saboteur.games.saboteur.grid import EMPTY_BOARD
from p2p_saboteur.games.saboteur.moves import Break, Lay, Map, Repair, Rockfall
from p2p_saboteur.games.saboteur.notation import move_text, parse_board, parse_card, parse_move
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.local import LocalTable, play

if TYPE_CHECKING:
    from p2p_saboteur.seat import SeatView

CORRIDOR: Final = "P EW 1,0; P NESW 2,0; P NESW 3,0; P NESW 4,0; P NESW 5,0"


def _view(*, board: str = "", hand: str, role: Role = Role.DIGGER, **changes: object) -> SeatView:
    """Return the view of seat 0, whose turn it is at a table of four, with a board and a hand."""
    table = LocalTable(seats=4, chance=Random(1), options=Options(first_starter="opener"))
    numbers: list[int] = []
    for text in hand.split(", "):
        card = parse_card(text)
        numbers.append(next(number for number, other in enumerate(DRAW) if other == card and number not in numbers))
    view = table.view(0)
    state = view.state._replace(board=parse_board(board), **changes)  # type: ignore[arg-type]  # fields of the state
    return replace(view, state=state, hand=tuple(numbers), role=role)


def _choice(view: SeatView, trust: dict[int, float] | None = None) -> str:
    policy = SteadyPolicy(Random(1))
    policy.trust.follow(view)
    policy.trust.scores.update(trust or {})
    move = policy.choose(view)
    assert isinstance(move, Break | Lay | Map | Repair | Rockfall)
    return move_text(move)


def test_the_empty_board_is_seven_cards_from_each_goal() -> None:
    """Seven columns lie between the start and the middle goal; the others are two rows off."""
    assert survey(EMPTY_BOARD).goals == (9, 7, 9)


def test_a_cut_off_tunnel_costs_nothing() -> None:
    """R11: filling the gap joins the rest again, so one card is missing to what lies behind it."""
    whole = survey(parse_board(CORRIDOR)).goals
    assert whole[1] == 2
    assert survey(parse_board(CORRIDOR.removeprefix("P EW 1,0; "))).goals[1] == 3


def test_a_walled_in_maze_is_far_from_everything() -> None:
    """Dead ends on all sides of the start leave no way."""
    board = parse_board("X EW 1,0; X E -1,0; X NS 0,1; X N 0,-1")
    assert survey(board).goals == (FAR, FAR, FAR)


@pytest.mark.parametrize(
    ("changes", "best"),
    [
        ({"board": CORRIDOR, "hand": "P EW, P NS, map, X EW"}, "P EW 6,0"),
        ({"hand": "P EW, repair cart", "tools": (1, 0, 0, 0)}, "repair cart 0"),
        ({"hand": "X NS, map"}, "map 8,0"),
        ({"board": "X EW 1,0; X NS 0,1; X N 0,-1; X E -1,0", "hand": "rockfall, X NESW"}, "rockfall 1,0"),
    ],
)
def test_a_digger_comes_nearer(changes: dict[str, object], best: str) -> None:
    """A digger lays towards the goals, mends his own tool first, looks when he does not know, clears the way."""
    assert _choice(_view(**changes)) == best  # type: ignore[arg-type]  # the function's arguments


@pytest.mark.parametrize(
    ("changes", "best"),
    [
        ({"board": CORRIDOR, "hand": "P NESW, X EW"}, "X EW 6,0"),
        ({"board": CORRIDOR, "hand": "P NESW, rockfall"}, "rockfall"),
    ],
)
def test_a_saboteur_makes_the_way_longer(changes: dict[str, object], best: str) -> None:
    """A saboteur blocks the corridor or lets it fall in."""
    assert _choice(_view(role=Role.SABOTEUR, **changes)).startswith(best)  # type: ignore[arg-type]  # the arguments


def test_tools_are_broken_and_mended_by_trust() -> None:
    """A digger breaks the tools of whom he suspects and mends those of whom he trusts; a saboteur breaks diggers'."""
    trust = {1: -5.0, 2: 3.0, 3: -0.5}
    assert _choice(_view(hand="break lamp, X NS"), trust) == "break lamp 1"
    assert _choice(_view(hand="repair lamp, X NS", tools=(0, 2, 2, 0)), trust) == "repair lamp 2"
    assert _choice(_view(hand="break lamp, X NS", role=Role.SABOTEUR), trust) == "break lamp 2"


def test_a_seat_digs_where_it_knows_the_treasure() -> None:
    """R15: with its own map it goes for that goal, without for all that may be it."""
    view = _view(hand="map")
    assert weights(view) == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    assert weights(replace(view, peeked=(None, None, Goal.TREASURE))) == (0, 0, 1)
    assert weights(replace(view, peeked=(None, Goal.STONE_A, None))) == (0.5, 0, 0.5)


def test_trust_follows_what_everyone_sees() -> None:
    """Who lays towards the goals gains trust, who breaks my tool loses it, and a new round starts afresh."""
    table = LocalTable(seats=3, chance=Random(1), options=Options(first_starter="opener"))
    for seat, text in enumerate(("P EW 1,0", "break lamp 0")):
        move = parse_move(text)
        hand = table.dealer.zone(seat, "hand")
        number = next(number for number, card in enumerate(DRAW) if card == move.held)
        hand[0] = replace(hand[0], number=number)
        table.submit(seat, move)
    trust = Trust()
    trust.follow(table.view(0))
    assert trust.scores[0] > 0 > trust.scores[1]
    assert trust.suspects(1)
    assert not trust.suspects(2)
    trust.follow(LocalTable(seats=4, chance=Random(2)).view(0))
    assert trust.scores == {0: 0.0, 1: 0.0, 2: 0.0, 3: 0.0}


@pytest.mark.parametrize("seed", range(3))
def test_every_kind_of_question_has_an_answer(seed: int) -> None:
    """D27, D42: open nuggets are taken, and passing is possible, at a table with these options."""
    options = Options(gold="open", early_end="all_pass", placement="adjacent", discards="public")
    table = LocalTable(seats=5, chance=Random(seed), options=options)
    state = play(table, [SteadyPolicy(Random(seat)) for seat in range(5)])
    assert len(state.totals) == 5
