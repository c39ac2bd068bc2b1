"""Transports that meet in one event loop, without sockets; links work, break and heal when told to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2p_saboteur.net.inbox import Inbox
from p2p_saboteur.net.transport import Cause, DialFailed, Frame, LinkDown, LinkUp, TransportError, check_frame

if TYPE_CHECKING:
    from p2p_saboteur.net.transport import Event, PeerKey


class Hub:
    """Where the transports of one process meet; who has joined listens at every endpoint."""

    def __init__(self) -> None:
        self._members: dict[PeerKey, HubTransport] = {}
        self._dialled: dict[frozenset[PeerKey], str] = {}
        self._links: set[frozenset[PeerKey]] = set()
        self._cut: set[frozenset[PeerKey]] = set()

    def join(self, key: PeerKey) -> HubTransport:
        """Return a new transport; those who have dialled its key are linked to it at once.

        Raises:
            TransportError: when the key has joined already.
        """
        if key in self._members:
            raise TransportError("this key has joined already")
        self._members[key] = HubTransport(self, key)
        self._link_what_can_be()
        return self._members[key]

    def cut(self, one: PeerKey, other: PeerKey) -> None:
        """Take a link down until it is healed."""
        pair = frozenset((one, other))
        self._cut.add(pair)
        self._unlink(pair)

    def heal(self, one: PeerKey, other: PeerKey) -> None:
        """Let a link that was cut come up again."""
        self._cut.discard(frozenset((one, other)))
        self._link_what_can_be()

    def peers_of(self, key: PeerKey) -> frozenset[PeerKey]:
        """Return who is linked with this key."""
        return frozenset(peer for pair in self._links if key in pair for peer in pair - {key})

    def carry(self, source: PeerKey, target: PeerKey, channel: int, data: bytes) -> bool:
        """Hand a frame over; False when there is no link or the receiver's queue is full."""
        if frozenset((source, target)) not in self._links:
            return False
        return self._members[target].inbox.offer(Frame(peer=source, channel=channel, data=data))

    def dial(self, source: PeerKey, target: PeerKey, endpoint: str) -> None:
        """Link a pair, now or as soon as it can be."""
        self._dialled.setdefault(frozenset((source, target)), endpoint)
        self._link_what_can_be()
        if target not in self._members:
            failed = DialFailed(peer=target, endpoint=endpoint, cause=Cause.NOBODY_LISTENING)
            self._members[source].inbox.tell(failed)

    def drop(self, source: PeerKey, target: PeerKey) -> None:
        """Take a link down for good, unless it is dialled again."""
        pair = frozenset((source, target))
        self._dialled.pop(pair, None)
        self._unlink(pair, dropper=source)

    def leave(self, key: PeerKey) -> None:
        """Take a transport and its links away."""
        for peer in self.peers_of(key):
            self._unlink(frozenset((key, peer)), dropper=key)
        self._members.pop(key, None)

    def _link_what_can_be(self) -> None:
        for pair in list(self._dialled):
            if pair not in self._links and pair not in self._cut and pair <= self._members.keys():
                self._links.add(pair)
                for key in sorted(pair):
                    (peer,) = pair - {key}
                    self._members[key].inbox.tell(LinkUp(peer=peer))

    def _unlink(self, pair: frozenset[PeerKey], dropper: PeerKey = b"") -> None:
        if pair not in self._links:
            return
        self._links.discard(pair)
        for key in sorted(pair):
            (peer,) = pair - {key}
            self._members[key].inbox.tell(LinkDown(peer=peer, cause=Cause.DROPPED if key == dropper else Cause.LOST))


class HubTransport:
    """One member of a hub; see `Transport` for what its methods promise."""

    def __init__(self, hub: Hub, key: PeerKey) -> None:
        self.inbox = Inbox()
        self._hub = hub
        self._key = key

    @property
    def key(self) -> PeerKey:
        """Our own public key."""
        return self._key

    @property
    def linked(self) -> frozenset[PeerKey]:
        """The peers whose link is up now."""
        return self._hub.peers_of(self._key)

    async def next_event(self) -> Event:
        """Wait for the next event."""
        return await self.inbox.get()

    def send(self, peer: PeerKey, channel: int, data: bytes) -> bool:
        """Hand a frame over without waiting; False when it is not sent."""
        check_frame(channel, data)
        return self._hub.carry(self._key, peer, channel, data)

    def dial(self, peer: PeerKey, endpoint: str) -> None:
        """Keep a link to this peer."""
        self._hub.dial(self._key, peer, endpoint)

    def drop(self, peer: PeerKey) -> None:
        """Stop dialling this peer and close its link."""
        self._hub.drop(self._key, peer)

    async def close(self) -> None:
        """Close all links."""
        self._hub.leave(self._key)
