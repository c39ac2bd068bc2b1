"""Situations of play, gold and round flow at the local table, where all cards are known; each named by its rule."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

import pytest

from p2p_saboteur.games.saboteur.cards import DRAW, GOALS, Goal, Role, roles
from p2p_saboteur.games.saboteur.grid import GOAL_CELLS
from p2p_saboteur.games.saboteur.notation import cell_text, parse_board, parse_move
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.sections import encode_sections, tools_text
from p2p_saboteur.games.saboteur.state import Phase
from p2p_saboteur.local import LocalTable
from p2p_saboteur.seat import Keep, pay_answer
from protocol.game import IllegalMove, Pay, Pick, TableCard, Turn

if TYPE_CHECKING:
    from p2p_saboteur.dealer import HeldCard
    from p2p_saboteur.games.saboteur.moves import Move
    from protocol.game import Seat

DATA: Final = Path(__file__).parent / "data" / "situations.txt"
PARAGRAPHS: Final = DATA.read_text(encoding="utf-8").strip().split("\n\n")[1:]
CORRIDOR: Final = "P EW 1,0; P NESW 2,0; P NESW 3,0; P NESW 4,0; P NESW 5,0; P NEW 6,0"
TOOLS: Final = {"-": 0, "cart": 1, "lamp": 2, "pick": 4}


def _table(seats: int = 3, seed: int = 1, **options: object) -> LocalTable:
    return LocalTable(
        seats=seats,
        chance=Random(seed),
        options=Options(first_starter="opener", **options),  # type: ignore[arg-type]  # options by name
    )


def _give(table: LocalTable, seat: Seat, number: int) -> None:
    """Let a seat hold a card: it changes places with the first one of its hand."""
    mine = table.dealer.zone(seat, "hand")
    if number in [card.number for card in mine]:
        return
    given = mine[0].number
    for other in range(table.state.seats):
        zone = table.dealer.zone(other, "hand")
        zone[:] = [_numbered(card, given) if card.number == number else card for card in zone]
    for place, card in table.dealer.table.items():
        if place.deck == "draw" and card.number == number:
            table.dealer.table[place] = _numbered(card, given)
    mine[0] = _numbered(mine[0], number)


def _numbered(card: HeldCard, number: int) -> HeldCard:
    return replace(card, number=number)


def _make(table: LocalTable, seat: Seat, text: str) -> None:
    """Let a seat make a move in its turn, with a card that it is given."""
    move: Move = parse_move(text)
    table.state = table.state._replace(turn=seat)
    shown = [number for number in range(len(DRAW)) if table.state.shown >> number & 1]
    _give(table, seat, next(n for n, card in enumerate(DRAW) if card == move.held and n not in shown))
    table.submit(seat, move)


def _set(table: LocalTable, key: str, value: str) -> None:
    """Bring about what there is before the first move."""
    state = table.state
    if key == "board":
        table.state = state._replace(board=parse_board(value))
    elif key == "broken":
        masks = tuple(sum(TOOLS[tool] for tool in seat.split("+")) for seat in value.split())
        table.state = state._replace(tools=masks)
    else:
        assert key == "pile"
        while table.state.pile > int(value):
            del table.dealer.table[TableCard("draw", len(DRAW) - table.state.pile)]
            table.state = table.state._replace(
                pile=table.state.pile - 1, hidden_discards=table.state.hidden_discards + 1
            )


def _expect(table: LocalTable, key: str, value: str) -> None:
    """Compare what there must be."""
    state = table.state
    looks = [(seat, GOAL_CELLS[place.position]) for seat, place in table.dealer.peeks]
    found = {
        "broken": " ".join(tools_text(mask) for mask in state.tools),
        "hands": " ".join(map(str, state.hands)),
        "pile": str(state.pile),
        "saw": "; ".join(f"{seat} {cell_text(cell)}" for seat, cell in looks) or "-",
    }
    assert found[key] == value


@pytest.mark.parametrize("paragraph", PARAGRAPHS, ids=lambda paragraph: paragraph.splitlines()[0])
def test_the_situation_ends_as_the_rules_say(paragraph: str) -> None:
    """Each line of the paragraph is carried out or compared."""
    table = _table()
    moved = False
    for line in paragraph.splitlines()[1:]:
        key, _, value = line.partition(": ")
        if not key.isdecimal():
            (_expect if moved else _set)(table, key, value)
            continue
        moved = True
        text, _, result = value.partition(" -> ")
        if result == "ok":
            _make(table, int(key), text)
        else:
            with pytest.raises(IllegalMove) as refused:
                _make(table, int(key), text)
            assert refused.value.rule == result


def _deal_roles(table: LocalTable, saboteurs: set[Seat]) -> None:
    """Give out roles so that just these seats are saboteurs."""
    seats = table.state.seats
    deck = roles(seats)
    left = {role: deque(number for number, other in enumerate(deck) if other is role) for role in Role}
    for seat in range(seats):
        zone = table.dealer.zone(seat, "role")
        zone[0] = _numbered(zone[0], left[Role.SABOTEUR if seat in saboteurs else Role.DIGGER].popleft())
    place = TableCard("role", seats)
    table.dealer.table[place] = _numbered(table.dealer.table[place], (*left[Role.SABOTEUR], *left[Role.DIGGER])[0])


def _stack_nuggets(table: LocalTable, values: tuple[int, ...]) -> None:
    """Let the nugget pile begin with these values."""
    for position, value in enumerate(values):
        place = TableCard("nugget", position)
        table.dealer.table[place] = replace(table.dealer.table[place], value=value)


def _dig_through(table: LocalTable, seat: Seat) -> None:
    """Let a seat lay the card that reaches the treasure in the middle."""
    for position, goal in enumerate((Goal.STONE_A, Goal.TREASURE, Goal.STONE_B)):
        place = TableCard("goal", position)
        table.dealer.table[place] = _numbered(table.dealer.table[place], GOALS.index(goal))
    table.state = table.state._replace(board=parse_board(CORRIDOR))
    _make(table, seat, "P ESW 7,0")


def _run_out(table: LocalTable, last: Seat) -> None:
    """Let a seat discard the last card of the round."""
    hands = tuple(int(seat == last) for seat in range(table.state.seats))
    for seat in range(table.state.seats):
        del table.dealer.zone(seat, "hand")[hands[seat] :]
    _set(table, "pile", "0")
    table.state = table.state._replace(hands=hands)
    _make(table, last, "discard map")


def _take_best(table: LocalTable) -> list[tuple[Seat, int]]:
    """Let every picker keep the best nugget; return who kept what, in order."""
    kept = []
    while isinstance(table.request, Pick):
        seat = table.request.seat
        packet = table.view(seat).packet
        kept.append((seat, max(packet)))
        table.submit(seat, Keep(packet.index(max(packet))))
    return kept


def test_r21_the_packet_goes_round_counter_clockwise_past_the_saboteur() -> None:
    """R21: with one saboteur among five, four diggers share five nuggets; who connected picks twice."""
    table = _table(5, rounds=1)
    _deal_roles(table, {1})
    _stack_nuggets(table, (3, 2, 2, 1, 1))
    _dig_through(table, 2)
    assert _take_best(table) == [(2, 3), (0, 2), (4, 2), (3, 1), (2, 1)]
    assert table.state.totals == (2, 0, 4, 1, 2)


def test_r21_a_saboteur_who_connected_gets_nothing() -> None:
    """R21: the next digger counter-clockwise begins."""
    table = _table(5, rounds=1)
    _deal_roles(table, {2})
    _dig_through(table, 2)
    assert [seat for seat, _ in _take_best(table)] == [1, 0, 4, 3, 1]


def test_r21_ten_players_share_nine_cards() -> None:
    """R21: at ten players nine nugget cards are drawn."""
    table = _table(10, rounds=1)
    _deal_roles(table, {0, 1, 2, 3})
    _dig_through(table, 9)
    assert len(_take_best(table)) == 9


def test_r22_a_saboteur_draws_to_the_exact_value() -> None:
    """R22: of 3, 3, 2, 1 he keeps 3, puts back 3 and 2, keeps 1; what he put back lies at the bottom in that order."""
    table = _table(4, rounds=1)
    _deal_roles(table, {3})
    _stack_nuggets(table, (3, 3, 2, 1))
    _run_out(table, 0)
    answers = []
    while isinstance(table.request, Pay):
        answer = pay_answer(table.view(3))
        answers.append(answer.answer.value)
        table.submit(3, answer)
    assert answers == ["keep", "back", "back", "stop"]
    assert [card.value for card in table.dealer.zone(3, "purse")] == [3, 1]
    assert (table.state.gold.pile or ())[-2:] == (1, 2)


def test_r22_without_a_saboteur_nobody_gets_gold() -> None:
    """R22: at three players the saboteur may be the role left over."""
    table = _table(3, rounds=1)
    _deal_roles(table, set())
    _run_out(table, 0)
    assert table.state.totals == (0, 0, 0)
    assert table.state.left_over is Role.SABOTEUR


@pytest.mark.parametrize(("option", "starter"), [("after_last", 4), ("rotate", 1)])
def test_r24_who_begins_the_next_round(option: str, starter: Seat) -> None:
    """R24, D39: after the seat that laid the last card, or one seat on from the first starter."""
    table = _table(5, next_starter=option)
    _deal_roles(table, {1})
    _dig_through(table, 3)
    _take_best(table)
    assert (table.state.round, table.state.starter, table.asked) == (2, starter, starter)


def test_r24_a_new_round_keeps_the_gold_and_nothing_else() -> None:
    """R24: roles, board and hands are dealt anew, purses stay, the nugget pile is what was left, shuffled again."""
    table = _table(5)
    _deal_roles(table, {1})
    _dig_through(table, 2)
    kept = _take_best(table)
    state = table.state
    assert isinstance(table.request, Turn)
    assert (state.hands, state.pile, state.roles) == ((6,) * 5, 37, (None,) * 5)
    assert [sum(table.view(seat).purse) for seat in range(5)] == [
        sum(value for other, value in kept if other == seat) for seat in range(5)
    ]
    assert len(state.gold.pile or ()) == 23
    held = sorted(card.number for seat in range(5) for card in table.dealer.zone(seat, "role"))
    left = table.dealer.table[TableCard("role", 5)].number
    assert sorted([*held, left]) == list(range(len(roles(5))))


def test_r23_the_public_state_names_nothing_hidden() -> None:
    """R1, R15, R23, D41: two tables with other goals, roles, hands and nuggets have the same bytes before a reveal."""
    tables = [_table(3, seed) for seed in (1, 2)]
    for table in tables:
        _make(table, 0, "map 8,0")
        _make(table, 1, "discard break cart")
        _make(table, 2, "P EW 1,0")
    shown = [state.shown for state in (tables[0].state, tables[1].state)]
    assert shown[0] == shown[1]
    assert encode_sections(tables[0].state) == encode_sections(tables[1].state)
    assert tables[0].view(0).hand != tables[1].view(0).hand
    assert tables[0].state.phase is Phase.TURN
