"""Which bots are started, when, and again."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from p2p_saboteur.commands.bots import BotEnded, Bots
from p2p_saboteur.local import NAMES

if TYPE_CHECKING:
    from pathlib import Path


class Starts:
    """Stands for the children: notes what is started, and ends it when told so."""

    def __init__(self) -> None:
        self.commands: list[list[str]] = []
        self.codes: list[int | None] = []

    def start(self, command: list[str], **more: Any) -> object:  # noqa: ANN401 - letter, errors, environment
        """Start nothing."""
        number = len(self.codes)
        self.commands.append(command)
        self.codes.append(None)
        more["errors"].write_text("so it ended")
        return SimpleNamespace(poll=lambda: self.codes[number])


def made() -> tuple[Bots, Starts]:
    """Return bots whose processes are none."""
    bots, starts = Bots("random", None), Starts()
    bots.children = cast("Any", starts)
    return bots, starts


def test_no_more_are_started_than_there_are_seats(tmp_path: Path) -> None:
    """Those that are on their way count, and the lobby may be full however often one is asked for."""
    bots, starts = made()
    for _ in range(30):
        bots.add(tmp_path, "invite", ["Zoe"], 4)
    assert len(starts.commands) == 3


def test_a_bot_that_was_taken_out_makes_room(tmp_path: Path) -> None:
    """As often as one likes: its name is free again."""
    bots, starts = made()
    for number in range(len(NAMES) + 5):
        assert bots.add(tmp_path, "invite", ["Zoe"], 2)
        starts.codes[number] = 4
        bots.check()
    assert not bots.add(tmp_path, "invite", ["Zoe", "Bo"], 2)


def test_one_that_ends_by_itself_is_told(tmp_path: Path) -> None:
    """With what it said last."""
    bots, starts = made()
    bots.add(tmp_path, "invite", ["Zoe"], 2)
    starts.codes[0] = 1
    with pytest.raises(BotEnded) as ended:
        bots.check()
    assert (ended.value.code, ended.value.said) == (1, "so it ended")


def test_those_that_have_a_game_go_on_in_their_own_folders(tmp_path: Path) -> None:
    """One that was taken out of the lobby has none, and the others keep their places."""
    bots, starts = made()
    for number in (1, 2, 3):
        bots.add(tmp_path, "invite", ["Zoe"], 5)
        (tmp_path / "bots" / str(number) / "games").mkdir(parents=True, exist_ok=True)
    for number in (1, 3):
        (tmp_path / "bots" / str(number) / "games" / "20260101-000000-000000").mkdir()
    names = [command[-2].removeprefix("--name=") for command in starts.commands]
    again, restarts = made()
    again.again(tmp_path, "tcp://127.0.0.1:9")
    assert [command[-1] for command in restarts.commands] == ["--resume"] * 2
    assert [bot.name for bot in again._bots] == [names[0], names[2]]
    assert [bot.home for bot in again._bots] == [tmp_path / "bots" / number for number in ("1", "3")]
