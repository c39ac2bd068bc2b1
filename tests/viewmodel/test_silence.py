"""What is told of a silence before anybody votes."""

from __future__ import annotations

import pytest

from p2p_saboteur.table_view import Silence
from p2p_saboteur.viewmodel.silence import known_of_silence


@pytest.mark.parametrize(
    ("direct", "thinking", "seen"),
    [
        (True, True, "Your own link to them stands: they may just be thinking."),
        (True, False, "Your own link to them stands, but nothing comes over it."),
        (False, True, "You have no link to them: only through others would you hear of them."),
        (False, False, "You have no link to them: only through others would you hear of them."),
    ],
)
def test_how_it_is_seen_what_to_compare_and_what_going_on_costs(direct: bool, thinking: bool, seen: str) -> None:
    """Directly or through others; the words of the last common state; the cost, with nothing in it that is no text."""
    silence = Silence(seats=(2,), seconds=61.0, direct=direct, thinking=thinking, cost="A \x1b[1mround.")
    told = list(known_of_silence(silence))
    assert told[0] == seen
    assert told[1].startswith("Silence is no proof of cheating")
    assert told[2:] == ["A [1mround."]


def test_the_words_to_compare() -> None:
    """Those of the last common state of the log."""
    told = list(known_of_silence(Silence(seats=(2,), seconds=61.0, head_words=("oak", "sea"))))
    assert told[2:] == ["Compare these words by voice; who has others has another game: oak sea"]


@pytest.mark.parametrize("may_end", [True, False])
def test_what_is_left_to_do_where_nobody_can_be_voted_out(may_end: bool) -> None:
    """To end the game for all, if they are enough, or to leave for oneself; of one who is missing nothing is said."""
    told = " ".join(known_of_silence(Silence(seats=(1, 2), seconds=61.0, stuck=True, may_end=may_end)))
    assert "nobody can be voted out now, since all others would have to vote" in told
    assert ("are enough" in told, "are too few" in told) == (may_end, not may_end)
    assert "Each can leave for himself" in told
    assert "leave for himself" not in " ".join(known_of_silence(Silence(seats=(1,), seconds=61.0)))
