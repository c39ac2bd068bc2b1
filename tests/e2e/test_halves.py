"""Five processes at a tolerant table that is cut in two: no half goes on alone, and healed, all end on one log."""

from __future__ import annotations

import re
import sys
import time
from typing import TYPE_CHECKING

import pytest

from tests.helpers.halves import NAMES, STILL, Halves, halves
from tests.helpers.processes import wait_for
from tests.nemesis import LIMIT

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

pytestmark = [
    pytest.mark.network,
    pytest.mark.long,
    pytest.mark.skipif(
        sys.platform != "linux", reason="the addresses that they dial from are all there on Linux alone"
    ),
]

SIGNED = "Everyone has signed the result."


def begin(table: Halves) -> None:
    """Return when some moves have been made."""
    begun = table.steps()
    wait_for(lambda: all(step > begun[name] + 3 for name, step in table.steps().items()))


def await_waiting(table: Halves, name: str, read: int, others: Collection[str]) -> None:
    """Check that somebody is told in time for whom he waits, and that all of these are some of the others.

    Args:
        table: the people.
        name: of him.
        read: characters that he had read before the cut.
        others: those who cannot be reached.
    """
    told = re.compile(r"^(?:> )?Waiting for (.+?)(?: since a minute)?\.$", re.MULTILINE)
    wait_for(lambda: told.search(table.text(name, read)) is not None)
    for names in told.findall(table.text(name, read)):
        assert set(re.split(", | and ", names)) <= set(others), (name, names)


def moved_on(table: Halves, names: Sequence[str], steps: dict[str, int]) -> float:
    """Wait until these have all come past the last of these steps, and return how long it took."""
    begun, last = time.monotonic(), max(steps.values()) + 1
    wait_for(lambda: all(table.steps()[name] > last for name in names))
    return time.monotonic() - begun


def end(table: Halves, names: Sequence[str], out: str = "") -> None:
    """Play to the end; these have one head, their logs are good, and nobody is named."""
    heads = set()
    for name in names:
        table.people[name].sees(SIGNED, 180)
        table.people[name].type("q")
        assert table.people[name].end() == 0
        said = table.verify(name)
        assert said[-1] == f"Good: {SIGNED[0].lower()}{SIGNED[1:]}"
        assert [line for line in said if line.startswith("Out of the game")] == ([out] if out else [])
        heads.add(next(line for line in said if line.startswith("Head:")))
    assert len(heads) == 1
    table.check_one_log(names)
    for name in NAMES:
        assert "proved" not in table.text(name)


@pytest.mark.parametrize("few", [("Ada", "Cy"), ("Bo", "Ed")], ids=["with the opener", "without the opener"])
def test_two_and_three_wait_for_each_other(tmp_path: Path, few: tuple[str, ...]) -> None:
    """All read for whom, all vote against all whom they miss, and nobody goes on nor is out when they meet again."""
    many = tuple(name for name in NAMES if name not in few)
    with halves(tmp_path) as table:
        begin(table)
        read = {name: len(table.text(name)) for name in NAMES}
        table.cut(few, many)
        steps = table.settle()
        for part, others in ((few, many), (many, few)):
            for name in part:
                await_waiting(table, name, read[name], others)
                for other in others:
                    table.people[name].type(f"out {other}")
        time.sleep(5 * STILL)
        assert table.steps() == steps
        table.check_one_log()
        assert any("You voted to go on without" in table.text(name) for name in few)
        assert any("You voted to go on without" in table.text(name) for name in many)
        table.cut(NAMES)
        seconds = moved_on(table, NAMES, steps)
        print(f"{seconds:.1f} s after two halves have met all have moved on")  # noqa: T201 - a figure
        assert seconds < LIMIT
        end(table, NAMES)


def test_four_go_on_without_the_fifth_who_learns_of_it(tmp_path: Path) -> None:
    """Alone he goes no further, whatever he votes; when the others can be reached again he is told that he is out."""
    lone = "Di"
    rest = tuple(name for name in NAMES if name != lone)
    with halves(tmp_path) as table:
        begin(table)
        read = {name: len(table.text(name)) for name in NAMES}
        table.cut([lone], rest)
        steps = table.settle()
        for name in NAMES:
            await_waiting(table, name, read[name], rest if name == lone else [lone])
        for name in rest:
            table.people[lone].type(f"out {name}")
        for name in rest:
            table.people[name].type(f"out {lone}")
        moved_on(table, rest, steps)
        assert table.steps()[lone] == steps[lone]
        table.cut(NAMES)
        healed = time.monotonic()
        assert table.people[lone].end() == 8
        seconds = time.monotonic() - healed
        print(f"{seconds:.1f} s after the links are up the fifth's program has ended, since he is out")  # noqa: T201 - a figure
        assert seconds < 2 * LIMIT
        assert table.complaints(lone).endswith("go on without you: they did not hear from you. Nobody has cheated.\n")
        end(table, rest, f"Out of the game: {lone}.")
