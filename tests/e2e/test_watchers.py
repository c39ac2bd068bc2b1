"""Somebody who watches a game whose players are killed and come back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.helpers.players import Players
from tests.helpers.processes import wait_for

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.network, pytest.mark.long]


def test_a_watcher_outlasts_the_host_and_any_other_player(tmp_path: Path) -> None:
    """It says that the table is lost and found again, and ends with the same log as the players."""
    with Players(tmp_path) as players:
        invite = players.host("Ada", "--players=3", "--rounds=1", "--watchers", "--auto")
        watch = next(event["watch"] for event in players.events("Ada") if event["event"] == "invite")
        players.start("watcher", "watch", watch)
        wait_for(lambda: "A table for 3." in players.output("watcher"))
        for name in ("Bo", "Cy"):
            players.join(name, invite, "--auto")
        wait_for(lambda: "lays" in players.output("watcher"))
        for name in ("Bo", "Ada"):
            players.processes[name].kill()
            players.processes[name].wait()
            if name == "Ada":
                wait_for(lambda: "Nobody at the table can be reached." in players.output("watcher"))
            players.start(name, "resume", "--json", "--auto")
        wait_for(lambda: "The table is reached again." in players.output("watcher"))
        players.finish()
        assert "Everyone has signed the result." in players.output("watcher")
