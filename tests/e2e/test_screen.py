"""The full screen of a real process on a pseudo-terminal, at a table with bots over ZeroMQ."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.store.dirs import HOME_VARIABLE
from tests.helpers.altered import altered
from tests.helpers.players import Players
from tests.helpers.processes import PROGRAM, ROOT, logs, run, wait_for

pytest.importorskip("pty", reason="Windows has no pseudo-terminals of this kind")

from tests.helpers.pseudo_terminal import PseudoTerminal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

pytestmark = pytest.mark.network


def open_terminal(home: Path, *words: str, rows: int = 24, program: Sequence[str] = PROGRAM) -> PseudoTerminal:
    """Start the program on a terminal."""
    environment = {HOME_VARIABLE: str(home), "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"}
    return PseudoTerminal([*program, *words], environment, rows=rows)


@contextmanager
def solo(home: Path, *words: str) -> Iterator[PseudoTerminal]:
    """Start a solo game on a terminal."""
    terminal = open_terminal(home, "solo", "--players=3", "--name=Zoe", *words)
    try:
        yield terminal
    finally:
        terminal.close()


def test_a_move_is_made_and_the_table_left(tmp_path: Path) -> None:
    """After a resize in the middle; the terminal is then as it was, and how to come back is told."""
    with solo(tmp_path, "--rounds=1") as terminal:
        terminal.wait_for(lambda text: "Your turn" in text)
        terminal.resize(120, 40)
        terminal.wait_for(lambda text: "q leave" in text)
        terminal.type("1d")
        terminal.wait_for(lambda text: "for good?" in text)
        terminal.type("\r")
        terminal.wait_for(lambda text: "Zoe discards a card." in text)
        terminal.type("q")
        terminal.wait_for(lambda text: "Leave the table?" in text)
        terminal.type("\r")
        assert terminal.end() == 0
        terminal.read()
        assert terminal.attributes == terminal.before
        assert terminal.written.rindex(b"\x1b[?1049l") > terminal.written.rindex(b"\x1b[?1049h")
        assert "The game is saved: p2p-saboteur resume brings you back." in terminal.text
        assert "the others wait" not in terminal.text


@pytest.mark.long
def test_a_whole_game_is_played_on_the_screen(tmp_path: Path) -> None:
    """To the page with the totals, by discarding all the time; the log that is left verifies."""
    with solo(tmp_path, "--rounds=1") as terminal:
        while "The game is over" not in terminal.text:
            terminal.wait_for(lambda text: any(word in text for word in ("Your turn", "Choose", "due", "is over")))
            if "Your turn" in terminal.text:
                terminal.type("1d\r")
            elif "The game is over" not in terminal.text:
                terminal.type("1\r")
            terminal.read(0.5)
        terminal.wait_for(lambda text: "Anybody can check the whole game" in text)
        terminal.type("q\r")
        assert terminal.end() == 0
    own = min(logs(tmp_path), key=lambda log: len(log.parts))
    code, said, complaints = run(tmp_path / "verify", "verify", str(own))
    assert code == 0, (said, complaints)


@pytest.mark.long
def test_a_bot_plays_while_one_is_away_and_then_another_game_begins(tmp_path: Path) -> None:
    """One key each; the note that was written is still there when the first game is resumed in the middle."""
    with solo(tmp_path, "--rounds=1") as terminal:
        terminal.wait_for(lambda text: "Your turn" in text)
        terminal.type("nBorek?\r")
        terminal.wait_for(lambda text: "Borek?" in text)
        terminal.process.kill()
    terminal = open_terminal(tmp_path, "resume")
    try:
        terminal.wait_for(lambda text: "Your turn" in text)
        terminal.type("\t\t\t\t")
        terminal.wait_for(lambda text: "Borek?" in text)
        terminal.type("aa")
        terminal.wait_for(lambda text: "You are away" in text)
        terminal.wait_for(lambda text: "The game is over" in text)
    finally:
        terminal.close()


@pytest.mark.long
def test_one_plays_again_and_looks_at_that_game(tmp_path: Path) -> None:
    """From the page with the totals, at a new table with new bots."""
    with solo(tmp_path, "--rounds=1") as terminal:
        terminal.wait_for(lambda text: "Your turn" in text)
        terminal.type("aa")
        terminal.wait_for(lambda text: "another game" in text)
        terminal.type("a")
        terminal.wait_for(lambda text: "Your turn" in text)
        terminal.type("aa")
        terminal.wait_for(lambda text: "r replay" in text)
        terminal.type("r")
        terminal.wait_for(lambda text: "moment 0 of" in text)
        terminal.type("q\r")
        assert terminal.end() == 0
    assert len([log for log in logs(tmp_path) if "bots" not in log.parts]) == 2


@pytest.mark.long
def test_a_game_is_watched_on_the_screen(tmp_path: Path) -> None:
    """From the lobby to the totals, which are those that the host sees; nothing secret is shown, and nothing asked."""
    hosting = ("host", "--players=3", "--rounds=1", "--port=0", "--advertise=127.0.0.1", "--only-advertised")
    host = open_terminal(tmp_path / "host", *hosting, "--watchers", "--name=Zoe", rows=60)
    try:
        host.wait_for(lambda text: text.count("SAB1:") == 2)
        _play, watch = invites_on(host.text)
        watcher = open_terminal(tmp_path / "watcher", "watch", watch)
        try:
            watcher.wait_for(lambda text: "You are watching; " in text and "Enter ready" not in text)
            host.type("bb")
            host.wait_for(lambda text: "3 players of 3" in text)
            host.type("\r")
            host.wait_for(lambda text: "Do all see the same words?" in text)
            host.type("ya")
            host.wait_for(lambda text: "You are a " in text)
            watcher.wait_for(lambda text: "is to move" in text and "You are watching" in text)
            if "You are away" not in host.text:
                host.type("a")
            host.wait_for(lambda text: "r replay" in text)
            watcher.wait_for(lambda text: "r replay" in text)
            assert totals(watcher.text) == totals(host.text)
            watcher.type("q\r")
            assert watcher.end() == 0
        finally:
            watcher.close()
    finally:
        host.close()


def totals(screen: str) -> list[str]:
    """Return the lines that tell who has how much gold."""
    return [line.strip() for line in screen.splitlines() if line.endswith(" gold")]


def invites_on(screen: str) -> list[str]:
    """Return the invites that a lobby shows, in the order in which it does."""
    found: list[str] = []
    for line in map(str.strip, screen.splitlines()):
        if line.startswith("SAB1:"):
            found.append(line)
        elif found and re.fullmatch("[A-Z2-7]+", line):
            found[-1] += line
    return found


def test_the_line_mode_is_for_who_wants_it(tmp_path: Path) -> None:
    """`--plain` shows no screen on the same terminal."""
    with solo(tmp_path, "--rounds=1", "--plain") as terminal:
        terminal.wait_for(lambda text: "Your turn (help" in text)
        assert b"\x1b[?1049h" not in terminal.written


@pytest.mark.long
def test_a_listed_table_is_joined_on_the_screen(tmp_path: Path) -> None:
    """`lan` asks for its number, and the screen shows its lobby, the words and the table."""
    program = altered("this-computer")
    with Players(tmp_path) as players:
        players.host("Ada", "--lan", "--only-advertised", "--auto", "--rounds=1", "--players=3", program=program)
        players.start("Bo", "lan", "1", "--seconds=1", "--auto", "--json", "--name=Bo", program=program)
        wait_for(lambda: '"Bo"' in players.output("Ada"))
        terminal = open_terminal(tmp_path / "Cy", "lan", "--seconds=1", "--name=Cy", program=program)
        try:
            terminal.wait_for(lambda text: "1  Ada" in text and "Join which" in text)
            terminal.type("1\r")
            terminal.wait_for(lambda text: "Bo" in text and "Enter" in text)
            terminal.type("\r")
            terminal.wait_for(lambda text: "same" in text)
            terminal.type("y")
            terminal.wait_for(lambda text: "Your turn" in text)
        finally:
            terminal.close()
