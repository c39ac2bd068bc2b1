"""Too many strangers at once: who of them makes room for the next."""

from __future__ import annotations

import ipaddress
from collections import Counter
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping

T = TypeVar("T")
HOME: Final = 64  # leading bits of an IPv6 address that one home has for itself


def network_of(remote: object) -> str:
    """Return where a connection comes from: its IPv4 address, or the network of 2^64 addresses that one home has.

    Args:
        remote: what the system calls the other end, (host, port, ...); None when it is gone.
    """
    if not isinstance(remote, tuple):
        return ""
    try:
        address = ipaddress.ip_address(remote[0])
    except ValueError:
        return str(remote[0])
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), HOME), strict=False))


def surplus(crowd: Mapping[T, str]) -> T:
    """Return who makes room: the one that came first from the network that has most of the crowd.

    So a flood from one place displaces nobody from another; and where all come from one place, the newest, who have
    had no time yet to say who they are, stay.

    Args:
        crowd: from which network each one comes, in the order in which they came; not empty.
    """
    counts = Counter(crowd.values())
    most = max(counts.values())
    return next(one for one, network in crowd.items() if counts[network] == most)
