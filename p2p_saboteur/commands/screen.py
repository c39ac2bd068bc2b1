"""Whether a table is shown on the full screen, and how it looks there."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from p2p_saboteur.manual import NoManual, rules_note, rules_pages
from p2p_saboteur.text import language
from p2p_saboteur.tui.settings import AUTO, Settings, can_show_screens, chosen_glyphs, wants_colour
from p2p_saboteur.tui.style import Theme

if TYPE_CHECKING:
    import argparse

    from p2p_saboteur.manual import Page


def add_screen_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare how the table is shown."""
    parser.add_argument("--plain", action="store_true", help="lines of text instead of the full screen")
    parser.add_argument(
        "--theme", choices=[theme.value for theme in Theme], default=Theme.DEFAULT.value, help="colours"
    )
    parser.add_argument(
        "--glyphs", choices=[AUTO, "unicode", "ascii"], default=AUTO, help="what the maze is drawn with"
    )
    parser.add_argument("--quiet", action="store_true", help="nothing but the screen says that it is your turn")
    parser.add_argument("--no-bell", action="store_true", help="no bell when it is your turn")
    parser.add_argument("--no-notify", action="store_true", help="no notification (OSC 9) when it is your turn")
    parser.add_argument("--no-title", action="store_true", help="leave the terminal's title alone")
    parser.add_argument("--no-mouse", action="store_true", help="leave the mouse to the terminal")


def wants_screen(arguments: argparse.Namespace) -> bool:
    """Return whether the table is to be shown on the full screen."""
    if arguments.plain or getattr(arguments, "json", False) or getattr(arguments, "auto", False):
        return False
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    return can_show_screens(os.environ, terminal=terminal, windows=sys.platform == "win32")


def screen_settings(arguments: argparse.Namespace) -> Settings:
    """Return how the screen is to look."""
    return Settings(
        theme=Theme(arguments.theme),
        colour=wants_colour(os.environ),
        glyphs=chosen_glyphs(arguments.glyphs, os.environ, sys.stdout.encoding or ""),
        bell=not (arguments.quiet or arguments.no_bell),
        notify=not (arguments.quiet or arguments.no_notify),
        title=not (arguments.quiet or arguments.no_title),
        mouse=not arguments.no_mouse,
        rules=screen_rules(),
    )


def screen_rules() -> tuple[Page, ...]:
    """Return the rules for the screen; where they are in another language, each chapter begins with a note on that."""
    try:
        pages = rules_pages(language())
    except NoManual:
        return ()
    note = rules_note(language())
    return tuple(replace(page, text=f"{note}\n\n{page.text}") for page in pages) if note else pages
