"""Meshes on this machine and strangers that connect to them."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import zmq.asyncio

from p2p_saboteur.net import curve
from p2p_saboteur.net.curve import CurveKeys, dialling_socket, new_keys
from p2p_saboteur.net.mesh import Mesh
from p2p_saboteur.net.paths import HELLO
from p2p_saboteur.net.policy import Roster
from p2p_saboteur.net.transport import Event, LinkUp

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine

    from p2p_saboteur.net.policy import Policy
    from tests.helpers.proxy import Proxy


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
