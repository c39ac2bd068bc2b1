"""People at a table in the line mode: lobby, words, talk, away, pause, another game."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.helpers.processes import PROGRAM, output, start, wait_for

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

pytestmark = pytest.mark.network


HOST = ("host", "--players=4", "--rounds=1", "--port=0", "--advertise=127.0.0.1", "--name=Ada")


class Person:
    """Somebody who types."""

    def __init__(self, home: Path, *words: str, program: Sequence[str] = PROGRAM) -> None:
        self._home = home
        self._seen = 0
        self.process = start(home, *words, stdin=subprocess.PIPE, program=program)

    def type(self, line: str) -> None:
        """Type a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def sees(self, text: str, seconds: float = 90) -> str:
        """Wait until a text is printed after what was seen last, and return what has been printed up to it."""
        wait_for(lambda: text in output(self._home)[self._seen :] or self.process.poll() is not None, seconds)
        shown = output(self._home)
        assert text in shown[self._seen :], (text, shown[self._seen :], (self._home / "complaints").read_text())
        before = self._seen
        self._seen = shown.index(text, before) + len(text)
        return shown[before : self._seen]

    def end(self) -> int:
        """Wait for the end and return the exit code."""
        try:
            self.process.wait(60)  # with its input open: the end of that would be a pause
        finally:
            self.process.kill()
            self.process.communicate()
        assert "Traceback" not in (self._home / "complaints").read_text()
        return self.process.returncode


def sit_down(folder: Path) -> tuple[Person, Person]:
    """Let two people and a bot sit down at one table, up to the question about the words."""
    ada = Person(folder / "ada", *HOST)
    shown = ada.sees("Type ready to begin")
    invite = next(line for line in shown.splitlines() if line.startswith("SAB1:"))
    bo = Person(folder / "bo", "join", invite, "--name=Ada")
    bo.sees("Somebody here is called Ada already; you are Ada 2.")
    bo.sees("Ada 2")
    assert "Waiting for 3 more players. Not ready yet: Ada." in ada.sees("Ada 2")
    ada.sees("Waiting for 2 more players. Not ready yet: Ada and Ada 2.")
    for line in ("seats 3", "bot"):
        ada.type(line)
    bo.sees("A table for 3.")
    ada.sees("is ready.")
    bo.type("ready")
    ada.sees("Ada 2 is ready.")
    ada.type("ready")
    return ada, bo


def words(person: Person) -> str:
    """Return the four words that a person is asked about."""
    shown = person.sees("Do all see the same ones?")
    found = re.search(r"four words are: +(.+)", shown)
    assert found
    return found[1]


@pytest.mark.long
def test_a_game_and_another_one(tmp_path: Path) -> None:
    """All is typed; a bot plays for both while they are away; then they play again with new words."""
    ada, bo = sit_down(tmp_path)
    first = words(ada)
    assert words(bo) == first
    for person in (ada, bo):
        person.type("yes")
    bo.type("say hello \x1b[5m")
    ada.sees("Ada 2 says: hello [5m")
    ada.sees("Everyone has a role")
    for person in (ada, bo):
        person.type("a")
    ada.sees("Ada 2 is away; a bot plays on.")
    for person in (ada, bo):
        person.sees("Everyone has signed the result.", 180)
        person.sees("Type again")
    ada.type("again")
    bo.sees("offers another game")
    bo.type("again")
    ada.sees("Ada 2", 60)
    bo.type("ready")
    ada.sees("Ada 2 is ready.")
    ada.type("ready")
    assert words(ada) == words(bo) != first
    for person in (ada, bo):
        person.type("no")
        assert person.end() == 4


@pytest.mark.long
def test_who_does_not_press_ready_stays_out_of_another_game(tmp_path: Path) -> None:
    """The table waits for him by name, the opener takes him out, and the others play without him."""
    ada = Person(tmp_path / "ada", *HOST)
    shown = ada.sees("Type ready to begin")
    invite = next(line for line in shown.splitlines() if line.startswith("SAB1:"))
    bo, cy = (Person(tmp_path / name, "join", invite, f"--name={name.title()}") for name in ("bo", "cy"))
    ada.type("bot")
    ada.sees("Not ready yet: Ada")
    for person in (bo, cy):
        person.sees("Type ready to begin")
    for person in (bo, cy, ada):
        person.type("ready")
    for person in (ada, bo, cy):
        words(person)
        person.type("yes")
    ada.sees("Everyone has a role")
    for person in (ada, bo, cy):
        person.type("a")
    for person in (ada, bo, cy):
        person.sees("Type again", 180)
        person.type("again")
    for person in (ada, bo, cy):
        person.sees("Type ready to begin")
    for person in (ada, bo):
        person.type("ready")
    ada.sees("Not ready yet: Cy.")
    cy.sees("Not ready yet: Cy.")
    listed = re.findall(r"^  (\d)  Cy$", output(tmp_path / "ada"), re.MULTILINE)
    ada.type(f"remove {listed[-1]}")
    assert cy.end() == 4
    ada.type("seats 3")
    for person in (ada, bo):
        person.sees("A table for 3.")
        person.type("ready")
    assert words(ada) == words(bo)
    for person in (ada, bo):
        person.type("q")
        assert person.end() == 0


@pytest.mark.long
def test_two_who_offer_another_game_at_once_sit_down_together(tmp_path: Path) -> None:
    """Both type `again` before they have heard of each other: one table, with the same words."""
    ada, bo = sit_down(tmp_path)
    for person in (ada, bo):
        words(person)
        person.type("yes")
    ada.sees("Everyone has a role")
    for person in (ada, bo):
        person.type("a")
    for person in (ada, bo):
        person.sees("Type again", 180)
    for person in (ada, bo):
        person.type("again")
    for person in (ada, bo):
        person.sees("Type ready to begin")
    ada.sees("Ada 2")
    for person in (ada, bo):
        person.type("ready")
    assert words(ada) == words(bo)
    for person in (ada, bo):
        person.type("no")
        assert person.end() == 4


@pytest.mark.long
def test_pausing_and_ending_for_all(tmp_path: Path) -> None:
    """A pause is code 0; who comes back votes, and the majority ends the game with code 8."""
    ada, bo = sit_down(tmp_path)
    for person in (ada, bo):
        words(person)
        person.type("yes")
    bo.sees("Everyone has a role")
    bo.type("q")
    bo.sees("Type p to pause")
    bo.type("p")
    bo.sees("The game is saved: p2p-saboteur resume brings you back. Until then the others wait for you.")
    assert bo.end() == 0
    again = Person(tmp_path / "bo", "resume", "--plain")
    again.sees("Everyone has a role")
    for person in (again, ada):
        person.type("q")
        person.sees("Type p to pause")
        person.type("e")
    assert (ada.end(), again.end()) == (8, 8)


@pytest.mark.skipif(sys.platform == "win32", reason="sends signals")
@pytest.mark.long
@pytest.mark.parametrize("number", [pytest.param(1, id="SIGHUP"), pytest.param(signal.SIGTERM, id="SIGTERM")])
def test_a_closed_window_saves_and_ends(tmp_path: Path, number: int) -> None:
    """Code 130, the log is good, and the game can be resumed."""
    person = Person(tmp_path, "solo", "--plain", "--players=3", "--name=Zoe")
    person.sees("Everyone has a role")
    person.process.send_signal(number)
    assert person.end() == 130
    again = Person(tmp_path, "resume", "--plain")
    again.sees("Everyone has a role")
    again.type("q")
    again.type("p")
    assert again.end() == 0
