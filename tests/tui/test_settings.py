"""How the client looks, from the environment; and that what it shows can be read."""

from __future__ import annotations

import re
from typing import Final

import pytest

from p2p_saboteur.tui.glyphs import GlyphSet
from p2p_saboteur.tui.settings import can_show_screens, chosen_glyphs, wants_colour
from p2p_saboteur.tui.style import CLASSES, Theme, theme_style

COLOUR: Final = re.compile(r"(bg:)?#([0-9a-f]{6})")
QUIET: Final = {"empty", "rule", "player.lost"}
"""What may be hard to see: it says nothing that matters."""


@pytest.mark.parametrize(
    ("environment", "terminal", "windows", "shown"),
    [
        ({"TERM": "xterm-256color"}, True, False, True),
        ({"TERM": "dumb"}, True, False, False),
        ({}, True, False, False),
        ({}, True, True, True),
        ({"TERM": "xterm"}, False, False, False),
    ],
)
def test_screens_are_for_terminals_that_can_show_them(
    environment: dict[str, str], terminal: bool, windows: bool, shown: bool
) -> None:
    """Others get the line mode."""
    assert can_show_screens(environment, terminal=terminal, windows=windows) is shown


def test_no_color_is_obeyed() -> None:
    """Whatever its value, unless it is empty."""
    assert [wants_colour(env) for env in ({}, {"NO_COLOR": ""}, {"NO_COLOR": "1"}, {"NO_COLOR": "0"})] == [
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("wanted", "environment", "encoding", "glyphs"),
    [
        ("ascii", {"LANG": "en_US.UTF-8"}, "utf-8", GlyphSet.ASCII),
        ("unicode", {"LANG": "ja_JP.UTF-8"}, "ascii", GlyphSet.UNICODE),
        ("auto", {"LANG": "cs_CZ.UTF-8"}, "UTF-8", GlyphSet.UNICODE),
        ("auto", {"LANG": "cs_CZ.UTF-8", "LC_ALL": "ja_JP.UTF-8"}, "utf-8", GlyphSet.ASCII),
        ("auto", {"LANG": "cs_CZ.ISO-8859-2"}, "iso8859-2", GlyphSet.ASCII),
        ("auto", {}, "utf-8", GlyphSet.UNICODE),
    ],
)
def test_glyphs_are_those_that_the_terminal_shows_in_one_column(
    wanted: str, environment: dict[str, str], encoding: str, glyphs: GlyphSet
) -> None:
    """Box characters are of doubtful width where languages have wide ones."""
    assert chosen_glyphs(wanted, environment, encoding) is glyphs


def test_other_glyphs_do_not_exist() -> None:
    """A wrong word is an error."""
    with pytest.raises(ValueError, match="emoji"):
        chosen_glyphs("emoji", {}, "utf-8")


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour (WCAG 2.1)."""
    shares = [int(colour[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(look: str, base: str) -> float:
    """Return the contrast of a look's characters with their ground."""
    front, ground = "", ""
    for text in (base, look):
        for is_ground, colour in COLOUR.findall(text):
            front, ground = (front, colour) if is_ground else (colour, ground)
    light, dark = sorted((luminance(front), luminance(ground)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(("place", "least"), [(0, 4.5), (1, 7.0)], ids=["default", "contrast"])
def test_everything_that_matters_can_be_read(place: int, least: float) -> None:
    """Contrast of 4.5 to 1 by default and 7 to 1 in the theme for it (WCAG 2.1, AA and AAA)."""
    base = CLASSES[""][place]
    weak = {name: contrast(looks[place], base) for name, looks in CLASSES.items() if name not in QUIET}
    assert {name: ratio for name, ratio in weak.items() if ratio < least} == {}


@pytest.mark.parametrize("theme", list(Theme))
def test_every_class_has_a_look_in_every_theme(theme: Theme) -> None:
    """And prompt_toolkit understands all of them."""
    assert len(theme_style(theme).style_rules) == len(CLASSES)
