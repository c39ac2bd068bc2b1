"""The one thing that a malicious client does, and a session that does it."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from p2p_saboteur.app import client
from p2p_saboteur.bots.random import RandomPolicy
from p2p_saboteur.games.saboteur.options import Options
from protocol.events import Send
from protocol.session import Session
from tests.helpers.adversary import Cheat
from tests.helpers.require import require

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    import pytest

    from p2p_saboteur.seat import Policy
    from protocol.errors import Reason
    from tests.helpers.adversary import Moment, Tweak

SHORT = Options(rounds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """What a malicious player does, and what must come of it.

    Attributes:
        what: in words.
        tweak: the step, what is signed in it, and the reason that all must name; no reason where nobody may be named.
        by: who does it; None for whoever first comes to the moment.
        options: of the game.
        policy: how all play.
        seats: how many sit down.
        whole: whether the others play to the end; else it is enough that they go on.
        ends: whether the game is over for all with that.
        also: a reason that some may name instead: each by what it saw first.
        voted: whether the others vote the malicious one out, who just falls silent.
        cut: whether the others hang up on the malicious one, and vote him out if he does not find back.
        lost: who is voted out before, so that there is something to do without him.
        void: whether the round is void, and all its cards leave the game.
        tries: how many games are played until the moment comes.
    """

    what: str
    tweak: Tweak
    by: str | None = None
    options: Options = SHORT
    policy: Callable[[Random], Policy] = RandomPolicy
    seats: int = 4
    whole: bool = False
    ends: bool = False
    also: Reason | None = None
    voted: bool = False
    cut: bool = False
    lost: str | None = None
    void: bool = False
    tries: int = 3

    def __str__(self) -> str:
        return self.what


@dataclass(slots=True)
class Plot:
    """Who of the players is malicious: the one that is named, or who first comes to the moment.

    Attributes:
        attack: what he does.
        crook: his session, once he has begun.
    """

    attack: Attack
    crook: Malicious | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def session(self, **arguments: Any) -> Session:  # noqa: ANN401 - those of a session
        """Return the session of a client: an honest one, unless its player may be the malicious one."""
        honest = Session(**arguments)
        names = [chair.name for chair in arguments["header"].chairs]
        if honest.chair is None or self.attack.by not in {None, names[honest.chair]}:
            return honest
        return Malicious(self, **arguments)

    def take(self, session: Malicious) -> bool:
        """Return whether this one is the malicious one; the first who asks is."""
        with self._lock:
            self.crook = self.crook or session
            return self.crook is session

    def set_up(self, patch: pytest.MonkeyPatch) -> None:
        """Let all clients of this process have their sessions from here."""
        require(self.attack.by or not (self.attack.tweak.last or self.attack.tweak.before), "nobody is named")
        patch.setattr(client, "Session", self.session)


class Malicious(Cheat):
    """A cheat whose links come and go: what it has signed is sent again over a new one."""

    def __init__(self, plot: Plot, **arguments: Any) -> None:  # noqa: ANN401 - those of a session
        self.plot = plot
        self.sent: list[tuple[bytes, bytes]] = []
        super().__init__(plot.attack.tweak, **arguments)

    def link_up(self, link: bytes, now: float) -> None:
        """Note a new link."""
        super().link_up(link, now)
        self._outputs.extend(Send(to, data) for to, data in self.sent if to == link)

    def _is_moment(self, moment: Moment) -> bool:
        return super()._is_moment(moment) and self.plot.take(self)

    def _post(self, chairs: Any, entry: Any) -> None:  # noqa: ANN401 - those of the cheat
        before = len(self._outputs)
        super()._post(chairs, entry)
        self.sent += [(output.link, output.data) for output in self._outputs[before:] if isinstance(output, Send)]
