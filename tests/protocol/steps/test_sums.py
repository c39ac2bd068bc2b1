"""Claims about the sum of cards that have values."""

from __future__ import annotations

import pytest

from protocol.errors import Invalid
from protocol.steps.base import Site
from protocol.steps.sums import Worth
from tests.helpers.toy_groups import FAST


def test_a_claim_of_no_value_is_false() -> None:
    """Where no value can be right, as for a first card with only one nugget due, no proof is."""
    spot = Site(session=bytes(32), step=5, kind="pay", head=bytes(32)).spot(1, "sum")
    claim = Worth(key=FAST.base, deck="gold", cards=(), values=())
    with pytest.raises(Invalid, match="sum"):
        claim.check(spot, None)
