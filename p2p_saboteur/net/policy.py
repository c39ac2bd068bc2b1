"""Whom a listening peer lets in, by key, and for how long."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

from p2p_saboteur.net.crowd import surplus

if TYPE_CHECKING:
    from collections.abc import Callable

    from p2p_saboteur.net.transport import PeerKey

PLACES: Final = 64
PATIENCE: Final = 5.0


class Policy(Protocol):
    """Decides on keys."""

    def admits(self, key: PeerKey) -> bool:
        """Whether a connection with this key may be made now; asked while it shakes hands, and when it greets."""

    def arrived(self, key: PeerKey, network: str) -> None:
        """Note that a link with an admitted key is up, and from which network it comes."""

    def expired(self) -> list[PeerKey]:
        """Return, once each, the keys whose time is up or whose place another has; their links are to be dropped."""


@dataclass(frozen=True, slots=True)
class Roster:
    """The seats of a closed table and nobody else."""

    keys: frozenset[PeerKey]

    def admits(self, key: PeerKey) -> bool:
        """Whether the key is on the roster."""
        return key in self.keys

    def arrived(self, key: PeerKey, network: str) -> None:
        """Note nothing; a seat takes nobody's place."""

    def expired(self) -> list[PeerKey]:
        """Return nothing; a seat stays."""
        return []


@dataclass(slots=True, kw_only=True)
class OpenLobby:
    """Unknown keys come in for a moment, so that they can prove that they were invited.

    Nobody is refused: a flood of strangers would keep the invited out. When there are too many, one makes room.

    Attributes:
        places: how many unproved keys are in at once; 0 lets none in.
        patience: seconds that each of them has.
        clock: tells monotonic seconds.
    """

    places: int = PLACES
    patience: float = PATIENCE
    clock: Callable[[], float] = time.monotonic
    _proved: set[PeerKey] = field(default_factory=set)
    _waiting: dict[PeerKey, float] = field(default_factory=dict)
    _networks: dict[PeerKey, str] = field(default_factory=dict)
    _displaced: list[PeerKey] = field(default_factory=list)

    def admits(self, key: PeerKey) -> bool:
        """Whether the key has proved itself, or may still do so."""
        return key in self._proved or self.places > 0

    def arrived(self, key: PeerKey, network: str) -> None:
        """Algorithm 86 (Admit). Give an unproved key a place and its time, and take one too many away from another.

        Connecting again gives it no more time.
        """
        if key in self._proved or key in self._waiting:
            return
        self._waiting[key] = self.clock() + self.patience
        self._networks[key] = network
        if len(self._waiting) > self.places:
            displaced = surplus(self._networks)
            self._leave(displaced)
            self._displaced.append(displaced)

    def prove(self, key: PeerKey) -> None:
        """Note that the key was invited: it may stay and come back."""
        self._leave(key)
        self._proved.add(key)

    def forget(self, key: PeerKey) -> None:
        """Take an invited key's right away."""
        self._proved.discard(key)

    def expired(self) -> list[PeerKey]:
        """Return the keys that have not proved themselves in time, whose places are free now, or have had to go."""
        now = self.clock()
        late = [key for key, deadline in self._waiting.items() if deadline <= now]
        for key in late:
            self._leave(key)
        gone, self._displaced = self._displaced + late, []
        return gone

    def _leave(self, key: PeerKey) -> None:
        self._waiting.pop(key, None)
        self._networks.pop(key, None)


@dataclass(slots=True, kw_only=True)
class Table:
    """The seats of a closed table, and a lobby for who may watch it.

    Attributes:
        keys: of the seats.
        watchers: how watchers come in.
    """

    keys: frozenset[PeerKey]
    watchers: OpenLobby

    def admits(self, key: PeerKey) -> bool:
        """Whether the key is on the roster, or the watchers' lobby lets it in."""
        return key in self.keys or self.watchers.admits(key)

    def arrived(self, key: PeerKey, network: str) -> None:
        """Give who may want to watch a place."""
        if key not in self.keys:
            self.watchers.arrived(key, network)

    def expired(self) -> list[PeerKey]:
        """Return those who have not proved in time that they may watch."""
        return self.watchers.expired()
