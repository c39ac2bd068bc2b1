"""Where the rules' text lies: in a checkout under ``docs``, in an installed copy where its list of files says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from typing import TYPE_CHECKING, Final

from p2p_saboteur.language import SOURCE
from p2p_saboteur.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator

RULES: Final = {"cs": "RULES.cs.md"}
"""The names of the text in other languages than English."""
PACKAGE: Final = "p2p-saboteur"
_CHECKOUT: Final = Path(__file__).parents[1] / "docs"
_TITLE: Final = re.compile(r"^(#{1,2}) (.+)$", re.MULTILINE)
_RULE: Final = re.compile(r"^### (([RLD]\d+) .+)\n\n((?:.+\n?)+)", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One chapter: its title, and its text in Markdown without the title."""

    title: str
    text: str


class NoManual(Exception):
    """The copy of the program has no rules with it; the message is for the user."""


def rules_file(name: str = "RULES.md") -> Path:
    """Return where the text lies; raise `NoManual` if it is nowhere."""
    for path in _places(name):
        if path.is_file():
            return path
    told = _("{name} does not lie with this copy of the program. Install it again, or read it where it is kept.")
    raise NoManual(told.format(name=name))


def rules_pages(language: str = "") -> tuple[Page, ...]:
    """Return the rules chapter by chapter, in a language that there are rules in, else in English.

    Raises:
        NoManual: they are nowhere.
    """
    text = rules_file(RULES.get(language, "RULES.md")).read_text(encoding="utf-8")
    titles = list(_TITLE.finditer(text))
    ends = [title.start() for title in titles[1:]] + [len(text)]
    return tuple(
        Page(title=title[2], text=text[title.end() : end].strip()) for title, end in zip(titles, ends, strict=True)
    )


def rules_note(language: str) -> str:
    """Return what readers are told before the rules where these are not in their language; empty where they are."""
    return "" if language == SOURCE or language in RULES else _("The rules are in English: they are not translated.")


def find_page(pages: tuple[Page, ...], wanted: str) -> Page | None:
    """Return the chapter (from 1) or the one rule (like R9) with this number; None if there is none."""
    if wanted.isascii() and wanted.isdecimal():
        return dict(enumerate(pages, 1)).get(int(wanted[:4]))
    rules = {rule[2]: Page(title=rule[1], text=rule[3].strip()) for page in pages for rule in _RULE.finditer(page.text)}
    return rules.get(wanted.upper())


def _places(name: str) -> Iterator[Path]:
    yield _CHECKOUT / name
    try:
        installed = files(PACKAGE) or []
    except PackageNotFoundError:
        return
    yield from (Path(str(file.locate())) for file in installed if file.name == name)
