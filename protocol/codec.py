"""The canonical encoding of everything that travels: a strict part of MessagePack.

Values are nil, booleans, integers from 0 to 2^63-1, UTF-8 text, byte strings and arrays of values; every value has
exactly one encoding, the shortest. Maps, floats, negative numbers, extensions and longer forms do not exist. Limits
are checked before anything is allocated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar, Union

from protocol.errors import Invalid, LocalError, Reason

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Value: TypeAlias = Union[bool, int, str, bytes, "Sequence[Value]", None]
T = TypeVar("T")

MAX_SIZE: Final = 256 * 1024
"""Bytes of a whole encoding."""
MAX_DEPTH: Final = 16
"""Arrays inside one another."""
MAX_ITEMS: Final = 16_384
"""Values in a whole encoding, arrays included."""
MAX_INTEGER: Final = 2**63 - 1

_NIL, _FALSE, _TRUE = 0xC0, 0xC2, 0xC3
# For each type: the number of bytes that the length has behind each of its tags, shortest first.
_UNSIGNED: Final = {0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8}
_BINARY: Final = {0xC4: 1, 0xC5: 2, 0xC6: 4}
_TEXT: Final = {0xD9: 1, 0xDA: 2, 0xDB: 4}
_ARRAY: Final = {0xDC: 2, 0xDD: 4}


def encode(value: Value) -> bytes:
    """Return the canonical encoding; lists and tuples are arrays.

    Raises:
        LocalError: the value has a type, a number or a size that the encoding does not have.
    """
    output = bytearray()
    _encode(value, output, MAX_DEPTH)
    if len(output) > MAX_SIZE:
        raise LocalError("the value is too large to encode")
    return bytes(output)


def _encode(value: object, output: bytearray, depth: int) -> None:
    match value:
        case None:
            output.append(_NIL)
        case bool():
            output.append(_TRUE if value else _FALSE)
        case int() if 0 <= value <= MAX_INTEGER:
            _head(output, value, _UNSIGNED, 0x00, 0x80)
        case bytes():
            _head(output, len(value), _BINARY, 0x00, 0)
            output += value
        case str():
            data = value.encode()
            _head(output, len(data), _TEXT, 0xA0, 32)
            output += data
        case list() | tuple() if depth:
            _head(output, len(value), _ARRAY, 0x90, 16)
            for item in value:
                _encode(item, output, depth - 1)
        case _:
            raise LocalError(f"a {type(value).__name__} of this kind or depth has no encoding")


def _head(output: bytearray, number: int, tags: dict[int, int], small: int, below: int) -> None:
    """Append a number in the shortest form: in the tag itself if it is `below`, else behind the first tag it fits."""
    if number < below:
        output.append(small | number)
        return
    for tag, width in tags.items():
        if number < 1 << 8 * width:
            output.append(tag)
            output += number.to_bytes(width, "big")
            return
    raise LocalError("the value is too large to encode")


def decode(data: bytes) -> Value:
    """Return the value that the bytes are the canonical encoding of; arrays come as lists.

    Raises:
        Invalid: ENCODING; `check` says what is wrong with the bytes.
    """
    if len(data) > MAX_SIZE:
        raise Invalid(Reason.ENCODING, "size")
    decoder = _Decoder(data)
    value = decoder.value(MAX_DEPTH)
    if decoder.at != len(data):
        raise Invalid(Reason.ENCODING, "trailing bytes")
    return value


class _Decoder:
    """One pass over the bytes; every length is compared with what is left before it is used."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0
        self.items = 0

    def take(self, count: int) -> bytes:
        chunk = self.data[self.at : self.at + count]
        if len(chunk) != count:
            raise Invalid(Reason.ENCODING, "truncated")
        self.at += count
        return chunk

    def number(self, tag: int, tags: dict[int, int], small: int) -> int:
        """Read the number behind a tag; `small` is the first that does not fit a shorter form than the first tag's."""
        width = tags[tag]
        number = int.from_bytes(self.take(width), "big")
        # A width's numbers start where those of the next smaller width end.
        shortest = 1 << 8 * (width // 2) if width // 2 in tags.values() else small
        if number < shortest:
            raise Invalid(Reason.ENCODING, "not shortest")
        return number

    def value(self, depth: int) -> Value:  # noqa: PLR0911 - one return a type reads best
        tag = self.take(1)[0]
        if tag < 0x80:
            return tag
        if tag & 0xE0 == 0xA0:
            return self.text(tag & 0x1F)
        if tag & 0xF0 == 0x90:
            return self.array(tag & 0x0F, depth)
        if tag in _BINARY:
            return self.take(self.number(tag, _BINARY, 0))
        if tag in _UNSIGNED:
            return self.integer(tag)
        if tag in _TEXT:
            return self.text(self.number(tag, _TEXT, 32))
        if tag in _ARRAY:
            return self.array(self.number(tag, _ARRAY, 16), depth)
        return self.constant(tag)

    def constant(self, tag: int) -> bool | None:
        if tag == _NIL:
            return None
        if tag not in {_FALSE, _TRUE}:
            raise Invalid(Reason.ENCODING, "type")
        return tag == _TRUE

    def integer(self, tag: int) -> int:
        number = self.number(tag, _UNSIGNED, 0x80)
        if number > MAX_INTEGER:
            raise Invalid(Reason.ENCODING, "integer")
        return number

    def text(self, size: int) -> str:
        try:
            return self.take(size).decode()
        except UnicodeDecodeError:
            raise Invalid(Reason.ENCODING, "text") from None

    def array(self, count: int, depth: int) -> list[Value]:
        self.items += count
        if not depth:
            raise Invalid(Reason.ENCODING, "depth")
        if self.items > MAX_ITEMS:
            raise Invalid(Reason.ENCODING, "items")
        if count > len(self.data) - self.at:  # every value has at least one byte
            raise Invalid(Reason.ENCODING, "truncated")
        return [self.value(depth - 1) for _ in range(count)]


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


def nothing(value: object) -> None:
    """Refuse anything but nil: Invalid ENCODING."""
    if value is not None:
        raise Invalid(Reason.ENCODING, "nil")


def optional(value: object, read: Callable[[object], T]) -> T | None:
    """Return None for nil, else what `read` makes of the value."""
    return None if value is None else read(value)
