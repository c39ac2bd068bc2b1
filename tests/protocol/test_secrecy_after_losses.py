"""What a log gives away in which a seat was lost or has left: nothing of what it, or an honest seat, was dealt."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from protocol.chain import Chain
from protocol.header import STRICT, TOLERANT
from protocol.log import decode_entry
from tests.helpers.coalition import Coalition, placed
from tests.helpers.losing import first_with, leave, play_on, silence, until
from tests.helpers.room import Room
from tests.helpers.small_game import TRUMP, SmallGame
from tests.protocol.test_secrecy import secretive

if TYPE_CHECKING:
    from protocol.elgamal import Ciphertext
    from protocol.game import Seat

SEATS = 5
MOMENTS = (("deal", 0), ("play", 1), ("peek", 1), ("deal", 3), ("play", 4))
"""The kind of the step in which somebody goes, and how many turns have been taken before."""


@cache
def played(table: str, moment: tuple[str, int], *, leaves: bool) -> tuple[Room, Chain, Seat]:
    """Return a game in which a seat goes, what there is of it before the last cards are turned up, and who went.

    Args:
        table: strict or tolerant.
        moment: when it goes.
        leaves: whether it leaves in order; else it falls silent.
    """
    kind, turns = moment
    for seed in range(40):
        room = Room(SmallGame(5), seats=SEATS, seed=seed, choose=secretive, kind=table)
        room.open()
        session = room.members[0].session
        if until(room, kind, 0, lambda chain: [done.site.kind for done in chain.done].count("play") >= turns):
            seat = next((seat for seat in session.chain.missing if seat != session.seat), None)
            if seat is not None:
                return room, _end(room, seat, leaves=leaves), seat
    raise AssertionError(f"no step of kind {kind}")


def _end(room: Room, seat: Seat, *, leaves: bool, last: str = "reveal") -> Chain:
    """Play on without a seat, and return the log as it was before the last cards were turned up, in a step `last`."""
    gone = room.members[0].session.table.seating[seat]
    others = [chair for chair in range(len(room.members)) if chair != gone]
    if leaves:
        leave(room, gone)
        room.run()
    else:
        silence(room, gone)
        play_on(room, others)
    member = room.members[others[0]]
    assert member.session.table.lost == {seat}
    end = next(done for done in member.session.chain.done if done.step.kind == last).site.step
    chain = Chain(group=room.group, game=room.game, header=room.header)
    for record in member.disk:
        if chain.number < end:
            chain.accept(decode_entry(record))
    void = room.header.kind == STRICT and not leaves  # the round is dealt anew
    assert (chain.number, chain.table.setup.number) == (end, 1 + void)
    return chain


def together(room: Room, chain: Chain, seats: set[Seat]) -> Coalition:
    """Return these seats with all their secrets."""
    return Coalition(chain, {seat: room.secrets[chain.table.seating[seat]] for seat in seats})


def dealt_to(room: Room, chain: Chain, seat: Seat) -> set[Ciphertext]:
    """Return all that a seat has ever owned or looked at, as it lay with it and, before that, on the table."""
    own = {card for done in chain.done for _, owner, card in placed(done.table) if owner == seat}
    everybody = together(room, chain, set(range(len(room.members))))
    return own | {one for one, other in everybody.links if other in own}


def undealt(chain: Chain) -> set[Ciphertext]:
    """Return the cards that nobody has been dealt or has looked at."""
    return {card for name, card in chain.table.ledger.table.items() if name != TRUMP}


WAYS = [
    pytest.param(
        table,
        moment,
        leaves,
        marks=[] if (table, moment, leaves) == (TOLERANT, MOMENTS[3], False) else pytest.mark.long,
    )
    for table, leaves in ((TOLERANT, False), (TOLERANT, True), (STRICT, True), (STRICT, False))
    for moment in MOMENTS
]


@pytest.mark.parametrize(("table", "moment", "leaves"), WAYS)
def test_colluders_read_no_card_of_who_is_gone_nor_of_an_honest_seat(
    table: str, moment: tuple[str, int], leaves: bool
) -> None:
    """All of the rest but one honest seat at a tolerant table; all but that one, with who is gone, at a strict one."""
    room, chain, gone = played(table, moment, leaves=leaves)
    rest = set(range(SEATS)) - {gone}
    for honest in rest:
        for those in (rest - {honest}, *([rest - {honest} | {gone}] if table == STRICT else [])):
            known = together(room, chain, those).read().keys()
            hidden = dealt_to(room, chain, honest) | (dealt_to(room, chain, gone) if gone not in those else set())
            assert len(hidden) > 2
            assert not known & hidden
            assert not known & undealt(chain)
            assert known


def test_nor_do_all_of_the_rest_read_what_a_leaver_was_dealt_at_a_strict_table() -> None:
    """Though they can read together all that is still to be dealt."""
    room, chain, gone = played(STRICT, MOMENTS[3], leaves=True)
    known = together(room, chain, set(range(SEATS)) - {gone}).read().keys()
    assert not known & dealt_to(room, chain, gone)
    assert undealt(chain)
    assert undealt(chain) <= known


@pytest.mark.long
def test_all_of_the_rest_would_read_what_a_lost_seat_was_dealt_at_a_tolerant_table() -> None:
    """The control: with every share of its key its layer comes off any card that lay on the table."""
    room, chain, gone = played(TOLERANT, MOMENTS[3], leaves=False)
    rest = set(range(SEATS)) - {gone}
    own = dealt_to(room, chain, gone)
    assert own & together(room, chain, rest).read().keys()
    everything = together(room, chain, set(range(SEATS))).read()
    assert own <= everything.keys()


@pytest.mark.long
@pytest.mark.parametrize(("table", "leaves"), [(TOLERANT, False), (TOLERANT, True), (STRICT, True)])
def test_roles_and_hands_stay_secret_in_saboteur(table: str, leaves: bool) -> None:
    """Of who is gone and of an honest player, until the roles are turned up; with a map that one of them has played."""
    room, gone = first_with("play", table=table, when=lambda chain, _: bool(chain.table.ledger.peeks))
    seat = room.members[gone ^ 1].session.table.seating.index(gone)
    chain = _end(room, seat, leaves=leaves, last="show")
    rest = set(range(4)) - {seat}
    for honest in rest:
        known = together(room, chain, rest - {honest}).read().keys()
        hidden = dealt_to(room, chain, honest) | dealt_to(room, chain, seat)
        assert len(hidden) > 10
        assert not known & (hidden - _goals(chain))
        assert known


def _goals(chain: Chain) -> set[Ciphertext]:
    """Return the goals as they lay at any time, and what anybody looked at: another may have seen the same."""
    ledgers = [done.table.ledger for done in chain.done]
    lying = {card for ledger in ledgers for name, card in ledger.table.items() if name.deck == "goal"}
    return lying | {card for ledger in ledgers for card in ledger.peeks.values()}
