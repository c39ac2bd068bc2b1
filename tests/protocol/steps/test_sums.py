"""Claims about the sum of cards that have values."""

from __future__ import annotations

import pytest

from protocol.elgamal import encrypt, value_point
from protocol.errors import Invalid
from protocol.root import Root, Roots
from protocol.signing import SigningKey
from protocol.steps.base import Me, Site
from protocol.steps.sums import Worth
from tests.helpers.toy_groups import FAST

SPOT = Site(session=bytes(32), step=5, kind="pay", head=bytes(32)).spot(1, "sum")
SECRET, SCALAR, UNIT = FAST.scalar(77), FAST.scalar(5), value_point(FAST, "gold")


def cancelling(*values: int) -> Worth:
    """Return the claim of a seat whose two cards, of value 2 and 3, were given with scalars that cancel out."""
    key = SECRET * FAST.base
    cards = (
        encrypt(FAST, key, FAST.scalar(2) * UNIT, SCALAR),
        encrypt(FAST, key, FAST.scalar(3) * UNIT, -SCALAR),
    )
    return Worth(key=key, deck="gold", cards=cards, values=values)


def test_a_claim_of_no_value_is_false() -> None:
    """Where no value can be right, as for a first card with only one nugget due, no proof is."""
    claim = Worth(key=FAST.base, deck="gold", cards=(), values=())
    with pytest.raises(Invalid, match="sum"):
        claim.check(SPOT, None)


@pytest.mark.parametrize("values", [(5,), (4, 5), (5, 6, 7)])
def test_whoever_gave_the_cards_cannot_keep_their_owner_from_a_proof(values: tuple[int, ...]) -> None:
    """The sum of such cards lies open, where no equation could be proved; what it is counts."""
    root = Root(bytes(32))
    me = Me(seat=1, signing=SigningKey.from_seed(bytes(32)), roots=Roots(root), root=root, purse=root)
    claim = cancelling(*values)
    claim.check(SPOT, claim.prove(SPOT, me, SECRET, 5))


@pytest.mark.parametrize(("values", "content"), [((4,), None), ((3, 4), None), ((5,), [b"", b""])])
def test_an_open_sum_is_not_what_one_likes(values: tuple[int, ...], content: list[bytes] | None) -> None:
    """Another value is refused, and a proof where none belongs."""
    with pytest.raises(Invalid, match=r"sum|nil"):
        cancelling(*values).check(SPOT, content)
