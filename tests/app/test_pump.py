"""The pump: whole tables in one event loop without sockets, what is saved before what is sent, and how it ends."""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager
from random import Random
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.app import pump
from p2p_saboteur.app.pump import CHANNEL, Pump, now
from p2p_saboteur.net.hub import Hub, HubTransport
from p2p_saboteur.store.errors import DiskFull
from protocol.errors import LocalError
from protocol.events import Ended, StepDone, YourTurn
from protocol.frames import decode_frame
from protocol.game import IllegalMove
from protocol.log import Entry
from protocol.session import Session
from protocol.steps.base import Choice
from tests.helpers.room import header_for, link_of, secrets_of
from tests.helpers.small_game import SmallGame, choose
from tests.helpers.toy_groups import FAST

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine, Sequence

    from p2p_saboteur.net.transport import Frame, LinkDown, LinkUp
    from protocol.events import Event
    from protocol.root import Root

LIMIT = 20.0


class Disk:
    """A journal in memory; fails from a given number of records on."""

    def __init__(self, room: int = 10_000) -> None:
        self.records: list[bytes] = []
        self.appends = 0
        self._room = room

    def append(self, records: Sequence[bytes]) -> None:
        """Keep records, or be full."""
        if len(self.records) + len(records) > self._room:
            raise DiskFull("The disk is full.")
        self.records.extend(records)
        self.appends += 1

    def forget(self, number: int, root: Root) -> None:
        """Have nothing to forget."""


class Alone:
    """Nothing goes on beside the session."""

    def belongs(self, _peer: bytes) -> bool:
        """Every link is the session's."""
        return True

    def link_changed(self, _event: LinkUp | LinkDown) -> None:
        """Take no note."""

    def heard(self, _frame: Frame) -> None:
        """Listen to nothing."""


class Player:
    """One member of a table that plays by itself."""

    def __init__(self, hub: Hub, session: Session, chair: int, room: int = 10_000) -> None:
        self.transport = hub.join(link_of(chair))
        self.session, self.random = session, Random(chair)
        self.disk = Disk(room)
        self.watched: list[Event] = []
        self.told: list[Event] = []
        self.turn, self.over = asyncio.Event(), asyncio.Event()
        self.pump = Pump(
            session=session,
            transport=self.transport,
            journal=self.disk,
            beside=Alone(),
            watch=self.watched.append,
            tell=self.tell,
        )

    def tell(self, event: Event) -> None:
        """Note what happens."""
        self.told.append(event)
        if isinstance(event, YourTurn):
            self.turn.set()
        if isinstance(event, Ended):
            self.over.set()

    async def play(self) -> None:
        """Choose whenever asked."""
        while True:
            await self.turn.wait()
            self.turn.clear()
            await self.pump.call(lambda session: session.perform(choose(session, self.random), now()))


async def table(rooms: Sequence[int] = (10_000,) * 3) -> list[Player]:
    """Return the members of a table whose links are up."""
    hub, game = Hub(), SmallGame(0)
    secrets = [secrets_of((9, chair)) for chair in range(len(rooms))]
    header = header_for(game, secrets)
    sessions = [Session(group=FAST, game=game, header=header, secrets=each) for each in secrets]
    players = [
        Player(hub, session, chair, room) for chair, (session, room) in enumerate(zip(sessions, rooms, strict=True))
    ]
    for player in players:
        for other in players:
            if other is not player:
                player.transport.dial(other.transport.key, "hub")
    return players


@asynccontextmanager
async def running(players: list[Player], works: Sequence[Coroutine[None, None, None]] = ()) -> AsyncIterator[None]:
    """Run all pumps, and what their players do, meanwhile."""
    async with asyncio.timeout(LIMIT), asyncio.TaskGroup() as tasks:
        started = [tasks.create_task(work) for work in [*(player.pump.run() for player in players), *works]]
        yield
        for task in started:
            task.cancel()


async def play_to_the_end(players: list[Player]) -> None:
    """Let everyone choose whenever asked until all games are over."""
    async with asyncio.TaskGroup() as tasks:
        playing = [tasks.create_task(player.play()) for player in players]
        for player in players:
            await player.over.wait()
        for task in playing:
            task.cancel()


async def first_turn(players: list[Player]) -> tuple[Player, Player]:
    """Wait until everyone waits for the first move; return who is asked and somebody who is not."""
    numbers = [len(player.watched) for player in players]
    while len(set(numbers)) > 1 or not any(player.turn.is_set() for player in players):
        await asyncio.sleep(0.01)
        numbers = [player.session.chain.number for player in players]
    return next(p for p in players if p.turn.is_set()), next(p for p in players if not p.turn.is_set())


def test_a_table_plays_to_its_end() -> None:
    """All heads are equal, all logs complete, and who watches is told the same as who is told."""

    async def scenario() -> None:
        players = await table()
        async with running(players):
            await play_to_the_end(players)
        assert len({player.session.chain.heads[-1] for player in players}) == 1
        for player in players:
            assert player.watched == player.told
            assert len(player.disk.records) == sum(len(done.entries) for done in player.session.chain.done)

    asyncio.run(scenario())


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[bytes, bytes]]:
    """Collect what leaves: the sender's key and the frame."""
    frames: list[tuple[bytes, bytes]] = []
    send = HubTransport.send

    def noted(transport: HubTransport, peer: bytes, channel: int, data: bytes) -> bool:
        frames.append((transport.key, data))
        return send(transport, peer, channel, data)

    monkeypatch.setattr(HubTransport, "send", noted)
    return frames


def unsaved(sent: list[tuple[bytes, bytes]], player: Player) -> list[Entry]:
    """Return the entries that a player has sent and does not have on its disk."""
    frames = [decode_frame(data) for key, data in sent if key == player.transport.key]
    return [frame for frame in frames if isinstance(frame, Entry) and frame.encode() not in player.disk.records]


def test_a_full_disk_ends_the_pump_and_sends_nothing_unsaved(sent: list[tuple[bytes, bytes]]) -> None:
    """The error is raised by `run`; whatever the disk takes before, what it did not take has not left."""

    async def scenario(room: int) -> Player:
        players = await table((10_000, 10_000, room))
        with pytest.raises(ExceptionGroup) as caught:
            async with running(players):
                await play_to_the_end(players)
        assert caught.group_contains(DiskFull)
        return players[2]

    for room in range(12):
        sent.clear()
        full = asyncio.run(scenario(room))
        assert (unsaved(sent, full), full.pump.saved) == ([], False), room


def test_an_error_while_news_is_told_ends_the_pump() -> None:
    """Whoever runs it gets it: a note of the result that finds the disk full is no secret of the event loop's."""

    class Deaf(Player):
        def tell(self, event: Event) -> None:
            super().tell(event)
            if isinstance(event, StepDone):
                raise DiskFull("The disk is full.")

    async def scenario() -> None:
        players = await table()
        players[0].__class__ = Deaf
        players[0].pump._tell = players[0].tell
        with pytest.raises(ExceptionGroup) as caught:
            async with running(players):
                await play_to_the_end(players)
        assert caught.group_contains(DiskFull)

    asyncio.run(scenario())


def test_what_is_sent_is_on_the_disk_by_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every entry that leaves, own or another's."""
    early: list[Entry] = []
    send = HubTransport.send

    async def scenario() -> None:
        players = await table()
        disks = {player.transport: player.disk for player in players}

        def checked(transport: HubTransport, peer: bytes, channel: int, data: bytes) -> bool:
            frame = decode_frame(data)
            if isinstance(frame, Entry) and frame.encode() not in disks[transport].records:
                early.append(frame)
            return send(transport, peer, channel, data)

        monkeypatch.setattr(HubTransport, "send", checked)
        async with running(players):
            await play_to_the_end(players)

    asyncio.run(scenario())
    assert early == []


def test_nothing_waits_for_a_lull(monkeypatch: pytest.MonkeyPatch) -> None:
    """Records that nobody waits for stay unsaved for a while, nothing else does; in the end all are saved."""
    monkeypatch.setattr(pump, "LULL", 10 * LIMIT)

    async def scenario() -> None:
        players = await table()
        async with running(players):
            await play_to_the_end(players)
        for player in players:
            assert len(player.disk.records) == sum(len(done.entries) for done in player.session.chain.done)
            assert player.disk.appends < 2 / 3 * len(player.disk.records)

    asyncio.run(scenario())


def test_what_happens_is_told_while_the_disk_is_busy() -> None:
    """Whoever has drawn a card sees it before its records are safe; only the end waits for them."""

    async def scenario() -> None:
        players = await table()
        player, late = players[0], []
        append = player.disk.append

        def slow(records: Sequence[bytes]) -> None:
            limit = now() + LIMIT
            while len(player.told) < len(player.watched) and now() < limit:
                if any(isinstance(event, Ended) for event in player.watched):
                    late.append(records)
                    break
                time.sleep(0.001)
            append(records)

        player.disk.append = slow  # type: ignore[method-assign]
        async with running(players):
            await play_to_the_end(players)
        assert now() < began + LIMIT
        assert len(late) == 1

    began = now()
    asyncio.run(scenario())


@pytest.mark.parametrize("mine", [True, False])
def test_a_choice_that_is_refused_changes_nothing(mine: bool) -> None:
    """Against the rules or out of turn: told to who chose, nothing is signed, and the game goes on."""

    async def scenario() -> None:
        players = await table()
        async with running(players):
            asked, other = await first_turn(players)
            player = asked if mine else other
            before = list(player.disk.records)
            with pytest.raises(IllegalMove if mine else LocalError):
                await player.pump.call(lambda session: session.perform(Choice(move=b"?"), now()))
            assert player.disk.records == before
            await play_to_the_end(players)

    asyncio.run(scenario())


def test_garbage_costs_the_link_and_nothing_else() -> None:
    """A frame that nobody signed has its link dropped; frames of other channels are not the session's."""

    async def scenario() -> None:
        players = await table()
        one, other = players[0].transport, players[1].transport
        async with running(players):
            await first_turn(players)
            one.send(other.key, CHANNEL + 1, b"not for the session")
            await asyncio.sleep(0.05)
            assert one.key in other.linked
            one.send(other.key, CHANNEL, b"\xff")
            while one.key in other.linked:  # noqa: ASYNC110 - a thread cuts it
                await asyncio.sleep(0.01)
            await play_to_the_end(players)
        assert all(player.session.fault is None for player in players)

    asyncio.run(scenario())
