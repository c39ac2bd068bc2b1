"""Yes or no, in English or in the language of the process."""

from __future__ import annotations

from p2p_saboteur.text import pgettext


def yes_or_no(typed: str) -> bool | None:
    """Return what was answered; None if it is neither yes nor no."""
    word = typed.strip().casefold()
    if word in {"y", "yes", pgettext("answer", "yes")}:
        return True
    return False if word in {"n", "no", pgettext("answer", "no")} else None
