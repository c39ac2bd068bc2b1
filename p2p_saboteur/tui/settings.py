"""How the client looks and calls, from what the terminal and its user want."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from p2p_saboteur.tui.glyphs import GlyphSet
from p2p_saboteur.tui.style import Theme

if TYPE_CHECKING:
    from collections.abc import Mapping

    from p2p_saboteur.manual import Page

AUTO: Final = "auto"
_WIDE_LANGUAGES: Final = ("ja", "ko", "zh")
"""Where box characters may take two columns."""
_DUMB: Final = ("", "dumb", "unknown")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How the client looks, and how it calls the player.

    Attributes:
        theme: the colours.
        colour: whether there may be any; not under ``NO_COLOR``.
        glyphs: what the maze is drawn with.
        bell: whether the terminal's bell calls the player.
        title: whether the terminal's title tells whose turn it is.
        notify: whether the terminal is asked to notify the player (OSC 9).
        mouse: whether the mouse is listened to.
        rules: the chapters of the rules, where they are at hand.
    """

    theme: Theme = Theme.DEFAULT
    colour: bool = True
    glyphs: GlyphSet = GlyphSet.UNICODE
    bell: bool = True
    title: bool = True
    notify: bool = True
    mouse: bool = True
    rules: tuple[Page, ...] = ()


def can_show_screens(environment: Mapping[str, str], *, terminal: bool, windows: bool) -> bool:
    """Return whether a full screen can be shown, or the line mode has to do.

    Args:
        environment: of the process.
        terminal: whether both its input and its output are terminals.
        windows: whether this is Windows, whose terminals have no ``TERM``.
    """
    return terminal and (windows or environment.get("TERM", "") not in _DUMB)


def wants_colour(environment: Mapping[str, str]) -> bool:
    """Return whether there may be colours: not if ``NO_COLOR`` is set to anything (https://no-color.org)."""
    return not environment.get("NO_COLOR")


def chosen_glyphs(wanted: str, environment: Mapping[str, str], encoding: str) -> GlyphSet:
    """Return what the maze is drawn with.

    Args:
        wanted: ``unicode``, ``ascii``, or ``auto`` for what the terminal can be trusted to show.
        environment: of the process.
        encoding: of its output.

    Raises:
        ValueError: something else is wanted.
    """
    if wanted != AUTO:
        return GlyphSet(wanted)
    language = next((environment[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environment.get(name)), "")
    narrow = not language.lower().startswith(_WIDE_LANGUAGES)
    return GlyphSet.UNICODE if narrow and encoding.lower().replace("-", "") == "utf8" else GlyphSet.ASCII
