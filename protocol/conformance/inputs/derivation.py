"""Cases of transcripts and of what follows from a root: algorithms 16 to 26."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol import labels
from protocol.conformance.inputs.source import Draft, place, some_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from protocol.conformance.trial import Json


def cases() -> Iterator[Draft]:
    """Yield the cases."""
    yield from _transcripts()
    yield from _from_roots()


def _transcripts() -> Iterator[Draft]:
    yield 16, "a slot and no part", place("deal")
    yield 16, "a slot and a part", place("play", "hand")
    yield 16, "an empty context", {"session": bytes(32).hex(), "context": ""}
    item = some_bytes("item").hex()
    absorbed = [{"label": labels.DLEQ_INPUTS, "items": [item]}, {"label": labels.DLEQ_OUTPUTS, "items": [item, ""]}]
    given = {**place("deal"), "absorbed": absorbed}
    yield 17, "no items", {**place("deal"), "absorbed": [{"label": labels.DLEQ_INPUTS, "items": []}]}
    yield 17, "one item", {**place("deal"), "absorbed": absorbed[:1]}
    yield 17, "two labels, and an empty item", given
    yield 18, "one scalar", {**given, "label": labels.LINEAR_CHALLENGE, "count": 1}
    yield 18, "four scalars, more than one block", {**given, "label": labels.DLEQ_WEIGHTS, "count": 4}
    yield 19, "after a challenge", {**given, "label": labels.LINEAR_CHALLENGE, "count": 1}
    yield 19, "after three scalars", {**given, "label": labels.DLEQ_WEIGHTS, "count": 3}


def _from_roots() -> Iterator[Draft]:
    root: dict[str, Json] = {"root": some_bytes("root").hex()}
    context = {"context": some_bytes("context", 40).hex()}
    yield 20, "no parts", {**root, "branch": labels.ROOT_NEXT, "parts": []}
    yield 20, "two parts", {**root, "branch": labels.ROOT_SEED, "parts": [b"a".hex(), ""]}
    for use in (labels.USE_TABLE_KEY, labels.USE_HAND_KEY):
        yield 21, use, {**root, "use": use, **context, "index": 0}
    yield 21, "index 300", {**root, "use": labels.USE_LAYER, **context, "index": 300}
    yield 21, "no context", {**root, "use": labels.USE_PURSE_KEY, "context": "", "index": 0}
    for size in (1, 2, 6, 67):
        yield 22, f"{size} cards", {**root, "use": labels.USE_PERMUTATION, **context, "size": size}
    yield 23, "a salt", {**root, "use": labels.USE_KEY_SALT, **context}
    yield 24, "a chair's nonce", {**root, "use": labels.USE_NONCE, "context": ""}
    state = {"state": some_bytes("state").hex()}
    yield 25, "one", {**root, **state, "count": 1, "draw": 0}
    yield 25, "five", {**root, **state, "count": 5, "draw": 0}
    yield 25, "two of draw 3", {**root, **state, "count": 2, "draw": 3}
    yield 26, "the next root", root
