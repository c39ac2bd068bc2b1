"""What befalls a table of real processes: they are killed, stopped and cut off, and soon all have moved on."""

from __future__ import annotations

import re
import signal
import time
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tests.e2e.test_kills import PHASES
from tests.helpers.altered import altered
from tests.helpers.cutter import cutter, free_port
from tests.helpers.homes import PUBLIC, homes
from tests.helpers.players import Players
from tests.helpers.processes import PROGRAM, wait_for

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from random import Random

    from tests.helpers.cutter import Cutter

NAMES: Final = ("Ada", "Bo", "Cy", "Di")
WAIT: Final = 120.0
"""Seconds that a game may stand still before it counts as stuck."""
HIDDEN: Final = altered("unknown")
"""A guest whom nobody can reach, so that everything goes through the host."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Blow:
    """Something that is done to a table.

    Attributes:
        what: ``kill``, ``stop`` or ``cut``.
        seconds: how long it lasts.
        whom: the player, none for a cut.
    """

    what: str
    seconds: float
    whom: str = ""

    def __str__(self) -> str:
        return f"{self.what} {self.whom or 'all links'} {self.seconds:.0f} s"


def drawn(random: Random, names: tuple[str, ...]) -> Blow:
    """Return a blow at random."""
    what, seconds = random.choice(
        (("kill", random.uniform(0, 3)), ("kill", 0.0), ("stop", 10.0), ("cut", 10.0), ("cut", 45.0))
    )
    return Blow(what=what, seconds=seconds, whom="" if what == "cut" else random.choice(names))


class Beaten:
    """A table whose host is reached through a cutter alone.

    Attributes:
        players: the processes.
    """

    def __init__(self, players: Players, between: Cutter) -> None:
        self.players, self._between = players, between

    def strike(self, blow: Blow) -> float:
        """Do it, and return how many seconds after it was over everybody had moved on."""
        process = self.players.processes.get(blow.whom)
        match blow.what:
            case "kill" if process:
                process.kill()
                process.wait()
                time.sleep(blow.seconds)
                self.players.start(blow.whom, "resume", *_words(blow.whom), program=program(blow.whom))
            case "stop" if process:
                process.send_signal(signal.SIGSTOP)
                time.sleep(blow.seconds)
                process.send_signal(signal.SIGCONT)
            case _:
                self._between.cut(blow.seconds)
        healed = time.monotonic()
        before = {name: self._moves(name) for name in self.players.processes}
        wait_for(lambda: all(self._moves(name) > before[name] or self.over(name) for name in before), WAIT)
        return time.monotonic() - healed

    def _moves(self, name: str) -> int:
        return self.players.count(name, "state") + self.players.count(name, "stage")

    def over(self, name: str) -> bool:
        """Return whether somebody's process has ended."""
        return self.players.processes[name].poll() is not None

    def await_phase(self, name: str, phase: str) -> None:
        """Return once a player's output tells of a phase, or the player has ended."""
        wait_for(lambda: re.search(PHASES[phase], self.players.output(name)) is not None or self.over(name), WAIT)


def program(name: str) -> list[str]:
    """Return the command of a player: nobody can reach guests."""
    return [*PROGRAM] if name == NAMES[0] else HIDDEN


def _words(name: str) -> tuple[str, ...]:
    return ("--auto", "--json", f"--name={name}", f"--seed={name}")


@contextmanager
def beaten(folder: Path, seats: int, rounds: int = 1) -> Iterator[Beaten]:
    """Open a table and let everyone sit down; all processes end with it."""
    port = free_port()
    with cutter(port) as between, Players(folder) as players:
        where = (f"--port={port}", f"--advertise=127.0.0.1:{between.port}", "--only-advertised")
        invite = players.host(NAMES[0], *where, f"--players={seats}", f"--rounds={rounds}", *_words(NAMES[0]))
        for name in NAMES[1:seats]:
            players.join(name, invite, *_words(name), program=HIDDEN)
        yield Beaten(players, between)


def far_apart(folder: Path, *, loss: int = 0, rate: str = "") -> None:
    """Play a game between a public computer and two homes behind routers; raise `NoNetworks` where none can be made.

    Args:
        folder: for what the processes keep.
        loss: packets in a hundred that each router loses, in either direction.
        rate: of each line, as `tc` says it; no limit unless given.
    """
    with ExitStack() as stack:
        public, inside = stack.enter_context(homes(2, loss=loss, rate=rate))
        players = stack.enter_context(Players(folder))
        here = (f"--advertise={PUBLIC}", "--port=7243", "--players=3", "--rounds=1")
        invite = players.host("Ada", *here, *_words("Ada"), program=[*public, *PROGRAM])
        for name, home in zip(NAMES[1:3], inside, strict=True):
            players.join(name, invite, *_words(name), "--patience=120", program=[*home, *PROGRAM])
        players.finish(900)
