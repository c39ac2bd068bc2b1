"""Where to listen and what to tell others."""

from __future__ import annotations

import pytest

from p2p_saboteur.commands.addresses import BadAddress, advice, describe, guest_address, open_address
from p2p_saboteur.net.invite import Invite, is_endpoint


def test_advertised_addresses_come_first() -> None:
    """With their own port, or with the one that is listened at."""
    told = open_address(7243, ["example.org", "9.9.9.9:7000", "[2606:4700::1]:80", "2606:4700::2"]).tells(7243)
    assert told[:4] == (
        "tcp://example.org:7243",
        "tcp://9.9.9.9:7000",
        "tcp://[2606:4700::1]:80",
        "tcp://[2606:4700::2]:7243",
    )
    assert all(map(is_endpoint, told))
    assert open_address(7243, ["9.9.9.9"], only=True).tells(7243) == ("tcp://9.9.9.9:7243",)
    assert open_address(0, ["example.org"]).tells(5000)[0] == "tcp://example.org:5000"


@pytest.mark.parametrize(
    "text", ["", "a b", "host:0", "host:99999", "bad/host", "\x1b[0m", ":::", "[::1", "9.9.9", "999.1.1.1", "1:2:3"]
)
def test_what_is_no_address_is_refused(text: str) -> None:
    """Before a table is opened."""
    with pytest.raises(BadAddress, match="no address"):
        open_address(7243, [text])


@pytest.mark.parametrize("text", ["0.0.0.0", "::", "[::]:7243", "0.0.0.0:80"])  # noqa: S104 - to be refused
def test_every_address_is_none_to_be_reached_at(text: str) -> None:
    """One can listen there, but not be found."""
    with pytest.raises(BadAddress, match="single one"):
        open_address(7243, [text])


def test_a_guest_of_this_computer_stays_on_it() -> None:
    """Nobody else needs to reach it."""
    near = Invite(key=bytes(32), secret=bytes(16), endpoints=("tcp://127.0.0.1:1", "tcp://[::1]:1"))
    far = Invite(key=bytes(32), secret=bytes(16), endpoints=("tcp://127.0.0.1:1", "tcp://10.0.0.1:1"))
    assert guest_address(near).host == "127.0.0.1"
    assert guest_address(far).host == "*"


def test_a_private_address_asks_for_a_forwarded_port() -> None:
    """A public one, or a name, asks for nothing."""
    assert "TCP port 7243 to 192.168.1.5" in advice(["tcp://192.168.1.5:7243"], 7243)
    assert "TCP port 7243 to 192.168.1.5" in advice(["tcp://127.0.0.1:7243", "tcp://192.168.1.5:7243"], 7243)
    assert advice(["tcp://192.168.1.5:7243", "tcp://9.9.9.9:7243"], 7243) == ""
    assert advice(["tcp://example.org:7243"], 7243) == ""
    assert describe("tcp://9.9.9.9:7243").startswith("9.9.9.9 port 7243 - public")
