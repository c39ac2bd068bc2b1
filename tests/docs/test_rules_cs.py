"""The Czech rules say what the English ones say: number by number, as far as that can be counted."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from p2p_saboteur.text import _, choose_language

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"
ENGLISH: Final = (DOCS / "RULES.md").read_text(encoding="utf-8")
CZECH: Final = (DOCS / "RULES.cs.md").read_text(encoding="utf-8")
RULE: Final = re.compile(r"^### ([RLD]\d+) .+\n\n((?:.+\n?)+)", re.MULTILINE)
REFUSAL: Final = re.compile(r"^\| ([RLD]\d+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
IN_ENGLISH: Final = dict(RULE.findall(ENGLISH))
IN_CZECH: Final = dict(RULE.findall(CZECH))


def test_both_have_the_same_headings() -> None:
    """As many chapters, and every rule once, in the same order."""
    shape = re.compile(r"^(#{1,3}) (?:([RLD]\d+) )?", re.MULTILINE)
    assert shape.findall(CZECH) == shape.findall(ENGLISH)


@pytest.mark.parametrize("number", IN_ENGLISH)
def test_a_rule_cites_the_same_rules_options_and_places(number: str) -> None:
    """What stands in a paragraph in digits or in code is no matter of language."""
    for pattern in (r"\b[RLD]\d+\b", r"`[^`]+`", r"\d+", r"\b[NESW]\b"):
        english, czech = (re.findall(pattern, text) for text in (IN_ENGLISH[number], IN_CZECH[number]))
        assert sorted(czech) == sorted(english), pattern


def test_the_tables_have_the_same_numbers_and_openings() -> None:
    """Cards, copies, hands and roles, row by row."""
    rows = [[line for line in text.splitlines() if line.startswith("|")] for text in (ENGLISH, CZECH)]
    facts = [[re.findall(r"\b[NESW]\b|\d+", row) for row in table] for table in rows]
    assert facts[0] == facts[1]


def test_refusals_are_worded_as_the_program_words_them() -> None:
    """Rule and reason as in English, the sentence as the screen shows it in Czech."""
    choose_language("cs")
    assert REFUSAL.findall(CZECH) == [(rule, why, _(sentence)) for rule, why, sentence in REFUSAL.findall(ENGLISH)]
