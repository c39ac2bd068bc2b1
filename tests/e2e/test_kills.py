"""Processes that get SIGKILL at any instant and go on by `resume`: equal heads, and nothing signed in two ways."""

from __future__ import annotations

import json
import re
import time
from random import Random
from typing import TYPE_CHECKING, Final

import pytest

from tests.helpers.json_player import JsonPlayer
from tests.helpers.processes import PROGRAM, logs, output, run, start, wait_for

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Sequence
    from pathlib import Path

pytestmark = pytest.mark.network

NAMES: Final = ("Ada", "Bo", "Cy")
PHASES: Final = {
    "keys": '"what":"keys"',
    "shuffle": '"what":"shuffle"',
    "deal": '"what":"deal"',
    "moves": '"event":"state"',
    "gold": '"phase":"(packet|pick|pay[^"]*)"',  # whoever wins
    "end": '"phase":"close"',
}
BETWEEN_ROUNDS: Final = {
    "first gold": PHASES["gold"],
    "second round": '"round":2,',
    "second deal": '"round":2,"rounds":2,"phase":"(deal|turn)"',
}
"""What a player's output says as a phase begins, as patterns."""


class Table:
    """A host and two guests, each a process with a home of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: dict[str, subprocess.Popen[str]] = {}
        self.invite = ""

    def open(self, rounds: int = 1) -> None:
        """Let Ada open a table on this computer."""
        self._start("Ada", "host", "--players=3", f"--rounds={rounds}", "--port=0", "--advertise=127.0.0.1")
        wait_for(lambda: '"event":"invite"' in output(self.folder / "Ada"))
        self.invite = json.loads(output(self.folder / "Ada").splitlines()[0])["invite"]

    def join(self, name: str) -> None:
        """Let a guest sit down."""
        self._start(name, "join", self.invite)

    def sit_down_with_a_kill(self) -> None:
        """Open the table and let all sit down, one of them after it was killed in the lobby and has resumed."""
        self.open()
        self.join("Bo")
        wait_for(lambda: '"Bo"' in output(self.folder / "Ada"))
        self.kill("Bo")
        self.resume("Bo")
        self.join("Cy")

    def resume(self, name: str) -> None:
        """Let a player go on."""
        self._start(name, "resume")

    def kill(self, name: str) -> None:
        """Send SIGKILL."""
        self.processes[name].kill()
        self.processes[name].wait()

    def _start(self, name: str, *words: str, program: Sequence[str] = PROGRAM) -> None:
        words = (*words, "--auto", "--json", f"--seed={name}", f"--name={name}")
        self.processes[name] = start(self.folder / name, *words, program=program)

    def await_phase(self, name: str, phase: str) -> None:
        """Return once a player's output tells of a phase."""
        home, process = self.folder / name, self.processes[name]
        wait_for(
            lambda: re.search((PHASES | BETWEEN_ROUNDS)[phase], output(home)) is not None or process.poll() is not None,
            120,
        )

    def check_end(self) -> None:
        """Check that all come to the end with code 0 and hold the same complete log."""
        try:
            for name, process in self.processes.items():
                code = process.wait(180)
                assert code == 0, (name, (self.folder / name / "complaints").read_text())
        finally:
            for process in self.processes.values():
                process.kill()
                process.wait()
        ends = {name: self._verified(name) for name in self.processes}
        assert len(set(ends.values())) == 1, ends

    def _verified(self, name: str) -> str:
        (log,) = logs(self.folder / name)
        code, said, complaints = run(self.folder / f"{name} verify", "verify", str(log))
        assert code == 0, (name, said, complaints)
        assert "everyone has signed the result" in said, (name, said)
        return next(line for line in said.splitlines() if line.startswith("Head:"))


def play_with_a_kill(folder: Path, phase: str, victim: str, seed: int) -> None:
    """Play a game in which a player is killed a random moment after a phase has begun, and resumes."""
    table = Table(folder)
    table.open()
    for name in NAMES[1:]:
        table.join(name)
    table.await_phase(victim, phase)
    time.sleep(Random(f"{phase} {victim} {seed}").uniform(0, 0.5))
    table.kill(victim)
    table.resume(victim)
    table.check_end()


def test_one_is_killed_in_every_phase(tmp_path: Path) -> None:
    """The host and the guests in turn, in the lobby, the set-up, the round, and as the result is signed."""
    random = Random(7)
    table = Table(tmp_path)
    table.sit_down_with_a_kill()
    for phase, victim in zip(PHASES, ("Cy", "Bo", "Ada") * 2, strict=True):
        table.await_phase(victim, phase)
        time.sleep(random.uniform(0, 0.5))
        table.kill(victim)
        table.resume(victim)
    table.check_end()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("victim", NAMES)
@pytest.mark.parametrize("phase", PHASES)
def test_any_player_killed_at_any_instant_goes_on(tmp_path: Path, phase: str, victim: str, seed: int) -> None:
    """Every phase, every player."""
    play_with_a_kill(tmp_path, phase, victim, seed)


@pytest.mark.long
def test_players_killed_as_one_round_follows_the_other(tmp_path: Path) -> None:
    """In the gold of the first, as roots move on and keys are made anew, and as the second is dealt; each once."""
    random = Random(11)
    table = Table(tmp_path)
    table.open(rounds=2)
    for name in NAMES[1:]:
        table.join(name)
    for phase, victim in zip(BETWEEN_ROUNDS, random.sample(NAMES, 3), strict=True):
        table.await_phase(victim, phase)
        time.sleep(random.uniform(0, 0.5))
        table.kill(victim)
        table.resume(victim)
    table.check_end()


@pytest.mark.long
def test_a_guest_killed_in_the_lobby_gets_its_seat_back(tmp_path: Path) -> None:
    """The same keys ask again, and the lobby knows them."""
    table = Table(tmp_path)
    table.sit_down_with_a_kill()
    table.check_end()


@pytest.mark.long
def test_a_host_killed_in_the_lobby_opens_it_again(tmp_path: Path) -> None:
    """Under the same invite, which guests still look for; who had a seat asks for it anew."""
    table = Table(tmp_path)
    table.open()
    table.join("Bo")
    wait_for(lambda: '"Bo"' in output(tmp_path / "Ada"))
    table.kill("Ada")
    table.resume("Ada")
    table.join("Cy")
    table.check_end()


@pytest.mark.long
def test_a_pause_before_the_others_are_back_is_no_clean_end(tmp_path: Path) -> None:
    """Whoever was killed stays cautious until it has heard the others, however often it comes and goes alone."""
    table = Table(tmp_path)
    table.open()
    for name in NAMES[1:]:
        table.join(name)
    table.await_phase("Bo", "moves")
    for name in NAMES:
        table.kill(name)
    (log,) = logs(tmp_path / "Bo")
    log.write_bytes(log.read_bytes()[:-400])
    for _ in range(2):
        with JsonPlayer(tmp_path / "Bo", "resume") as bo:
            bo.until("state")
            bo.do("quit")
            assert bo.end()[0] == 0
        assert not log.with_suffix(".closed").exists()
    for name in NAMES:
        table.resume(name)
    table.check_end()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_all_are_killed_and_come_back(tmp_path: Path, seed: int) -> None:
    """Everyone at nearly the same instant, after any number of moves, back in any order."""
    random = Random(seed)
    table = Table(tmp_path)
    table.open()
    for name in NAMES[1:]:
        table.join(name)
    table.await_phase("Bo", random.choice(list(PHASES)))
    time.sleep(random.uniform(0, 3))
    for name in random.sample(NAMES, 3):
        table.kill(name)
        time.sleep(random.uniform(0, 0.3))
    for name in random.sample(NAMES, 3):
        table.resume(name)
    table.check_end()


@pytest.mark.long
@pytest.mark.parametrize("phase", ["shuffle", "moves"])
def test_a_solo_game_goes_on_with_its_bots(tmp_path: Path, phase: str) -> None:
    """The bots end with the killed parent and are started again, each in its own folder."""
    words = ("--auto", "--json", "--name=Zoe")
    process = start(tmp_path, "solo", "--players=3", "--rounds=1", *words)
    wait_for(lambda: re.search(PHASES[phase], output(tmp_path)) is not None)
    process.kill()
    process.wait()
    code, said, complaints = run(tmp_path, "resume", *words)
    assert code == 0, complaints
    assert json.loads(said.splitlines()[-1])["event"] == "over"
    heads: set[str] = set()
    for number, log in enumerate(logs(tmp_path)):
        code, shown, _ = run(tmp_path / f"verify {number}", "verify", str(log))
        assert (code, shown.splitlines()[-1]) == (0, "Good: everyone has signed the result.")
        heads.update(line for line in shown.splitlines() if line.startswith("Head:"))
    assert len(heads) == 1
