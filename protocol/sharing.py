"""Feldman sharing of a table key, so that the others can take a lost seat's layer off and nobody learns the key.

The dealer of x chooses f(z) = x + a_1 z + ... + a_(t-1) z^(t-1) for the t other seats and publishes A_k = a_k G, while
X = x G is known already. Seat i gets f(i + 1), encrypted for it alone, and everybody computes f(i + 1) G: a wrong share
is proved by whoever got it, and what a seat does with its share is proved against that image. All t shares are needed.

An encryption is the share plus a pad, a hash of the point e_i E_j that the two seats' share keys have in common and of
the place in the log. Nothing of it is chosen by the dealer at the time: a ciphertext that was copied from another
dealer, or made up, opens to nothing but noise, so that who complains can open the point without giving anything else
away, and each pad serves once. Source: Feldman, "A Practical Scheme for Non-interactive Verifiable Secret Sharing"
(1987). PROTOCOL section "Tolerant tables".
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from protocol import labels
from protocol.errors import Invalid, LocalError, Reason
from protocol.framing import frame

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from protocol.game import Seat
    from protocol.group import Element, Group, Scalar
    from protocol.root import Root


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedShare:
    """One seat's share of one dealer's key.

    Attributes:
        image: f(i + 1) G, not the identity.
        sealed: the share plus the pad.
        context: of the pad; no two have the same.
    """

    image: Element
    sealed: Scalar
    context: bytes

    def open(self, point: Element) -> Scalar:
        """Algorithm 62 (Share.Open). Return the share, for the point that dealer and receiver have in common.

        Raises:
            Invalid: SHARE, if it is not the one that belongs to the image.
        """
        share = self.sealed - pad(point, self.context)
        if share * point.group.base != self.image:
            raise Invalid(Reason.SHARE, "share")
        return share


def polynomial(root: Root, secret: Scalar, context: bytes, shares: int) -> tuple[Scalar, ...]:
    """Return the coefficients x, a_1, ... of a polynomial that takes all of so many shares to find.

    Args:
        root: the dealer's.
        secret: x.
        context: of the entry that publishes them, so that two sharings of one key have nothing else in common.
        shares: at least two.
    """
    more = (root.scalar(secret.group, labels.USE_POLYNOMIAL, context, index) for index in range(1, shares))
    return (secret, *more)


def deal(coefficients: Sequence[Scalar], seats: Sequence[Seat]) -> tuple[tuple[Element, ...], tuple[Scalar, ...]]:
    """Algorithm 58 (Sharing.Make). Return A_1, ... and the share of each seat.

    Args:
        coefficients: x, a_1, ..., as many as there are seats.
        seats: who gets a share, at least two.

    Raises:
        LocalError: there are more or fewer coefficients than seats, or a single seat, which would get the key itself.
    """
    if len(coefficients) != len(seats) or len(seats) < 2:
        raise LocalError("a sharing has a coefficient for each of at least two seats")
    points = tuple(coefficient * coefficient.group.base for coefficient in coefficients[1:])
    return points, tuple(_evaluate(coefficients, seat) for seat in seats)


def _evaluate(coefficients: Sequence[Scalar], seat: Seat) -> Scalar:
    at = coefficients[0].group.scalar(seat + 1)
    total = coefficients[-1]
    for coefficient in reversed(coefficients[:-1]):
        total = at * total + coefficient
    return total


def image(points: Sequence[Element], seat: Seat) -> Element:
    """Algorithm 59 (ShareImage). Return f(i + 1) G for a seat i.

    Args:
        points: X, A_1, ..., of which none is the identity.
        seat: i.

    Raises:
        Invalid: POINT, if it is the identity: nobody could prove what it does with such a share.
    """
    at = points[0].group.scalar(seat + 1)
    total = points[-1]
    for point in reversed(points[:-1]):
        total = at * total + point
    if total.is_identity:
        raise Invalid(Reason.POINT, "share image")
    return total


def pad(point: Element, context: bytes) -> Scalar:
    """Algorithm 60 (SharePad). Return what hides a share.

    Args:
        point: e_i E_j, which only the seats i and j can compute.
        context: session, step and head, the dealer and the receiver.
    """
    group = point.group
    data = frame(labels.SHARE_PAD.encode(), group.name.encode(), point.data, context)
    return group.scalar_from_wide(hashlib.sha512(data).digest())


def combine(group: Group, shares: Mapping[Seat, Element]) -> Element:
    """Algorithm 64 (Layer.Combine). Return x A from f(i + 1) A of every seat i that got a share."""
    weights = [_weight(group, seat, shares) for seat in shares]
    return group.dot(weights, list(shares.values()))


def _weight(group: Group, seat: Seat, seats: Mapping[Seat, Element]) -> Scalar:
    """Return Lagrange's coefficient of a seat at 0: the product of (j + 1) / (j - i) over all others j."""
    above = below = 1
    for other in seats:
        if other != seat:
            above, below = above * (other + 1), below * (other - seat)
    return group.scalar(above * pow(below, -1, group.order))
