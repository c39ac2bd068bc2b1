"""Numbers as words of the command line; what is no such number is told with the numbers that are allowed."""

from __future__ import annotations

import math
from argparse import ArgumentTypeError
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST: Final = 86_400.0
"""Seconds that anything on the command line may take: a day."""


def whole(low: int, high: int, *, or_zero: bool = False) -> Callable[[str], int]:
    """Return what reads a whole number from `low` to `high`, or 0 if that is allowed, too."""

    def read(text: str) -> int:
        number = int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1
        if low <= number <= high or (or_zero and number == 0):
            return number
        zero = ", or 0" if or_zero else ""
        raise ArgumentTypeError(f"{text!r} is no whole number from {low} to {high}{zero}")

    return read


def seconds(text: str) -> float:
    """Read a time in seconds, from 0 to a day."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if 0 <= number <= LONGEST:
        return number
    raise ArgumentTypeError(f"{text!r} is no number of seconds from 0 to {LONGEST:.0f}")


def port(text: str) -> int:
    """Read a TCP port; 0 stands for any free one."""
    return whole(0, 65_535)(text)
