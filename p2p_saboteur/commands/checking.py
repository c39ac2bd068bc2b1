"""Checking the log of a game that has just been played, while the table goes on beside it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from p2p_saboteur.commands.reading import read_game
from p2p_saboteur.text import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from p2p_saboteur.commands.reading import Record

SERVING: Final = 1.5
"""Seconds that it takes at least, in which the others get what they may still lack."""


class _NotWanted(Exception):
    """Nobody waits for the check any more."""


async def checked(log: str, show: Callable[[str], None], wanted: Callable[[], bool]) -> Record | None:
    """Return the game of a log; None if nobody waits for it any more.

    Args:
        log: the path.
        show: told in the event loop how far the check is.
        wanted: whether somebody waits for it; called in another thread.

    Raises:
        StoreError: the disk refuses.
    """
    loop = asyncio.get_running_loop()

    def tell(text: str) -> None:
        if not wanted():
            raise _NotWanted
        loop.call_soon_threadsafe(show, text)

    show(_("Checking..."))
    checks = asyncio.to_thread(read_game, log, tell)
    try:
        record, _slept = await asyncio.gather(checks, asyncio.sleep(SERVING))
    except _NotWanted:
        return None
    return record
