"""The group of the protocol and the toy groups behind the same interface."""

from __future__ import annotations

import hashlib

import pytest

from protocol.errors import Invalid, LocalError, Reason
from protocol.group import RISTRETTO255, Element, Group
from tests.helpers import vectors
from tests.helpers.toy_groups import FAST, TINY

VECTORS = vectors.load("ristretto255")
GROUPS = pytest.mark.parametrize("group", [RISTRETTO255, FAST, TINY], ids=repr)


@pytest.mark.parametrize("index", range(1, 16))
def test_published_multiples_of_the_base_come_out(index: int) -> None:
    """RFC 9496, A.1: by adding, by the fast path of the base and by general multiplication."""
    expected = RISTRETTO255.element(bytes.fromhex(VECTORS["multiples"][index]))
    base = RISTRETTO255.base
    assert RISTRETTO255.sum([base] * index) == expected
    assert RISTRETTO255.scalar(index) * base == expected
    # 2k times half the base, so that the point is not the base.
    half = RISTRETTO255.scalar(pow(2, -1, RISTRETTO255.order)) * base
    assert RISTRETTO255.scalar(2 * index) * half == expected


@pytest.mark.parametrize("case", VECTORS["bad_encodings"], ids=lambda case: f"{case['why']} {case['encoding'][:6]}")
def test_published_bad_encodings_are_refused(case: dict[str, str]) -> None:
    """RFC 9496, A.2."""
    with pytest.raises(Invalid) as failure:
        RISTRETTO255.element(bytes.fromhex(case["encoding"]))
    assert failure.value.reason is Reason.POINT


@pytest.mark.parametrize("index", range(1, 16))
def test_second_encodings_of_an_element_are_refused(index: int) -> None:
    """Libsodium 1.0.18 ignores bit 255 and thus takes the first of these; the other two are above the field's prime."""
    s = int.from_bytes(bytes.fromhex(VECTORS["multiples"][index]), "little")
    p = 2**255 - 19
    for second in (s | 1 << 255, 2 * p - s, s + p):
        with pytest.raises(Invalid) as failure:
            RISTRETTO255.element(second.to_bytes(32, "little"))
        assert failure.value.reason is Reason.POINT


@pytest.mark.parametrize("case", VECTORS["hashes"], ids=lambda case: str(case["input"])[:20])
def test_published_hashes_map_to_their_elements(case: dict[str, str]) -> None:
    """RFC 9496, A.3."""
    wide = hashlib.sha512(case["input"].encode()).digest()
    assert RISTRETTO255.map_to_element(wide).hex() == case["element"]


@GROUPS
def test_identity_is_refused_from_outside_and_good_inside(group: Group) -> None:
    """Arithmetic reaches the identity, decoding never does."""
    base, zero, one = group.base, group.scalar(0), group.scalar(1)
    for identity in (zero * base, base - base, one * group.identity, base + -base, group.sum([]), group.dot([], [])):
        assert identity.is_identity
        assert identity == group.identity
    assert zero * (base + base) == group.identity
    assert group.identity + base == base
    assert base - group.identity == base
    assert group.scalar(group.order - 1) * base + base == group.identity
    with pytest.raises(Invalid) as failure:
        group.element(group.identity.encode())
    assert failure.value.reason is Reason.POINT


@GROUPS
def test_arithmetic_obeys_the_laws_of_a_group(group: Group) -> None:
    """Sums of products agree however they are computed."""
    a, b = group.scalar(3), group.scalar(4)
    p, q = group.hash_to_element(b"label", b"p"), group.hash_to_element(b"label", b"q")
    assert a * p + b * p == (a + b) * p
    assert (a * b) * p == a * (b * p)
    assert a * (p + q) == a * p + a * q
    assert a * p - b * p == (a - b) * p
    assert -a * p == -(a * p)
    assert group.dot([a, b], [p, q]) == a * p + b * q
    assert group.sum([p, q, p]) == p + q + p
    assert group.hash_to_element(b"label", b"p") == p


@GROUPS
def test_wrong_lengths_are_refused(group: Group) -> None:
    """Nothing is read past the end and nothing is ignored."""
    base, two = group.base.encode(), group.scalar(2).encode()
    for data in (b"", base[:-1], base + b"\0"):
        with pytest.raises(Invalid) as failure:
            group.element(data)
        assert failure.value.reason is Reason.POINT
        with pytest.raises(Invalid):
            group.elements(data, 1)
    for data in (b"", two[:-1], two + b"\0"):
        with pytest.raises(Invalid) as failure:
            group.decode_scalar(data)
        assert failure.value.reason is Reason.SCALAR
        with pytest.raises(Invalid):
            group.decode_scalars(data, 1)
    assert group.elements(base + base, 2) == (group.base, group.base)
    assert group.decode_scalars(two + two, 2) == (group.scalar(2), group.scalar(2))


@GROUPS
def test_scalars_at_or_above_the_order_are_refused(group: Group) -> None:
    """The library would take them, and ignore the highest bit."""
    size = group.scalar_size
    assert group.decode_scalar((group.order - 1).to_bytes(size, "little")).value == group.order - 1
    for value in (group.order, group.order + 1, 2 ** (8 * size - 1) | 1, 2 ** (8 * size) - 1):
        with pytest.raises(Invalid) as failure:
            group.decode_scalar(value.to_bytes(size, "little"))
        assert failure.value.reason is Reason.SCALAR


@GROUPS
def test_wide_bytes_reduce_to_a_scalar(group: Group) -> None:
    """Little-endian, modulo the order; too few bytes would be biased."""
    data = bytes(range(64))
    assert group.scalar_from_wide(data).value == int.from_bytes(data, "little") % group.order
    with pytest.raises(LocalError):
        group.scalar_from_wide(bytes(group.scalar_size + 15))


def test_values_of_two_groups_do_not_mix() -> None:
    """Each of the operators refuses."""
    for operation in (
        lambda: FAST.base + TINY.base,
        lambda: FAST.base - TINY.base,
        lambda: FAST.scalar(1) * TINY.base,
        lambda: FAST.scalar(1) + TINY.scalar(1),
        lambda: FAST.scalar(1) - TINY.scalar(1),
        lambda: FAST.scalar(1) * TINY.scalar(1),
    ):
        with pytest.raises(LocalError):
            operation()
    assert FAST.identity != TINY.identity
    assert FAST.scalar(1) != TINY.scalar(1)


def test_a_scalar_does_not_show_itself() -> None:
    """Scalars are mostly secret and end up in tracebacks."""
    assert "12345" not in repr(RISTRETTO255.scalar(12345))


def test_elements_serve_as_keys_of_a_dictionary() -> None:
    """Equality and hash are those of the encoding."""
    found = {RISTRETTO255.scalar(number) * RISTRETTO255.base: number for number in range(1, 9)}
    assert found[RISTRETTO255.element(bytes.fromhex(VECTORS["multiples"][5]))] == 5


def test_tiny_group_is_what_it_says() -> None:
    """The five squares modulo 11."""
    members: set[Element] = {TINY.scalar(number) * TINY.base for number in range(5)}
    assert members == {TINY.of(value) for value in (1, 3, 4, 5, 9)}
    for value in (0, 2, 6, 7, 8, 10):
        with pytest.raises(Invalid):
            TINY.element(bytes([value]))
