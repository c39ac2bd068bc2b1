"""What the tests of every proof do: flip each byte, change each element, count on a named failure."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from protocol.errors import Invalid, Reason
from protocol.group import Element
from protocol.root import Root
from protocol.transcript import Transcript

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from protocol.group import Group, Scalar

T = TypeVar("T")
SESSION = bytes(range(32))
ROOT = Root(bytes(range(32)))


def transcript() -> Transcript:
    """Return the transcript that both sides start with."""
    return Transcript(SESSION, b"round 1", b"step 7")


def secrets(group: Group, count: int, purpose: str = "secret") -> tuple[Scalar, ...]:
    """Return scalars that differ from one another."""
    return tuple(ROOT.scalar(group, purpose, b"", index) for index in range(count))


def points(group: Group, count: int, purpose: str = "points") -> tuple[Element, ...]:
    """Return elements without a known relation."""
    return tuple(group.hash_to_element(purpose.encode(), bytes([index])) for index in range(count))


def refused(check: Callable[[], object]) -> Invalid:
    """Return the `Invalid` that the call raises; any other outcome fails the test."""
    with pytest.raises(Invalid) as failure:
        check()
    return failure.value


def fails_at(name: str, check: Callable[[], object]) -> None:
    """Require that a proof is refused at the equation with this name."""
    failure = refused(check)
    assert (failure.reason, failure.check) == (Reason.PROOF, name)


def flips(data: bytes) -> Iterator[bytes]:
    """Yield the data with each of its bytes changed once, every bit of it in turn from byte to byte."""
    for at in range(len(data)):
        changed = bytearray(data)
        changed[at] ^= 1 << at % 8
        yield bytes(changed)


def variants(value: T) -> Iterator[T]:
    """Yield copies of a statement in each of which one element is another one, however deep it lies."""
    if isinstance(value, Element):
        yield value + value.group.base  # type: ignore[misc]
    elif isinstance(value, tuple):
        for at, item in enumerate(value):
            for other in variants(item):
                yield (*value[:at], other, *value[at + 1 :])  # type: ignore[misc]
    elif is_dataclass(value) and not isinstance(value, type):
        subject: Any = value
        for field in fields(subject):
            for other in variants(getattr(subject, field.name)):
                yield replace(subject, **{field.name: other})
