"""Who may watch a table, as its opener decides; it lets in whoever proves the watch secret, and only so many."""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from p2p_saboteur.app.lobby_messages import Refusal, Watch, watch_proof
from protocol.header import VERSION

if TYPE_CHECKING:
    from p2p_saboteur.net.transport import PeerKey

MAX_WATCHERS: Final = 8


@dataclass(slots=True, kw_only=True)
class Watchers:
    """Those who may watch.

    Attributes:
        own: the opener's transport key.
        secret: 16 bytes; None where nobody may watch.
        game: name and version of the rules.
        proved: keys that have proved the secret and whose link is up, or was last.
    """

    own: PeerKey
    secret: bytes | None = field(repr=False)
    game: str
    proved: set[PeerKey] = field(default_factory=set)

    def ask(self, peer: PeerKey, message: Watch) -> Refusal | None:
        """Algorithm 91 (OnWatch). Let a peer in and return None, or return why not.

        Who does not know the secret learns nothing else.
        """
        secret = self.secret or b""
        if not secret or not hmac.compare_digest(message.proof, watch_proof(secret, self.own, peer)):
            return Refusal.SECRET
        if message.version != VERSION:
            return Refusal.VERSION
        if message.game != self.game:
            return Refusal.GAME
        if peer not in self.proved and len(self.proved) >= MAX_WATCHERS:
            return Refusal.FULL
        self.proved.add(peer)
        return None

    def left(self, peer: PeerKey) -> bool:
        """Free the place of a watcher whose link has gone, and return whether it was one."""
        known = peer in self.proved
        self.proved.discard(peer)
        return known
