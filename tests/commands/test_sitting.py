"""What is told who leaves a table before the end."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

from p2p_saboteur.app.news import LinksChanged
from p2p_saboteur.bots.kinds import bot
from p2p_saboteur.commands import sitting
from p2p_saboteur.commands.sitting import AutoDesk, Seat, _way_back
from p2p_saboteur.commands.waits import SHORT
from tests.commands.test_waits import FOUND, LOST, waiting

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from p2p_saboteur.app.client import Client
    from p2p_saboteur.app.control import NetworkControl


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


def test_a_seat_that_plays_itself_tells_that_it_is_cut_off(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """At once when it was linked before, for whom it waits within seconds, and when it is back; once each.

    Nobody types there, so nothing is said of what could be typed.
    """
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(sitting, "time", SimpleNamespace(monotonic=lambda: clock.now))
    desk, client = AutoDesk(bot("steady", None)), waiting(1, bots=0b0110)
    desk._control = cast("NetworkControl", SimpleNamespace(client=client, over=False))
    desk._voter.check = lambda: None  # type: ignore[method-assign]
    for since, linked in ((0.0, {1, 2}), (10.0, {2}), (10.1, set[int]()), (80.0, {1})):
        client.linked = frozenset(linked)  # type: ignore[misc]
        desk.show(LinksChanged(frozenset(linked), 0))
        clock.now = since
        for _look in range(3):
            clock.now += SHORT / 2
            desk.check()
    told = capsys.readouterr().out.splitlines()
    assert told[:3] == ["Waiting for Borek.", LOST, FOUND]
    assert told[3] == "Waiting for Borek since a minute."
    assert not [line for line in told if line.startswith("  (")]
    desk._control.over = True  # type: ignore[misc]
    desk.show(LinksChanged(frozenset(), 0))
    assert capsys.readouterr().out == ""
