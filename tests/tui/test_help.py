"""The rules on the screen: tables keep their columns in every window."""

from __future__ import annotations

import pytest

from p2p_saboteur.clean import width
from p2p_saboteur.manual import Page as Chapter
from p2p_saboteur.manual import rules_pages
from p2p_saboteur.tui.canvas import FIXED
from p2p_saboteur.tui.help import rules_lines
from p2p_saboteur.tui.state import ViewState

TABLE = "| what | why |\n|---|---|\n| `a` card | it *is* so and so |\n| b | c |"


@pytest.mark.parametrize("columns", [56, 76, 90])
@pytest.mark.parametrize("language", ["en", "cs"])
def test_no_table_of_the_rules_is_wider_than_its_page(language: str, columns: int) -> None:
    """In the book as it is, from the smallest screen on."""
    chapters = rules_pages(language)
    rows = [
        text
        for page in range(len(chapters))
        for text, _ in rules_lines(ViewState(rules=chapters, chapter=page), columns)
    ]
    tables = [row for row in rows if FIXED in row and not row.startswith("-")]
    assert len(tables) > 40
    assert max(map(width, tables)) <= columns


def test_a_long_cell_takes_several_lines() -> None:
    """Below one another in their own column; what fits stays in one line."""
    ui = ViewState(rules=(Chapter(title="One", text=TABLE),))
    wide, narrow = ([text.replace(FIXED, " ") for text, _ in rules_lines(ui, columns)[2:-1]] for columns in (40, 16))
    assert wide == ["what   why", "a card it is so and so", "b      c"]
    assert narrow == ["what   why", "a card it is so", "       and so", "b      c"]
