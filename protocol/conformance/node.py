"""Reading JSON that may be anybody's: everything is bounded, and what is wrong is told with its place."""

from __future__ import annotations

import base64
import json
import re
from typing import Any, Final, NoReturn

from protocol.errors import Invalid
from protocol.group import RISTRETTO255, Element, Scalar

MAX_BYTES: Final = 2 << 20
MAX_DEPTH: Final = 32
MAX_ITEMS: Final = 4096
MAX_TEXT: Final = 2000
MAX_BLOB: Final = 256 * 1024
MAX_NUMBER: Final = 2**53 - 1
"""Greatest number that every JSON reader takes as it is written."""

_TOKEN: Final = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]{}]')
_HEX: Final = re.compile(r"(?:[0-9a-f]{2})*")


class Unreadable(Exception):
    """A file, or a part of it, is not in the format; says where."""

    def __init__(self, place: str, message: str) -> None:
        super().__init__(f"{place}: {message}" if place else message)
        self.place = place


class Node:
    """A JSON value and its place in the file; every reading of it is checked and raises `Unreadable`."""

    def __init__(self, value: Any, place: str = "") -> None:  # noqa: ANN401 - any JSON value
        self.value = value
        self.place = place
        self._read: set[str] = set()

    def fail(self, message: str) -> NoReturn:
        """Refuse the value."""
        raise Unreadable(self.place, message)

    def has(self, name: str) -> bool:
        """Return whether an object has a field."""
        return isinstance(self.value, dict) and name in self.value

    def __getitem__(self, name: str) -> Node:
        """Return a field that an object must have."""
        if not isinstance(self.value, dict):
            self.fail("an object is expected")
        if name not in self.value:
            self.fail(f"the field `{name}` is missing")
        self._read.add(name)
        return Node(self.value[name], f"{self.place}.{name}".lstrip("."))

    def finish(self) -> None:
        """Refuse the first field of an object that nobody has read."""
        for name in self.value if isinstance(self.value, dict) else ():
            if name not in self._read:
                self.fail(f"there is no field {name[:64]!r} here")

    def items(self, most: int = MAX_ITEMS) -> list[Node]:
        """Return the values of a list."""
        if not isinstance(self.value, list) or len(self.value) > most:
            self.fail(f"a list of at most {most} values is expected")
        return [Node(item, f"{self.place}[{index}]") for index, item in enumerate(self.value)]

    def fields(self, most: int = MAX_ITEMS) -> dict[str, Node]:
        """Return the fields of an object whose names are data."""
        if not isinstance(self.value, dict) or len(self.value) > most:
            self.fail(f"an object of at most {most} fields is expected")
        return {name: self[name] for name in self.value}

    def text(self, most: int = MAX_TEXT) -> str:
        """Return a string."""
        if not isinstance(self.value, str) or len(self.value) > most:
            self.fail(f"a string of at most {most} characters is expected")
        return self.value

    def number(self, low: int, high: int) -> int:
        """Return an integer from `low` to `high`, both included."""
        if type(self.value) is not int or not low <= self.value <= high:
            self.fail(f"a number from {low} to {high} is expected")
        return int(self.value)

    def flag(self) -> bool:
        """Return true or false."""
        if not isinstance(self.value, bool):
            self.fail("true or false is expected")
        return self.value

    def blob(self, size: int | None = None) -> bytes:
        """Return bytes that are written in lower-case hexadecimal; exactly `size` of them if it is given."""
        if not isinstance(self.value, str) or len(self.value) > 2 * MAX_BLOB or not _HEX.fullmatch(self.value):
            self.fail("bytes in lower-case hexadecimal are expected")
        data = bytes.fromhex(self.value)
        if size is not None and len(data) != size:
            self.fail(f"{size} bytes are expected")
        return data

    def blobs(self, size: int | None = None, most: int = MAX_ITEMS) -> list[bytes]:
        """Return a list of byte strings."""
        return [item.blob(size) for item in self.items(most)]

    def base64(self) -> bytes:
        """Return bytes that are written in base64, in its one form with padding."""
        text = self.text(MAX_BLOB * 4 // 3)
        try:
            data = base64.b64decode(text, validate=True)
        except ValueError:
            self.fail("bytes in base64 are expected")
        if base64.b64encode(data).decode() != text:
            self.fail("bytes in base64 are expected, with zero bits behind the last of them")
        return data

    def element(self) -> Element:
        """Return a group element; the identity is one."""
        data = self.blob(32)
        try:
            return RISTRETTO255.element(data) if any(data) else RISTRETTO255.identity
        except Invalid:
            self.fail("the encoding of a group element is expected")

    def elements(self, most: int = MAX_ITEMS) -> tuple[Element, ...]:
        """Return a list of group elements."""
        return tuple(item.element() for item in self.items(most))

    def scalar(self) -> Scalar:
        """Return a scalar."""
        try:
            return RISTRETTO255.decode_scalar(self.blob(32))
        except Invalid:
            self.fail("the encoding of a scalar is expected")

    def scalars(self, most: int = MAX_ITEMS) -> tuple[Scalar, ...]:
        """Return a list of scalars."""
        return tuple(item.scalar() for item in self.items(most))


def parse(data: bytes) -> Node:
    """Return the JSON value that these bytes are; raise `Unreadable` if they are none or break a limit."""
    if len(data) > MAX_BYTES:
        raise Unreadable("", f"the file has more than {MAX_BYTES} bytes")
    depth = 0
    for token in _TOKEN.finditer(data):
        depth += {b"[": 1, b"{": 1, b"]": -1, b"}": -1}.get(token[0], 0)
        if depth > MAX_DEPTH:
            raise Unreadable(f"byte {token.start()}", f"nested more than {MAX_DEPTH} deep")
    try:
        return Node(
            json.loads(
                data.decode(),
                object_pairs_hook=_without_doubles,
                parse_float=_no_such_number,
                parse_constant=_no_such_number,
            )
        )
    except (ValueError, RecursionError) as error:
        raise Unreadable("", f"not JSON in UTF-8 as it is read here: {error}") from None


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("an object gives a field twice")
    return found


def _no_such_number(text: str) -> NoReturn:
    raise ValueError(f"{text[:64]} is not an integer")
