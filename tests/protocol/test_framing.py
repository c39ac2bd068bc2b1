"""Framing and expand_message_xmd."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.errors import LocalError
from protocol.framing import expand_message_xmd, frame
from tests.helpers import vectors

VECTORS = vectors.load("expand_message_xmd")
PARTS = st.lists(st.binary(max_size=4), max_size=4)


@given(PARTS, PARTS)
def test_two_lists_never_frame_to_the_same_bytes(left: list[bytes], right: list[bytes]) -> None:
    """Framing is injective, also where only the boundaries between parts differ."""
    assert (frame(*left) == frame(*right)) == (left == right)


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: f"{len(case['message'])}-{case['size']}")
def test_published_expansions_come_out(case: dict[str, str]) -> None:
    """The values of RFC 9380, K.3."""
    output = expand_message_xmd(case["message"].encode(), VECTORS["label"].encode(), int(case["size"]))
    assert output.hex() == case["output"]


@pytest.mark.parametrize(("label", "size"), [(b"", 32), (b"x" * 256, 32), (b"x", 0), (b"x", 255 * 64 + 1)])
def test_label_or_size_out_of_range_is_our_own_fault(label: bytes, size: int) -> None:
    """Neither is ever chosen by a peer."""
    with pytest.raises(LocalError):
        expand_message_xmd(b"", label, size)
