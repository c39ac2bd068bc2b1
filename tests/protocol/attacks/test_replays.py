"""What was good once is good in its own place only: proofs and entries of other games, steps, seats and decks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from protocol import codec
from protocol.errors import Invalid, Reason
from protocol.events import Drop
from protocol.frames import encode_frame
from protocol.steps.base import Choice
from tests.helpers.adversary import Bench, CrookedRoom, Tweak, caught, content
from tests.helpers.room import Room, link_of
from tests.helpers.small_game import SPY, SmallGame, choose
from tests.helpers.toy_groups import FAST

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from protocol.done import Done
    from protocol.session import Session
    from protocol.steps.base import AnyChoice
    from protocol.table import Table
    from tests.helpers.adversary import Moment


def looking_twice(session: Session, random: Random) -> AnyChoice:
    """Spy in the first two turns."""
    return Choice(move=SPY) if session.table.state.spies < 6 else choose(session, random)


@pytest.fixture(scope="module")
def other_game() -> list[Done]:
    """Return the steps of another game of the same people, who erased nothing."""
    room = Room(SmallGame(1), seats=3, seed=2, choose=looking_twice)
    room.open()
    room.run()
    return room.members[0].session.chain.done


@pytest.mark.parametrize("kind", ["keys", "shuffle", "deal", "play", "peek", "reveal", "show"])
def test_content_of_another_game(kind: str, other_game: list[Done]) -> None:
    """Signed anew, in the right slot, by the same player, and still not good."""
    bench = Bench(kind, choose=looking_twice)
    theirs = [
        done.entries[seat]
        for done in other_game
        for seat in done.entries
        if done.step.kind == kind and done.table.seating[seat] == bench.room.cheat
    ]
    assert theirs
    for entry in theirs:
        body: Any = codec.decode(entry.body)
        witnessed = bench.moment.step.witnessed
        fault = bench.refuse(bench.moment.body(body[1] if witnessed else body))
        assert fault.reason in {Reason.PROOF, Reason.COMMITMENT, Reason.ENCODING}, fault


def test_entries_of_another_game_blame_nobody(other_game: list[Done]) -> None:
    """They are validly signed for another session: whoever sends them here loses the link, its signer nothing."""
    bench = Bench("deal")
    for done in other_game:
        for entry in done.entries.values():
            assert bench.send(encode_frame(entry)) is None
            assert [type(output) for output in bench.outputs] == [Drop]


@pytest.mark.parametrize("kind", ["keys", "shuffle", "deal", "peek", "reveal", "show"])
def test_content_of_another_seat(kind: str) -> None:
    """Copied whole, under the own name."""
    bench = Bench(kind, when=lambda moment: moment.session.chain.number > 4 or moment.me.seat > 0, choose=looking_twice)
    chain = bench.judge.session.chain
    others = list(chain.pending.values()) or list(chain.done[-1].entries.values())
    for entry in others:
        fault = bench.refuse(entry.body)
        assert fault.reason in {Reason.PROOF, Reason.COMMITMENT, Reason.NOT_RERANDOMISED, Reason.STATE}, fault


def test_layers_of_an_earlier_look_at_the_same_card() -> None:
    """The statement is the same to the letter, for the same eyes; only the place in the log is another."""
    seen: list[bytes] = []

    def later(moment: Moment) -> bool:
        peeks = [d for d in moment.session.chain.done if d.step.kind == "peek" and d.step.seat == moment.step.seat]  # type: ignore[attr-defined]
        seen.extend(d.entries[moment.me.seat].body for d in peeks)
        return bool(peeks)

    def replayed(_moment: Moment, _honest: object) -> Any:  # noqa: ANN401 - what was signed before
        body: Any = codec.decode(seen[-1])
        return body[1]

    caught(content("peek", replayed, Reason.PROOF, "key", when=later), choose=looking_twice)


def test_entries_sent_again_change_nothing() -> None:
    """Every entry of the log comes a second time, over another's link: nobody is blamed and nothing moves."""
    bench = Bench("show")
    session = bench.judge.session
    for done in session.chain.done:
        for entry in done.entries.values():
            assert bench.send(encode_frame(entry)) is None
            assert bench.outputs == []


def test_an_entry_under_another_seats_name_has_no_signature() -> None:
    """Whoever puts another's number into a slot has not that one's key."""

    def act(moment: Moment) -> list[Any]:
        return [(None, moment.sign(moment.body(moment.content()), seat=0))]

    room = CrookedRoom(Tweak(kind="deal", act=act, reason=None))
    room.open()
    room.run(20_000, until=lambda: all(room.members[chair].dropped for chair in room.honest))
    for chair in room.honest:
        assert room.members[chair].fault is None
        assert {drop.link for drop in room.members[chair].dropped} == {link_of(room.cheat)}


# --- every field that a proof is bound to ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def game() -> list[tuple[Table, Done]]:
    """Return the steps of a game, each with the table before it."""
    room = Room(SmallGame(0), seats=3, seed=2, choose=looking_twice)
    room.open()
    room.run()
    done = room.members[0].session.chain.done
    return list(zip([done[0].table, *[d.table for d in done]], done, strict=False))


PROVED = ["keys", "shuffle", "deal", "peek", "play", "reveal", "show"]


def proofs(game: list[tuple[Table, Done]], kind: str) -> Iterator[tuple[Table, Done, int, Any]]:
    """Yield table, step, seat and content of every entry of a kind that holds a proof."""
    for table, done in game:
        for seat, entry in done.entries.items():
            body: Any = codec.decode(entry.body)
            value = body[1] if done.step.witnessed else body
            if done.step.kind == kind and value[0] is not None:
                yield table, done, seat, value


@pytest.mark.parametrize("kind", PROVED)
def test_each_part_of_the_place_is_bound(kind: str, game: list[tuple[Table, Done]]) -> None:
    """Session, step, kind and head of the log, each changed alone, break every proof; unchanged they do not."""
    found = 0
    for table, done, seat, value in proofs(game, kind):
        site = done.site
        done.step.read(table, site, seat, value)
        for changed in (
            replace(site, session=bytes(32)),
            replace(site, step=site.step + 1),
            replace(site, kind="other"),
            replace(site, head=bytes(32)),
        ):
            with pytest.raises(Invalid) as error:
                done.step.read(table, changed, seat, value)
            assert error.value.reason is Reason.PROOF
        found += 1
    assert found


@pytest.mark.parametrize("kind", PROVED)
def test_seat_keys_decks_and_cards_are_bound(kind: str, game: list[tuple[Table, Done]]) -> None:
    """Another seat's name, another key of the seat, another joint key, another deck label: every proof breaks."""
    for table, done, seat, value in proofs(game, kind):
        for other in variants(table, seat):
            with pytest.raises(Invalid) as error:
                done.step.read(other, done.site, seat, value)
            assert error.value.reason in {Reason.PROOF, Reason.CARD}, error.value
        with pytest.raises(Invalid):
            done.step.read(table, done.site, (seat + 1) % 3, value)


def variants(table: Table, seat: int) -> Iterator[Table]:
    """Yield tables with another set-up: what is proved under the old one must fail under each."""
    more = FAST.base
    if table.coming is None:
        keys = dict(table.setup.keys)
        keys[seat] = replace(keys[seat], table=keys[seat].table + more, hand=keys[seat].hand + more)
        yield replace(table, setup=replace(table.setup, keys=keys))
    elif table.coming.keys:
        yield replace(table, coming=replace(table.coming, joint=table.coming.joint + more))
