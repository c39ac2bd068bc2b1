"""Cases of the linear proofs: algorithms 27 to 34."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from protocol import codec
from protocol.conformance.inputs.source import (
    BAD_POINTS,
    BAD_SCALAR,
    BASE,
    Draft,
    one_more,
    other,
    place,
    some_bytes,
    some_card,
    some_element,
    some_scalar,
    spoilt,
)
from protocol.conformance.inputs.spot import root_of, spot_of
from protocol.conformance.trial import card_list, element_list, scalar_list, statement_json
from protocol.group import RISTRETTO255
from protocol.proofs import dleq, either_or, linear, relations

if TYPE_CHECKING:
    from collections.abc import Iterator

    from protocol.conformance.trial import Json
    from protocol.group import Element, Scalar

ROOT = {"root": some_bytes("root").hex()}


def cases() -> Iterator[Draft]:
    """Yield the cases."""
    yield from _linear()
    yield from _statements()
    yield from _batch()
    yield from _either_or()


def _linear() -> Iterator[Draft]:
    keys, switch = _keys(), _switch()
    for name, kind, (statement, secrets) in (
        ("key knowledge", "keys", keys),
        ("key switch of two cards", "deal", switch),
    ):
        given = {**place(kind), "statement": statement_json(statement)}
        yield 27, name, {**given, "secrets": scalar_list(secrets), **ROOT}
        proof = linear.prove(spot_of(given).transcript(), statement, secrets, root_of(ROOT)).encode()
        yield 28, name, {**given, "proof": codec.encode(proof).hex()}
        yield from _refused(28, name, given, proof)
    yield from _false_statements()
    yield from _other_statements()


def _other_statements() -> Iterator[Draft]:
    """Yield a good proof with what it was not made for."""
    statement, secrets = _keys()
    given = {**place("keys"), "statement": statement_json(statement)}
    proof = linear.prove(spot_of(given).transcript(), statement, secrets, root_of(ROOT)).encode()
    given["proof"] = codec.encode(proof).hex()
    yield 28, "of another place", {**given, **place("keys", "x")}
    swapped = relations.key_knowledge([(row.name, row.image) for row in reversed(statement.rows)])
    yield 28, "rows in another order", {**given, "statement": statement_json(swapped)}
    trivial = statement_json(statement)
    trivial["rows"][1]["terms"][0][1] = bytes(32).hex()
    yield 28, "a base is the identity", {**given, "statement": trivial}


def _refused(number: int, name: str, given: dict[str, Json], proof: list[bytes]) -> Iterator[Draft]:
    """Yield what a verifier refuses of a linear proof: shapes, encodings, each equation."""
    commitments, responses = proof

    def case(what: str, value: codec.Value) -> Draft:
        return number, f"{name}: {what}", {**given, "proof": codec.encode(value).hex()}

    yield case("nil", None)
    yield case("a value too many", [commitments, responses, b""])
    yield case("a commitment too few", [commitments[32:], responses])
    yield case("a response too few", [commitments, responses[32:]])
    for what, bad in BAD_POINTS.items():
        yield case(what, [spoilt(commitments, 0, bad), responses])
    yield case("a response is the order", [commitments, spoilt(responses, 0, BAD_SCALAR)])
    for index in range(len(responses) // 32):
        bad = spoilt(responses, index, one_more(responses[32 * index : 32 * index + 32]))
        yield case(f"response {index} is another", [commitments, bad])
    last = len(commitments) // 32 - 1
    yield case("the last commitment is another", [spoilt(commitments, last, other(commitments[-32:])), responses])


def _keys() -> tuple[linear.Statement, tuple[Json, ...]]:
    secrets = tuple(some_scalar(name) for name in ("table", "hand", "purse"))
    names = ("table", "hand", "purse")
    return relations.key_knowledge([(name, x * BASE) for name, x in zip(names, secrets, strict=True)]), secrets


def _switch() -> tuple[linear.Statement, tuple[Json, ...]]:
    x, scalars = some_scalar("table"), [some_scalar("r 0"), some_scalar("r 1")]
    targets, firsts = _targets(), _firsts()
    layers = relations.contribute(x, targets, firsts, scalars)
    return relations.key_switch(x * BASE, targets, firsts, layers), relations.key_switch_witness(x, scalars)


def _false_statements() -> Iterator[Draft]:
    """Yield what a prover can say of a statement that does not hold: a proof that fails in its false row alone."""
    statement, secrets = _switch()
    for index, row in enumerate(statement.rows):
        false = replace(row, image=row.image + BASE)
        wrong = replace(statement, rows=(*statement.rows[:index], false, *statement.rows[index + 1 :]))
        given = {**place("deal"), "statement": statement_json(wrong)}
        proof = linear.prove(spot_of(given).transcript(), wrong, secrets, root_of(ROOT)).encode()
        yield 28, f"the row `{row.name}` is false", {**given, "proof": codec.encode(proof).hex()}


def _targets() -> list[Element]:
    return [some_element("target 0"), some_element("target 1")]


def _firsts() -> list[Element]:
    return [some_element("first 0"), some_element("first 1")]


def _statements() -> Iterator[Draft]:
    for names in (("table", "hand"), ("table", "hand", "purse")):
        keys = [{"name": name, "key": some_element(name).data.hex()} for name in names]
        yield 29, f"{len(names)} keys", {"keys": keys}
    given = {
        "key": some_element("table").data.hex(),
        "targets": element_list(_targets()),
        "firsts": element_list(_firsts()),
        "layers": card_list([some_card("layer 0", BASE), some_card("layer 1", BASE)]),
    }
    yield 30, "two cards", given
    yield 30, "no cards", {**given, "targets": [], "firsts": [], "layers": []}


def _batch() -> Iterator[Draft]:
    x = some_scalar("table")
    for count in (1, 3):
        inputs = tuple(some_element(f"first {index}") for index in range(count))
        outputs = tuple(x * each for each in inputs)
        statement = dleq.Statement(key=x * BASE, inputs=inputs, outputs=outputs)
        given = {
            **place("reveal"),
            "key": (x * BASE).data.hex(),
            "inputs": element_list(inputs),
            "outputs": element_list(outputs),
        }
        name = f"{count} shares" if count > 1 else "one share"
        yield 31, name, {**given, "secret": x.encode().hex(), **ROOT}
        proof = dleq.prove(spot_of(given).transcript(), statement, x, root_of(ROOT)).encode()
        good = {"proof": codec.encode(proof).hex()}
        yield 32, name, {**given, **good}
        false = element_list(_moved(outputs))
        yield 32, f"{name}: the last is another", {**given, "outputs": false, **good}
        yield 32, f"{name}: another key", {**given, "key": (x * BASE + BASE).data.hex(), **good}
        said = _false_batch(given, x, dleq.Statement(key=x * BASE, inputs=inputs, outputs=_moved(outputs)))
        yield 32, f"{name}: proved, but the last is another", {**given, "outputs": false, "proof": said}
    yield from _refused(32, name, {**given, "outputs": element_list(outputs)}, proof)
    yield 32, "numbers differ", {**given, "outputs": [], **good}


def _moved(outputs: tuple[Element, ...]) -> tuple[Element, ...]:
    return (*outputs[:-1], outputs[-1] + BASE)


def _false_batch(given: dict[str, Json], secret: Scalar, wrong: dleq.Statement) -> str:
    """Return a proof for shares of which one is false: its folded statement is, in one of two rows."""
    transcript, dot = spot_of(given).transcript(), RISTRETTO255.dot
    weights = dleq._weights(transcript, wrong)  # noqa: SLF001 - the honest prover takes a short cut here
    folded = dleq._fold(wrong, dot(weights, wrong.inputs), dot(weights, wrong.outputs))  # noqa: SLF001 - as above
    return codec.encode(linear.prove(transcript, folded, (secret,), root_of(ROOT)).encode()).hex()


def _either_or() -> Iterator[Draft]:
    x, first = some_scalar("purse"), some_element("sum A")
    images = [some_element("no sum"), x * first, some_element("no sum, again")]
    key = linear.Row(name="key", image=x * BASE, terms=((0, BASE),))
    rows = [linear.Row(name="sum", image=image, terms=((0, first),)) for image in images]
    branches = tuple(linear.Statement(rows=(key, row), witnesses=1) for row in rows)
    for name, chosen, true in (("two branches", branches[:2], 1), ("three branches", branches, 1)):
        statement = either_or.Statement(branches=chosen)
        given = {**place("pay", "sum"), "branches": [statement_json(branch) for branch in chosen]}
        yield 33, name, {**given, "branch": true, "secrets": scalar_list([x]), **ROOT}
        witness = either_or.Witness(branch=true, scalars=(x,))
        proof = either_or.prove(spot_of(given).transcript(), statement, witness, root_of(ROOT)).encode()
        yield 34, name, {**given, "proof": codec.encode(proof).hex()}
        yield from _refused_branches(name, given, proof)


def _refused_branches(name: str, given: dict[str, Json], proof: list[list[bytes] | bytes]) -> Iterator[Draft]:
    """Yield what a verifier refuses of a disjunction."""
    *branches, challenges = proof
    parts = [[codec.blob_upto(piece, 64) for piece in branch] for branch in map(list, branches)]

    def case(what: str, value: codec.Value) -> Draft:
        return 34, f"{name}: {what}", {**given, "proof": codec.encode(value).hex()}

    challenge = codec.blob_upto(challenges, 64)
    yield case("a branch too few", [*parts[1:], challenges])
    yield case("a challenge too few", [*parts, challenge[32:]])
    yield case("a challenge is the order", [*parts, spoilt(challenge, 0, BAD_SCALAR)])
    yield case("challenge 0 is another", [*parts, spoilt(challenge, 0, one_more(challenge[:32]))])
    for index, (commitments, response) in enumerate(parts):
        changed = [commitments, one_more(codec.blob(response, 32))]
        yield case(
            f"the response of branch {index} is another", [*parts[:index], changed, *parts[index + 1 :], challenge]
        )
    yield case(
        "a commitment is the identity", [[spoilt(parts[0][0], 0, bytes(32)), parts[0][1]], *parts[1:], challenge]
    )
    zero = RISTRETTO255.scalar(0).encode()
    yield case("all challenges are zero", [*parts, zero * (len(challenge) // 32)])
