"""A player's process dies for good, or its player leaves; the others play on."""

from __future__ import annotations

import re
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final

import pytest

from protocol.header import STRICT, TOLERANT
from tests.e2e.test_lines import Person
from tests.helpers.json_player import JsonPlayer
from tests.helpers.processes import logs, output, run, wait_for

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.network, pytest.mark.long]

HOST: Final = ("host", "--players=4", "--rounds=1", "--port=0", "--advertise=127.0.0.1", "--name=Ada", "--auto")
VOID: Final = "The round cannot go on; it is dealt anew."


def sit_down(stack: ExitStack, home: Path, kind: str) -> list[JsonPlayer]:
    """Return four players at a table of a kind, each with a process of its own; the last one sees its cards."""
    ada = stack.enter_context(JsonPlayer(home / "Ada", *HOST, f"--kind={kind}"))
    invite = ada.until("invite")["invite"]
    others = [
        stack.enter_context(JsonPlayer(home / name, "join", invite, "--auto", f"--name={name}"))
        for name in ("Bo", "Cy", "Di")
    ]
    return [ada, *others]


def check_logs(home: Path) -> None:
    """Check that the three that are left have one head and one result."""
    heads = set()
    for name in ("Ada", "Bo", "Cy"):
        (log,) = logs(home / name)
        code, said, _ = run(home / f"{name} verify", "verify", str(log))
        assert (code, said.splitlines()[-1]) == (0, "Good: everyone has signed the result."), said
        assert "Out of the game: Di." in said.splitlines()
        heads.add(next(line for line in said.splitlines() if line.startswith("Head:")))
    assert len(heads) == 1


@pytest.mark.parametrize("kind", [STRICT, TOLERANT])
def test_three_of_four_go_on(tmp_path: Path, kind: str) -> None:
    """The dead player is waited for by name, then voted out; the round is dealt anew at a strict table or goes on."""
    with ExitStack() as stack:
        *living, di = sit_down(stack, tmp_path, kind)
        while not (own := di.until("state")["you"])["hand"]:  # before the deal nothing is void
            pass
        di.__exit__()
        while (waits := living[0].until("waiting"))["seats"] != [own["seat"]] or waits["direct"]:
            pass
        assert (waits["names"], waits["may"]) == (["Di"], [{"do": "abandon"}, {"do": "leave"}])
        deadline = time.monotonic() + 180
        while any(player.alive for player in living):
            assert time.monotonic() < deadline, [player.events[-3:] for player in living]
            for player in living:
                if player.alive:
                    player.do("out", seat=own["seat"])
            time.sleep(2)
        assert [player.end()[0] for player in living] == [0, 0, 0]
        assert (VOID in told(living[0])) == (kind == STRICT)
    check_logs(tmp_path)


def told(player: JsonPlayer) -> list[str]:
    """Return what a player that has ended was told of the game."""
    player.until("over")
    return [event["text"] for event in player.events if event["event"] == "said"]


@pytest.mark.parametrize("kind", [STRICT, TOLERANT])
def test_one_of_four_leaves_for_good(tmp_path: Path, kind: str) -> None:
    """The others play on at once, at either kind of table; nobody votes, and no round is void."""
    with ExitStack() as stack:
        *others, di = sit_down(stack, tmp_path, kind)
        di.until("state")
        di.do("leave")
        code, said = di.end()
        assert (code, said.splitlines()[-1]) == (0, "You have left the game for good. The others go on without you.")
        assert [player.end(180)[0] for player in others] == [0, 0, 0]
        assert VOID not in told(others[0])
        assert not [event for event in others[0].events if event["event"] == "vote"]
    check_logs(tmp_path)


def test_two_of_five_are_gone_at_once_and_the_others_end_the_game_and_play_again(tmp_path: Path) -> None:
    """The opener is one of them. Who waits reads for whom; a majority ends it in the second round: code 8.

    Then all three prove what their gold is worth, each log proves it to anybody, and they sit down again at once.
    """
    with ExitStack() as stack:
        table = ("host", "--players=5", "--rounds=2", *HOST[3:])
        ada = stack.enter_context(JsonPlayer(tmp_path / "Ada", *table))
        invite = ada.until("invite")["invite"]
        cy = Person(tmp_path / "Cy", "join", invite, "--plain", "--name=Cy")
        stack.callback(cy.process.kill)
        bo, di, ed = (
            stack.enter_context(JsonPlayer(tmp_path / name, "join", invite, "--auto", f"--name={name}"))
            for name in ("Bo", "Di", "Ed")
        )
        cy.sees("Ed")
        cy.type("ready")
        cy.sees("Do all see the same ones?")
        cy.type("yes")
        cy.sees("Everyone has a role")
        cy.type("a")
        while di.until("state")["round"] == 1:
            pass
        for player in (ada, bo):
            player.__exit__()
        waiting = re.compile(r"Waiting for (Ada|Bo)( and (Ada|Bo))?( since a minute)?\.")  # Ada is played by a bot
        wait_for(lambda: waiting.search(output(tmp_path / "Cy")) is not None, 90)
        cy.type("q")
        cy.sees("Type p to pause")
        cy.type("e")
        for player in (di, ed):
            player.do("abandon")
        assert cy.end() == 8
        sums = di.until("gold")["seats"]
        assert ed.until("gold")["seats"] == sums
        assert None not in [seat["gold"] for seat in sums if seat["name"] in {"Cy", "Di", "Ed"}]
        assert all(seat["gold"] is None for seat in sums if seat["name"] in {"Ada", "Bo"} and seat["cards"])
        totals = ", ".join(f"{seat['name']} {seat['gold']}" for seat in sums if seat["gold"] is not None)
        proved = f"Gold proved: {totals}."
        assert proved in output(tmp_path / "Cy").splitlines()
        for player in (di, ed):
            code, complaints = player.end()
            assert code == 8
            assert complaints.startswith("More than half of the players have ended the game. Nobody cheated.")
        for name in ("Cy", "Di", "Ed"):
            code, said, _ = run(tmp_path / f"{name} verify", "verify", str(logs(tmp_path / name)[0]))
            assert (code, said.splitlines()[-1]) == (
                0,
                "Good: more than half of the players have ended the game early.",
            )
            assert proved in said.splitlines()
        code, said, _ = run(tmp_path / "Cy", "resume", "--plain", "--auto")
        assert (code, proved in said.splitlines()) == (8, True), said
        di = stack.enter_context(JsonPlayer(tmp_path / "Di", "host", "--players=3", *HOST[2:-2], "--name=Di", "--auto"))
        invite = di.until("invite")["invite"]
        for name in ("Cy", "Ed"):
            stack.enter_context(JsonPlayer(tmp_path / name, "join", invite, "--auto", f"--name={name}"))
        assert len(di.until("state")["players"]) == 3
