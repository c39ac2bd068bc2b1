"""ElGamal encryption of group elements, and the elements that cards are.

A card lies on the table as (r G, M + r P) under the key P = x G; whoever knows x reads M.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from protocol import labels
from protocol.errors import Invalid, Reason
from protocol.framing import frame

if TYPE_CHECKING:
    from protocol.group import Element, Group, Scalar


@dataclass(frozen=True, slots=True)
class Ciphertext:
    """An encrypted element: first = r G, second = M + r P."""

    first: Element
    second: Element

    def rerandomise(self, key: Element, r: Scalar) -> Ciphertext:
        """Return another encryption of the same element: r G and r P are added."""
        return Ciphertext(self.first + r * key.group.base, self.second + r * key)

    def decrypt(self, secret: Scalar) -> Element:
        """Return the element, for the secret x of the key x G."""
        return self.second - secret * self.first

    def encode(self) -> bytes:
        """Return first and second, one behind the other."""
        return self.first.data + self.second.data

    @classmethod
    def decode(cls, group: Group, data: bytes) -> Ciphertext:
        """Decode a ciphertext from outside.

        Raises:
            Invalid: POINT, for a wrong length and for anything that `Group.element` refuses.
        """
        size = group.element_size
        if len(data) != 2 * size:
            raise Invalid(Reason.POINT, "length")
        return cls(group.element(data[:size]), group.element(data[size:]))


def encrypt(group: Group, key: Element, message: Element, r: Scalar) -> Ciphertext:
    """Return `message` encrypted under `key` with the random scalar r; r = 0 leaves it readable for everyone."""
    return Ciphertext(r * group.base, message + r * key)


@lru_cache(maxsize=256)
def card_points(group: Group, label: str, count: int) -> tuple[Element, ...]:
    """Return the elements of cards 0 to count-1 of the deck with this label; everyone computes the same."""
    return tuple(
        group.hash_to_element(labels.CARDS, frame(label.encode(), number.to_bytes(4, "little")))
        for number in range(count)
    )


@lru_cache(maxsize=256)
def value_point(group: Group, label: str) -> Element:
    """Return the element V of a deck whose cards have values: a card of value v is v V, so that values add up."""
    return group.hash_to_element(labels.VALUES, label.encode())
