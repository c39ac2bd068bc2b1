"""Rounds follow one another until the game is over."""

from __future__ import annotations

import pytest

from p2p_saboteur.games.saboteur.cards import NUGGETS
from p2p_saboteur.games.saboteur.grid import EMPTY_BOARD
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.rounds import Outcome, finish_round, next_starter, outcome
from p2p_saboteur.games.saboteur.state import Phase, State, opening, with_gold
from protocol.game import Close, Closed, Deck, Shuffle, Shuffled, Total, Totals
from tests.helpers.positions import go, in_turn, waits_for


def first(seats: int = 5) -> State:
    """Return the state before the first shuffle."""
    return opening(options=Options(), seats=seats, starter=0)


def after_round(number: int = 1, *, seats: int = 5, options: str = "", **fields: object) -> State:
    """Return the state as a round is about to be left, with five nugget cards in the pile."""
    state = in_turn("P EW 1,0", seats=seats, options=options, round=number, last_mover=3, **fields)
    return with_gold(state, pile=(4, 1, 2, 6, 7), faces=(0,) * 28, counts=(2, *[0] * (seats - 1)))


@pytest.mark.parametrize(("options", "role_cards"), [("", 6), ("exact_roles=on", 5)])
def test_four_decks_are_shuffled(options: str, role_cards: int) -> None:
    """R1 to R4: roles, goals, path and action cards, nuggets."""
    state = in_turn(options=options, phase=Phase.SHUFFLE)
    assert waits_for(state) == Shuffle(
        decks=(
            Deck(label="role", size=role_cards),
            Deck(label="goal", size=3),
            Deck(label="draw", size=67),
            Deck(label="nugget", size=28, values=NUGGETS),
        )
    )


def test_a_new_round_begins_afresh_but_for_the_gold() -> None:
    """R24: board, cards, tools and roles are reset; purses and the nugget pile, shuffled again, go on."""
    state = finish_round(after_round(tools=(1, 2, 4, 0, 0), shown=7, pile=0, hidden_discards=9))
    assert (state.round, state.phase, state.board) == (2, Phase.SHUFFLE, EMPTY_BOARD)
    assert (state.tools, state.shown, state.pile, state.hidden_discards) == ((0,) * 5, 0, 67, 0)
    assert (state.winner, state.roles, state.dealt, state.last_mover) == (None, (None,) * 5, (), None)
    shuffle = waits_for(state)
    assert isinstance(shuffle, Shuffle)
    assert shuffle.decks[-1] == Deck(label="nugget", size=5, carried=True)
    state = go(state, Shuffled())
    assert (state.gold.pile, state.gold.counts) == ((0, 1, 2, 3, 4), (2, 0, 0, 0, 0))
    assert state.gold.counts_before == (2, 0, 0, 0, 0)


def test_an_empty_nugget_pile_is_not_shuffled() -> None:
    """R24: it is not refilled either."""
    shuffle = waits_for(finish_round(with_gold(after_round(), pile=())))
    assert isinstance(shuffle, Shuffle)
    assert [deck.label for deck in shuffle.decks] == ["role", "goal", "draw"]


def test_open_nuggets_that_are_left_make_a_new_deck() -> None:
    """R24, D42: their values are known to all."""
    gone = {3: 3, 0: 1, 5: 2, **dict.fromkeys(range(8, 28), 1)}
    state = after_round(options="gold=open")
    faces = tuple(gone.get(position, 0) for position in range(28))
    shuffle = waits_for(finish_round(with_gold(state, faces=faces, deck=(*[1] * 22, 2, 2, 2, 2, 3, 3))))
    assert isinstance(shuffle, Shuffle)
    assert shuffle.decks[-1] == Deck(label="nugget", size=5, values=(1, 2, 2, 2, 3))
    state = go(finish_round(with_gold(state, faces=faces, deck=(*[1] * 22, 2, 2, 2, 2, 3, 3))), Shuffled())
    assert (state.gold.deck, state.gold.faces) == ((1, 2, 2, 2, 3), (0,) * 5)


@pytest.mark.parametrize(
    ("options", "starter", "last_mover", "lost", "next_one"),
    [
        ("", 0, 3, (), 4),
        ("", 0, 4, (), 0),
        ("", 0, 3, (3, 4), 0),
        ("", 2, None, (), 2),
        ("", 2, None, (2,), 3),
        ("next_starter=rotate", 1, 3, (), 2),
        ("next_starter=rotate", 4, 3, (), 0),
        ("next_starter=rotate", 1, 3, (2,), 3),
    ],
)
def test_who_begins_the_next_round(
    options: str, starter: int, last_mover: int | None, lost: tuple[int, ...], next_one: int
) -> None:
    """R24, D39, L5: the neighbour of who last played or discarded; with rotate of who began; lost seats are skipped."""
    state = in_turn(options=options, starter=starter, last_mover=last_mover, lost=lost)
    assert next_starter(state) == next_one


@pytest.mark.parametrize(("options", "last"), [("rounds=1", 1), ("rounds=2", 2), ("", 3)])
def test_the_game_has_as_many_rounds_as_agreed(options: str, last: int) -> None:
    """R25: three, or one or two."""
    assert finish_round(after_round(last, options=options)).phase is Phase.TOTAL
    if last > 1:
        assert finish_round(after_round(last - 1, options=options)).phase is Phase.SHUFFLE


def test_the_next_round_is_dealt_for_those_who_are_left() -> None:
    """L5: by the numbers for so many players."""
    state = finish_round(after_round(seats=8, lost=(0, 1, 2)))
    shuffle = waits_for(state)
    assert isinstance(shuffle, Shuffle)
    assert shuffle.decks[0].size == 6
    assert go(state, Shuffled()).dealt == (4, 5, 6, 7, 3)


def test_with_fewer_than_three_the_game_ends() -> None:
    """L5: the totals so far decide."""
    state = finish_round(after_round(seats=4, lost=(1, 3)))
    assert waits_for(state) == Total(seats=(0, 2))
    state = go(state, Totals(values=(5, 0)))
    assert outcome(state) == Outcome(totals=(5, None, 0, None), winners=(0,))


def test_totals_decide_and_all_who_tie_win() -> None:
    """R25: the result that all sign names totals and winners."""
    state = with_gold(finish_round(after_round(3)), counts=(2, 1, 0, 3, 2), known=(0, 2, 0, 0, 0))
    assert outcome(state) is None
    assert waits_for(state) == Total(seats=(0, 1, 2, 3, 4))
    state = go(state, Totals(values=(5, 3, 0, 4, 2)))
    assert outcome(state) == Outcome(totals=(5, 5, 0, 4, 2), winners=(0, 1))
    assert waits_for(state) == Close(result=b"totals=5,5,0,4,2 winners=0,1")
    state = go(state, Closed())
    assert (state.phase, waits_for(state)) == (Phase.OVER, None)


@pytest.mark.parametrize("values", [(7, 0, 0, 0, 0), (1, 0, 0, 0, 0), (2, 1, 0, 0, 0), (2, 0, 0, 0)])
def test_totals_that_cannot_be_are_no_facts(values: tuple[int, ...]) -> None:
    """R23: two cards are worth 2 to 6."""
    with pytest.raises(ValueError, match=r"cannot be worth|for each"):
        go(finish_round(after_round(3)), Totals(values=values))


def test_open_gold_needs_no_proof() -> None:
    """D42: the totals are known at once; a lost seat has none."""
    state = with_gold(after_round(3, options="gold=open", lost=(4,)), known=(3, 0, 3, 1, 0))
    state = finish_round(state)
    assert waits_for(state) == Close(result=b"totals=3,0,3,1,- winners=0,2")


def test_opening() -> None:
    """R25: the game begins with its first round."""
    assert (first().round, first().phase, first().gold.pile) == (1, Phase.SHUFFLE, None)
