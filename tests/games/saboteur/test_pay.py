"""R22: the saboteurs are paid."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p_saboteur.games.saboteur.cards import Role
from p2p_saboteur.games.saboteur.pay import settlement
from p2p_saboteur.games.saboteur.state import Phase, State, with_gold
from p2p_saboteur.games.saboteur.turns import share_gold
from protocol.game import (
    Deal,
    Dealt,
    DeckLost,
    Handout,
    IllegalMove,
    Lost,
    Paid,
    Pay,
    PayAnswer,
    Reveal,
    Revealed,
    TableCard,
)
from tests.helpers.positions import at_share, go, waits_for

VALUES = st.lists(st.integers(1, 3), max_size=7)


def saboteurs_won(roles: str, *, pile: int = 28, turn: int = 0, options: str = "", **fields: object) -> State:
    """Return the state in which the first saboteur is paid, from a pile of so many nugget cards."""
    state = at_share(roles, winner=Role.SABOTEUR, turn=turn, options=options, **fields)
    return share_gold(with_gold(state, pile=tuple(range(pile))))


def answers(state: State, seat: int, *given: PayAnswer) -> State:
    """Return the state after a seat has drawn and answered card after card."""
    for answer in given:
        state = go(state, Dealt(), Paid(seat=seat, answer=answer))
    return state


def settle(state: State, seat: int, take: tuple[int, ...] = (), give: tuple[int, ...] = ()) -> State:
    """Return the state after a seat has settled."""
    cards = tuple(TableCard("nugget", position) for position in take)
    return go(state, Paid(seat=seat, answer=PayAnswer.SETTLE, take=cards, give=give))


KEEP, STOP, BACK = PayAnswer.KEEP, PayAnswer.STOP, PayAnswer.BACK


@pytest.mark.parametrize(
    ("roles", "due"), [("dsd", 4), ("dsds", 3), ("sssdddd", 3), ("ssssdddddd", 2), ("ds-d", 3), ("-ss-ddd", 2)]
)
def test_the_amount_goes_by_the_number_of_saboteurs(roles: str, due: int) -> None:
    """R22, L2, D36: 4, 3, 3, 2; a seat lost in this round counts as a saboteur."""
    assert saboteurs_won(roles).gold.due == due
    seat = roles.index("s")
    credited = saboteurs_won(roles, options="payout=value")
    assert credited.gold.known[seat] == due
    assert sum(credited.gold.known) == due * roles.count("s")
    assert (credited.gold.counts, len(credited.gold.pile or ())) == ((0,) * len(roles), 28)


@pytest.mark.parametrize("options", ["", "payout=value", "gold=open"])
def test_nobody_gets_gold_if_no_saboteur_was_dealt(options: str) -> None:
    """R22: three players, all diggers, no treasure: the next round begins."""
    state = saboteurs_won("ddd", options=options)
    assert (state.round, sum(state.gold.known), len(state.gold.pile or ())) == (2, 0, 28)


def test_the_plain_procedure() -> None:
    """R22: one saboteur, pile from the top 3, 3, 2, 1: he takes 3, returns 3, returns 2, takes 1."""
    state = saboteurs_won("dsd", pile=6)
    assert waits_for(state) == Deal(handouts=(Handout(card=TableCard("nugget", 0), seat=1, zone="drawn"),))
    state = go(state, Dealt())
    assert waits_for(state) == Pay(
        seat=1, due=4, guard=False, pile=tuple(TableCard("nugget", position) for position in range(1, 6))
    )
    state = answers(go(state, Paid(seat=1, answer=KEEP)), 1, BACK, BACK, STOP)
    assert state.gold.pile == (4, 5, 1, 2)
    assert state.gold.counts == (0, 2, 0)
    assert state.round == 2


def test_saboteurs_draw_clockwise_from_the_next_starter() -> None:
    """R22, R24: the neighbour of whoever moved last is first."""
    state = saboteurs_won("sdsds", turn=2)
    state = answers(state, 4, STOP)
    state = answers(state, 0, KEEP, STOP)
    state = answers(state, 2, KEEP, KEEP, STOP)
    assert (state.round, state.gold.counts) == (2, (2, 0, 3, 0, 1))


@pytest.mark.parametrize(
    ("cards", "answer"),
    [(1, BACK), (4, KEEP), (1, STOP)],
    ids=["3 is not more than 4", "four cards are 4 or more", "one card is not 4"],
)
def test_answers_that_cannot_be_true_are_refused(cards: int, answer: PayAnswer) -> None:
    """R22: the number of cards alone says so."""
    state = answers(saboteurs_won("dsd"), 1, *[KEEP] * (cards - 1))
    with pytest.raises(IllegalMove, match="cannot have a value"):
        answers(state, 1, answer)


def test_a_card_is_answered_by_who_drew_it_and_not_settled() -> None:
    """R22: another seat's answer is no fact; settling too early is refused, naming cards is too."""
    state = go(saboteurs_won("dsd"), Dealt())
    with pytest.raises(ValueError, match="another seat"):
        go(state, Paid(seat=0, answer=KEEP))
    with pytest.raises(IllegalMove, match="if and only if"):
        settle(state, 1)
    with pytest.raises(IllegalMove, match="only to settle"):
        go(state, Paid(seat=1, answer=KEEP, give=(0,)))
    with pytest.raises(IllegalMove, match="only to settle"):
        go(state, Paid(seat=1, answer=KEEP, take=(TableCard("nugget", 3),)))


def test_after_a_full_turn_he_settles() -> None:
    """R22, D37: as many cards in a row were put back as the pile holds; what he returns goes to the bottom."""
    state = answers(saboteurs_won("dsds", pile=4), 1, KEEP, BACK, BACK)
    assert state.phase is Phase.PAY_DRAW
    state = answers(state, 1, BACK)
    assert waits_for(state) == Pay(
        seat=1, due=3, guard=True, pile=tuple(TableCard("nugget", position) for position in (1, 2, 3))
    )
    with pytest.raises(IllegalMove, match="if and only if"):
        go(state, Paid(seat=1, answer=KEEP))
    state = settle(state, 1, take=(2,), give=(0,))
    assert (state.gold.counts, state.gold.pile) == ((0, 1, 0, 0), (1, 3, 0))
    assert state.gold.picker == 3


def test_a_kept_card_starts_the_count_anew() -> None:
    """D37: the cards put back must be in a row."""
    state = answers(saboteurs_won("dsd", pile=4), 1, KEEP, BACK, KEEP, BACK)
    assert (state.phase, state.gold.backs) == (Phase.PAY_DRAW, 1)


def test_with_an_empty_pile_he_settles() -> None:
    """D37: he has drawn all there is, and the next one finds nothing."""
    state = answers(saboteurs_won("dsds", pile=1), 1, KEEP)
    assert waits_for(state) == Pay(seat=1, due=3, guard=True, pile=())
    state = settle(state, 1)
    assert (state.round, state.gold.counts, state.gold.pile) == (2, (0, 1, 0, 0), ())


def test_from_an_empty_pile_nobody_draws() -> None:
    """R22: without nugget cards there is nothing to pay."""
    assert saboteurs_won("dsd", pile=0).round == 2


@pytest.mark.parametrize(
    ("take", "give", "problem"),
    [
        ((0,), (), "Only cards of the pile"),
        ((2, 1), (), "ascending"),
        ((1, 1), (), "ascending"),
        ((1,), (1,), "ascending"),
        ((1,), (0, 0), "ascending"),
        ((1, 2, 3), (), "more than is due"),
    ],
)
def test_a_settlement_with_wrong_cards_is_refused(take: tuple[int, ...], give: tuple[int, ...], problem: str) -> None:
    """D37: what is taken lies in the pile, what is given back was drawn, each named once in ascending order."""
    state = answers(saboteurs_won("dsds", pile=4), 1, KEEP, BACK, BACK, BACK)
    with pytest.raises(IllegalMove, match=problem):
        settle(state, 1, take, give)


def test_a_settlement_takes_nuggets_only() -> None:
    """D37: a card of another deck is none of the pile's."""
    state = answers(saboteurs_won("dsds", pile=4), 1, KEEP, BACK, BACK, BACK)
    with pytest.raises(IllegalMove, match="Only cards of the pile"):
        go(state, Paid(seat=1, answer=PayAnswer.SETTLE, take=(TableCard("draw", 1),)))


@pytest.mark.parametrize(
    ("own", "pile", "due", "take", "give"),
    [
        ((2,), (3, 3, 2), 3, (0,), (0,)),
        ((2,), (2, 2), 3, (), ()),
        ((2,), (3, 3), 4, (0,), (0,)),
        ((3,), (2, 2), 4, (0, 1), (0,)),
        ((1, 1), (), 4, (), ()),
        ((1,), (3, 2, 1), 4, (0,), ()),
        ((), (3,), 2, (), ()),
    ],
)
def test_the_best_settlement(
    own: tuple[int, ...], pile: tuple[int, ...], due: int, take: tuple[int, ...], give: tuple[int, ...]
) -> None:
    """D37: the value due or the largest below it, with the fewest cards, first in the order of positions."""
    assert settlement(own, pile, due) == (take, give)


@given(VALUES, VALUES, st.sampled_from([2, 3, 4]))
def test_no_subset_beats_the_settlement(own: list[int], pile: list[int], due: int) -> None:
    """D37: among all subsets of all sizes none is worth more, or as much with fewer cards or earlier ones."""
    cards = own + pile
    take, give = settlement(own, pile, due)
    chosen = tuple(sorted({*range(len(own))} - {*give})) + tuple(len(own) + index for index in take)
    every = [subset for size in range(len(cards) + 1) for subset in combinations(range(len(cards)), size)]
    ranked = sorted(
        (-sum(cards[index] for index in subset), len(subset), subset)
        for subset in every
        if sum(cards[index] for index in subset) <= due
    )
    assert chosen == ranked[0][2]


def test_if_the_one_being_paid_is_lost_what_he_has_drawn_goes_with_him() -> None:
    """L4, L6: the next saboteur draws on; a card whose deal to the lost one had begun is gone too."""
    state = answers(saboteurs_won("dsds", pile=6), 1, KEEP)
    dealing = go(state, Lost(seat=1))
    assert (dealing.gold.picker, dealing.gold.pile, dealing.gold.drawn) == (3, (2, 3, 4, 5), ())
    answering = go(state, Dealt(), Lost(seat=1))
    assert (answering.gold.picker, answering.gold.pile, answering.gold.due) == (3, (2, 3, 4, 5), 3)
    assert go(answering, Lost(seat=3)).phase is Phase.TOTAL


def test_if_another_saboteur_is_lost_he_is_not_paid() -> None:
    """L1: who waits for his pay is skipped; the amount stays as it was fixed."""
    state = go(saboteurs_won("dsdsd"), Lost(seat=3))
    assert (state.gold.picker, state.gold.due) == (1, 3)
    assert answers(state, 1, STOP).round == 2


def test_without_its_pile_the_pay_ends() -> None:
    """L6: who was paid keeps it, the others get nothing, and a new pile is made for the next round."""
    lost = DeckLost(label="nugget")
    drawing = saboteurs_won("sdsd", pile=2)
    paid = answers(drawing, 2, STOP)
    for state in (drawing, paid, go(paid, Dealt()), answers(paid, 0, KEEP)):
        after = go(state, lost)
        assert (after.round, after.gold.pile) == (2, None)
        assert after.gold.counts == state.gold.counts


def test_open_gold_is_paid_without_asking() -> None:
    """R22, D42: each card is turned up and answers itself: 3, 3 back, 2 back, 1."""
    state = saboteurs_won("dsd", options="gold=open")
    for number in (24, 25, 16):
        assert isinstance(waits_for(state), Reveal)
        state = go(state, Revealed(cards=(number,)))
    assert (state.gold.drawn, state.gold.backs) == ((0,), 2)
    state = go(state, Revealed(cards=(0,)))
    assert (state.gold.known, state.gold.counts) == ((0, 4, 0), (0, 2, 0))
    assert state.gold.pile == (*range(4, 28), 1, 2)


def test_an_open_card_that_was_put_back_is_not_turned_up_again() -> None:
    """D37, D42: once all are known the saboteur settles by the rule, and the next goes on from there."""
    state = saboteurs_won("dsds", pile=3, options="gold=open")
    for number in (16, 24, 17):
        state = go(state, Revealed(cards=(number,)))
    assert (state.gold.known, state.gold.counts) == ((0, 3, 0, 2), (0, 1, 0, 1))
    assert (state.round, len(state.gold.pile or ())) == (2, 1)


def test_if_the_one_being_paid_openly_is_lost_the_card_stays() -> None:
    """L4, D42: it was being turned up for all and not dealt to him."""
    state = go(saboteurs_won("dsds", options="gold=open"), Lost(seat=1))
    assert (state.gold.picker, len(state.gold.pile or ())) == (3, 28)
