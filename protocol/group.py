"""Groups of prime order, their elements and scalars; ristretto255 (RFC 9496) is the one that the protocol uses.

An element is its canonical encoding: whoever holds an `Element` holds a valid one, since the only ways to get one are
decoding (which checks) and arithmetic. A group supplies a handful of operations on encodings; everything else is here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, overload

from protocol import backend
from protocol.errors import Invalid, LocalError, Reason
from protocol.framing import expand_message_xmd

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

WIDE_SIZE: Final = 64
"""Bytes of randomness that give a scalar or an element without noticeable bias."""


class Group(ABC):
    """A group of prime order.

    Attributes:
        name: identifies the group in every transcript.
        order: the prime number of its elements.
        element_size: bytes of an encoded element.
        scalar_size: bytes of an encoded scalar, little-endian.
        base: the generator that keys are multiples of.
        identity: the neutral element; never decoded.
    """

    name: str
    order: int
    element_size: int
    scalar_size: int
    base: Element
    identity: Element

    def element(self, data: bytes) -> Element:
        """Algorithm 5 (DecodeElement). Decode an element from outside.

        Raises:
            Invalid: POINT, for a wrong length, a non-canonical or foreign encoding, and the identity.
        """
        if len(data) != self.element_size:
            raise Invalid(Reason.POINT, "length")
        if data == self.identity.data or not self.is_valid(data):
            raise Invalid(Reason.POINT, "encoding")
        return Element(self, data)

    def elements(self, data: bytes, count: int) -> tuple[Element, ...]:
        """Decode exactly `count` concatenated elements; errors as in `element`."""
        size = self.element_size
        if len(data) != count * size:
            raise Invalid(Reason.POINT, "length")
        return tuple(self.element(data[at : at + size]) for at in range(0, len(data), size))

    def scalar(self, value: int) -> Scalar:
        """Return an integer modulo the order."""
        return Scalar(self, value % self.order)

    def decode_scalar(self, data: bytes) -> Scalar:
        """Algorithm 6 (DecodeScalar). Decode a scalar from outside.

        Raises:
            Invalid: SCALAR, for a wrong length and for a number that is not below the order.
        """
        if len(data) != self.scalar_size:
            raise Invalid(Reason.SCALAR, "length")
        value = int.from_bytes(data, "little")
        if value >= self.order:
            raise Invalid(Reason.SCALAR, "range")
        return Scalar(self, value)

    def decode_scalars(self, data: bytes, count: int) -> tuple[Scalar, ...]:
        """Decode exactly `count` concatenated scalars; errors as in `decode_scalar`."""
        size = self.scalar_size
        if len(data) != count * size:
            raise Invalid(Reason.SCALAR, "length")
        return tuple(self.decode_scalar(data[at : at + size]) for at in range(0, len(data), size))

    def scalar_from_wide(self, data: bytes) -> Scalar:
        """Algorithm 7 (ReduceScalar). Reduce uniform bytes, at least 16 more than a scalar has, to a scalar."""
        if len(data) < self.scalar_size + 16:
            raise LocalError("too few bytes for an unbiased scalar")
        return Scalar(self, int.from_bytes(data, "little") % self.order)

    def hash_to_element(self, label: bytes, message: bytes) -> Element:
        """Algorithm 4 (HashToElement). Return an element of unknown discrete logarithm (RFC 9380, hash_to_group).

        Args:
            label: domain separation tag, 1 to 255 bytes.
            message: what is hashed.
        """
        return Element(self, self.map_to_element(expand_message_xmd(message, label, WIDE_SIZE)))

    def dot(self, scalars: Sequence[Scalar], elements: Sequence[Element]) -> Element:
        """Return the sum of products; both sequences have the same length.

        The sum starts with the first product: adding it to the identity would cost an addition.
        """
        total: bytes | None = None
        multiply, add = self.multiply, self.add
        for scalar, element in zip(scalars, elements, strict=True):
            product = multiply(scalar.value, element.data)
            total = product if total is None else add(total, product)
        return self.identity if total is None else Element(self, total)

    def sum(self, elements: Iterable[Element]) -> Element:
        """Return the sum; of none, the identity."""
        total: bytes | None = None
        for element in elements:
            total = element.data if total is None else self.add(total, element.data)
        return self.identity if total is None else Element(self, total)

    @abstractmethod
    def is_valid(self, data: bytes) -> bool:
        """Return whether bytes of the right length are the canonical encoding of an element."""

    @abstractmethod
    def add(self, left: bytes, right: bytes) -> bytes:
        """Return the encoding of left + right."""

    @abstractmethod
    def subtract(self, left: bytes, right: bytes) -> bytes:
        """Return the encoding of left - right."""

    @abstractmethod
    def multiply(self, scalar: int, point: bytes) -> bytes:
        """Return the encoding of scalar * point, for 0 <= scalar < order."""

    @abstractmethod
    def map_to_element(self, wide: bytes) -> bytes:
        """Return the encoding of the element, not the identity, that 64 uniform bytes map to."""

    def __repr__(self) -> str:
        return self.name


class Element:
    """A member of a group. Equality and hash are those of the encoding."""

    __slots__ = ("data", "group")

    def __init__(self, group: Group, data: bytes) -> None:
        """Wrap an encoding that is known to be valid; data from outside goes through `Group.element`."""
        self.group: Final = group
        self.data: Final = data

    def encode(self) -> bytes:
        """Return the canonical encoding, `group.element_size` bytes."""
        return self.data

    @property
    def is_identity(self) -> bool:
        """Whether this is the neutral element."""
        return self.data == self.group.identity.data

    def __add__(self, other: Element) -> Element:
        _same_group(self, other)
        return Element(self.group, self.group.add(self.data, other.data))

    def __sub__(self, other: Element) -> Element:
        _same_group(self, other)
        return Element(self.group, self.group.subtract(self.data, other.data))

    def __neg__(self) -> Element:
        return Element(self.group, self.group.subtract(self.group.identity.data, self.data))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Element) and self.data == other.data and self.group is other.group

    def __hash__(self) -> int:
        return hash(self.data)

    def __repr__(self) -> str:
        return f"Element({self.data.hex()})"


class Scalar:
    """A number modulo the group's order. Mostly a secret, so that `repr` does not show it."""

    __slots__ = ("group", "value")

    def __init__(self, group: Group, value: int) -> None:
        """Wrap a number that is known to be reduced; others go through `Group.scalar`."""
        self.group: Final = group
        self.value: Final = value

    def encode(self) -> bytes:
        """Return the canonical encoding, `group.scalar_size` bytes, little-endian."""
        return self.value.to_bytes(self.group.scalar_size, "little")

    def __add__(self, other: Scalar) -> Scalar:
        _same_group(self, other)
        return Scalar(self.group, (self.value + other.value) % self.group.order)

    def __sub__(self, other: Scalar) -> Scalar:
        _same_group(self, other)
        return Scalar(self.group, (self.value - other.value) % self.group.order)

    def __neg__(self) -> Scalar:
        return Scalar(self.group, -self.value % self.group.order)

    @overload
    def __mul__(self, other: Scalar) -> Scalar: ...

    @overload
    def __mul__(self, other: Element) -> Element: ...

    def __mul__(self, other: Scalar | Element) -> Scalar | Element:
        _same_group(self, other)
        if isinstance(other, Element):
            return Element(self.group, self.group.multiply(self.value, other.data))
        return Scalar(self.group, self.value * other.value % self.group.order)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scalar) and self.value == other.value and self.group is other.group

    def __hash__(self) -> int:
        return hash((Scalar, self.value))

    def __repr__(self) -> str:
        return "Scalar(<redacted>)"


def _same_group(left: Any, right: Any) -> None:  # noqa: ANN401 - any two of elements and scalars
    if left.group is not right.group:
        raise LocalError("values of two different groups do not mix")


class Ristretto255(Group):
    """ristretto255 (RFC 9496); libsodium is loaded when the first operation needs it."""

    def __init__(self) -> None:
        self.name = "ristretto255"
        self.order = backend.ORDER
        self.element_size = backend.ELEMENT_SIZE
        self.scalar_size = backend.SCALAR_SIZE
        self.identity = Element(self, backend.IDENTITY)
        self.base = Element(self, backend.BASE)

    @cached_property
    def _sodium(self) -> backend.Sodium:
        return backend.load()

    def is_valid(self, data: bytes) -> bool:
        """See `Group.is_valid`."""
        return self._sodium.is_valid(data)

    def add(self, left: bytes, right: bytes) -> bytes:
        """See `Group.add`."""
        return self._sodium.add(left, right)

    def subtract(self, left: bytes, right: bytes) -> bytes:
        """See `Group.subtract`."""
        return self._sodium.subtract(left, right)

    def multiply(self, scalar: int, point: bytes) -> bytes:
        """See `Group.multiply`; a multiple of the base costs a third."""
        if scalar == 0 or point == backend.IDENTITY:
            return backend.IDENTITY
        if point == backend.BASE:
            return self._sodium.multiply_base(scalar.to_bytes(backend.SCALAR_SIZE, "little"))
        return self._sodium.multiply(scalar.to_bytes(backend.SCALAR_SIZE, "little"), point)

    def map_to_element(self, wide: bytes) -> bytes:
        """See `Group.map_to_element` (ristretto255_XMD:SHA-512_R255MAP_RO_)."""
        return self._sodium.from_hash(wide)


RISTRETTO255: Final = Ristretto255()
