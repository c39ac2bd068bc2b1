"""The inputs of the cases: which algorithms are tried with what, and in which file that is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from protocol.conformance.inputs import cards, derivation, encoding, identities, linear, sharing, shuffle, suite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from protocol.conformance.inputs.source import Draft

FILES: Final[Mapping[str, Callable[[], Iterator[Draft]]]] = {
    "suite": suite.cases,
    "encoding": encoding.cases,
    "derivation": derivation.cases,
    "linear": linear.cases,
    "shuffle": shuffle.cases,
    "cards": cards.cases,
    "identities": identities.cases,
    "sharing": sharing.cases,
}
