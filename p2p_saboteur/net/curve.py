"""Keys and sockets of CurveZMQ, with every option that a link depends on."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from enum import Enum, unique
from typing import TYPE_CHECKING, Any, Final, TypeVar

import zmq
import zmq.asyncio
from zmq.utils import z85

from p2p_saboteur.net.transport import TransportError

if TYPE_CHECKING:
    from collections.abc import Coroutine, Sequence

    from p2p_saboteur.net.transport import PeerKey

KEY_BYTES: Final = 32
MAX_MESSAGE: Final = 256 * 1024
QUEUE: Final = 1000
GOODBYE: Final = 500  # milliseconds that a closing socket takes to send what it was given
ZAP_DOMAIN: Final = b"table"

T = TypeVar("T")

_OPTIONS: Final = {
    zmq.HANDSHAKE_IVL: 5000,
    zmq.HEARTBEAT_IVL: 2000,
    zmq.HEARTBEAT_TIMEOUT: 6000,
    zmq.HEARTBEAT_TTL: 6000,
    zmq.MAXMSGSIZE: MAX_MESSAGE,
    zmq.SNDHWM: QUEUE,
    zmq.RCVHWM: QUEUE,
    zmq.LINGER: 0,
    zmq.IPV6: 1,
    zmq.TCP_KEEPALIVE: 1,
    zmq.TCP_KEEPALIVE_IDLE: 60,
    zmq.TCP_KEEPALIVE_INTVL: 15,
    zmq.TCP_KEEPALIVE_CNT: 4,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveKeys:
    """A key pair, each half 32 bytes."""

    public: PeerKey
    secret: bytes = field(repr=False)


@unique
class Sent(Enum):
    """What became of a message that was given to a socket."""

    TAKEN = "taken"
    FULL = "full"
    """Its queue is full, or the connection is not there yet."""
    GONE = "gone"
    """There is no such connection any more."""


def new_keys() -> CurveKeys:
    """Return a fresh key pair."""
    public, secret = zmq.curve_keypair()
    return CurveKeys(public=z85.decode(public), secret=z85.decode(secret))


def keys_of(secret: bytes) -> CurveKeys:
    """Return the key pair of a secret key, any 32 bytes."""
    if len(secret) != KEY_BYTES:
        raise TransportError(f"a key has {KEY_BYTES} bytes, not {len(secret)}")
    return CurveKeys(public=z85.decode(zmq.curve_public(z85.encode(secret))), secret=secret)


def listening_socket(context: zmq.asyncio.Context, keys: CurveKeys) -> zmq.asyncio.Socket:
    """Return a ROUTER, not bound yet, that admits whom the ZAP handler of its context admits."""
    socket = _socket(context, zmq.ROUTER, keys)
    socket.setsockopt(zmq.CURVE_SERVER, 1)
    socket.setsockopt(zmq.ZAP_DOMAIN, ZAP_DOMAIN)
    socket.setsockopt(zmq.ZAP_ENFORCE_DOMAIN, 1)
    socket.setsockopt(zmq.ROUTER_MANDATORY, 1)
    socket.setsockopt(zmq.ROUTER_HANDOVER, 0)
    return socket


def dialling_socket(context: zmq.asyncio.Context, keys: CurveKeys, peer: PeerKey) -> zmq.asyncio.Socket:
    """Return a DEALER, not connected yet, for one connection to one peer.

    It does not connect anew by itself: libzmq never does after a refusal, and one socket a connection tells which
    connection its messages came over.
    """
    socket = _socket(context, zmq.DEALER, keys)
    socket.setsockopt(zmq.CURVE_SERVERKEY, peer)
    socket.setsockopt(zmq.CONNECT_TIMEOUT, 2000)
    socket.setsockopt(zmq.RECONNECT_IVL, -1)
    socket.setsockopt(zmq.IMMEDIATE, 1)
    return socket


def push(socket: zmq.asyncio.Socket, parts: Sequence[bytes]) -> Sent:
    """Give a message to a socket without ever waiting."""
    future = socket.send_multipart(parts, flags=zmq.DONTWAIT)  # done already, since it does not wait
    if not isinstance(future, asyncio.Future):
        raise TypeError("an asyncio socket returns futures")
    error = future.exception()
    if error is None:
        return Sent.TAKEN
    if isinstance(error, zmq.Again):
        return Sent.FULL
    if isinstance(error, zmq.ZMQError) and error.errno == zmq.EHOSTUNREACH:
        return Sent.GONE
    raise error


def author_of(frame: zmq.Frame) -> tuple[PeerKey, int] | None:
    """Return the key that CURVE proved for the connection of this frame, and that connection's file descriptor."""
    try:
        key, fd = bytes.fromhex(str(frame.get("User-Id"))), frame.get(zmq.SRCFD)
    except (zmq.ZMQError, ValueError):
        return None
    return (key, fd) if len(key) == KEY_BYTES and isinstance(fd, int) else None


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in an event loop that ZeroMQ works with, which Windows' own default is not."""
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        return runner.run(main)


def _socket(context: zmq.asyncio.Context, kind: int, keys: CurveKeys) -> zmq.asyncio.Socket:
    socket = context.socket(kind)
    for option, value in _OPTIONS.items():
        socket.setsockopt(option, value)
    socket.setsockopt(zmq.CURVE_PUBLICKEY, keys.public)
    socket.setsockopt(zmq.CURVE_SECRETKEY, keys.secret)
    return socket
