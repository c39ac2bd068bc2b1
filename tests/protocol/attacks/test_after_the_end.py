"""What a seat signs when the game is over: of no use, or a proof against it; the result stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from protocol import codec
from protocol.absence import OUT, out_body
from protocol.audit import audit
from protocol.ballots import ABANDON
from protocol.errors import Reason
from protocol.frames import encode_frame
from protocol.log import sign_entry
from protocol.stopping import STOP, stop_body
from tests.helpers.adversary import CrookedRoom, Tweak
from tests.helpers.require import present
from tests.helpers.room import link_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from protocol.log import Entry
    from protocol.session import Session


def signed(session: Session, kind: str, body: bytes, *, back: int = 0, target: int = 0, head: bytes = b"") -> Entry:
    """Return what a session signs so many steps before the one that would follow the last."""
    chain = session.chain
    step = chain.number - back
    head = head or chain.heads[min(step, chain.number)]
    slot = (session.table.session, present(session.seat), step, kind, target, head)
    return sign_entry(present(session.secrets).signing, slot, body)


def harmless(session: Session) -> list[Entry]:
    """Return what is of no use any more: votes of all kinds, steps that never come, another head."""
    chain, seat = session.chain, present(session.seat)
    innocent = next(other for other in session.table.present if other != seat)
    last = chain.number - 1
    return [
        signed(session, ABANDON, codec.encode(None)),
        signed(session, OUT, out_body(None, None), target=innocent),
        signed(session, OUT, out_body(None, None), back=1, target=innocent),
        signed(session, STOP, stop_body(last, chain.heads[last], session.table.present), target=innocent),
        signed(session, "agree", b"\xc0", back=-5),
        signed(session, "agree", b"\xc0", head=bytes(32)),
    ]


def one_more(session: Session) -> Entry:
    """Return an entry behind the last step."""
    return signed(session, "play", codec.encode([None, [], 0, None]))


def another_result(session: Session) -> Entry:
    """Return a second version of the signed result."""
    return signed(session, "close", b"\xc0", back=1)


def show(room: CrookedRoom, entries: list[Entry]) -> None:
    """Send entries of the cheat to all others, and wait for what comes of it."""
    for chair in room.honest:
        for entry in entries:
            room.members[chair].session.receive(link_of(room.cheat), encode_frame(entry), room.now)
        room.settle(chair)
    for _ in range(100):
        room.step()


@pytest.mark.parametrize(
    ("make", "reason", "check", "back"),
    [(one_more, Reason.NOT_EXPECTED, "entry.slot", 0), (another_result, Reason.EQUIVOCATION, "slot", 1)],
)
def test_only_what_proves_a_cheat_counts_and_the_result_stands(
    make: Callable[[Session], Entry], reason: Reason, check: str, back: int
) -> None:
    """All others name it, each log does, and all have the result of before."""
    room = CrookedRoom(Tweak(kind="", act=lambda _: [], reason=None))
    room.open()
    room.run()
    number, head = room.crook.chain.number, room.crook.chain.heads[-1]
    show(room, harmless(room.crook))
    assert not any(member.fault or member.dropped for member in room.members)
    show(room, [make(room.crook)])
    for chair in room.honest:
        member = room.members[chair]
        shown = audit(group=room.group, game=room.game, header=room.header, records=member.disk)
        assert shown.finished
        assert (member.session.chain.step, member.session.chain.heads[-1]) == (None, head)
        for fault in map(present, (member.fault, shown.fault)):
            culprit = room.crook.table.seating.index(room.cheat)
            assert (fault.culprit, fault.reason, fault.check) == (culprit, reason, check)
            assert fault.step == number - back
