"""The kinds of bots by name."""

from __future__ import annotations

import importlib
from random import Random
from typing import TYPE_CHECKING, Final

from p2p_saboteur.bots.random import RandomPolicy
from p2p_saboteur.bots.steady import SteadyPolicy

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
            raise NoSuchKind(f"There is no kind of bot named {kind!r}; there are {', '.join(KINDS)}, or module:Class.")
        known: Policy = KINDS[kind](chance)
        return known
    try:
        made: Policy = getattr(importlib.import_module(module), name)(chance)
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise NoSuchKind(f"The bot {kind!r} cannot be loaded: {error}.") from error
    return made
