"""``python3 -m tests.nemesis``: games of real processes: killed, stopped, cut off, or far apart on bad lines."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from tests.helpers.homes import NoNetworks
from tests.helpers.nemesis import NAMES, beaten, drawn, far_apart

if TYPE_CHECKING:
    from collections.abc import Sequence

LIMIT: Final = 5.0
"""Seconds after which everybody has to have moved on."""
LINES: Final[dict[str, dict[str, int | str]]] = {
    "20 % loss behind routers": {"loss": 20},
    "64 kbit/s behind routers": {"rate": "64kbit"},
}
PHASES: Final = ("keys", "shuffle", "deal", "moves")


class Nemesis:
    """Plays games one after the other.

    Attributes:
        back: by kind of blow, the seconds after which everybody had moved on.
        played: games on each kind of line.
    """

    def __init__(self, limit: float = LIMIT) -> None:
        self.back: dict[str, list[float]] = defaultdict(list)
        self.played: dict[str, int] = defaultdict(int)
        self._limit = limit

    def play(self, seed: int, folder: Path) -> str:
        """Play one game, most often on this computer, and return what has happened."""
        random = Random(f"nemesis {seed}")
        line = random.choice([*LINES, *[""] * 6])
        if not line:
            return self.beat(random, folder)
        try:
            far_apart(folder, **LINES[line])  # type: ignore[arg-type]  # a number and a text
        except NoNetworks as reason:
            return f"{line}: skipped, {reason}"
        self.played[line] += 1
        return line

    def beat(self, random: Random, folder: Path) -> str:
        """Play one game in which up to three things happen, and require that all move on soon after each."""
        names = NAMES[: random.choice((3, 3, 4))]
        told = [f"{len(names)} players"]
        with beaten(folder, len(names), rounds=2) as table:
            table.await_phase(random.choice(names), random.choice(PHASES))
            for _ in range(random.randint(1, 3)):
                time.sleep(random.uniform(0, 2))
                blow = drawn(random, names)
                if any(table.over(name) for name in names):
                    break
                seconds = table.strike(blow)
                self.back[blow.what].append(seconds)
                told.append(f"{blow}, back in {seconds:.1f} s")
                assert seconds < self._limit, "; ".join(told)
            table.players.finish(300)
        self.played["this computer"] += 1
        return "; ".join(told)

    def figures(self) -> str:
        """Return how many games there were, and how soon everybody was back."""
        games = ", ".join(f"{count} on {line}" for line, count in self.played.items())
        blows = ", ".join(
            f"{len(each)} {what} (back in {sum(each) / len(each):.1f} s, at most {max(each):.1f} s)"
            for what, each in self.back.items()
        )
        return f"{sum(self.played.values())} games ({games}); {blows or 'nothing'} happened to them"


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, print a line a game and the figures; 1 after a game that fails, whose files are kept."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.nemesis", description=__doc__)
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 10**6, help="of the first game; each has the next")
    parser.add_argument("--limit", type=float, default=LIMIT, help=f"seconds to move on after a blow ({LIMIT:g})")
    chosen = parser.parse_args(arguments)
    nemesis = Nemesis(chosen.limit)
    for seed in range(chosen.seed, chosen.seed + chosen.games):
        begun, folder = time.monotonic(), Path(tempfile.mkdtemp(prefix="nemesis-"))
        try:
            told = nemesis.play(seed, folder)
        except Exception:
            print(f"game {seed} fails; its files are in {folder}; again: python3 -m tests.nemesis --seed {seed}")
            print(nemesis.figures(), flush=True)
            raise
        shutil.rmtree(folder)
        print(f"game {seed}, {time.monotonic() - begun:.0f} s: {told}", flush=True)
    print(nemesis.figures())
    return 0


if __name__ == "__main__":
    sys.exit(main())
