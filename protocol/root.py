"""One secret per seat from which all its other secrets follow, so that a step made again comes out byte for byte.

Every derived value is HMAC-SHA-512 under the root over an unambiguous list: the branch, the caller's label, its
context, an index, and a counter where one block is not enough.
"""

from __future__ import annotations

import hashlib
import hmac
from itertools import count
from typing import TYPE_CHECKING, Final

from protocol import labels
from protocol.errors import LocalError
from protocol.framing import frame
from protocol.group import WIDE_SIZE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from protocol.group import Group, Scalar

ROOT_SIZE: Final = 32
SEED_SIZE: Final = 32
_WORD_SIZE: Final = 8


class Root:
    """The secret of one seat for one round; `repr` does not show it and nothing encodes it."""

    __slots__ = ("_secret",)

    def __init__(self, secret: bytes) -> None:
        if len(secret) != ROOT_SIZE:
            raise LocalError("a root has 32 bytes")
        self._secret = secret

    def scalar(self, group: Group, label: str, context: bytes, index: int = 0) -> Scalar:
        """Algorithm 21 (Root.Scalar). Return a secret scalar, not zero, for a purpose.

        Args:
            group: whose scalar.
            label: the purpose.
            context: what it hangs on, for example a slot and the hash of all inputs.
            index: which of several, 0 to 2^32-1.
        """
        parts = (group.name.encode(), label.encode(), context)
        blocks = (self._block(labels.ROOT_SCALAR, *parts, _number(index, attempt)) for attempt in count())
        return next(scalar for scalar in map(group.scalar_from_wide, blocks) if scalar.value)

    def permutation(self, label: str, context: bytes, size: int) -> tuple[int, ...]:
        """Algorithm 22 (Root.Permutation). Return a uniformly random order of 0 to size-1 (Fisher-Yates)."""
        words = self._words(labels.ROOT_PERMUTATION, label.encode(), context, _number(size))
        order = list(range(size))
        for last in range(size - 1, 0, -1):
            other = _below(last + 1, words)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def salt(self, label: str, context: bytes) -> bytes:
        """Algorithm 23 (Root.Salt). Return 32 bytes that hide a committed value; the context holds slot and value."""
        return self._block(labels.ROOT_SALT, label.encode(), context)[:SEED_SIZE]

    def seed(self, label: str, context: bytes) -> bytes:
        """Algorithm 24 (Root.Seed). Return 32 bytes for another algorithm's key."""
        return self._block(labels.ROOT_SEED, label.encode(), context)[:SEED_SIZE]

    def nonces(self, group: Group, state: bytes, count: int, draw: int = 0) -> tuple[Scalar, ...]:
        """Algorithm 25 (Root.Nonces). Return a proof's commitment scalars, expanded from one block by SHAKE256.

        Args:
            group: whose scalars.
            state: of the transcript just before the commitment, so that whatever changes the challenge changes these.
            count: how many.
            draw: tells apart what is drawn at one state for different ends.
        """
        block = self._block(labels.ROOT_NONCE, group.name.encode(), state, _number(draw, count))
        stream = hashlib.shake_256(block).digest(count * WIDE_SIZE)
        return tuple(group.scalar_from_wide(stream[at : at + WIDE_SIZE]) for at in range(0, len(stream), WIDE_SIZE))

    def next_round(self) -> Root:
        """Algorithm 26 (Root.Next). Return the root of the next round, from which this one cannot be found."""
        return Root(self._block(labels.ROOT_NEXT)[:ROOT_SIZE])

    def to_disk(self) -> bytes:
        """Return the secret itself, 32 bytes, for its owner's disk and for nothing else."""
        return self._secret

    def _block(self, branch: str, *parts: bytes) -> bytes:
        """Algorithm 20 (Root.Block). Return 64 bytes for a branch and its parts."""
        return hmac.digest(self._secret, frame(branch.encode(), *parts), "sha512")

    def _words(self, branch: str, *parts: bytes) -> Iterator[int]:
        for counter in count():
            block = self._block(branch, *parts, _number(counter))
            for at in range(0, len(block), _WORD_SIZE):
                yield int.from_bytes(block[at : at + _WORD_SIZE], "little")

    def __repr__(self) -> str:
        return "Root(<redacted>)"


class Roots:
    """The roots of the rounds from one round on; those of earlier rounds are forgotten.

    Attributes:
        oldest: number of the first round whose root is still known; 0 is the lobby.
    """

    __slots__ = ("_root", "oldest")

    def __init__(self, root: Root, oldest: int = 0) -> None:
        self._root = root
        self.oldest = oldest

    def of(self, number: int) -> Root:
        """Return the root of a round; raise LocalError if it has been forgotten."""
        if number < self.oldest:
            raise LocalError(f"the root of round {number} has been erased")
        root = self._root
        for _ in range(number - self.oldest):
            root = root.next_round()
        return root

    def since(self, number: int) -> Roots:
        """Return the roots from a round on, from which no earlier one can be found."""
        return Roots(self.of(number), number)

    def __repr__(self) -> str:
        return f"Roots(<redacted>, oldest={self.oldest})"


def _number(*numbers: int) -> bytes:
    return b"".join(number.to_bytes(4, "little") for number in numbers)


def _below(bound: int, words: Iterator[int]) -> int:
    """Return a number below the bound, each equally likely: words past the last whole multiple are passed over."""
    limit = (1 << 8 * _WORD_SIZE) // bound * bound
    return next(word for word in words if word < limit) % bound
