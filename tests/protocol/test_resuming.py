"""A seat that resumes trusts the proofs in its own log as far as it had checked them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from protocol.chain import Chain
from protocol.errors import Reason
from protocol.events import Save
from protocol.frames import encode_frame
from protocol.log import decode_entry, sign_entry
from protocol.resuming import own_log
from protocol.session import Session
from protocol.steps.base import Spot
from protocol.stopping import is_stop
from tests.helpers.adversary import CrookedRoom, content
from tests.helpers.losing import until
from tests.helpers.require import present
from tests.helpers.room import Room, link_of
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
    assert not any(checked for _, checked in own_log(records, plays=True))
    for end in (min(stops), len(records)):
        again = room._session(chair, records[:end])
        assert present(again.fault) == fault


def test_who_watches_checks_all_again() -> None:
    """A bad entry came to it before the good one, beside which it went on."""
    room = Room(SmallGame(1), seats=3, seed=3, choose=choose)
    room.open()
    room.run()
    watcher = Session(group=room.group, game=room.game, header=room.header)
    disk = [decode_entry(record) for record in room.members[0].disk]
    good = next(entry for entry in disk if entry.kind == "keys")
    chair = room.members[0].session.table.seating[good.seat]
    bad = sign_entry(room.secrets[chair].signing, good.slot, good.body[:-1] + bytes([good.body[-1] ^ 1]))
    watcher.link_up(link_of(0), 0.0)
    for entry in disk:
        for each in (bad, entry) if entry is good else (entry,):
            watcher.receive(link_of(0), encode_frame(each), 0.0)
    records = [output.record for output in watcher.outputs() if isinstance(output, Save)]
    again = Session(group=room.group, game=room.game, header=room.header, records=records)
    assert present(again.fault) == watcher.fault
    assert again.chain.heads == watcher.chain.heads == room.members[0].session.chain.heads
