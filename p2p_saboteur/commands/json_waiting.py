"""``--json``: for whom the table waits, how that is seen, and what can be done about it; a line whenever it changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from p2p_saboteur.commands.neighbours import PATIENCE, SilenceClock, may_vote_out
from p2p_saboteur.commands.waits import SHORT, seat_names
from protocol.log import OPENING_STEPS

if TYPE_CHECKING:
    from collections.abc import Callable

    from p2p_saboteur.app.client import Client
    from p2p_saboteur.table_view import Silence
    from protocol.session import Session

NOBODY: Final[dict[str, Any]] = {"seats": [], "names": []}


@dataclass(slots=True)
class JsonWaits:
    """Tells for whom the table waits once it has waited for a while; `now` is always in monotonic seconds.

    Attributes:
        emit: prints an event with its fields.
    """

    emit: Callable[..., None]
    _clock: SilenceClock = field(default_factory=SilenceClock)
    _told: dict[str, Any] = field(default_factory=lambda: NOBODY)

    def look(self, client: Client, now: float, *, answers_first: bool = False) -> None:
        """Tell what has changed; `answers_first`: the player himself is to answer before he waits for others."""
        silence = self._clock.look(client, now)
        waits = silence is not None and silence.seconds >= (PATIENCE if answers_first else SHORT)
        known = _known(client, silence) if silence and waits else NOBODY
        if known == self._told:
            return
        self._told = known
        self.emit("waiting", **known, **({"seconds": round(silence.seconds)} if silence and waits else {}))


def _known(client: Client, silence: Silence) -> dict[str, Any]:
    """Return all that is told of a silence but its length."""
    session = client.pump.session if client.pump else None
    names = seat_names(client)
    return {
        "seats": list(silence.seats),
        "names": [names[seat] for seat in silence.seats],
        "direct": silence.direct,
        "thinking": silence.thinking,
        "long": silence.seconds >= PATIENCE,
        "stuck": silence.stuck,
        "enough": silence.may_end,
        "culprit": session.chain.culprit if session else None,
        "words": list(silence.head_words),
        "cost": silence.cost,
        "may": _commands(client, session, silence) if session else [],
    }


def _commands(client: Client, session: Session, silence: Silence) -> list[dict[str, Any]]:
    """Return the commands that can be given now about a silence, none for who only watches."""
    if session.seat is None:
        return []
    patient = silence.seconds >= PATIENCE
    ends = session.chain.number >= OPENING_STEPS and session.seat not in session.chain.ballots.votes
    goes = session.may_leave and not client.keeps_bots()
    return [
        *({"do": "out", "seat": seat} for seat in silence.seats if patient and may_vote_out(session, seat)),
        *([{"do": "abandon"}] if ends else []),
        *([{"do": "leave"}] if goes else []),
    ]
