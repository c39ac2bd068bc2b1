"""Links over real sockets of this machine: who gets in, which connection stays, what a cut and garbage do."""

from __future__ import annotations

import asyncio
import random
from contextlib import asynccontextmanager
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
import zmq
import zmq.asyncio

from p2p_saboteur.net import curve, listener
from p2p_saboteur.net.curve import CurveKeys, dialling_socket, keys_of, new_keys
from p2p_saboteur.net.mesh import Mesh
from p2p_saboteur.net.paths import HELLO, SPARE, WELCOME
from p2p_saboteur.net.policy import OpenLobby, Roster
from p2p_saboteur.net.transport import (
    MAX_DATA,
    Cause,
    DialFailed,
    Event,
    Frame,
    LinkDown,
    LinkUp,
    Transport,
    TransportError,
)
from tests.helpers.proxy import Proxy

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine

    from p2p_saboteur.net.policy import Policy

pytestmark = pytest.mark.network


def run(scenario: Coroutine[None, None, None], seconds: float = 20.0) -> None:
    """Run a scenario in the loop that the program uses, for no longer than this."""
    curve.run(asyncio.wait_for(scenario, seconds))


def key_pairs(number: int) -> list[CurveKeys]:
    """Return this many key pairs, the lowest public key first."""
    return sorted((new_keys() for _ in range(number)), key=lambda pair: pair.public)


def everyone(*pairs: CurveKeys) -> Roster:
    """Return the roster of these keys."""
    return Roster(frozenset(pair.public for pair in pairs))


@asynccontextmanager
async def opened(*tables: tuple[CurveKeys, Policy]) -> AsyncIterator[list[Mesh]]:
    """Open meshes and close them."""
    meshes = [Mesh(keys, policy) for keys, policy in tables]
    try:
        yield meshes
    finally:
        for mesh in meshes:
            await mesh.close()


@asynccontextmanager
async def stranger(keys: CurveKeys, mesh: Mesh, *, greets: bool = True) -> AsyncIterator[zmq.asyncio.Socket]:
    """Connect a bare socket to a mesh."""
    with zmq.asyncio.Context() as context:
        socket = dialling_socket(context, keys, mesh.key)
        socket.connect(address(mesh))
        try:
            if greets:
                await socket.send(HELLO)
            yield socket
        finally:
            socket.close(0)


def address(mesh: Mesh | Proxy) -> str:
    """Return where it listens."""
    return f"tcp://127.0.0.1:{mesh.port}"


async def up(*meshes: Mesh) -> None:
    """Wait until each of these has one link up."""
    for mesh in meshes:
        assert isinstance(await mesh.next_event(), LinkUp)


async def settled(seconds: float, mesh: Mesh) -> Event | None:
    """Return the event that comes within this time, if any."""
    try:
        return await asyncio.wait_for(mesh.next_event(), seconds)
    except TimeoutError:
        return None


def test_frames_go_both_ways_over_one_dialled_link() -> None:
    """Peers are named by their keys, whoever dialled; the mesh is a transport."""

    async def scenario() -> None:
        pairs = key_pairs(2)
        async with opened(*((pair, everyone(*pairs)) for pair in pairs)) as (one, other):
            transport: Transport = one
            transport.dial(other.key, address(other))
            assert await one.next_event() == LinkUp(peer=other.key)
            assert await other.next_event() == LinkUp(peer=one.key)
            assert one.send(other.key, 1, b"there")
            assert other.send(one.key, 255, b"")
            assert await other.next_event() == Frame(peer=one.key, channel=1, data=b"there")
            assert await one.next_event() == Frame(peer=other.key, channel=255, data=b"")

    run(scenario())


def test_of_two_dialled_links_the_lower_keys_stays_and_nothing_is_lost() -> None:
    """Frames that were sent while both dialled arrive once, and no link goes down for it."""

    async def scenario() -> None:
        pairs = key_pairs(2)
        async with opened(*((pair, everyone(*pairs)) for pair in pairs)) as (low, high):
            low.dial(high.key, address(high))
            high.dial(low.key, address(low))
            await up(low, high)
            for number in range(50):
                assert low.send(high.key, 1, bytes([number]))
                assert high.send(low.key, 1, bytes([number]))
                await asyncio.sleep(0.002)
            for mesh, peer in ((low, high), (high, low)):
                frames = [await mesh.next_event() for _ in range(50)]
                assert {frame.data for frame in frames if isinstance(frame, Frame)} == {bytes([n]) for n in range(50)}
                assert all(isinstance(frame, Frame) and frame.peer == peer.key for frame in frames)
            await asyncio.sleep(0.2)
            assert (set(low._outgoing), set(low._incoming)) == ({high.key}, set())
            assert (set(high._outgoing), set(high._incoming)) == (set(), {low.key})
            assert await settled(0.1, low) is None
            assert await settled(0.1, high) is None

    run(scenario())


def test_ten_peers_link_each_to_each() -> None:
    """Forty-five pairs, each dialled from both sides."""

    async def scenario() -> None:
        pairs = key_pairs(10)
        async with opened(*((pair, everyone(*pairs)) for pair in pairs)) as meshes:
            for one, other in combinations(meshes, 2):
                one.dial(other.key, address(other))
                other.dial(one.key, address(one))
            for mesh in meshes:
                linked: set[bytes] = set()
                while len(linked) < 9:
                    event = await mesh.next_event()
                    assert isinstance(event, LinkUp)
                    linked.add(event.peer)

    run(scenario(), 60)


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


async def _cause_at(port: int) -> Cause:
    """Return why a peer cannot be reached at this port."""
    async with opened((new_keys(), everyone())) as (mesh,):
        mesh.dial(new_keys().public, f"tcp://127.0.0.1:{port}")
        event = await mesh.next_event()
        assert isinstance(event, DialFailed)
        assert await settled(0.5, mesh) is None, "the same cause is told once"
        return event.cause


def test_who_cannot_be_reached_is_told_why() -> None:
    """A wrong key, nobody there, a web server, one that says nothing, and what is no address."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(10)
        writer.write(b"HTTP/1.0 400 Bad Request\r\nServer: none of ours\r\n\r\n" + b"x" * 100)
        writer.close()

    async def silence(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await reader.read(100):
            pass
        writer.close()

    async def scenario() -> None:
        async with opened((new_keys(), everyone())) as (other,):
            assert await _cause_at(other.port) is Cause.WRONG_HOST_KEY
            closed = other.port
        assert await _cause_at(closed) is Cause.NOBODY_LISTENING
        assert await _cause_at(0) is Cause.NOBODY_LISTENING
        for handler, cause in ((answer, Cause.NOT_THIS_PROGRAM), (silence, Cause.NO_ANSWER)):
            async with await asyncio.start_server(handler, "127.0.0.1", 0) as server:
                assert await _cause_at(server.sockets[0].getsockname()[1]) is cause

    run(scenario(), 40)


def test_a_second_endpoint_is_tried_when_the_first_fails() -> None:
    """An invite names several, and not all can be reached from everywhere."""

    async def scenario() -> None:
        pairs = key_pairs(2)
        async with opened(*((pair, everyone(*pairs)) for pair in pairs)) as (one, other):
            one.dial(other.key, "tcp://127.0.0.1:1")
            one.dial(other.key, address(other))
            assert isinstance(await one.next_event(), DialFailed)
            assert await one.next_event() == LinkUp(peer=other.key)

    run(scenario())


def test_a_cut_link_comes_back() -> None:
    """Both sides hear of the cut and of the return, and frames flow again."""

    async def scenario() -> None:
        pairs = key_pairs(2)
        async with opened(*((pair, everyone(*pairs)) for pair in pairs)) as (one, other):
            proxy = Proxy(other.port, delay=0.005)
            await proxy.start()
            one.dial(other.key, address(proxy))
            await up(one, other)
            for _ in range(3):
                proxy.cut()
                assert await one.next_event() == LinkDown(peer=other.key, cause=Cause.LOST)
                assert await one.next_event() == LinkUp(peer=other.key)
                down = await other.next_event()
                assert isinstance(down, LinkDown)
                assert await other.next_event() == LinkUp(peer=one.key)
            assert one.send(other.key, 1, b"again")
            assert await other.next_event() == Frame(peer=one.key, channel=1, data=b"again")
            proxy.open = False
            proxy.cut()
            assert isinstance(await one.next_event(), LinkDown)
            assert isinstance(await other.next_event(), LinkDown)
            assert not one.send(other.key, 1, b"nobody there")
            assert isinstance(await one.next_event(), DialFailed)
            proxy.open = True
            await up(one, other)
            await proxy.close()

    run(scenario(), 30)


def test_the_other_sides_address_serves_when_ours_is_gone() -> None:
    """Two who dial each other stay linked while one of the two ways works."""

    async def scenario() -> None:
        pairs = key_pairs(2)
        async with opened(*((pair, everyone(*pairs)) for pair in pairs)) as (low, high):
            proxy = Proxy(high.port)
            await proxy.start()
            low.dial(high.key, address(proxy))
            high.dial(low.key, address(low))
            await up(low, high)
            await asyncio.sleep(0.3)
            assert set(low._outgoing) == {high.key}
            proxy.open = False
            proxy.cut()
            for mesh in (low, high):
                assert isinstance(await mesh.next_event(), LinkDown)
            await up(low, high)
            assert set(low._incoming) == {high.key}
            await proxy.close()

    run(scenario())


def test_who_connects_anew_takes_its_own_place_only() -> None:
    """A second connection with the same key is told as a new link; the first is cut."""

    async def scenario() -> None:
        host, guest = key_pairs(2)
        async with opened((host, everyone(host, guest))) as (table,):
            async with stranger(guest, table) as first, stranger(guest, table, greets=False) as second:
                assert await table.next_event() == LinkUp(peer=guest.public)
                assert await first.recv() == WELCOME
                await second.send(HELLO)
                assert await table.next_event() == LinkDown(peer=guest.public, cause=Cause.REPLACED)
                assert await table.next_event() == LinkUp(peer=guest.public)
                await second.send(b"\x01second")
                assert await table.next_event() == Frame(peer=guest.public, channel=1, data=b"second")
            assert await table.next_event() == LinkDown(peer=guest.public, cause=Cause.LOST)

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
                assert sent >= 1000
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


def test_dropping_a_dialled_peer_ends_the_dialling() -> None:
    """It can be dialled again later."""

    async def scenario() -> None:
        pairs = key_pairs(2)
        async with opened(*((pair, everyone(*pairs)) for pair in pairs)) as (one, other):
            one.dial(other.key, address(other))
            await up(one, other)
            one.drop(other.key)
            assert await one.next_event() == LinkDown(peer=other.key, cause=Cause.DROPPED)
            assert isinstance(await other.next_event(), LinkDown)
            assert await settled(0.5, other) is None
            one.dial(other.key, address(other))
            await up(one, other)

    run(scenario())


def test_a_goodbye_still_leaves() -> None:
    """What was sent just before closing arrives before the link goes down."""

    async def scenario() -> None:
        pairs = key_pairs(2)
        async with opened(*((pair, everyone(*pairs)) for pair in pairs)) as (one, other):
            one.dial(other.key, address(other))
            await up(one, other)
            leaver = Mesh(new_keys(), everyone(*pairs))
            other.allow(everyone(*pairs, CurveKeys(public=leaver.key, secret=b"")))
            leaver.dial(other.key, address(other))
            await up(leaver, other)
            for number in range(200):
                assert leaver.send(other.key, 1, bytes([number]))
            await leaver.close()
            frames = [await other.next_event() for _ in range(200)]
            assert [frame.data for frame in frames if isinstance(frame, Frame)] == [bytes([n]) for n in range(200)]
            assert isinstance(await other.next_event(), LinkDown)

    run(scenario())


def test_a_taken_port_is_our_own_error() -> None:
    """It is told when the mesh is made, and nothing stays open."""

    async def scenario() -> None:
        async with opened((new_keys(), everyone())) as (mesh,):
            with pytest.raises(TransportError, match="cannot listen"):
                Mesh(new_keys(), everyone(), port=mesh.port)
        everywhere = Mesh(new_keys(), everyone(), host="*")
        assert everywhere.port > 0
        await everywhere.close()

    run(scenario())


def test_keys_come_back_from_their_secret() -> None:
    """So a seat that was killed returns under its key; the secret is never printed."""
    pair = new_keys()
    assert keys_of(pair.secret) == pair
    assert pair.secret.hex() not in repr(pair)
    assert repr(pair.secret) not in repr(pair)
    with pytest.raises(TransportError, match="32"):
        keys_of(b"short")


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
