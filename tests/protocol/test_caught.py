"""A seat that is proved to cheat is out, and the others play on to one end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from protocol.errors import Reason
from protocol.events import Expelled
from protocol.frames import encode_frame
from protocol.game import Dealt, Voided
from protocol.header import STRICT, TOLERANT
from protocol.log import sign_entry
from tests.helpers.adversary import CrookedRoom, Tweak
from tests.helpers.cases import mostly_long
from tests.helpers.gold_game import GoldGame, GoldPlayers
from tests.helpers.losing import until
from tests.helpers.require import present
from tests.helpers.room import Faults, link_of
from tests.helpers.saboteur import RandomPlayers
from tests.helpers.small_game import SmallGame

if TYPE_CHECKING:
    from tests.helpers.adversary import Moment, Sent

BAD = b"\xc1"
"""What nothing decodes to."""
KINDS = ("commit", "keys", "shuffle", "deal", "play", "peek", "agree", "reveal", "show", "lock", "open", "close")
GOLD = {
    "pick": GoldGame((1, 2, 3, 1, 2), packet=4),
    "pay": GoldGame((3, 1, 2), due=3),
    "total": GoldGame((1, 2, 3, 1, 2), packet=4),
}
SHARES = ("shares", "shares ok")


def bad(kind: str) -> Tweak:
    """Return the cheat that sends everybody an entry that says nothing."""
    return Tweak(kind=kind, act=lambda m: [(None, m.sign(BAD))], reason=Reason.ENCODING)


def two(kind: str) -> Tweak:
    """Return the cheat that sends one of the others the good entry, and the rest another one."""

    def act(moment: Moment) -> list[Sent]:
        others = [chair for chair in range(len(moment.table.header.chairs)) if chair != moment.session.chair]
        return [(others[:1], moment.honest()), (others[1:], moment.sign(BAD))]

    return Tweak(kind=kind, act=act, reason=Reason.EQUIVOCATION, stays=True)


def played(tweak: Tweak, *, seats: int = 4, kind: str = STRICT, seed: int = 3) -> CrookedRoom:
    """Play a whole small game with the cheat."""
    room = CrookedRoom(tweak, game=SmallGame(2, guess=True), seats=seats, seed=seed, kind=kind)
    room.play()
    room.finish()
    return room


@pytest.mark.parametrize("table", mostly_long([TOLERANT, STRICT]))
@pytest.mark.parametrize("kind", mostly_long(sorted(KINDS, key=lambda kind: kind != "play")))
def test_a_bad_entry_of_any_kind(kind: str, table: str) -> None:
    """All name the cheat, and their logs do; all others stopped in one step, and nothing is taken back."""
    room = played(bad(kind), kind=table)
    room.check()
    room.check_end()
    (out,) = (done for done in room.members[room.honest[0]].session.chain.done if done.agreed is not None)
    assert out.agreed
    assert out.site.step == room.crook.step_cheated


@pytest.mark.parametrize("table", mostly_long([TOLERANT, STRICT]))
@pytest.mark.parametrize("kind", mostly_long(sorted(KINDS, key=lambda kind: kind != "deal")))
def test_two_versions_of_any_kind(kind: str, table: str) -> None:
    """Who has gone on with the good one goes back; the round is void."""
    room = played(two(kind), kind=table)
    for chair in room.honest:
        fault = room.members[chair].fault
        assert fault is not None
        assert fault.culprit == room.culprit
    room.check_end()


@pytest.mark.parametrize("make", mostly_long([two, bad]))
@pytest.mark.parametrize("kind", mostly_long(SHARES))
def test_a_cheat_while_keys_are_shared(kind: str, make: object) -> None:
    """The set-up starts again without it."""
    room = played(bad(kind) if make is bad else two(kind), kind=TOLERANT)
    room.check_end()


@pytest.mark.parametrize("kind", mostly_long(["play", "close", "commit"]))
def test_of_three_seats_two_are_left(kind: str) -> None:
    """They come to the end that the game has for two."""
    room = played(bad(kind), seats=3)
    room.check()
    room.check_end()


@pytest.mark.parametrize("kind", mostly_long(GOLD))
def test_a_cheat_with_the_gold(kind: str) -> None:
    """In the steps that share it out."""
    room = CrookedRoom(bad(kind), game=GOLD[kind], seats=4, choose=GoldPlayers(), cheat_seat=0)
    room.play()
    room.check()
    room.finish()
    room.check_end()


@pytest.mark.long
@pytest.mark.parametrize("kind", ["reveal", "show", "carry", "pay", "total"])
def test_a_cheat_at_the_end_of_a_round_of_saboteur(kind: str) -> None:
    """The next round is played without it, or the totals are shown without it."""
    room = CrookedRoom(bad(kind), game=SaboteurGame(Options(rounds=2)), seats=4, seed=4, choose=RandomPlayers())
    room.open()
    room.run(until=lambda: all(room.members[chair].fault for chair in room.honest))
    room.check()
    room.finish(200_000)
    room.check_end()


@pytest.mark.parametrize("seed", mostly_long(range(6)))
def test_on_a_bad_wire(seed: int) -> None:
    """Frames are lost, doubled and late; the second version may be lost for all, and then nobody has cheated."""
    room = CrookedRoom(two("play"), game=SmallGame(2), seats=4, seed=seed)
    room.faults = Faults(delay=0.5, drop=0.2, duplicate=0.2)
    room.open()
    room.finish(200_000)
    if any(room.members[chair].fault for chair in room.honest):
        room.check_end()
    else:
        assert room.heads == {room.members[room.cheat].session.chain.heads[-1]}, f"seed {seed}"


@pytest.mark.long
@pytest.mark.parametrize("seats", [4, 3])
def test_a_cheat_at_saboteur(seats: int) -> None:
    """The round is dealt anew; with two players left the game ends with the totals that can be proved."""
    room = CrookedRoom(bad("play"), game=SaboteurGame(Options(rounds=1)), seats=seats, seed=4, choose=RandomPlayers())
    room.play()
    room.check()
    room.finish(200_000)
    room.check_end()
    facts = [type(fact) for fact in room.facts(room.honest[0])]
    after = facts[facts.index(Voided) :]
    assert (Dealt in after) == (seats == 4)


@pytest.mark.parametrize("seed", mostly_long(range(4)))
def test_a_seat_that_crashes_while_all_stop(seed: int) -> None:
    """It stops where it had stopped."""
    room = CrookedRoom(two("deal"), game=SmallGame(2), seats=4, seed=seed)
    room.play()
    for chair in room.honest:
        room.restart(chair)
    room.finish()
    room.check_end()


def test_the_culprit_learns_of_it() -> None:
    """Its own client is shown the evidence, and stands still."""
    room = played(bad("play"))
    crook = room.members[room.cheat]
    assert crook.session.chain.halted or isinstance(crook.events[-1], Expelled)


def test_a_fault_before_there_are_seats_ends_the_game() -> None:
    """Nobody has anything yet."""
    room = CrookedRoom(bad("nonce"), seats=4)
    room.play()
    room.check()
    assert all(room.members[chair].session.chain.halted for chair in room.honest)


def test_a_late_second_version_of_an_old_entry() -> None:
    """What had ended for all stands; the cheat is out of the present step."""
    room = CrookedRoom(Tweak(kind="-", act=lambda _: [], reason=None), game=SmallGame(2), seats=4, seed=3)
    room.open()
    room.run(until=lambda: room.crook.chain.number >= 20)
    crook = room.crook
    old = next(done for done in reversed(crook.chain.done[:12]) if crook.seat in done.entries)
    entry = old.entries[crook.seat or 0]
    again = sign_entry(room.secrets[room.cheat].signing, entry.slot, BAD)
    judge = room.members[room.honest[0]].session
    judge.receive(link_of(room.cheat), encode_frame(again), room.now)
    room.settle(room.honest[0])
    room.crook.step_cheated = old.site.step
    room.finish()
    room.check_end()
    (out,) = (done for done in judge.chain.done if done.agreed is not None)
    assert out.site.step > old.site.step + 3


def test_a_seat_that_was_away_while_another_was_caught() -> None:
    """It resumes behind the others, gets no further than where it learns of that, and stops there all the same."""
    room = CrookedRoom(Tweak(kind="-", act=lambda _: [], reason=None), game=SmallGame(4), seats=4, seed=3)
    room.open()
    away, judge, *_ = room.honest
    session = room.members[away].session
    assert until(
        room,
        "deal",
        away,
        lambda chain: chain.number > 9 and session.seat in chain.pending and bool(chain.missing),
    )
    room.tweak = lambda _source, target, data: None if target == away else data
    there = room.members[judge].session.chain
    for _ in range(200):
        assert room.step()
    assert there.number > session.chain.number
    entry = there.done[session.chain.number].entries[present(room.crook.seat)]
    again = sign_entry(room.secrets[room.cheat].signing, entry.slot, BAD)
    room.members[judge].session.receive(link_of(room.cheat), encode_frame(again), room.now)
    room.settle(judge)
    room.crook.step_cheated = entry.step
    room.run(until=lambda: all(room.members[chair].fault for chair in room.honest if chair != away))
    room.tweak = lambda _source, _target, data: data
    room.restart(away)
    room.finish()
    room.check_end()
