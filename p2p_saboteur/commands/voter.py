"""How a bot votes: with the people.

About silent seats once one has voted and it has missed them as long itself; to end the game once more than half have.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING

from p2p_saboteur.commands.neighbours import PATIENCE, SilenceClock
from protocol.errors import LocalError

if TYPE_CHECKING:
    from p2p_saboteur.app.client import Client
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
        """Vote if people have asked for it, and it is time."""
        client = self.control.client if self.control else None
        if self.control and client and people_end_it(client):
            with suppress(LocalError):
                self.control.abandon()
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


def people_end_it(client: Client) -> bool:
    """Return whether more than half of the people at the table have voted to end a game that goes on."""
    if client.pump is None or client.roster is None:
        return False
    chain = client.pump.session.chain
    seating = chain.table.seating
    people = {seat for seat in chain.table.present if not client.roster.bots >> seating[seat] & 1}
    votes = people & chain.ballots.votes.keys()
    return chain.step is not None and 2 * len(votes) > len(people)
