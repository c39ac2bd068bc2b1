"""Whom a player dials once the roster is closed, and when: one link for each pair is enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from p2p_saboteur.app.lobby_messages import Roster
    from p2p_saboteur.net.transport import PeerKey


def dials(roster: Roster, own: PeerKey, *, resumed: bool, watches: bool) -> Iterator[tuple[PeerKey, str, bool]]:
    """Yield key and endpoint of whom to dial, and whether at once: those who should dial us get some time to do it.

    Args:
        roster: who plays, and where.
        own: our key.
        resumed: whether we come back, so that nobody dials us.
        watches: whether we only watch, so that the opener alone knows us.
    """
    chairs = roster.header.chairs
    earlier = True
    for chair, endpoints in zip(chairs, roster.endpoints, strict=True):
        if chair.link == own:
            earlier = resumed
            continue
        if watches and chair is not chairs[0]:
            return
        yield from ((chair.link, endpoint, earlier) for endpoint in endpoints)
