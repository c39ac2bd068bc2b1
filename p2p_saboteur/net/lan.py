"""Tables that are listed in the local network, by multicast DNS.

A listing is a hint and proves nothing: anybody in the network can list anything and read what is listed. It holds the
invite with its secret, which is why a table is listed only when its opener says so; the four words are the check.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final

from zeroconf import Error as ZeroconfError
from zeroconf import ServiceBrowser, ServiceInfo, Zeroconf

from p2p_saboteur.clean import clean_name
from p2p_saboteur.net.interfaces import split_endpoint
from p2p_saboteur.net.invite import BadInvite, Invite, read_invite
from p2p_saboteur.net.transport import TransportError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

TYPE: Final = "_p2p-saboteur._tcp.local."
PIECE: Final = 200  # bytes of the invite in one string of the listing
MAX_PIECES: Final = 8
ADDRESSES: Final = 3  # of the opener in a listing
SEARCH: Final = 3.0  # seconds
MAX_TABLES: Final = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A table that somebody lists: who, by his own word, and the invite."""

    name: str
    invite: Invite


@contextmanager
def announced(invite: Invite, name: str, port: int, interfaces: Sequence[str] | None = None) -> Iterator[None]:
    """List a table while the block runs; where the network refuses, it is just not listed.

    Args:
        invite: to the table.
        name: of the opener.
        port: where it listens.
        interfaces: addresses of ours to list it at; None for all.
    """
    short = _for_listing(invite)
    hosts = [split_endpoint(endpoint)[0].strip("[]") for endpoint in short.endpoints]
    info = ServiceInfo(
        TYPE,
        f"{clean_name(name)} {invite.key[:4].hex()}.{TYPE}",
        port=port,
        addresses=[ip_address(host).packed for host in hosts if _is_address(host)],
        properties={"n": clean_name(name), **_pieces(short.text())},
        server=f"{invite.key[:8].hex()}.local.",
    )
    # A thread of its own: zeroconf must not be asked to wait where an event loop runs.
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="lan") as worker:
        listing = worker.submit(_register, info, interfaces)
        try:
            yield
        finally:
            with suppress(ZeroconfError, OSError):
                zeroconf = listing.result()
                worker.submit(zeroconf.close).result()


def tables(seconds: float = SEARCH, interfaces: Sequence[str] | None = None) -> list[Listed]:
    """Return the tables that are listed now, sorted by name.

    Raises:
        TransportError: the system does not let us listen for them.
    """
    names: dict[str, None] = {}

    def found(*, name: str, **_: object) -> None:
        if len(names) < MAX_TABLES:
            names[name] = None

    try:
        zeroconf = _open(interfaces)
    except (OSError, ZeroconfError) as error:
        raise TransportError(f"the local network cannot be searched: {error}") from error
    try:
        browser = ServiceBrowser(zeroconf, TYPE, handlers=[found])
        time.sleep(seconds)
        browser.cancel()
        listed = [_read(zeroconf.get_service_info(TYPE, name, timeout=1000)) for name in list(names)]
    finally:
        zeroconf.close()
    return sorted((each for each in listed if each), key=lambda each: (each.name, each.invite.key))


def _register(info: ServiceInfo, interfaces: Sequence[str] | None) -> Zeroconf:
    zeroconf = _open(interfaces)
    zeroconf.register_service(info)
    return zeroconf


def _open(interfaces: Sequence[str] | None) -> Zeroconf:
    return Zeroconf() if interfaces is None else Zeroconf(interfaces=list(interfaces))


def _for_listing(invite: Invite) -> Invite:
    """Return the invite with few addresses, so that its listing stays small; IPv4 first, as they are."""
    return Invite(key=invite.key, secret=invite.secret, endpoints=invite.endpoints[:ADDRESSES])


def _pieces(text: str) -> dict[str, str]:
    return {f"i{at // PIECE}": text[at : at + PIECE] for at in range(0, len(text), PIECE)}


def _read(info: ServiceInfo | None) -> Listed | None:
    """Return what a listing says; None for one that is none of ours."""
    if info is None:
        return None
    properties = {key: value or b"" for key, value in info.properties.items()}
    text = b"".join(properties.get(f"i{number}".encode(), b"") for number in range(MAX_PIECES))
    name = properties.get(b"n", b"").decode(errors="replace")
    with suppress(BadInvite):
        return Listed(name=clean_name(name), invite=read_invite(text.decode("ascii", "replace")))
    return None


def _is_address(host: str) -> bool:
    with suppress(ValueError):
        return bool(ip_address(host))
    return False
