"""A small version of ``python3 -m tests.tournament``, with margins for so few rounds."""

from __future__ import annotations

import pytest

from tests.helpers.cases import mostly_long
from tests.tournament import MATCHES, Match, main, saboteurs_win


@pytest.mark.parametrize("match", mostly_long(MATCHES), ids=lambda match: f"{match.name}, {match.players}")
def test_the_sides_win_about_as_often_as_they_should(match: Match) -> None:
    """In 25 fixed rounds the saboteurs' share lies within the expected range, give or take 15 in a hundred."""
    assert match.low - 15 <= 100 * saboteurs_win(match, 25) / 25 <= match.high + 15


@pytest.mark.long
def test_a_thousand_rounds_of_each_match_end_as_they_should() -> None:
    """Within the expected ranges, without any margin."""
    assert main(1000) == 0
