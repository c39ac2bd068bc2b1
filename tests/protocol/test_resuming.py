"""A seat that resumes trusts the proofs in its own log as far as it had checked them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from protocol.chain import Chain
from protocol.errors import LocalError, Reason
from protocol.events import Save, Send, YourTurn
from protocol.frames import encode_frame
from protocol.log import decode_entry, sign_entry
from protocol.resuming import own_log
from protocol.session import Session
from protocol.steps.base import Spot
from protocol.stopping import is_stop
from tests.helpers.adversary import CrookedRoom, content
from tests.helpers.losing import until
from tests.helpers.require import present
from tests.helpers.room import Room, link_of
from tests.helpers.small_game import SmallGame, choose

if TYPE_CHECKING:
    from tests.helpers.adversary import Moment


def checked_steps(room: Room, chair: int, patch: pytest.MonkeyPatch) -> set[int]:
    """Return the numbers of the steps whose proofs a member checks as it reads its own log."""
    steps, check, accept = set[int](), Spot.check, Chain.accept
    now: list[int] = []

    def accepting(chain: Chain, entry: Any, **how: Any) -> Any:  # noqa: ANN401 - as the real one
        now[:] = [entry.step]
        return accept(chain, entry, **how)

    def checking(spot: Spot, *what: Any) -> None:  # noqa: ANN401 - as the real one
        if not spot.own:
            steps.update(now)
        check(spot, *what)

    patch.setattr(Chain, "accept", accepting)
    patch.setattr(Spot, "check", checking)
    room._session(chair, room.members[chair].disk)
    return steps


def test_only_the_last_step_is_checked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the log that comes of it is the same."""
    room = Room(SmallGame(4), seats=3, seed=3, choose=choose)
    room.open()
    assert until(room, "play", 0)
    chain = room.members[0].session.chain
    assert until(room, "deal", 0, lambda chain: len(chain.pending) > 1)
    assert checked_steps(room, 0, monkeypatch) == {chain.number}
    again = room._session(0, room.members[0].disk)
    assert again.chain.heads == chain.heads
    assert again.chain.pending == chain.pending


def other_layer(moment: Moment, honest: list[Any]) -> list[Any]:
    """Change the first card's layer."""
    group = moment.table.group
    size = group.element_size
    return [(group.elements(honest[0][:size], 1)[0] + group.base).encode() + honest[0][size:], *honest[1:]]


def test_a_bad_proof_is_bad_again() -> None:
    """Also if the program was killed before it could say that it stops; with that all proofs are checked again."""
    room = CrookedRoom(content("deal", other_layer, Reason.PROOF, "key"), game=SmallGame(2), seats=4, seed=3)
    room.play()
    fault = room.check()
    chair = room.honest[0]
    records = [*room.members[chair].disk]
    stops = [at for at, record in enumerate(records) if is_stop(decode_entry(record))]
    assert stops
    assert not any(checked for _, checked in own_log(records, plays=True))
    for end in (min(stops), len(records)):
        again = room._session(chair, records[:end])
        assert present(again.fault) == fault


def test_who_watches_checks_all_again() -> None:
    """A bad entry came to it before the good one, beside which it went on."""
    room = Room(SmallGame(1), seats=3, seed=3, choose=choose)
    room.open()
    room.run()
    watcher = Session(group=room.group, game=room.game, header=room.header)
    disk = [decode_entry(record) for record in room.members[0].disk]
    good = next(entry for entry in disk if entry.kind == "keys")
    chair = room.members[0].session.table.seating[good.seat]
    bad = sign_entry(room.secrets[chair].signing, good.slot, good.body[:-1] + bytes([good.body[-1] ^ 1]))
    watcher.link_up(link_of(0), 0.0)
    for entry in disk:
        for each in (bad, entry) if entry is good else (entry,):
            watcher.receive(link_of(0), encode_frame(each), 0.0)
    records = [output.record for output in watcher.outputs() if isinstance(output, Save)]
    again = Session(group=room.group, game=room.game, header=room.header, records=records)
    assert present(again.fault) == watcher.fault
    assert again.chain.heads == watcher.chain.heads == room.members[0].session.chain.heads


def in_its_turn() -> tuple[Room, int, list[bytes]]:
    """Return a table of three in the middle of a round, the chair whose turn it is, and the log up to there."""
    room = Room(SmallGame(4), seats=3, seed=3, choose=choose)
    room.open()
    room.run()
    done = room.members[0].session.chain.done
    turn = next(each for each in done if each.step.kind == "play")
    records = [entry.encode() for each in done[: turn.site.step] for entry in each.entries.values()]
    return room, turn.table.seating[turn.step.seats[0]], records


def resumed(room: Room, chair: int, records: list[bytes], *, cautious: bool) -> Session:
    """Return a session that begins with these records and is linked with the others, of whom it has heard nothing."""
    session = Session(
        group=room.group,
        game=room.game,
        header=room.header,
        secrets=room.secrets[chair],
        records=records,
        cautious=cautious,
    )
    for other in set(range(3)) - {chair}:
        session.link_up(link_of(other), room.now)
    session.start(room.now)
    return session


def asks(session: Session) -> bool:
    """Return whether it has just asked its player to choose."""
    return any(isinstance(event, YourTurn) for event in session.events())


def test_who_knows_that_its_log_is_complete_chooses_at_once() -> None:
    """It waits for nobody, whatever the others have told."""
    room, chair, records = in_its_turn()
    session = resumed(room, chair, records, cautious=False)
    assert session.complete
    assert not session.unheard
    assert asks(session)
    session.perform(choose(session, room.random), room.now)
    assert session.complete


def test_who_does_not_know_it_hears_all_others_first() -> None:
    """Only then is its log complete; nothing but what they say makes it so, neither a choice nor words nor time."""
    room, chair, records = in_its_turn()
    session = resumed(room, chair, records, cautious=True)
    others = sorted(set(range(3)) - {chair})
    with pytest.raises(AttributeError):
        session.complete = True  # type: ignore[misc]
    for heard, other in enumerate(others):
        session.confirm(room.now)
        session.tick(room.now + heard * 1000)
        assert not session.complete
        assert session.unheard == set(others[heard:])
        assert not asks(session)
        with pytest.raises(LocalError):
            session.perform(choose(session, room.random), room.now)
        theirs = resumed(room, other, records, cautious=False)
        for output in theirs.outputs():
            if isinstance(output, Send) and output.link == link_of(chair):
                session.receive(link_of(other), output.data, room.now)
    assert session.complete
    assert asks(session)


def test_a_log_that_is_older_than_its_secrets_is_not_complete_whoever_says_so() -> None:
    """The roots of a round that it has not reached show that its end is missing."""
    room, chair, records = in_its_turn()
    room.secrets[chair] = present(room.members[chair].session.secrets)
    assert room.secrets[chair].roots.oldest == 1
    session = resumed(room, chair, records[:2], cautious=False)
    assert not session.complete
    assert session.unheard == set(range(3)) - {chair}
