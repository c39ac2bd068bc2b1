"""The place and the root of a case, for whoever makes its proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol.conformance.inputs.source import SEAT
from protocol.root import Root
from protocol.steps.base import Spot

if TYPE_CHECKING:
    from protocol.conformance.trial import Json


def spot_of(given: dict[str, Json]) -> Spot:
    """Return the place that a case's inputs give."""
    session, context = bytes.fromhex(given["session"]), bytes.fromhex(given["context"])
    return Spot(session=session, seat=SEAT, context=context)


def root_of(given: dict[str, Json]) -> Root:
    """Return the root that a case's inputs give."""
    return Root(bytes.fromhex(given["root"]))
