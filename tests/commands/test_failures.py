"""What a user is told when something goes wrong: a sentence, a code, no traceback and no secret."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur import cli
from p2p_saboteur.app.control import Stopped, TableAbandoned
from p2p_saboteur.app.game import OtherGame
from p2p_saboteur.app.joining import NotAdmitted
from p2p_saboteur.app.lobby import BadTable
from p2p_saboteur.app.lobby_messages import Refusal
from p2p_saboteur.commands.bots import BotEnded
from p2p_saboteur.commands.failures import explain
from p2p_saboteur.commands.join import invite_of
from p2p_saboteur.commands.redaction import redact
from p2p_saboteur.net.invite import BadInvite, Invite
from p2p_saboteur.net.transport import TransportError
from p2p_saboteur.store.errors import DiskFull
from protocol.backend import NotLoaded

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

BROKEN = {"broken": ("has a mistake", "tests.commands.test_failures")}
INVITE = Invite(key=bytes(range(32)), secret=bytes(range(16)), endpoints=("tcp://127.0.0.1:7243",)).text()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare nothing."""


def run(arguments: argparse.Namespace) -> int:
    """Fail with a secret in the message."""
    raise KeyError(INVITE)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (NotAdmitted(Refusal.SECRET), 4),
        (NotAdmitted(Refusal.FULL), 4),
        (NotAdmitted(Refusal.REMOVED), 4),
        (NotAdmitted(Refusal.CLOSED), 4),
        (NotAdmitted(Refusal.VERSION), 5),
        (NotAdmitted(Refusal.GAME), 5),
        (BadTable("chair"), 5),
        (OtherGame("Another game."), 5),
        (Stopped(), 130),
        (TableAbandoned(), 8),
        (NotLoaded("No folder."), 1),
        (BadInvite("No invite."), 4),
        (TransportError("The port is in use."), 1),
        (DiskFull("The disk is full."), 1),
    ],
    ids=lambda value: f"{type(value).__name__} {value}",
)
def test_what_is_known_to_go_wrong_has_its_code(error: Exception, code: int) -> None:
    """A sentence for people, and the documented code."""
    found, sentence = explain(error)
    assert found == code
    assert sentence.endswith(".")
    assert sentence[0].isupper()


def test_every_refusal_is_explained() -> None:
    """None of the reasons that a host can give is without a sentence."""
    assert len({explain(NotAdmitted(why))[1] for why in Refusal}) == len(Refusal)


def test_an_invite_of_the_other_kind_is_guessed() -> None:
    """Which kind one has shows nowhere in it; the sentence names the command that it may be for."""
    assert "p2p-saboteur watch" in explain(NotAdmitted(Refusal.SECRET))[1]
    code, sentence = explain(NotAdmitted(Refusal.SECRET, watches=True))
    assert code == 4
    assert "p2p-saboteur join" in sentence


def test_a_file_that_is_not_there_is_no_invite(tmp_path: Path) -> None:
    """What looks like a file is told as one; anything else is told what an invite looks like."""
    for name in ("typo.txt", str(tmp_path / "typo")):
        with pytest.raises(BadInvite, match=f"There is no file {re.escape(name)}"):
            invite_of(name)
    with pytest.raises(BadInvite, match="An invite begins with SAB1:"):
        invite_of("nonsense")
    letter = tmp_path / "letter.txt"
    letter.write_text(f"Come and play!\n{INVITE}\n")
    assert invite_of(str(letter)).text() == INVITE


def test_a_mistake_of_ours_is_told_without_a_traceback(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Code 1; the details lie in a file that only the user reads, without secrets."""
    assert cli.main(["broken"], BROKEN) == 1
    said = capsys.readouterr()
    report = home / "error.txt"
    assert said.out == ""
    assert "Traceback" not in said.err
    assert str(report) in said.err
    details = report.read_text()
    assert "KeyError" in details
    assert INVITE not in details
    if sys.platform != "win32":
        assert os.stat(report).st_mode & 0o777 == 0o600  # noqa: PTH116 - a plain number is wanted


def test_a_home_that_cannot_be_written_hides_no_mistake(home: Path) -> None:
    """The sentence is told, only without a file."""
    home.write_text("a file where the folder should be")
    code, sentence = explain(ZeroDivisionError())
    assert (code, "ZeroDivisionError" in sentence, "report it with" in sentence) == (1, True, False)


def test_a_bot_that_ended_is_told_with_what_it_said_last() -> None:
    """Its name, how it ended, and the tail of its complaints without secrets."""
    complaints = "\n".join([*(f"line {number}" for number in range(30)), f"invite {INVITE}", "key b'\\x00\\x01'"])
    code, sentence = explain(BotEnded("Ada", 3, complaints))
    assert code == 1
    assert "The bot Ada ended with code 3" in sentence
    assert "line 29" in sentence
    assert "line 3\n" not in sentence
    assert "x00" not in sentence
    assert INVITE not in sentence
    assert "was ended by signal 9" in explain(BotEnded("Ada", -9, ""))[1]


@pytest.mark.parametrize("secret", [INVITE, INVITE.lower(), bytes(range(32)).hex(), repr(bytes(range(32))), "b'short'"])
def test_what_may_be_secret_is_left_out(secret: str) -> None:
    """Invites, keys in hexadecimal, and byte strings."""
    assert redact(f"before {secret} after").split("<redacted>") == ["before ", " after"]


def test_what_helps_is_kept() -> None:
    """File, line and the name of the error stay readable."""
    line = 'File "p2p_saboteur/app/control.py", line 110, in wait: StoreError'
    assert redact(line) == line
