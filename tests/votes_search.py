"""``python3 -m tests.votes_search``: whether any order of delivery sets honest seats at odds about who is in a step."""

from __future__ import annotations

import argparse
import sys
import time
from random import Random
from typing import TYPE_CHECKING, Any

from tests.helpers.evidence_search import judge as judge_evidence
from tests.helpers.evidence_search import tables as evidence_tables
from tests.helpers.votes_model import Broken, Model
from tests.helpers.votes_search import Report, cheats, explore, few_cheats, verdict, walk

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tests.helpers.votes_model import State
    from tests.helpers.votes_search import Table

    Judge = Callable[[Any, State], str]

AT_ONCE = 100
"""Walks between two looks at the clock."""


def tables(seats: int) -> dict[str, Callable[[], Model]]:
    """Return the kinds of tables that are searched, by what is wrong with them."""
    last = seats - 1
    few, many = few_cheats(last, tuple(range(last))), cheats(seats, last)
    return {
        "all live": lambda: Model(seats=seats),
        "one may stop": lambda: Model(seats=seats, mortal=[last]),
        "two may stop": lambda: Model(seats=seats, mortal=[0, last]),
        "the one expected may stop": lambda: Model(seats=seats, mortal=[0], expected=[0]),
        "few cheats": lambda: Model(seats=seats, faulty=last, cheats=few),
        "few cheats, one expected": lambda: Model(seats=seats, faulty=last, cheats=few, expected=[0]),
        "all cheats": lambda: Model(seats=seats, faulty=last, cheats=many),
        "all cheats, one may stop": lambda: Model(seats=seats, faulty=last, cheats=many, mortal=[0]),
    }


def walked(make: Callable[[], Table], rng: Random, walks: int | None, seconds: float, judge: Judge) -> Report:
    """Walk until the walks or the time are used up."""
    report, stop = Report(), time.monotonic() + seconds
    while time.monotonic() < stop and (walks is None or report.ends.total() < walks):
        walk(make, rng, AT_ONCE if walks is None else min(AT_ONCE, walks - report.ends.total()), report, judge)
    return report


def main(arguments: Sequence[str] | None = None) -> int:
    """Search, print what was seen, and return 1 if the rule fails."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.votes_search", description=__doc__)
    parser.add_argument("--seats", type=int, choices=range(3, 11), default=3)
    parser.add_argument("--walks", type=int, help="draw so many runs of each kind instead of visiting every state")
    parser.add_argument("--minutes", type=float, help="draw runs for so long in all, instead of visiting every state")
    parser.add_argument("--most", type=int, default=10**9, help="visit at most so many states of each kind")
    parser.add_argument("--evidence", action="store_true", help="search how the game goes on without a proved cheat")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 10**9)
    chosen = parser.parse_args(arguments)
    kinds: Mapping[str, Callable[[], Table]]
    kinds = evidence_tables(chosen.seats) if chosen.evidence else tables(chosen.seats)
    judge = judge_evidence if chosen.evidence else verdict
    at_random = chosen.walks is not None or chosen.minutes is not None
    print(f"{chosen.seats} seats" + (f", runs drawn with seed {chosen.seed}" if at_random else ", every state"))
    rng, seconds = Random(chosen.seed), 60 * (chosen.minutes or 10**6) / len(kinds)
    for name, make in kinds.items():
        try:
            report = (
                walked(make, rng, chosen.walks, seconds, judge) if at_random else explore(make(), chosen.most, judge)
            )
        except Broken as broken:
            print(f"{name}: BROKEN: {broken}")
            return 1
        print(f"{name}: {report}", flush=True)
    print("No split without a proof, nobody honest looks guilty, nobody waits without a reason.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
