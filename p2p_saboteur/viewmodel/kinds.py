"""The kind of a table in words, for people who are about to sit down."""

from __future__ import annotations

from typing import Final

from p2p_saboteur.text import _, marked

_MEANINGS: Final = {
    "strict": marked(
        "Strict table: a player who is lost makes the round void, and it is dealt anew; not even all others together "
        "can read your cards."
    ),
    "tolerant": marked(
        "Tolerant table: a round goes on without one player who is lost; for that, all others together could read "
        "your cards, all but one of them could not."
    ),
}


def explained_kind(kind: str) -> str:
    """Return what the kind of a table means; nothing for one that is not known."""
    return _(_MEANINGS[kind]) if kind in _MEANINGS else ""
