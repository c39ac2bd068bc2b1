"""Whole tables of real processes over ZeroMQ."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from p2p_saboteur.app.own_view import read_own
from p2p_saboteur.app.secrets import SEAT_FILE
from tests.helpers.processes import in_use, logs, output, run, start, wait_for

pytestmark = pytest.mark.network


def results(home: Path, count: int) -> set[str]:
    """Return what `verify` says of so many seats' logs, without the lines that hang on path and time."""
    said = set()
    for number, log in enumerate(logs(home)[-count:]):
        code, shown, complaints = run(home / f"verify {number}", "verify", str(log))
        assert code == 0, (shown, complaints)
        said.add("\n".join(line for line in shown.splitlines() if not line.startswith(("Log:", "Checked:"))))
    return said


@pytest.mark.parametrize(
    ("players", "rounds", "verified"),
    [
        pytest.param(3, 1, 3, marks=pytest.mark.long),
        (10, 1, 1),
        pytest.param(10, 1, 10, marks=pytest.mark.long),
        pytest.param(5, 3, 5, marks=pytest.mark.long),
        pytest.param(10, 3, 10, marks=pytest.mark.long),
    ],
)
def test_a_game_ends_with_one_log_and_one_result(tmp_path: Path, players: int, rounds: int, verified: int) -> None:
    """Each seat's log verifies, of ten in short one: same head, same result, which is also the one that was told.

    Nothing is left that opens a card, and what the player saw is kept; a bot looks at nothing again.
    """
    code, said, complaints = run(tmp_path, "solo", "--auto", f"--players={players}", f"--rounds={rounds}", "--name=Zoe")
    assert code == 0, complaints
    assert len(logs(tmp_path)) == players
    (shown,) = results(tmp_path, verified)
    lines = said.splitlines()
    assert [line for line in lines if line.startswith("Gold:")] == [
        line for line in shown.splitlines() if line.startswith("Gold:")
    ]
    assert sum(line.startswith("Roles:") for line in lines) == rounds
    assert f"Rounds: {rounds} of {rounds}." in shown
    assert f"Shuffling: {players} of {players}..." in complaints
    assert lines[-2].endswith("Everyone has signed the result.")
    folders = [log.parent for log in logs(tmp_path)]
    assert not [path for folder in folders for path in folder.iterdir() if path.name.startswith((SEAT_FILE, "root-"))]
    (kept,) = (own for own in map(read_own, folders) if own)
    assert any(own.role and own.hand for own in kept)


def under_way(home: Path, players: int, *words: str) -> subprocess.Popen[str]:
    """Start a solo game and return once every seat is playing."""
    process = start(home, "solo", "--auto", f"--players={players}", *words)
    wait_for(lambda: "begins" in output(home) or process.poll() is not None)
    assert len(logs(home)) == players
    assert all(map(in_use, logs(home)))
    return process


@pytest.mark.long
def test_no_seed_repeats_the_cards(tmp_path: Path) -> None:
    """It steers the bots' choices; the decks come from everyone's secrets."""
    told = []
    for home in (tmp_path / "first", tmp_path / "second"):
        code, said, complaints = run(
            home, "solo", "--players=3", "--rounds=1", "--auto", "--json", "--seed=7", "--name=Zoe"
        )
        assert code == 0, complaints
        states = [json.loads(line) for line in said.splitlines() if line.startswith('{"event":"state"')]
        told.append([state["you"]["hand"] for state in states])
    assert told[0] != told[1]


@pytest.mark.long
def test_no_bot_outlives_a_killed_parent(tmp_path: Path) -> None:
    """The parent gets SIGKILL in the middle of a round; five seconds later every game is free."""
    process = under_way(tmp_path, 4)
    process.kill()
    process.wait()
    time.sleep(0.1)
    wait_for(lambda: not any(map(in_use, logs(tmp_path))), seconds=5)


@pytest.mark.skipif(sys.platform == "win32", reason="sends signals")
def test_ctrl_c_ends_the_game_and_keeps_it(tmp_path: Path) -> None:
    """Code 130, no traceback, no bot left, and a log that is good so far."""
    process = under_way(tmp_path, 3)
    process.send_signal(signal.SIGINT)
    assert process.wait(10) == 130
    assert not any(map(in_use, logs(tmp_path)))
    assert "Traceback" not in (tmp_path / "complaints").read_text()
    code, shown, _ = run(tmp_path / "verify", "verify", str(logs(tmp_path)[0]))
    assert (code, shown.splitlines()[-1]) == (0, "Good so far; the game is not finished.")


@pytest.mark.long
def test_the_line_mode_plays_at_the_same_table(tmp_path: Path) -> None:
    """Without a bot on the own seat one is asked; the end of the input leaves the table, and the log is kept."""
    process = start(tmp_path, "solo", "--players=3", "--name=Zoe", stdin=subprocess.PIPE)
    wait_for(lambda: "Your turn" in output(tmp_path) or process.poll() is not None)
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(20) == 0, (tmp_path / "complaints").read_text()
    shown = output(tmp_path)
    assert "You have left the table." in shown
    assert "Type ready" not in shown  # the table begins by itself
    assert not any(map(in_use, logs(tmp_path)))
    assert run(tmp_path / "verify", "verify", str(logs(tmp_path)[0]))[0] == 0


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="finds the bot's process in /proc")
def test_a_bot_that_dies_is_told(tmp_path: Path) -> None:
    """The game ends with an error, a sentence and no traceback, and no other bot stays."""
    process = under_way(tmp_path, 3)
    tasks = Path(f"/proc/{process.pid}/task").iterdir()
    bots = [int(pid) for task in tasks for pid in (task / "children").read_text().split()]
    assert len(bots) == 2
    os.kill(bots[0], 9)
    assert process.wait(20) == 1
    complaints = (tmp_path / "complaints").read_text()
    assert "was ended by signal 9, so the game cannot go on. Nobody cheated." in complaints
    assert "Traceback" not in complaints
    assert not any(map(in_use, logs(tmp_path)))


@pytest.mark.long
def test_a_bot_that_cheats_is_named_with_the_proof(tmp_path: Path) -> None:
    """The others play on; code 6 for whoever checks a log of the game; who cheated, when, and where the proof lies."""
    home = tmp_path / "home"
    code, shown, complaints = run(
        home, "solo", "--auto", "--players=3", "--bots=tests.helpers.cheating_bot:CheatingBot"
    )
    assert code == 0, complaints
    (told,) = (line for line in shown.splitlines() if "is proved to have" in line)
    accusation, _, rest = told.partition(" The game goes on without Ada. ")
    assert accusation.startswith("Ada is proved to have broken the rules while dealing (step 7): ")
    assert str(home / "games") in rest
    assert "Traceback" not in complaints
    verdicts = [run(tmp_path / f"verify {number}", "verify", str(log)) for number, log in enumerate(logs(home))]
    assert sum(code == 6 and accusation in said for code, said, _ in verdicts) >= 2, verdicts
    assert not any(map(in_use, logs(home)))


@pytest.mark.long
def test_the_game_is_ended_for_all_where_bots_are_the_most(tmp_path: Path) -> None:
    """They vote with the people, who are one here: code 8 at once."""
    process = start(tmp_path, "solo", "--players=4", "--name=Zoe", stdin=subprocess.PIPE)
    wait_for(lambda: "Your turn" in output(tmp_path) or process.poll() is not None)
    assert process.stdin is not None
    with process.stdin:
        process.stdin.write("q\ne\n")
        process.stdin.flush()
        assert process.wait(20) == 8, output(tmp_path)
    assert "Nobody cheated" in (tmp_path / "complaints").read_text()
