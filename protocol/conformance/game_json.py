"""Requests, facts and choices as JSON: an object with the name of the class as `is`, and its fields."""

from __future__ import annotations

import types
from dataclasses import MISSING, fields
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, Union, get_args, get_origin, get_type_hints

from protocol import game
from protocol.steps import base

if TYPE_CHECKING:
    from protocol.conformance.node import Node
    from protocol.conformance.trial import Json

REQUESTS: Final = get_args(game.Request)
FACTS: Final = get_args(game.Fact)
CHOICES: Final = get_args(base.AnyChoice)
MOST: Final = 256
"""Values in one list: a game of ten deals fewer cards at once."""
MAX_DECK: Final = 128


def to_json(value: Any) -> Json:  # noqa: ANN401 - any field of a request, fact or choice
    """Return a request, fact or choice, or a field of one, as JSON."""
    match value:
        case None | bool() | int() | str():
            return value
        case bytes():
            return value.hex()
        case Enum():
            return value.value
        case tuple():
            return [to_json(item) for item in value]
        case game.TableCard(deck=deck, position=position):
            return [deck, position]
    named = {field.name: to_json(getattr(value, field.name)) for field in fields(value)}
    named = {name: found for name, found in named.items() if not _is_default(value, name)}
    return {"is": type(value).__name__, **named} if type(value) in (*REQUESTS, *FACTS, *CHOICES) else named


def _is_default(value: Any, name: str) -> bool:  # noqa: ANN401 - any dataclass
    (field,) = (field for field in fields(value) if field.name == name)
    return bool(field.default == getattr(value, name))


def request(node: Node) -> game.Request:
    """Read a request."""
    return _named(node, REQUESTS)  # type: ignore[no-any-return]  # one of the classes of Request


def fact(node: Node) -> game.Fact:
    """Read a fact."""
    return _named(node, FACTS)  # type: ignore[no-any-return]  # one of the classes of Fact


def choice(node: Node) -> base.AnyChoice:
    """Read a choice."""
    return _named(node, CHOICES)  # type: ignore[no-any-return]  # one of the classes of AnyChoice


def _named(node: Node, classes: tuple[type, ...]) -> Any:  # noqa: ANN401 - one of the classes
    name = node["is"].text(32)
    for each in classes:
        if each.__name__ == name:
            return _object(node, each)
    return node["is"].fail(f"one of {', '.join(each.__name__ for each in classes)} is expected")


def _object(node: Node, cls: Any) -> Any:  # noqa: ANN401 - any of the dataclasses here, and one of it
    hints = get_type_hints(cls, localns=vars(game))
    found = {field.name: _field(node[field.name], hints[field.name]) for field in fields(cls) if node.has(field.name)}
    for field in fields(cls):
        if field.name not in found and field.default is MISSING:
            node.fail(f"the field `{field.name}` is missing")
    node.finish()
    if cls is game.Deck:
        _check_deck(node, **found)
    return cls(**found)


def _check_deck(node: Node, *, size: int, values: tuple[int, ...] | None = None, **_: object) -> None:
    """Refuse a deck whose cards would take long to compute."""
    if not 1 <= size <= MAX_DECK or (values is not None and len(values) != size):
        node.fail(f"a deck of 1 to {MAX_DECK} cards is expected, with as many values if it has any")


def _field(node: Node, hint: Any) -> Any:  # noqa: ANN401, PLR0911 - one return a type
    """Read a field by its type."""
    if get_origin(hint) in (types.UnionType, Union):
        inner = next(each for each in get_args(hint) if each is not type(None))
        return None if node.value is None else _field(node, inner)
    if get_origin(hint) is tuple:
        return tuple(_field(item, get_args(hint)[0]) for item in node.items(MOST))
    if hint is bool:
        return node.flag()
    if hint is int:
        return node.number(0, 65536)
    if hint is str:
        return node.text(32)
    if hint is bytes:
        return node.blob()
    if hint is game.TableCard:
        return _table_card(node)
    if hint is game.PayAnswer:
        return _answer(node)
    return _object(node, hint)


def _table_card(node: Node) -> game.TableCard:
    pair = node.items(2)
    if len(pair) != 2:
        node.fail("a deck and a position are expected")
    return game.TableCard(pair[0].text(16), pair[1].number(0, 127))


def _answer(node: Node) -> game.PayAnswer:
    try:
        return game.PayAnswer(node.text(16))
    except ValueError:
        node.fail("keep, stop, back or settle is expected")
