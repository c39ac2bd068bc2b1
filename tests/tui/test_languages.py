"""The screens in every language: no word is cut where another language has room for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from p2p_saboteur.clean import width
from p2p_saboteur.games.saboteur import legality
from p2p_saboteur.games.saboteur.legality import MISMATCH, Refusal
from p2p_saboteur.language import LANGUAGES
from p2p_saboteur.text import _, choose_language
from p2p_saboteur.tui.canvas import Area, wrap
from tests.tui.gallery import a_table, path_key, screen
from tests.tui.test_screens import check_cells

if TYPE_CHECKING:
    from p2p_saboteur.tui.canvas import Canvas

SMALL: Final = ((60, 20), (80, 24))
REFUSALS: Final = [*MISMATCH.values(), *(each for each in vars(legality).values() if isinstance(each, Refusal))]
"""All that the engine says about a move that it does not allow."""


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(("columns", "rows"), SMALL)
def test_no_text_is_cut(code: str, columns: int, rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Titles, prompts, claims, labels, the header: all are there to their last letter."""
    cut: list[str] = []
    line, put = Area.line, Area.put

    def checked_line(area: Area, y: int, text: str, style: str = "", *, x: int = 0) -> None:
        cut.extend([text] if width(text) > area.columns - x else [])
        line(area, y, text, style, x=x)

    def checked_put(area: Area, x: int, y: int, text: str, style: str = "") -> int:
        words = any(character.isalpha() for character in text)
        cut.extend([text] if words and 0 <= y < area.rows and x + width(text) > area.columns else [])
        return put(area, x, y, text, style)

    monkeypatch.setattr(Area, "line", checked_line)
    monkeypatch.setattr(Area, "put", checked_put)
    choose_language(code)
    for canvas in _screens(columns, rows):
        check_cells(canvas)
    assert cut == []


def _screens(columns: int, rows: int) -> list[Canvas]:
    """Return screens at a table that show what has little room."""
    table = a_table()
    card = path_key(table)
    ways = (
        *([], ["k"], ["c"], ["n"], ["d"], ["d", card], ["f2"], ["q"], ["c-z"], ["?"], ["g"], ["b"]),
        *([card], [card, "H"], [card, *["L"] * 4], *([str(place)] for place in range(1, 7))),
        *(["tab"] * times for times in range(1, 6)),
        *(["f"] * times for times in range(1, 7)),
    )
    return [screen(table, columns, rows, *keys) for keys in ways]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: refusal.why)
def test_every_refusal_has_room(code: str, refusal: Refusal) -> None:
    """In one row of 80 columns, or in the two that a terminal of 60 has for it."""
    choose_language(code)
    told = f"! {_(refusal.sentence)}"
    assert len(wrap(told, 60)) <= 2
    assert len(wrap(told, 80)) <= 2


@pytest.mark.parametrize("code", LANGUAGES)
def test_help_is_always_on_the_screen(code: str) -> None:
    """Whatever the language calls it, at the end of the keys."""
    choose_language(code)
    table = a_table()
    for columns, rows in SMALL:
        for keys in ([], ["1"], ["g"], ["q"], ["b"]):
            last = "".join(screen(table, columns, rows, *keys).characters[-1])
            assert f"? {_('help')}" in last


def test_french_punctuation_stays_with_its_word() -> None:
    """No line begins with a colon or ends with an opening quotation mark."""
    text = "Que dites-vous ? Le trésor : « ici » ! Ou ; là"
    for columns in range(12, 40):
        for line in wrap(text, columns):
            assert not line.startswith((":", ";", "!", "?", "»")), line
            assert not line.endswith("«"), line
