"""The ZAP handler (RFC 27): answers libzmq's question whether a key may connect, and outlives every exception."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

import zmq
import zmq.asyncio

from p2p_saboteur.net.curve import KEY_BYTES, ZAP_DOMAIN, push

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from p2p_saboteur.net.transport import PeerKey

ENDPOINT: Final = "inproc://zeromq.zap.01"
_LOG = logging.getLogger(__name__)


def answer(request: Sequence[bytes], admits: Callable[[PeerKey], bool]) -> list[bytes] | None:
    """Return the reply to a request: 200 with the key in hex as user id, or 400; never 300, which makes clients retry.

    Args:
        request: routing id, empty, version, request id, domain, address, identity, mechanism, key.
        admits: decides; an exception in it refuses.

    Returns:
        None for what is not even a request.
    """
    if len(request) < 4:
        return None
    routing, empty, version, number, *rest = request
    good = (
        version == b"1.0"
        and len(rest) == 5
        and rest[0] == ZAP_DOMAIN
        and rest[3] == b"CURVE"
        and len(rest[4]) == KEY_BYTES
    )
    if good and _decide(rest[4], admits):
        return [routing, empty, b"1.0", number, b"200", b"OK", rest[4].hex().encode(), b""]
    return [routing, empty, b"1.0", number, b"400", b"refused", b"", b""]


def _decide(key: PeerKey, admits: Callable[[PeerKey], bool]) -> bool:
    try:
        return admits(key)
    except Exception:  # noqa: BLE001 - a handler that ends lets nobody in any more
        _LOG.exception("deciding on a key failed; it is refused")
        return False


class ZapHandler:
    """Answers all requests of a context; to be made before a socket of it is bound."""

    def __init__(self, context: zmq.asyncio.Context, admits: Callable[[PeerKey], bool]) -> None:
        self._admits = admits
        self._socket = context.socket(zmq.ROUTER)
        self._socket.setsockopt(zmq.LINGER, 0)
        self._socket.bind(ENDPOINT)

    async def run(self) -> None:
        """Serve until cancelled."""
        while True:
            reply = answer(await self._socket.recv_multipart(), self._admits)
            if reply:
                push(self._socket, reply)

    def close(self) -> None:
        """Let go of the endpoint."""
        self._socket.close()
