"""Hashes, group, signatures and commitments. PROTOCOL section "Suite"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol import commitment, framing, signing
from protocol.group import RISTRETTO255

if TYPE_CHECKING:
    from protocol.conformance.trial import Json, Table, Trial


def _frame(trial: Trial) -> Json:
    return {"bytes": framing.frame(*trial.given["parts"].blobs()).hex()}


def _digest(trial: Trial) -> Json:
    label, parts = trial.given["label"].text(64), trial.given["parts"].blobs()
    trial.trace["frame"] = framing.frame(label.encode(), *parts).hex()
    return {"digest": framing.digest(label, *parts).hex()}


def _expand(trial: Trial) -> Json:
    message, tag = trial.given["message"].blob(), trial.given["tag"].blob()
    size = trial.given["size"].number(1, 16320)
    return {"bytes": framing.expand_message_xmd(message, tag, size).hex()}


def _hash_to_element(trial: Trial) -> Json:
    tag, message = trial.given["tag"].blob(), trial.given["message"].blob()
    trial.trace["u"] = framing.expand_message_xmd(message, tag, 64).hex()
    return {"element": RISTRETTO255.hash_to_element(tag, message).data.hex()}


def _decode_element(trial: Trial) -> Json:
    return {"element": RISTRETTO255.element(trial.given["bytes"].blob()).data.hex()}


def _decode_scalar(trial: Trial) -> Json:
    return {"number": str(RISTRETTO255.decode_scalar(trial.given["bytes"].blob()).value)}


def _reduce_scalar(trial: Trial) -> Json:
    return {"scalar": RISTRETTO255.scalar_from_wide(trial.given["bytes"].blob()).encode().hex()}


def _check_signing_key(trial: Trial) -> Json:
    signing.check_public_key(trial.given["key"].blob())
    return {}


def _verify_signature(trial: Trial) -> Json:
    key, message = trial.given["key"].blob(32), trial.given["message"].blob()
    signature = trial.given["signature"].blob()
    signing.check_public_key(key)
    signing.verify(key, message, signature)
    return {}


def _opening(trial: Trial) -> tuple[str, bytes, bytes, bytes]:
    given = trial.given
    return given["label"].text(64), given["context"].blob(), given["value"].blob(), given["salt"].blob()


def _commit(trial: Trial) -> Json:
    return {"commitment": commitment.commit(*_opening(trial)).hex()}


def _verify_opening(trial: Trial) -> Json:
    commitment.verify_opening(trial.given["commitment"].blob(32), *_opening(trial))
    return {}


ALGORITHMS: Table = {
    1: ("Frame", _frame),
    2: ("Digest", _digest),
    3: ("ExpandMessage", _expand),
    4: ("HashToElement", _hash_to_element),
    5: ("DecodeElement", _decode_element),
    6: ("DecodeScalar", _decode_scalar),
    7: ("ReduceScalar", _reduce_scalar),
    8: ("CheckSigningKey", _check_signing_key),
    9: ("VerifySignature", _verify_signature),
    10: ("Commit", _commit),
    11: ("VerifyOpening", _verify_opening),
}
