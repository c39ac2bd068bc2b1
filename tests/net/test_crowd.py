"""Who makes room when too many strangers come."""

from __future__ import annotations

import pytest

from p2p_saboteur.net.crowd import network_of, surplus


@pytest.mark.parametrize(
    ("remote", "network"),
    [
        (("192.0.2.7", 4000), "192.0.2.7"),
        (("::ffff:192.0.2.7", 4000, 0, 0), "192.0.2.7"),
        (("2001:db8:1:2:3:4:5:6", 4000, 0, 0), "2001:db8:1:2::/64"),
        (("fe80::1%eth0", 4000, 0, 2), "fe80::/64"),
        (("@a socket", 0), "@a socket"),
        (None, ""),
    ],
)
def test_a_home_is_one_network(remote: object, network: str) -> None:
    """Whoever has one IPv6 address has as many as he likes."""
    assert network_of(remote) == network


def test_the_oldest_of_the_most_makes_room() -> None:
    """Of networks that have equally many it is the oldest of all."""
    assert surplus({1: "a", 2: "b", 3: "b", 4: "a", 5: "b"}) == 2
    assert surplus({1: "a", 2: "b"}) == 1
