"""A client under load: what waits is bounded wherever it waits, and the game goes on."""

from __future__ import annotations

import asyncio
import threading
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from p2p_saboteur.app import talk
from p2p_saboteur.app.client import Client
from p2p_saboteur.app.keeping import MAX_TALK, TALK
from p2p_saboteur.app.lobby_messages import Roster
from p2p_saboteur.app.news import Talked
from p2p_saboteur.app.pump import CHANNEL, ROOM
from p2p_saboteur.app.talk import BURST, KEPT, MAX_TEXT, Kind, Note, Talk
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from p2p_saboteur.net.hub import Hub
from p2p_saboteur.net.inbox import MAX_FRAMES
from p2p_saboteur.net.transport import Frame, LinkUp
from protocol.frames import Hello, encode_frame
from tests.app.test_pump import first_turn, play_to_the_end, running, table
from tests.helpers.room import header_for, link_of, secrets_of

if TYPE_CHECKING:
    from pathlib import Path

    from p2p_saboteur.app.news import News

FLOOD = 20 * MAX_FRAMES
FEW = 5
"""Frames that the others send meanwhile, and the clock."""


def test_frames_wait_in_the_transport_while_the_session_is_busy() -> None:
    """Few of them before the session, a bounded number behind, and whoever sends more is told so; all goes on later."""

    async def scenario() -> None:
        players = await table()
        busy = threading.Event()
        async with running(players):
            player, other = await first_turn(players)
            session = other.session
            hello = Hello(
                step=session.chain.number, head=session.chain.heads[-1], have=0, votes=0, links=0, absence=b""
            )
            held = asyncio.create_task(player.pump.call(lambda _: busy.wait(5)))
            taken = 0
            for number in range(FLOOD):
                taken += other.transport.send(player.transport.key, CHANNEL, encode_frame(hello))
                if number % 100 == 0:
                    await asyncio.sleep(0)
            await asyncio.sleep(0.05)
            assert player.pump._jobs.qsize() <= ROOM + FEW
            assert len(player.transport.inbox) <= MAX_FRAMES + FEW
            assert taken <= ROOM + MAX_FRAMES + FEW
            busy.set()
            await held
            await play_to_the_end(players)
        assert all(each.session.fault is None for each in players)

    asyncio.run(scenario())


def listener(folder: Path, told: list[News]) -> tuple[Client, list[bytes]]:
    """Return the client of chair 0 of an open table, and what it passes on to chair 2."""
    header = header_for(SaboteurGame(), [secrets_of(("talk", chair)) for chair in range(3)])
    passed: list[bytes] = []
    transport: Any = Hub().join(link_of(0))
    mesh: Any = SimpleNamespace(
        key=transport.key,
        linked=frozenset({link_of(1), link_of(2)}),
        send=lambda peer, _channel, data: passed.append(data) if peer == link_of(2) else None,
        drop=lambda _peer: None,
    )
    client = Client(folder=folder, secrets=None, mesh=mesh, endpoints=(), tell=told.append)
    client.roster, client.talk = Roster(header=header, endpoints=((),) * 3), Talk(header)
    session: Any = SimpleNamespace(chain=SimpleNamespace(number=7, step=None), table=SimpleNamespace(lost=frozenset()))
    client.pump = SimpleNamespace(session=session)  # type: ignore[assignment]
    return client, passed


@pytest.mark.parametrize("lines", [1_000, pytest.param(10_000, marks=pytest.mark.long)])
def test_a_flood_of_lines_is_heard_as_a_few(tmp_path: Path, lines: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each one signed and new: what is kept, written, shown and passed on is what one may say in that time."""
    clock = SimpleNamespace(time=0.0)
    monkeypatch.setattr("p2p_saboteur.app.client.now", lambda: clock.time)
    told: list[News] = []
    client, passed = listener(tmp_path, told)
    key, table_id = secrets_of(("talk", 1)).signing, client.roster.header.table_id if client.roster else b""
    for number in range(lines):
        clock.time = 0.01 * number
        note = Note(chair=1, number=1 + number, kind=Kind.SAY, text="x" * MAX_TEXT)
        client.heard(Frame(peer=link_of(1), channel=talk.CHANNEL, data=talk.encode(note, key, table_id)))
    may = BURST + lines / 100 + 1
    heard = [news for news in told if isinstance(news, Talked)]
    assert BURST <= len(heard) <= may
    assert len(passed) == len(heard)
    assert client.talk is not None
    assert len(client.talk.kept) == min(KEPT, len(heard))
    assert (tmp_path / TALK).stat().st_size <= MAX_TALK


def test_a_year_of_talk_is_kept_within_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Said as fast as one may, the last lines are kept to look at, and the file stops growing."""
    clock = SimpleNamespace(time=0.0)
    monkeypatch.setattr("p2p_saboteur.app.client.now", lambda: clock.time)
    client, _ = listener(tmp_path, [])
    key, table_id = secrets_of(("talk", 1)).signing, client.roster.header.table_id if client.roster else b""
    for number in range(2 * KEPT):
        clock.time = 2.0 * number
        note = Note(chair=1, number=1 + number, kind=Kind.SAY, text="x" * MAX_TEXT)
        client.heard(Frame(peer=link_of(1), channel=talk.CHANNEL, data=talk.encode(note, key, table_id)))
    assert client.talk is not None
    assert [note.number for note in client.talk.kept] == list(range(KEPT + 1, 2 * KEPT + 1))
    assert MAX_TALK - 2 * MAX_TEXT < (tmp_path / TALK).stat().st_size <= MAX_TALK


def test_links_that_come_and_go_leave_nothing(tmp_path: Path) -> None:
    """Whoever connects a thousand times is measured once."""
    client, _ = listener(tmp_path, [])
    for _ in range(1_000):
        client.link_changed(LinkUp(peer=link_of(1)))
        client.pings.ask(link_of(1))
    assert len(client.pings._links) == 1
