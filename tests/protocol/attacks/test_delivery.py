"""Frames that come twice, late, early, in floods or over another's link: ignored, bounded or blamed."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from protocol.errors import Reason
from protocol.events import Drop, Send
from protocol.frames import Heads, Hello, decode_frame, encode_frame
from protocol.gossip import BURST_BYTES, REFILL
from protocol.log import Entry
from protocol.session import Session
from protocol.waiting import AHEAD, PER_SEAT
from tests.helpers.adversary import Bench, CrookedRoom, body
from tests.helpers.room import Room, link_of
from tests.helpers.small_game import SmallGame, choose

if TYPE_CHECKING:
    from protocol.frames import Frame


@pytest.fixture
def bench() -> Bench:
    """Return a table in the middle of its game that waits for the cheat's entry."""
    return Bench("agree")


def sent(bench: Bench) -> list[Frame]:
    """Return what the judge has sent in answer to the last frame."""
    return [decode_frame(output.data) for output in bench.outputs if isinstance(output, Send)]


def test_entries_of_the_future_are_kept_within_bounds(bench: Bench) -> None:
    """A flood of validly signed entries for steps to come fills the cheat's own few places, and is not passed on."""
    step, forwarded = bench.moment.site.step, 0
    for number in range(500):
        entry = bench.moment.sign(bytes(1000), step=step + 1 + number % (2 * AHEAD), head=number.to_bytes(32, "big"))
        assert bench.send(encode_frame(entry)) is None
        forwarded += len(sent(bench))
    room = bench.judge.session.chain._waiting
    assert [len(kept) for kept in room._kept.values()] == [
        PER_SEAT if seat == bench.moment.me.seat else 0 for seat in range(3)
    ]
    # Whoever can be reached by the author gets it from there.
    assert forwarded == 0


def test_a_flood_is_not_passed_on_for_ever_to_who_is_not_linked_to_its_author(bench: Bench) -> None:
    """Each place is filled by an entry of a nearer step at most, so that the neighbours get a bounded number."""
    session = bench.judge.session
    for peer in session._gossip.peers.values():
        peer.links = 0
    step, random, forwarded = bench.moment.site.step, Random(1), 0
    for number in range(1000):
        entry = bench.moment.sign(b"\xc0", step=step + random.randint(1, AHEAD), head=number.to_bytes(32, "big"))
        assert bench.send(encode_frame(entry)) is None
        forwarded += len(sent(bench))
    assert forwarded <= PER_SEAT * AHEAD


def test_entries_before_the_session_is_known() -> None:
    """Nobody can check them yet: one place a seat, and the last one has it."""
    bench = Bench("nonce")
    for number in range(300):
        seat = number % 10
        entry = bench.moment.sign(bytes(1000), step=2 + number, seat=seat, session=number.to_bytes(32, "big"))
        assert bench.send(encode_frame(entry)) is None
        assert bench.outputs == []
    assert len(bench.judge.session.chain._waiting._unchecked) == 3


def test_future_entries_do_not_stop_the_asking(bench: Bench) -> None:
    """Only an accepted entry is progress; otherwise a flood would keep a peer from asking for what it lacks."""
    session, now = bench.judge.session, bench.room.now
    due = session.next_timer()
    assert due is not None
    for number in range(20):
        entry = bench.moment.sign(b"\xc0", step=bench.moment.site.step + 1, head=number.to_bytes(32, "big"))
        session.receive(link_of(bench.room.cheat), encode_frame(entry), now + 0.01 * number)
    assert session.next_timer() == due


def answered(session: Session, link: bytes, frames: list[Frame], now: float, spacing: float) -> int:
    """Return how many bytes a session sends in answer to frames that come at this spacing."""
    total = 0
    for number, frame in enumerate(frames):
        session.receive(link, encode_frame(frame), now + spacing * number)
        total += sum(len(output.data) for output in session.outputs() if isinstance(output, Send))
    return total


def hellos(session: Session, count: int) -> list[Frame]:
    """Return different frontiers that all lack the whole log."""
    head = session.chain.heads[0]
    return [Hello(step=0, head=head, have=0, votes=0, links=number % 1024) for number in range(count)]


def test_asking_is_cheap_and_answers_are_bounded(bench: Bench) -> None:
    """Frontiers that lack everything, a thousand of them at once and then two thousand in two seconds."""
    session, link, now = bench.judge.session, link_of(bench.room.cheat), bench.room.now + 10
    whole = sum(len(entry.encode()) for done in session.chain.done for entry in done.entries.values())
    assert answered(session, link, hellos(session, 1), now, 0) > whole
    assert answered(session, link, hellos(session, 1000), now, 0) < BURST_BYTES + 40_000
    assert answered(session, link, hellos(session, 2000), now, 0.001) < BURST_BYTES + 2 * REFILL + 100_000


def test_frontiers_of_other_logs_are_answered_once_a_second(bench: Bench) -> None:
    """Showing one's heads is not cheap either."""
    session, link, now = bench.judge.session, link_of(bench.room.cheat), bench.room.now + 10
    frames: list[Frame] = [
        Hello(step=number % 8, head=number.to_bytes(32, "big"), have=0, votes=0, links=0) for number in range(1000)
    ]
    heads = len(encode_frame(Heads(first=0, heads=tuple(session.chain.heads))))
    assert answered(session, link, frames, now, 0.0009) == heads


def test_heads_are_answered_within_the_same_bounds(bench: Bench) -> None:
    """The entries of the first step that differs, as long as the allowance lasts."""
    session, link, now = bench.judge.session, link_of(bench.room.cheat), bench.room.now + 10
    mine = session.chain.heads
    frames: list[Frame] = [Heads(first=0, heads=(*mine[:5], bytes(32))) for _ in range(2000)]
    assert answered(session, link, frames, now, 0) < BURST_BYTES + 40_000


def test_frontiers_ahead_are_answered_now_and_then(bench: Bench) -> None:
    """Whoever claims to have more is asked for it, but not at every claim."""
    session, link, now = bench.judge.session, link_of(bench.room.cheat), bench.room.now + 10
    frames: list[Frame] = [
        Hello(step=1000 + number, head=bytes(32), have=1023, votes=1023, links=0) for number in range(1000)
    ]
    assert answered(session, link, frames, now, 0.001) < 12 * 60


def test_entries_on_another_head_name_nobody(bench: Bench) -> None:
    """However many: the heads are shown once a second, and nothing is kept."""
    for number in range(300):
        entry = bench.moment.sign(b"\xc0", head=number.to_bytes(32, "big"))
        assert bench.send(encode_frame(entry)) is None
        assert len(sent(bench)) == (number == 0)


def test_stale_duplicate_and_reordered_entries(bench: Bench) -> None:
    """The whole log once more, backwards, three times: nothing comes of it."""
    done = bench.judge.session.chain.done
    entries = [entry for step in done for entry in step.entries.values()]
    for entry in entries[::-1] * 3:
        assert bench.send(encode_frame(entry)) is None
        assert bench.outputs == []


def test_evidence_is_shown_to_who_asks_later() -> None:
    """One peer loses every frame with the false entry; all others stand still, and tell it why when it asks."""
    room = CrookedRoom(body("deal", lambda _: b"\xc0", Reason.ENCODING, "array"))
    away = room.honest[-1]

    def lose(_source: int, target: int, data: bytes) -> bytes | None:
        frame = decode_frame(data)
        return None if target == away and isinstance(frame, Entry) and frame in room.crook.signed else data

    room.tweak = lose
    room.open()
    room.run(20_000, until=lambda: all(room.members[chair].fault for chair in room.honest[:-1]))
    for _ in range(50):
        room.step()
    assert room.members[away].fault is None
    room.tweak = lambda _source, _target, data: data
    room.run(20_000, until=lambda: room.members[away].fault is not None)
    room.check()


# --- links -----------------------------------------------------------------------------------------------------------


def test_anyones_entry_may_come_over_any_link() -> None:
    """Who signed is in the signature: the entry counts for its author, whoever carries it."""
    bench = Bench("agree")
    session = bench.judge.session
    entry = bench.moment.honest()
    carrier = next(chair for chair in bench.room.honest if bench.room.members[chair] is not bench.judge)
    session.receive(link_of(carrier), encode_frame(entry), bench.room.now)
    assert bench.moment.me.seat not in session.chain.missing
    assert session.fault is None


def test_an_invalid_entry_over_another_link_names_its_signer() -> None:
    """Who passes on evidence is not at fault."""
    bench = Bench("agree")
    session = bench.judge.session
    carrier = next(chair for chair in bench.room.honest if bench.room.members[chair] is not bench.judge)
    session.receive(link_of(carrier), encode_frame(bench.moment.sign(b"\xc1")), bench.room.now)
    assert session.fault is not None
    assert session.fault.culprit == bench.room.culprit
    assert not any(isinstance(output, Drop) for output in session.outputs())


def test_a_forged_entry_costs_its_carrier_the_link() -> None:
    """The name in it is anyone's to write."""
    bench = Bench("agree")
    session, entry = bench.judge.session, bench.moment.honest()
    carrier = next(chair for chair in bench.room.honest if bench.room.members[chair] is not bench.judge)
    session.receive(link_of(carrier), encode_frame(replace(entry, signature=bytes(64))), bench.room.now)
    assert session.fault is None
    assert [output.link for output in session.outputs() if isinstance(output, Drop)] == [link_of(carrier)]


def test_strangers_are_not_heard() -> None:
    """A frame from a link that nobody announced is not even read."""
    bench = Bench("agree")
    session = bench.judge.session
    session.receive(b"x" * 32, encode_frame(bench.moment.honest()), bench.room.now)
    assert bench.moment.me.seat in session.chain.missing
    assert session.outputs() == []


def test_a_watcher_reads_and_cannot_take_part() -> None:
    """It gets the whole log; what it tells or sends changes nothing but what it is sent."""
    room = Room(SmallGame(0), seats=3, seed=2, choose=choose)
    room.open()
    room.run()
    watcher = Session(group=room.group, game=room.game, header=room.header)
    host, link, now = room.members[0].session, b"w" * 32, room.now
    watcher.link_up(link_of(0), now)
    host.link_up(link, now)
    for tenth in range(100):
        for output in watcher.outputs():
            if isinstance(output, Send):
                host.receive(link, output.data, now + tenth / 10)
        for output in host.outputs():
            if isinstance(output, Send) and output.link == link:
                watcher.receive(link_of(0), output.data, now + tenth / 10)
    assert watcher.chain.heads == host.chain.heads
    assert watcher.seat is None
    everything = Hello(step=2**20, head=bytes(32), have=1023, votes=1023, links=1023)
    host.receive(link, encode_frame(everything), now + 20)
    host.receive(link, encode_frame(Heads(first=0, heads=(bytes(32),) * 4096)), now + 20)
    assert host.fault is None
    assert host.chain.heads == watcher.chain.heads


def test_who_claims_links_to_everyone_only_robs_itself() -> None:
    """A lie about one's links keeps others from passing entries on to the liar, and from nobody else."""
    room = Room(SmallGame(0), seats=4, seed=3, choose=choose)
    liar = 2

    def claim(source: int, _target: int, data: bytes) -> bytes:
        frame = decode_frame(data)
        return encode_frame(replace(frame, links=1023)) if source == liar and isinstance(frame, Hello) else data

    room.tweak = claim
    room.cut = {frozenset((0, 1)), frozenset((0, 3))}  # chair 0 is linked to the liar alone
    room.open()
    room.run()
    assert len(room.heads) == 1


def test_a_log_that_is_read_has_no_gaps_or_repeats() -> None:
    """The records that floods and repeats leave on a disk are exactly the entries that count."""
    room = Room(SmallGame(0), seats=3, seed=2, choose=choose)
    room.faults.duplicate = 1.0
    room.open()
    room.run()
    for member in room.members:
        assert len(set(member.disk)) == len(member.disk)
        assert len(member.disk) == sum(len(done.entries) for done in member.session.chain.done)
