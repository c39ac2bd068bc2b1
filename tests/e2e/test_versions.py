"""Programs that are not the same meet: each is told so, with code 5, before anything is signed."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.net import invite as invites
from p2p_saboteur.net.invite import PREFIX, Invite
from tests.helpers.altered import altered
from tests.helpers.players import Players, failing
from tests.helpers.processes import logs

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.network

NOBODYS = Invite(key=bytes(range(32)), secret=bytes(16), endpoints=("tcp://127.0.0.1:9",))


@pytest.mark.long
def test_a_guest_and_a_host_of_another_version(tmp_path: Path) -> None:
    """Code 5 for the guest, whichever of the two is the newer one."""
    with Players(tmp_path) as players:
        invite = players.host("Ada", "--players=3", "--auto")
        said = failing(tmp_path / "Bo", 5, "join", invite.text(), "--auto", program=altered("other-version"))
        assert said == "The host speaks another version. Use the same one on both sides."
        newer = players.host("Cy", "--players=3", "--auto", program=altered("other-version"))
        assert failing(tmp_path / "Di", 5, "join", newer.text(), "--auto") == said


def test_an_invite_of_another_version(tmp_path: Path) -> None:
    """Code 5: its bytes say so before anybody is dialled."""
    packed = NOBODYS.text().removeprefix(PREFIX)
    body = bytearray(base64.b32decode(packed + "=" * (-len(packed) % 8)))
    assert body[1] == 1
    body[1] = 2
    forged = bytes(body[:-4]) + invites._checksum(bytes(body[:-4]))
    said = failing(tmp_path, 5, "join", PREFIX + base64.b32encode(forged).decode().rstrip("="), "--auto")
    assert said == "The invite comes from another version of the program - use the same one as the host."


@pytest.mark.long
def test_a_host_that_closes_another_table_than_it_has_shown(tmp_path: Path) -> None:
    """Code 5 for both guests, and neither has signed anything."""
    with Players(tmp_path) as players:
        invite = players.host("Ada", "--players=3", "--auto", program=altered("other-options"))
        for name in ("Bo", "Cy"):
            players.join(name, invite, "--auto")
        for name in ("Bo", "Cy"):
            assert players.code(name) == 5
            assert players.complaints(name).splitlines()[-1] == (
                "The host closed another table than it had shown. You have not sat down at it."
            )
            assert not logs(tmp_path / name)
