"""Canonical values, header and entries. PROTOCOL section "Encoding"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol import codec
from protocol.conformance.trial import read_value, value_json
from protocol.header import decode_header
from protocol.log import decode_entry

if TYPE_CHECKING:
    from protocol.conformance.trial import Json, Table, Trial


def _encode(trial: Trial) -> Json:
    return {"bytes": codec.encode(read_value(trial.given["value"])).hex()}


def _decode(trial: Trial) -> Json:
    return {"value": value_json(codec.decode(trial.given["bytes"].blob()))}


def _decode_header(trial: Trial) -> Json:
    header = decode_header(trial.given["bytes"].blob())
    chairs = [
        {"name": chair.name, "key": chair.key.hex(), "link": chair.link.hex(), "commitment": chair.commitment.hex()}
        for chair in header.chairs
    ]
    table = {"game": header.game, "options": header.options.hex(), "chairs": chairs, "kind": header.kind}
    return {**table, "table id": header.table_id.hex()}


def _decode_entry(trial: Trial) -> Json:
    entry = decode_entry(trial.given["bytes"].blob())
    return {
        "session": entry.session.hex(),
        "seat": entry.seat,
        "step": entry.step,
        "kind": entry.kind,
        "target": entry.target,
        "head": entry.head.hex(),
        "body": entry.body.hex(),
        "digest": entry.digest.hex(),
    }


ALGORITHMS: Table = {
    12: ("Encode", _encode),
    13: ("Decode", _decode),
    14: ("DecodeHeader", _decode_header),
    15: ("DecodeEntry", _decode_entry),
}
