"""Drafts, pays and totals, played honestly."""

from __future__ import annotations

import pytest

from protocol.audit import audit
from protocol.game import Paid, PayAnswer
from protocol.ledger import PURSE
from tests.helpers.cases import mostly_long
from tests.helpers.gold_game import GoldGame, GoldPlayers
from tests.helpers.room import Room


def played(game: GoldGame, *, seats: int = 3, seed: int = 1, crash_at: str = "") -> Room:
    """Return a table of a gold game that has ended; all may crash and come back in the first step of a kind."""
    room = Room(game, seats=seats, seed=seed, choose=GoldPlayers())
    room.open()
    if crash_at:
        room.run(until=lambda: room.quiet or crash_at in {each.session.chain.site.kind for each in room.members})
        assert not room.quiet, f"no step of kind {crash_at}"
        for chair in range(seats):
            room.restart(chair)
    room.run()
    assert len(room.heads) == 1
    for member in room.members:
        result = audit(group=room.group, game=game, header=room.header, records=member.disk)
        assert result.finished
        assert result.fault is None
    return room


def totals(room: Room) -> tuple[int, ...]:
    """Return the totals by seat, which must be what the purses hold."""
    state = room.members[0].session.table.state
    for member in room.members:
        seat, values = member.session.seat, room.game.values  # type: ignore[attr-defined]
        assert seat is not None
        assert state.totals[seat] == sum(values[number] for number in member.session.zone(PURSE))
    return tuple(state.totals)


def answers(room: Room) -> list[PayAnswer]:
    """Return the answers of the seat that was paid."""
    return [fact.answer for fact in room.facts(0) if isinstance(fact, Paid)]


def test_everyone_takes_the_best_of_what_is_left() -> None:
    """Five cards, three seats: seats 0 and 1 pick twice."""
    room = played(GoldGame((3, 2, 2, 1, 1), packet=5))
    assert totals(room) == (3 + 1, 2 + 1, 2)


def test_a_packet_of_one_card_is_simply_kept() -> None:
    """Nothing is handed on."""
    assert totals(played(GoldGame((2,), packet=1))) == (2, 0, 0)


def test_two_seats_pass_a_packet_back_and_forth() -> None:
    """Each gets it again."""
    assert totals(played(GoldGame((3, 3, 2, 1), packet=4), seats=2)) == (3 + 2, 3 + 1)


@pytest.mark.parametrize("seed", mostly_long(range(4)))
@pytest.mark.parametrize("due", [2, 3, 4])
def test_a_seat_is_paid_exactly(due: int, seed: int) -> None:
    """Whatever the order of the pile, it stops at the exact value."""
    room = played(GoldGame((1, 1, 2, 3, 3), due=due), seed=seed)
    assert totals(room)[0] == due
    assert answers(room)[-1] is PayAnswer.STOP


def test_what_would_overshoot_goes_to_the_bottom() -> None:
    """Nothing but threes and one 1 for a due of 1... the threes are put back until the 1 is drawn."""
    room = played(GoldGame((3, 3, 3, 2), due=2), seed=2)
    given = answers(room)
    assert totals(room)[0] == 2
    assert given[-1] is PayAnswer.STOP
    assert set(given[:-1]) <= {PayAnswer.BACK}


def test_the_guard_ends_a_pay_that_never_would() -> None:
    """Two is due and there are only threes: after a full turn the seat settles for nothing."""
    room = played(GoldGame((3, 3, 3), due=2))
    assert answers(room) == [PayAnswer.BACK] * 3 + [PayAnswer.SETTLE]
    assert totals(room) == (0, 0, 0)


@pytest.mark.parametrize("seed", mostly_long(range(3)))
def test_the_guard_lets_one_exchange_what_one_has_for_the_exact_value(seed: int) -> None:
    """Holding a 2 with three due, only threes left: the 2 goes back and a 3 is taken."""
    room = played(GoldGame((2, 3, 3, 3), due=3), seed=seed)
    assert totals(room)[0] == 3


def test_an_empty_pile_settles_too() -> None:
    """All that there is was drawn, and is less than what is due."""
    room = played(GoldGame((1, 1), due=4))
    assert answers(room) == [PayAnswer.KEEP, PayAnswer.KEEP, PayAnswer.SETTLE]
    assert totals(room)[0] == 2


@pytest.mark.parametrize(
    ("game", "kind"),
    [
        (GoldGame((3, 2, 2, 1), packet=4), "pick"),
        (GoldGame((3, 2, 2, 1), packet=4), "total"),
        (GoldGame((1, 2, 3), due=3), "pay"),
        (GoldGame((3, 3, 3), due=2), "settle"),
        (GoldGame((3, 3, 3), due=2), "settle deal"),
        (GoldGame((3, 3, 3), due=2), "settle sum"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_crash_of_everybody_in_a_step_changes_nothing(game: GoldGame, kind: str) -> None:
    """All come back and go on."""
    played(game, crash_at=kind)
