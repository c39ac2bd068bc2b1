"""Private notes: kept, bounded and clean."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from p2p_saboteur.app.jottings import JOTTINGS, MOST, add_jotting, read_jottings

if TYPE_CHECKING:
    from pathlib import Path


def test_notes_are_there_again_later(tmp_path: Path) -> None:
    """In the order in which they were written; what cannot be printed is gone."""
    assert read_jottings(tmp_path) == ()
    add_jotting(tmp_path, "12: Borek\x1b[2J lies")
    assert add_jotting(tmp_path, "čau") == read_jottings(tmp_path) == ("12: Borek[2J lies", "čau")


def test_there_are_never_too_many(tmp_path: Path) -> None:
    """The oldest go, and nothing but a blank is no note."""
    (tmp_path / JOTTINGS).write_text(json.dumps({"version": 1, "lines": [str(n) for n in range(MOST)]}))
    assert add_jotting(tmp_path, "new")[-2:] == (str(MOST - 1), "new")
    assert read_jottings(tmp_path)[0] == "1"
    assert add_jotting(tmp_path, "\x00")[-1] == "new"


def test_anything_else_in_the_file_is_no_note(tmp_path: Path) -> None:
    """Neither another version, nor numbers, nor no JSON at all."""
    for text in (
        '{"version": 9, "lines": ["a"]}',
        '{"version": 1, "lines": [1, {}]}',
        '{"version": 1, "lines": 3}',
        "{",
    ):
        (tmp_path / JOTTINGS).write_text(text)
        assert read_jottings(tmp_path) == ()
