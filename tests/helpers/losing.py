"""Tables that lose seats: who falls silent or leaves, and how the others go on."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from p2p_saboteur.bots.random import RandomPolicy
from p2p_saboteur.games.saboteur.options import Options
from protocol.audit import audit
from protocol.events import Ended
from protocol.header import STRICT
from tests.helpers.saboteur import saboteur_room

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from p2p_saboteur.seat import Policy
    from protocol.chain import Chain
    from tests.helpers.room import Room

PATIENCE = 300
"""Events on the wire without progress after which people lose patience."""


def silence(room: Room, chair: int) -> None:
    """Cut a member off from all others."""
    room.partition(*((chair, other) for other in range(len(room.members)) if other != chair))


def play_on(room: Room, chairs: Iterable[int], limit: int = 400) -> None:
    """Play to the end; whenever nothing moves, these vote against whom they miss."""
    chairs = list(chairs)
    for _ in range(limit):  # each time around somebody has voted, or the game has gone on
        places = [room.members[chair].session.chain.number for chair in chairs]
        for _ in range(PATIENCE):
            if all(room.members[chair].session.chain.step is None for chair in chairs):
                return
            room.step()
        if places == [room.members[chair].session.chain.number for chair in chairs]:
            for chair in chairs:
                vote(room, chair)
    raise AssertionError(f"seed {room.seed}: stuck at {[room.members[c].session.chain.site for c in chairs]}")


def vote(room: Room, chair: int) -> None:
    """Let a member vote against the first seat that it misses, if it may."""
    session = room.members[chair].session
    for seat in session.chain.missing:
        if session.chain.step and seat != session.seat and session.may_vote_out(seat) is None:
            session.vote_out(seat, room.now)
            room.settle(chair)
            return


def check(room: Room, chairs: Iterable[int], lost: set[int], culprit: int | None = None) -> None:
    """Check that these have ended with one head, without just these seats, and that each log says so.

    Args:
        room: where they play.
        chairs: of those who have come to the end.
        lost: the seats that have not.
        culprit: the seat that cheats, if one does.
    """
    sessions = [room.members[chair].session for chair in chairs]
    assert len({session.chain.heads[-1] for session in sessions}) == 1, f"seed {room.seed}"
    for chair in chairs:
        member = room.members[chair]
        assert isinstance(member.events[-1], Ended)
        assert member.session.table.lost == lost
        result = audit(group=room.group, game=room.game, header=room.header, records=member.disk)
        assert (result.fault and result.fault.culprit, result.finished) == (culprit, True)
        assert result.chain.heads[-1] == member.session.chain.heads[-1]


def until(room: Room, kind: str, by: int, when: Callable[[Chain], bool] = lambda _: True) -> bool:
    """Play until a member has come to a step of this kind; return whether there is one."""
    chain = room.members[by].session.chain
    while chain.step is not None:
        if chain.site.kind == kind and when(chain):
            return True
        if not room.step():
            return False
    return False


def leave(room: Room, chair: int) -> None:
    """Let a member leave in order, as soon as it has a game to leave."""
    while not room.members[chair].session.may_leave:
        assert room.step()
    room.members[chair].session.leave(room.now)
    room.settle(chair)


def first_with(
    kind: str,
    *,
    table: str = STRICT,
    options: Options | None = None,
    policy: Callable[[Random], Policy] = RandomPolicy,
    when: Callable[[Chain, int], bool] = lambda _chain, _seat: True,
) -> tuple[Room, int]:
    """Return a table of four that has come to a step of this kind, and who is to fall silent (a chair).

    Args:
        kind: of the step.
        table: strict or tolerant.
        options: of the game; one round unless told otherwise.
        policy: how all play.
        when: whether that step will do, for who is to fall silent (a seat).
    """
    for seed in range(1, 60):
        room = saboteur_room(options or Options(rounds=1), seats=4, seed=seed, kind=table, policy=policy)
        gone = Random(f"{kind} {seed}").randrange(4)
        if until(room, kind, gone ^ 1, lambda chain, gone=gone: when(chain, chain.table.seating.index(gone))):  # type: ignore[misc]
            return room, gone
    raise AssertionError(f"no step of kind {kind}")
