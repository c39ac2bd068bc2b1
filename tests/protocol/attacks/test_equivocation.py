"""Seats that say different things to different peers; and who must not be blamed for it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from protocol import codec
from protocol.audit import audit
from protocol.errors import Reason
from protocol.faults import PeerFault
from protocol.frames import encode_frame
from protocol.log import sign_entry
from protocol.root import Root
from protocol.steps.base import Choice
from tests.helpers import ed25519
from tests.helpers.adversary import Bench, CrookedRoom, Tweak
from tests.helpers.cases import mostly_long
from tests.helpers.room import Faults, Room, link_of
from tests.helpers.small_game import SPY, SmallGame, choose

if TYPE_CHECKING:
    from collections.abc import Collection

    from protocol.log import Entry
    from tests.helpers.adversary import Moment, Sent


def versions(moment: Moment) -> tuple[Entry, Entry]:
    """Return two entries for one slot, each of them good by itself."""
    step, me = moment.step, moment.me
    if step.kind == "play":
        other = replace(me, choice=Choice(move=SPY) if me.choice != Choice(move=SPY) else replaced(moment))
    else:
        other = replace(me, root=Root(bytes(range(32))))
    return moment.honest(), moment.sign(moment.body(step.make(moment.table, moment.site, other)))


def replaced(moment: Moment) -> Choice:
    """Return a move that is no spying."""
    return Choice(move=b"b", card=moment.session.zone("hand")[0])


def two_faced(kind: str, first: Collection[int], second: Collection[int]) -> Tweak:
    """Return the tweak that shows one version to some chairs and another to others, and then plays on."""

    def act(moment: Moment) -> list[Sent]:
        one, two = versions(moment)
        assert one.slot == two.slot
        assert one.digest != two.digest
        return [(first, one), (second, two)] * 4  # a bad wire may lose some

    return Tweak(kind=kind, act=act, reason=Reason.EQUIVOCATION, check="slot", stays=True)


@pytest.mark.parametrize("kind", mostly_long(["shuffle", "play", "deal", "peek", "reveal"], 2))
@pytest.mark.parametrize(("first", "second"), [((0,), (1, 3)), ((0, 1), (3,)), ((0, 1, 3), (0, 1, 3))], ids=str)
def test_two_versions_of_one_entry(kind: str, first: Collection[int], second: Collection[int]) -> None:
    """Everyone names the seat that signed both, whoever saw which; peers on another head are never named."""
    room = CrookedRoom(two_faced(kind, first, second), cheat=2, seats=4)
    room.play()
    fault = room.check()
    assert {entry.digest for entry in fault.entries} == {entry.digest for entry in room.crook.signed}


@pytest.mark.parametrize("seed", mostly_long(range(6)))
def test_two_versions_on_a_bad_wire(seed: int) -> None:
    """Delays, losses and duplicates hide nothing for long: the evidence is asked for again too."""
    tweak = two_faced("shuffle", (0, 4), (1, 3))
    room = CrookedRoom(tweak, cheat=2, seats=5, seed=seed)
    room.faults = Faults(delay=0.3, drop=0.3, duplicate=0.2)
    room.play()
    room.check()


@pytest.mark.parametrize("seed", mostly_long(range(3)))
def test_two_versions_among_peers_in_a_ring(seed: int) -> None:
    """The two neighbours of the cheat have no link to each other: the fourth one's head tells them."""
    room = CrookedRoom(two_faced("play", (1,), (3,)), cheat=2, seats=4, seed=seed)
    room.cut = {frozenset((1, 3)), frozenset((0, 2))}
    room.play()
    room.check()


def test_a_different_state_for_one_peer() -> None:
    """One peer gets a false hash, the others the right one: all name the signer, each by what it saw first."""

    def act(moment: Moment) -> list[Sent]:
        wrong = codec.encode([bytes(len(moment.table.state_hashes)), None])
        return [((0, 1), moment.honest()), ((3,), moment.sign(wrong))]

    room = CrookedRoom(Tweak(kind="agree", act=act, reason=None, stays=True), cheat=2, seats=4)
    room.play()
    for chair in room.honest:
        for fault in (room.members[chair].fault, room.audit(chair)):
            assert fault is not None
            assert fault.culprit == room.culprit
            assert fault.step == room.crook.step_cheated
            assert fault.reason in {Reason.EQUIVOCATION, Reason.STATE}


def test_second_version_of_an_old_entry_shown_late() -> None:
    """Steps that are over stand, and the proof counts all the same."""
    old: list[Sent] = []

    def act(moment: Moment) -> list[Sent]:
        done = next(done for done in moment.session.chain.done if done.step.kind == "commit")
        slot = {"step": done.site.step, "head": done.site.head, "kind": "commit"}
        body = codec.encode([done.table.state_hashes, bytes(32)])
        old.append((None, moment.sign(body, **slot)))
        return old

    room = CrookedRoom(Tweak(kind="show", act=act, reason=Reason.EQUIVOCATION, check="slot"))
    room.play()
    for chair in room.honest:
        for fault in (room.members[chair].fault, room.audit(chair)):
            assert fault is not None
            assert (fault.culprit, fault.reason) == (room.culprit, Reason.EQUIVOCATION)
            assert old[0][1] in fault.entries
        assert room.members[chair].session.chain.number == room.crook.step_cheated


def test_two_versions_that_come_before_their_step() -> None:
    """Two payloads in one slot prove the fault as soon as the judge has come to their step."""
    bench = Bench("shuffle")
    crook, judge = bench.room.crook, bench.judge.session
    now = bench.moment.honest()
    crook.chain.accept(now)
    slot = crook.chain.site.slot(bench.moment.me.seat)
    one, two = (sign_entry(bench.moment.me.signing, slot, body) for body in (b"\x01", b"\x02"))
    assert [bench.send(encode_frame(entry)) for entry in (one, two)] == [None, None]
    judge.receive(link_of(bench.room.cheat), encode_frame(now), bench.room.now)
    fault = judge.fault
    assert fault is not None
    assert (fault.culprit, fault.step) == (bench.room.culprit, one.step)


def test_two_heads_are_no_fault() -> None:
    """Entries in slots that differ in the head alone prove nothing: one may stand on a log that another forked."""
    bench = Bench("shuffle")
    for step in (bench.moment.site.step, bench.moment.site.step + 2):
        for head in (bytes(32), bytes([1]) * 32):
            assert bench.send(encode_frame(bench.moment.sign(b"\xc0", step=step, head=head))) is None


def test_one_payload_signed_twice_is_no_fault() -> None:
    """Signatures are not unique: another good one of the same payload is the same entry."""
    room = Room(SmallGame(0), seats=3, seed=2, choose=choose)
    room.open()
    room.run(until=lambda: room.members[0].session.chain.number > 8)
    judge = room.members[0].session
    number = judge.chain.number
    for done in judge.chain.done:
        for seat, entry in done.entries.items():
            chair = done.table.seating[seat] if done.site.step > 1 else seat
            seed = room.secrets[chair].signing._key.private_bytes_raw()
            again = replace(entry, signature=ed25519.sign(seed, entry.payload, 12345 + done.site.step))
            assert again.signature != entry.signature
            again.check_signature(room.header.chairs[chair].key)
            judge.receive(link_of(1), encode_frame(again), room.now)
    assert judge.fault is None
    assert judge.chain.number == number
    assert judge.outputs() == []


def test_evidence_convinces_who_has_the_other_version() -> None:
    """Two honest logs that fork at the cheat: each one, with the evidence, names it to a stranger."""
    room = CrookedRoom(two_faced("play", (0,), (1, 3)), cheat=2, seats=4)
    room.play()
    evidence = [entry.encode() for entry in room.crook.signed[:2]]
    for chair in room.honest:
        session = room.members[chair].session
        log = [
            e.encode() for d in session.chain.done for e in d.entries.values() if d.site.step < room.crook.step_cheated
        ]
        fault = audit(group=room.group, game=room.game, header=room.header, records=[*log, *evidence]).fault
        assert fault is not None
        assert fault.culprit == room.culprit


def test_own_chain_raises_for_its_caller_too() -> None:
    """Whoever reads a log through the chain gets the fault as an error."""
    bench = Bench("shuffle")
    with pytest.raises(PeerFault) as error:
        bench.judge.session.chain.accept(bench.moment.sign(b"\xc0"))
    assert error.value.fault.culprit == bench.room.culprit
