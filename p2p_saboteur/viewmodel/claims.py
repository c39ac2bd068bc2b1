"""Claims at one key: what one says to know, as short talk that every client shows in its own language."""

from __future__ import annotations

from typing import Final

from p2p_saboteur.text import _, marked

CLAIMS: Final = {
    "/role digger": marked("I am a digger."),
    "/goal 8,2 treasure": marked("Treasure is in the north."),
    "/goal 8,0 treasure": marked("Treasure is in the middle."),
    "/goal 8,-2 treasure": marked("Treasure is in the south."),
    "/goal 8,2 stone": marked("Stone is in the north."),
    "/goal 8,0 stone": marked("Stone is in the middle."),
    "/goal 8,-2 stone": marked("Stone is in the south."),
    "/help me": marked("Please mend my tools."),
    "/well dug": marked("Well dug!"),
}
"""What is sent, and what it means; the place in this table is the key that says it."""


def is_claim(text: str) -> bool:
    """Return whether a line of talk is one of the claims, and says something about a role or a goal."""
    return text in CLAIMS and text.startswith(("/role", "/goal"))


def shown_talk(text: str) -> str:
    """Return a clean line of talk as it is shown: claims in the language of this client."""
    return _(CLAIMS[text]) if text in CLAIMS else text
