"""Colours by class, on a light and on a dark ground, as one style sheet.

The accents are of the palette of Okabe and Ito, which colour-blind people tell apart; no colour says anything that a
shape or a word does not say too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

Look: TypeAlias = Mapping[str, str]

GROUND: Final = ("#f3f1ec", "#16181d")
INK: Final = ("#2a241d", "#e9e4d8")
DIM: Final = ("#6b6152", "#a2a7b0")
ROCK: Final = ("#8d7758", "#54483a")
EDGE: Final = ("#6a573e", "#33291f")
PEBBLE: Final = ("#a08a6a", "#665846")
WALL: Final = ("#3c2f21", "#17120d")
FLOOR: Final = ("#ebc983", "#d9bf86")
BACK: Final = ("#70517e", "#684c76")
BACK_LINE: Final = ("#efe4f3", "#e3d3ea")
ACCENT: Final = ("#0072b2", "#56b4e9")
GOLD: Final = ("#f0c02c", "#f0e442")
GOLD_EDGE: Final = ("#8a5a00", "#7a5200")
STONE: Final = ("#9aa0a8", "#8b919a")
BROKEN: Final = ("#b04a00", "#f08a3c")
PAPER: Final = ("#fdfcfa", "#22252c")
LINE: Final = ("#d3cdc1", "#3d424c")

# class: (properties that take a colour, other properties)
_CLASSES: Final[Mapping[str, tuple[Mapping[str, tuple[str, str]], Look]]] = {
    "ground": ({"fill": GROUND}, {}),
    "panel": ({"fill": PAPER, "stroke": LINE}, {}),
    "ink": ({"fill": INK}, {}),
    "dim": ({"fill": DIM}, {}),
    "strong": ({}, {"font-weight": "700"}),
    "spot": ({"fill": LINE}, {}),
    "rock": ({"fill": ROCK, "stroke": EDGE}, {"stroke-width": "1.5"}),
    "pebble": ({"fill": PEBBLE}, {}),
    "wall": ({"stroke": WALL}, {"fill": "none"}),
    "floor": ({"stroke": FLOOR}, {"fill": "none"}),
    "wall-end": ({"fill": WALL}, {}),
    "floor-end": ({"fill": FLOOR}, {}),
    "boulder": ({"fill": STONE, "stroke": WALL}, {"stroke-width": "2", "stroke-linejoin": "round"}),
    "cross": ({"stroke": WALL}, {"fill": "none", "stroke-width": "4", "stroke-linecap": "round"}),
    "ladder-edge": ({"stroke": WALL}, {"fill": "none", "stroke-width": "7", "stroke-linecap": "round"}),
    "ladder": ({"stroke": ACCENT}, {"fill": "none", "stroke-width": "3.6", "stroke-linecap": "round"}),
    "back": ({"fill": BACK, "stroke": EDGE}, {"stroke-width": "1.5"}),
    "back-line": ({"stroke": BACK_LINE}, {"fill": "none", "stroke-width": "2"}),
    "back-ink": ({"fill": BACK_LINE}, {}),
    "goal-line": ({"stroke": GOLD}, {"fill": "none", "stroke-width": "2.5"}),
    "gold": ({"fill": GOLD, "stroke": GOLD_EDGE}, {"stroke-width": "1.6", "stroke-linejoin": "round"}),
    "shine": ({"stroke": GOLD_EDGE}, {"fill": "none", "stroke-width": "1.2"}),
    "last": ({"stroke": ACCENT}, {"fill": "none", "stroke-width": "4.5", "stroke-linecap": "round"}),
    "badge": ({"fill": ACCENT, "stroke": GROUND}, {"stroke-width": "2"}),
    "badge-ink": ({"fill": GROUND}, {"font-weight": "700"}),
    "turn": ({"fill": ACCENT}, {}),
    "whole": ({"stroke": LINE}, {"fill": "none", "stroke-width": "2", "stroke-linejoin": "round"}),
    "broken": ({"stroke": BROKEN}, {"fill": "none", "stroke-width": "2.4", "stroke-linejoin": "round"}),
    "strike": ({"stroke": BROKEN}, {"fill": "none", "stroke-width": "3.2", "stroke-linecap": "round"}),
    "mend": ({"stroke": ACCENT}, {"fill": "none", "stroke-width": "4", "stroke-linecap": "round"}),
    "tool": ({"stroke": INK}, {"fill": "none", "stroke-width": "2", "stroke-linejoin": "round"}),
    "icon": ({"fill": PAPER, "stroke": DIM}, {"stroke-width": "1.8"}),
    "face": ({"fill": PAPER, "stroke": EDGE}, {"stroke-width": "1.5"}),
    "private": ({"stroke": ACCENT}, {"fill": "none", "stroke-width": "2.5", "stroke-dasharray": "5 4"}),
    "cut": ({}, {"opacity": "0.55"}),
}
_PAGE: Final = (
    ("body", {"background": GROUND, "color": INK}),
    (".banner", {"background": PAPER, "border-color": BROKEN}),
    (".moments a", {"color": INK}),
    (".moments a[aria-current]", {"background": ACCENT, "color": GROUND}),
    ("button", {"background": PAPER, "color": INK, "border-color": LINE}),
    (":focus-visible", {"outline-color": ACCENT}),
    ("footer,.told li.private", {"color": DIM}),
    (".moments", {"border-color": LINE}),
)
_FONT: Final = "svg{font-family:system-ui,'Segoe UI','Noto Sans','DejaVu Sans',sans-serif}"


def drawing_style() -> str:
    """Return the style sheet of the drawings."""
    light = [_rule(name, {**_colours(coloured, dark=False), **other}) for name, (coloured, other) in _CLASSES.items()]
    dark = [_rule(name, _colours(coloured, dark=True)) for name, (coloured, _) in _CLASSES.items() if coloured]
    return "\n".join([_FONT, *light, "@media (prefers-color-scheme:dark){", *dark, "}"])


def page_colours() -> str:
    """Return the style sheet of the colours of a page around the drawings."""
    light = [_rule(selector, _colours(coloured, dark=False), sign="") for selector, coloured in _PAGE]
    dark = [_rule(selector, _colours(coloured, dark=True), sign="") for selector, coloured in _PAGE]
    return "\n".join([":root{color-scheme:light dark}", *light, "@media (prefers-color-scheme:dark){", *dark, "}"])


def _colours(coloured: Mapping[str, tuple[str, str]], *, dark: bool) -> dict[str, str]:
    return {key: pair[dark] for key, pair in coloured.items()}


def _rule(name: str, look: Look, *, sign: str = ".") -> str:
    return f"{sign}{name}{{{';'.join(f'{key}:{value}' for key, value in look.items())}}}"
