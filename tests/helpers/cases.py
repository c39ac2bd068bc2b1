"""Cases of which only some are tried in the short suite."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Iterable


def examples(*, short: int, long: int) -> settings:
    """Return hypothesis' settings with so many examples in the short suite, and with ``--long``."""
    return settings(deadline=None, max_examples=long if settings.get_current_profile_name() == "long" else short)


def mostly_long(cases: Iterable[object], kept: int = 1) -> list[object]:
    """Return the values of one parameter, all but the first so many for ``--long`` alone."""
    return [case if number < kept else pytest.param(case, marks=pytest.mark.long) for number, case in enumerate(cases)]
