"""The report on a mistake of ours: it says where it was, and nothing that is anybody's."""

from __future__ import annotations

import errno
import re
import sys
from pathlib import Path

import pytest

from p2p_saboteur.commands.failures import explain
from p2p_saboteur.commands.report import report
from p2p_saboteur.net.invite import Invite, read_invite
from protocol.codec import decode
from protocol.errors import Invalid

PRIVATE = {
    "name": "Ada Lovelace",
    "address": "tcp://192.168.17.4:7243",
    "path": "/Home/ada/games/table.log",
    "key": bytes(range(32)).hex(),
    "root": repr(bytes(range(32))),
    "invite": Invite(key=bytes(range(32)), secret=bytes(range(16)), endpoints=("tcp://127.0.0.1:7243",)).text(),
    "hand": "P NES, break lamp, map",
    "cards": "(17, 4, 63)",
}


def fail(error: Exception) -> None:
    """Raise an error while another one, that has a note, is handled."""
    held = PRIVATE["hand"]
    try:
        read_invite(PRIVATE["invite"] + held)
    except ValueError as before:
        before.add_note(held)
        raise error from before


def caught(error: Exception) -> Exception:
    """Return an error as it is when it was raised."""
    with pytest.raises(type(error)):
        fail(error)
    return error


@pytest.mark.parametrize("what", PRIVATE)
def test_nothing_of_anybodys_is_in_it(what: str) -> None:
    """Whatever is in the words of an error, of its cause, of its notes, or in the places through which it came."""
    private = PRIVATE[what]
    several = ExceptionGroup(private, [caught(KeyError(private)), caught(OSError(errno.EIO, private, private))])
    several.add_note(private)
    told = report(caught(several))
    for part in (private, repr(private), private.split("/")[-1], private.split(", ")[0]):
        assert part not in told, (part, told)
    assert str(Path.home()) not in told
    assert str(Path(__file__).parents[2]) not in told
    assert sys.prefix not in told


def test_it_says_where_the_mistake_is() -> None:
    """The kinds of the errors, the first one first, their numbers, and file, line and function of every call."""
    told = report(caught(OSError(errno.EIO, "words")))
    lines = told.splitlines()
    assert re.fullmatch(r"p2p-saboteur [\d.]+, Python [\d.]+\w*, \w+", lines[0])
    assert lines[1] == "BadInvite"
    assert re.fullmatch(r"  tests/commands/test_report\.py:\d+ in fail", lines[2])
    assert any(re.fullmatch(r"  p2p_saboteur/net/invite\.py:\d+ in read_invite", line) for line in lines)
    led = lines.index("which led to")
    assert lines[led + 1] == f"OSError errno {errno.EIO}"


def test_what_our_own_checks_say_is_kept() -> None:
    """Their names come from the source, not from a table."""
    with pytest.raises(Invalid) as found:
        decode(b"\xc1")
    assert f"Invalid {found.value.reason.name} {found.value.check}" in report(found.value).splitlines()


def test_places_of_other_packages_begin_with_their_names() -> None:
    """And not with the folders of whoever has installed them."""
    with pytest.raises(ZeroDivisionError) as found:
        exec(compile("1 / 0", "/Home/ada/lib/python3.11/site-packages/zmq/sugar/socket.py", "exec"))  # noqa: S102 - a made-up place
    assert "  zmq/sugar/socket.py:1 in <module>" in report(found.value).splitlines()


def test_several_at_once_are_all_told() -> None:
    """A single one in a group is told as what it is."""
    several = ExceptionGroup("", [ValueError(), ExceptionGroup("", [KeyError()])])
    told = report(several)
    assert told.index("1 of 2 at once:\nValueError") < told.index("2 of 2 at once:\nExceptionGroup")
    assert "KeyError" in told
    assert "(KeyError)" in explain(ExceptionGroup("", [KeyError("secret")]))[1]
