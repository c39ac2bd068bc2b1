"""Lost seats, void rounds, lost decks."""

from __future__ import annotations

import pytest

from p2p_saboteur.games.saboteur.cards import Role
from p2p_saboteur.games.saboteur.grid import EMPTY_BOARD
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.state import Phase, State, opening, with_gold
from p2p_saboteur.games.saboteur.turns import share_gold
from protocol.game import (
    Close,
    Closed,
    Deal,
    Dealt,
    DeckLost,
    Lost,
    Peeked,
    Picked,
    Reveal,
    Revealed,
    Show,
    Shuffle,
    Shuffled,
    TableCard,
    Total,
    Totals,
    Turn,
    Voided,
)
from tests.helpers.positions import at_share, go, in_turn, play, waits_for

TO_THE_GOALS = "P NESW 1,0; P NESW 2,0; P NESW 3,0; P NESW 4,0; P NEW 5,0; P NEW 6,0"


def test_a_lost_seat_leaves_with_all_that_it_has() -> None:
    """L1: hand, broken tools, nuggets; the others go on, and it is skipped."""
    state = with_gold(in_turn(tools=(0, 7, 0, 0, 0)), counts=(1, 2, 0, 0, 0), known=(0, 4, 0, 0, 0))
    state = go(state, Lost(seat=1))
    assert (state.lost, state.present) == ((1,), (0, 2, 3, 4))
    assert (state.hands, state.tools) == ((3, 0, 3, 3, 3), (0,) * 5)
    assert (state.gold.counts, state.gold.known) == ((1, 0, 0, 0, 0), (0,) * 5)
    assert waits_for(state) == Turn(seat=0, zone="hand")
    assert go(play(state, "discard map"), Dealt()).turn == 2


@pytest.mark.parametrize("seat", [1, 5, -1])
def test_only_a_seat_that_is_there_can_be_lost(seat: int) -> None:
    """L1: not one that is lost already, nor one that there never was."""
    with pytest.raises(ValueError, match="cannot be lost"):
        go(in_turn(lost=(1,)), Lost(seat=seat))


def test_the_last_seat_cannot_be_lost() -> None:
    """L1: somebody must be there to notice."""
    with pytest.raises(ValueError, match="cannot be lost"):
        go(in_turn(lost=(1, 2, 3, 4)), Lost(seat=0))


def test_whose_turn_it_is_is_lost() -> None:
    """L1: the next one clockwise moves."""
    assert go(in_turn(turn=4), Lost(seat=4)).turn == 0


def test_the_last_player_with_cards_is_lost() -> None:
    """L2, R19: the round ends when those who are left hold none."""
    state = go(in_turn(hands=(0, 0, 2, 0, 0), pile=0, turn=2), Lost(seat=2))
    assert (state.phase, state.winner) == (Phase.SHOW, Role.SABOTEUR)


def test_the_only_one_who_has_not_passed_is_lost() -> None:
    """D27, L2: then all who hold cards have passed; a pass of a lost seat counts for nobody."""
    state = in_turn(options="early_end=all_pass", pile=0)
    state = play(play(state, "pass"), "pass")
    state = go(state, Lost(seat=0))
    assert (state.passed, state.turn) == ((1,), 2)
    state = go(play(state, "pass"), Lost(seat=3))
    assert state.phase is Phase.TURN
    assert go(state, Lost(seat=4)).phase is Phase.SHOW


def test_a_card_that_was_being_drawn_leaves_the_game() -> None:
    """L6: it was meant for the lost seat."""
    state = go(play(in_turn(), "discard map"), Lost(seat=0))
    assert (state.pile, state.turn, state.hands[0]) == (19, 1, 0)
    other = go(play(in_turn(), "discard map"), Lost(seat=1))
    assert (other.phase, other.pile) == (Phase.DRAW, 20)


def test_a_look_is_not_finished() -> None:
    """L1: the goal stays where it is, and the next one moves."""
    state = go(play(in_turn(), "map 8,0"), Lost(seat=0))
    assert (state.looked, state.turn, state.phase, state.pile) == (None, 1, Phase.TURN, 20)
    other = go(play(in_turn(), "map 8,0"), Lost(seat=1), Peeked())
    assert other.phase is Phase.DRAW


def test_a_goal_is_turned_up_although_who_reached_it_is_lost() -> None:
    """L1: the card lies there; he draws no more."""
    state = go(play(in_turn(TO_THE_GOALS), "P EW 7,0"), Lost(seat=0))
    assert isinstance(waits_for(state), Reveal)
    assert go(state, Revealed(cards=(1,))).turn == 1
    assert go(state, Revealed(cards=(0,))).winner is Role.DIGGER


def test_before_the_deal_the_shuffle_starts_again_without_the_seat() -> None:
    """L5: with one role card fewer; whoever began is replaced by the next clockwise."""
    state = go(opening(options=Options(), seats=4, starter=2), Lost(seat=2))
    assert (state.starter, state.turn) == (3, 3)
    shuffle = waits_for(state)
    assert isinstance(shuffle, Shuffle)
    assert shuffle.decks[0].size == 4
    assert go(state, Lost(seat=0)).phase is Phase.TOTAL


def test_a_seat_that_is_lost_in_the_deal_gets_nothing() -> None:
    """L6: the cards meant for it stay where they are; the others get theirs."""
    state = go(opening(options=Options(), seats=4, starter=2), Shuffled(), Lost(seat=2))
    deal = waits_for(state)
    assert isinstance(deal, Deal)
    assert {item.seat for item in deal.handouts} == {3, 0, 1}
    assert deal.handouts[0].card == TableCard("role", 1)
    assert deal.handouts[1].card == TableCard("draw", 6)
    state = go(state, Dealt())
    assert (state.turn, state.hands, state.pile) == (3, (6, 6, 0, 6), 43)


def test_a_seat_is_lost_while_roles_are_turned_up() -> None:
    """L1, R20: the left-over role is then not turned up, nor anything if all goals lie face up."""
    board = "A SW 8,0; B NW 8,2; G 8,-2"
    state = in_turn(board, hands=(1, 0, 0, 0, 0), pile=0)
    state = with_gold(play(state, "discard map"), pile=())
    assert waits_for(go(state, Lost(seat=2))) == Show(seats=(0, 1, 3, 4), zone="role")
    turning = state._replace(phase=Phase.TURN_UP, roles=(Role.SABOTEUR, *[Role.DIGGER] * 4))
    assert waits_for(turning) == Reveal(cards=(TableCard("role", 5),))
    assert go(turning, Lost(seat=2)).round == 2


def test_in_the_end_a_lost_seat_proves_nothing() -> None:
    """L1: it has no total; once the result is there it stands."""
    state = in_turn(phase=Phase.TOTAL)
    state = go(state, Lost(seat=4))
    assert waits_for(state) == Total(seats=(0, 1, 2, 3))
    state = go(state, Totals(values=(0, 0, 0, 0)))
    result = waits_for(state)
    assert result == Close(result=b"totals=0,0,0,0,- winners=0,1,2,3")
    state = go(state, Lost(seat=0))
    assert waits_for(state) == result
    with pytest.raises(ValueError, match="cannot be lost"):
        go(state, Closed(), Lost(seat=1))


def test_a_void_round_is_dealt_anew() -> None:
    """L6: as the same round, with the same first seat."""
    state = go(in_turn("P EW 1,0", round=2, starter=3, turn=1), Voided())
    assert (state.round, state.starter, state.phase, state.board) == (2, 3, Phase.SHUFFLE, EMPTY_BOARD)
    assert go(in_turn(starter=3), Lost(seat=3), Voided()).starter == 4
    assert go(in_turn(seats=3), Lost(seat=1), Voided()).phase is Phase.TOTAL


def test_a_void_round_gives_nobody_gold() -> None:
    """L6: what was picked in it is gone; what one had before stays."""
    state = at_share("dsd", winner=Role.DIGGER)
    state = with_gold(state, counts=(1, 1, 1), counts_before=(1, 1, 1), pile=(5, 6, 7, 8, 9))
    state = go(share_gold(state), Dealt(), Picked(seat=0))
    assert state.gold.counts == (2, 1, 1)
    state = go(state, Voided())
    assert (state.gold.counts, len(state.gold.pile or ()), state.gold.packet) == ((1, 1, 1), 2, ())


def test_open_nuggets_of_a_void_round_go_back() -> None:
    """L6, D42: all know what they are, so the next deck is as it was; before the shuffle nothing had changed."""
    state = at_share("dsd", winner=Role.DIGGER, options="gold=open")
    state = go(share_gold(state), Revealed(cards=(0, 1, 24)))
    state = go(play(state, "take 3"), Voided())
    assert (sum(state.gold.known), len(state.gold.pile or ())) == (0, 28)
    shuffled = with_gold(in_turn(options="gold=open", phase=Phase.SHUFFLE, dealt=()), pile=(3, 4), deck=(1,) * 9)
    assert go(shuffled, Voided()).gold.pile == (3, 4)


@pytest.mark.parametrize("phase", [Phase.TOTAL, Phase.CLOSE, Phase.OVER])
def test_after_the_last_round_there_is_none_to_be_void(phase: Phase) -> None:
    """L6: the game is over."""
    state = in_turn(phase=phase, totals=(0,) * 5)
    with pytest.raises(ValueError, match="no round"):
        go(state, Voided())
    assert go(state, DeckLost(label="draw")) == state


def test_a_lost_nugget_pile_is_replaced_for_the_next_round() -> None:
    """L6: this round goes on and pays nobody; purses stay; then 28 new cards are shuffled."""
    state = with_gold(in_turn(round=2), pile=(3, 4), counts=(1, 0, 0, 0, 0))
    state = go(state, DeckLost(label="nugget"))
    assert state.phase is Phase.TURN
    shared = share_gold(state._replace(winner=Role.DIGGER, roles=(Role.DIGGER,) * 5))
    shuffle = waits_for(shared)
    assert isinstance(shuffle, Shuffle)
    assert (shuffle.decks[-1].size, shuffle.decks[-1].carried) == (28, False)
    assert shared.gold.counts == (1, 0, 0, 0, 0)


@pytest.mark.parametrize("label", ["role", "goal", "draw"])
def test_without_another_deck_the_round_is_void_while_it_matters(label: str) -> None:
    """L6: once the gold is being shared nothing of these decks is needed."""
    assert go(in_turn("P EW 1,0"), DeckLost(label=label)).phase is Phase.SHUFFLE
    sharing: State = share_gold(at_share("dsd", winner=Role.DIGGER))
    assert go(sharing, DeckLost(label=label)) == sharing


def test_an_unknown_deck_cannot_be_lost() -> None:
    """L6: there are four."""
    with pytest.raises(ValueError, match="no such deck"):
        go(in_turn(), DeckLost(label="joker"))
