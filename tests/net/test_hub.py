"""Transports that meet in one loop: what the app's tests run on instead of sockets."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.net.hub import Hub
from p2p_saboteur.net.inbox import MAX_BYTES, MAX_FRAMES
from p2p_saboteur.net.transport import (
    MAX_DATA,
    Cause,
    DialFailed,
    Frame,
    LinkDown,
    LinkUp,
    Transport,
    TransportError,
)

if TYPE_CHECKING:
    from collections.abc import Coroutine

ONE, OTHER = b"\x01" * 32, b"\x02" * 32


def run(scenario: Coroutine[None, None, None]) -> None:
    """Run a scenario, for five seconds at most."""
    asyncio.run(asyncio.wait_for(scenario, 5))


def test_a_dialled_peer_is_linked_once_it_is_there() -> None:
    """Dialling one who has not joined yet fails first, as on a network."""

    async def scenario() -> None:
        hub = Hub()
        one: Transport = hub.join(ONE)
        one.dial(OTHER, "hub")
        assert await one.next_event() == DialFailed(peer=OTHER, endpoint="hub", cause=Cause.NOBODY_LISTENING)
        other: Transport = hub.join(OTHER)
        other.dial(ONE, "hub")
        assert await one.next_event() == LinkUp(peer=OTHER)
        assert await other.next_event() == LinkUp(peer=ONE)
        assert one.linked == {OTHER}
        assert one.send(OTHER, 2, b"hello")
        assert await other.next_event() == Frame(peer=ONE, channel=2, data=b"hello")
        with pytest.raises(TransportError):
            one.send(OTHER, 0, b"")
        with pytest.raises(TransportError):
            hub.join(ONE)

    run(scenario())


def test_links_break_and_heal() -> None:
    """A cut is told to both sides; a dropped link stays down until it is dialled again."""

    async def scenario() -> None:
        hub = Hub()
        one, other = hub.join(ONE), hub.join(OTHER)
        one.dial(OTHER, "hub")
        hub.cut(OTHER, ONE)
        assert not one.send(OTHER, 1, b"lost")
        hub.heal(ONE, OTHER)
        one.drop(OTHER)
        hub.heal(ONE, OTHER)
        other.dial(ONE, "hub")
        await other.close()
        up, cut = LinkUp(peer=OTHER), LinkDown(peer=OTHER, cause=Cause.LOST)
        expected = [up, cut, up, LinkDown(peer=OTHER, cause=Cause.DROPPED), up, cut]
        assert [await one.next_event() for _ in expected] == expected
        assert not one.linked
        assert hub.join(OTHER).linked == {ONE}

    run(scenario())


@pytest.mark.parametrize(("size", "most"), [(1, MAX_FRAMES), (MAX_DATA, MAX_BYTES // MAX_DATA + 1)])
def test_who_does_not_read_is_sent_no_more(size: int, most: int) -> None:
    """By number of frames and by bytes; news of links comes through all the same."""

    async def scenario() -> None:
        hub = Hub()
        one, other = hub.join(ONE), hub.join(OTHER)
        one.dial(OTHER, "hub")
        sent = 0
        while one.send(OTHER, 1, bytes(size)):
            sent += 1
        assert sent == most
        hub.cut(ONE, OTHER)
        events = [await other.next_event() for _ in range(most + 2)]
        assert events[-1] == LinkDown(peer=ONE, cause=Cause.LOST)

    run(scenario())
