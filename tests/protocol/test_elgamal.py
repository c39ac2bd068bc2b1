"""Encrypted cards."""

from __future__ import annotations

import pytest

from protocol.elgamal import Ciphertext, card_points, encrypt, value_point
from protocol.errors import Invalid, Reason
from protocol.group import RISTRETTO255, Group
from tests.helpers.toy_groups import FAST, TINY

GROUPS = pytest.mark.parametrize("group", [RISTRETTO255, FAST], ids=repr)


def test_encryption_by_hand() -> None:
    """In the group of squares modulo 11: 3^2 = 9, key 3^4 = 4, 5 * 4^2 = 80 = 3."""
    secret, r = TINY.scalar(4), TINY.scalar(2)
    card = encrypt(TINY, secret * TINY.base, TINY.of(5), r)
    assert card == Ciphertext(TINY.of(9), TINY.of(3))
    assert card.decrypt(secret) == TINY.of(5)


@GROUPS
def test_rerandomising_hides_the_card_and_keeps_it(group: Group) -> None:
    """Both components change; who has the key reads the same."""
    secret = group.scalar(1234)
    key = secret * group.base
    message = card_points(group, "draw", 1)[0]
    card = encrypt(group, key, message, group.scalar(5))
    other = card.rerandomise(key, group.scalar(6))
    assert other.first != card.first
    assert other.second != card.second
    assert other.decrypt(secret) == message
    assert other == encrypt(group, key, message, group.scalar(11))


@GROUPS
def test_ciphertexts_read_back(group: Group) -> None:
    """First and second component in this order, nothing else."""
    card = encrypt(group, group.scalar(7) * group.base, group.base, group.scalar(9))
    data = card.encode()
    assert data == card.first.encode() + card.second.encode()
    assert Ciphertext.decode(group, data) == card
    zero = group.identity.encode()
    for bad in (data[:-1], data + b"\0", b"", zero + data[len(zero) :], data[: len(zero)] + zero):
        with pytest.raises(Invalid) as failure:
            Ciphertext.decode(group, bad)
        assert failure.value.reason is Reason.POINT


@GROUPS
def test_cards_are_different_elements_in_every_deck(group: Group) -> None:
    """By deck and number; a longer deck begins with the cards of a shorter one."""
    draw, goals = card_points(group, "draw", 67), card_points(group, "goals", 3)
    value = value_point(group, "nuggets")
    assert len({*draw, *goals, value, value_point(group, "draw"), group.base}) == 73
    assert card_points(group, "draw", 3) == draw[:3]


def test_values_add_up_under_encryption() -> None:
    """The sum of ciphertexts of values is a ciphertext of the sum."""
    secret = FAST.scalar(77)
    key, value = secret * FAST.base, value_point(FAST, "nuggets")
    cards = [encrypt(FAST, key, FAST.scalar(worth) * value, FAST.scalar(9 + worth)) for worth in (1, 3, 2)]
    total = Ciphertext(FAST.sum(card.first for card in cards), FAST.sum(card.second for card in cards))
    assert total.decrypt(secret) == FAST.scalar(6) * value
