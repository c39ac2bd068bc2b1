"""Every numbered algorithm of PROTOCOL.md as something that a case can try."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from protocol.conformance.algorithms import cards, derivation, encoding, group, logs, proofs, sharing

if TYPE_CHECKING:
    from protocol.conformance.trial import Table

ALGORITHMS: Final[Table] = {
    **group.ALGORITHMS,
    **encoding.ALGORITHMS,
    **derivation.ALGORITHMS,
    **proofs.ALGORITHMS,
    **cards.ALGORITHMS,
    **logs.ALGORITHMS,
    **sharing.ALGORITHMS,
}
