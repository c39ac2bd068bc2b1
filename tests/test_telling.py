"""Sentences about what happened: who is called what, and that no sentence tells a secret."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.bots.random import RandomPolicy
from p2p_saboteur.games.saboteur.cards import DRAW
from p2p_saboteur.games.saboteur.notation import parse_card, parse_move
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.local import LocalTable, play
from p2p_saboteur.seat import Event
from p2p_saboteur.telling import own_sentences, sentences
from protocol.game import DeckLost, Lost, Voided

if TYPE_CHECKING:
    from p2p_saboteur.games.saboteur.moves import Move


def _table(**options: object) -> LocalTable:
    return LocalTable(
        seats=3,
        chance=Random(5),
        options=Options(first_starter="opener", **options),  # type: ignore[arg-type]  # options by name
    )


def _made(table: LocalTable, text: str) -> list[str]:
    """Let seat 0 make a move with a card that it is given, and return what seat 1 is told."""
    move: Move = parse_move(text)
    number = next(number for number, card in enumerate(DRAW) if card == move.held)
    held = table.dealer.zone(0, "hand")[0]
    table.dealer.zone(0, "hand")[0] = type(held)(held.place, number, 0)
    for zone_seat in (1, 2):
        zone = table.dealer.zone(zone_seat, "hand")
        zone[:] = [card for card in zone if card.number != number] or zone
    told = len(table.history)
    table.submit(0, move)
    return [sentence for event in table.history[told:] for sentence in sentences(event, table.view(1).names)]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("P EW 1,0", "Ada lays P EW at 1,0."),
        ("break lamp 1", "Ada breaks Borek's lamp."),
        ("break lamp 2", "Ada breaks Cilka's lamp."),
        ("break lamp 0", "Ada breaks their own lamp."),
        ("map 8,0", "Ada looks at the middle goal at 8,0."),
        ("discard map", "Ada discards a card."),
    ],
)
def test_a_move_is_told(text: str, sentence: str) -> None:
    """Players are called by their names."""
    assert _made(_table(), text) == [sentence]


def test_open_discards_are_named() -> None:
    """D41: with public discards the card is told."""
    assert _made(_table(discards="public"), "discard map") == ["Ada discards map."]


@pytest.mark.parametrize("gold", ["secret", "open"])
@pytest.mark.parametrize("seed", range(4))
def test_a_whole_game_is_told(seed: int, gold: str) -> None:
    """Every event has sentences or deliberately none, each round has its winners, the end has the result."""
    table = LocalTable(seats=5, chance=Random(seed), options=Options(gold=gold))  # type: ignore[arg-type]  # of the two
    play(table, [RandomPolicy(Random(seat)) for seat in range(5)])
    told = [sentence for event in table.history for sentence in sentences(event, table.view(1).names)]
    assert sum(sentence.endswith("win the round.") for sentence in told) == 3
    assert sum(sentence.startswith("Roles: ") for sentence in told) == 3
    assert told[-1].endswith("the game. Everyone has signed the result.")
    assert told[-2].startswith("Gold: ")
    assert any("nugget card" in sentence or sentence.startswith("Nugget cards are turned up") for sentence in told)


def test_losses_are_told() -> None:
    """L1, L6: a lost seat, a void round and a lost pile."""
    view = _table().view(1)
    for fact, start in (
        (Lost(seat=0), "Ada has left"),
        (Voided(), "The round cannot go on"),
        (DeckLost(label="nugget"), "The rest of the nugget pile is lost"),
        (DeckLost(label="other"), "The rest of the deck other is lost"),
    ):
        (sentence,) = sentences(Event(fact=fact, before=view.state, after=view.state), view.names)
        assert sentence.startswith(start)


def test_a_round_is_dealt_anew_only_for_three() -> None:
    """L5: with fewer the game is over, and nobody waits for cards that do not come."""
    view = _table().view(1)
    for lost, told in (((), "it is dealt anew."), (range(view.state.seats - 2), "players are left: the game is over.")):
        event = Event(fact=Voided(), before=view.state, after=view.state._replace(lost=tuple(lost)))
        (sentence,) = sentences(event, view.names)
        assert sentence.endswith(told)


def test_what_one_alone_got_to_know() -> None:
    """Role, drawn and discarded cards, a goal that was peeked at."""
    table = _table()
    before = table.view(0)
    assert own_sentences(None, before)[0].startswith("You are a ")
    _made(table, "map 8,0")
    own = own_sentences(before, table.view(0))
    assert any(sentence.startswith("Under 8,0 you saw ") for sentence in own)
    assert any(sentence.startswith("You drew ") for sentence in own)
    assert parse_card("map") in DRAW
