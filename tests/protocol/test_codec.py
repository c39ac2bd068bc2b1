"""The canonical encoding: one form a value, and hostile bytes refused before they cost anything."""

from __future__ import annotations

import tracemalloc
from typing import TypeAlias

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import codec
from protocol.errors import Invalid, LocalError, Reason

Nested: TypeAlias = bool | int | str | bytes | list["Nested"] | None

LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(0, codec.MAX_INTEGER)
    | st.text(max_size=40)
    | st.binary(max_size=40)
    | st.sampled_from([127, 128, 255, 256, 2**16 - 1, 2**16, 2**32 - 1, 2**32, codec.MAX_INTEGER])
)
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=20), max_leaves=40)

REFUSED = {
    "nothing": ("", "malformed"),
    "trailing bytes": ("c0c0", "malformed"),
    "truncated integer": ("cd01", "malformed"),
    "truncated bytes": ("c40201", "malformed"),
    "truncated array": ("9201", "malformed"),
    "truncated head": ("dc00", "malformed"),
    "7 in two bytes": ("cc07", "not canonical"),
    "127 in two bytes": ("cc7f", "not canonical"),
    "255 in three bytes": ("cd00ff", "not canonical"),
    "65535 in five bytes": ("ce0000ffff", "not canonical"),
    "2^32-1 in nine bytes": ("cf00000000ffffffff", "not canonical"),
    "short text with a long head": ("d90161", "not canonical"),
    "text of 32 with a longer head": ("da0020" + "61" * 32, "not canonical"),
    "bytes with a longer head": ("c5000161", "not canonical"),
    "bytes with the longest head": ("c60000000161", "not canonical"),
    "short array with a long head": ("dc000101", "not canonical"),
    "array with the longest head": ("dd0000000101", "not canonical"),
    "2^63": ("cf8000000000000000", "integer"),
    "negative fixint": ("ff", "integer"),
    "negative int8": ("d080", "integer"),
    "negative int64": ("d38000000000000000", "integer"),
    "float": ("ca00000000", "type"),
    "double": ("cb0000000000000000", "type"),
    "empty map": ("80", "type"),
    "map": ("810102", "malformed"),
    "long map": ("de0000", "type"),
    "extension": ("d40101", "malformed"),
    "long extension": ("c7000a", "type"),
    "the tag that is never used": ("c1", "malformed"),
    "overlong UTF-8": ("a2c080", "malformed"),
    "surrogate": ("a3eda080", "malformed"),
    "broken UTF-8": ("a1ff", "malformed"),
    "too deep": ("91" * codec.MAX_DEPTH + "90", "depth"),
    "a million elements": ("dd000f4240", "malformed"),
    "2^32-1 elements": ("ddffffffff", "malformed"),
    "4 GiB of bytes": ("c6ffffffff", "malformed"),
    "4 GiB of text": ("dbffffffff", "malformed"),
}


@given(VALUES)
def test_encoding_is_the_shortest_msgpack_and_reads_back(value: Nested) -> None:
    """An independent implementation makes the same bytes."""
    data = codec.encode(value)
    assert data == msgpack.packb(value)
    assert codec.decode(data) == value


@pytest.mark.parametrize("size", [0, 15, 16, 31, 32, 255, 256, 65_535, 65_536])
def test_heads_change_where_the_sizes_say(size: int) -> None:
    """Around every boundary of text, bytes and (as far as they may be long) arrays."""
    for value in ("a" * size, b"a" * size, [0] * min(size, codec.MAX_ARRAY)):
        data = codec.encode(value)
        assert data == msgpack.packb(value)
        assert codec.decode(data) == value


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_not_canonical_is_refused(case: str) -> None:
    """Every other form, every other type, every length that is not there."""
    data, check = REFUSED[case]
    with pytest.raises(Invalid) as failure:
        codec.decode(bytes.fromhex(data))
    assert (failure.value.reason, failure.value.check) == (Reason.ENCODING, check)


@given(st.binary(max_size=64))
def test_whatever_is_accepted_encodes_to_the_same_bytes(data: bytes) -> None:
    """There is no second encoding of anything."""
    try:
        value = codec.decode(data)
    except Invalid:
        return
    assert codec.encode(value) == data


@given(VALUES, st.data())
def test_changed_bytes_mean_another_value_or_nothing(value: Nested, data: st.DataObject) -> None:
    """No change of a byte is overlooked."""
    encoded = bytearray(codec.encode(value))
    at = data.draw(st.integers(0, len(encoded) - 1))
    encoded[at] ^= data.draw(st.integers(1, 255))
    try:
        changed = codec.decode(bytes(encoded))
    except Invalid:
        return
    assert codec.encode(changed) == bytes(encoded) != codec.encode(value)


def test_hostile_heads_cost_little_memory() -> None:
    """Nested arrays that each promise many elements: the unpacker's own depth bounds what it sets aside for them."""
    bomb = b"\xdc\x03\xff" * 1000
    tracemalloc.start()
    try:
        for data in (bomb, b"\xdd\x00\x0f\x42\x40" + bytes(1000), b"\xc6\x7f\xff\xff\xff", b"\x91" * 2000):
            with pytest.raises(Invalid):
                codec.decode(data)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 10_000_000


def test_an_array_has_a_largest_size() -> None:
    """Both ways."""
    fits = [0] * codec.MAX_ARRAY
    assert codec.decode(codec.encode(fits)) == fits
    with pytest.raises(LocalError):
        codec.encode([*fits, 0])
    with pytest.raises(Invalid) as failure:
        codec.decode(msgpack.packb([*fits, 0]))
    assert failure.value.check == "malformed"


def test_size_is_limited_both_ways() -> None:
    """A whole encoding has at most 256 KiB."""
    largest = bytes(codec.MAX_SIZE - 5)
    assert codec.decode(codec.encode(largest)) == largest
    with pytest.raises(LocalError):
        codec.encode(largest + b"\0")
    with pytest.raises(Invalid) as failure:
        codec.decode(b"\xc6" + (codec.MAX_SIZE - 4).to_bytes(4, "big") + bytes(codec.MAX_SIZE - 4))
    assert failure.value.check == "size"


@pytest.mark.parametrize("value", [-1, 2**63, 1.0, {}, {1}, bytearray(b"a"), [[{}]]], ids=repr)
def test_what_has_no_encoding_is_our_own_fault(value: object) -> None:
    """Types and numbers outside the encoding."""
    with pytest.raises(LocalError):
        codec.encode(value)  # type: ignore[arg-type]


def test_too_deep_a_value_is_our_own_fault() -> None:
    """The depth that may be read is the depth that may be written."""
    value: Nested = []
    for _ in range(codec.MAX_DEPTH - 1):
        value = [value]
    assert codec.decode(codec.encode(value)) == value
    with pytest.raises(LocalError):
        codec.encode([value])


def test_readers_return_what_has_the_right_shape() -> None:
    """Each helper passes the value through."""
    assert codec.array([1, 2], 2) == [1, 2]
    assert codec.array_upto([1, 2], 3) == [1, 2]
    assert codec.blob(b"ab", 2) == b"ab"
    assert codec.blob_upto(b"ab", 3) == b"ab"
    assert codec.integer(5, 5, 5) == 5
    assert codec.boolean(False) is False
    assert codec.text("ab", 2) == "ab"
    codec.nothing(None)
    assert codec.optional(None, codec.boolean) is None
    assert codec.optional(True, codec.boolean) is True


@pytest.mark.parametrize(
    ("read", "check"),
    [
        (lambda: codec.array([1], 2), "array"),
        (lambda: codec.array(b"ab", 2), "array"),
        (lambda: codec.array_upto([1, 2], 1), "array"),
        (lambda: codec.array_upto("a", 1), "array"),
        (lambda: codec.blob(b"a", 2), "bytes"),
        (lambda: codec.blob("ab", 2), "bytes"),
        (lambda: codec.blob_upto(b"ab", 1), "bytes"),
        (lambda: codec.blob_upto(None, 1), "bytes"),
        (lambda: codec.integer(4, 5, 6), "integer"),
        (lambda: codec.integer(7, 5, 6), "integer"),
        (lambda: codec.integer(True, 0, 1), "integer"),
        (lambda: codec.integer("1", 0, 1), "integer"),
        (lambda: codec.boolean(1), "boolean"),
        (lambda: codec.text("abc", 2), "text"),
        (lambda: codec.text(b"ab", 2), "text"),
        (lambda: codec.optional(1, codec.boolean), "boolean"),
        (lambda: codec.nothing(False), "nil"),
    ],
    ids=range(17),
)
def test_readers_refuse_every_other_shape(read: object, check: str) -> None:
    """Wrong type, wrong size, wrong range; a boolean is no integer."""
    with pytest.raises(Invalid) as failure:
        read()  # type: ignore[operator]
    assert (failure.value.reason, failure.value.check) == (Reason.ENCODING, check)
