"""Cases of the shuffle: algorithms 35 to 37."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

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
    some_scalar,
    spoilt,
)
from protocol.conformance.inputs.spot import root_of, spot_of
from protocol.conformance.trial import card_list, scalar_list
from protocol.elgamal import Ciphertext
from protocol.group import RISTRETTO255
from protocol.proofs import shuffle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from protocol.conformance.trial import Json
    from protocol.group import Element

ROOT: Final = {"root": some_bytes("root").hex()}
NOTHING: Final = RISTRETTO255.identity
PARTS: Final = ("c", "k", "t", "t^k", "s", "s^k", "s'")
ORDERS: Final = {"one card": (0,), "three cards": (2, 0, 1), "four cards in their order": (0, 1, 2, 3)}


def cases() -> Iterator[Draft]:
    """Yield the cases."""
    for name, order in ORDERS.items():
        statement, witness = _shuffled(order)
        key = {"key": statement.key.data.hex(), "inputs": card_list(statement.inputs)}
        secret = {"permutation": list(order), "randomness": scalar_list(witness.randomness)}
        yield 35, name, {**key, **secret}
        given = {**place("shuffle", "draw"), **key, "outputs": card_list(statement.outputs)}
        yield 36, name, {**given, **secret, **ROOT}
        proof = shuffle.prove(spot_of(given).transcript(), statement, witness, root_of(ROOT)).encode()
        yield 37, name, {**given, "proof": codec.encode(proof).hex()}
        if len(order) == 3:
            yield from _refused_proofs(given, proof)
            yield from _refused_statements(given, statement, proof)


def _shuffled(order: tuple[int, ...]) -> tuple[shuffle.Statement, shuffle.Witness]:
    key = some_scalar("joint") * BASE
    inputs = tuple(some_card(f"input {index}", key) for index in range(len(order)))
    witness = shuffle.Witness(permutation=order, randomness=tuple(some_scalar(f"re {index}") for index in order))
    return shuffle.Statement(key=key, inputs=inputs, outputs=shuffle.shuffle(key, inputs, witness)), witness


def _refused_proofs(given: dict[str, Json], proof: list[bytes]) -> Iterator[Draft]:
    """Yield shapes, encodings, and a change of every part of the proof, which fails some equation."""

    def case(what: str, value: codec.Value) -> Draft:
        return 37, what, {**given, "proof": codec.encode(value).hex()}

    yield case("a part too few", proof[:6])
    yield case("c of two elements", [proof[0][32:], *proof[1:]])
    yield case("t of six elements", [*proof[:2], proof[2] + proof[2][:32], *proof[3:]])
    yield case("s of three scalars", [*proof[:4], proof[4][32:], *proof[5:]])
    for what, bad in BAD_POINTS.items():
        yield case(what, [spoilt(proof[0], 1, bad), *proof[1:]])
    yield case("a scalar is the order", [*proof[:6], spoilt(proof[6], 2, BAD_SCALAR)])
    for index, part in enumerate(proof):
        for at in range(len(part) // 32 if index == 4 else 1):
            piece = part[32 * at : 32 * at + 32]
            changed = spoilt(part, at, other(piece) if index < 4 else one_more(piece))
            yield case(f"{PARTS[index]}: value {at + 1} is another", [*proof[:index], changed, *proof[index + 1 :]])


def _refused_statements(given: dict[str, Json], statement: shuffle.Statement, proof: list[bytes]) -> Iterator[Draft]:
    """Yield the good proof with another statement."""
    outputs, inputs = statement.outputs, statement.inputs
    good = {"proof": codec.encode(proof).hex()}

    def case(what: str, **changed: tuple[Ciphertext, ...]) -> Draft:
        return 37, what, {**given, **good, **{name: card_list(cards) for name, cards in changed.items()}}

    yield case("two outputs changed places", outputs=(outputs[1], outputs[0], outputs[2]))
    yield case("an output holds another card", outputs=(_moved(outputs[0], second=BASE), *outputs[1:]))
    yield case("an output is not re-encrypted", outputs=(outputs[0], inputs[1], outputs[2]))
    yield case("an input is another", inputs=(inputs[0], inputs[2], inputs[1]))
    yield case("an output too few", outputs=outputs[:2])
    yield case("no cards", inputs=(), outputs=())
    for what, cards in (
        ("proved for an output that holds another card", (_moved(outputs[0], second=BASE), *outputs[1:])),
        ("proved for an output with another scalar", (_moved(outputs[0], first=BASE), *outputs[1:])),
    ):
        false = shuffle.Statement(key=statement.key, inputs=inputs, outputs=cards)
        _, witness = _shuffled(ORDERS["three cards"])
        said = shuffle.prove(spot_of(given).transcript(), false, witness, root_of(ROOT)).encode()
        yield 37, what, {**given, "outputs": card_list(cards), "proof": codec.encode(said).hex()}
    yield 37, "another key", {**given, **good, "key": (statement.key + BASE).data.hex()}
    yield 37, "the key is the identity", {**given, **good, "key": bytes(32).hex()}
    yield 37, "of another deck", {**given, **good, **place("shuffle", "goal")}


def _moved(card: Ciphertext, *, first: Element = NOTHING, second: Element = NOTHING) -> Ciphertext:
    """Return a ciphertext to whose components something is added."""
    return Ciphertext(card.first + first, card.second + second)
