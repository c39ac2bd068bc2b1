"""The addresses that this computer has, and from where each can be reached."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TYPE_CHECKING

import ifaddr

from p2p_saboteur.text import marked

if TYPE_CHECKING:
    from collections.abc import Iterable


@unique
class Reach(Enum):
    """From where an address can be reached; the value is for people."""

    COMPUTER = marked("this computer only")
    NETWORK = marked("private: your own network only")
    WORLD = marked("public: from anywhere, if no firewall objects")


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnAddress:
    """One address of this computer.

    Attributes:
        interface: what the system calls the adapter.
        address: without zone.
        reach: from where it can be reached.
    """

    interface: str
    address: IPv4Address | IPv6Address
    reach: Reach

    def endpoint(self, port: int) -> str:
        """Return what a peer connects to."""
        return endpoint_of(str(self.address), port)


def own_addresses() -> list[OwnAddress]:
    """Return the addresses that others may be told: IPv4 first, those of the whole world before private ones.

    Link-local ones are left out, since they mean nothing without the name of the other side's adapter.
    """
    found = {
        address: OwnAddress(interface=adapter.nice_name, address=address, reach=reach_of(address))
        for adapter in ifaddr.get_adapters()
        for address in _addresses(adapter.ips)
        if not address.is_link_local
    }
    return sorted(found.values(), key=lambda own: (own.address.version, -list(Reach).index(own.reach), own.address))


def reach_of(address: IPv4Address | IPv6Address) -> Reach:
    """Return from where an address can be reached."""
    if address.is_loopback:
        return Reach.COMPUTER
    return Reach.WORLD if address.is_global else Reach.NETWORK


def reach_of_host(host: str) -> Reach | None:
    """Return from where a host can be reached; None for a name, which only a name server understands."""
    try:
        return reach_of(ip_address(host.strip("[]").partition("%")[0]))
    except ValueError:
        return Reach.COMPUTER if host == "localhost" else None


def endpoint_of(host: str, port: int) -> str:
    """Return what a peer connects to; an IPv6 address is put in brackets."""
    return f"tcp://[{host}]:{port}" if ":" in host and not host.startswith("[") else f"tcp://{host}:{port}"


def split_endpoint(endpoint: str) -> tuple[str, int]:
    """Return host and port of ``tcp://host:port``."""
    host, _, port = endpoint.removeprefix("tcp://").rpartition(":")
    return host, int(port)


def _addresses(ips: Iterable[ifaddr.IP]) -> Iterable[IPv4Address | IPv6Address]:
    for ip in ips:
        yield ip_address(ip.ip if isinstance(ip.ip, str) else ip.ip[0])
