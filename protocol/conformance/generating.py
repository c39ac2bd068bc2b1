"""Making the files of vectors anew: from the inputs that are written here, and from who plays what course in a log."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from protocol.conformance import log_file
from protocol.conformance.algorithms import ALGORITHMS
from protocol.conformance.cases import encode, outcome
from protocol.conformance.inputs import FILES, logs
from protocol.conformance.making import from_course, play
from protocol.conformance.node import Node, parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from protocol.conformance.inputs.source import Draft
    from protocol.conformance.log_file import Log
    from protocol.conformance.trial import Json

ABOUT: Final = {
    "log-caught.json": logs.cases_of_caught,
    "log-everything.json": logs.cases_of_one_log,
    "log-losses.json": logs.cases_of_losses,
}
"""What is asked about a log beside the usual: in which seats cheat, that has every kind of step, that loses seats."""


def generate(shipped: dict[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """Yield every file: its name and its bytes.

    Args:
        shipped: the files about logs, by name; of them, players and course are taken, and all else is made anew.
    """
    for name, cases in FILES.items():
        yield f"{name}.json", encode(list(_tried(cases())))
    for name, data in shipped.items():
        log = make_log(log_file.read(parse(data)["log"]))
        about = ABOUT.get(name, logs.cases)
        yield name, encode(list(_tried(about(log), log)), log)


def make_log(given: Log) -> Log:
    """Return the log with records that are made anew."""
    chains, records = [], []
    for chain, entry in play(given.game, given.players, from_course, given.kind, given.gone):
        chains.append(chain.copy())
        records.append(entry.encode())
    log = replace(given, records=tuple(records))
    for count, chain in enumerate(chains, 1):
        log.remember(count, chain)
    return log


def _tried(drafts: Iterable[Draft], log: Log | None = None) -> Iterator[Json]:
    for number, case, given in drafts:
        name = ALGORITHMS[number][0]
        yield {
            "algorithm": number,
            "name": name,
            "case": case,
            "input": given,
            **outcome(number, Node(given, case), log),
        }
