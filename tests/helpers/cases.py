"""Cases of which only some are tried in the short suite."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable


def mostly_long(cases: Iterable[object], kept: int = 1) -> list[object]:
    """Return the values of one parameter, all but the first so many for ``--long`` alone."""
    return [case if number < kept else pytest.param(case, marks=pytest.mark.long) for number, case in enumerate(cases)]
