"""Checks of the helpers, which hold under ``python -O`` too."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def require(holds: object, what: str = "") -> None:
    """Fail the test unless something holds."""
    if not holds:
        raise AssertionError(what)


def present(value: T | None, what: str = "there is none") -> T:
    """Return a value that must be there."""
    if value is None:
        raise AssertionError(what)
    return value
