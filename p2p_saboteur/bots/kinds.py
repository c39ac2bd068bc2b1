"""The kinds of bots by name."""

from __future__ import annotations

import importlib
import os
import sys
from random import Random
from typing import TYPE_CHECKING, Final

from p2p_saboteur.bots.random import RandomPolicy
from p2p_saboteur.bots.steady import SteadyPolicy
from p2p_saboteur.text import _

if TYPE_CHECKING:
    from p2p_saboteur.seat import Policy

KINDS: Final = {"random": RandomPolicy, "steady": SteadyPolicy}
DEFAULT: Final = "steady"


class NoSuchKind(Exception):
    """There is no such kind of bot; the message is for the user."""


def folder_for(kind: str) -> str:
    """Return the folder in which a bot of the user's own is looked for now; empty for one of `KINDS`."""
    return os.getcwd() if ":" in kind else ""  # noqa: PTH109 - the text is what is kept


def bot(kind: str, seed: str | None, folder: str = "") -> Policy:
    """Return a bot.

    Args:
        kind: one of `KINDS`, or ``module:Class`` for one of the user's own, which is called with a source of chance.
        seed: of its choices; None for other ones each time. Cards never hang on it.
        folder: where the module of one of the user's own is looked for first; empty for the current one.

    Raises:
        NoSuchKind: there is none.
    """
    chance = Random(seed)  # noqa: S311 - a bot's taste, no secret
    module, colon, name = kind.partition(":")
    if not colon:
        if kind not in KINDS:
            told = _("There is no kind of bot named {kind}; there are {kinds}, or module:Class.")
            raise NoSuchKind(told.format(kind=kind, kinds=", ".join(KINDS)))
        known: Policy = KINDS[kind](chance)
        return known
    place = folder or folder_for(kind)
    if sys.path[:1] != [place]:  # how the program was started decides whether it is there already
        sys.path.insert(0, place)
    try:
        made: Policy = getattr(importlib.import_module(module), name)(chance)
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        told = _("The bot {kind} cannot be loaded from {folder}: {why}.")
        raise NoSuchKind(told.format(kind=kind, folder=place, why=error)) from error
    return made
