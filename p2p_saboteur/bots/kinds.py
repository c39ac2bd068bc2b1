"""The kinds of bots by name."""

from __future__ import annotations

import importlib
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


def bot(kind: str, seed: str | None) -> Policy:
    """Return a bot.

    Args:
        kind: one of `KINDS`, or ``module:Class`` for one of the user's own, which is called with a source of chance.
        seed: of its choices; None for other ones each time. Cards never hang on it.

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
    try:
        made: Policy = getattr(importlib.import_module(module), name)(chance)
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        told = _("The bot {kind} cannot be loaded: {why}.")
        raise NoSuchKind(told.format(kind=kind, why=error)) from error
    return made
