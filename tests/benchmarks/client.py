"""``python3 tests/benchmarks/client.py``: from a key to the repainted screen, as JSON lines."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path
from statistics import median
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks.counting import report
from tests.helpers.local_control import LocalControl
from tests.helpers.terminal import running

SIZES: Final = ((80, 24), (120, 40), (200, 60))
TARGET: Final = 20.0
KEYS: Final = ("1", "\x1b[C", "2", "\x1b[D", "3", "r", "4", "\t", "5", "?", "?", "6")
ROUNDS: Final = 8


def late_game() -> LocalControl:
    """Return a table with a large maze and a long log."""
    control = LocalControl(seats=5, seed=11)
    for _ in range(44):
        if not control.bot_moves():
            control.own_bot_moves()
    return control


async def key_times(columns: int, rows: int) -> list[tuple[float, float]]:
    """Return for each of many keys the seconds until the screen was written, and those of the processor."""
    times = []
    async with running(late_game(), columns=columns, rows=rows) as terminal:
        terminal.feed.write = lambda data: None  # type: ignore[method-assign]  # the emulator is no part of it
        for _ in range(ROUNDS):
            for key in KEYS:
                start, busy = time.perf_counter(), time.process_time()
                await terminal.press(key)
                times.append((time.perf_counter() - start, time.process_time() - busy))
    return times


async def idle_share(seconds: float) -> float:
    """Return which share of a processor a client takes while nothing happens."""
    async with running(late_game(), columns=120, rows=40):
        start, busy = time.perf_counter(), time.process_time()
        await asyncio.sleep(seconds)
        return (time.process_time() - busy) / (time.perf_counter() - start)


def main() -> None:
    """Print every figure."""
    for columns, rows in SIZES:
        walls, processors = zip(*asyncio.run(key_times(columns, rows)), strict=True)
        report(
            f"key to repaint at {columns}x{rows}",
            1000 * median(walls),
            "ms",
            worst=1000 * max(walls),
            processor=1000 * median(processors),
            **({"target": TARGET} if columns == 120 else {}),
        )
    report("idle", 100 * asyncio.run(idle_share(5.0)), "% of a processor", target=1.0)


if __name__ == "__main__":
    main()
