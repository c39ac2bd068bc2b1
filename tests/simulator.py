"""``python3 -m tests.simulator``: whole games on a fake wire with everything that goes wrong, by seed, for a time."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from protocol.group import RISTRETTO255
from tests.helpers.simulation import Plan, Simulation
from tests.helpers.toy_groups import FAST

if TYPE_CHECKING:
    from collections.abc import Sequence

BETWEEN_LINES = 10.0
"""Seconds."""


def seats_of(seed: int) -> int:
    """Return how many sit at the table of a seed unless one is told: 3 to 6, seldom more."""
    return Random(f"seats {seed}").choice((3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 8))


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, print what was done and a line every few seconds; 1 after a game that breaks a promise."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.simulator", description=__doc__)
    parser.add_argument("--minutes", type=float, help="play for so long")
    parser.add_argument("--games", type=int, help="play so many games; 1 unless a time is given")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 10**9, help="of the first game; each has the next")
    parser.add_argument("--seats", type=int, choices=range(3, 11), help="at every table; otherwise 3 to 8 by the seed")
    parser.add_argument("--real", action="store_true", help="with the real group instead of the quick one")
    parser.add_argument("--small", action="store_true", help="play the small game of the tests, no Saboteur")
    chosen = parser.parse_args(arguments)
    games = chosen.games or (1 if chosen.minutes is None else sys.maxsize)
    begun, told, happened = time.monotonic(), 0.0, Counter[str]()
    for done in range(games):
        seconds = time.monotonic() - begun
        if chosen.minutes is not None and seconds > 60 * chosen.minutes:
            break
        if seconds - told > BETWEEN_LINES:
            told = seconds
            print(f"{done} games in {seconds:.0f} s: {report(happened)}", flush=True)
        seed = chosen.seed + done
        seats = chosen.seats or seats_of(seed)
        simulation = Simulation(
            Plan(seed=seed, seats=seats, small=chosen.small, group=RISTRETTO255 if chosen.real else FAST)
        )
        try:
            print_one = simulation.play()
        except Exception:
            words = [f"--seed {seed} --seats {seats}", *["--real"] * chosen.real, *["--small"] * chosen.small]
            print(f"game {seed} fails; again: python3 -m tests.simulator {' '.join(words)}", flush=True)
            raise
        happened += simulation.room.happened
        happened["games"] += 1
        if games < 10:
            print(f"game {seed}, {seats} seats: {print_one}")
    print(f"{happened['games']} games in {time.monotonic() - begun:.0f} s: {report(happened)}")
    return 0


def report(happened: Counter[str]) -> str:
    """Return what has happened, in words."""
    return ", ".join(f"{count} {what}" for what, count in sorted(happened.items()) if what != "games")


if __name__ == "__main__":
    sys.exit(main())
