"""What a client answers to who comes late, and what a guest says to a table that it cannot play; without sockets."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.app.client import Client
from p2p_saboteur.app.game import OtherGame
from p2p_saboteur.app.joining import Guest, Opener
from p2p_saboteur.app.lobby_messages import CHANNEL, LobbyState, Message, Refusal, Refused, decode, encode, last_state
from p2p_saboteur.app.news import LinksChanged, LobbyChanged, News, Talked
from p2p_saboteur.app.pump import clock
from p2p_saboteur.app.talk import CHANNEL as TALK
from p2p_saboteur.app.talk import Kind, Talk
from p2p_saboteur.app.talk import encode as encode_note
from p2p_saboteur.net.hub import Hub
from p2p_saboteur.net.invite import Invite
from p2p_saboteur.net.policy import OpenLobby
from p2p_saboteur.net.transport import Cause, Frame, LinkDown, LinkUp
from protocol.signing import SigningKey
from tests.app.test_lobby import HOST, SECRET, closed_for, guest, join, link, lobby

if TYPE_CHECKING:
    from pathlib import Path

    from p2p_saboteur.net.hub import HubTransport


def client(transport: HubTransport, folder: Path) -> Client:
    """Return a client that has links only."""
    mesh: object = transport
    return Client(folder=folder, secrets=None, mesh=mesh, endpoints=(), tell=lambda _: None)  # type: ignore[arg-type]


async def answers_to(number: int, folder: Path, count: int) -> list[Message]:
    """Return so many messages of what a closed table with guest 1 tells a guest who asks for a seat."""
    hub = Hub()
    table, asking = hub.join(HOST), hub.join(link(number))
    asking.dial(HOST, "tcp://127.0.0.1:7243")
    opener = client(table, folder)
    opener.roster = closed_for(guest(1))
    opener.heard(Frame(peer=link(number), channel=CHANNEL, data=encode(join(number))))
    assert await asking.next_event() == LinkUp(peer=HOST)
    told = [await asking.next_event() for _ in range(count)]
    return [decode(frame.data) for frame in told if isinstance(frame, Frame)]


def test_who_comes_too_late_is_told_so(tmp_path: Path) -> None:
    """Where watchers are let in a guest can connect to a closed table: it need not wait for an answer in vain."""
    assert asyncio.run(answers_to(2, tmp_path, 1)) == [Refused(Refusal.CLOSED)]


def test_a_seat_that_missed_the_roster_gets_it_again(tmp_path: Path) -> None:
    """Its link had gone as the lobby closed; or its process, so that it has to be shown what it sits down to."""
    roster = closed_for(guest(1))
    assert asyncio.run(answers_to(1, tmp_path, 2)) == [last_state(roster, watchers=False), roster]


def test_of_strangers_nobody_is_told(tmp_path: Path) -> None:
    """They may be a hundred a second; a seat that comes or goes is told."""
    table, told = client(Hub().join(HOST), tmp_path), list[News]()
    table.roster, table.tell = closed_for(guest(1)), told.append
    for event in (LinkUp, partial(LinkDown, cause=Cause.LOST)):
        table.link_changed(event(peer=link(9)))
        assert told == []
    table.link_changed(LinkDown(peer=link(1), cause=Cause.LOST))
    assert [type(news) for news in told] == [LinksChanged]


def test_that_somebody_is_away_is_told_when_that_changes(tmp_path: Path) -> None:
    """Not for each link that comes up, at which he says so again; who has missed that he is back hears it, too."""
    table, told = client(Hub().join(HOST), tmp_path), list[News]()
    table.roster, table.tell = closed_for(guest(1)), told.append
    table.talk, theirs = Talk(table.roster.header), Talk(table.roster.header)
    key = SigningKey.from_seed(bytes([1]) * 32)
    for kind in (Kind.AWAY, Kind.AWAY, Kind.BACK, Kind.BACK):
        note = theirs.own(chair=1, kind=kind, text="", clock=clock())
        data = encode_note(note, key, table.roster.header.table_id)
        table.heard(Frame(peer=link(1), channel=TALK, data=data))
    assert [news.note.kind for news in told if isinstance(news, Talked)] == [Kind.AWAY, Kind.BACK]


def test_a_lobby_of_strangers_tells_nobody(tmp_path: Path) -> None:
    """Neither when they fail to prove that they were invited, which they are told, nor when they go."""

    async def scenario() -> None:
        hub = Hub()
        table, stranger = hub.join(HOST), hub.join(link(9))
        told: list[News] = []
        host = client(table, tmp_path)
        host.tell = told.append
        opening = asyncio.create_task(Opener(client=host, lobby=lobby(), door=OpenLobby()).run())
        stranger.dial(HOST, "tcp://127.0.0.1:7243")
        assert await stranger.next_event() == LinkUp(peer=HOST)
        stranger.send(HOST, CHANNEL, encode(replace(join(9), proof=bytes(32))))
        refused = Frame(peer=HOST, channel=CHANNEL, data=encode(Refused(Refusal.SECRET)))
        assert await stranger.next_event() == refused
        stranger.drop(HOST)
        await asyncio.sleep(0.01)
        assert [type(news) for news in told] == [LobbyChanged], "how it began"
        opening.cancel()
        await asyncio.gather(opening, return_exceptions=True)

    asyncio.run(asyncio.wait_for(scenario(), 10))


@pytest.mark.parametrize("options", [b"rounds=9", b"rounds=1", b"\xff"], ids=["unknown", "incomplete", "no text"])
def test_a_guest_does_not_get_ready_for_options_that_it_does_not_know(tmp_path: Path, options: bytes) -> None:
    """Else the roster would close with somebody who cannot play."""
    lobby = guest(1)
    invite = Invite(key=HOST, secret=SECRET, endpoints=("tcp://127.0.0.1:7243",))
    asking = Guest(client=client(Hub().join(link(1)), tmp_path), lobby=lobby, invite=invite, auto=True)
    with pytest.raises(OtherGame):
        asking._hear(encode(LobbyState(seats=3, options=options, people=())))
    assert not lobby.ready
