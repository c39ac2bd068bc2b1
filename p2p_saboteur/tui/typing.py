"""Typing what one says or notes down."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from p2p_saboteur.tui.line import Line
from p2p_saboteur.viewmodel.claims import CLAIMS

if TYPE_CHECKING:
    from p2p_saboteur.tui.state import ViewState

_REMEMBERED: Final = 50


def typed(ui: ViewState, key: str) -> ViewState:
    """Return the state after a key while a line is typed: a character, one that edits, or up and down for old lines."""
    if key in ("up", "down"):
        return _recalled(ui, 1 if key == "up" else -1)
    if len(key) == 1:
        return replace(ui, line=ui.line.insert(key))
    return replace(ui, line=ui.line.press(key))


def _recalled(ui: ViewState, step: int) -> ViewState:
    recalled = min(max(ui.recalled + step, 0), len(ui.said))
    return replace(ui, recalled=recalled, line=Line.of(ui.said[-recalled]) if recalled else Line())


def remembered(ui: ViewState, text: str) -> ViewState:
    """Return the state with a line that was said at the end of its history."""
    return replace(ui, said=(*[old for old in ui.said if old != text], text)[-_REMEMBERED:])


def claim(number: int) -> str:
    """Return what is sent for a claim by its number from 1; nothing if there is no such claim."""
    claims = list(CLAIMS)
    return claims[number - 1] if 0 < number <= len(claims) else ""
