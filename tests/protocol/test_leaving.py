"""A seat leaves in order, at either kind of table: the others go on at once, without a vote."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from p2p_saboteur.games.saboteur.options import Options
from protocol import codec
from protocol.errors import Invalid, LocalError, Reason
from protocol.events import Left
from protocol.faults import PeerFault
from protocol.game import DeckLost, Lost, Voided
from protocol.header import STRICT, TOLERANT
from protocol.log import decode_entry, sign_entry
from protocol.steps.leaving import Leave
from tests.helpers.cases import mostly_long
from tests.helpers.losing import PATIENCE, check, first_with, leave, play_on, silence, until, vote
from tests.helpers.require import present
from tests.helpers.room import Room
from tests.helpers.small_game import choose
from tests.protocol.test_tolerant import DRAFT, GUARD, SMALL, STEPS, expected, facts_of, kinds_of, name_of, table_of

if TYPE_CHECKING:
    from protocol.game import Game, Seat
    from protocol.log import Entry


def go_on_after(room: Room, leaver: int) -> list[int]:
    """Let the others play to the end; nobody has voted, nothing is void. Return their chairs."""
    others = [chair for chair in range(len(room.members)) if chair != leaver]
    room.run()
    seat = room.members[others[0]].session.table.seating.index(leaver)
    check(room, others, {seat})
    assert facts_of(room, others[0], Voided, DeckLost) == []
    assert len(facts_of(room, others[0], Lost)) == 1
    return others


def chair_of(room: Room, seat: Seat) -> int:
    """Return who sits there."""
    return room.members[0].session.table.seating[seat]


LEAVING = [
    pytest.param(game, kind, marks=[] if (game, kind) == (SMALL, "deal") else pytest.mark.long) for game, kind in STEPS
]


@pytest.mark.parametrize("table", mostly_long([TOLERANT, STRICT]))
@pytest.mark.parametrize(("game", "kind"), LEAVING, ids=name_of)
def test_the_others_go_on_without_who_leaves(game: Game[Any], kind: str, table: str) -> None:
    """In any kind of step: it is gone as soon as the table waits for it, and signs nothing more."""
    if table == STRICT and kind in {"shares", "shares ok"}:
        pytest.skip("a strict table shares no keys")
    room = table_of(game, kind, table=table)
    leaver = chair_of(room, expected(room))
    leave(room, leaver)
    room.run()
    others = [chair for chair in range(len(room.members)) if chair != leaver]
    if room.members[others[0]].session.table.lost:
        go_on_after(room, leaver)
        assert isinstance(room.members[leaver].events[-1], Left)
        assert room.members[leaver].session.chain.step is None
        assert "strip" not in kinds_of(room, others[0])
    else:
        assert kind == "close"


def test_who_is_not_expected_leaves_when_the_table_waits_for_it() -> None:
    """Its wish is kept until then."""
    room = table_of(SMALL, "play", table=STRICT)
    chain = room.members[0].session.chain
    turn = present(chain.step).seats[0]
    leaver = chair_of(room, (turn + 1) % 4)
    leave(room, leaver)
    go_on_after(room, leaver)
    (done,) = [done for done in chain.done if any(entry.kind == "leave" for entry in done.entries.values())]
    assert done.site.step > chain.done[0].site.step
    assert done.step.kind != "play"


def test_two_leave_in_one_step() -> None:
    """Both have left; the rest go on."""
    room = table_of(SMALL, "deal", table=STRICT)
    leavers = {1, 3}
    for chair in leavers:
        leave(room, chair)
    room.run()
    lost = {room.members[0].session.table.seating.index(chair) for chair in leavers}
    check(room, [0, 2], lost)
    assert facts_of(room, 0, Voided, DeckLost) == []


@pytest.mark.long
def test_one_leaves_while_another_is_voted_out() -> None:
    """The one has left although the step ends without the other, whose layer nobody can take off any more."""
    room = Room(SMALL, seats=5, seed=2, choose=choose, kind=TOLERANT)
    room.open()
    assert until(room, "deal", 0)
    silence(room, 3)
    leave(room, 1)
    play_on(room, [0, 2, 4])
    table = room.members[0].session.table
    check(room, [0, 2, 4], {table.seating.index(1), table.seating.index(3)})
    steps = [done for done in room.members[0].session.chain.done if done.lost is not None]
    assert [done.table.seating[done.lost or 0] for done in steps] == [3]
    assert any(entry.kind == "leave" for entry in steps[0].entries.values())
    assert len(facts_of(room, 0, Voided)) == 1


@pytest.mark.long
def test_who_has_left_may_crash() -> None:
    """What it has signed is in its log, and it signs nothing else when it comes back."""
    room = table_of(SMALL, "deal")
    leaver = chair_of(room, other(room))
    leave(room, leaver)
    while decode_entry(room.members[leaver].disk[-1]).kind != "leave":
        assert room.step()
    signed = list(room.members[leaver].disk)
    room.restart(leaver)
    go_on_after(room, leaver)
    assert room.members[leaver].disk[: len(signed)] == signed
    assert isinstance(room.members[leaver].events[-1], Left)


def test_a_vote_about_one_of_the_two_who_stay_is_no_hindrance() -> None:
    """It was signed before the third left, whose word could have lifted it."""
    room = ahead_in("deal", 2)
    links = [(0, 1), (0, 2), (1, 2)]
    room.partition(*links)
    session, leaver, late = room.members[2].session, *(present(room.members[chair].session.seat) for chair in (0, 1))
    session.vote_out(late, room.now)
    room.settle(2)
    leave(room, 0)
    room.heal(*links)
    room.run()
    check(room, [1, 2], {leaver})
    assert any(decode_entry(record).kind == "out" for record in room.members[1].disk)


def ahead_in(kind: str, chair: int) -> Room:
    """Return a table of three of which one alone has come to a step of this kind."""
    for seed in range(20):
        room = Room(SMALL, seats=3, seed=seed, choose=choose, kind=STRICT)
        room.open()
        found = until(room, kind, chair)
        numbers = [member.session.chain.number for member in room.members]
        if found and all(at < numbers[chair] for other, at in enumerate(numbers) if other != chair):
            return room
    raise AssertionError(f"nobody is ahead in a step of kind {kind}")


def test_two_cannot_be_left_by_one() -> None:
    """Of two nobody can leave so that the others go on; nor before the game, nor a watcher."""
    room = table_of(SMALL, "deal", table=STRICT)
    for chair in (1, 3):
        leave(room, chair)
    while len(room.members[0].session.table.present) > 2:
        assert room.step()
    assert not room.members[0].session.may_leave
    with pytest.raises(LocalError, match="could not go on"):
        room.members[0].session.leave(room.now)


# --- cheats ----------------------------------------------------------------------------------------------------------


def farewell(room: Room, seat: Seat, change: Any = lambda content: content) -> Entry:  # noqa: ANN401 - of the content
    """Return the entry with which a seat leaves, with another content."""
    chain = room.members[0].session.chain
    me = room.secrets[chair_of(room, seat)].me(seat, chain.table.setup.number)
    step, site = Leave((seat,)), replace(chain.site, kind=Leave.kind)
    content = change(step.make(chain.table, site, me))
    return sign_entry(me.signing, site.slot(seat), codec.encode([chain.table.state_hashes, content]))


def other(room: Room) -> Seat:
    """Return a seat that the first member waits for."""
    chain = room.members[0].session.chain
    return next(seat for seat in chain.missing if seat != room.members[0].session.seat)


def test_a_layer_that_is_another_is_the_leavers_fault() -> None:
    """The proof fails, and the evidence is its entry."""
    room = table_of(SMALL, "deal")
    seat = other(room)

    def shifted(content: Any) -> list[Any]:  # noqa: ANN401 - as made
        size = room.group.element_size
        first = (room.group.elements(content[0][:size], 1)[0] + room.group.base).data
        return [first + content[0][size:], content[1]]

    with pytest.raises(PeerFault) as caught:
        room.members[0].session.chain.copy().accept(farewell(room, seat, shifted))
    fault = caught.value.fault
    assert (fault.culprit, fault.reason, fault.check) == (seat, Reason.PROOF, "key")


@pytest.mark.parametrize("first", ["leave", "deal"])
def test_who_leaves_and_stays_is_at_fault(first: str) -> None:
    """Two payloads for its one place in a step, in whatever order they come."""
    room = table_of(SMALL, "deal")
    seat, chain = other(room), room.members[0].session.chain.copy()
    me = room.secrets[chair_of(room, seat)].me(seat, chain.table.setup.number)
    honest = sign_entry(me.signing, chain.site.slot(seat), present(chain.step).make_body(chain.table, chain.site, me))
    both = [farewell(room, seat), honest]
    both = both if first == "leave" else both[::-1]
    chain.accept(both[0])
    with pytest.raises(PeerFault) as caught:
        chain.accept(both[1])
    fault = caught.value.fault
    assert (fault.culprit, fault.reason, fault.check) == (seat, Reason.EQUIVOCATION, "leave")
    assert set(fault.entries) == set(both)


def test_who_leaves_and_stays_is_at_fault_when_the_step_has_ended() -> None:
    """Else those who have heard one thing and those who have heard the other would never agree again."""
    room = table_of(SMALL, "deal", table=STRICT)
    seat, chain = other(room), room.members[0].session.chain.copy()
    me = room.secrets[chair_of(room, seat)].me(seat, chain.table.setup.number)
    honest = sign_entry(me.signing, chain.site.slot(seat), present(chain.step).make_body(chain.table, chain.site, me))
    leaver = farewell(room, seat)
    for each in [each for each in chain.missing if each != seat]:
        known = room.secrets[chair_of(room, each)].me(each, chain.table.setup.number)
        body = present(chain.step).make_body(chain.table, chain.site, known)
        chain.accept(sign_entry(known.signing, chain.site.slot(each), body))
    chain.accept(leaver)
    assert chain.table.lost == {seat}
    with pytest.raises(PeerFault) as caught:
        chain.accept(honest)
    assert caught.value.fault.check == "leave"


def test_where_two_would_not_be_left_nobody_may_leave() -> None:
    """The step does not expect it."""
    room = table_of(SMALL, "deal")
    table = replace(room.members[0].session.table, lost=frozenset({0, 1}))
    with pytest.raises(Invalid) as caught:
        Leave((2,)).read(table, room.members[0].session.chain.site, 2, None)
    assert (caught.value.reason, caught.value.check) == (Reason.NOT_EXPECTED, "entry.kind")


# --- gold and Saboteur -----------------------------------------------------------------------------------------------


def test_a_first_packet_that_is_left_goes_to_the_next() -> None:
    """The leaver's layer comes off the cards of the packet as well."""
    room = table_of(DRAFT, "deal", table=STRICT)
    leaver = room.members[chair_of(room, 0)].session
    while leaver.seat in leaver.chain.missing or leaver.chain.site.kind != "deal":
        assert room.step()
    leave(room, chair_of(room, 0))
    others = go_on_after(room, chair_of(room, 0))
    assert kinds_of(room, others[0]).count("deal") == 2


def test_who_is_to_hand_a_packet_over_again_is_lost_too() -> None:
    """After the one to whom it had passed it on has left: nobody else can hand it over, and the round is void."""
    room = table_of(DRAFT, "pick")
    chain = room.members[0].session.chain
    assert until(room, "pick", 0, lambda chain: chain.step is not None and chain.step.seats == (2,))
    leave(room, chair_of(room, 2))
    assert until(room, "hand over", 0)
    assert present(chain.step).seats == (1,)
    silence(room, chair_of(room, 1))
    others = [chair_of(room, 0), chair_of(room, 3)]
    play_on(room, others)
    check(room, others, {1, 2})
    lost = [done for done in room.members[others[0]].session.chain.done if done.lost is not None]
    assert [(done.site.kind, done.lost) for done in lost] == [("hand over", 1)]
    assert len(facts_of(room, others[0], Voided)) == 1


def test_who_settles_may_leave() -> None:
    """It takes with it what it has named."""
    room = table_of(GUARD, "settle deal", table=STRICT)
    leave(room, chair_of(room, 0))
    go_on_after(room, chair_of(room, 0))


@pytest.mark.long
@pytest.mark.parametrize("table", [STRICT, TOLERANT])
def test_saboteur_goes_on_without_who_leaves(table: str) -> None:
    """With the real rules, and over the end of a round."""
    room, leaver = first_with("play", table=table, options=Options(rounds=2))
    leave(room, leaver)
    go_on_after(room, leaver)


def test_who_has_left_still_says_whom_it_has_seen() -> None:
    """Else those who have voted against a seat before they got its entry would wait for who has left for ever."""
    room = Room(SMALL, seats=5, seed=3, choose=choose, kind=STRICT)
    room.open()
    assert until(room, "shuffle", 0, lambda chain: chain.missing == (1,))
    away, leaver, *others = (chair_of(room, seat) for seat in (1, 2, 0, 3, 4))
    room.partition(*((chair, other) for chair in (away, leaver) for other in others))
    room.members[leaver].session.leave(room.now)
    for _ in range(PATIENCE):
        assert room.step()
    assert isinstance(room.members[leaver].events[-1], Left)
    for chair in others:
        vote(room, chair)
    room.heal(*((leaver, other) for other in others))
    for _ in range(PATIENCE):
        assert room.step()
    room.heal(*((away, other) for other in others))
    rest = [away, *others]
    play_on(room, rest)
    check(room, rest, {2})
