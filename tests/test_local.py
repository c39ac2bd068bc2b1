"""The local table: whole games, what seats may see, lost seats, and refused choices."""

from __future__ import annotations

import doctest
from random import Random
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur import local
from p2p_saboteur.bots.random import RandomPolicy
from p2p_saboteur.bots.steady import SteadyPolicy
from p2p_saboteur.games.saboteur.cards import DRAW, Role
from p2p_saboteur.games.saboteur.moves import Discard, Pass
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.rounds import outcome
from p2p_saboteur.games.saboteur.state import Phase
from p2p_saboteur.local import LocalTable, play
from p2p_saboteur.seat import Keep, PayChoice, pay_answer
from protocol.game import IllegalMove, Pay, PayAnswer, Peek, Pick, TableCard

if TYPE_CHECKING:
    from p2p_saboteur.games.saboteur.state import State


def _until(table: LocalTable, kind: type[Pick | Pay], seed: int = 0) -> bool:
    """Play steadily until a seat is asked for this; return whether that came before the end."""
    policies = [SteadyPolicy(Random(seed + seat)) for seat in range(table.state.seats)]
    while (seat := table.asked) is not None and not isinstance(table.request, kind):
        table.submit(seat, policies[seat].choose(table.view(seat)))
    return table.asked is not None


def _table_at(kind: type[Pick | Pay], seats: int = 5) -> LocalTable:
    """Return a table at which a seat is asked for this."""
    for seed in range(50):
        table = LocalTable(seats=seats, chance=Random(seed), options=Options(rounds=1))
        if _until(table, kind):
            return table
    raise AssertionError("no such table among fifty")


def _value_of_all_nuggets(state: State) -> int:
    return sum(total or 0 for total in state.totals)


def test_the_documented_lines_run() -> None:
    """The module's example is true."""
    assert doctest.testmod(local) == doctest.TestResults(failed=0, attempted=5)


@pytest.mark.parametrize("seats", [3, 5, 7, 10])
def test_steady_policies_play_whole_games(seats: int) -> None:
    """R25: from three to ten players a game of three rounds ends with winners."""
    seed = Random().randrange(1 << 32)
    table = LocalTable(seats=seats, chance=Random(seed))
    state = play(table, [SteadyPolicy(Random(seat)) for seat in range(seats)])
    ended = outcome(state)
    assert ended is not None
    assert ended.winners, f"seed {seed}"
    assert _value_of_all_nuggets(state) <= 44, f"seed {seed}"


def test_equal_seeds_give_equal_games() -> None:
    """Chance is an argument and nothing else is random."""
    states = [
        play(LocalTable(seats=4, chance=Random(3)), [SteadyPolicy(Random(seat)) for seat in range(4)]) for _ in range(2)
    ]
    assert states[0] == states[1]


def test_a_view_holds_only_what_its_seat_may_know() -> None:
    """Whatever the cards of the others and of the table are, a seat's view is the same."""
    table = LocalTable(seats=3, chance=Random(5))
    view = table.view(1)
    for place, card in table.dealer.table.items():
        table.dealer.table[place] = type(card)(place, 0, 3)
    for seat in (0, 2):
        for zone in ("hand", "role"):
            table.dealer.zone(seat, zone).clear()
    assert table.view(1) == view


def test_only_the_peeker_sees_the_goal() -> None:
    """R15: the look is in the view of who looked, in nobody else's, until the goals are shuffled again."""
    dealer_table = LocalTable(seats=3, chance=Random(5))
    dealer_table.dealer.carry_out(Peek(seat=2, card=TableCard("goal", 1)))
    assert dealer_table.view(2).peeked[1] is not None
    assert dealer_table.view(2).peeked[0] is None
    assert dealer_table.view(0).peeked == (None, None, None)


def test_a_refused_choice_changes_nothing() -> None:
    """R5, R7: cards that are not held, passing, the wrong seat and answers of another kind are refused."""
    table = LocalTable(seats=3, chance=Random(5), options=Options(first_starter="opener"))
    before = table.state, table.view(0), table.view(1)
    own = table.view(1).hand[0]
    for seat, choice in (
        (0, Pass()),
        (0, Discard(None)),
        (1, Discard(DRAW[own])),
        (0, Keep(0)),
        (0, PayChoice(answer=PayAnswer.KEEP)),
    ):
        with pytest.raises(IllegalMove):
            table.submit(seat, choice)
    assert (table.state, table.view(0), table.view(1)) == before


def test_a_pick_must_be_in_the_packet() -> None:
    """R21: only a card of the packet can be kept, and only by the picker."""
    table = _table_at(Pick)
    seat = table.asked
    assert seat is not None
    packet = table.view(seat).packet
    for who, choice in ((seat, Keep(len(packet))), (seat, Keep(-1)), (seat + 1, Keep(0)), (seat, Pass())):
        with pytest.raises(IllegalMove):
            table.submit(who, choice)
    assert table.view(seat).packet == packet
    table.submit(seat, Keep(0))
    assert table.view(seat).purse == packet[:1]
    following = table.asked
    assert following is not None
    assert table.view(following).packet == packet[1:]


def test_the_pay_has_one_true_answer() -> None:
    """R22: an answer that the drawn nuggets do not bear out is refused; the true one is taken."""
    table = _table_at(Pay)
    seat = table.asked
    assert seat is not None
    true = pay_answer(table.view(seat))
    for answer in PayAnswer:
        if answer is not true.answer:
            with pytest.raises(IllegalMove):
                table.submit(seat, PayChoice(answer=answer))
    table.submit(seat, true)


def test_the_packet_of_a_lost_picker_goes_on() -> None:
    """L3: the same packet comes to the next digger, from the table or from who passed it on."""
    for picks in (0, 1):
        table = _table_at(Pick)
        for _ in range(picks):
            seat = table.asked
            assert seat is not None
            table.submit(seat, Keep(0))
        seat = table.asked
        assert seat is not None
        packet = table.view(seat).packet
        table.lose(seat)
        after = table.asked
        assert after not in (None, seat)
        assert sorted(table.view(after or 0).packet) == sorted(packet)


def test_what_a_lost_saboteur_has_drawn_leaves_the_game() -> None:
    """L4: the next saboteur draws on; the lost one's drawn cards come back nowhere."""
    table = _table_at(Pay)
    seat = table.asked
    assert seat is not None
    drawn = table.view(seat).drawn
    assert drawn
    table.lose(seat)
    play(table, [RandomPolicy(Random(1)) for _ in range(5)])
    assert table.state.totals[seat] is None
    nuggets = [card for place, card in table.dealer.table.items() if place.deck == "nugget"]
    purses = [card for other in range(5) for card in table.dealer.zone(other, "purse")]
    assert len(nuggets) + len(purses) == 28 - len(drawn)


def test_with_two_seats_left_the_game_ends_after_the_round() -> None:
    """L5: with fewer than three players the totals so far decide."""
    table = LocalTable(seats=3, chance=Random(4))
    table.lose(2)
    state = play(table, [RandomPolicy(Random(seat)) for seat in range(3)])
    assert (state.round, state.phase, state.totals[2]) == (1, Phase.OVER, None)


def test_the_guard_settles_from_all_that_was_seen() -> None:
    """R22, D37: a saboteur who has put the whole pile back once names the best subset."""
    table = _table_at(Pay)
    seat = table.asked
    assert seat is not None
    for place, card in table.dealer.table.items():
        if place.deck == "nugget":
            table.dealer.table[place] = type(card)(place, card.number, 3)
    held = table.dealer.zone(seat, "drawn")[0]
    table.dealer.zone(seat, "drawn")[0] = type(held)(held.place, held.number, 2)
    seen = 0
    while table.asked == seat and isinstance(table.request, Pay) and not table.request.guard:
        table.submit(seat, pay_answer(table.view(seat)))
        seen += 1
    assert isinstance(table.request, Pay)
    assert table.request.guard
    assert seen == 28
    choice = pay_answer(table.view(seat))
    assert (choice.answer, len(choice.take), choice.give) == (PayAnswer.SETTLE, 1, (0,))
    assert table.state.gold.due == 3
    table.submit(seat, choice)
    assert [card.value for card in table.dealer.zone(seat, "purse")] == [3]


def test_roles_are_dealt_by_the_numbers() -> None:
    """R1: of six role cards at five players one or two saboteurs are in the game."""
    counts = {
        sum(table.view(seat).role is Role.SABOTEUR for seat in range(5))
        for table in (LocalTable(seats=5, chance=Random(seed)) for seed in range(30))
    }
    assert counts == {1, 2}
