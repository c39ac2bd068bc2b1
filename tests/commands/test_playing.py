"""What commands at a table print: the progress line, news, and a bot's game in sentences."""

from __future__ import annotations

import io
from random import Random
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.app.lobby_messages import LobbyState
from p2p_saboteur.app.news import LobbyChanged, NotReached, TableEvent
from p2p_saboteur.app.progress import Stage
from p2p_saboteur.bots.random import RandomPolicy
from p2p_saboteur.commands.playing import ProgressLine, show_news, watch_bot
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.local import LocalTable
from p2p_saboteur.net.transport import Cause
from p2p_saboteur.seat import Withdrawn
from protocol.events import Ended

if TYPE_CHECKING:
    from p2p_saboteur.seat import Choice, SeatView
    from protocol.game import Seat


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        """Return so."""
        return True


def test_a_terminal_has_one_line_that_is_written_over() -> None:
    """Each text covers what is left of the last one, and in the end nothing is left."""
    stream = Terminal()
    line = ProgressLine(stream)
    line.show("Shuffling: 10 of 10...")
    line.show("Dealing...")
    line.clear()
    line.clear()
    assert "\n" not in stream.getvalue()
    parts = stream.getvalue().split("\r")
    assert parts[2] == "Dealing...            "
    assert parts[3].isspace()
    assert parts[4:] == [""]


def test_elsewhere_each_text_has_a_line_and_each_stage_one() -> None:
    """A file or a screen reader gets no line twice and no control character."""
    stream = io.StringIO()
    line = ProgressLine(stream)
    for percent in range(10):
        line.show(f"Checking: {percent} %", stage="Checking...")
    line.show("Dealing...")
    line.clear()
    assert stream.getvalue() == "Checking...\nDealing...\n"


def test_news_of_lobby_and_set_up_is_shown() -> None:
    """Who is ready, why nobody answers, and how far the shuffle has come."""
    stream = io.StringIO()
    show = show_news(ProgressLine(stream))
    show(LobbyChanged(LobbyState(seats=3, options=b"", people=(("Ada", True, False), ("Borek", False, True)))))
    show(LobbyChanged(LobbyState(seats=2, options=b"", people=(("Ada", True, False), ("Borek", True, True)))))
    show(NotReached(Cause.NOBODY_LISTENING))
    for stage in (Stage("keys"), Stage("shuffle", 2, 3), Stage("deal")):
        show(stage)
    assert stream.getvalue().splitlines() == [
        "Waiting for 1 more player. Not ready yet: Borek.",
        "Nobody listens at that address. Trying on...",
        "Making keys...",
        "Shuffling: 2 of 3...",
        "Dealing...",
    ]


class Local:
    """One seat of a local table; the others play at random."""

    def __init__(self, table: LocalTable, seat: int) -> None:
        self.table, self.seat = table, seat
        self.others = RandomPolicy(Random(2))

    def wait(self) -> SeatView:
        """Let the others play until the seat is asked or all is over."""
        while (asked := self.table.asked) is not None and asked != self.seat:
            self.table.submit(asked, self.others.choose(self.table.view(asked)))
        return self.table.view(self.seat)

    def submit(self, choice: Choice) -> None:
        """Answer."""
        self.table.submit(self.seat, choice)

    def vote_out(self, seat: Seat) -> None:
        """Lose a seat."""
        self.table.lose(seat)


@pytest.mark.parametrize("seed", range(5))
def test_a_bots_game_is_told_to_the_end(seed: int) -> None:
    """Every round has its beginning, its winner and its roles; the winner comes last; no sentence has two lines."""
    table = LocalTable(seats=4, chance=Random(seed), options=Options(rounds=2))
    said: list[str] = []
    view = watch_bot(Local(table, 1), RandomPolicy(Random(seed)), said.append)
    assert view.request is None
    assert sum(line.startswith("Round ") for line in said) == 2, seed
    assert sum(line.startswith("Roles: ") for line in said) == 2, seed
    assert "Everyone has signed the result." in said[-1], seed
    assert not any("\n" in line for line in said), seed
    assert all(line.endswith(".") for line in said), seed


class Withdrawing(Local):
    """A table that takes its first question back while it is being answered."""

    withdrawn = False

    def submit(self, choice: Choice) -> None:
        """Take an answer, but not the first one."""
        if not self.withdrawn:
            self.withdrawn = True
            raise Withdrawn
        super().submit(choice)


def test_a_bot_whose_question_is_withdrawn_waits_for_the_next() -> None:
    """Its program does not end with that."""
    control = Withdrawing(LocalTable(seats=3, chance=Random(5), options=Options(rounds=1)), 1)
    assert watch_bot(control, RandomPolicy(Random(5)), lambda _: None).request is None
    assert control.withdrawn


def test_events_of_the_session_are_no_progress() -> None:
    """They are told by the view."""
    stream = io.StringIO()
    show_news(ProgressLine(stream))(TableEvent(Ended()))
    assert stream.getvalue() == ""
