"""For whom, and how long, a player stays who has the whole log: a game is over for nobody until he has it too."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from p2p_saboteur.app.client import Client

LINKED: Final = 60.0
"""Seconds to stay for somebody who is linked and has not said that he has everything."""
MISSING: Final = 20.0
"""Seconds to stay for somebody who is not: after a crash he is back in a few, and nobody else has what he lacks."""
UNTOLD: Final = 1.0
"""Seconds to stay before the player is told why."""


class Stay(Protocol):
    """What tells how long one stays."""

    def goes_on(self, client: Client) -> bool:
        """Return whether somebody may still need this client; to be asked a few times a second."""


@dataclass(slots=True)
class Staying:
    """Staying for the others, from when it is made.

    Attributes:
        tell: is told the chairs for which one stays, whenever they change.
    """

    tell: Callable[[tuple[int, ...]], None]
    _begun: float = field(init=False)
    _told: tuple[int, ...] = field(init=False, default=())

    def __post_init__(self) -> None:
        """Begin now."""
        self._begun = time.monotonic()

    def goes_on(self, client: Client) -> bool:
        """Return whether somebody may still need what this client holds; to be asked a few times a second."""
        rested, linked = time.monotonic() - self._begun, client.linked
        chairs = tuple(chair for chair in client.unfinished if rested < (LINKED if chair in linked else MISSING))
        if chairs and chairs != self._told and rested > UNTOLD:
            self._told = chairs
            self.tell(chairs)
        return bool(chairs)


def may_close(client: Client, *, over: bool) -> bool:
    """Return whether who is to leave at once, as a bot with its parent, may: nothing comes within moments any more.

    Args:
        client: of the table.
        over: whether it has the result, which all have signed; then it still hears that the others have it, and forgets
            the last of its secrets.
    """
    return not (client.unfinished if over else client.closing)
