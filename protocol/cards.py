"""Cards as group elements and lists of ciphertexts as bytes. PROTOCOL section "Cards"."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from protocol import codec
from protocol.elgamal import Ciphertext, card_points, value_point
from protocol.errors import Invalid, Reason

if TYPE_CHECKING:
    from collections.abc import Iterable

    from protocol.game import Deck
    from protocol.group import Element, Group


@lru_cache(maxsize=64)
def points(group: Group, deck: Deck) -> tuple[Element, ...]:
    """Algorithm 38 (CardPoints). Return the point of every card of a deck.

    Cards of a deck without values have independent points, hashed from label and number. A card of value v is v V with
    V hashed from the label: equal values are equal points, and values add up.
    """
    if deck.values is None:
        return card_points(group, deck.label, deck.size)
    unit = value_point(group, deck.label)
    return tuple(group.scalar(value) * unit for value in deck.values)


@lru_cache(maxsize=64)
def _numbers(group: Group, deck: Deck) -> dict[Element, int]:
    pairs = [(point, number) for number, point in enumerate(points(group, deck))]
    return dict(reversed(pairs))


def number(group: Group, deck: Deck, point: Element) -> int:
    """Algorithm 39 (CardNumber). Return the lowest number of a card with this point; raise `Invalid` for no card."""
    found = _numbers(group, deck).get(point)
    if found is None:
        raise Invalid(Reason.CARD, deck.label)
    return found


@lru_cache(maxsize=8)
def fresh(group: Group, deck: Deck, joint: Element) -> tuple[Ciphertext, ...]:
    """Algorithm 40 (FreshDeck). Return the deck in order, encrypted under the joint key with the public scalar 1."""
    return tuple(Ciphertext(group.base, point + joint) for point in points(group, deck))


def encode(ciphertexts: Iterable[Ciphertext]) -> bytes:
    """Return the concatenation of the ciphertexts, two elements each."""
    return b"".join(card.encode() for card in ciphertexts)


def decode(group: Group, data: codec.Value, count: int) -> tuple[Ciphertext, ...]:
    """Return `count` ciphertexts; raise `Invalid` for another length or a bad element."""
    size = 2 * group.element_size
    raw = codec.blob(data, size * count)
    return tuple(Ciphertext.decode(group, raw[i * size : (i + 1) * size]) for i in range(count))


def encode_elements(elements: Iterable[Element]) -> bytes:
    """Return the concatenation of the elements."""
    return b"".join(element.encode() for element in elements)


def decode_elements(group: Group, data: codec.Value, count: int) -> tuple[Element, ...]:
    """Return `count` elements; raise `Invalid` for another length or a bad element."""
    raw = codec.blob(data, group.element_size * count)
    return group.elements(raw, count)
