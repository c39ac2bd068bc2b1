"""``python3 -m tests.votes_search``: whether any order of delivery sets honest seats at odds about who is in a step."""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from tests.helpers.evidence_bounds import Bounds, bounded, reach
from tests.helpers.evidence_leaps import EvidenceLeaps, leap_to_ends
from tests.helpers.evidence_leaps import tables as evidence_leaps
from tests.helpers.evidence_search import judge as judge_evidence
from tests.helpers.evidence_search import tables as evidence_tables
from tests.helpers.votes_claims import Claims
from tests.helpers.votes_model import Broken, Model
from tests.helpers.votes_search import Report, cheats, explore, few_cheats, verdict, walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from tests.helpers.votes_model import State
    from tests.helpers.votes_search import Table

    Judge = Callable[[Any, State], str]

AT_ONCE = 100
"""Walks between two looks at the clock."""


def tables(seats: int) -> dict[str, Callable[[], Model]]:
    """Return the kinds of tables that are searched, by what is wrong with them.

    Args:
        seats: how many are present.
    """
    last = seats - 1
    few, many = few_cheats(last, tuple(range(last))), cheats(seats, last)
    arguments: dict[str, dict[str, Any]] = {
        "the one expected may stop": {"mortal": [0], "expected": [0]},
        "all live": {},
        "one may stop": {"mortal": [last]},
        "two may stop": {"mortal": [0, last]},
        "few cheats, one expected": {"faulty": last, "cheats": few, "expected": [0]},
        "few cheats": {"faulty": last, "cheats": few},
        "all cheats": {"faulty": last, "cheats": many},
        "all cheats, one may stop": {"faulty": last, "cheats": many, "mortal": [0]},
        "one leaves": {"leavers": [0]},
        "one leaves, another may stop": {"leavers": [0], "mortal": [last]},
        "who leaves may stop": {"leavers": [0], "mortal": [0]},
        "one leaves, few cheats": {"leavers": [0], "faulty": last, "cheats": few},
        "two leave, another may stop": {"leavers": [0, 1], "mortal": [last]},
    }
    return {name: partial(Model, seats=seats, **one) for name, one in arguments.items()}


def walked(make: Callable[[], Table], rng: Random, walks: int | None, seconds: float, judge: Judge) -> Report:
    """Walk until the walks or the time are used up."""
    report, stop = Report(), time.monotonic() + seconds
    while time.monotonic() < stop and (walks is None or report.ends.total() < walks):
        walk(make, rng, AT_ONCE if walks is None else min(AT_ONCE, walks - report.ends.total()), report, judge)
    return report


def asked(make: Callable[[], Model]) -> str:
    """Ask a solver for a bad course at a table; return which ends there are. Raises `Broken` if it has one."""
    claims = Claims(make())
    ends = claims.check()
    return f"{claims.formula.variables} variables, {claims.formula.clauses} clauses; ends: {', '.join(ends)}"


def whole(make: Callable[[], Any], most: int, judge: Judge) -> Report | str:
    """Visit every state, from one thing said to the next where a table can be searched so."""
    model = make()
    if isinstance(model, Bounds):
        return reach(model, most)[0]
    return leap_to_ends(model, most) if isinstance(model, EvidenceLeaps) else explore(model, most, judge)


def search(chosen: argparse.Namespace) -> Iterator[tuple[str, Report | str]]:
    """Search the kinds of tables that are asked for, one after the other."""
    walks = chosen.walks is not None or chosen.minutes is not None
    kinds: Mapping[str, Callable[[], Any]] = tables(chosen.seats)
    if chosen.evidence and (walks or chosen.plain):
        kinds = evidence_tables(chosen.seats)
    elif chosen.evidence:
        kinds = {**evidence_leaps(chosen.seats), **bounded(chosen.seats)}
    unknown = sorted({*(chosen.only or ())} - kinds.keys())
    if unknown:
        raise SystemExit(f"no kind of table: {', '.join(unknown)}; there are: {', '.join(kinds)}")
    kinds = {name: make for name, make in kinds.items() if name in (chosen.only or kinds)}
    judge: Judge = judge_evidence if chosen.evidence else verdict
    print(f"{chosen.seats} seats" + (f", runs drawn with seed {chosen.seed}" if walks else ", every order"))
    rng, seconds = Random(chosen.seed), 60 * (chosen.minutes or 10**6) / max(len(kinds), 1)
    for name, make in kinds.items():
        if walks:
            yield name, walked(make, rng, chosen.walks, seconds, judge)
        elif chosen.plain or chosen.evidence:
            yield name, whole(make, chosen.most, judge)
        else:
            yield name, asked(make)


def main(arguments: Sequence[str] | None = None) -> int:
    """Search, print what was seen, and return 1 if the rule fails."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.votes_search", description=__doc__)
    parser.add_argument("--seats", type=int, choices=range(3, 11), default=3)
    parser.add_argument(
        "--only", action="append", metavar="KIND", help="search this kind of table alone; again for more"
    )
    parser.add_argument("--walks", type=int, help="draw so many runs of each kind instead of visiting every state")
    parser.add_argument("--minutes", type=float, help="draw runs for so long in all, instead of visiting every state")
    parser.add_argument("--most", type=int, default=10**9, help="visit at most so many states of each kind")
    parser.add_argument(
        "--plain", action="store_true", help="visit every state, message by message, instead of asking a solver"
    )
    parser.add_argument("--evidence", action="store_true", help="search how the game goes on without a proved cheat")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 10**9)
    began = time.process_time()
    try:
        for name, report in search(parser.parse_args(arguments)):
            print(f"{name}: {report}; {time.process_time() - began:.0f} seconds of one core", flush=True)
            began = time.process_time()
    except Broken as broken:
        print(f"BROKEN: {broken}")
        return 1
    print("No split without a proof, nobody honest looks guilty, nobody waits without a reason.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
