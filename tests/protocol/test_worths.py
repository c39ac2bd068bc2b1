"""After a majority has ended the game, each proves what its gold is worth, and nothing more hangs on it."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest

from protocol import codec
from protocol.audit import audit
from protocol.errors import Reason
from protocol.events import Abandoned, Faulted, WorthProved
from protocol.frames import decode_frame, encode_frame
from protocol.ledger import PURSE
from protocol.log import Entry, decode_entry, sign_entry
from protocol.session import Session
from protocol.steps.keys import purse_secret
from protocol.steps.total import purse_worth
from protocol.worths import WORTH, is_worth
from tests.helpers.cases import mostly_long
from tests.helpers.gold_game import GoldGame, GoldPlayers
from tests.helpers.room import Faults, Room, link_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from protocol.chain import Chain
    from protocol.table import Table

GAME: Final = GoldGame((1, 2, 3, 4, 5, 6, 7, 8, 9, 10), packet=5, rounds=2)
"""Each of five seats has one card when the second round begins, all of different values."""
GONE: Final = 4
HERE: Final = (0, 1, 2, 3)


def second_round() -> Room:
    """Return a table in the second round, which waits for the last of five."""
    room = Room(GAME, seats=5, seed=4, choose=GoldPlayers())
    room.open()
    room.run(until=lambda: min(chain.table.setup.number for chain in chains(room)) == 2)
    room.partition(*((GONE, other) for other in HERE))
    quiet(room)
    assert len({chain.heads[-1] for chain in chains(room)[:GONE]}) == 1
    return room


def vote(room: Room, *chairs: int) -> None:
    """Let these members vote to end the game."""
    for chair in chairs:
        room.members[chair].session.abandon(room.now)
        room.settle(chair)


def quiet(room: Room) -> None:
    """Let all that is on its way arrive, and whoever still asks ask for ten seconds."""
    until = room.now + 10.0
    while room.now < until and room.step():
        pass


def chains(room: Room) -> list[Chain]:
    """Return all logs."""
    return [member.session.chain for member in room.members]


def purse(session: Session, table: Table | None = None) -> int:
    """Return what a seat's own cards are worth, which it alone can read: now, or in an earlier state."""
    return sum(GAME.values[number] for number in session.zone(PURSE, table))


def truth(room: Room, *chairs: int) -> dict[int, int]:
    """Return what these members own, by seat."""
    sessions = [room.members[chair].session for chair in chairs or HERE]
    return {session.seat: purse(session) for session in sessions if session.seat is not None}


def shown(room: Room, chair: int) -> dict[int, int]:
    """Return what is proved where a member stands."""
    return room.members[chair].session.chain.worths.values


def check_logs(room: Room) -> None:
    """Check that each log proves the same to anybody, and that nobody is at fault."""
    for chair in HERE:
        result = audit(group=room.group, game=room.game, header=room.header, records=room.members[chair].disk)
        assert (result.abandoned, result.fault) == (True, None)
        assert result.chain.worths.values == shown(room, chair)


def test_those_who_are_there_prove_what_they_own() -> None:
    """Also who has not voted; each hears of each sum once, behind the end; nobody is asked in vain; logs prove it."""
    room = second_round()
    assert len(set(truth(room).values())) == len(HERE)
    vote(room, 0, 1, 2)
    quiet(room)
    for chair in HERE:
        assert shown(room, chair) == truth(room)
        last = [event for event in room.members[chair].events if isinstance(event, Abandoned | WorthProved)]
        assert isinstance(last[0], Abandoned)
        assert {event.seat: event.value for event in last[1:] if isinstance(event, WorthProved)} == truth(room)
        assert len(last) == 1 + len(HERE)
        assert room.members[chair].session.next_timer() is None
    check_logs(room)


def test_nobody_proves_anything_before_a_majority() -> None:
    """Two of five are none: no sum is shown."""
    room = second_round()
    vote(room, 0, 1)
    quiet(room)
    assert not any(is_worth(decode_entry(record)) for member in room.members for record in member.disk)


def test_there_is_nothing_to_prove_without_cards() -> None:
    """In the first round nobody owns anything, and nobody signs anything or waits for it."""
    room = Room(GAME, seats=5, seed=4, choose=GoldPlayers())
    room.open()
    room.run(until=lambda: min(chain.number for chain in chains(room)) >= 4)
    vote(room, 0, 1, 2)
    quiet(room)
    assert all(chain.ballots.abandoned and not chain.worths.entries for chain in chains(room))
    assert all(member.session.next_timer() is None for member in room.members)


def test_who_comes_late_gets_the_votes_and_the_sums_and_gives_its_own() -> None:
    """The last one is back when the others have ended the game: it stands where they do."""
    room = second_round()
    vote(room, 0, 1, 2)
    quiet(room)
    assert not room.members[GONE].session.chain.ballots.abandoned
    assert room.members[GONE].session.chain.heads == room.members[0].session.chain.heads
    room.heal((GONE, 0))
    quiet(room)
    everybody = {**truth(room), **truth(room, GONE)}
    assert [shown(room, chair) for chair in range(5)] == [everybody] * 5
    check_logs(room)


@pytest.mark.parametrize("lost", mostly_long((2, 0, 1, 6)))
def test_who_is_killed_and_resumes_proves_the_same(lost: int) -> None:
    """It signs what it signed before, bit by bit, however much its disk has lost, so that it never looks guilty."""
    room = second_round()
    vote(room, 0, 1, 2)
    quiet(room)
    disk = room.members[2].disk
    before = [record for record in disk if is_worth(decode_entry(record))]
    del disk[len(disk) - lost :]
    room.restart(2)
    quiet(room)
    assert sorted(record for record in disk if is_worth(decode_entry(record))) == sorted(before)
    for chair in HERE:
        assert shown(room, chair) == truth(room)
        assert room.members[chair].session.fault is None
    check_logs(room)


CHEAT: Final = 1


def signed(signer: Session, entry: Entry, /, **changed: object) -> Entry:
    """Return an entry of a member with some fields changed, signed by it."""
    assert signer.secrets is not None
    other = replace(entry, **changed)  # type: ignore[arg-type]  # fields by name
    return sign_entry(signer.secrets.signing, other.slot, other.body)


def claiming(session: Session, entry: Entry, value: int) -> Entry:
    """Return what the honest prover makes of a value that may be false."""
    assert session.secrets is not None
    site = replace(session.chain.site, kind=WORTH)
    me = session.secrets.me(entry.seat, session.table.setup.number)
    secret = purse_secret(session.table.group, me)
    proof = purse_worth(session.table, entry.seat, value).prove(site.spot(entry.seat), me, secret, value)
    return signed(session, entry, body=codec.encode([value, proof]))


def cheated(change: Callable[[Entry, Session], Sequence[Entry]]) -> Room:
    """Return a table that was ended, at which one shows something else than its worth to all."""
    room = second_round()
    cheat = room.members[CHEAT].session

    def tweak(source: int, target: int, data: bytes) -> bytes | None:
        frame = decode_frame(data)
        own = isinstance(frame, Entry) and is_worth(frame) and frame.seat == cheat.seat and source == CHEAT
        if isinstance(frame, Entry) and own:
            for other in change(frame, cheat):
                room.members[target].session.receive(link_of(CHEAT), encode_frame(other), room.now)
                room.settle(target)
            return None
        return data

    room.tweak = tweak
    vote(room, 0, 2, 3)
    quiet(room)
    return room


def content(entry: Entry) -> list[Any]:
    """Return value and proof."""
    value = codec.decode(entry.body)
    assert isinstance(value, list)
    return value


def altered(proof: bytes) -> bytes:
    """Return a proof with another last byte."""
    return proof[:-1] + bytes([proof[-1] ^ 1])


FALSE: Final[dict[str, tuple[Callable[[Entry, Session], Sequence[Entry]], Reason]]] = {
    "one more": (lambda e, s: [signed(s, e, body=codec.encode([content(e)[0] + 1, content(e)[1]]))], Reason.PROOF),
    "one less": (lambda e, s: [claiming(s, e, content(e)[0] - 1)], Reason.PROOF),
    "more than so many cards can be worth": (lambda e, s: [claiming(s, e, 11)], Reason.PROOF),
    "another value, proved as if it were true": (lambda e, s: [claiming(s, e, content(e)[0] % 10 + 1)], Reason.PROOF),
    "no number": (lambda e, s: [signed(s, e, body=codec.encode(["1", content(e)[1]]))], Reason.ENCODING),
    "no proof": (lambda e, s: [signed(s, e, body=codec.encode([content(e)[0], None]))], Reason.ENCODING),
    "nothing": (lambda e, s: [signed(s, e, body=codec.encode(None))], Reason.ENCODING),
    "no canonical bytes": (lambda e, s: [signed(s, e, body=b"\xff")], Reason.ENCODING),
    "about a seat": (lambda e, s: [signed(s, e, target=1)], Reason.NOT_EXPECTED),
    "two of them": (lambda e, s: [e, claiming(s, e, content(e)[0] + 1)], Reason.EQUIVOCATION),
}


@pytest.mark.parametrize("what", mostly_long(FALSE))
def test_a_false_sum_names_its_signer_and_disturbs_nobody(what: str) -> None:
    """All others prove theirs; each log of theirs proves the fault, and that the game was ended early."""
    change, reason = FALSE[what]
    room = cheated(change)
    culprit, others = room.members[CHEAT].session.seat, [chair for chair in HERE if chair != CHEAT]
    for chair in others:
        session, disk = room.members[chair].session, room.members[chair].disk
        assert [(fault.culprit, fault.reason) for fault in session.chain.faults] == [(culprit, reason)]
        assert [event.ends for event in room.members[chair].events if isinstance(event, Faulted)] == [False]
        assert truth(room, *others).items() <= shown(room, chair).items()
        assert session.chain.ballots.abandoned
        result = audit(group=room.group, game=room.game, header=room.header, records=disk)
        assert (result.abandoned, result.fault) == (True, session.fault)
        assert result.chain.worths.values == shown(room, chair)
        room.restart(chair)
        assert room.members[chair].session.fault == session.fault


ELSEWHERE: Final[dict[str, Callable[[Entry, Session], Sequence[Entry]]]] = {
    "a later step": lambda e, s: [signed(s, e, step=e.step + 1)],
    "another head": lambda e, s: [signed(s, e, head=bytes(32))],
    "a step long past": lambda e, s: [signed(s, e, step=1)],
    "another session": lambda e, s: [signed(s, e, session=bytes(32))],
    "another's seat": lambda e, s: [signed(s, e, seat=(e.seat + 1) % 5)],
    "both": lambda e, s: [signed(s, e, step=e.step + 1), e],
}


@pytest.mark.parametrize("what", mostly_long(ELSEWHERE))
def test_what_stands_elsewhere_does_not_count_and_blames_nobody(what: str) -> None:
    """It may be an honest one's that stands a step further; what can be checked as well counts."""
    room = cheated(ELSEWHERE[what])
    others = [chair for chair in HERE if chair != CHEAT]
    for chair in others:
        assert room.members[chair].session.fault is None
        assert shown(room, chair) == truth(room, *(HERE if what == "both" else others))
    still_asked = what not in {"a later step", "another head", "both"}
    assert (room.members[0].session.next_timer() is not None) == still_asked


def test_who_stands_a_step_behind_is_checked_by_those_ahead_and_not_the_other_way_round() -> None:
    """Somebody lacks the last entry of a step: nobody is blamed, and each log is good."""
    room = Room(GAME, seats=5, seed=4, choose=GoldPlayers())
    room.open()
    behind = room.members[3].session
    room.run(until=lambda: min(chain.table.setup.number for chain in chains(room)) == 2)
    room.run(until=lambda: room.members[0].session.chain.number == behind.chain.number + 1)
    assert room.members[0].session.chain.heads[behind.chain.number] == behind.chain.heads[-1]
    vote(room, *range(5))
    quiet(room)
    numbers = {chair: room.members[chair].session.chain.number for chair in range(5)}
    assert len(set(numbers.values())) > 1
    for chair, number in numbers.items():
        checked = [other for other in numbers if numbers[other] <= number]
        assert shown(room, chair) == truth(room, *checked)
        assert room.members[chair].session.next_timer() is None
    for chair in range(5):
        result = audit(group=room.group, game=room.game, header=room.header, records=room.members[chair].disk)
        assert (result.abandoned, result.fault) == (True, None)
        assert result.chain.worths.values == shown(room, chair)


def test_a_watcher_reads_the_sums_and_signs_none() -> None:
    """It has no purse."""
    room = second_round()
    watcher = Session(group=room.group, game=room.game, header=room.header, records=room.members[0].disk)
    vote(room, 0, 1, 2)
    quiet(room)
    for record in room.members[0].disk[len(watcher.chain.done) :]:
        watcher.chain.accept(decode_entry(record))
    watcher.start(room.now)
    assert watcher.chain.worths.values == truth(room)
    assert not watcher.outputs()


@pytest.mark.parametrize("seed", mostly_long(range(12)))
def test_nobody_honest_looks_guilty_whenever_the_game_is_ended(seed: int) -> None:
    """On a bad wire, in any step, with crashes and disks that have lost their ends: each log proves the truth."""
    random = Random(seed)
    room = Room(GAME, seats=5, seed=seed, choose=GoldPlayers(), faults=Faults(delay=0.3, drop=0.2, duplicate=0.2))
    room.open()
    last = random.randrange(14, 29)
    room.run(until=lambda: max(chain.number for chain in chains(room)) >= last)
    for chair in random.sample(range(5), 5):
        session = room.members[chair].session
        if session.chain.step is not None:
            vote(room, chair)
        for _ in range(random.randrange(6)):
            room.step()
        if random.random() < 0.4:
            disk = room.members[chair].disk
            del disk[len(disk) - random.choice((0, 0, 1, 2)) :]
            room.restart(chair)
    quiet(room)
    for chair, member in enumerate(room.members):
        chain = member.session.chain
        assert not chain.faults, f"seed {seed}"
        owned = {s.seat: {purse(s, t) for t in tables(s)} for s in (other.session for other in room.members)}
        assert all(value in owned[seat] for seat, value in shown(room, chair).items()), f"seed {seed}"
        result = audit(group=room.group, game=room.game, header=room.header, records=member.disk)
        assert (result.fault, result.chain.worths.values) == (None, shown(room, chair)), f"seed {seed}"


def tables(session: Session) -> list[Table]:
    """Return the public states from when there are purses, the present one last."""
    return [*(done.table for done in session.chain.done if done.table.setup.number), session.table]
