"""``python3 -m tests.mutate``: mutated bytes for everything that reads bytes from outside, for a time."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Final

from tests.helpers.mutation_targets import TARGETS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.helpers.mutation_targets import Target

AT_ONCE: Final = 0.2
"""Seconds that one target has before it is another one's turn."""
BETWEEN_LINES: Final = 10.0
"""Seconds."""


class Found(Exception):
    """A target did something else than it may."""


def attack(name: str, target: Target, random: Random, number: int) -> None:
    """Throw one thing at a target; raise `Found` with what is needed to do it again."""
    data = target.draw(random)
    try:
        target.judge(data)
    except Exception as error:
        raise Found(f"{name}, number {number}: {type(error).__name__}: {error}\n{data.hex()}") from error


def main(arguments: Sequence[str] | None = None) -> int:
    """Throw things at the targets in turn and print how many now and then; 1 if one does what it may not."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.mutate", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 10**9)
    parser.add_argument("--only", choices=TARGETS, help="attack this one alone")
    chosen = parser.parse_args(arguments)
    names = [chosen.only] if chosen.only else list(TARGETS)
    targets = {name: TARGETS[name]() for name in names}
    randoms = {name: Random(f"{name} {chosen.seed}") for name in names}
    thrown = Counter(dict.fromkeys(names, 0))
    begun = told = time.monotonic()
    print(f"seed {chosen.seed}")
    while time.monotonic() - begun < 60 * chosen.minutes:
        for name, target in targets.items():
            until = time.monotonic() + AT_ONCE
            while time.monotonic() < until:
                thrown[name] += 1
                try:
                    attack(name, target, randoms[name], thrown[name])
                except Found as found:
                    print(f"{found}\nAgain: python3 -m tests.mutate --seed {chosen.seed} --only {name}")
                    return 1
        if time.monotonic() - told > BETWEEN_LINES:
            told = time.monotonic()
            print(f"{told - begun:.0f} s: {report(thrown)}", flush=True)
    print(f"{time.monotonic() - begun:.0f} s: {report(thrown)}; nothing found")
    return 0


def report(thrown: Counter[str]) -> str:
    """Return how much was thrown at what."""
    return f"{thrown.total()} mutations: " + ", ".join(f"{count} {name}" for name, count in thrown.items())


if __name__ == "__main__":
    sys.exit(main())
