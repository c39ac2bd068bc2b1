"""What every test can rely on: no socket without the mark, a home of its own."""

from __future__ import annotations

import asyncio
import os
import socket
from typing import TYPE_CHECKING

import hypothesis
import pytest
import zmq
import zmq.asyncio
from pytest_socket import SocketBlockedError, SocketConnectBlockedError

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.filterwarnings("ignore:A test tried to use")
def test_an_unmarked_test_opens_no_zeromq_context() -> None:
    """Neither the plain context, nor that of asyncio, nor the shared one."""
    with pytest.raises(SocketBlockedError):
        zmq.Context()
    with pytest.raises(SocketBlockedError):
        zmq.asyncio.Context()
    with pytest.raises(SocketBlockedError):
        zmq.Context.instance()


@pytest.mark.filterwarnings("ignore:A test tried to use")
def test_an_unmarked_test_opens_no_socket() -> None:
    """Sockets of the network's families are refused."""
    with pytest.raises(SocketBlockedError):
        socket.socket(socket.AF_INET, socket.SOCK_STREAM)


def test_an_unmarked_test_may_run_an_event_loop() -> None:
    """The loop's own pair of sockets is no network."""

    async def answer() -> int:
        await asyncio.sleep(0)
        return 42

    assert asyncio.run(answer()) == 42


@pytest.mark.network
def test_a_marked_test_reaches_this_machine() -> None:
    """Loopback connections and ZeroMQ contexts work."""
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname()) as client,
        zmq.Context() as context,
    ):
        assert client.getpeername() == server.getsockname()
        assert not context.closed


@pytest.mark.network
@pytest.mark.filterwarnings("ignore:A test tried to use")
def test_a_marked_test_reaches_nothing_else() -> None:
    """An address of another machine (here one reserved for documents) is refused before anything is sent."""
    with socket.socket() as outside, pytest.raises(SocketConnectBlockedError):
        outside.connect(("192.0.2.1", 9))


@pytest.mark.parametrize("turn", ["first", "second"])
def test_the_programs_home_is_the_tests_own(home: Path, tmp_path_factory: pytest.TempPathFactory, turn: str) -> None:
    """Nothing is kept in the home of whoever runs the tests, or found there by the next test."""
    assert os.environ["P2P_SABOTEUR_HOME"] == str(home)
    assert home.parent == tmp_path_factory.getbasetemp()
    assert not home.exists()
    home.mkdir()


def test_random_tests_are_as_long_as_asked_for(pytestconfig: pytest.Config) -> None:
    """``--long`` chooses the profile with more examples."""
    assert hypothesis.settings.default is not None
    assert hypothesis.settings.default.max_examples == (2_000 if pytestconfig.getoption("--long") else 50)
