"""What the messages that have been sent can still do to a seat: the smallest sets of them that make a vote count."""

from __future__ import annotations

from functools import reduce
from itertools import product
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from protocol.votes import Keep, Out
from tests.helpers.votes_model import Paper, bits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tests.helpers.votes_model import Message


class Counted(NamedTuple):
    """An `Out`, and a smallest set of messages by which it counts."""

    out: Out
    needs: int


class Lift(NamedTuple):
    """What an `Out` may name as the `Keep` that lifted the one before, and by which messages it does."""

    voter: int
    digest: bytes | None
    needs: int


class Sent:
    """Messages as sets of bits, by what they do.

    Args:
        messages: by number.
        pool: those of them that have been sent.
        seats: how many are present.
        expected: whose entries the step expects.
    """

    def __init__(self, messages: Sequence[Message], pool: int, seats: int, expected: frozenset[int]) -> None:
        here = [(1 << number, messages[number]) for number in bits(pool)]
        self._outs = [(bit, one) for bit, one in here if isinstance(one, Out)]
        self._keeps = {one.digest: (bit, one) for bit, one in here if isinstance(one, Keep)}
        self.entries = [
            [bit for bit, one in here if isinstance(one, Paper) and one.voter == seat] if seat in expected else [0]
            for seat in range(seats)
        ]
        self.counted: list[list[Counted]] = [[] for _ in range(seats)]
        """By whom they are about."""
        for bit, one in self._outs:
            self.counted[one.about] += (
                Counted(one, chain | entry) for chain, entry in product(self._chains(bit, one), self.entries[one.voter])
            )
        self.lifts: list[list[Lift]] = [[] for _ in range(seats)]
        """By whom they are about."""
        for bit, keep in self._keeps.values():
            self.lifts[keep.about] += (Lift(keep.voter, keep.digest, bit | one) for one in self.entries[keep.voter])
        self.voted = [list(self._voted(seat)) for seat in range(seats)]

    def _chains(self, bit: int, out: Out) -> Iterator[int]:
        """Return the sets that hold an `Out` and all that it follows."""
        if out.lifted is None:
            yield bit
        elif (named := self._keeps.get(out.lifted)) is not None:
            for before, one in self._outs:
                if one.voter == out.voter and one.about == named[1].about:
                    yield from (bit | named[0] | chain for chain in self._chains(before, one))

    def _voted(self, seat: int) -> Iterator[int]:
        """Return the sets that show that a seat has voted."""
        first = [bit for bit, one in self._outs if one.voter == seat and one.lifted is None]
        first += [bit for bit, one in self._keeps.values() if one.voter == seat]
        return (bit | entry for bit, entry in product(first, self.entries[seat]))


def union(sets: Iterable[int]) -> int:
    """Return what is in any of some sets of bits."""
    return reduce(or_, sets, 0)


def smallest(sets: Iterable[int]) -> list[int]:
    """Return the sets that contain no other one."""
    found: list[int] = []
    for one in sorted(set(sets), key=int.bit_count):
        if not any(one & other == other for other in found):
            found.append(one)
    return found
