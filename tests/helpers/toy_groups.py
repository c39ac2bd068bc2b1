"""Small groups behind the same interface: fast ones for simulations, tiny ones for values computed by hand.

Both are the squares modulo a safe prime p = 2q + 1. They exist in the tests only and cannot be chosen at run time.
"""

from __future__ import annotations

from functools import lru_cache

from protocol.group import Element, Group


@lru_cache(maxsize=1 << 17)
def _power(value: int, exponent: int, p: int) -> int:
    """Return a power modulo p; all members of a table compute the same ones when they check the same proof."""
    return pow(value, exponent, p)


class SafePrimeGroup(Group):
    """The subgroup of order q in the multiplicative group modulo p = 2q + 1, written additively."""

    def __init__(self, name: str, p: int, base: int) -> None:
        self.name = name
        self.p = p
        self.order = (p - 1) // 2
        self.element_size = (p.bit_length() + 7) // 8
        self.scalar_size = (self.order.bit_length() + 7) // 8
        self.identity = self.of(1)
        self.base = self.of(base)

    def of(self, value: int) -> Element:
        """Return the element that a number stands for."""
        return Element(self, self._encode(value))

    def is_valid(self, data: bytes) -> bool:
        """See `Group.is_valid`."""
        value = int.from_bytes(data, "big")
        return 0 < value < self.p and _power(value, self.order, self.p) == 1

    def add(self, left: bytes, right: bytes) -> bytes:
        """See `Group.add`."""
        return self._encode(int.from_bytes(left, "big") * int.from_bytes(right, "big") % self.p)

    def subtract(self, left: bytes, right: bytes) -> bytes:
        """See `Group.subtract`."""
        return self._encode(int.from_bytes(left, "big") * pow(int.from_bytes(right, "big"), -1, self.p) % self.p)

    def multiply(self, scalar: int, point: bytes) -> bytes:
        """See `Group.multiply`."""
        return self._encode(_power(int.from_bytes(point, "big"), scalar, self.p))

    def map_to_element(self, wide: bytes) -> bytes:
        """Square a number from 2 to p - 2: never the identity."""
        return self._encode((int.from_bytes(wide, "big") % (self.p - 3) + 2) ** 2 % self.p)

    def _encode(self, value: int) -> bytes:
        return value.to_bytes(self.element_size, "big")


FAST = SafePrimeGroup("toy-61", 2305843009213691579, 4)
"""61 bits: quick, and large enough that no random event of a test run collides."""

TINY = SafePrimeGroup("toy-11", 11, 3)
"""p = 11, order 5, base 3: every value can be checked by hand."""
