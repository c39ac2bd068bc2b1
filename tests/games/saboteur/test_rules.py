"""The rules as a game that the protocol can run."""

from __future__ import annotations

import pytest

from p2p_saboteur.games.saboteur.cards import DRAW
from p2p_saboteur.games.saboteur.moves import Discard
from p2p_saboteur.games.saboteur.notation import parse_move
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.rules import SaboteurGame, held_index, moved
from p2p_saboteur.games.saboteur.state import Phase, State
from protocol.game import (
    CardUse,
    Close,
    Closed,
    Deal,
    Dealt,
    Fact,
    Game,
    IllegalMove,
    Moved,
    Paid,
    Pay,
    PayAnswer,
    Peek,
    Peeked,
    Pick,
    Picked,
    Request,
    Reveal,
    Revealed,
    Show,
    Shown,
    Shuffle,
    Shuffled,
    Total,
    Totals,
    Turn,
)
from tests.helpers.positions import go, in_turn, number_of, play, waits_for

COIN = bytes(31) + b"\x0c"


def test_it_is_a_game_of_the_protocol() -> None:
    """R25: name and options are part of the session's identity."""
    game: Game[State] = SaboteurGame(Options(rounds=2))
    assert game.name == "saboteur/1"
    assert game.options == Options(rounds=2).encode()
    assert SaboteurGame() == SaboteurGame(Options())


@pytest.mark.parametrize(("options", "starter"), [("random", 2), ("opener", 4)])
def test_the_coin_or_the_opener_says_who_begins(options: str, starter: int) -> None:
    """R7, D40: the coin's number modulo the number of seats."""
    game = SaboteurGame(Options(first_starter="opener" if options == "opener" else "random"))
    state = game.start(seats=5, opener=4, coin=COIN)
    assert (state.starter, state.turn) == (starter, starter)
    assert waits_for(go(state, Shuffled(), Dealt())) == Turn(seat=starter, zone="hand")


@pytest.mark.parametrize(
    ("seats", "opener", "coin"), [(2, 0, COIN), (11, 0, COIN), (3, 3, COIN), (3, -1, COIN), (3, 0, b"")]
)
def test_a_table_that_cannot_be_is_refused(seats: int, opener: int, coin: bytes) -> None:
    """R1: three to ten play."""
    with pytest.raises(ValueError, match="3 to 10 seats"):
        SaboteurGame().start(seats=seats, opener=opener, coin=coin)


FACTS: dict[type, Fact] = {
    Shuffle: Shuffled(),
    Deal: Dealt(),
    Peek: Peeked(),
    Reveal: Revealed(cards=()),
    Show: Shown(cards=()),
    Turn: Moved(seat=0, move=b"D", card=None),
    Pick: Picked(seat=0),
    Pay: Paid(seat=0, answer=PayAnswer.KEEP),
    Total: Totals(values=()),
    Close: Closed(),
}


@pytest.mark.parametrize(
    "state",
    [
        in_turn(phase=Phase.SHUFFLE),
        in_turn(phase=Phase.DEAL),
        in_turn(),
        in_turn(phase=Phase.PEEK, looked=0),
        in_turn(phase=Phase.SHOW),
        in_turn(phase=Phase.TOTAL),
        in_turn(phase=Phase.OVER),
    ],
    ids=lambda state: state.phase.value,
)
def test_other_facts_than_the_one_waited_for_are_refused(state: State) -> None:
    """R5: nothing happens out of turn."""
    request: Request | None = waits_for(state)
    for kind, fact in FACTS.items():
        if kind is not type(request):
            with pytest.raises(ValueError, match="does not wait for this"):
                go(state, fact)


def test_what_becomes_of_a_card_goes_by_the_tables_options() -> None:
    """R5, D41: hidden and open discards."""
    game = SaboteurGame()
    assert game.card_use(in_turn(), b"D") is CardUse.HIDE
    assert game.card_use(in_turn(options="discards=public"), b"D") is CardUse.SHOW
    with pytest.raises(IllegalMove):
        game.card_use(in_turn(), b"?")


def test_a_move_is_made_with_the_first_card_that_serves() -> None:
    """R5: equal cards are interchangeable."""
    state = in_turn()
    hand = [66, 7, 8, 0]
    assert DRAW[7] == DRAW[8]
    move = parse_move("discard P ES")
    assert held_index(move, hand) == 1
    assert moved(state, 0, move, hand) == Moved(seat=0, move=b"D", card=None)
    assert moved(state, 0, parse_move("map 8,0"), hand) == Moved(seat=0, move=b"M\x01", card=66)
    assert held_index(parse_move("pass"), hand) is None
    with pytest.raises(IllegalMove, match="holds no such card"):
        held_index(Discard(None), hand)


def test_an_illegal_move_is_not_made() -> None:
    """R9: who asks for it is told why."""
    state = in_turn()
    with pytest.raises(IllegalMove, match="A card lies there already"):
        moved(state, 0, parse_move("P EW 8,0"), [number_of(state, "P EW 1,0")])


def test_a_pass_shows_no_card() -> None:
    """D27: it leaves the hand as it is."""
    state = in_turn(options="early_end=all_pass", pile=0)
    assert moved(state, 0, parse_move("pass"), [1]) == Moved(seat=0, move=b"P", card=None)
    assert play(state, "pass").hands == state.hands
