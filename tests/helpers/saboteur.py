"""Saboteur over sessions on the fake wire: bots that see what their seat may see, and an accountant that sees all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2p_saboteur.app.viewer import Viewer, session_choice
from p2p_saboteur.bots.random import RandomPolicy
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from tests.helpers.room import Faults, Room
from tests.helpers.toy_groups import FAST

if TYPE_CHECKING:
    from random import Random

    from p2p_saboteur.games.saboteur.options import Options
    from protocol.group import Group
    from protocol.session import Session
    from protocol.steps.base import AnyChoice


class RandomPlayers:
    """What a room's members do in their turns: any legal answer, from nothing but the seat's view."""

    def __init__(self) -> None:
        self._viewers: dict[Session, tuple[Viewer, list[int]]] = {}

    def __call__(self, session: Session, random: Random) -> AnyChoice:
        """Return the choice of the seat whose turn it is."""
        viewer, read = self._viewers.setdefault(session, (Viewer(session), [0]))
        for done in session.chain.done[read[0] :]:
            viewer.note(done)
        read[0] = len(session.chain.done)
        view = viewer.view()
        return session_choice(RandomPolicy(random).choose(view), view)


def saboteur_room(
    options: Options, *, seats: int, seed: int, faults: Faults | None = None, group: Group = FAST
) -> Room:
    """Return an open table of Saboteur."""
    room = Room(SaboteurGame(options), seats=seats, seed=seed, choose=RandomPlayers(), faults=faults, group=group)
    room.open()
    return room
