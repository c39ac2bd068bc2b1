"""No task of a client ends in silence: an error of our own in any of them ends the client, with its log in order."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any, NoReturn, cast

import pytest

from p2p_saboteur.app import pings
from p2p_saboteur.app.pings import Pings
from p2p_saboteur.app.pump import CHANNEL
from p2p_saboteur.net import listener, mesh, zap
from p2p_saboteur.net.policy import OpenLobby
from protocol.gossip import FIRST_PATIENCE
from protocol.session import Session
from tests.app.test_pump import first_turn, play_to_the_end, running, sent, table, unsaved
from tests.helpers.meshes import address, everyone, key_pairs, opened, run, stranger, up
from tests.helpers.room import header_for, secrets_of
from tests.helpers.small_game import SmallGame
from tests.helpers.toy_groups import FAST

if TYPE_CHECKING:
    from collections.abc import Callable

    from p2p_saboteur.net.mesh import Mesh
    from tests.app.test_pump import Player

__all__ = ["sent"]  # a fixture


class Mistake(Exception):
    """One of ours."""


def fail(*_arguments: object, **_options: object) -> NoReturn:
    """Be mistaken."""
    raise Mistake


async def fail_later(*_arguments: object, **_options: object) -> NoReturn:
    """Be mistaken in a task."""
    raise Mistake


def spoil(thing: object, name: str, work: Callable[..., Any] = fail) -> None:
    """Let a method of one object be mistaken from now on."""
    setattr(cast("Any", thing), name, work)


PARTS: dict[str, Callable[[Player], None]] = {
    "what comes in": lambda player: spoil(player.session, "receive"),
    "the clock": lambda player: spoil(player.session, "next_timer"),
    "what is due": lambda player: spoil(player.session, "tick"),
    "a choice": lambda player: spoil(player.session, "perform"),
    "who watches": lambda player: spoil(player.pump, "_watch"),
    "who is told": lambda player: spoil(player.pump, "_tell"),
    "what goes out": lambda player: spoil(player.transport, "send"),
    "the inbox": lambda player: spoil(player.transport.inbox, "get", fail_later),
    "what is beside": lambda player: spoil(player.pump._beside, "heard"),
}


@pytest.mark.parametrize("part", PARTS)
def test_a_mistake_in_any_part_ends_the_pump(part: str, sent: list[tuple[bytes, bytes]]) -> None:
    """Whoever runs it gets it; nothing unsaved was sent, and a session goes on from what is on the disk."""

    async def scenario() -> Player:
        players, asked = await table(), []

        async def play() -> None:
            async with running(players):
                player, other = await first_turn(players)
                asked.append(player)
                PARTS[part](player)
                other.transport.send(player.transport.key, CHANNEL + 1, b"beside")
                await asyncio.sleep(FIRST_PATIENCE + 0.2)  # until something is due
                await play_to_the_end(players)

        with pytest.raises(ExceptionGroup) as caught:
            await play()
        assert caught.group_contains(Mistake)
        assert not caught.group_contains(TimeoutError)
        return asked[0]

    player = asyncio.run(scenario())
    assert unsaved(sent, player) == []
    secrets = [secrets_of((9, chair)) for chair in range(3)]
    header = header_for(SmallGame(0), secrets)
    resumed = Session(group=FAST, game=SmallGame(0), header=header, records=player.disk.records)
    assert resumed.chain.number > 3
    assert resumed.chain.fault is None


def test_a_mistake_in_what_goes_on_besides_ends_the_pump(monkeypatch: pytest.MonkeyPatch) -> None:
    """While whatever comes to its end does not."""
    monkeypatch.setattr(pings, "EVERY", 0.01)

    async def scenario() -> None:
        measuring = Pings(send=lambda _peer, _data: None)
        players = await table()

        async def over() -> None:
            """Have nothing to do."""

        async def later() -> None:
            await first_turn(players)
            monkeypatch.setattr(Pings, "ask", fail)

        async def play() -> None:
            async with asyncio.timeout(20), asyncio.TaskGroup() as tasks:
                besides = (over(), measuring.run(lambda: [b"peer"]), later())
                for player, others in zip(players, (besides, (), ()), strict=True):
                    tasks.create_task(player.pump.run(*others))

        with pytest.raises(ExceptionGroup) as caught:
            await play()
        assert caught.group_contains(Mistake)

    asyncio.run(scenario())


TASKS: dict[str, Callable[[Mesh, Mesh], None]] = {
    "reading from who dialled": lambda one, _other: spoil(one._listener, "_take", fail_later),
    "who dials and who is gone": lambda one, _other: spoil(one._listener, "_make_room"),
    "looking for who is gone": lambda one, _other: spoil(one._listener, "_probe"),
    "cutting who is silent": lambda one, _other: spoil(one._listener, "_cut_silent"),
    "cutting who is late": lambda one, _other: spoil(one._policy, "expired"),
    "taking what came": lambda one, _other: spoil(one, "received", fail_later),
    "reading from who was dialled": lambda one, other: spoil(one._outgoing[other.key], "_take", fail_later),
    "the end of a connection": lambda one, other: spoil(one._outgoing[other.key], "_end"),
}


def test_an_error_is_not_hidden_by_the_calls_that_it_cancels() -> None:
    """Whatever else comes to its end while the clock waits for the session, which then is mistaken."""

    async def scenario() -> None:
        players = await table()
        player = players[0]

        async def over() -> None:
            """End while the clock's call is under way."""
            await first_turn(players)
            begun = asyncio.Event()
            spoil(player.session, "tick", lambda _now: fail_slowly(begun))
            await begun.wait()

        def fail_slowly(begun: asyncio.Event) -> None:
            player.pump._loop.call_soon_threadsafe(begun.set)
            time.sleep(0.2)
            raise Mistake

        async def play() -> None:
            async with asyncio.timeout(20), asyncio.TaskGroup() as tasks:
                for each in players:
                    tasks.create_task(each.pump.run(*([over()] if each is player else [])))

        with pytest.raises(ExceptionGroup) as caught:
            await play()
        assert caught.group_contains(Mistake)

    asyncio.run(scenario())


async def first_error(transport: Mesh) -> None:
    """Take all events until an error comes instead of one."""
    while True:
        await transport.next_event()


@pytest.mark.network
@pytest.mark.parametrize("task", TASKS)
def test_a_mistake_in_any_task_of_the_transport_is_raised(task: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the next event is awaited."""
    monkeypatch.setattr(listener, "PROBE_EVERY", 0.1)
    monkeypatch.setattr(mesh, "EXPIRY_EVERY", 0.1)

    class Guests(OpenLobby):
        """Lets everyone in, and can be spoilt."""

    async def scenario() -> None:
        keys = key_pairs(3)
        async with opened((keys[0], Guests()), (keys[1], everyone(*keys))) as (one, other):
            one.dial(other.key, address(other))
            await up(one, other)
            TASKS[task](one, other)
            for number in range(2):
                async with stranger(keys[2], one) as guest:
                    await asyncio.sleep(0.1)
                    await guest.send(b"\x01hello")
                    assert other.send(one.key, 1, b"hello") or number
                    await asyncio.sleep(0.1)
            if task == "the end of a connection":
                other.drop(one.key)
            with pytest.raises((Mistake, ExceptionGroup)) as caught:
                await first_error(one)
            assert isinstance(caught.value, Mistake) or caught.group_contains(Mistake)

    run(scenario())


@pytest.mark.network
def test_a_mistake_about_whom_to_let_in_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    """Instead of a listener that lets nobody in any more."""
    monkeypatch.setattr(zap, "answer", fail)

    async def scenario() -> None:
        keys = key_pairs(2)
        async with opened(*((pair, everyone(*keys)) for pair in keys)) as (one, other):
            other.dial(one.key, address(one))
            with pytest.raises(Mistake):
                await one.next_event()

    run(scenario())
