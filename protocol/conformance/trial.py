"""What an algorithm is given in a case, and what it leaves behind: the values on its way, and whose statement it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from protocol import codec
from protocol.elgamal import Ciphertext
from protocol.errors import Invalid
from protocol.game import Deck
from protocol.proofs.linear import Row, Statement
from protocol.root import ROOT_SIZE, Root
from protocol.steps.base import Spot
from protocol.transcript import Transcript

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from protocol.conformance.log_file import Log
    from protocol.conformance.node import Node
    from protocol.group import Element, Group, Scalar

Json: TypeAlias = Any
"""A value of JSON: what `json` reads and writes."""

MAX_CARDS = 256


@dataclass(slots=True, kw_only=True)
class Trial:
    """One run of an algorithm.

    Attributes:
        given: the case's inputs.
        log: the log that the case's file is about, if it is about one.
        trace: values on the way, by name; filled in as the algorithm goes, and kept when it fails.
        seat: whose statement is judged, where that is known: the culprit if it fails.
    """

    given: Node
    log: Log | None = None
    trace: dict[str, Json] = field(default_factory=dict)
    seat: int | None = None

    def spot(self) -> TracedSpot:
        """Return the place of a proof, whose transcript is traced."""
        session, context = self.given["session"].blob(32), self.given["context"].blob()
        self.seat = _signer(context)
        return TracedSpot(session=session, seat=self.seat or 0, context=context, said=self._said())

    def root(self) -> TracedRoot:
        """Return the prover's root, whose nonces are traced."""
        drawn: list[Json] = []
        self.trace["nonces"] = drawn
        return TracedRoot(self.given["root"].blob(ROOT_SIZE), drawn)

    def _said(self) -> list[Json]:
        said: list[Json] = []
        self.trace["transcript"] = said
        return said


Run: TypeAlias = "Callable[[Trial], Json]"
"""An algorithm: returns the outputs, or raises `Invalid`, or `Unreadable` for inputs that it is not defined for."""

Table: TypeAlias = "dict[int, tuple[str, Run]]"
"""Algorithms by number, with their names."""


class TracedTranscript(Transcript):
    """Tells its state after everything that it absorbs, and its challenges."""

    def __init__(self, said: list[Json], session: bytes, *context: bytes) -> None:
        self._said = said
        super().__init__(session, *context)

    def absorb(self, label: str, *items: bytes) -> None:
        """See `Transcript.absorb`."""
        super().absorb(label, *items)
        self._said.append({"absorbed": label, "state": self.state().hex()})

    def challenges(self, label: str, group: Group, count: int) -> tuple[Scalar, ...]:
        """See `Transcript.challenges`."""
        scalars = super().challenges(label, group, count)
        self._said.append({"challenges": scalar_list(scalars)})
        return scalars


@dataclass(frozen=True, slots=True, kw_only=True)
class TracedSpot(Spot):
    """A proof's place; its transcript tells all that it absorbs to `said`."""

    said: list[Json]

    def transcript(self) -> Transcript:
        """Return a new transcript that has absorbed the context."""
        return TracedTranscript(self.said, self.session, self.context)


class TracedRoot(Root):
    """A root that tells the nonces that are drawn from it."""

    __slots__ = ("_drawn",)

    def __init__(self, secret: bytes, drawn: list[Json]) -> None:
        super().__init__(secret)
        self._drawn = drawn

    def block(self, branch: str, *parts: bytes) -> bytes:
        """Return what everything is derived from."""
        return self._block(branch, *parts)

    def nonces(self, group: Group, state: bytes, count: int, draw: int = 0) -> tuple[Scalar, ...]:
        """See `Root.nonces`."""
        scalars = super().nonces(group, state, count, draw)
        self._drawn.append(scalar_list(scalars))
        return scalars


def _signer(context: bytes) -> int | None:
    """Return the seat that a proof's context names; None for a context that is no slot and part."""
    try:
        return codec.integer(codec.array(codec.decode(context), 7)[1], 0, 9)
    except Invalid:
        return None


def element_list(elements: Iterable[Element]) -> list[str]:
    """Return elements as JSON."""
    return [element.data.hex() for element in elements]


def scalar_list(scalars: Iterable[Scalar]) -> list[str]:
    """Return scalars as JSON."""
    return [scalar.encode().hex() for scalar in scalars]


def card_list(cards: Iterable[Ciphertext]) -> list[list[str]]:
    """Return ciphertexts as JSON: pairs (A, B)."""
    return [[card.first.data.hex(), card.second.data.hex()] for card in cards]


def read_cards(node: Node) -> tuple[Ciphertext, ...]:
    """Return ciphertexts."""
    return tuple(_card(item) for item in node.items(MAX_CARDS))


def _card(node: Node) -> Ciphertext:
    pair = node.elements(2)
    if len(pair) != 2:
        node.fail("a pair of elements is expected")
    return Ciphertext(*pair)


def read_deck(node: Node) -> Deck:
    """Return a deck: label, size, and values if it has any."""
    label = node["label"].text(16)
    if not label or not label.isascii() or not (label.isalpha() and label.islower()):
        node["label"].fail("1 to 16 lower-case ASCII letters are expected")
    values = node["values"]
    size = node["size"].number(1, 128)
    if values.value is None:
        return Deck(label=label, size=size)
    numbers = tuple(value.number(1, 65536) for value in values.items(size))
    if len(numbers) != size:
        values.fail("one value for each card is expected")
    return Deck(label=label, size=size, values=numbers)


def statement_json(statement: Statement) -> Json:
    """Return a linear statement as JSON."""
    rows = [
        {"name": row.name, "image": row.image.data.hex(), "terms": [[k, base.data.hex()] for k, base in row.terms]}
        for row in statement.rows
    ]
    return {"scalars": statement.witnesses, "rows": rows}


def read_statement(node: Node) -> Statement:
    """Return a linear statement; raise `Invalid` if a base is the identity."""
    count = node["scalars"].number(1, 512)
    rows = tuple(_row(row, count) for row in node["rows"].items(1024))
    return Statement(rows=rows, witnesses=count)


def _row(node: Node, scalars: int) -> Row:
    terms = []
    for term in node["terms"].items(1024):
        pair = term.items(2)
        if len(pair) != 2:
            term.fail("the index of a scalar and a base are expected")
        terms.append((pair[0].number(0, scalars - 1), pair[1].element()))
    return Row(name=node["name"].text(64), image=node["image"].element(), terms=tuple(terms))


def value_json(value: codec.Value) -> Json:
    """Return a value of the encoding as JSON: text is a string, bytes and large integers are objects."""
    if isinstance(value, bytes):
        return {"bin": value.hex()}
    if isinstance(value, int) and not isinstance(value, bool) and value >= 2**53:
        return {"int": str(value)}
    if isinstance(value, list | tuple):
        return [value_json(item) for item in value]
    return value


def read_value(node: Node) -> codec.Value:
    """Return a value of the encoding."""
    match node.value:
        case None | bool():
            return node.value
        case int():
            return node.number(0, 2**53 - 1)
        case str():
            return node.text()
        case list():
            return [read_value(item) for item in node.items(codec.MAX_ARRAY)]
    if node.has("int"):
        digits = node["int"].text(19)
        if not digits.isascii() or not digits.isdecimal() or not 2**53 <= int(digits) <= codec.MAX_INTEGER:
            node["int"].fail("an integer from 2^53 to 2^63 - 1 in decimal is expected")
        return int(digits)
    return node["bin"].blob()


def concatenated(parts: Sequence[bytes]) -> str:
    """Return byte strings as one, in hexadecimal."""
    return b"".join(parts).hex()
