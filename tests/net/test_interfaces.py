"""From where an address can be reached, and how it is written."""

from __future__ import annotations

import pytest

from p2p_saboteur.net.interfaces import Reach, endpoint_of, reach_of_host, split_endpoint
from p2p_saboteur.net.invite import is_endpoint


@pytest.mark.parametrize(
    ("host", "reach"),
    [
        ("127.0.0.1", Reach.COMPUTER),
        ("::1", Reach.COMPUTER),
        ("localhost", Reach.COMPUTER),
        ("192.168.1.5", Reach.NETWORK),
        ("10.0.0.1", Reach.NETWORK),
        ("100.64.0.1", Reach.NETWORK),
        ("fd00::2", Reach.NETWORK),
        ("[fe80::1%eth0]", Reach.NETWORK),
        ("9.9.9.9", Reach.WORLD),
        ("2606:4700::1", Reach.WORLD),
        ("example.org", None),
    ],
)
def test_reach(host: str, reach: Reach | None) -> None:
    """Private addresses are told from public ones; a name tells nothing."""
    assert reach_of_host(host) is reach


@pytest.mark.parametrize("host", ["192.168.1.5", "fd00::2", "[fd00::2]", "example.org"])
def test_endpoints_can_be_dialled(host: str) -> None:
    """What is told to others is what they accept, and splits again."""
    endpoint = endpoint_of(host, 7243)
    assert is_endpoint(endpoint)
    found, port = split_endpoint(endpoint)
    assert (found.strip("[]"), port) == (host.strip("[]"), 7243)
