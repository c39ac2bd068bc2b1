"""Text that others wrote: nothing that a terminal might obey comes through, and it keeps to its columns."""

from __future__ import annotations

from typing import Final

import pytest
from wcwidth import wcswidth

from p2p_saboteur.clean import LINE_COLUMNS, NAME_COLUMNS, NOBODY, clean_line, clean_name, clean_names, clip, width

HOSTILE: Final = {
    "an escape sequence": ("\x1b[31mred\x1b]0;title\x07", "[31mred]0;title"),
    "bidi overrides": ("Ada\u202eeve\u202c\u2066x\u2069", "Adaevex"),
    "zero width": ("A\u200bd\u200da\ufeff", "Ada"),
    "a flood of marks": ("z" + "\u0301" * 10_000 + "o", "ź"),
    "line breaks": ("one\r\ntwo\u2028three\tfour", "one two three four"),
    "letters that look like nothing": ("\u3164\u115f\u2800", ""),
    "regional indicators and skin tones": ("\U0001f1e8\U0001f1ff\U0001f44d\U0001f3fd", "\U0001f44d"),
    "accents": ("Čeněk Žlutý", "Čeněk Žlutý"),
    "accents that are composed": ("C\u030cene\u030ck", "Čeněk"),
    "C1 controls": ("a\x9b31mb\x85c", "a31mb c"),
    "surrogates": ("a\ud800b", "ab"),
}


@pytest.mark.parametrize(("text", "clean"), HOSTILE.values(), ids=HOSTILE.keys())
def test_what_is_hostile_is_left_out(text: str, clean: str) -> None:
    """Only characters that stand for themselves are left."""
    assert clean_line(text) == clean


def test_ten_thousand_characters_are_cut_to_the_columns() -> None:
    """A line is cut by what it takes on the screen, also where characters are wide."""
    assert width(clean_line("x" * 10_000)) == LINE_COLUMNS
    assert clean_line("宝" * 10_000, 21) == "宝" * 10
    assert wcswidth(clean_name("宝石" * 100)) == NAME_COLUMNS


def test_clipping_never_halves_a_wide_character() -> None:
    """What does not fit as a whole is left out."""
    assert [clip("a宝b", columns) for columns in range(5)] == ["", "a", "a", "a宝", "a宝b"]


def test_every_seat_has_a_name_of_its_own() -> None:
    """Names that come out alike are numbered, and an empty one says so."""
    names = clean_names(("Ada", "A\u200bda", "\x1b", "Ada", "m" * 30, "m" * 40))
    assert names == ("Ada", "Ada 2", NOBODY, "Ada 3", "m" * 16, "m" * 13 + " 2")
