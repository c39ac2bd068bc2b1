"""The listening half of a mesh: one ROUTER for all who dial us."""

from __future__ import annotations

import asyncio
import socket
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import zmq
import zmq.asyncio
from zmq.utils.monitor import parse_monitor_message

from p2p_saboteur.net.crowd import network_of, surplus
from p2p_saboteur.net.curve import GOODBYE, CurveKeys, Sent, author_of, listening_socket, push
from p2p_saboteur.net.paths import HELLO, PING, WELCOME
from p2p_saboteur.net.transport import CONTROL, Cause, PeerKey, PortInUse, TransportError
from p2p_saboteur.text import _

if TYPE_CHECKING:
    from p2p_saboteur.net.paths import Owner

PROBE_EVERY: Final = 2.0
SILENCE: Final = 10.0  # a connection that has not greeted by then is cut
MOST_SILENT: Final = 128  # connections that have not greeted yet; an honest one takes some milliseconds for that
LEARNS: Final = 0.05  # seconds that a socket may learn of a connection's end later than its monitor does
_EVENTS: Final = zmq.EVENT_ACCEPTED | zmq.EVENT_DISCONNECTED


class _Silent(NamedTuple):
    """A connection that has not greeted yet: until when it may wait, and its other end, as address and network."""

    deadline: float
    remote: object
    network: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class IncomingPath:
    """A connection that a peer has made to us.

    Attributes:
        listener: through whom it goes.
        peer: the peer's key.
        routing: what the ROUTER calls the connection.
        fd: its file descriptor, which is the library's own.
        remote: the other end's address, to make sure that the descriptor still is this connection.
    """

    listener: Listener
    peer: PeerKey
    routing: bytes
    fd: int
    remote: object

    def send(self, frame: bytes) -> bool:
        """Send channel and data; False when the queue is full or the path gone."""
        return self.listener.send(self, frame)

    @property
    def network(self) -> str:
        """From which network it comes."""
        return network_of(self.remote)

    def cut(self) -> None:
        """End the connection now; nothing more is told about it."""
        self.listener.forget(self)
        _shut(self.fd, self.remote)


class Listener:
    """Takes connections of peers that the ZAP handler admits.

    Attributes:
        endpoint: where it listens, ``tcp://host:port``.
    """

    def __init__(self, context: zmq.asyncio.Context, keys: CurveKeys, owner: Owner, *, host: str, port: int) -> None:
        """Listen.

        Args:
            context: with the ZAP handler running.
            keys: our own.
            owner: is told of paths and frames.
            host: an address of ours, ``*`` for all; IPv6 in brackets.
            port: 0 for any free one.

        Raises:
            TransportError: when the address cannot be had.
        """
        self._owner = owner
        self._socket = listening_socket(context, keys)
        self._monitor = self._socket.get_monitor_socket(_EVENTS)
        self._paths: dict[bytes, IncomingPath] = {}
        self._silent: dict[int, _Silent] = {}
        self._ended: set[int] = set()
        self._gone = asyncio.Event()
        try:
            self._socket.bind(f"tcp://{host}:{port or '*'}")
        except zmq.ZMQError as error:
            self.close()
            if error.errno == zmq.EADDRINUSE:
                told = _("Port {port} is in use. End the program that has it, or take another one with --port.")
                raise PortInUse(told.format(port=port)) from error
            told = _("It is not possible to listen at {host} port {port}: {why}.")
            raise TransportError(told.format(host=host, port=port, why=zmq.strerror(error.errno or 0))) from error
        self.endpoint = self._socket.getsockopt_string(zmq.LAST_ENDPOINT).rstrip("\0")

    @property
    def port(self) -> int:
        """The port that it listens at."""
        return int(self.endpoint.rsplit(":", 1)[1])

    async def run(self) -> None:
        """Serve until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._read())
            tasks.create_task(self._watch())
            tasks.create_task(self._probe_gone())
            tasks.create_task(self._tick())

    def send(self, path: IncomingPath, frame: bytes) -> bool:
        """Send over a path; one that turns out to be gone is told."""
        if self._paths.get(path.routing) is not path:
            return False
        sent = push(self._socket, [path.routing, frame])
        if sent is Sent.GONE:
            self.forget(path)
            self._owner.path_down(path, Cause.LOST)
        return sent is Sent.TAKEN

    def forget(self, path: IncomingPath) -> None:
        """Ignore what still comes over a path."""
        self._paths.pop(path.routing, None)

    def close(self) -> None:
        """Stop listening and end all paths, without telling."""
        self._socket.disable_monitor()
        self._monitor.close(0)
        self._socket.close(GOODBYE)

    async def _read(self) -> None:
        while True:
            parts = await self._socket.recv_multipart(copy=False)
            author = author_of(parts[-1])
            if author and len(parts) == 2:
                await self._take(parts[0].bytes, parts[1].bytes, *author)

    async def _take(self, routing: bytes, frame: bytes, peer: PeerKey, fd: int) -> None:
        path = self._paths.get(routing)
        if path is None and frame == HELLO:
            self._greet(routing, peer, fd)
        elif path and path.peer == peer and frame and frame[0] != CONTROL:
            await self._owner.received(peer, frame)

    def _greet(self, routing: bytes, peer: PeerKey, fd: int) -> None:
        path = IncomingPath(listener=self, peer=peer, routing=routing, fd=fd, remote=_remote(fd))
        self._paths[routing] = path
        if not self._owner.admits(peer):
            path.cut()
            return
        if push(self._socket, [routing, WELCOME]) is Sent.GONE:
            self.forget(path)
            return
        self._owner.path_up(path)

    async def _watch(self) -> None:
        while True:
            event = parse_monitor_message(await self._monitor.recv_multipart())
            fd = event["value"]
            self._silent.pop(fd, None)
            if event["event"] == zmq.EVENT_ACCEPTED:
                remote = _remote(fd)
                self._silent[fd] = _Silent(time.monotonic() + SILENCE, remote, network_of(remote))
                self._make_room()
            else:
                self._ended.add(fd)
                self._gone.set()

    async def _probe_gone(self) -> None:
        while True:
            await self._gone.wait()
            self._gone.clear()
            ended, self._ended = self._ended, set()
            self._probe(ended)
            await asyncio.sleep(LEARNS)
            self._probe(ended)

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(PROBE_EVERY)
            self._probe({path.fd for path in self._paths.values()})
            self._cut_silent()

    def _probe(self, fds: set[int]) -> None:
        """Find which of these paths are gone, since a ROUTER says so only to who sends."""
        if not self._socket.closed:
            for path in [path for path in self._paths.values() if path.fd in fds]:
                path.send(PING)

    def _cut_silent(self) -> None:
        """Cut connections that were let in and then say nothing, which nothing in libzmq does."""
        self._forget_greeted()
        late = [fd for fd, silent in self._silent.items() if silent.deadline <= time.monotonic()]
        for fd in late:
            _shut(fd, self._silent.pop(fd).remote)

    def _make_room(self) -> None:
        """Cut one of too many connections that have not greeted, before they take all that the system gives."""
        if len(self._silent) > MOST_SILENT:
            self._forget_greeted()
        while len(self._silent) > MOST_SILENT:
            fd = surplus({fd: silent.network for fd, silent in self._silent.items()})
            _shut(fd, self._silent.pop(fd).remote)

    def _forget_greeted(self) -> None:
        for path in self._paths.values():
            silent = self._silent.get(path.fd)
            if silent and silent.remote == path.remote:  # the descriptor may be another connection's already
                del self._silent[path.fd]


def _remote(fd: int) -> object:
    """Return the other end's address of a connection of the library's; None when it is gone."""
    try:
        view = socket.socket(fileno=fd)
    except OSError:
        return None
    try:
        address: object = view.getpeername()
    except OSError:
        return None
    finally:
        view.detach()
    return address


def _shut(fd: int, remote: object) -> None:
    """Shut a connection of the library's down, which has no call for it; the library then closes it as if cut."""
    if remote is None or _remote(fd) != remote:
        return
    try:
        view = socket.socket(fileno=fd)
    except OSError:
        return
    try:
        view.shutdown(socket.SHUT_RDWR)
    except OSError:
        return
    finally:
        view.detach()
