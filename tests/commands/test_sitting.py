"""What is told who leaves a table before the end."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

from p2p_saboteur.bots.kinds import bot
from p2p_saboteur.commands.sitting import Seat, _way_back

if TYPE_CHECKING:
    from pathlib import Path

    from p2p_saboteur.app.client import Client


def test_who_leaves_is_told_how_to_come_back(tmp_path: Path) -> None:
    """Not from a lobby, of which nothing is kept, nor who only watches; with bots alone nobody waits."""
    log = tmp_path / "table.log"
    client = cast("Client", SimpleNamespace(log=log))
    player = bot("steady", None)
    assert _way_back(Seat(policy=player), client) == _way_back(Seat(policy=player), None) == ""
    log.touch()
    assert _way_back(Seat(policy=None), client) == ""
    back = "The game is saved: p2p-saboteur resume brings you back."
    assert _way_back(Seat(policy=player, stays=False), client) == back
    assert _way_back(Seat(policy=player), client) == f"{back} Until then the others wait for you."
