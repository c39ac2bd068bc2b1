"""A seat that resumes trusts the proofs in its own log as far as it had checked them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from protocol.chain import Chain
from protocol.errors import Reason
from protocol.log import decode_entry
from protocol.resuming import own_log
from protocol.steps.base import Spot
from protocol.stopping import is_stop
from tests.helpers.adversary import CrookedRoom, content
from tests.helpers.losing import until
from tests.helpers.require import present
from tests.helpers.room import Room
from tests.helpers.small_game import SmallGame, choose

if TYPE_CHECKING:
    import pytest

    from tests.helpers.adversary import Moment


def checked_steps(room: Room, chair: int, patch: pytest.MonkeyPatch) -> set[int]:
    """Return the numbers of the steps whose proofs a member checks as it reads its own log."""
    steps, check, accept = set[int](), Spot.check, Chain.accept
    now: list[int] = []

    def accepting(chain: Chain, entry: Any, **how: Any) -> Any:  # noqa: ANN401 - as the real one
        now[:] = [entry.step]
        return accept(chain, entry, **how)

    def checking(spot: Spot, *what: Any) -> None:  # noqa: ANN401 - as the real one
        if not spot.own:
            steps.update(now)
        check(spot, *what)

    patch.setattr(Chain, "accept", accepting)
    patch.setattr(Spot, "check", checking)
    room._session(chair, room.members[chair].disk)
    return steps


def test_only_the_last_step_is_checked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the log that comes of it is the same."""
    room = Room(SmallGame(4), seats=3, seed=3, choose=choose)
    room.open()
    assert until(room, "play", 0)
    chain = room.members[0].session.chain
    assert until(room, "deal", 0, lambda chain: len(chain.pending) > 1)
    assert checked_steps(room, 0, monkeypatch) == {chain.number}
    again = room._session(0, room.members[0].disk)
    assert again.chain.heads == chain.heads
    assert again.chain.pending == chain.pending


def other_layer(moment: Moment, honest: list[Any]) -> list[Any]:
    """Change the first card's layer."""
    group = moment.table.group
    size = group.element_size
    return [(group.elements(honest[0][:size], 1)[0] + group.base).encode() + honest[0][size:], *honest[1:]]


def test_a_bad_proof_is_bad_again() -> None:
    """Also if the program was killed before it could say that it stops; with that all proofs are checked again."""
    room = CrookedRoom(content("deal", other_layer, Reason.PROOF, "key"), game=SmallGame(2), seats=4, seed=3)
    room.play()
    fault = room.check()
    chair = room.honest[0]
    records = [*room.members[chair].disk]
    stops = [at for at, record in enumerate(records) if is_stop(decode_entry(record))]
    assert stops
    assert not any(checked for _, checked in own_log(records))
    for end in (min(stops), len(records)):
        again = room._session(chair, records[:end])
        assert present(again.fault) == fault
