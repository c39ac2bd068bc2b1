"""The transport over CurveZMQ: one ROUTER that listens, one DEALER for each connection that we make.

A link is up while at least one connection with the peer is. When both sides have dialled, the connection that the
lower key made stays: its owner tells the other to hang up, over the spare one itself, so that nothing sent on it
before is lost. A peer whose link is up through its own connection is not dialled.
"""

from __future__ import annotations

import asyncio
from itertools import count
from typing import TYPE_CHECKING, Final

import zmq.asyncio

from p2p_saboteur.net.inbox import Inbox
from p2p_saboteur.net.listener import IncomingPath, Listener
from p2p_saboteur.net.outgoing import OutgoingPath
from p2p_saboteur.net.paths import SPARE
from p2p_saboteur.net.transport import MAX_DATA, Cause, DialFailed, Frame, LinkDown, LinkUp, check_frame
from p2p_saboteur.net.zap import ZapHandler

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Any

    from p2p_saboteur.net.curve import CurveKeys
    from p2p_saboteur.net.paths import Path
    from p2p_saboteur.net.policy import Policy
    from p2p_saboteur.net.transport import Event, PeerKey

SHORTEST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 2.0
EXPIRY_EVERY: Final = 0.5
HANG_UPS: Final = 3
"""How often a peer hangs up on our greeting until its key is taken for another one: one that is crowded may, too."""


class Dialling:
    """How one peer is being dialled.

    Attributes:
        endpoints: where it may be, tried in turn.
        wanted: set while there is no other connection with it.
        task: what does it.
    """

    def __init__(self) -> None:
        self.endpoints: list[str] = []
        self.wanted = asyncio.Event()
        self.task: asyncio.Task[None] | None = None
        self._told: dict[str, Cause] = {}
        self._hang_ups = 0

    def reached(self) -> None:
        """Note that the link is up: what goes wrong from now on is news."""
        self._told.clear()
        self._hang_ups = 0

    def is_news(self, endpoint: str, cause: Cause) -> bool:
        """Note why a connection could not be made, and return whether our side is to be told."""
        if cause is Cause.WRONG_HOST_KEY:
            self._hang_ups += 1
            if self._hang_ups < HANG_UPS:
                return False
        elif cause in {Cause.CROWDED, Cause.REFUSED}:  # it has the right key
            self._hang_ups = 0
        known = self._told.get(endpoint)
        self._told[endpoint] = cause
        return cause is not known


class Mesh:
    """Links to peers over TCP; see `Transport` for what its methods promise."""

    def __init__(self, keys: CurveKeys, policy: Policy, *, host: str = "127.0.0.1", port: int = 0) -> None:
        """Listen, within a running event loop.

        Args:
            keys: our own.
            policy: whom to let in.
            host: an address of ours, ``*`` for all; IPv6 in brackets.
            port: 0 for any free one.

        Raises:
            TransportError: when the address cannot be had.
        """
        self._keys = keys
        self._policy = policy
        self._inbox = Inbox()
        self._incoming: dict[PeerKey, IncomingPath] = {}
        self._outgoing: dict[PeerKey, OutgoingPath] = {}
        self._dialling: dict[PeerKey, Dialling] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._context = zmq.asyncio.Context()
        self._zap = ZapHandler(self._context, self.admits)
        try:
            self._listener = Listener(self._context, keys, self, host=host, port=port)
        except BaseException:
            self._zap.close()
            self._context.term()
            raise
        for work in (self._zap.run(), self._listener.run(), self._expire()):
            self._spawn(work)

    @property
    def key(self) -> PeerKey:
        """Our own public key."""
        return self._keys.public

    @property
    def port(self) -> int:
        """The port that we listen at."""
        return self._listener.port

    @property
    def linked(self) -> frozenset[PeerKey]:
        """The peers whose link is up now."""
        return frozenset(self._incoming.keys() | self._outgoing.keys())

    async def next_event(self) -> Event:
        """Wait for the next event; an error of our own code is raised here."""
        return await self._inbox.get()

    def send(self, peer: PeerKey, channel: int, data: bytes) -> bool:
        """Hand a frame over without waiting; False when it is not sent."""
        check_frame(channel, data)
        path = self._best(peer)
        return path is not None and path.send(bytes([channel]) + data)

    def dial(self, peer: PeerKey, endpoint: str) -> None:
        """Keep a link to this peer; a further endpoint of it is tried in turn with the others."""
        dialling = self._dialling.get(peer)
        if dialling is None:
            dialling = self._dialling[peer] = Dialling()
            dialling.endpoints.append(endpoint)
            if peer not in self._incoming:
                dialling.wanted.set()
            dialling.task = self._spawn(self._keep(peer, dialling))
        elif endpoint not in dialling.endpoints:
            dialling.endpoints.append(endpoint)

    def drop(self, peer: PeerKey) -> None:
        """Stop dialling this peer, close its link and ignore what still comes from it until it connects anew."""
        dialling = self._dialling.pop(peer, None)
        if dialling and dialling.task:
            dialling.task.cancel()
        was_up = peer in self.linked
        for path in (self._incoming.pop(peer, None), self._outgoing.pop(peer, None)):
            if path:
                path.cut()
        if was_up:
            self._inbox.tell(LinkDown(peer=peer, cause=Cause.DROPPED))

    def allow(self, policy: Policy) -> None:
        """Let in by this policy from now on, and drop who has come in and is not admitted by it."""
        self._policy = policy
        for peer, path in list(self._incoming.items()):
            if policy.admits(peer):
                policy.arrived(peer, path.network)
            else:
                self.drop(peer)
        self._drop_expired()

    async def close(self) -> None:
        """Close all links, giving what was sent half a second to leave; no event follows."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._zap.close()
        self._listener.close()
        await asyncio.to_thread(self._context.term)

    def admits(self, peer: PeerKey) -> bool:
        """Ask the policy, which may change; never let in our own key, which only a thief or a mirror would have."""
        return peer != self.key and self._policy.admits(peer)

    def path_up(self, path: Path) -> None:
        """Note that a path is up; a second one of the same direction takes the place of the first."""
        peer = path.peer
        if isinstance(path, IncomingPath):
            self._policy.arrived(peer, path.network)
            self._drop_expired()
        was_up = peer in self.linked
        old = self._note(path)
        dialling = self._dialling.get(peer)
        if dialling:
            dialling.reached()
        if old:
            old.cut()
            self._inbox.tell(LinkDown(peer=peer, cause=Cause.REPLACED))
        if old or not was_up:
            self._inbox.tell(LinkUp(peer=peer))
        if dialling and peer in self._incoming:
            dialling.wanted.clear()
        if self.key < peer and peer in self._incoming and peer in self._outgoing:
            self._incoming[peer].send(SPARE)

    def path_down(self, path: Path, cause: Cause) -> None:
        """Note that a path is gone."""
        peer = path.peer
        if self._incoming.get(peer) is path:
            del self._incoming[peer]
        elif self._outgoing.get(peer) is path:
            del self._outgoing[peer]
        else:
            return
        if peer not in self._incoming and peer in self._dialling:
            self._dialling[peer].wanted.set()
        if peer not in self.linked:
            self._inbox.tell(LinkDown(peer=peer, cause=cause))

    async def received(self, peer: PeerKey, frame: bytes) -> None:
        """Pass a frame on, as soon as there is room for it; drop who sends one that we could not pass on to others."""
        if len(frame) > 1 + MAX_DATA:
            self.drop(peer)
            return
        await self._inbox.put(Frame(peer=peer, channel=frame[0], data=frame[1:]))

    def _note(self, path: Path) -> IncomingPath | OutgoingPath | None:
        """Enter a path and return the one whose place it takes."""
        old: IncomingPath | OutgoingPath | None = None
        if isinstance(path, IncomingPath):
            old = self._incoming.get(path.peer)
            self._incoming[path.peer] = path
        elif isinstance(path, OutgoingPath):
            old = self._outgoing.get(path.peer)
            self._outgoing[path.peer] = path
        return old

    def _best(self, peer: PeerKey) -> Path | None:
        """Algorithm 80 (KeepOne). Return the path to send over: of two, the one that the lower key has made."""
        incoming, outgoing = self._incoming.get(peer), self._outgoing.get(peer)
        return (outgoing or incoming) if self.key < peer else (incoming or outgoing)

    async def _keep(self, peer: PeerKey, dialling: Dialling) -> None:
        """Connect to a peer as often as it takes."""
        pause = SHORTEST_PAUSE
        for turn in count():
            await dialling.wanted.wait()
            endpoint = dialling.endpoints[turn % len(dialling.endpoints)]
            path = OutgoingPath(self._context, self._keys, peer, self)
            cause = await path.run(endpoint)
            if path.served:
                pause = SHORTEST_PAUSE
            elif peer not in self.linked and dialling.is_news(endpoint, cause):
                self._inbox.tell(DialFailed(peer=peer, endpoint=endpoint, cause=cause))
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _expire(self) -> None:
        while True:
            await asyncio.sleep(EXPIRY_EVERY)
            self._drop_expired()

    def _drop_expired(self) -> None:
        for peer in self._policy.expired():
            self.drop(peer)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Let nobody wait in vain after an error of our own."""
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error:
            self._inbox.tell(error)
