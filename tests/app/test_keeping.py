"""What is kept beside a game, and when its log counts as left in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.app.keeping import ROSTER, keep_roster, load_roster, note_talk, read_notes, read_talk
from p2p_saboteur.app.lobby_messages import Roster
from p2p_saboteur.app.talk import Kind, Note
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from p2p_saboteur.store.dirs import LOG
from p2p_saboteur.store.errors import Damaged
from p2p_saboteur.store.log_file import LogFile
from tests.helpers.room import header_for, secrets_of

if TYPE_CHECKING:
    from pathlib import Path

HEADER = header_for(SaboteurGame(), [secrets_of(seat) for seat in range(3)])
PLAYED = Roster(header=HEADER, endpoints=(("tcp://10.0.0.1:7243",), (), ()), turn_limit=30, bots=4)


def test_a_roster_begins_a_log_in_order(tmp_path: Path) -> None:
    """Who plays is in both, so that the log alone tells it, too."""
    keep_roster(tmp_path, PLAYED)
    assert load_roster(tmp_path) == PLAYED
    (tmp_path / ROSTER).unlink()
    alone = load_roster(tmp_path)
    assert alone == Roster(header=HEADER, endpoints=((), (), ()))
    log = LogFile(tmp_path / LOG)
    assert log.clean
    log.close()


def test_a_log_that_was_not_left_in_order_never_looks_so(tmp_path: Path) -> None:
    """A roster is kept once; a second time nothing is touched."""
    keep_roster(tmp_path, PLAYED)
    LogFile(tmp_path / LOG).close()
    with pytest.raises(Damaged):
        keep_roster(tmp_path, PLAYED)
    log = LogFile(tmp_path / LOG)
    assert not log.clean
    log.close()


def test_without_a_roster_nobody_plays(tmp_path: Path) -> None:
    """The lobby was never closed."""
    assert load_roster(tmp_path) is None


def test_talk_is_found_again(tmp_path: Path) -> None:
    """What was said, and how things were with the others; a line that was cut short is passed over."""
    for number, kind in enumerate((Kind.SAY, Kind.AWAY), 1):
        note_talk(tmp_path, Note(chair=1, number=number, kind=kind, text="hello"), 7 * number)
    with next(tmp_path.iterdir()).open("a") as file:
        file.write('[1, 3, 1, "cut')
    talk = read_talk(tmp_path, HEADER)
    assert [note.text for note in talk.kept] == ["hello", "hello"]
    assert talk.away == {1}
    assert [step for _note, step in read_notes(tmp_path)] == [7, 14]
