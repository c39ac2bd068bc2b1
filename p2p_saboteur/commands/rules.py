"""``p2p-saboteur rules``: the rules of the game, a chapter or a single rule at a time."""

from __future__ import annotations

import shutil
import sys
import textwrap
from typing import TYPE_CHECKING, Final

from p2p_saboteur.commands.codes import ExitCode
from p2p_saboteur.manual import find_page, rules_note, rules_pages
from p2p_saboteur.text import _, language

if TYPE_CHECKING:
    import argparse

    from p2p_saboteur.manual import Page

WIDEST: Final = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare which chapter or rule."""
    parser.add_argument(
        "number",
        nargs="?",
        metavar="N",
        help="number of a chapter, as they are listed without it, or of a rule, like R9",
    )
    parser.add_argument("--all", action="store_true", help="print everything")


def run(arguments: argparse.Namespace) -> int:
    """Print the list of chapters, one of them, or all; on a terminal let the reader choose."""
    pages = rules_pages(language())
    if note := rules_note(language()):
        print(f"{note}\n")
    if arguments.all:
        for page in pages:
            _print(page)
        return ExitCode.OK
    if arguments.number is not None:
        return _one(pages, arguments.number)
    _list(pages)
    if sys.stdin.isatty() and sys.stdout.isatty():
        browse(pages)
    return ExitCode.OK


def browse(pages: tuple[Page, ...]) -> None:
    """Show chapters and rules by number until an empty line."""
    while True:
        try:
            typed = input(_("Chapter or rule (number; empty line to leave):") + " ").strip()
        except EOFError:
            return
        if not typed:
            return
        _one(pages, typed)


def _list(pages: tuple[Page, ...]) -> None:
    for number, page in enumerate(pages, 1):
        print(f"{number:3}  {page.title}")


def _one(pages: tuple[Page, ...], number: str) -> int:
    page = find_page(pages, number)
    if page is None:
        told = _("There are chapters 1 to {last}, and rules like R9, L1 and D8.").format(last=len(pages))
        print(told, file=sys.stderr)
        return ExitCode.USAGE
    _print(page)
    return ExitCode.OK


def _print(page: Page) -> None:
    """Print a chapter with its paragraphs as wide as the terminal; tables and lists stay as they are."""
    width = min(shutil.get_terminal_size().columns, WIDEST)
    print(page.title)
    print("=" * len(page.title))
    for block in page.text.split("\n\n"):
        print()
        plain = block.startswith(("|", "-", "#", "```", " "))
        print(block if plain else textwrap.fill(" ".join(block.split()), width, break_on_hyphens=False))
    print()
