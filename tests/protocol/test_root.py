"""What follows from a seat's root."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from protocol.errors import LocalError
from protocol.group import RISTRETTO255
from protocol.root import Root, Roots
from tests.helpers.toy_groups import FAST, TINY

ROOT = Root(bytes(range(32)))


def test_everything_derived_comes_out_the_same_again() -> None:
    """A forced entry made again after a crash is identical."""
    again = Root(bytes(range(32)))
    assert ROOT.scalar(FAST, "a", b"c", 1) == again.scalar(FAST, "a", b"c", 1)
    assert ROOT.permutation("a", b"c", 9) == again.permutation("a", b"c", 9)
    assert ROOT.salt("a", b"c") == again.salt("a", b"c")
    assert ROOT.seed("a", b"c") == again.seed("a", b"c")
    assert ROOT.nonces(FAST, bytes(32), 2) == again.nonces(FAST, bytes(32), 2)
    assert ROOT.next_round().salt("a", b"c") == again.next_round().salt("a", b"c")


def test_every_argument_changes_what_is_derived() -> None:
    """Purpose, context, index, group, branch, root and round; also where only a boundary moves."""
    other = Root(bytes(32))
    values = [
        ROOT.scalar(RISTRETTO255, "a", b"c"),
        ROOT.scalar(RISTRETTO255, "b", b"c"),
        ROOT.scalar(RISTRETTO255, "a", b"d"),
        ROOT.scalar(RISTRETTO255, "ac", b""),
        ROOT.scalar(RISTRETTO255, "a", b"c", 1),
        *ROOT.nonces(RISTRETTO255, b"c", 2),
        *ROOT.nonces(RISTRETTO255, b"c", 2, draw=1),
        *ROOT.nonces(RISTRETTO255, b"c", 1),
        *ROOT.nonces(RISTRETTO255, b"d", 2),
        other.scalar(RISTRETTO255, "a", b"c"),
        *other.nonces(RISTRETTO255, b"c", 2),
        ROOT.next_round().scalar(RISTRETTO255, "a", b"c"),
        ROOT.next_round().next_round().scalar(RISTRETTO255, "a", b"c"),
    ]
    assert len({value.value for value in values}) == len(values)
    assert ROOT.scalar(RISTRETTO255, "a", b"c").value % FAST.order != ROOT.scalar(FAST, "a", b"c").value
    blobs = [
        ROOT.salt("a", b"c"),
        ROOT.salt("a", b"d"),
        ROOT.seed("a", b"c"),
        ROOT.seed("b", b"c"),
        ROOT.seed("", b"ac"),
    ]
    assert len(set(blobs)) == len(blobs)
    assert all(len(blob) == 32 for blob in blobs)


def test_a_derived_scalar_is_never_zero() -> None:
    """In a group of five, one in five would be."""
    values = Counter(ROOT.scalar(TINY, "a", b"", index).value for index in range(400))
    assert set(values) == {1, 2, 3, 4}


def test_permutations_are_permutations_of_every_size() -> None:
    """From nothing to the largest deck."""
    for size in (0, 1, 2, 67, 128):
        assert sorted(ROOT.permutation("deck", b"", size)) == list(range(size))


def test_every_order_is_equally_likely() -> None:
    """Chi-square with 23 degrees of freedom; a fair one passes this bound all but once in 10^5 (fixed root)."""
    trials = 4_800
    seen = Counter(ROOT.permutation("deck", trial.to_bytes(4, "little"), 4) for trial in range(trials))
    expected = trials / 24
    assert sum((seen[order] - expected) ** 2 / expected for order in permutations(range(4))) < 63.0


def test_roots_of_later_rounds_follow_and_those_of_earlier_ones_are_gone() -> None:
    """What is saved after a round leads forward only."""
    roots = Roots(ROOT)
    assert roots.of(0).salt("a", b"") == ROOT.salt("a", b"")
    later = roots.since(2)
    assert later.of(2).salt("a", b"") == ROOT.next_round().next_round().salt("a", b"")
    assert later.of(3).salt("a", b"") == roots.of(3).salt("a", b"")
    with pytest.raises(LocalError):
        later.of(1)
    assert repr(later) == "Roots(<redacted>, oldest=2)"


def test_wrong_size_of_a_root_is_our_own_fault() -> None:
    """A root comes from the system's random numbers, never from a peer."""
    with pytest.raises(LocalError):
        Root(bytes(31))


def test_a_root_does_not_show_itself() -> None:
    """Neither as hexadecimal nor as bytes."""
    assert repr(ROOT) == "Root(<redacted>)"
