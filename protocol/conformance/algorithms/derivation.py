"""Transcripts and what follows from a root. PROTOCOL sections "Transcript" and "Derivation from the root"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol.conformance.trial import TracedRoot, scalar_list
from protocol.group import RISTRETTO255
from protocol.root import ROOT_SIZE

if TYPE_CHECKING:
    from protocol.conformance.node import Node
    from protocol.conformance.trial import Json, Table, Trial
    from protocol.transcript import Transcript

MAX_COUNT = 1024


def _start(trial: Trial) -> Transcript:
    return trial.spot().transcript()


def _transcript(trial: Trial) -> Transcript:
    """Return a transcript that has absorbed what the case lists."""
    transcript = _start(trial)
    for item in trial.given["absorbed"].items():
        transcript.absorb(item["label"].text(64), *item["items"].blobs())
    return transcript


def _state_after_start(trial: Trial) -> Json:
    return {"state": _start(trial).state().hex()}


def _state_after_absorbing(trial: Trial) -> Json:
    return {"state": _transcript(trial).state().hex()}


def _challenges(trial: Trial) -> Json:
    transcript, label = _transcript(trial), trial.given["label"].text(64)
    found = transcript.challenges(label, RISTRETTO255, trial.given["count"].number(1, MAX_COUNT))
    return {"scalars": scalar_list(found), "state": transcript.state().hex()}


def _state(trial: Trial) -> Json:
    """Squeeze first, since the state hangs on how much was squeezed, then tell the state twice."""
    transcript = _transcript(trial)
    transcript.challenges(trial.given["label"].text(64), RISTRETTO255, trial.given["count"].number(1, MAX_COUNT))
    return {"state": transcript.state().hex(), "again": transcript.state().hex()}


def _root(trial: Trial) -> TracedRoot:
    return TracedRoot(trial.given["root"].blob(ROOT_SIZE), [])


def _use(given: Node) -> tuple[str, bytes]:
    return given["use"].text(64), given["context"].blob()


def _block(trial: Trial) -> Json:
    branch, parts = trial.given["branch"].text(64), trial.given["parts"].blobs()
    return {"block": _root(trial).block(branch, *parts).hex()}


def _scalar(trial: Trial) -> Json:
    use, context = _use(trial.given)
    found = _root(trial).scalar(RISTRETTO255, use, context, trial.given["index"].number(0, 2**32 - 1))
    return {"scalar": found.encode().hex()}


def _permutation(trial: Trial) -> Json:
    use, context = _use(trial.given)
    return {"order": list(_root(trial).permutation(use, context, trial.given["size"].number(1, MAX_COUNT)))}


def _salt(trial: Trial) -> Json:
    return {"salt": _root(trial).salt(*_use(trial.given)).hex()}


def _seed(trial: Trial) -> Json:
    return {"seed": _root(trial).seed(*_use(trial.given)).hex()}


def _nonces(trial: Trial) -> Json:
    state, count = trial.given["state"].blob(32), trial.given["count"].number(1, MAX_COUNT)
    draw = trial.given["draw"].number(0, 2**32 - 1)
    return {"scalars": scalar_list(_root(trial).nonces(RISTRETTO255, state, count, draw))}


def _next(trial: Trial) -> Json:
    return {"root": _root(trial).next_round().to_disk().hex()}


ALGORITHMS: Table = {
    16: ("Transcript.Start", _state_after_start),
    17: ("Transcript.Absorb", _state_after_absorbing),
    18: ("Transcript.Challenges", _challenges),
    19: ("Transcript.State", _state),
    20: ("Root.Block", _block),
    21: ("Root.Scalar", _scalar),
    22: ("Root.Permutation", _permutation),
    23: ("Root.Salt", _salt),
    24: ("Root.Seed", _seed),
    25: ("Root.Nonces", _nonces),
    26: ("Root.Next", _next),
}
