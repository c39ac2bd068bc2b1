"""A hundred strangers a second who know a table's address and key, and not its secret: who belongs to it gets in."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

import pytest

from p2p_saboteur.net.policy import PLACES
from tests.helpers import meshes
from tests.helpers.flood import Flood
from tests.helpers.players import Players

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from p2p_saboteur.net.invite import Invite

pytestmark = [pytest.mark.network, pytest.mark.long]

ENOUGH: Final = 100
"""Strangers a second; with fewer these tests have shown nothing."""
FULLY: Final = 0.9
"""How busy who makes strangers is, of 1, when this computer cannot make more of them."""
BEFORE: Final = 3.0
"""Seconds for which they have come already when somebody wants to get in: all places are taken several times over."""
SOON: Final = 8
"""Seconds after which a guest gives up that has dialled and has no answer; a process needs some until it dials."""
HELD: Final = 60
"""How many of a line of strangers are there at once: together more than there are places."""


@asynccontextmanager
async def flooded(invite: Invite, *, greets: bool) -> AsyncIterator[Flood]:
    """Let strangers come meanwhile; if they were too few fail, or skip where this computer has no time for more."""
    over = asyncio.Event()
    strangers = Flood(invite, greets=greets, held=HELD)
    coming = asyncio.create_task(strangers.run(over.is_set))
    try:
        await asyncio.sleep(BEFORE)
        yield strangers
        reached = f"{strangers.rate:.0f} a second, busy for {strangers.busy:.0%} of the time"
        if strangers.rate < ENOUGH and strangers.busy > FULLY:
            pytest.skip(f"this computer is too busy to make {ENOUGH} strangers a second: {reached}")
        assert strangers.rate >= ENOUGH, reached
    finally:
        over.set()
        await coming


@pytest.mark.parametrize("greets", [False, True], ids=["silent", "greeting"])
def test_a_guest_gets_in_while_strangers_crowd_the_lobby(tmp_path: Path, *, greets: bool) -> None:
    """And the table begins; whether they greet and take places, or say nothing when they have shaken hands."""

    async def scenario(players: Players, invite: Invite) -> None:
        async with flooded(invite, greets=greets) as strangers:
            for name in ("Bo", "Cy"):
                before = strangers.welcomed
                players.join(name, invite, "--auto", f"--patience={SOON}")
                await asyncio.to_thread(players.wait_for, name, "lobby")
                assert not greets or strangers.welcomed - before > 2 * PLACES, "the places have not changed hands"
            await asyncio.to_thread(players.wait_for, "Ada", "stage")

    with Players(tmp_path) as players:
        invite = players.host("Ada", "--players=3", "--auto", "--rounds=1")
        meshes.run(scenario(players, invite), 120)
        players.finish()


def test_a_killed_player_comes_back_while_strangers_crowd_the_table(tmp_path: Path) -> None:
    """Also where others may watch, so that strangers are let in for a moment; all of them play to the end."""

    async def scenario(players: Players, invite: Invite) -> None:
        async with flooded(invite, greets=True) as strangers:
            players.processes["Bo"].kill()
            players.processes["Bo"].wait()
            players.start("Bo", "resume", "--json", "--auto")
            await asyncio.to_thread(players.wait_for, "Bo", "state")
            assert strangers.welcomed > 2 * PLACES, "the places have not changed hands"

    with Players(tmp_path) as players:
        invite = players.host("Ada", "--players=3", "--auto", "--rounds=1", "--watchers")
        for name in ("Bo", "Cy"):
            players.join(name, invite, "--auto")
        players.wait_for("Bo", "state")
        meshes.run(scenario(players, invite), 120)
        players.finish()
