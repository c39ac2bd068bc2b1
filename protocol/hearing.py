"""For whom a seat that has resumed waits before it chooses, and how long.

Its disk may have lost the end of its log, where it had signed another choice already; others hold that.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from protocol.frames import Hello
    from protocol.gossip import Gossip

RESUME_PATIENCE: Final = 10.0
"""Seconds from the first frontier that a resumed seat hears until it stops waiting for chairs it has no link to."""


@dataclass(slots=True)
class Hearing:
    """Whom a resumed seat has yet to hear.

    Attributes:
        unheard: chairs that have not told their frontier yet, or told one that is not reached yet.
        until: when chairs without a link are passed over; None before the first frontier, and afterwards.
    """

    unheard: set[int]
    until: float | None = None
    _told: dict[int, Hello] = field(default_factory=dict)
    _patience_over: bool = False

    def hear(self, chair: int | None, hello: Hello, now: float) -> None:
        """Take a frontier that came over a link with a chair."""
        if chair is None or chair not in self.unheard:
            return
        self._told[chair] = hello
        if self.until is None and not self._patience_over:
            self.until = now + RESUME_PATIENCE

    def silent(self, gossip: Gossip) -> set[int]:
        """Return the chairs for which a seat waits that has stopped since somebody cheats, before it says where.

        It ends no step, and so may never get to where they stand. What it may have said before is among their votes
        and stops; those on another log it does not get, and so it does not wait for them for ever.
        """
        told = {chair for chair, hello in self._told.items() if self._patience_over or gossip.has_votes(hello)}
        return self.unheard - told

    def settle(self, gossip: Gossip, now: float) -> None:
        """Stop waiting for chairs whose frontier is reached, and in time for those that others stand between.

        Whoever has no link may also be away, which looks the same from here: who is linked has told enough.
        """
        for chair, hello in list(self._told.items()):
            if not gossip.is_ahead(hello):
                del self._told[chair]
                self.unheard.discard(chair)
        if not self.unheard:
            self.until = None
        elif self.until is not None and now >= self.until:
            self.until, self._patience_over = None, True
        if self._patience_over:
            self.unheard &= {peer.seat for peer in gossip.peers.values()} | self._told.keys()
