"""Colours that can be told apart by how light they are alone."""

from __future__ import annotations

import pytest

from p2p_saboteur.picture import palette


def lightness(colour: str) -> float:
    """Return the relative luminance of a colour, 0 to 1, by WCAG 2."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: tuple[str, str], other: tuple[str, str], *, dark: bool) -> float:
    """Return the contrast of two colours on a ground, 1 to 21, by WCAG 2."""
    low, high = sorted((lightness(one[dark]), lightness(other[dark])))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(
    ("one", "other", "least"),
    [
        ("INK", "GROUND", 7),
        ("INK", "PAPER", 7),
        ("DIM", "GROUND", 4.5),
        ("DIM", "PAPER", 4.5),
        ("GROUND", "ACCENT", 4.5),
        ("BACK_LINE", "BACK", 4.5),
        ("FLOOR", "WALL", 4.5),
        ("STONE", "WALL", 4.5),
        ("BROKEN", "PAPER", 3),
        ("ACCENT", "PAPER", 3),
    ],
)
def test_contrast(one: str, other: str, least: float, *, dark: bool) -> None:
    """Text can be read and shapes be seen on both grounds, whatever colours somebody sees."""
    assert contrast(getattr(palette, one), getattr(palette, other), dark=dark) >= least


def test_every_colour_has_a_dark_one() -> None:
    """Each class that has a colour has it twice: by itself and where dark is preferred."""
    light, _, dark = palette.drawing_style().partition("@media (prefers-color-scheme:dark){")
    coloured = {line.split("{")[0] for line in light.splitlines() if "#" in line}
    assert coloured
    assert coloured == {line.split("{")[0] for line in dark.splitlines() if "#" in line}
