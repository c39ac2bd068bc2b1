"""What a program with ``--json`` is told of waiting, at the sessions of a real table and at none."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from p2p_saboteur.app.news import Words
from p2p_saboteur.commands import json_desk
from p2p_saboteur.commands.json_desk import JsonDesk
from p2p_saboteur.commands.json_waiting import JsonWaits
from p2p_saboteur.commands.neighbours import PATIENCE
from p2p_saboteur.commands.waits import SHORT
from protocol import codec
from protocol.ballots import ABANDON
from protocol.frames import encode_frame
from protocol.header import TOLERANT
from protocol.log import sign_entry
from protocol.session import Session
from protocol.words import words_of
from tests.helpers.room import Room, link_of
from tests.helpers.small_game import SmallGame, choose

if TYPE_CHECKING:
    import pytest

    from p2p_saboteur.app.client import Client
    from p2p_saboteur.app.control import NetworkControl
    from p2p_saboteur.commands.keyboard import Keyboard
    from protocol.chain import Chain

WAITED_FOR, WAITER, CHEAT = 0, 1, 2
"""Chairs."""


class Thinking(Room):
    """A table at which one member thinks about its turn."""

    def settle(self, chair: int) -> None:
        """Let nothing be chosen for it."""
        if chair != WAITED_FOR:
            super().settle(chair)
            return
        for output in self.members[chair].session.outputs():
            self._carry_out(chair, output)


def begun() -> Room:
    """Return a tolerant table of four that waits for the choice of one."""
    room = Thinking(SmallGame(4), seats=4, seed=3, choose=choose, kind=TOLERANT)
    room.open()
    chain = room.members[WAITER].session.chain
    room.run(until=lambda: bool(chain.step and chain.step.chosen and waited_for(chain) == {WAITED_FOR}))
    return room


def waited_for(chain: Chain) -> set[int]:
    """Return the chairs for which a table waits."""
    return {chain.table.seating[seat] for seat in chain.awaited}


def client_of(room: Room, session: Session, *, bots: bool = False) -> Client:
    """Return what stands for the client of a session, linked with all; it may keep bots."""
    stand_in = SimpleNamespace(
        chair=session.chair,
        linked=frozenset(range(4)),
        table=session.table,
        roster=SimpleNamespace(header=room.header, bots=0),
        pump=SimpleNamespace(session=session),
        keeps_bots=lambda: bots,
    )
    return cast("Client", stand_in)


def a_teller() -> tuple[JsonWaits, list[dict[str, Any]]]:
    """Return who tells, and what he tells."""
    told: list[dict[str, Any]] = []
    return JsonWaits(lambda event, **fields: told.append({"event": event, **fields})), told


def test_who_keeps_the_table_waiting_is_told_whenever_that_changes() -> None:
    """Not in the first moments; again when a link is gone, after a minute, and once nobody is waited for any more."""
    room = begun()
    session = room.members[WAITER].session
    client, seat = cast("Any", client_of(room, session)), session.table.seating.index(WAITED_FOR)
    waits, told = a_teller()
    for now in (0.0, SHORT - 1, SHORT, SHORT + 1):
        waits.look(client, now)
    assert told == [
        {
            "event": "waiting",
            "seats": [seat],
            "names": [room.header.chairs[WAITED_FOR].name],
            "direct": True,
            "thinking": True,
            "long": False,
            "stuck": False,
            "enough": True,
            "culprit": None,
            "words": list(words_of(session.chain.heads[-1])),
            "cost": "",
            "may": [{"do": "abandon"}, {"do": "leave"}],
            "seconds": SHORT,
        }
    ]
    client.linked = frozenset({CHEAT})
    waits.look(client, 20.0)
    waits.look(client, PATIENCE)
    assert [(event["direct"], event["long"], event["seconds"]) for event in told[1:]] == [
        (False, False, 20),
        (False, True, PATIENCE),
    ]
    assert told[-1]["cost"].startswith("If you go on without who is missing, the round goes on")
    thinker = room.members[WAITED_FOR].session
    thinker.perform(choose(thinker, room.random), room.now)
    room.settle(WAITED_FOR)
    room.run(until=lambda: WAITED_FOR not in waited_for(session.chain))
    waits.look(client, PATIENCE + 1)
    assert told[3:] == [{"event": "waiting", "seats": [], "names": []}]


def test_the_commands_that_can_be_given_are_told() -> None:
    """As they are to be sent: the vote after a minute and once, the end once; who keeps bots cannot leave for good."""
    room = begun()
    session = room.members[WAITER].session
    seat = session.table.seating.index(WAITED_FOR)
    out = {"do": "out", "seat": seat}
    waits, told = a_teller()
    client = client_of(room, session)
    for now in (0.0, PATIENCE):
        waits.look(client, now)
    assert told[-1]["may"] == [out, {"do": "abandon"}, {"do": "leave"}]
    session.vote_out(seat, room.now)
    waits.look(client, PATIENCE)
    assert told[-1]["may"] == [{"do": "abandon"}, {"do": "leave"}]
    session.abandon(room.now)
    waits.look(client_of(room, session, bots=True), PATIENCE)
    assert told[-1]["may"] == []


def test_who_only_watches_can_do_nothing_about_it() -> None:
    """But learns for whom the table waits."""
    room = begun()
    watching = Session(group=room.group, game=room.game, header=room.header, records=room.members[WAITER].disk)
    waits, told = a_teller()
    for now in (0.0, PATIENCE):
        waits.look(client_of(room, watching), now)
    assert [(event["seats"], event["may"]) for event in told] == [([watching.table.seating.index(WAITED_FOR)], [])]


def test_once_somebody_is_proved_to_cheat_the_table_waits_for_all_others_to_stop() -> None:
    """From then on the time counts; nothing can be voted on and nobody can leave before the cheat is out."""
    room = begun()
    session = room.members[WAITER].session
    seats = {chair: session.table.seating.index(chair) for chair in range(4)}
    waits, told = a_teller()
    client = client_of(room, session)
    for now in (0.0, PATIENCE):
        waits.look(client, now)
    site = session.chain.site
    slot = (site.session, seats[CHEAT], site.step, ABANDON, 0, site.head)
    bad = sign_entry(room.secrets[CHEAT].signing, slot, codec.encode(1))
    session.receive(link_of(CHEAT), encode_frame(bad), room.now)
    waits.look(client, PATIENCE + 1)
    assert told[-1] == {"event": "waiting", "seats": [], "names": []}
    waits.look(client, PATIENCE + 1 + SHORT)
    last = told[-1]
    assert last["seats"] == sorted({seats[WAITED_FOR], seats[3]})
    assert (last["culprit"], last["seconds"], last["thinking"]) == (seats[CHEAT], SHORT, False)
    waits.look(client, PATIENCE + 1 + PATIENCE)
    assert [command["do"] for command in told[-1]["may"]] == ["abandon"]


def test_who_is_to_compare_the_words_himself_waits_for_nobody_yet(
    monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Unless it takes very long; once he has said that they are the same, the first moments are enough."""
    room, clock = begun(), SimpleNamespace(now=0.0)
    client = client_of(room, room.members[WAITER].session)
    cast("Any", client).unheard = ()
    monkeypatch.setattr(json_desk, "time", SimpleNamespace(monotonic=lambda: clock.now))
    lines: list[str] = []
    keyboard = cast("Keyboard", SimpleNamespace(take=lambda: lines.pop() if lines else None))
    desk = JsonDesk(keyboard)
    desk.control = cast("NetworkControl", SimpleNamespace(client=client, confirm=lambda: None))
    desk.show(Words(words=("one", "two", "three", "four"), asked=True))
    desk.show(Words(words=("one", "two", "three", "four"), asked=False))
    for now in (0.0, SHORT, PATIENCE - 1):
        clock.now = now
        desk.check()
    assert b"waiting" not in capsysbinary.readouterr().out
    lines.append('{"do":"confirm"}')
    desk.check()
    assert b"waiting" not in capsysbinary.readouterr().out
    desk.check()
    (event,) = map(json.loads, capsysbinary.readouterr().out.splitlines())
    assert (event["event"], event["seconds"]) == ("waiting", 55)
    clock.now = PATIENCE
    desk.check()
    (event,) = map(json.loads, capsysbinary.readouterr().out.splitlines())
    assert (event["event"], event["long"]) == ("waiting", True)
