"""``--log-file``: what the program does, and nothing that is secret."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.cli import main
from p2p_saboteur.commands.journal import log_to
from p2p_saboteur.games.saboteur.cards import DRAW
from p2p_saboteur.games.saboteur.notation import card_text
from p2p_saboteur.net.invite import Invite
from p2p_saboteur.store.errors import NotFound

if TYPE_CHECKING:
    from pathlib import Path


def test_secrets_are_left_out(tmp_path: Path) -> None:
    """Invites, keys and byte strings, also those in a traceback; what is written before stays."""
    path = tmp_path / "log.txt"
    path.write_text("before\n")
    invite = Invite(key=bytes(32), secret=bytes(range(16)), endpoints=("tcp://10.0.0.1:1",)).text()
    logger = logging.getLogger("p2p_saboteur.test")
    with log_to(str(path)):
        logger.info("joined by %s with key %s", invite, bytes(range(32)).hex())
        logger.error("failed", exc_info=ValueError(bytes(range(40, 80))))
    logger.info("after")
    said = path.read_text()
    assert said.startswith("before\n")
    assert "joined by <redacted> with key <redacted>" in said
    assert "ValueError: <redacted>" in said
    assert "after" not in said


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    """It is the folder that is missing, and not the file."""
    path = tmp_path / "nowhere" / "log.txt"
    with pytest.raises(NotFound, match=f"There is no folder {re.escape(str(path.parent))}"), log_to(str(path)):
        raise AssertionError("nothing is to be done without the log")


@pytest.mark.long
@pytest.mark.network
def test_a_game_is_written_down_without_its_cards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Steps, links and stages are there; no card and no key is."""
    path = tmp_path / "log.txt"
    assert main(["solo", "--auto", "--players=3", "--rounds=1", f"--log-file={path}"]) == 0
    capsys.readouterr()
    said = path.read_text()
    assert "step 0: sit" in said
    assert "linked with chairs [1, 2]" in said
    assert "Ended" in said
    assert not any(card_text(card) in said for card in DRAW if " " in card_text(card))
    assert not re.search(r"[0-9a-f]{32}", said)
