"""Sharing of table keys. PROTOCOL section "Tolerant tables"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from protocol import codec, sharing
from protocol.conformance.trial import element_list, scalar_list
from protocol.group import RISTRETTO255
from protocol.header import MAX_SEATS
from protocol.steps.shares import Received, read_complaint, read_sharing

if TYPE_CHECKING:
    from protocol.conformance.node import Node
    from protocol.conformance.trial import Json, Table, Trial

LEAST: Final = 2
"""Seats that get a share."""


def _seats(node: Node) -> list[int]:
    seats = [item.number(0, MAX_SEATS - 1) for item in node.items(MAX_SEATS)]
    if seats != sorted(set(seats)) or len(seats) < LEAST:
        node.fail("at least two seats are expected, ascending")
    return seats


def _make(trial: Trial) -> Json:
    coefficients = trial.given["coefficients"].scalars(MAX_SEATS)
    points, shares = sharing.deal(coefficients, _seats(trial.given["seats"]))
    return {"points": element_list(points), "shares": scalar_list(shares)}


def _image(trial: Trial) -> Json:
    points = trial.given["points"].elements(MAX_SEATS)
    if not points:
        trial.given["points"].fail("at least one is expected")
    return {"image": sharing.image(points, trial.given["seat"].number(0, MAX_SEATS - 1)).data.hex()}


def _pad(trial: Trial) -> Json:
    found = sharing.pad(trial.given["point"].element(), trial.given["context"].blob())
    return {"pad": found.encode().hex()}


def _read(trial: Trial) -> Json:
    given = trial.given
    contexts = dict.fromkeys(_seats(given["seats"]), b"")
    shares = read_sharing(given["key"].element(), contexts, codec.decode(given["content"].blob()))
    images = element_list(share.image for share in shares.values())
    return {"images": images, "sealed": scalar_list(share.sealed for share in shares.values())}


def _share(node: Node) -> sharing.SealedShare:
    return sharing.SealedShare(
        image=node["image"].element(), sealed=node["sealed"].scalar(), context=node["context"].blob()
    )


def _open(trial: Trial) -> Json:
    return {"share": _share(trial.given).open(trial.given["point"].element()).encode().hex()}


def _complaint(trial: Trial) -> Json:
    given, spot = trial.given, trial.spot()
    received = {}
    for item in given["dealers"].items(MAX_SEATS):
        seat = item["seat"].number(0, MAX_SEATS - 1)
        received[seat] = Received(key=item["key"].element(), share=_share(item))
        item.finish()
    content = codec.decode(given["content"].blob())
    return {"dealers": list(read_complaint(spot, given["key"].element(), received, content))}


def _combine(trial: Trial) -> Json:
    seats, shares = _seats(trial.given["seats"]), trial.given["shares"].elements(MAX_SEATS)
    if len(shares) != len(seats):
        trial.given["shares"].fail("one for each seat is expected")
    return {"layer": sharing.combine(RISTRETTO255, dict(zip(seats, shares, strict=True))).data.hex()}


ALGORITHMS: Table = {
    58: ("Sharing.Make", _make),
    59: ("ShareImage", _image),
    60: ("SharePad", _pad),
    61: ("Sharing.Read", _read),
    62: ("Share.Open", _open),
    63: ("Complaint.Read", _complaint),
    64: ("Layer.Combine", _combine),
}
