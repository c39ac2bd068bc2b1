"""The trusted dealer of a local table: cards go where the requests say, and nowhere else."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from p2p_saboteur.dealer import Dealer
from protocol.errors import LocalError
from protocol.game import (
    Deal,
    Deck,
    Handout,
    Paid,
    PayAnswer,
    Peek,
    Pick,
    Reveal,
    Revealed,
    Show,
    Shown,
    Shuffle,
    TableCard,
    Total,
    Totals,
    Turn,
)

VALUES = (1, 1, 2, 3)


def _dealer() -> Dealer:
    dealer = Dealer(Random(1))
    dealer.carry_out(Shuffle(decks=(Deck(label="goal", size=3), Deck(label="gold", size=4, values=VALUES))))
    return dealer


def _deal(dealer: Dealer, seat: int, zone: str, *positions: int) -> None:
    cards = [TableCard("gold", position) for position in positions]
    dealer.carry_out(Deal(handouts=tuple(Handout(card=card, seat=seat, zone=zone) for card in cards)))


def test_every_order_of_a_deck_is_as_likely() -> None:
    """Shuffled six thousand times, each of the six orders of three cards comes about a thousand times."""
    seed = Random().randrange(1 << 32)
    dealer, orders = Dealer(Random(seed)), Counter[tuple[int, ...]]()
    for _ in range(6000):
        dealer.carry_out(Shuffle(decks=(Deck(label="goal", size=3),)))
        orders[tuple(dealer.table[TableCard("goal", position)].number for position in range(3))] += 1
    assert len(orders) == 6
    assert sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 40, f"seed {seed}"


def test_what_is_revealed_and_shown_is_what_lies_there() -> None:
    """A reveal names table cards, a show a seat's own; neither takes them away."""
    dealer = _dealer()
    place = TableCard("goal", 2)
    number = dealer.table[place].number
    assert dealer.carry_out(Reveal(cards=(place,))) == Revealed(cards=(number,))
    dealer.carry_out(Peek(seat=1, card=place))
    assert dealer.peeks == {(1, place): number}
    _deal(dealer, 0, "hand", 0, 1)
    numbers = tuple(card.number for card in dealer.zone(0, "hand"))
    assert dealer.carry_out(Show(seats=(0, 1), zone="hand")) == Shown(cards=(numbers, ()))


def test_a_picker_keeps_one_and_hands_on_the_rest() -> None:
    """The purse's values add up in the total; a picker may hand on to itself."""
    dealer = _dealer()
    _deal(dealer, 0, "packet", 0, 1, 2)
    values = [card.value for card in dealer.zone(0, "packet")]
    dealer.hand_over(Pick(seat=0, to=1), 1)
    assert [card.value for card in dealer.zone(1, "packet")] == [values[0], values[2]]
    dealer.hand_over(Pick(seat=1, to=1), 0)
    dealer.hand_over(Pick(seat=1, to=None), 0)
    assert dealer.carry_out(Total(seats=(0, 1))) == Totals(values=(values[1], values[0] + values[2]))


def test_pay_goes_to_the_purse_or_back_to_its_place() -> None:
    """What is put back lies where it lay; a settlement takes and gives at once."""
    dealer = _dealer()
    _deal(dealer, 0, "drawn", 0)
    dealer.pay(Paid(seat=0, answer=PayAnswer.KEEP))
    _deal(dealer, 0, "drawn", 1)
    dealer.pay(Paid(seat=0, answer=PayAnswer.BACK))
    assert TableCard("gold", 1) in dealer.table
    dealer.pay(Paid(seat=0, answer=PayAnswer.SETTLE, take=(TableCard("gold", 3),), give=(0,)))
    assert [card.place.position for card in dealer.zone(0, "purse")] == [3]
    assert TableCard("gold", 0) in dealer.table
    assert dealer.zone(0, "drawn") == []


def test_purses_and_a_carried_deck_outlast_a_shuffle() -> None:
    """R24: everything else is taken up; a carried deck is what was left of it, with its values."""
    dealer = _dealer()
    _deal(dealer, 0, "purse", 2)
    _deal(dealer, 1, "hand", 1)
    left = sorted(card.value for place, card in dealer.table.items() if place.deck == "gold")
    dealer.carry_out(Shuffle(decks=(Deck(label="gold", size=2, carried=True),)))
    assert sorted(card.value for card in dealer.table.values()) == left
    assert (len(dealer.zone(0, "purse")), dealer.zone(1, "hand")) == (1, [])
    with pytest.raises(LocalError, match="deck gold has 2 cards, not 3"):
        dealer.carry_out(Shuffle(decks=(Deck(label="gold", size=3, carried=True),)))


def test_a_lost_seat_keeps_nothing_and_its_packet_is_returned() -> None:
    """L1, L3: the packet alone may go on elsewhere."""
    dealer = _dealer()
    _deal(dealer, 0, "packet", 0)
    _deal(dealer, 0, "purse", 1)
    assert [card.place.position for card in dealer.lose(0)] == [0]
    assert dealer.zone(0, "purse") == dealer.zone(0, "packet") == []


def test_the_dealer_answers_no_choices_and_deals_no_card_twice() -> None:
    """A request that asks a seat is not the dealer's, and cards that are not there cannot be dealt."""
    dealer = _dealer()
    with pytest.raises(LocalError):
        dealer.carry_out(Turn(seat=0, zone="hand"))
    _deal(dealer, 0, "hand", 0)
    with pytest.raises(LocalError):
        _deal(dealer, 1, "hand", 0)
    with pytest.raises(LocalError):
        dealer.carry_out(Peek(seat=0, card=TableCard("gold", 0)))
