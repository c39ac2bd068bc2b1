"""Five people whose processes reach each other through proxies alone, so that the table can be cut into parts."""

from __future__ import annotations

import time
from collections import defaultdict
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Final

from p2p_saboteur.store.log_file import read_log
from protocol.absence import is_absence
from protocol.log import decode_entry
from tests.e2e.test_lines import Person
from tests.helpers.altered import altered
from tests.helpers.cutter import cutter, free_port
from tests.helpers.processes import logs, output, run

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from protocol.log import Entry
    from tests.helpers.cutter import Cutter

NAMES: Final = ("Ada", "Bo", "Cy", "Di", "Ed")
HOST: Final = ("host", f"--players={len(NAMES)}", "--rounds=1", "--only-advertised", "--kind=tolerant")
SOURCES: Final = {name: f"127.0.0.{number}" for number, name in enumerate(NAMES, 2)}
"""The address that each of them dials from, by which a proxy knows whose connection it is."""
STILL: Final = 3.0
"""Seconds in which whoever can still go on does so: a bot plays for all of them."""


class Halves:
    """The people, by name, and the proxy before each of them."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.people: dict[str, Person] = {}
        self._folder, self._stack = folder, stack
        self._before: dict[str, Cutter] = {}

    def sit_down(self) -> None:
        """Let Ada open a table and the others come, who all let a bot play for them, and can type all the same."""
        self._come("Ada", *HOST)
        shown = self.people["Ada"].sees("SAB1:") + self.people["Ada"].sees("\n")
        invite = "SAB1:" + shown.rpartition("SAB1:")[2].strip()
        for name in NAMES[1:]:
            self._come(name, "join", invite)
            self.people["Ada"].sees(name)
        for person in self.people.values():
            person.type("ready")
        for person in self.people.values():
            person.sees("Do all see the same ones?")
            person.type("yes")
        for person in self.people.values():
            person.sees("Everyone has a role")
            person.type("a")

    def _come(self, name: str, *words: str) -> None:
        port = free_port()
        before = self._before[name] = self._stack.enter_context(cutter(port))
        where = (f"--port={port}", f"--advertise=127.0.0.1:{before.port}", f"--name={name}", f"--seed={name}")
        program = [*altered("dialling-from"), SOURCES[name]]
        person = self.people[name] = Person(self._folder / name, *words, *where, "--plain", program=program)
        self._stack.callback(person.process.communicate)
        self._stack.callback(person.process.kill)

    def cut(self, *parts: Sequence[str]) -> None:
        """Cut all links between these parts; with one part, there is none any more."""
        for part in parts:
            far = [SOURCES[name] for name in NAMES if name not in part]
            for name in part:
                self._before[name].bar(*far if len(parts) > 1 else ())

    def text(self, name: str, after: int = 0) -> str:
        """Return what somebody has read so far, after so many characters."""
        return output(self._folder / name)[after:]

    def complaints(self, name: str) -> str:
        """Return what somebody was told on the error stream so far."""
        return (self._folder / name / "complaints").read_text(encoding="utf-8")

    def entries(self, name: str) -> list[Entry]:
        """Return what stands in somebody's log so far."""
        (log,) = logs(self._folder / name)
        return [decode_entry(record) for record in read_log(log).records[1:]]

    def steps(self) -> dict[str, int]:
        """Return the last step of which each of them has an entry; votes are none."""
        return {
            name: max((each.step for each in self.entries(name) if not is_absence(each)), default=0) for name in NAMES
        }

    def settle(self) -> dict[str, int]:
        """Return the steps once nothing has changed for a while."""
        before: dict[str, int] = {}
        while (now := self.steps()) != before:
            before = now
            time.sleep(STILL)
        return now

    def check_one_log(self, names: Sequence[str] = NAMES) -> None:
        """Check that no log at all has two payloads in one slot, nor those of these people two heads in one step.

        Who was voted out while he was cut off may have ended the step before without knowing of it.
        """
        heads, said = defaultdict(set), defaultdict(set)
        for name in NAMES:
            for entry in self.entries(name):
                if name in names:
                    heads[entry.step].add(entry.head)
                said[entry.slot].add(entry.digest)
        assert {step: len(each) for step, each in heads.items() if len(each) > 1} == {}
        assert {slot: len(each) for slot, each in said.items() if len(each) > 1} == {}

    def verify(self, name: str) -> list[str]:
        """Return what `verify` says of somebody's log, which must be good."""
        (log,) = logs(self._folder / name)
        code, said, complaints = run(self._folder / f"{name} verify", "verify", str(log))
        assert code == 0, (name, said, complaints)
        return said.splitlines()


@contextmanager
def halves(folder: Path) -> Iterator[Halves]:
    """Let five people sit down; all processes end with this."""
    with ExitStack() as stack:
        table = Halves(folder, stack)
        table.sit_down()
        yield table
