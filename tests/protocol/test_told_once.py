"""A seat that is put out for cheating is told of once, whatever it signs afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol.errors import Reason
from protocol.events import Faulted
from protocol.frames import encode_frame
from protocol.stopping import STOP, stop_body
from tests.helpers.adversary import CrookedRoom, Tweak
from tests.helpers.room import link_of
from tests.helpers.small_game import SmallGame

if TYPE_CHECKING:
    from tests.helpers.adversary import Moment, Sent


def test_a_cheat_that_is_out_is_told_of_once() -> None:
    """However often, and in whatever versions, it says that it stops for others."""

    def act(moment: Moment) -> list[Sent]:
        heads = moment.session.chain.heads
        about = next(seat for seat in moment.table.present if seat != moment.me.seat)
        bodies = [stop_body(last, heads[last], moment.table.present) for last in (2, 3, 4)]
        stops = [moment.sign(body, kind=STOP, target=about) for body in bodies]
        return [(None, moment.honest()), *((None, stop) for stop in stops)]

    room = CrookedRoom(Tweak(kind="agree", act=act, reason=Reason.EQUIVOCATION, stays=True), game=SmallGame(2), seats=4)
    room.play()
    room.finish()
    for chair in room.honest:
        session = room.members[chair].session
        before = len(room.members[chair].disk)
        for entry in room.crook.signed[1:]:
            session.receive(link_of(room.cheat), encode_frame(entry), room.now)
            room.settle(chair)
        assert len(room.members[chair].disk) == before
        assert [type(event) for event in room.members[chair].events].count(Faulted) == len(session.chain.faults) == 1
    room.check_end()
