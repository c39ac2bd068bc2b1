"""What every transport does, over sockets or in memory.

A transport carries frames at most once and says nothing about delivery: a frame that was taken may be lost with its
link. Order holds on one link only. After each `LinkUp` the two sides tell each other what they lack.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique
from typing import Final, Protocol, TypeAlias

from p2p_saboteur.text import marked

PeerKey: TypeAlias = bytes
"""A peer's CURVE public key, 32 bytes."""

MAX_DATA: Final = 256 * 1024 - 64
"""Longest frame in bytes: 256 KiB on the wire less what encryption and the channel add."""

CONTROL: Final = 0
"""The channel that the transport keeps to itself."""


@unique
class Cause(Enum):
    """Why a link is down or cannot be made; the value is a plain sentence for the user."""

    LOST = marked("The connection broke.")
    NOBODY_LISTENING = marked("Nobody listens at that address.")
    UNKNOWN_NAME = marked("The name in that address is not known, or this computer cannot look names up now.")
    NO_ANSWER = marked("Something takes the connection there but does not answer.")
    CROWDED = marked(
        "The other side is there, but ends our connections before it has heard us: strangers may keep it busy."
    )
    WRONG_HOST_KEY = marked(
        "What is at that address hangs up on us: its key is most likely not the one that we were given."
    )
    REFUSED = marked("The other side refuses our key.")
    NOT_THIS_PROGRAM = marked("What answers at that address is not this program.")
    REPLACED = marked("The same peer has connected anew.")
    DROPPED = marked("We closed the link.")


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkUp:
    """Frames can be exchanged with this peer."""

    peer: PeerKey


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkDown:
    """No frames can be exchanged with this peer any more; those under way may be lost."""

    peer: PeerKey
    cause: Cause


@dataclass(frozen=True, slots=True, kw_only=True)
class DialFailed:
    """A dialled peer cannot be reached there; told once until the cause changes, while the dialling goes on."""

    peer: PeerKey
    endpoint: str
    cause: Cause


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A peer sent bytes; the transport vouches for who sent them and for nothing else."""

    peer: PeerKey
    channel: int
    data: bytes


Event: TypeAlias = LinkUp | LinkDown | DialFailed | Frame


class TransportError(Exception):
    """The transport cannot do what our own side asked for."""


class PortInUse(TransportError):
    """Another program on this computer listens at the port."""


class Transport(Protocol):
    """Frames to and from peers."""

    @property
    def key(self) -> PeerKey:
        """Our own public key."""

    @property
    def linked(self) -> frozenset[PeerKey]:
        """The peers whose link is up now."""

    async def next_event(self) -> Event:
        """Wait for the next event; to be awaited by one task only."""

    def send(self, peer: PeerKey, channel: int, data: bytes) -> bool:
        """Hand a frame over without waiting.

        Args:
            peer: whom to send to.
            channel: 1 to 255.
            data: at most `MAX_DATA` bytes.

        Returns:
            False when the link is down or its queue of 1000 frames is full: the frame is not sent then.

        Raises:
            TransportError: when channel or length are out of range.
        """

    def dial(self, peer: PeerKey, endpoint: str) -> None:
        """Keep a link to this peer, by connecting to ``tcp://host:port`` as often as it takes."""

    def drop(self, peer: PeerKey) -> None:
        """Stop dialling this peer, close its link and ignore what still comes from it until it connects anew."""

    async def close(self) -> None:
        """Close all links; no event follows."""


def check_frame(channel: int, data: bytes) -> None:
    """Raise `TransportError` unless a frame may be sent."""
    if not 1 <= channel <= 255:
        raise TransportError(f"channel {channel} is not between 1 and 255")
    if len(data) > MAX_DATA:
        raise TransportError(f"a frame of {len(data)} bytes is longer than {MAX_DATA}")
