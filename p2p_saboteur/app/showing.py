"""For whom, and how long, a player stays when the game was ended for all: each proves then what its gold is worth."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from protocol.worths import is_due

if TYPE_CHECKING:
    from collections.abc import Callable

    from p2p_saboteur.app.client import Client

LINKED: Final = 5.0
"""Seconds to stay for somebody who is linked and has not shown anything yet."""
MISSING: Final = 1.5
"""Seconds to stay for somebody who is not: whoever has just come back is linked in moments."""
UNTOLD: Final = 1.0
"""Seconds to stay before the player is told why."""


@dataclass(slots=True)
class Showing:
    """Staying for the sums of the others, from when it is made.

    Attributes:
        tell: is told once the linked chairs for which one stays, if that takes more than a moment.
    """

    tell: Callable[[tuple[int, ...]], None]
    _begun: float = field(init=False)
    _told: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        """Begin now."""
        self._begun = time.monotonic()

    def goes_on(self, client: Client) -> bool:
        """Return whether a sum may still come; to be asked a few times a second, also where no game was ended."""
        rested, linked = time.monotonic() - self._begun, client.linked
        chairs = [chair for chair in unproved(client) if rested < (LINKED if chair in linked else MISSING)]
        there = tuple(chair for chair in chairs if chair in linked)
        if there and rested > UNTOLD and not self._told:
            self._told = True
            self.tell(there)
        return bool(chairs)


def unproved(client: Client) -> tuple[int, ...]:
    """Return the chairs that may still prove what their gold is worth; none unless the game was ended for all."""
    if client.pump is None:
        return ()
    chain = client.pump.session.chain
    return tuple(sorted(chain.table.seating[seat] for seat in chain.table.present if is_due(chain, seat)))
