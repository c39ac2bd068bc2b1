"""The dialling half of a mesh: one connection that we make, from its socket to the reason why it ended."""

from __future__ import annotations

import asyncio
import errno
from typing import TYPE_CHECKING, Final

import zmq
import zmq.asyncio
from zmq.utils.monitor import parse_monitor_message

from p2p_saboteur.net.curve import GOODBYE, CurveKeys, Sent, dialling_socket, push
from p2p_saboteur.net.interfaces import reach_of_host, split_endpoint
from p2p_saboteur.net.paths import HELLO, SPARE, WELCOME
from p2p_saboteur.net.transport import CONTROL, Cause, PeerKey

if TYPE_CHECKING:
    from p2p_saboteur.net.paths import Owner

CONNECT: Final = 2.5  # seconds; libzmq gives up after 2 but says nothing about names that do not resolve
ANSWER: Final = 7.0  # of which libzmq's handshake takes 5 at most
_FAILURES: Final[dict[int, Cause]] = {
    zmq.EVENT_CLOSED: Cause.NOBODY_LISTENING,
    zmq.EVENT_HANDSHAKE_FAILED_AUTH: Cause.REFUSED,
    zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL: Cause.NOT_THIS_PROGRAM,
}
_EVENTS: Final = (
    zmq.EVENT_CONNECTED
    | zmq.EVENT_CLOSED
    | zmq.EVENT_DISCONNECTED
    | zmq.EVENT_HANDSHAKE_SUCCEEDED
    | zmq.EVENT_HANDSHAKE_FAILED_AUTH
    | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL
    | zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL
)


class OutgoingPath:
    """One connection that we make to a peer.

    Attributes:
        peer: the peer's key, which the handshake proves.
        up: whether the other side has welcomed us and the connection stands.
        served: whether it ever was up.
    """

    def __init__(self, context: zmq.asyncio.Context, keys: CurveKeys, peer: PeerKey, owner: Owner) -> None:
        self.peer = peer
        self.up = self.served = False
        self._owner = owner
        self._socket = dialling_socket(context, keys, peer)
        self._monitor = self._socket.get_monitor_socket(_EVENTS)
        self._proved = False
        loop = asyncio.get_running_loop()
        self._ended: asyncio.Future[Cause] = loop.create_future()
        self._deadline = loop.call_later(CONNECT, self._end, Cause.NOBODY_LISTENING)

    def send(self, frame: bytes) -> bool:
        """Send channel and data; False when the queue is full or the path gone."""
        return not self._socket.closed and push(self._socket, [frame]) is Sent.TAKEN

    def cut(self) -> None:
        """End the connection now; nothing more is told about it."""
        self.up = False
        self._end(Cause.DROPPED)

    async def run(self, endpoint: str) -> Cause:
        """Connect, serve the connection until it ends and return why it did."""
        tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._watch())]
        for task in tasks:
            task.add_done_callback(self._failed)
        try:
            self._socket.connect(endpoint)
            cause = await self._ended
        except zmq.ZMQError:
            cause = Cause.NOBODY_LISTENING  # not even an address
        finally:
            self._deadline.cancel()
            for task in tasks:
                task.cancel()
            was_up, self.up = self.up, False
            # No waiting before this: a cancellation that came then would leave the sockets open.
            self._socket.disable_monitor()
            self._monitor.close(0)
            self._socket.close(GOODBYE)
            await asyncio.gather(*tasks, return_exceptions=True)
        if was_up:
            self._owner.path_down(self, cause)
        if cause is Cause.NOBODY_LISTENING and not await _leads_somewhere(endpoint):
            return Cause.UNKNOWN_NAME
        return cause

    def _end(self, cause: Cause) -> None:
        if not self._ended.done():
            self._ended.set_result(cause)

    def _failed(self, task: asyncio.Task[None]) -> None:
        """Let an error of our own end the connection and be seen."""
        error = None if task.cancelled() else task.exception()
        if error and not self._ended.done():
            self._ended.set_exception(error)

    async def _read(self) -> None:
        while True:
            await self._take(await self._socket.recv_multipart())

    async def _take(self, parts: list[bytes]) -> None:
        frame = parts[0]
        if len(parts) != 1 or not frame:
            return
        if frame[0] != CONTROL:
            if self.up:
                await self._owner.received(self.peer, frame)
        elif frame == WELCOME and not self.up and not self._ended.done():
            self.up = self.served = True
            self._deadline.cancel()
            self._owner.path_up(self)
        elif frame == SPARE and self.up:
            self._end(Cause.REPLACED)

    async def _watch(self) -> None:
        """Follow the socket's monitor until the connection ends."""
        while not self._ended.done():
            event = parse_monitor_message(await self._monitor.recv_multipart())
            match event["event"]:
                case zmq.EVENT_CONNECTED:
                    self._give(ANSWER, Cause.NO_ANSWER)
                case zmq.EVENT_HANDSHAKE_SUCCEEDED:
                    self._proved = True
                    await self._socket.send(HELLO)
                case zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL:
                    self._end(_cause_of_errno(event["value"]))
                case zmq.EVENT_DISCONNECTED:
                    self._end(self._cause_of_end())
                case other:
                    self._end(_FAILURES[other])

    def _cause_of_end(self) -> Cause:
        if self.served:
            return Cause.LOST
        # Without a word on the handshake: what came was no greeting of ZeroMQ.
        return Cause.CROWDED if self._proved else Cause.NOT_THIS_PROGRAM

    def _give(self, seconds: float, cause: Cause) -> None:
        """End the connection for this cause unless something else is heard in time."""
        self._deadline.cancel()
        self._deadline = asyncio.get_running_loop().call_later(seconds, self._end, cause)


async def _leads_somewhere(endpoint: str) -> bool:
    """Return whether the host of an endpoint is an address, or a name that is known: libzmq does not tell."""
    host, port = split_endpoint(endpoint)
    if reach_of_host(host):
        return True
    try:
        await asyncio.get_running_loop().getaddrinfo(host, port)
    except (OSError, UnicodeError):
        return False
    return True


def _cause_of_errno(number: int) -> Cause:
    """Return the cause for a handshake that ended without a word.

    A peer that cannot open our greeting with its key hangs up in silence, which reads as EPIPE.
    """
    match number:
        case errno.EPIPE:
            return Cause.WRONG_HOST_KEY
        case errno.EAGAIN | errno.ETIMEDOUT:
            return Cause.NO_ANSWER
        case _:
            return Cause.LOST
