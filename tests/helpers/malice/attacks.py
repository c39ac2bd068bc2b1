"""All attacks with what a malicious client signs, in the order of a game."""

from __future__ import annotations

from typing import Final

from tests.helpers.malice import paying, playing, setting_up, speaking

NAMED: Final = (
    *setting_up.KEYS,
    *setting_up.SHUFFLES,
    *setting_up.SHARES,
    *playing.DEALS,
    *playing.BYTES,
    *playing.TURNED_UP,
    *playing.MOVES,
    *playing.STATES,
    *paying.GOLD,
    *speaking.VERSIONS,
    *speaking.VOTES,
)
"""Those that prove who it is."""
NOT_NAMED: Final = (*speaking.IGNORED, *speaking.SILENT)
"""Those that prove nothing."""
