"""Whatever happens to a process or a link: soon afterwards all have moved on, and the game ends with one log."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.helpers.homes import NoNetworks
from tests.helpers.nemesis import Blow, beaten, far_apart
from tests.nemesis import LIMIT, main

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    pytest.mark.network,
    pytest.mark.skipif(os.name == "nt", reason="a process cannot be stopped and let go on there"),
]


BLOWS = [
    Blow(what="stop", seconds=10, whom="Ada"),
    Blow(what="stop", seconds=10, whom="Cy"),
    Blow(what="kill", seconds=3, whom="Ada"),
    Blow(what="cut", seconds=10),
    Blow(what="cut", seconds=45),
]


def test_a_player_who_was_stopped_moves_on(tmp_path: Path) -> None:
    """As after a lid was closed: nobody has ended, and soon all have made another move."""
    with beaten(tmp_path, 3) as table:
        table.await_phase("Bo", "shuffle")
        assert table.strike(Blow(what="stop", seconds=1.5, whom="Bo")) < LIMIT
        assert not any(table.over(name) for name in table.players.processes)


@pytest.mark.long
@pytest.mark.parametrize("blow", BLOWS, ids=str)
def test_a_table_moves_on_after_a_blow(tmp_path: Path, blow: Blow) -> None:
    """In the middle of the moves; and the game comes to its end."""
    with beaten(tmp_path, 3) as table:
        table.await_phase("Bo", "moves")
        assert table.strike(blow) < LIMIT
        table.players.finish()


@pytest.mark.long
def test_a_game_is_played_over_slow_lines(tmp_path: Path) -> None:
    """64 kbit/s, behind routers that translate addresses."""
    try:
        far_apart(tmp_path, rate="64kbit")
    except NoNetworks as reason:
        pytest.skip(str(reason))


@pytest.mark.long
def test_the_command_plays_a_game_and_tells_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    """A line for the game, and one for all."""
    assert main(["--games=1", "--seed=3"]) == 0
    game, figures = capsys.readouterr().out.splitlines()
    assert game.startswith("game 3, ")
    assert figures.startswith("1 games (")
