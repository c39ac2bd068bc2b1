"""Where to listen, and what to tell others about it."""

from __future__ import annotations

from ipaddress import ip_address
from typing import TYPE_CHECKING, Final

from p2p_saboteur.app.opening import Address
from p2p_saboteur.net.interfaces import Reach, endpoint_of, own_addresses, reach_of_host, split_endpoint
from p2p_saboteur.net.invite import MAX_ENDPOINTS, is_endpoint
from p2p_saboteur.text import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from p2p_saboteur.app.keeping import Sitting
    from p2p_saboteur.net.invite import Invite

PORT: Final = 7243
LOOPBACK: Final = "127.0.0.1"
_EVERY: Final = ("0.0.0.0", "::")  # noqa: S104 - to be refused


class BadAddress(ValueError):
    """An address to advertise cannot be one; the message is for the user."""


def open_address(port: int, advertised: Sequence[str], *, only: bool = False) -> Address:
    """Return how to listen for everyone; `advertised` hosts or hosts with ports come first in what others are told.

    With `only`, nobody is told this computer's other addresses.

    Raises:
        BadAddress: one of them is none.
    """
    first = [_advertised(text, port) for text in advertised]

    def tells(bound: int) -> tuple[str, ...]:
        own = [own.endpoint(bound) for own in own_addresses() if own.reach is not Reach.COMPUTER and not only]
        found = dict.fromkeys([*(each or endpoint_of(text, bound) for each, text in first), *own])
        return tuple(found)[:MAX_ENDPOINTS] or (endpoint_of(LOOPBACK, bound),)

    return Address(host="*", port=port, tells=tells)


def moved(sitting: Sitting, port: int | None, advertised: Sequence[str]) -> Address:
    """Return how to listen again at another port (None for the same), where others are told the same hosts as before.

    Raises:
        BadAddress: one of those to be advertised besides is none.
    """
    at = sitting.port if port is None else port
    first = [_advertised(text, at) for text in advertised]

    def tells(bound: int) -> tuple[str, ...]:
        split = map(split_endpoint, sitting.endpoints)
        before = [endpoint_of(host, bound if told == sitting.port else told) for host, told in split]
        return tuple(dict.fromkeys([*(each or endpoint_of(text, bound) for each, text in first), *before]))[
            :MAX_ENDPOINTS
        ]

    return Address(host=sitting.host, port=at, tells=tells)


def guest_address(invite: Invite) -> Address:
    """Return how a guest listens: for everyone, unless the opener is on this computer, too."""
    hosts = [split_endpoint(endpoint)[0] for endpoint in invite.endpoints]
    if all(reach_of_host(host) is Reach.COMPUTER for host in hosts):
        return Address()
    return open_address(0, ())


def describe(endpoint: str) -> str:
    """Return an address and from where it can be reached, for people."""
    host, port = split_endpoint(endpoint)
    reach = reach_of_host(host)
    leads = _(reach.value) if reach else _("a name: wherever it leads to")
    return _("{host} port {port} - {reach}").format(host=host, port=port, reach=leads)


def advice(endpoints: Sequence[str], port: int) -> str:
    """Return what the opener has to do so that friends elsewhere can come in; empty where nothing is to be done."""
    reaches = [reach_of_host(split_endpoint(endpoint)[0]) for endpoint in endpoints]
    if Reach.WORLD in reaches or None in reaches:
        return ""
    near = [split_endpoint(e)[0] for e, reach in zip(endpoints, reaches, strict=True) if reach is Reach.NETWORK]
    private = near[0] if near else LOOPBACK
    told = _(
        "For friends outside your own network: let your router forward TCP port {port} to {address}, "
        "and host again with --advertise and your public address."
    )
    return told.format(port=port, address=private)


def _advertised(text: str, port: int) -> tuple[str, str]:
    """Return the endpoint of ``HOST:PORT`` (empty where there is no port, or it is not known yet) and the host."""
    host, colon, last = text.rpartition(":")
    with_port = bool(colon) and last.isdecimal() and (":" not in host or host.endswith("]"))
    endpoint = endpoint_of(host, int(last)) if with_port else endpoint_of(text, port or PORT)
    found = (endpoint, host) if with_port else ("", text)
    if not is_endpoint(endpoint) or not _may_be_host(found[1]):
        told = _("{text} is no address to advertise. Allowed is HOST or HOST:PORT; IPv6 in brackets.")
        raise BadAddress(told.format(text=text))
    if found[1].strip("[]") in _EVERY:
        told = _("{text} stands for every address of a computer, so nobody can be reached there. Name a single one.")
        raise BadAddress(told.format(text=text))
    return found


def _may_be_host(host: str) -> bool:
    """Return whether this is an address, or may be a name: what has colons, or nothing but digits, can be no name."""
    if ":" not in host and host.strip("0123456789."):
        return True
    try:
        ip_address(host.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True
