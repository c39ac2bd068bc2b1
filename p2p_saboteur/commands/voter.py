"""How a bot votes about silent seats: along with a person who has voted, once it has missed them as long itself."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING

from p2p_saboteur.commands.neighbours import PATIENCE, SilenceClock
from protocol.errors import LocalError

if TYPE_CHECKING:
    from p2p_saboteur.app.control import NetworkControl


class Voter:
    """Votes for whoever plays a seat.

    Attributes:
        control: of the table.
    """

    def __init__(self) -> None:
        self.control: NetworkControl | None = None
        self._clock = SilenceClock()

    def check(self) -> None:
        """Vote if somebody has asked for it in this step, and it is time."""
        client = self.control.client if self.control else None
        silence = self._clock.look(client, time.monotonic()) if client else None
        if self.control is None or client is None or client.pump is None or silence is None:
            return
        if silence.seconds < PATIENCE:
            return
        session = client.pump.session
        for seat in session.chain.ballot().missed & set(silence.seats):
            with suppress(LocalError):
                if session.may_vote_out(seat) is None:
                    self.control.vote_out(seat)
