"""A bot at the end of a game that no result ends."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, NoReturn, Self

import pytest

from p2p_saboteur.app.control import TableAbandoned, VotedOut
from p2p_saboteur.commands import bot
from p2p_saboteur.net.invite import Invite

if TYPE_CHECKING:
    from collections.abc import Callable

INVITE = Invite(key=bytes(range(32)), secret=bytes(16), endpoints=("tcp://127.0.0.1:9",))


class EndingControl:
    """Stands for the connection to a table that has just ended early."""

    client = None

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.rested: list[bool] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self.rested, "the bot left at once"

    def wait(self) -> NoReturn:
        """Tell what has ended the table."""
        raise self.error

    def rest(self, *, until_alone: bool) -> None:
        """Note that the others are served."""
        self.rested.append(until_alone)


@pytest.mark.parametrize("error", [TableAbandoned(), VotedOut()], ids=repr)
def test_a_bot_stays_for_the_others_when_the_game_is_ended(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """The others may not have heard the votes yet, and whoever has started it takes its end for a failure."""
    parser = argparse.ArgumentParser()
    bot.add_arguments(parser)
    control = EndingControl(error)
    made: Callable[..., EndingControl] = lambda *_, **__: control  # noqa: E731
    monkeypatch.setattr(bot, "NetworkControl", made)
    with pytest.raises(type(error)):
        bot.run(parser.parse_args([f"--join={INVITE.text()}"]))
    assert control.rested == [True]
