"""Proofs. PROTOCOL section "Proofs"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol import codec
from protocol.conformance.trial import MAX_CARDS, card_list, read_cards, read_statement, statement_json
from protocol.group import RISTRETTO255
from protocol.proofs import dleq, either_or, linear, relations, shuffle

if TYPE_CHECKING:
    from protocol.conformance.node import Node
    from protocol.conformance.trial import Json, Table, Trial


def _proof_json(proof: linear.Proof | dleq.Proof | either_or.Proof | shuffle.Proof) -> Json:
    return {"proof": codec.encode(proof.encode()).hex()}


def _content(trial: Trial) -> codec.Value:
    """Return the decoded proof of a case about its verification."""
    return codec.decode(trial.given["proof"].blob())


def _linear_prove(trial: Trial) -> Json:
    spot, statement, root = trial.spot(), read_statement(trial.given["statement"]), trial.root()
    return _proof_json(linear.prove(spot.transcript(), statement, trial.given["secrets"].scalars(), root))


def _linear_verify(trial: Trial) -> Json:
    spot, statement = trial.spot(), read_statement(trial.given["statement"])
    proof = linear.Proof.decode(RISTRETTO255, _content(trial), statement)
    linear.verify(spot.transcript(), statement, proof)
    return {}


def _key_knowledge(trial: Trial) -> Json:
    keys = [(key["name"].text(64), key["key"].element()) for key in trial.given["keys"].items(3)]
    return statement_json(relations.key_knowledge(keys))


def _key_switch(trial: Trial) -> Json:
    given = trial.given
    statement = relations.key_switch(
        given["key"].element(),
        given["targets"].elements(MAX_CARDS),
        given["firsts"].elements(MAX_CARDS),
        read_cards(given["layers"]),
    )
    return statement_json(statement)


def _batch(given: Node) -> dleq.Statement:
    inputs, outputs = given["inputs"].elements(MAX_CARDS), given["outputs"].elements(MAX_CARDS)
    return dleq.Statement(key=given["key"].element(), inputs=inputs, outputs=outputs)


def _batch_prove(trial: Trial) -> Json:
    spot, statement, root = trial.spot(), _batch(trial.given), trial.root()
    return _proof_json(dleq.prove(spot.transcript(), statement, trial.given["secret"].scalar(), root))


def _batch_verify(trial: Trial) -> Json:
    spot, statement = trial.spot(), _batch(trial.given)
    proof = dleq.Proof.decode(RISTRETTO255, _content(trial), statement)
    dleq.verify(spot.transcript(), statement, proof)
    return {}


def _branches(given: Node) -> either_or.Statement:
    return either_or.Statement(branches=tuple(read_statement(branch) for branch in given["branches"].items(3)))


def _either_or_prove(trial: Trial) -> Json:
    spot, statement, root = trial.spot(), _branches(trial.given), trial.root()
    branch, secrets = trial.given["branch"].number(0, 2), trial.given["secrets"].scalars()
    witness = either_or.Witness(branch=branch, scalars=secrets)
    return _proof_json(either_or.prove(spot.transcript(), statement, witness, root))


def _either_or_verify(trial: Trial) -> Json:
    spot, statement = trial.spot(), _branches(trial.given)
    proof = either_or.Proof.decode(RISTRETTO255, _content(trial), statement)
    either_or.verify(spot.transcript(), statement, proof)
    return {}


def _witness(given: Node, size: int) -> shuffle.Witness:
    permutation = tuple(place.number(0, size - 1) for place in given["permutation"].items(MAX_CARDS))
    return shuffle.Witness(permutation=permutation, randomness=given["randomness"].scalars(MAX_CARDS))


def _permute(trial: Trial) -> Json:
    key, inputs = trial.given["key"].element(), read_cards(trial.given["inputs"])
    return {"outputs": card_list(shuffle.shuffle(key, inputs, _witness(trial.given, len(inputs))))}


def _shuffle(given: Node) -> shuffle.Statement:
    inputs, outputs = read_cards(given["inputs"]), read_cards(given["outputs"])
    return shuffle.Statement(key=given["key"].element(), inputs=inputs, outputs=outputs)


def _shuffle_prove(trial: Trial) -> Json:
    spot, statement, root = trial.spot(), _shuffle(trial.given), trial.root()
    return _proof_json(shuffle.prove(spot.transcript(), statement, _witness(trial.given, statement.size), root))


def _shuffle_verify(trial: Trial) -> Json:
    spot, statement = trial.spot(), _shuffle(trial.given)
    proof = shuffle.Proof.decode(RISTRETTO255, _content(trial), statement)
    shuffle.verify(spot.transcript(), statement, proof)
    return {}


ALGORITHMS: Table = {
    27: ("Linear.Prove", _linear_prove),
    28: ("Linear.Verify", _linear_verify),
    29: ("KeyKnowledge", _key_knowledge),
    30: ("KeySwitch", _key_switch),
    31: ("Batch.Prove", _batch_prove),
    32: ("Batch.Verify", _batch_verify),
    33: ("EitherOr.Prove", _either_or_prove),
    34: ("EitherOr.Verify", _either_or_verify),
    35: ("Shuffle.Permute", _permute),
    36: ("Shuffle.Prove", _shuffle_prove),
    37: ("Shuffle.Verify", _shuffle_verify),
}
