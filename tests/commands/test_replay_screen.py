"""A game that was played, in the screens of a table."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Literal

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from p2p_saboteur.app.own_view import Own
from p2p_saboteur.bots.random import RandomPolicy
from p2p_saboteur.commands.codes import ExitCode
from p2p_saboteur.commands.own_cards import known
from p2p_saboteur.commands.reading import Record
from p2p_saboteur.commands.replay_screen import ReplayScreen
from p2p_saboteur.games.saboteur.cards import GOALS, NUGGETS, Role
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.state import Phase
from p2p_saboteur.local import LocalTable, play
from p2p_saboteur.tui.draw import draw
from p2p_saboteur.tui.settings import Settings
from p2p_saboteur.tui.state import Page
from protocol.errors import LocalError
from protocol.game import Moved

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def replay(tmp_path: Path) -> Iterator[ReplayScreen]:
    """Return the screen of a whole game of one round that was played elsewhere."""
    with replay_of(tmp_path, rounds=1) as screen:
        yield screen


@contextmanager
def replay_of(tmp_path: Path, rounds: Literal[1, 3]) -> Iterator[ReplayScreen]:
    """Play a game of so many rounds and open the screen that shows it."""
    table = LocalTable(seats=3, chance=Random(4), options=Options(rounds=rounds))
    play(table, [RandomPolicy(Random(seat)) for seat in range(3)])
    record = Record(
        path=tmp_path / "table.log",
        chain=None,  # type: ignore[arg-type]  # only whoever reads the log needs it
        names=table.view(0).names,
        events=table.history,
        tables=(),
        steps=tuple(range(len(table.history))),
        warning="",
        code=ExitCode.OK,
    )
    with create_pipe_input() as source, create_app_session(input=source, output=DummyOutput()):
        yield ReplayScreen(record, Settings())


def screen_of(replay: ReplayScreen) -> str:
    """Return what is on the screen."""
    client = replay._screen
    return draw(client.table, client.scene, client.ui, 80, 24).text()


def test_a_game_is_stepped_through_from_its_beginning_to_its_end(replay: ReplayScreen) -> None:
    """Every moment shows what had happened by then; positions beyond the ends are the ends; no page opens by itself."""
    seen = []
    for position in range(-1, 500):
        replay.show_moment(position, playing=False)
        view = replay._view()
        seen.append(len(view.history))
        assert replay._screen.ui.page is Page.TABLE
    assert seen == sorted(seen)
    assert seen[0] == 0
    assert replay._view().state.phase is Phase.OVER
    assert "You are watching" in screen_of(replay)
    assert "Gold:" in screen_of(replay)
    moves = sum(isinstance(event.fact, Moved) for event in replay._record.events)
    assert len(set(seen)) > moves


def test_the_rounds_of_a_replay_are_found(tmp_path: Path) -> None:
    """Each begins with its shuffle, and the first thing that is told of it."""
    with replay_of(tmp_path, rounds=3) as replay:
        replay.show_moment(0, playing=False)
        shown = replay._screen.table.replay
        assert shown
        assert len(shown.rounds) == 3
        for number, moment in enumerate(shown.rounds, 1):
            replay.show_moment(moment, playing=False)
            assert replay._view().state.round == number
            assert replay._view().state.phase is Phase.DEAL


def test_it_goes_on_by_itself_until_the_end(replay: ReplayScreen, monkeypatch: pytest.MonkeyPatch) -> None:
    """And stops there."""
    monkeypatch.setattr("p2p_saboteur.commands.replay_screen.PACE", 0.0)

    async def watch() -> None:
        going_on = asyncio.create_task(replay._go_on())
        replay.show_moment(0, playing=True)
        for _moment in range(1000):
            await asyncio.sleep(0)
        going_on.cancel()
        await asyncio.gather(going_on, return_exceptions=True)

    asyncio.run(watch())
    assert replay._view().state.phase is Phase.OVER


def test_what_was_kept_is_shown_as_it_was_known() -> None:
    """Role, hand, goals and the values of the own nuggets; nothing of what no client of ours has written."""
    kept = Own(step=9, seat=1, role="digger", hand=(0, 3), peeked=(None, 0, None), purse=(0, 27))
    found = known(kept)
    assert found
    assert (found.role, found.hand) == (Role.DIGGER, (0, 3))
    assert found.peeked == (None, GOALS[0], None)
    assert found.purse == (NUGGETS[0], NUGGETS[27])
    assert known(replace(kept, purse=(28,))) is None
    assert known(None) is None


def test_notes_are_kept_only_with_ones_own_games(replay: ReplayScreen) -> None:
    """This one was played elsewhere."""
    with pytest.raises(LocalError):
        replay.note("Borek lies")


def test_nothing_can_be_changed(replay: ReplayScreen) -> None:
    """A choice is refused."""
    with pytest.raises(LocalError):
        replay.submit(None)  # type: ignore[arg-type]  # whatever it is
