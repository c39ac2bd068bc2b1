"""A malicious client among whole programs: what people see of it, what they can show others, and the exit codes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.helpers.players import Players
from tests.helpers.processes import logs, run

pytestmark = [pytest.mark.network, pytest.mark.long]

HONEST = ("Ada", "Bo", "Cy")


def malicious(what: str) -> list[str]:
    """Return the command that starts the program of who makes this attack."""
    return [sys.executable, "-m", "tests.helpers.malice", what]


def sit_down(players: Players, what: str, honest: tuple[str, ...] = HONEST) -> None:
    """Let a malicious Mal sit down with honest ones."""
    invite = players.host(honest[0], f"--players={len(honest) + 1}", "--auto", "--rounds=1")
    for name in honest[1:]:
        players.join(name, invite, "--auto")
    players.join("Mal", invite, "--auto", program=malicious(what))


def verified(folder: Path, path: Path) -> tuple[int, list[str]]:
    """Return the exit code of ``verify`` and the lines that blame somebody."""
    code, said, _ = run(folder / "verify", "verify", str(path))
    return code, [line for line in said.splitlines() if "is proved to have" in line]


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ("gives another player a wrong share", "(share: share for "),
        pytest.param("shows a card that it has not", "(proof: shares)", marks=pytest.mark.long),
        pytest.param("signs two results", "signed two different versions of it", marks=pytest.mark.long),
    ],
)
def test_a_table_of_four_plays_on(what: str, why: str, tmp_path: Path) -> None:
    """All three end with code 0, each with a proof and a log that name Mal and nobody else."""
    with Players(tmp_path) as players:
        sit_down(players, what)
        for name in HONEST:
            assert players.code(name, 180) == 0, players.complaints(name)
            (told,) = (event for event in players.events(name) if event["event"] == "fault")
            assert told["what"].startswith("Mal is proved to have broken the rules ")
            (log,) = logs(tmp_path / name)
            blamed = [verified(tmp_path, path) for path in (Path(told["proof"]), log)]
            assert blamed == [(6, [told["what"]])] * 2
            assert Path(told["proof"]).parent == log.parent
            assert why in told["what"] or "(result: result)" in told["what"]


@pytest.mark.long
def test_before_there_are_seats_the_game_is_over(tmp_path: Path) -> None:
    """Code 6 for all, with the sentence and where the proof is."""
    with Players(tmp_path) as players:
        sit_down(players, "claims another key at a table of three", HONEST[:2])
        for name in HONEST[:2]:
            assert players.code(name) == 6, players.complaints(name)
            (log,) = logs(tmp_path / name)
            code, (sentence,) = verified(tmp_path, log)
            assert (code, sentence in players.complaints(name)) == (6, True)
            assert str(log) in players.complaints(name)
            assert sentence.startswith("Mal is proved to have broken the rules ")


@pytest.mark.long
@pytest.mark.parametrize("what", ["floods the table with entries of steps to come", "sends the whole log again"])
def test_what_proves_nothing_is_not_even_told(what: str, tmp_path: Path) -> None:
    """All four end with code 0 and one good log."""
    with Players(tmp_path) as players:
        sit_down(players, what)
        players.finish()
        assert not any(players.has_said(name, "fault") for name in HONEST)
