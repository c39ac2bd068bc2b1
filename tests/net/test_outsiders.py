"""Who may not come in, who comes in and misbehaves: refused or cut, while the game goes on."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack

import pytest
import zmq
import zmq.asyncio

from p2p_saboteur.net import curve, listener
from p2p_saboteur.net.curve import Sent, dialling_socket, new_keys
from p2p_saboteur.net.paths import HELLO, SPARE, WELCOME
from p2p_saboteur.net.policy import OpenLobby
from p2p_saboteur.net.transport import (
    MAX_DATA,
    Cause,
    DialFailed,
    Frame,
    LinkDown,
    LinkUp,
    TransportError,
)
from tests.helpers.meshes import address, everyone, key_pairs, opened, run, settled, stranger, up

pytestmark = pytest.mark.network


def test_a_key_off_the_roster_is_refused_and_told_so() -> None:
    """The one inside never hears of it."""

    async def scenario() -> None:
        host, guest = key_pairs(2)
        async with opened((host, everyone(host)), (guest, everyone())) as (table, outsider):
            outsider.dial(table.key, address(table))
            failed = DialFailed(peer=table.key, endpoint=address(table), cause=Cause.REFUSED)
            assert await outsider.next_event() == failed
            assert await settled(0.5, table) is None
            table.allow(everyone(host, guest))
            assert await outsider.next_event() == LinkUp(peer=table.key)

    run(scenario())


def test_another_ones_routing_id_gives_nothing() -> None:
    """Who takes it is known by its own key all the same, and the first holder keeps its link."""

    async def scenario() -> None:
        host, guest, thief = key_pairs(3)
        async with opened((host, everyone(host, guest, thief))) as (table,):
            with zmq.asyncio.Context() as context:
                sockets = [dialling_socket(context, keys, table.key) for keys in (guest, thief)]
                for socket in sockets:
                    socket.setsockopt(zmq.ROUTING_ID, b"guest")
                    socket.connect(address(table))
                    if socket is sockets[0]:
                        await socket.send(HELLO)
                        await up(table)
                await asyncio.sleep(0.3)
                sockets[1].send(HELLO)
                sockets[1].send(b"\x01stolen")
                await sockets[0].send(b"\x01mine")
                assert await table.next_event() == Frame(peer=guest.public, channel=1, data=b"mine")
                assert await settled(0.3, table) is None
                for socket in sockets:
                    socket.close(0)

    run(scenario())


def test_garbage_changes_nothing() -> None:
    """On the port, before the greeting and after it; the others play on."""

    async def scenario() -> None:
        seed = random.randrange(2**32)
        noise = random.Random(seed)
        host, guest, player = key_pairs(3)
        async with opened((host, everyone(host, guest, player)), (player, everyone(host))) as (table, good):
            good.dial(table.key, address(table))
            await up(good, table)
            for size in (0, 1, 64, 500, 70_000):
                _, writer = await asyncio.open_connection("127.0.0.1", table.port)
                writer.write(noise.randbytes(size))
                writer.close()
            async with stranger(guest, table, greets=False) as socket:
                for parts in ([b"\x01early"], [b""], [b"\x00"], [SPARE], [HELLO, b"more"], [noise.randbytes(99)]):
                    await socket.send_multipart(parts)
                await socket.send(HELLO)
                assert await table.next_event() == LinkUp(peer=guest.public), seed
                for parts in ([b""], [HELLO], [b"\x00\xff"], [b"\x01"] * 300, [WELCOME], [b"\x01ok"]):
                    await socket.send_multipart(parts)
                assert await table.next_event() == Frame(peer=guest.public, channel=1, data=b"ok"), seed
            assert good.send(table.key, 1, b"still here")
            while not isinstance(event := await table.next_event(), Frame):
                assert event == LinkDown(peer=guest.public, cause=Cause.LOST), seed
            assert event.data == b"still here"

    run(scenario())


def test_the_longest_frame_passes_and_a_longer_one_does_not() -> None:
    """Our side refuses to send it; the wire cuts who sends it all the same."""

    async def scenario() -> None:
        host, guest = key_pairs(2)
        async with opened((host, everyone(guest)), (guest, everyone(host))) as (table, player):
            player.dial(table.key, address(table))
            await up(player, table)
            longest = bytes(MAX_DATA)
            assert player.send(table.key, 1, longest)
            assert await table.next_event() == Frame(peer=player.key, channel=1, data=longest)
            for channel, data in ((1, longest + b"x"), (0, b"x"), (256, b"x")):
                with pytest.raises(TransportError):
                    player.send(table.key, channel, data)
            player._best(table.key).send(bytes(256 * 1024))  # type: ignore[union-attr]
            assert isinstance(await table.next_event(), LinkDown)
            assert isinstance(await player.next_event(), LinkDown)

    run(scenario())


def test_what_we_could_not_pass_on_is_not_taken() -> None:
    """A byte more than we send ourselves: another program's frame, short enough for ZeroMQ, ends the link."""

    async def scenario() -> None:
        host, guest = key_pairs(2)
        async with opened((host, everyone(guest)), (guest, everyone(host))) as (table, player):
            player.dial(table.key, address(table))
            await up(player, table)
            player._best(table.key).send(b"\x01" + bytes(MAX_DATA + 1))  # type: ignore[union-attr]
            assert await table.next_event() == LinkDown(peer=player.key, cause=Cause.DROPPED)

    run(scenario())


def test_who_reads_nothing_is_told_no_more() -> None:
    """Sending never blocks: the queue fills, the frame is refused, others are served."""

    async def scenario() -> None:
        host, guest, player = key_pairs(3)
        async with opened((host, everyone(guest, player)), (player, everyone(host))) as (table, good):
            good.dial(table.key, address(table))
            await up(good, table)
            async with stranger(guest, table):
                await up(table)
                sent = 0
                while table.send(guest.public, 1, bytes(10_000)):
                    sent += 1
                    assert sent < 5000
                    await asyncio.sleep(0)
                assert sent >= 900  # about as many as the queue holds
                assert table.send(good.key, 1, b"for you")
                assert await good.next_event() == Frame(peer=table.key, channel=1, data=b"for you")

    run(scenario())


def test_a_flood_stops_at_its_sender() -> None:
    """What nobody takes in stays bounded here, and all of it arrives once it is taken."""

    async def scenario() -> None:
        host, guest = key_pairs(2)
        async with opened((host, everyone(guest)), (guest, everyone(host))) as (table, player):
            player.dial(table.key, address(table))
            await up(player, table)
            sent = 0
            for _ in range(20_000):
                sent += player.send(table.key, 1, bytes(1000))
                if sent % 100 == 0:
                    await asyncio.sleep(0)
            assert len(table._inbox) <= 1001
            arrived = 0
            while isinstance(await settled(1.0, table), Frame):
                arrived += 1
            assert arrived == sent

    run(scenario(), 40)


def test_a_hundred_handshakes_leave_nothing_behind() -> None:
    """Half of them of keys that are refused."""

    async def scenario() -> None:
        host, guest = key_pairs(2)
        async with opened((host, everyone(guest))) as (table,):
            for number in range(100):
                keys = guest if number % 2 else new_keys()
                async with stranger(keys, table, greets=number % 2 == 1) as socket:
                    if number % 2:
                        assert await socket.recv() == WELCOME
                        await up(table)
                if number % 2:
                    assert isinstance(await table.next_event(), LinkDown)
            await asyncio.sleep(0.2)
            assert not table.linked
            assert not table._listener._paths
            assert not table._listener._silent

    run(scenario(), 60)


def test_a_lobby_cuts_who_does_not_prove_itself() -> None:
    """Its connection ends though it goes on sending, and who proved itself stays."""

    async def scenario() -> None:
        host, guest, invited = key_pairs(3)
        lobby = OpenLobby(patience=0.5)
        async with opened((host, lobby), (invited, everyone())) as (table, good):
            good.dial(table.key, address(table))
            await up(good, table)
            lobby.prove(good.key)
            async with stranger(guest, table) as socket:
                await up(table)
                monitor = socket.get_monitor_socket(zmq.EVENT_DISCONNECTED)
                assert await table.next_event() == LinkDown(peer=guest.public, cause=Cause.DROPPED)
                await monitor.recv_multipart()
                socket.disable_monitor()
                monitor.close(0)
            assert table.linked == {good.key}

    run(scenario())


def test_a_lobby_full_of_strangers_takes_a_guest() -> None:
    """The oldest of them is cut at once, and only their number of places is ever taken; who proved itself stays."""

    async def scenario() -> None:
        host, invited, *strangers = key_pairs(8)
        lobby = OpenLobby(places=3)
        async with opened((host, lobby), (invited, everyone())) as (table, good), AsyncExitStack() as crowd:
            for keys in strangers[:3]:
                await crowd.enter_async_context(stranger(keys, table))
                assert await table.next_event() == LinkUp(peer=keys.public)
            good.dial(table.key, address(table))
            assert await table.next_event() == LinkDown(peer=strangers[0].public, cause=Cause.DROPPED)
            assert await table.next_event() == LinkUp(peer=good.key)
            await up(good)
            lobby.prove(good.key)
            for number, keys in enumerate(strangers[3:]):
                await crowd.enter_async_context(stranger(keys, table))
                if number:
                    assert await table.next_event() == LinkDown(peer=strangers[number].public, cause=Cause.DROPPED)
                assert await table.next_event() == LinkUp(peer=keys.public)
            assert table.linked == {good.key, *(keys.public for keys in strangers[3:])}
            assert table.send(good.key, 1, b"welcome")
            assert await good.next_event() == Frame(peer=table.key, channel=1, data=b"welcome")

    run(scenario())


def test_who_is_cut_before_its_welcome_hears_of_a_crowd(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not of a broken connection, nor of another key: the handshake has shown that the right one is there.

    However fast the network is: the welcome of who is cut is never sent.
    """
    welcomed: list[object] = []
    push_on = curve.push

    def pushed(socket: zmq.asyncio.Socket, parts: list[bytes]) -> Sent:
        welcomed.extend(part for part in parts if part == WELCOME)
        return push_on(socket, parts)

    monkeypatch.setattr(listener, "push", pushed)

    class Moody(OpenLobby):
        """Lets in whoever shakes hands, and then does not."""

        asked = 0

        def admits(self, key: bytes) -> bool:
            self.asked += 1
            return self.asked % 2 == 1 and super().admits(key)

    async def scenario() -> None:
        host, guest = key_pairs(2)
        async with opened((host, Moody()), (guest, everyone())) as (table, mesh):
            mesh.dial(table.key, address(table))
            event = await mesh.next_event()
            assert event == DialFailed(peer=table.key, endpoint=address(table), cause=Cause.CROWDED)
            assert not table.linked
            assert not welcomed

    run(scenario())


def test_who_is_let_in_and_says_nothing_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise strangers could hold open files for ever."""
    monkeypatch.setattr(listener, "SILENCE", 0.2)
    monkeypatch.setattr(listener, "PROBE_EVERY", 0.1)

    async def scenario() -> None:
        host, guest, player = key_pairs(3)
        async with opened((host, everyone(guest, player)), (player, everyone())) as (table, good):
            good.dial(table.key, address(table))
            await up(good, table)
            with zmq.asyncio.Context() as context:
                socket = dialling_socket(context, guest, table.key)
                monitor = socket.get_monitor_socket(zmq.EVENT_DISCONNECTED)
                socket.connect(address(table))
                await monitor.recv_multipart()
                socket.disable_monitor()
                monitor.close(0)
                socket.close(0)
            assert table.linked == {good.key}
            assert await settled(0.3, table) is None

    run(scenario())


def test_many_half_open_connections_leave_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of those that say nothing only so many are kept, the newest; who greets gets in and stays."""
    monkeypatch.setattr(listener, "MOST_SILENT", 10)

    async def scenario() -> None:
        host, guest, late = key_pairs(3)
        roster = everyone(host, guest, late)
        async with opened((host, roster), (guest, roster), (late, roster)) as (table, early, other):
            early.dial(table.key, address(table))
            await up(early, table)
            held = [await asyncio.open_connection("127.0.0.1", table.port) for _ in range(50)]
            for reader, _ in held[:40]:
                await reader.read()  # the end of it
            assert len(table._listener._silent) <= 10
            other.dial(table.key, address(table))
            await up(other, table)
            assert table.linked == {early.key, other.key}
            for _, writer in held:
                writer.close()

    run(scenario())


def test_a_closed_table_drops_who_is_not_on_it() -> None:
    """The lobby's policy gives way to the roster's."""

    async def scenario() -> None:
        host, guest, player = key_pairs(3)
        async with opened((host, OpenLobby()), (guest, everyone()), (player, everyone())) as (table, bad, good):
            for mesh in (bad, good):
                mesh.dial(table.key, address(table))
                await up(mesh, table)
            table.allow(everyone(player))
            assert await table.next_event() == LinkDown(peer=bad.key, cause=Cause.DROPPED)
            assert isinstance(await bad.next_event(), LinkDown)
            failed = await bad.next_event()
            assert isinstance(failed, DialFailed)
            assert failed.cause is Cause.REFUSED
            assert table.linked == {good.key}

    run(scenario())


def test_half_open_connections_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever connects and never shakes hands is hung up on; the game goes on meanwhile."""
    monkeypatch.setitem(curve._OPTIONS, zmq.HANDSHAKE_IVL, 300)

    async def scenario() -> None:
        pairs = key_pairs(2)
        async with opened(*((pair, everyone(*pairs)) for pair in pairs)) as (one, other):
            held = [await asyncio.open_connection("127.0.0.1", other.port) for _ in range(30)]
            one.dial(other.key, address(other))
            await up(one, other)
            for reader, writer in held:
                await reader.read()
                writer.close()
            assert other.linked == {one.key}

    run(scenario())
