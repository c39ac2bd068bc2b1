"""``python3 -m tests.screen [SEATS [SEED [THEME [GLYPHS]]]]``: the full screen at a table without a network.

For looking at the client while working on it: steady bots play the other seats, one move each second.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress

from p2p_saboteur.tui.client import Client
from p2p_saboteur.tui.glyphs import GlyphSet
from p2p_saboteur.tui.settings import Settings
from p2p_saboteur.tui.style import Theme
from tests.helpers.local_control import LocalControl


async def play(seats: int, seed: int, theme: str, glyphs: str) -> None:
    """Show a table and let its bots move."""
    control = LocalControl(seats=seats, seed=seed)
    client = Client(control, Settings(theme=Theme(theme), glyphs=GlyphSet(glyphs)))
    control.on_change = lambda: client.show(control.view())
    control.on_change()

    async def move() -> None:
        while True:
            await asyncio.sleep(1.0)
            control.bot_moves()

    moving = asyncio.create_task(move())
    try:
        await client.run()
    finally:
        moving.cancel()
        with suppress(asyncio.CancelledError):
            await moving


def main() -> None:
    """Read the arguments and play."""
    words = [*sys.argv[1:], *["4", "1", "default", "unicode"][len(sys.argv) - 1 :]]
    asyncio.run(play(int(words[0]), int(words[1]), words[2], words[3]))


if __name__ == "__main__":
    main()
