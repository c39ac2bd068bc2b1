"""Listing and deleting games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.cli import main
from p2p_saboteur.store.dirs import LOG, new_game, sole_use
from p2p_saboteur.store.log_file import LogFile
from p2p_saboteur.store.notes import RESULT, write_note

if TYPE_CHECKING:
    from pathlib import Path


def played(said: str = "Ada wins") -> Path:
    """Return the folder of a game that has ended."""
    folder = new_game()
    LogFile(folder / LOG).close()
    write_note(folder, RESULT, {"said": said})
    return folder


def test_nothing_to_list(capsys: pytest.CaptureFixture[str]) -> None:
    """A new user is told so."""
    assert main(["games"]) == 0
    assert capsys.readouterr().out == "There is no game yet.\n"


def test_every_game_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Name, date and result of each, the oldest first."""
    folders = [played("Ada wins"), played("ended early"), new_game()]
    assert main(["games"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [folder.name for folder in folders]
    assert [line.split("  ")[3] for line in lines] == ["Ada wins", "ended early", "never begun"]


def test_deleting_asks_first(capsys: pytest.CaptureFixture[str]) -> None:
    """Without anybody to ask nothing happens; with --yes the folder goes."""
    folder = played()
    assert main(["games", "delete", folder.name]) == 0
    assert folder.exists()
    assert "Nothing was deleted" in capsys.readouterr().out
    assert main(["games", "delete", folder.name, "--yes"]) == 0
    assert not folder.exists()


@pytest.mark.parametrize("words", [["20", "--yes"], ["none", "--yes"]])
def test_deleting_needs_one_game(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Neither several nor none."""
    folders = [played(), played()]
    assert main(["games", "delete", *words]) == 1
    assert "Name one exactly" in capsys.readouterr().err
    assert all(folder.exists() for folder in folders)


def test_a_game_that_is_being_played_stays(capsys: pytest.CaptureFixture[str]) -> None:
    """What another process has open is not deleted."""
    folder = played()
    with sole_use(folder):
        assert main(["games", "delete", "last", "--yes"]) == 1
    assert "open in another window" in capsys.readouterr().err
    assert folder.exists()


def test_a_note_of_another_version_is_not_misread(capsys: pytest.CaptureFixture[str]) -> None:
    """The list says so instead of guessing."""
    folder = played()
    (folder / RESULT).write_text('{"version": 99, "said": 7}')
    assert main(["games"]) == 0
    assert "written by another version" in capsys.readouterr().out
