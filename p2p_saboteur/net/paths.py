"""What the two ends of a connection say to each other, and what they tell the mesh."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from p2p_saboteur.net.transport import Cause, PeerKey

HELLO: Final = b"\x00\x01"
"""From the dialling side, first of all: here I am."""
WELCOME: Final = b"\x00\x02"
"""From the listening side, in answer: the path is up."""
PING: Final = b"\x00\x03"
"""Means nothing; sending it shows whether the path is still there."""
SPARE: Final = b"\x00\x04"
"""From the listening side, last of all: another path of ours serves, hang up."""


class Path(Protocol):
    """One connection, seen from one of its ends."""

    @property
    def peer(self) -> PeerKey:
        """Who is at the other end, as CURVE has proved."""

    def send(self, frame: bytes) -> bool:
        """Send channel and data; False when the queue is full or the path gone."""

    def cut(self) -> None:
        """End the connection now; nothing more is told about it."""


class Owner(Protocol):
    """Who is told about paths."""

    def admits(self, peer: PeerKey) -> bool:
        """Whether a peer may come in now; asked while it shakes hands, and again before it is welcomed."""

    def path_up(self, path: Path) -> None:
        """Note that a path is up."""

    def path_down(self, path: Path, cause: Cause) -> None:
        """Note that a path that was up is gone."""

    async def received(self, peer: PeerKey, frame: bytes) -> None:
        """Take channel and data, not empty and not of the control channel, that came over a path that is up."""
