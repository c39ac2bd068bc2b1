"""What the full screen tells of the others: how they are reached, for whom all wait, how long a turn has."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from p2p_saboteur.app.pings import Pings
from p2p_saboteur.commands import neighbours
from p2p_saboteur.commands.absence import COST, GOES_ON, SEVERAL
from p2p_saboteur.commands.neighbours import SilenceClock, TurnClock, heads_equal, may_go, presences
from p2p_saboteur.table_view import Link, Presence
from protocol.ballots import Ballots
from protocol.game import Lost, Turn, Voided
from protocol.gossip import Others
from tests.helpers.positions import in_turn
from tests.helpers.views import view_of

if TYPE_CHECKING:
    from p2p_saboteur.app.client import Client
    from protocol.game import Fact

KEYS = [bytes([chair]) * 32 for chair in range(4)]


def a_client(
    *,
    missing: tuple[int, ...] = (),
    differing: tuple[int, ...] = (),
    done: int = 1,
    chosen: bool = True,
    present: int = 4,
) -> Client:
    """Return what stands for a client on chair 0 of four, linked with 1, through which 2 is reached."""
    chain = SimpleNamespace(
        number=done,
        ballots=Ballots(range(present)),
        awaited=missing,
        halted=None,
        culprit=None,
        step=SimpleNamespace(chosen=chosen),
        heads=[bytes(32)],
        done=[SimpleNamespace(entries=dict.fromkeys(range(4)))] * done,
    )
    others = Others(reached=frozenset({0, 1, 2}), differing=frozenset(differing))
    header = SimpleNamespace(chairs=[SimpleNamespace(link=key) for key in KEYS], tolerant=False)
    game = SimpleNamespace(request=lambda _state: None)
    table = SimpleNamespace(
        seating=(3, 2, 1, 0, 4)[: max(4, present)],
        present=tuple(range(present)),
        header=header,
        game=game,
        state="under way",
    )
    chain.table = table
    stand_in = SimpleNamespace(
        chair=0,
        linked=frozenset({1}),
        table=table,
        roster=SimpleNamespace(bots=0b0010),
        talk=SimpleNamespace(away={2}),
        pings=Pings(send=lambda _peer, _data: None),
        pump=SimpleNamespace(session=SimpleNamespace(others=others, chain=chain, may_vote_out=lambda _seat: None)),
    )
    return cast("Client", stand_in)


def test_each_seat_is_shown_as_it_is_reached() -> None:
    """Nobody's own seat has a link; who is linked with a peer of ours is reached through it; the rest is cut."""
    assert presences(a_client()) == (
        Presence(link=Link.DOWN),
        Presence(link=Link.RELAYED, away=True),
        Presence(link=Link.DIRECT, bot=True),
        Presence(link=Link.NONE),
    )


@pytest.mark.parametrize(("bots", "present", "may"), [(False, 3, True), (True, 3, False), (False, 2, False)])
def test_who_keeps_bots_or_would_leave_one_alone_cannot_leave_for_good(bots: bool, present: int, may: bool) -> None:
    """A player's bots end with his program."""
    client = a_client(present=present)
    client.keeps_bots = lambda: bots
    assert may_go(client) is may


def test_logs_are_equal_once_all_have_signed_and_nobody_stands_elsewhere() -> None:
    """Before that nothing is claimed."""
    assert heads_equal(a_client(done=0)) is None
    assert heads_equal(a_client()) is True
    assert heads_equal(a_client(differing=(2,))) is False


@pytest.mark.parametrize(("facts", "cost"), [((Lost(seat=2), Voided()), COST), ((Lost(seat=2),), GOES_ON)])
def test_silence_counts_from_the_beginning_of_the_step(
    facts: tuple[Fact, ...], cost: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In coarse steps; whoever thinks over a standing link is not late, whoever is cut off is.

    What it costs to go on is what the game would be told.
    """
    monkeypatch.setattr(neighbours, "without", lambda table, _seat: (table, facts))
    clock = SilenceClock()
    assert clock.look(a_client(missing=(3,)), 0.0) is None
    linked, cut = a_client(missing=(2,)), a_client(missing=(0, 2), present=5)
    first = clock.look(linked, 0.0)
    assert first
    assert (first.seats, first.seconds, first.direct, first.thinking, first.late) == ((2,), 0.0, True, True, False)
    later = clock.look(linked, 64.0)
    assert later
    assert (first.may_vote, later.seconds, later.late, later.may_vote) == (False, 60.0, False, True)
    gone = clock.look(cut, 64.0)
    assert gone
    assert (gone.seats, gone.direct, gone.late) == ((0, 2), False, True)
    assert (first.cost, later.cost, gone.cost) == ("", cost, f"{cost} {SEVERAL}")
    forced = clock.look(a_client(missing=(2,), chosen=False), 64.0)
    assert forced
    assert forced.late
    anew = clock.look(a_client(missing=(0,), done=2), 65.0)
    assert anew
    assert anew.seconds == 0.0


def test_going_on_with_fewer_than_three_ends_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is to vote must know that no round is dealt anew then."""
    monkeypatch.setattr(neighbours, "without", lambda table, seat: (table, (Lost(seat=seat), Voided())))
    clock, costs = SilenceClock(), []
    for missing, present in (((2,), 4), ((2,), 3), ((0, 2), 4)):
        clock.look(a_client(missing=missing, present=present), 0.0)
        silence = clock.look(a_client(missing=missing, present=present), 64.0)
        costs.append(silence.cost if silence else "")
    assert ["dealt anew" in cost for cost in costs] == [True, False, False]
    assert ["the game ends" in cost for cost in costs] == [False, True, True]


@pytest.mark.parametrize(
    ("missing", "present", "cut", "stuck", "may_end"),
    [
        ((2,), 4, (), False, True),
        ((1, 2), 4, (), True, False),
        ((1, 2), 3, (), True, False),
        ((2,), 4, (1,), True, False),
        ((1,), 4, (1,), False, True),
    ],
)
def test_where_more_than_one_is_missing_nobody_can_be_voted_out(
    *,
    missing: tuple[int, ...],
    present: int,
    cut: tuple[int, ...],
    stuck: bool,
    may_end: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whether the table waits for them or they cannot be reached; of four, two are no majority, either.

    Nothing is said of it in the first minute. Chairs are counted from the other end here.
    """
    monkeypatch.setattr(neighbours, "without", lambda table, seat: (table, (Lost(seat=seat), Voided())))
    client = cast("Any", a_client(missing=missing, present=present))
    client.pump.session.others = Others(
        reached=frozenset({0, 1, 2, 3} - {3 - seat for seat in cut}), differing=frozenset()
    )
    client.linked = frozenset[int]()
    clock = SilenceClock()
    told = [clock.look(client, now) for now in (0.0, 64.0)]
    assert [(each.stuck, each.may_end) for each in told if each] == [(False, True), (stuck, may_end)]


def test_a_turn_is_counted_down_from_when_it_began() -> None:
    """Second by second only in the end; a table without a limit has no clock, nor has one that asks nobody."""
    view = replace(view_of(in_turn()), request=Turn(seat=1, zone="hand"))
    clock = TurnClock(limit=30)
    assert clock.look(view, 100.0)
    assert not clock.look(view, 101.0)
    assert [clock.left(now) for now in (100.0, 104.0, 121.4, 140.0)] == [30.0, 25.0, 9.0, 0.0]
    assert clock.look(replace(view, request=Turn(seat=2, zone="hand")), 140.0)
    assert clock.left(140.0) == 30.0
    clock.look(replace(view, request=None), 150.0)
    assert clock.left(150.0) is None
    free = TurnClock()
    free.look(view, 0.0)
    assert free.left(1.0) is None
