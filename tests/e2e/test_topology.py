"""Tables of real processes over networks that are not what one wishes: lines, cuts, listings."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from tests.helpers.altered import altered
from tests.helpers.cutter import cutter, free_port
from tests.helpers.homes import PUBLIC, NoNetworks, homes
from tests.helpers.players import Players
from tests.helpers.processes import PROGRAM, run, wait_for

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.network

WORDS = ("--auto", "--rounds=1", "--players=3")


def links_of(players: Players, name: str) -> set[str]:
    """Return everyone whom somebody has ever been linked with."""
    return {other for event in players.events(name) if event["event"] == "links" for other in event["names"]}


@pytest.mark.long
def test_a_line_of_three_plays_a_whole_round(tmp_path: Path) -> None:
    """The ends know no address of each other, so all that they say goes through the one in the middle."""
    with Players(tmp_path) as players:
        invite = players.host("Ada", *WORDS)
        for name in ("Bo", "Cy"):
            players.join(name, invite, "--auto", program=altered("unknown"))
        players.finish()
        assert links_of(players, "Ada") == {"Bo", "Cy"}
        assert links_of(players, "Bo") == links_of(players, "Cy") == {"Ada"}


@pytest.mark.parametrize(
    "seconds", [3, pytest.param(10, marks=pytest.mark.long), pytest.param(45, marks=pytest.mark.long)]
)
def test_a_table_goes_on_within_five_seconds_after_a_cut(tmp_path: Path, seconds: float) -> None:
    """Every link of the table is cut in the middle of the game; soon after they may come back everyone has moved on."""
    port = free_port()
    with cutter(port) as between, Players(tmp_path) as players:
        where = (f"--port={port}", f"--advertise=127.0.0.1:{between.port}", "--only-advertised")
        invite = players.host("Ada", *where, *WORDS)
        for name in ("Bo", "Cy"):
            players.join(name, invite, "--auto", program=altered("unknown"))
        players.wait_for("Ada", "state")
        between.cut(seconds)
        healed = time.monotonic()
        before = {name: players.count(name, "state") for name in players.processes}
        wait_for(lambda: all(players.count(name, "state") > before[name] for name in before))
        assert time.monotonic() - healed < 5
        players.finish()


@pytest.mark.long
def test_a_listed_table_is_found_and_joined_by_number(tmp_path: Path) -> None:
    """Multicast on 127.0.0.1 alone: what is listed, what a wrong number says, and a game by the right one."""
    program = altered("this-computer")
    with Players(tmp_path) as players:
        invite = players.host("Ada", "--lan", "--only-advertised", *WORDS, program=program)
        port = invite.endpoints[0].rsplit(":")[-1]
        players.start("Bo", "lan", "1", "--seconds=1", "--auto", "--json", "--name=Bo", program=program)
        wait_for(lambda: '"Bo"' in players.output("Ada"))
        code, said, complaints = run(tmp_path / "looking", "lan", "--seconds=1", program=program)
        assert (code, complaints) == (0, "")
        assert said == f"  1  Ada  (127.0.0.1 port {port} - this computer only)\n"
        code, _, complaints = run(tmp_path / "wrong", "lan", "2", "--seconds=1", program=program)
        assert (code, complaints) == (3, "There is no table 2; so many are listed: 1.\n")
        players.start("Cy", "lan", "1", "--seconds=1", "--auto", "--json", "--name=Cy", program=program)
        for name in ("Ada", "Bo", "Cy"):
            players.wait_for(name, "stage")


@pytest.mark.long
def test_two_homes_behind_routers_play_with_one_public_player(tmp_path: Path) -> None:
    """Nobody can reach the homes, one in five packets is lost each way, and the whole game is played."""
    try:
        with homes(2, loss=20) as (public, inside), Players(tmp_path) as players:
            invite = players.host("Ada", *WORDS, f"--advertise={PUBLIC}", "--port=7243", program=[*public, *PROGRAM])
            assert f"tcp://{PUBLIC}:7243" in invite.endpoints
            for name, home in zip(("Bo", "Cy"), inside, strict=True):
                players.join(name, invite, "--auto", "--patience=60", program=[*home, *PROGRAM])
            players.finish(600)
            assert links_of(players, "Ada") == {"Bo", "Cy"}
            assert links_of(players, "Bo") == links_of(players, "Cy") == {"Ada"}
    except NoNetworks as reason:
        pytest.skip(str(reason))
