"""Whom a listening peer lets in, by key; asked while a connection shakes hands."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from p2p_saboteur.net.transport import PeerKey

PLACES: Final = 16
PATIENCE: Final = 5.0


class Policy(Protocol):
    """Decides on keys."""

    def admits(self, key: PeerKey) -> bool:
        """Whether a connection with this key may be made now."""

    def expired(self) -> list[PeerKey]:
        """Return, once each, the keys whose time is up; their links are to be dropped."""


@dataclass(frozen=True, slots=True)
class Roster:
    """The seats of a closed table and nobody else."""

    keys: frozenset[PeerKey]

    def admits(self, key: PeerKey) -> bool:
        """Whether the key is on the roster."""
        return key in self.keys

    def expired(self) -> list[PeerKey]:
        """Return nothing; a seat stays."""
        return []


@dataclass(slots=True, kw_only=True)
class OpenLobby:
    """Unknown keys come in for a moment, so that they can prove that they were invited.

    Attributes:
        places: how many unproved keys are in at once.
        patience: seconds that each of them has.
        clock: tells monotonic seconds.
    """

    places: int = PLACES
    patience: float = PATIENCE
    clock: Callable[[], float] = time.monotonic
    _proved: set[PeerKey] = field(default_factory=set)
    _waiting: dict[PeerKey, float] = field(default_factory=dict)

    def admits(self, key: PeerKey) -> bool:
        """Algorithm 86 (Admit). Whether the key has proved itself, is in its time, or finds a place.

        Connecting again gives it no more time.
        """
        if key in self._proved or key in self._waiting:
            return True
        if len(self._waiting) >= self.places:
            return False
        self._waiting[key] = self.clock() + self.patience
        return True

    def prove(self, key: PeerKey) -> None:
        """Note that the key was invited: it may stay and come back."""
        self._waiting.pop(key, None)
        self._proved.add(key)

    def forget(self, key: PeerKey) -> None:
        """Take an invited key's right away."""
        self._proved.discard(key)

    def expired(self) -> list[PeerKey]:
        """Return the keys that have not proved themselves in time, and free their places."""
        now = self.clock()
        late = [key for key, deadline in self._waiting.items() if deadline <= now]
        for key in late:
            del self._waiting[key]
        return late


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

    def expired(self) -> list[PeerKey]:
        """Return those who have not proved in time that they may watch."""
        return self.watchers.expired()
