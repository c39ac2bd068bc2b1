"""Links over real sockets of this machine: which connection stays, what a cut does, why there is none."""

from __future__ import annotations

import asyncio
import socket
from itertools import combinations

import pytest

from p2p_saboteur.net.curve import CurveKeys, keys_of, new_keys
from p2p_saboteur.net.mesh import Dialling, Mesh
from p2p_saboteur.net.outgoing import _leads_somewhere
from p2p_saboteur.net.paths import HELLO, WELCOME
from p2p_saboteur.net.transport import (
    Cause,
    DialFailed,
    Frame,
    LinkDown,
    LinkUp,
    PortInUse,
    Transport,
    TransportError,
)
from tests.helpers.meshes import address, everyone, key_pairs, opened, run, settled, stranger, up
from tests.helpers.proxy import Proxy

pytestmark = pytest.mark.network


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
            closed = other.port
        async with (
            opened((new_keys(), everyone())) as (other,),
            await asyncio.start_server(answer, "127.0.0.1", 0) as answering,
            await asyncio.start_server(silence, "127.0.0.1", 0) as silent,
        ):
            servers = (server.sockets[0].getsockname()[1] for server in (answering, silent))
            assert await asyncio.gather(*map(_cause_at, (other.port, closed, 0, *servers))) == [
                Cause.WRONG_HOST_KEY,
                Cause.NOBODY_LISTENING,
                Cause.NOBODY_LISTENING,
                Cause.NOT_THIS_PROGRAM,
                Cause.NO_ANSWER,
            ]

    run(scenario(), 40)


def test_who_hangs_up_on_our_greeting_now_and_then_has_not_another_key() -> None:
    """A crowded host does so, too; only who does nothing else is taken for somebody else."""
    dialling, wrong, crowded = Dialling(), Cause.WRONG_HOST_KEY, Cause.CROWDED
    told = [dialling.is_news("here", cause) for cause in (wrong, wrong, crowded, wrong, wrong, crowded)]
    assert told == [False, False, True, False, False, False]
    assert [dialling.is_news("here", wrong) for _ in range(4)] == [False, False, True, False]
    dialling.reached()
    assert [dialling.is_news(place, crowded) for place in ("here", "there", "here")] == [True, True, False]


def test_a_name_that_nobody_knows_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is to look for a host behind a name that leads nowhere; a name that is known is told as before."""

    def look_up(host: str, *_others: object, **_more: object) -> list[object]:
        if host == "unknown.invalid":
            raise socket.gaierror(socket.EAI_NONAME, "not known")
        return []

    async def scenario() -> None:
        monkeypatch.setattr(socket, "getaddrinfo", look_up)
        assert await _leads_somewhere("tcp://known.invalid:7243")
        async with opened((new_keys(), everyone())) as (mesh,):
            mesh.dial(new_keys().public, "tcp://unknown.invalid:7243")
            event = await mesh.next_event()
            assert isinstance(event, DialFailed)
            assert event.cause is Cause.UNKNOWN_NAME

    run(scenario(), 20)


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
            with pytest.raises(PortInUse, match=str(mesh.port)):
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


class Broken:
    """A policy with a bug of ours in it."""

    def admits(self, _key: bytes) -> bool:
        """Let nobody in."""
        return False

    def arrived(self, _key: bytes, _network: str) -> None:
        """Note nothing."""

    def expired(self) -> list[bytes]:
        """Fail."""
        raise RuntimeError("a bug of ours")


def test_an_error_of_our_own_is_seen() -> None:
    """Whoever awaits events gets it, and does not wait for ever."""

    async def scenario() -> None:
        async with opened((new_keys(), Broken())) as (mesh,):
            with pytest.raises(RuntimeError, match="a bug of ours"):
                await mesh.next_event()

    run(scenario())
