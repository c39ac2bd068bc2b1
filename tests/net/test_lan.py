"""Tables listed by multicast DNS, on this computer only."""

from __future__ import annotations

import pytest

from p2p_saboteur.net.invite import Invite
from p2p_saboteur.net.lan import Listed, announced, tables

pytestmark = pytest.mark.network

LOOPBACK = ["127.0.0.1"]


def invite(number: int, endpoints: int = 2) -> Invite:
    """Return an invite with many addresses."""
    ends = tuple(f"tcp://10.0.{number}.{end}:7243" for end in range(1, endpoints + 1))
    return Invite(key=bytes([number]) * 32, secret=bytes([number]) * 16, endpoints=ends)


def test_tables_are_found_while_they_are_listed() -> None:
    """Two tables at once, sorted by name, with invites that work; a hostile name is cleaned."""
    with announced(invite(2), "Zo\x1b[31mra", 7243, LOOPBACK), announced(invite(1, 8), "Ada", 7243, LOOPBACK):
        found = tables(2.0, LOOPBACK)
    assert [table.name for table in found] == ["Ada", "Zo[31mra"]
    assert found[1] == Listed(name="Zo[31mra", invite=invite(2))
    assert found[0].invite.key == invite(1).key
    assert found[0].invite.endpoints == invite(1, 8).endpoints[:3]
    assert tables(1.0, LOOPBACK) == []
