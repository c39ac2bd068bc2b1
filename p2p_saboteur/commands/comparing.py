"""The four words: what happens when somebody finds that not all see the same ones."""

from __future__ import annotations

from p2p_saboteur.text import _


class WordsDiffer(Exception):
    """The player does not see the same words as the others; they have been told, and the table was left."""


def differ_text(name: str) -> str:
    """Return what the others are told of a player who says that the words differ; the name is fit for printing."""
    told = _("{name} says that the words differ, and has left.").format(name=name)
    what = _("Compare them once more. If it was a mistake, {name} comes back with resume.").format(name=name)
    return f"{told} {what} " + _("If they do differ, somebody is in between: leave, and open a new table.")
