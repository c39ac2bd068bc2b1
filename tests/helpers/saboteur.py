"""Saboteur over sessions on the fake wire: bots that see what their seat may see, and an accountant that sees all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2p_saboteur.app.viewer import Viewer, session_choice
from p2p_saboteur.bots.random import RandomPolicy
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from protocol.header import STRICT
from tests.helpers.room import Faults, Room
from tests.helpers.toy_groups import FAST

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from p2p_saboteur.games.saboteur.options import Options
    from p2p_saboteur.seat import Policy
    from protocol.group import Group
    from protocol.session import Session
    from protocol.steps.base import AnyChoice


class RandomPlayers:
    """What a room's members do in their turns: any legal answer, or a bot's, from nothing but the seat's view.

    Args:
        policy: of each seat.
        anew: whether each question has a policy of its own: who is asked again, after a crash, answers the same.
    """

    def __init__(self, policy: Callable[[Random], Policy] = RandomPolicy, *, anew: bool = False) -> None:
        self._policy, self._anew = policy, anew
        self._viewers: dict[Session, tuple[Viewer, list[int]]] = {}
        self._bots: dict[int | None, Policy] = {}

    def __call__(self, session: Session, random: Random) -> AnyChoice:
        """Return the choice of the seat whose turn it is."""
        viewer, read = self._viewers.setdefault(session, (Viewer(session), [0]))
        for done in session.chain.done[read[0] :]:
            viewer.note(done)
        read[0] = len(session.chain.done)
        view, bot = viewer.view(), self._policy(random)
        if not self._anew:
            bot = self._bots.setdefault(session.seat, bot)
        return session_choice(bot.choose(view), view)


def saboteur_room(
    options: Options,
    *,
    seats: int,
    seed: int,
    faults: Faults | None = None,
    group: Group = FAST,
    kind: str = STRICT,
    policy: Callable[[Random], Policy] = RandomPolicy,
) -> Room:
    """Return an open table of Saboteur."""
    game, choose = SaboteurGame(options), RandomPlayers(policy)
    room = Room(game, seats=seats, seed=seed, choose=choose, faults=faults, group=group, kind=kind)
    room.open()
    return room
