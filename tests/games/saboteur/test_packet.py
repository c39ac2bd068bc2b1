"""R21: the diggers share the gold."""

from __future__ import annotations

import pytest

from p2p_saboteur.games.saboteur.cards import Role
from p2p_saboteur.games.saboteur.notation import parse_move
from p2p_saboteur.games.saboteur.state import Phase, State, picker_of, with_gold
from p2p_saboteur.games.saboteur.turns import share_gold
from protocol.game import (
    Deal,
    Dealt,
    DeckLost,
    Handout,
    IllegalMove,
    Lost,
    Moved,
    Pick,
    Picked,
    Reveal,
    Revealed,
    TableCard,
    Turn,
)
from tests.helpers.positions import at_share, go, in_turn, play, waits_for


def diggers_won(roles: str, *, turn: int = 0, options: str = "", **fields: object) -> State:
    """Return the state in which the packet is about to be dealt."""
    return share_gold(at_share(roles, winner=Role.DIGGER, turn=turn, options=options, **fields))


def pickers(state: State) -> list[int]:
    """Return who picks, until the packet is empty."""
    found = []
    while state.phase is Phase.PICK:
        found.append(picker_of(state))
        state = go(state, Picked(seat=found[-1]))
    return found


@pytest.mark.parametrize(("roles", "cards"), [("dds", 3), ("ddddds", 6), ("dddddddss", 9), ("dddddddsss", 9)])
def test_as_many_cards_as_players_but_nine_at_ten(roles: str, cards: int) -> None:
    """R21, D31: they come from the top of the pile and go to who made the connection."""
    state = diggers_won(roles)
    assert waits_for(state) == Deal(
        handouts=tuple(Handout(card=TableCard("nugget", i), seat=0, zone="packet") for i in range(cards))
    )
    assert state.gold.pile == tuple(range(cards, 28))


def test_as_many_cards_as_diggers() -> None:
    """D31: with gold_cards=diggers saboteurs bring none."""
    assert diggers_won("dsdds", options="gold_cards=diggers").gold.packet == (0, 1, 2)


def test_lost_seats_bring_no_cards() -> None:
    """L2: the number of cards is that of the seats at the table when the sharing begins."""
    assert len(diggers_won("d-dds").gold.packet) == 4


def test_the_packet_goes_counter_clockwise_and_skips_saboteurs() -> None:
    """R21, D32: lap after lap until none is left, beginning with who made the connection."""
    state = go(diggers_won("dsddd", turn=2), Dealt())
    assert waits_for(state) == Pick(seat=2, to=0)
    assert pickers(state) == [2, 0, 4, 3, 2]


def test_a_saboteur_who_made_the_connection_goes_away_empty_handed() -> None:
    """R21: the next digger counter-clockwise begins."""
    assert pickers(go(diggers_won("ddsds", turn=2), Dealt())) == [1, 0, 3, 1, 0]


def test_a_lost_seat_that_made_the_connection_is_skipped() -> None:
    """L1: the next digger counter-clockwise begins."""
    assert pickers(go(diggers_won("dd-ds", turn=2), Dealt())) == [1, 0, 3, 1]


def test_the_last_card_is_handed_to_nobody_and_counts_are_public() -> None:
    """R21, R23: each pick adds a card to a purse; then the next round begins."""
    state = go(diggers_won("dds"), Dealt(), Picked(seat=0), Picked(seat=1))
    assert waits_for(state) == Pick(seat=0, to=None)
    state = go(state, Picked(seat=0))
    assert state.gold.counts == (2, 1, 0)
    assert (state.round, state.phase) == (2, Phase.SHUFFLE)


def test_one_digger_alone_hands_on_to_himself() -> None:
    """R21: saboteurs are skipped, so the packet comes back at once."""
    state = go(diggers_won("sds"), Dealt())
    assert waits_for(state) == Pick(seat=1, to=1)
    assert pickers(state) == [1, 1, 1]


def test_only_the_picker_picks() -> None:
    """R21: another seat's pick is no fact."""
    with pytest.raises(ValueError, match="another seat"):
        go(diggers_won("dds"), Dealt(), Picked(seat=1))
    with pytest.raises(ValueError, match="nobody"):
        picker_of(in_turn())


def test_a_digger_with_a_broken_tool_gets_no_gold() -> None:
    """R21: with sabotaged_no_gold he is skipped like a saboteur; without it he is not."""
    tools = (0, 4, 0, 0, 0)
    assert pickers(go(diggers_won("ddsds", tools=tools), Dealt())) == [0, 3, 1, 0, 3]
    sparing = diggers_won("ddsds", tools=tools, options="sabotaged_no_gold=on", turn=1)
    assert pickers(go(sparing, Dealt())) == [0, 3, 0, 3, 0]


@pytest.mark.parametrize("options", ["sabotaged_no_gold=on", "sabotaged_no_gold=on,gold=open"])
def test_if_no_digger_remains_the_cards_stay_in_the_pile(options: str) -> None:
    """R21: nobody gets gold and no nugget card leaves the pile."""
    state = diggers_won("dds", tools=(1, 2, 0), options=options)
    assert (state.round, state.phase) == (2, Phase.SHUFFLE)
    assert state.gold.pile is not None
    assert len(state.gold.pile) == 28


def test_without_a_pile_there_is_nothing_to_share() -> None:
    """L6: a pile that was lost or has run out gives nothing in this round."""
    state = at_share("dds", winner=Role.DIGGER)
    assert share_gold(with_gold(state, pile=None)).round == 2
    assert share_gold(with_gold(state, pile=())).round == 2


def test_open_gold_is_taken_from_an_open_packet() -> None:
    """R21, R23, D42: five players, the best first: seat 2 takes 3, seat 0 takes 2, 4 takes 2, 3 takes 1, 2 takes 1."""
    state = diggers_won("dsddd", turn=2, options="gold=open")
    assert waits_for(state) == Reveal(cards=tuple(TableCard("nugget", position) for position in range(5)))
    state = go(state, Revealed(cards=(24, 16, 17, 0, 1)))
    assert waits_for(state) == Turn(seat=2, zone="packet")
    for move in ("take 3", "take 2", "take 2", "take 1"):
        state = play(state, move)
    assert waits_for(state) == Turn(seat=2, zone="packet")
    state = play(state, "take 1")
    assert state.gold.known == (2, 0, 4, 1, 2)
    assert state.gold.counts == (1, 0, 2, 1, 1)
    assert state.round == 2


def test_what_is_not_in_the_open_packet_cannot_be_taken() -> None:
    """D42: nor can another seat take, nor a card be shown."""
    state = go(diggers_won("dds", options="gold=open"), Revealed(cards=(0, 1, 24)))
    with pytest.raises(IllegalMove, match="no such nugget"):
        go(state, Moved(seat=0, move=parse_move("take 2").wire(), card=None))
    with pytest.raises(IllegalMove, match="No move is expected"):
        go(state, Moved(seat=0, move=b"P", card=None))
    for fact in (Moved(seat=1, move=b"T\x01", card=None), Moved(seat=0, move=b"T\x01", card=3)):
        with pytest.raises(ValueError, match="another seat"):
            go(state, fact)


@pytest.mark.parametrize(
    ("roles", "cards", "problem"), [("dds", (0, 1, 28), "no such nugget"), ("ddddd", (24,) * 5, "not so many")]
)
def test_open_nuggets_that_cannot_be_are_no_facts(roles: str, cards: tuple[int, ...], problem: str) -> None:
    """R4, D42: a number tells the value; there are no more of a value than the deck has."""
    with pytest.raises(ValueError, match=problem):
        go(diggers_won(roles, options="gold=open"), Revealed(cards=cards))


def test_equal_nuggets_may_be_told_by_one_number() -> None:
    """D42: whoever opens them sees only the value."""
    assert go(diggers_won("dds", options="gold=open"), Revealed(cards=(24,) * 3)).gold.faces[:3] == (3, 3, 3)


def test_if_a_picker_is_lost_the_giver_hands_the_packet_to_the_next() -> None:
    """L3: whoever passed the packet to the lost one hands the same cards over again, to himself at the end of a lap."""
    state = go(diggers_won("dsddd", turn=2), Dealt(), Picked(seat=2), Lost(seat=0))
    assert waits_for(state) == Pick(seat=4, to=3, giver=2)
    assert state.gold.packet == (0, 1, 2, 3)
    again = go(state, Lost(seat=4))
    assert waits_for(again) == Pick(seat=3, to=2, giver=2)
    assert waits_for(go(again, Lost(seat=3))) == Pick(seat=2, to=2, giver=2)
    state = go(state, Picked(seat=4))
    assert waits_for(state) == Pick(seat=3, to=2)


def test_if_the_first_picker_is_lost_the_table_deals_the_packet_anew() -> None:
    """L3, L6: the same cards go to the next digger, whether or not the first deal had come to an end."""
    state = diggers_won("dsddd", turn=2)
    for begun in (state, go(state, Dealt())):
        anew = waits_for(go(begun, Lost(seat=2)))
        assert isinstance(anew, Deal)
        assert {item.seat for item in anew.handouts} == {0}
        assert [item.card.position for item in anew.handouts] == [0, 1, 2, 3, 4]
    opened = diggers_won("dsddd", turn=2, options="gold=open")
    assert picker_of(go(opened, Lost(seat=2))) == 0


def test_if_another_seat_is_lost_the_packet_goes_past_it() -> None:
    """L1: who waits for the packet is skipped, who has picked is not missed."""
    state = go(diggers_won("dsddd", turn=2), Dealt(), Lost(seat=0))
    assert waits_for(state) == Pick(seat=2, to=4)
    state = go(state, Picked(seat=2), Lost(seat=2))
    assert waits_for(state) == Pick(seat=4, to=3)


@pytest.mark.parametrize("losses", [(2, 0), (0, 2)], ids=["giver first", "picker first"])
def test_if_giver_and_picker_are_lost_the_packet_leaves_the_game(losses: tuple[int, ...]) -> None:
    """L3: nobody is left who could hand it on."""
    state = go(diggers_won("dsddd", turn=2), Dealt(), Picked(seat=2), *(Lost(seat=seat) for seat in losses))
    assert (state.phase, state.round) == (Phase.SHUFFLE, 2)
    assert len(state.gold.pile or ()) == 23


def test_if_no_digger_is_left_the_packet_leaves_the_game() -> None:
    """L3: saboteurs do not share it."""
    state = go(diggers_won("dsss", options="sabotaged_no_gold=on"), Dealt(), Lost(seat=0))
    assert (state.phase, state.round) == (Phase.SHUFFLE, 2)


def test_if_an_open_picker_is_lost_the_next_takes() -> None:
    """L3, D42: the open cards lie on the table."""
    state = go(diggers_won("ddsd", options="gold=open"), Revealed(cards=(0, 1, 2, 24)), Lost(seat=0))
    assert waits_for(state) == Turn(seat=3, zone="packet")
    assert state.gold.packet == (0, 1, 2, 3)


def test_a_packet_in_hands_outlives_the_pile() -> None:
    """L6: only a packet that the table would have to deal is lost with it."""
    state = diggers_won("dsddd", turn=2)
    assert go(state, DeckLost(label="nugget")).round == 2
    state = go(state, Dealt(), DeckLost(label="nugget"))
    assert waits_for(state) == Pick(seat=2, to=0)
    assert go(state, Lost(seat=2)).round == 2
    passed = go(state, Picked(seat=2), Lost(seat=0))
    assert waits_for(passed) == Pick(seat=4, to=3, giver=2)
