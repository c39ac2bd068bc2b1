"""Tolerant tables: one seat falls silent in any kind of step, and the round goes on; a second one makes it void."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from p2p_saboteur.bots.steady import SteadyPolicy
from p2p_saboteur.games.saboteur.options import Options
from protocol.errors import Reason
from protocol.game import DeckLost, Lost, Paid, PayAnswer, Voided
from protocol.header import STRICT, TOLERANT
from tests.helpers.adversary import CrookedRoom, content
from tests.helpers.cases import mostly_long
from tests.helpers.gold_game import GoldGame, GoldPlayers
from tests.helpers.losing import PATIENCE, check, first_with, play_on, silence, until, vote
from tests.helpers.room import Room
from tests.helpers.small_game import SmallGame, choose
from tests.helpers.toy_groups import FAST

if TYPE_CHECKING:
    from collections.abc import Iterable

    from protocol.game import Game, Seat

SEATS = 4
DRAFT = GoldGame((3, 3, 2, 2, 2, 1, 1, 1, 1), packet=6)
GUARD = GoldGame((1, 1, 3, 3), due=4)
SMALL = SmallGame(4, guess=True)
SMALL_KINDS = ("commit", "keys", "shuffle", "shares", "shares ok", "deal", "play", "agree", "peek", "lock", "open")
STEPS: tuple[tuple[Game[Any], str], ...] = (
    *((SMALL, kind) for kind in (*SMALL_KINDS, "reveal", "show", "close")),
    *((DRAFT, kind) for kind in ("deal", "pick", "total")),
    *((GUARD, kind) for kind in ("pay", "settle", "settle deal", "settle sum")),
)
STRICT_STEPS = tuple((game, kind) for game, kind in STEPS if not kind.startswith("shares"))
FREE = {"commit", "keys", "shuffle", "shares", "shares ok", "total", "close"}
"""Kinds of steps of the first round and of the end, in which no card on the table is needed any more."""


def mostly_long_but(steps: Iterable[Any], short: set[Any]) -> list[Any]:
    """Return the steps, of which all but these are only tried with ``--long``."""
    return [pytest.param(*step, marks=[] if step in short else pytest.mark.long) for step in steps]


def name_of(value: Any) -> str:  # noqa: ANN401 - a game or a kind
    """Return what a test calls it."""
    return value if isinstance(value, str) else value.name


def table_of(game: Game[Any], kind: str, *, table: str = TOLERANT) -> Room:
    """Return a table at which the first member has come to a step of this kind."""
    for seed in range(10):  # with some of them it does a step in one go
        player: Any = GoldPlayers() if isinstance(game, GoldGame) else choose
        room = Room(game, seats=SEATS, seed=seed, choose=player, kind=table)
        room.open()
        if until(room, kind, 0):
            return room
    raise AssertionError(f"no step of kind {kind}")


def expected(room: Room) -> Seat:
    """Return a seat that the present step waits for, if one is left, else any that it expects."""
    chain = room.members[0].session.chain
    assert chain.step
    return (*chain.missing, *chain.step.seats)[0]


def facts_of(room: Room, chair: int, *kinds: type) -> list[object]:
    """Return what the game was told of these kinds."""
    return [fact for fact in room.facts(chair) if isinstance(fact, kinds)]


def kinds_of(room: Room, chair: int) -> list[str]:
    """Return the kinds of the steps that have ended."""
    return [done.site.kind for done in room.members[chair].session.chain.done]


def go_on_without(room: Room, seat: Seat) -> list[int]:
    """Let a seat fall silent and the others play to the end without it; return their chairs."""
    chain = room.members[0].session.chain
    gone, kind = chain.table.seating[seat], chain.site.kind
    others = [chair for chair in range(len(room.members)) if chair != gone]
    silence(room, gone)
    play_on(room, others)
    check(room, others, {seat})
    (lost,) = [done for done in room.members[others[0]].session.chain.done if done.lost is not None]
    assert (lost.lost, lost.site.kind) == (seat, kind)
    return others


@pytest.mark.parametrize(("game", "kind"), mostly_long_but(STEPS, {(SMALL, "deal"), (GUARD, "pay")}), ids=name_of)
def test_the_round_goes_on_without_a_silent_seat(game: Game[Any], kind: str) -> None:
    """In any kind of step: the layer comes off if cards are needed, nothing is void, and the game comes to its end."""
    room = table_of(game, kind)
    seat = expected(room)
    others = go_on_without(room, seat)
    table = room.members[others[0]].session.table
    assert facts_of(room, others[0], Voided, DeckLost) == []
    if kind not in FREE and (game, seat) != (GUARD, 0):
        assert kinds_of(room, others[0]).count("strip") == 1
        assert table.setup.stripped == {seat}


@pytest.mark.parametrize(("game", "kind"), mostly_long_but(STRICT_STEPS, {(SMALL, "play")}), ids=name_of)
def test_a_strict_table_deals_anew(game: Game[Any], kind: str) -> None:
    """The same losses make a round void that has begun and is not over yet, once, and the game comes to its end."""
    room = table_of(game, kind, table=STRICT)
    seat = expected(room)
    others = go_on_without(room, seat)
    void = kind not in FREE and (game is not GUARD or seat != 0)
    assert facts_of(room, others[0], Voided, DeckLost) == [Voided()] * void
    assert kinds_of(room, others[0]).count("strip") == 0
    if game is SMALL:
        made_anew = void or kind in {"commit", "keys", "shuffle"}
        assert kinds_of(room, others[0]).count("commit") == 1 + made_anew


def one_lost(seed: int, kind: str) -> Room:
    """Return a table of five that has lost one, chair 3, and then come to a step of a kind."""
    room = Room(SMALL, seats=5, seed=seed, choose=choose, kind=TOLERANT)
    room.open()
    assert until(room, "play", 0)
    silence(room, 3)
    chain = room.members[0].session.chain
    for _ in range(10):
        for _ in range(PATIENCE):
            if chain.table.lost and chain.site.kind == kind:
                return room
            room.step()
        for chair in (0, 1, 2, 4):
            vote(room, chair)
    raise AssertionError(f"seed {seed}: no {kind}")


@pytest.mark.parametrize("kind", mostly_long(["strip", "play"]))
def test_a_second_loss_makes_the_round_void(kind: str) -> None:
    """The first one's share of the second one's key is missing; the round is dealt anew, and its keys are shared."""
    room = one_lost(7, kind)
    silence(room, 4)
    play_on(room, [0, 1, 2])
    table = room.members[0].session.table
    check(room, [0, 1, 2], {table.seating.index(3), table.seating.index(4)})
    assert len(facts_of(room, 0, Lost)) == 2
    assert len(facts_of(room, 0, Voided)) == 1
    assert (table.setup.number, len(table.setup.sharings)) == (2, 3)


# --- gold ------------------------------------------------------------------------------------------------------------


def test_a_first_packet_that_nobody_answers_is_dealt_to_the_next() -> None:
    """It lies on the table again, without the lost seat's layer."""
    room = table_of(DRAFT, "pick")
    others = go_on_without(room, 0)
    assert kinds_of(room, others[0]).count("deal") == 2
    assert "hand over" not in kinds_of(room, others[0])


def test_a_packet_that_was_passed_on_is_handed_to_the_next() -> None:
    """By who passed it on; the others have all that is in it, and the lost seat's purse leaves the game."""
    room = table_of(DRAFT, "pick")
    assert until(room, "pick", 0, lambda chain: chain.step is not None and chain.step.seats == (2,))
    others = go_on_without(room, 2)
    chain = room.members[others[0]].session.chain
    (handed,) = [done for done in chain.done if done.site.kind == "hand over"]
    assert handed.step.seats == (1,)
    assert [len(chain.table.ledger.zone(seat, "purse")) for seat in range(SEATS)] == [2, 2, 0, 2]


def test_a_settlement_goes_on_when_another_is_lost() -> None:
    """The one that is paid is not asked again what it takes; the sum is shown, and it is paid."""
    room = table_of(GUARD, "settle deal")
    others = go_on_without(room, 2)
    assert kinds_of(room, others[0]).count("settle") == 1
    assert settled(room, others[0])


def settled(room: Room, chair: int) -> Paid | None:
    """Return the settlement that the game was told of."""
    facts = room.facts(chair)
    return next((fact for fact in facts if isinstance(fact, Paid) and fact.answer is PayAnswer.SETTLE), None)


@pytest.mark.parametrize("kind", mostly_long(["settle deal", "settle sum"]))
def test_who_is_lost_while_it_settles_takes_with_it_what_it_has_named(kind: str) -> None:
    """The game is told so, and what it gave back is in the pile."""
    room = table_of(GUARD, kind)
    others = go_on_without(room, 0)
    names = [type(fact).__name__ for fact in room.facts(others[0])]
    paid = settled(room, others[0])
    assert names[names.index("Lost") - 1] == "Paid"
    assert paid
    assert not set(paid.take) & room.members[others[0]].session.table.ledger.table.keys()


# --- Saboteur --------------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("kind", ["pick", "carry", "deal", "peek", "pay", "reveal", "show", "total"])
def test_saboteur_goes_on_without_a_silent_seat(kind: str) -> None:
    """With the real rules: nothing is void or lost."""
    options = Options(rounds=2 if kind == "carry" else 1)
    policy: dict[str, Any] = {"policy": SteadyPolicy} if kind == "pick" else {}
    room, gone = first_with(kind, table=TOLERANT, options=options, **policy)
    others = [chair for chair in range(SEATS) if chair != gone]
    silence(room, gone)
    play_on(room, others)
    seat = room.members[others[0]].session.table.seating.index(gone)
    check(room, others, {seat})
    assert facts_of(room, others[0], Lost, Voided, DeckLost) == [Lost(seat=seat)]


# --- cheats ----------------------------------------------------------------------------------------------------------


def test_a_lie_in_stripping_is_its_authors() -> None:
    """All name it, and go on without it though the lost seat cannot say where it stands."""

    def another(_: object, said: Any) -> list[Any]:  # noqa: ANN401 - as made
        size = FAST.element_size
        first = (FAST.elements(said[0][:size], 1)[0] + FAST.base).data
        return [first + said[0][size:], said[1]]

    room = CrookedRoom(content("strip", another, Reason.PROOF, "key"), game=SMALL, seats=5, seed=4, kind=TOLERANT)
    room.open()
    assert until(room, "play", room.honest[0])
    *others, lost = room.honest
    silence(room, lost)
    for _ in range(20):
        if all(room.members[chair].fault for chair in others):
            break
        for _ in range(PATIENCE):
            assert room.step()
        for chair in (*others, room.cheat):
            if not room.members[chair].fault:
                vote(room, chair)
    for chair in others:
        fault = room.members[chair].fault
        assert fault is not None
        assert (fault.culprit, fault.reason, fault.check) == (room.culprit, Reason.PROOF, "key")
    play_on(room, others)
    gone = room.members[others[0]].session.table.seating.index(lost)
    check(room, others, {room.culprit, gone}, culprit=room.culprit)
    assert facts_of(room, others[0], Voided) == [Voided()]  # two are gone who had shares of each other's keys
