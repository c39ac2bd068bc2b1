"""How long a frame takes there and back: each client asks its links now and then, and answers at once.

A channel of its own, beside the session's; nothing hangs on it, and a peer that does not answer is just not measured.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from p2p_saboteur.net.transport import PeerKey

CHANNEL: Final = 4
EVERY: Final = 5.0  # seconds between two questions
_ASK: Final = 1
_ANSWER: Final = 2
_SIZE: Final = 9
_KEPT: Final = 5


@dataclass(slots=True)
class _Measured:
    """What is known of one link: the question that is open, and the last round trips in seconds."""

    number: int = 0
    asked_at: float | None = None
    trips: deque[float] = field(default_factory=lambda: deque(maxlen=_KEPT))


@dataclass(slots=True)
class Pings:
    """Measures the links of one client.

    Attributes:
        send: sends bytes to a peer on this channel.
        now: returns monotonic seconds.
    """

    send: Callable[[PeerKey, bytes], object]
    now: Callable[[], float] = time.monotonic
    _links: dict[PeerKey, _Measured] = field(default_factory=dict)

    async def run(self, peers: Callable[[], Iterable[PeerKey]]) -> None:
        """Ask all peers, again and again, until cancelled."""
        while True:
            for peer in peers():
                self.ask(peer)
            await asyncio.sleep(EVERY)

    def ask(self, peer: PeerKey) -> None:
        """Ask a peer; an older question that is still open counts no more."""
        link = self._links.setdefault(peer, _Measured())
        link.number, link.asked_at = link.number + 1, self.now()
        self.send(peer, bytes([_ASK]) + link.number.to_bytes(_SIZE - 1))

    def hear(self, peer: PeerKey, data: bytes) -> None:
        """Answer a question, and take an answer into account; anything else means nothing."""
        if len(data) != _SIZE:
            return
        if data[0] == _ASK:
            self.send(peer, bytes([_ANSWER]) + data[1:])
        link = self._links.get(peer)
        if data[0] == _ANSWER and link and link.asked_at is not None and int.from_bytes(data[1:]) == link.number:
            link.trips.append(self.now() - link.asked_at)
            link.asked_at = None

    def forget(self, peer: PeerKey) -> None:
        """Forget what was measured on a link that is gone."""
        self._links.pop(peer, None)

    def round_trip(self, peer: PeerKey) -> float | None:
        """Return the shortest of the last round trips, which has waited least for busy computers; None for none."""
        link = self._links.get(peer)
        return min(link.trips) if link and link.trips else None
