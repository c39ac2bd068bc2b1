"""What the full screen tells of votes on silent players."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.app.control import VotedOut
from p2p_saboteur.app.news import TableEvent
from p2p_saboteur.commands.absence import vote_text
from protocol.events import Expelled, VotedOnAbsence
from tests.commands.test_screen_table import Seated, done, no_terminal, settle, sitting

if TYPE_CHECKING:
    from pathlib import Path

    from p2p_saboteur.commands.screen_table import ScreenTable

__all__ = ["no_terminal"]
pytestmark = pytest.mark.usefixtures("no_terminal")


def test_votes_on_silent_players_are_told(tmp_path: Path) -> None:
    """And whoever was voted out is asked nothing more."""
    seated = Seated(tmp_path)
    told = []

    async def script(screen: ScreenTable) -> None:
        screen.tell(done(seated))
        await settle(lambda: screen.view.seat_view)
        for out in (True, False):
            screen.tell(TableEvent(VotedOnAbsence(voter=1, about=2, out=out)))
            told.append(screen.view.notice)
        screen.tell(TableEvent(Expelled()))
        assert screen.view.stopped

    with pytest.raises(VotedOut):
        sitting(seated, script)
    names = seated.seat_view.names
    votes = [VotedOnAbsence(voter=1, about=2, out=out) for out in (True, False)]
    assert [text.partition(" (")[0] for text in told] == [vote_text(vote, names) for vote in votes]


def test_votes_that_have_done_are_told_no_more(tmp_path: Path) -> None:
    """They stand as long as the table waits, and go with the step that ends without somebody."""
    seated = Seated(tmp_path)
    told = []

    async def script(screen: ScreenTable) -> None:
        screen.tell(done(seated))
        await settle(lambda: screen.view.seat_view)
        screen.tell(TableEvent(VotedOnAbsence(voter=1, about=2, out=True)))
        for whole in (True, False):
            screen.tell(done(seated, whole=whole))
            told.append(screen.view.notice)

    sitting(seated, script)
    assert [bool(notice) for notice in told] == [True, False]
