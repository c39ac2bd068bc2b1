"""Where a prover's secret commitment scalars come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from protocol.group import Group, Scalar


class Nonces(Protocol):
    """What a proof needs of `protocol.root.Root`."""

    def nonces(self, group: Group, state: bytes, count: int, draw: int = 0) -> tuple[Scalar, ...]:
        """Return secret scalars for a transcript's state; `draw` tells several draws at one state apart."""
