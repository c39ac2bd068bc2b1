"""Cases of the cards: algorithms 38 to 45."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from protocol import cards, codec
from protocol.conformance.inputs.source import (
    BASE,
    SEAT,
    Draft,
    one_more,
    place,
    some_bytes,
    some_card,
    some_element,
    some_scalar,
)
from protocol.conformance.inputs.spot import spot_of
from protocol.conformance.trial import card_list, element_list, scalar_list
from protocol.elgamal import Ciphertext, encrypt, value_point
from protocol.game import Deck
from protocol.group import RISTRETTO255
from protocol.root import Root, Roots
from protocol.signing import SigningKey
from protocol.steps.base import Me
from protocol.steps.reveal import make_shares
from protocol.steps.shuffle import make_shuffle
from protocol.steps.sums import Worth
from protocol.steps.switch import Switch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from protocol.conformance.trial import Json
    from protocol.group import Element

DISTINCT: Final = Deck(label="goal", size=3)
VALUED: Final = Deck(label="nugget", size=4, values=(1, 1, 2, 3))
X: Final = some_scalar("table")
OWNED: Final = tuple(some_card(f"card {index}", X * BASE) for index in range(2))


def cases() -> Iterator[Draft]:
    """Yield the cases."""
    yield from _decks()
    yield from _layers()
    yield from _shuffled()
    yield from _shares()
    yield from _worth()


def _deck_json(deck: Deck) -> Json:
    return {"label": deck.label, "size": deck.size, "values": deck.values and list(deck.values)}


def _decks() -> Iterator[Draft]:
    for name, deck in (("distinct", DISTINCT), ("with values", VALUED)):
        given = {"deck": _deck_json(deck)}
        yield 38, name, given
        for number, point in enumerate(cards.points(RISTRETTO255, deck)):
            yield 39, f"{name}: card {number}", {**given, "point": point.data.hex()}
        yield 39, f"{name}: no card", {**given, "point": BASE.data.hex()}
        yield 40, name, {**given, "joint": some_element("joint").data.hex()}
    five = _worth_point(5).data.hex()
    yield 39, "with values: more than any card", {"deck": _deck_json(VALUED), "point": five}


def _worth_point(value: int) -> Element:
    group = RISTRETTO255
    return group.scalar(value) * value_point(group, "nugget")


def me() -> Me:
    """Return a seat that makes contents."""
    root = Root(some_bytes("root"))
    signing = SigningKey.from_seed(some_bytes("signing"))
    return Me(seat=SEAT, signing=signing, roots=Roots(root), root=root, purse=root)


def _contents(number: int, name: str, given: dict[str, Json], content: codec.Value) -> Iterator[Draft]:
    """Yield a good content, and the shapes of it that are refused."""

    def case(what: str, value: codec.Value) -> Draft:
        return number, f"{name}{what}", {**given, "content": codec.encode(value).hex()}

    yield case("", content)
    data, proof = codec.array(_listed(content), 2)
    first = codec.blob_upto(data, 1 << 16)
    yield case(": nil", None)
    yield case(": no proof", [first])
    yield case(": 32 bytes too few", [first[32:], proof])
    yield case(": the first element is the identity", [bytes(32) + first[32:], proof])
    yield case(": the first element is another", [BASE.data + first[32:], proof])
    yield number, f"{name}: of another place", {**given, **place("x"), "content": codec.encode(content).hex()}


def _listed(value: codec.Value) -> codec.Value:
    return codec.decode(codec.encode(value))


def _layers() -> Iterator[Draft]:
    targets = (some_element("target 0"), some_element("target 1"))
    scalars = (some_scalar("r 0"), some_scalar("r 1"))
    made = {"secret": X.encode().hex(), "targets": element_list(targets), "scalars": scalar_list(scalars)}
    yield 41, "two cards", {**made, "firsts": element_list([card.first for card in OWNED])}
    key = {"key": (X * BASE).data.hex()}
    for name, count in (("two cards", 2), ("no cards", 0)):
        firsts = element_list([card.first for card in OWNED[:count]])
        given = {**place("deal"), **key, "targets": element_list(targets[:count]), "firsts": firsts}
        switch = Switch(key=X * BASE, inputs=OWNED[:count], targets=targets[:count])
        content = switch.make(spot_of(given), me(), X)
        if count:
            yield from _contents(42, name, given, content)
        else:
            yield 42, name, {**given, "content": codec.encode(content).hex()}


def _shuffled() -> Iterator[Draft]:
    given = {**place("play", "hand"), "key": (X * BASE).data.hex(), "cards": card_list(OWNED)}
    _, content = make_shuffle(spot_of(given), me(), X * BASE, OWNED)
    yield from _contents(43, "two cards", given, content)


def _shares() -> Iterator[Draft]:
    given = {**place("reveal"), "key": (X * BASE).data.hex(), "cards": card_list(OWNED)}
    yield from _contents(44, "two cards", given, make_shares(spot_of(given), me(), X, X * BASE, OWNED))
    none = {**given, "cards": []}
    yield 44, "no cards", {**none, "content": codec.encode(None).hex()}
    yield 44, "no cards: shares all the same", {**none, "content": codec.encode([b"", [bytes(64), bytes(32)]]).hex()}


def _worth() -> Iterator[Draft]:
    purse = tuple(
        encrypt(RISTRETTO255, X * BASE, _worth_point(value), some_scalar(f"purse {value}")) for value in (1, 3)
    )
    claims: dict[str, tuple[int, ...]] = {"4": (4,), "4 or 5": (4, 5), "3, 4 or 5": (3, 4, 5)}
    for name, values in claims.items():
        given = _worth_given(purse, values)
        worth = Worth(key=X * BASE, deck="nugget", cards=purse, values=values)
        content = codec.encode(worth.prove(spot_of(given), me(), X, 4))
        yield 45, f"worth {name}", {**given, "content": content.hex()}
        moved = [value + 1 for value in values]
        yield 45, f"worth {name}, but {moved} is claimed", {**given, "values": moved, "content": content.hex()}
        yield 45, f"worth {name}: of another place", {**given, **place("total", "x"), "content": content.hex()}
        yield 45, f"worth {name}: nil", {**given, "content": codec.encode(None).hex()}
    changed = content[:-32] + one_more(content[-32:])
    yield 45, "worth 3, 4 or 5: a challenge is another", {**given, "content": changed.hex()}
    claims = {"nothing is worth 0": (0,), "nothing is worth 1": (1,), "no value": ()}
    for name, values in claims.items():
        yield 45, name, {**_worth_given((), values), "content": codec.encode(None).hex()}
    yield 45, "nothing is worth 0: a proof all the same", {**_worth_given((), (0,)), "content": codec.encode([]).hex()}
    r = some_scalar("cancelled")
    cancelling = tuple(
        encrypt(RISTRETTO255, X * BASE, _worth_point(value), scalar) for value, scalar in ((1, r), (3, -r))
    )
    given = _worth_given(cancelling, (4,))
    yield 45, "scalars that cancel out: worth 4", {**given, "content": codec.encode(None).hex()}
    yield 45, "scalars that cancel out: a proof all the same", {**given, "content": codec.encode([]).hex()}
    other_values = _worth_given(cancelling, (3, 5))
    yield 45, "scalars that cancel out: worth 3 or 5", {**other_values, "content": codec.encode(None).hex()}


def _worth_given(purse: tuple[Ciphertext, ...], values: tuple[int, ...]) -> dict[str, Json]:
    owner = {"key": (X * BASE).data.hex(), "deck": "nugget", "cards": card_list(purse)}
    return {**place("total", "sum"), **owner, "values": list(values)}
