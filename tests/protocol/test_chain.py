"""The log's acceptance, entry by entry."""

from __future__ import annotations

import pytest

from protocol.ballots import ABANDON
from protocol.chain import Chain, Verdict
from protocol.errors import Invalid
from protocol.faults import PeerFault
from protocol.log import sign_entry
from tests.helpers.room import Room
from tests.helpers.small_game import SmallGame, choose
from tests.helpers.toy_groups import FAST


def begun_room(seats: int = 4) -> Room:
    """Return a table whose seating moves chair 0 and that has made a few steps."""
    for seed in range(20):
        room = Room(SmallGame(), seats=seats, seed=seed, choose=choose)
        room.open()
        room.run(until=lambda: room.members[0].session.chain.number >= 5)  # noqa: B023 - called in this turn only
        if room.members[0].session.table.seating[0] != 0:
            return room
    raise AssertionError("twenty tables kept chair 0 in seat 0")


def replayed(room: Room, steps: int) -> Chain:
    """Return the log as it was after so many steps."""
    chain = Chain(group=room.group, game=room.game, header=room.header)
    for done in room.members[0].session.chain.done[:steps]:
        for entry in done.entries.values():
            chain.accept(entry)
    return chain


@pytest.mark.parametrize(("steps", "at"), [(4, 4), (4, 3), (4, 0), (4, 1)])
def test_a_chair_cannot_sign_in_the_name_of_a_seat(steps: int, at: int) -> None:
    """An entry for the session that does not belong to its step is nobody's, whatever number it gives as its seat."""
    room = begun_room()
    chain = replayed(room, steps)
    table, number = chain.table, 0
    wrong = table.session if at < 2 else table.header.table_id
    signer = table.seating[number] if at < 2 else number
    slot = (wrong, number, at, "commit", 0, chain.heads[at])
    entry = sign_entry(room.secrets[signer].signing, slot, b"\xc0")
    with pytest.raises(Invalid, match=r"entry\.session"):
        chain.accept(entry)
    assert chain.fault is None


def test_a_copy_goes_its_own_way() -> None:
    """Entries, votes and entries that came early change one chain and not the other."""
    room = begun_room()
    done = room.members[0].session.chain.done
    chain = replayed(room, 3)
    twin = chain.copy()
    first, *rest = done[3].entries.values()
    twin.accept(first)
    twin.accept(next(iter(done[4].entries.values())))
    vote = sign_entry(
        room.secrets[twin.table.seating[0]].signing, (twin.table.session, 0, 3, ABANDON, 0, twin.heads[3]), b"\xc0"
    )
    twin.accept(vote)
    assert (chain.pending, chain.ballots.votes, chain.take_accepted()) == ({}, {}, replayed(room, 3).take_accepted())
    for entry in (first, *rest):
        chain.accept(entry)
    assert (chain.number, twin.number) == (4, 3)
    assert twin.heads == chain.heads[:4]


def test_only_the_proofs_of_an_entry_just_made_here_are_taken_on_trust() -> None:
    """Whoever made it does not prove it to itself; the same entry of anyone else is its signer's fault."""
    room = begun_room()
    chain = replayed(room, 3)
    honest = next(iter(room.members[0].session.chain.done[3].entries.values()))
    at = len(honest.body) - FAST.scalar_size  # the last response of the proof
    body = honest.body[:at] + bytes([honest.body[at] ^ 1]) + honest.body[at + 1 :]
    entry = sign_entry(room.secrets[chain.table.seating[honest.seat]].signing, honest.slot, body)
    assert chain.copy().accept(entry, own=True) is Verdict.ACCEPTED
    with pytest.raises(PeerFault, match="purse"):
        chain.accept(entry)
