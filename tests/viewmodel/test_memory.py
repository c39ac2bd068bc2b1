"""What a good memory keeps of a game."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.bots.random import RandomPolicy
from p2p_saboteur.games.saboteur.cards import DRAW, Goal, MapCard, Role, Tool
from p2p_saboteur.games.saboteur.grid import Cell
from p2p_saboteur.games.saboteur.notation import parse_move
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.rules import SaboteurGame, moved
from p2p_saboteur.local import LocalTable, play
from p2p_saboteur.seat import Event
from p2p_saboteur.table_view import Spoken
from p2p_saboteur.viewmodel.claims import CLAIMS, is_claim, shown_talk
from p2p_saboteur.viewmodel.memory import Deed, Look, Topic, count_kinds, remember
from protocol.game import Dealt, Peeked, Shuffled
from tests.helpers.positions import hand_for, in_turn
from tests.helpers.views import numbers_of, view_of

if TYPE_CHECKING:
    from p2p_saboteur.games.saboteur.state import State
    from p2p_saboteur.seat import SeatView
    from p2p_saboteur.viewmodel.memory import Memory
    from protocol.game import Fact

NAMES = ("Ada", "Borek", "Cilka", "Darko", "Emil")


def told(state: State, *moves: str, **fields: object) -> SeatView:
    """Return the view of seat 0 after some moves, each by the next seat; `fields` are those of the view."""
    game, history = SaboteurGame(state.options), []
    for text in moves:
        facts: list[Fact] = [moved(state, state.turn, parse_move(text), hand_for(state, text))]
        facts.append(Peeked() if text.startswith("map") else Dealt())
        facts += [Dealt()] * text.startswith("map")
        for fact in facts:
            after = game.apply(state, fact)
            history.append(Event(fact=fact, before=state, after=after))
            state = after
    view = view_of(state, history=tuple(history))
    return replace(view, **fields)  # type: ignore[arg-type]  # named in each test


def remembered(*moves: str, **fields: object) -> Memory:
    """Return what is remembered of some moves."""
    return remember(told(in_turn(), *moves, **fields), NAMES)


def test_turns_are_numbered_and_sorted_by_what_they_are_about() -> None:
    """Each move is one line with its number."""
    memory = remembered("P EW 1,0", "break cart 0", "repair cart 0", "map 8,0", "discard map")
    assert [(line.turn, line.topic, line.seat) for line in memory.log] == [
        (1, Topic.PATH, 0),
        (2, Topic.TOOL, 1),
        (3, Topic.TOOL, 2),
        (4, Topic.GOAL, 3),
        (5, Topic.DISCARD, 4),
    ]
    assert memory.log[0].text == "Ada lays P EW at 1,0."
    assert memory.turns == 5


def test_who_did_what_to_whom() -> None:
    """Broken and mended tools, looks, and how many cards each has discarded."""
    memory = remembered("break cart 2", "repair cart 2", "map 8,2", "discard map", "discard map")
    assert memory.deeds == (Deed(0, 2, Tool.CART, mended=False), Deed(1, 2, Tool.CART, mended=True))
    assert memory.looks == (Look(2, 0),)
    assert memory.discards == (0, 0, 0, 1, 1)


def test_the_last_card_is_known_until_it_is_gone() -> None:
    """Where it lies and who laid it; a rockfall on another card changes nothing."""
    assert remembered("P EW 1,0", "P EW 2,0").last == (Cell(2, 0), 1)
    assert remembered("P EW 1,0", "P EW 2,0", "rockfall 1,0").last == (Cell(2, 0), 1)
    assert remembered("P EW 1,0", "P EW 2,0", "rockfall 2,0").last is None


def test_what_oneself_saw_is_marked_as_private() -> None:
    """Only for one's own map, and only while it is known."""
    peeked = (None, Goal.STONE_A, None)
    own = remembered("map 8,0", peeked=peeked).log[-1]
    assert own.private
    assert own.text == "Under 8,0 you saw stone, with a bend; only you know."
    others = remembered("discard map", "map 8,0", peeked=peeked)
    assert not any(line.private for line in others.log)


def test_a_new_round_is_remembered_afresh() -> None:
    """What was done to whom in the last one has no bearing on the roles of this one; the log goes on."""
    view = told(in_turn(), "break cart 2", "P EW 1,0", "map 8,2", "discard map")
    state = view.state
    event = Event(fact=Shuffled(), before=state, after=state)
    memory = remember(replace(view, history=(*view.history, event)), NAMES)
    assert (memory.deeds, memory.looks, memory.last, memory.discards) == ((), (), None, (0, 0, 0, 0, 0))
    assert memory.turns == 4


def test_talk_stands_where_it_was_said() -> None:
    """Between the events, cleaned, with the speaker's name; claims are kept beside it."""
    view = told(in_turn(), "P EW 1,0", "P EW 2,0")
    talk = (
        Spoken(seat=1, text="first", events=0),
        Spoken(seat=2, text="/goal 8,0 stone", events=2),
        Spoken(seat=3, text="\x1b[2Jlast\n", events=99),
        Spoken(seat=9, text="nobody", events=99),
        Spoken(seat=1, text="\u200b", events=99),
    )
    memory = remember(view, NAMES, talk)
    assert [line.text for line in memory.log] == [
        "Borek: first",
        "Ada lays P EW at 1,0.",
        "Cilka: Stone is in the middle.",
        "Borek lays P EW at 2,0.",
        "Darko: [2Jlast",
    ]
    assert memory.claims == ((2, "Stone is in the middle."),)


def test_a_claim_that_is_repeated_stands_once() -> None:
    """Where it was said last; what contradicts it stays beside it."""
    said = ("/goal 8,0 stone", "/goal 8,0 treasure", "/goal 8,0 stone", "/goal 8,0 stone")
    talk = [Spoken(seat=2, text=text, events=0) for text in said]
    memory = remember(told(in_turn(), "P EW 1,0"), NAMES, talk)
    assert memory.claims == ((2, "Treasure is in the middle."), (2, "Stone is in the middle."))


def test_claims_are_the_same_for_everyone() -> None:
    """What is sent means the same in every language; other talk is shown as it is."""
    assert len(CLAIMS) == 9
    assert [is_claim(text) for text in CLAIMS].count(True) == 7
    assert shown_talk("/role digger") == "I am a digger."
    assert shown_talk("/role king") == "/role king"


@pytest.mark.parametrize("gold", ["secret", "open"])
@pytest.mark.parametrize("seed", range(3))
def test_results_of_rounds_are_those_of_the_game(seed: int, gold: str) -> None:
    """Three rounds with winner and roles; the cards and the gold add up to what everyone has in the end."""
    table = LocalTable(seats=5, chance=Random(seed), options=Options(gold=gold))  # type: ignore[arg-type]  # of the two
    state = play(table, [RandomPolicy(Random(seat)) for seat in range(5)])
    rounds = remember(table.view(0), NAMES).rounds
    assert [result.number for result in rounds] == [1, 2, 3]
    for result in rounds:
        assert all(result.roles)
        assert result.left_over
        getting = {result.roles[seat] for seat in range(5) if result.cards[seat] or result.gold[seat]}
        assert getting <= {result.winner}
        assert result.winner in Role
    assert tuple(sum(result.cards[seat] for result in rounds) for seat in range(5)) == state.gold.counts
    assert tuple(sum(result.gold[seat] for result in rounds) for seat in range(5)) == state.gold.known


def test_kinds_are_counted() -> None:
    """What was shown and what one holds cannot come any more."""
    state = in_turn()._replace(shown=sum(1 << number for number in numbers_of("map, map, P NES")))
    counts = {count.card: count for count in count_kinds(view_of(state, "map"))}
    count = counts[MapCard()]
    assert (count.copies, count.shown, count.held, count.left) == (6, 2, 1, 3)
    assert sum(count.copies for count in counts.values()) == len(DRAW)
    assert sum(count.left for count in counts.values()) == len(DRAW) - 4
