"""The canonical encoding of everything that travels: a strict part of MessagePack.

Values are nil, booleans, integers from 0 to 2^63-1, UTF-8 text, byte strings and arrays of values; every value has
exactly one encoding, the shortest. Maps, floats, negative numbers, extensions and longer forms do not exist. Limits
are checked before anything is allocated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar, Union

import msgpack

from protocol.errors import Invalid, LocalError, Reason

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Value: TypeAlias = Union[bool, int, str, bytes, "Sequence[Value]", None]
T = TypeVar("T")

MAX_SIZE: Final = 256 * 1024
"""Bytes of a whole encoding."""
MAX_DEPTH: Final = 16
"""Arrays inside one another."""
MAX_ARRAY: Final = 1024
"""Values in one array."""
MAX_INTEGER: Final = 2**63 - 1
_LEAVES: Final = frozenset({type(None), bool, bytes, str})


def encode(value: Value) -> bytes:
    """Algorithm 12 (Encode). Return the canonical encoding; lists and tuples are arrays.

    Raises:
        LocalError: the value has a type, a number or a size that the encoding does not have.
    """
    fault = _fault(value, MAX_DEPTH)
    if fault is not None:
        raise LocalError(f"the value has no encoding: {fault}")
    data = _pack(value)
    if len(data) > MAX_SIZE:
        raise LocalError("the value is too large to encode")
    return data


def decode(data: bytes) -> Value:
    """Algorithm 13 (Decode). Return the value that the bytes are the canonical encoding of; arrays come as lists.

    Raises:
        Invalid: ENCODING; `check` says what is wrong with the bytes.
    """
    if len(data) > MAX_SIZE:
        raise Invalid(Reason.ENCODING, "size")
    try:
        value: Value = msgpack.unpackb(data, raw=False, max_array_len=MAX_ARRAY, max_map_len=0, max_ext_len=0)
    except ValueError:  # all errors of the unpacker, broken UTF-8 among them
        raise Invalid(Reason.ENCODING, "malformed") from None
    fault = _fault(value, MAX_DEPTH)
    if fault is not None:
        raise Invalid(Reason.ENCODING, fault)
    if _pack(value) != data:
        raise Invalid(Reason.ENCODING, "not canonical")
    return value


def _pack(value: Value) -> bytes:
    try:
        data: bytes = msgpack.packb(value)
    except UnicodeEncodeError:
        raise LocalError("the value has no encoding: text") from None
    return data


def _fault(value: object, depth: int) -> str | None:
    """Return what keeps a value from being one of the encoding; None if nothing does."""
    if type(value) in _LEAVES:
        return None
    if type(value) is int:
        return None if 0 <= value <= MAX_INTEGER else "integer"
    if type(value) is not list and type(value) is not tuple:  # the unpacker's extension type is a kind of tuple
        return "type"
    if not depth or len(value) > MAX_ARRAY:
        return "depth" if not depth else "items"
    for item in value:
        fault = _fault(item, depth - 1)
        if fault is not None:
            return fault
    return None


def array(value: object, size: int) -> list[Value]:
    """Return a decoded value that must be an array of exactly `size` values; else Invalid ENCODING."""
    if not isinstance(value, list) or len(value) != size:
        raise Invalid(Reason.ENCODING, "array")
    return value


def array_upto(value: object, most: int) -> list[Value]:
    """Return a decoded value that must be an array of at most `most` values; else Invalid ENCODING."""
    if not isinstance(value, list) or len(value) > most:
        raise Invalid(Reason.ENCODING, "array")
    return value


def blob(value: object, size: int) -> bytes:
    """Return a decoded value that must be exactly `size` bytes; else Invalid ENCODING."""
    if not isinstance(value, bytes) or len(value) != size:
        raise Invalid(Reason.ENCODING, "bytes")
    return value


def blob_upto(value: object, most: int) -> bytes:
    """Return a decoded value that must be at most `most` bytes; else Invalid ENCODING."""
    if not isinstance(value, bytes) or len(value) > most:
        raise Invalid(Reason.ENCODING, "bytes")
    return value


def integer(value: object, low: int, high: int) -> int:
    """Return a decoded value that must be an integer from `low` to `high`, both included; else Invalid ENCODING."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise Invalid(Reason.ENCODING, "integer")
    return value


def boolean(value: object) -> bool:
    """Return a decoded value that must be a boolean; else Invalid ENCODING."""
    if not isinstance(value, bool):
        raise Invalid(Reason.ENCODING, "boolean")
    return value


def text(value: object, most: int) -> str:
    """Return a decoded value that must be text of at most `most` characters; else Invalid ENCODING."""
    if not isinstance(value, str) or len(value) > most:
        raise Invalid(Reason.ENCODING, "text")
    return value


def utf8(value: object, most: int) -> str:
    """Return a decoded value that must be text of at most `most` bytes of UTF-8; else Invalid ENCODING."""
    if not isinstance(value, str) or len(value.encode()) > most:
        raise Invalid(Reason.ENCODING, "text")
    return value


def nothing(value: object) -> None:
    """Refuse anything but nil: Invalid ENCODING."""
    if value is not None:
        raise Invalid(Reason.ENCODING, "nil")


def optional(value: object, read: Callable[[object], T]) -> T | None:
    """Return None for nil, else what `read` makes of the value."""
    return None if value is None else read(value)
