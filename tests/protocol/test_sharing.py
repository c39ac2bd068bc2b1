"""Feldman sharing in groups in which everything can be computed by hand."""

from __future__ import annotations

from random import Random

import pytest

from protocol import sharing
from protocol.errors import Invalid, LocalError, Reason
from protocol.root import Root
from protocol.sharing import SealedShare
from tests.helpers.toy_groups import FAST, TINY


def test_values_computed_by_hand() -> None:
    """Order 5, base 3: f(z) = 2 + z gives the seats 0 and 1 the shares 3 and 4; their weights at 0 are 2 and -1."""
    points, shares = sharing.deal((TINY.scalar(2), TINY.scalar(1)), (0, 1))
    assert [share.value for share in shares] == [3, 4]
    assert points == (TINY.of(3),)
    public = (TINY.of(9), *points)
    assert [sharing.image(public, seat) for seat in (0, 1)] == [TINY.of(5), TINY.of(4)]
    assert sharing.combine(TINY, {0: TINY.of(5), 1: TINY.of(4)}) == TINY.of(9)


@pytest.mark.parametrize("count", [2, 3, 9])
def test_all_shares_give_the_layer_and_all_but_one_another(count: int) -> None:
    """Whatever the seats are that got one, and in whatever order their shares come."""
    random = Random(count)
    seats = sorted(random.sample(range(10), count))
    coefficients = [FAST.scalar(random.randrange(1, FAST.order)) for _ in seats]
    first = FAST.scalar(random.randrange(1, FAST.order)) * FAST.base
    points, shares = sharing.deal(coefficients, seats)
    layers = {seat: share * first for seat, share in zip(seats, shares, strict=True)}
    layer = coefficients[0] * first
    assert sharing.combine(FAST, layers) == layer, seats
    assert sharing.combine(FAST, dict(reversed(layers.items()))) == layer
    public = (coefficients[0] * FAST.base, *points)
    for seat, share in zip(seats, shares, strict=True):
        assert sharing.image(public, seat) == share * FAST.base
        assert sharing.combine(FAST, {other: each for other, each in layers.items() if other != seat}) != layer


def test_fewer_shares_fit_every_key() -> None:
    """For any other key there is a polynomial that gives the same shares to all but one: these tell nothing of it."""
    _, shares = sharing.deal([TINY.scalar(value) for value in (2, 4, 3)], (0, 1, 2))
    for secret in range(TINY.order):
        fitting = [
            (a, b)
            for a in range(TINY.order)
            for b in range(TINY.order)
            if sharing.deal([TINY.scalar(value) for value in (secret, a, b)], (0, 1, 2))[1][:2] == shares[:2]
        ]
        assert len(fitting) == 1, secret


@pytest.mark.parametrize(("coefficients", "seats"), [(2, (0, 1, 2)), (3, (0, 1)), (1, (0,))])
def test_another_degree_is_never_dealt(coefficients: int, seats: tuple[int, ...]) -> None:
    """Nor a share that is the key itself."""
    with pytest.raises(LocalError):
        sharing.deal([FAST.scalar(7)] * coefficients, seats)


def test_a_share_of_zero_is_refused() -> None:
    """Whoever has it could say nothing with it that can be sent."""
    points = (TINY.scalar(-2) * TINY.base, TINY.base)
    with pytest.raises(Invalid) as caught:
        sharing.image(points, 1)
    assert (caught.value.reason, caught.value.check) == (Reason.POINT, "share image")


def test_a_sealed_share_opens_for_its_pair_in_its_place_only() -> None:
    """Another point, another place or another dealer's image give noise, which is no share."""
    share, mine, theirs = FAST.scalar(77), FAST.scalar(5), FAST.scalar(11)
    point = mine * (theirs * FAST.base)
    sealed = SealedShare(image=share * FAST.base, sealed=share + sharing.pad(point, b"here"), context=b"here")
    assert sealed.open(theirs * (mine * FAST.base)) == share
    changed = (
        (point + FAST.base, sealed),
        (point, SealedShare(image=sealed.image, sealed=sealed.sealed, context=b"there")),
        (point, SealedShare(image=FAST.base, sealed=sealed.sealed, context=b"here")),
    )
    for other, wrong in changed:
        with pytest.raises(Invalid) as caught:
            wrong.open(other)
        assert caught.value.reason is Reason.SHARE


def test_a_polynomial_follows_from_its_place() -> None:
    """Made again it is the same; in another entry, or of another root, all but its constant is another."""
    secret = FAST.scalar(3)
    one = sharing.polynomial(Root(bytes(32)), secret, b"here", 4)
    assert one == sharing.polynomial(Root(bytes(32)), secret, b"here", 4)
    assert len(set(one)) == 4
    for root, context in ((bytes(32), b"there"), (b"1" * 32, b"here")):
        other = sharing.polynomial(Root(root), secret, context, 4)
        assert other[0] == one[0] == secret
        assert not set(other[1:]) & set(one[1:])
