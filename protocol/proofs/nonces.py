"""Where a prover's secret commitment scalars come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from protocol.group import Group, Scalar


class Nonces(Protocol):
    """What a proof needs of `protocol.root.Root`."""

    def nonce(self, group: Group, state: bytes, index: int) -> Scalar:
        """Return the secret scalar for a transcript's state and an index."""


def draw(nonces: Nonces, group: Group, state: bytes, count: int, start: int = 0) -> tuple[Scalar, ...]:
    """Return the scalars with indices `start` to `start` + `count` - 1."""
    return tuple(nonces.nonce(group, state, index) for index in range(start, start + count))
