"""What holds for every test: no sockets, a home of its own, and how long the random ones run."""

from __future__ import annotations

import socket
import sys
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

import hypothesis
import pytest
import pytest_socket
import zmq

from p2p_saboteur.language import SOURCE
from p2p_saboteur.text import choose_language

if TYPE_CHECKING:
    from collections.abc import Iterator

LOOPBACK: Final = ["127.0.0.1", "::1", "localhost"]
WHOLE_PROGRAMS: Final = Path(__file__).parent / "e2e"
_NUMBERS: Final = count()

hypothesis.settings.register_profile("short", max_examples=50, deadline=None, print_blob=True)
hypothesis.settings.register_profile("long", max_examples=2_000, deadline=None, print_blob=True)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--long``."""
    parser.addoption("--long", action="store_true", help="also run the tests that take longer, with more examples")


def pytest_configure(config: pytest.Config) -> None:
    """Choose how long hypothesis searches."""
    hypothesis.settings.load_profile("long" if config.getoption("--long") else "short")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out long tests unless asked for, begin with whole programs, let tests marked `network` reach this machine.

    Whole programs mostly wait for one another: of several workers the first runs them, one after the other, while the
    others compute, and none of them is left for the end, when there is nothing else to do.
    """
    if not config.getoption("--long"):
        left_out = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("long")]
    items.sort(key=lambda item: WHOLE_PROGRAMS not in item.path.parents)
    for item in items:
        if item.get_closest_marker("network"):
            item.add_marker(pytest.mark.allow_hosts(LOOPBACK))


@pytest.fixture(autouse=True)
def _event_loops_without_unix_sockets(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let unmarked tests run event loops where these wake themselves through loopback sockets: on Windows."""
    if sys.platform != "win32" or request.node.get_closest_marker("network"):
        return
    make_pair = socket.socketpair

    def unguarded_pair() -> tuple[socket.socket, socket.socket]:
        pytest_socket.enable_socket()
        try:
            return make_pair()
        finally:
            pytest_socket.disable_socket(allow_unix_socket=True)

    monkeypatch.setattr(socket, "socketpair", unguarded_pair)


@pytest.fixture(autouse=True)
def _no_zeromq(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no unmarked test open a ZeroMQ context: its sockets are none of Python's, so pytest-socket misses them."""
    if request.node.get_closest_marker("network") is None:
        monkeypatch.setattr(zmq.Context, "__init__", _refuse_context)


def _refuse_context(*_arguments: object, **_options: object) -> NoReturn:
    raise pytest_socket.SocketBlockedError("A test tried to use zmq.Context without the mark `network`.")


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let every test, and the programs that it starts, speak English, whatever language whoever runs them speaks."""
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    monkeypatch.setenv("LANGUAGE", SOURCE)
    choose_language(SOURCE)
    yield
    choose_language(SOURCE)


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the test a folder of its own for what the program keeps; few ever make it, and folders take their time."""
    folder = tmp_path_factory.getbasetemp() / f"home-{next(_NUMBERS)}"
    monkeypatch.setenv("P2P_SABOTEUR_HOME", str(folder))
    return folder
