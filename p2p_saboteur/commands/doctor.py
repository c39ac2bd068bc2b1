"""``p2p-saboteur doctor``: whether this computer has all that a game needs, and what to do where it has not."""

from __future__ import annotations

import asyncio
import json
import locale
import os
import platform
import shutil
import socket
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from enum import Enum, unique
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final

import zmq

from p2p_saboteur import __version__
from p2p_saboteur.commands.codes import ExitCode
from p2p_saboteur.net.curve import new_keys
from p2p_saboteur.net.curve import run as run_loop
from p2p_saboteur.net.interfaces import Reach, own_addresses
from p2p_saboteur.net.mesh import Mesh
from p2p_saboteur.net.policy import Roster
from p2p_saboteur.net.transport import LinkUp, TransportError
from p2p_saboteur.store.dirs import home
from p2p_saboteur.store.durable import durable, write_all
from p2p_saboteur.store.errors import told
from protocol import backend
from protocol.header import VERSION

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

PORT: Final = 7243
NEEDED_LIBZMQ: Final = (4, 3, 5)
SYNCS: Final = 20
SLOW_SYNC: Final = 0.05  # seconds; several a turn are felt from here on
LINK_PATIENCE: Final = 5.0
SMALLEST: Final = (60, 20)
PACKAGES: Final = ("cryptography", "filelock", "ifaddr", "msgpack", "platformdirs", "prompt_toolkit", "pyzmq", "rbcl")
OPTIONAL: Final = ("segno", "zeroconf")


@unique
class State(Enum):
    """How a check came out."""

    OK = "ok"
    NOTE = "note"
    """Good to know; a game is possible."""
    FAIL = "fail"
    """No game is possible like this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing that was looked at: its name, how it came out, and what was found, with what to do about it."""

    name: str
    state: State
    found: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the form of the answer."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Check everything; 0 if a game is possible, else 1."""
    failed = False
    found = []
    for look in (_versions, _packages, _libzmq, _group, _link, _port, _interfaces, _ipv6, _terminal, _disk):
        for check in _carefully(look):
            failed = failed or check.state is State.FAIL
            found.append({**asdict(check), "state": check.state.value})
            if not arguments.json:
                print(f"{check.state.value:4}  {check.name}: {check.found}", flush=True)
    if arguments.json:
        print(json.dumps({"ok": not failed, "checks": found}, ensure_ascii=False))
    return ExitCode.ERROR if failed else ExitCode.OK


def _carefully(look: Callable[[], Iterator[Check]]) -> Iterator[Check]:
    """Yield what a look finds; what goes wrong in it is found, too."""
    try:
        yield from look()
    except Exception as error:  # noqa: BLE001 - this is the command that explains what goes wrong
        yield Check(name=look.__name__.strip("_"), state=State.FAIL, found=f"{type(error).__name__}: {error}")


def _versions() -> Iterator[Check]:
    yield Check(name="program", state=State.OK, found=f"p2p-saboteur {__version__}, protocol {VERSION}")
    yield Check(name="Python", state=State.OK, found=f"{platform.python_version()} at {sys.executable}")
    yield Check(name="system", state=State.OK, found=platform.platform())


def _packages() -> Iterator[Check]:
    for name in (*PACKAGES, *OPTIONAL):
        try:
            yield Check(name=name, state=State.OK, found=version(name))
        except PackageNotFoundError:
            state = State.NOTE if name in OPTIONAL else State.FAIL
            yield Check(name=name, state=state, found="is missing; install the program again")


def _libzmq() -> Iterator[Check]:
    found = zmq.zmq_version_info()
    old, curve = found < NEEDED_LIBZMQ, zmq.has("curve")
    wrong = "needs 4.3.5 or newer: upgrade pyzmq" if old else "" if curve else "has no CURVE: install pyzmq's wheel"
    text = f"{zmq.zmq_version()}, {'with' if curve else 'without'} CURVE"
    yield Check(name="libzmq", state=State.FAIL if wrong else State.OK, found=f"{text}; {wrong}" if wrong else text)


def _group() -> Iterator[Check]:
    name = "cryptography's group"
    try:
        backend.load()
    except backend.NotLoaded as error:
        yield Check(name=name, state=State.FAIL, found=str(error))
    else:
        yield Check(name=name, state=State.OK, found="ristretto255 works as RFC 9496 says")


def _link() -> Iterator[Check]:
    seconds = run_loop(asyncio.wait_for(_dial_oneself(), 2 * LINK_PATIENCE))
    if seconds is None:
        found = "two ends on this computer do not find each other; does a firewall guard 127.0.0.1?"
        yield Check(name="link", state=State.FAIL, found=found)
        return
    yield Check(name="link", state=State.OK, found=f"bound, dialled and proved in {1000 * seconds:.0f} ms")


async def _dial_oneself() -> float | None:
    """Return how long a link within this computer takes to come up; None if it does not."""
    one, other = new_keys(), new_keys()
    door = Roster(frozenset((one.public, other.public)))
    begun = time.monotonic()
    listening = Mesh(one, door)
    dialling = Mesh(other, door)
    try:
        dialling.dial(one.public, f"tcp://127.0.0.1:{listening.port}")
        event = await asyncio.wait_for(dialling.next_event(), LINK_PATIENCE)
    except TimeoutError:
        return None
    finally:
        await dialling.close()
        await listening.close()
    return time.monotonic() - begun if isinstance(event, LinkUp) else None


def _port() -> Iterator[Check]:
    try:
        run_loop(_bind(PORT))
    except TransportError as error:
        yield Check(name="port", state=State.NOTE, found=str(error))
    else:
        yield Check(name="port", state=State.OK, found=f"{PORT} is free to host at")


async def _bind(port: int) -> None:
    await Mesh(new_keys(), Roster(frozenset()), host="*", port=port).close()


def _interfaces() -> Iterator[Check]:
    addresses = [own for own in own_addresses() if own.reach is not Reach.COMPUTER]
    for own in addresses:
        found = f"{own.address} ({own.interface}), {own.reach.value}"
        yield Check(name="address", state=State.OK, found=found)
    if not addresses:
        found = "none that others could reach; only games on this computer are possible"
        yield Check(name="address", state=State.NOTE, found=found)
    elif not any(own.reach is Reach.WORLD for own in addresses):
        found = f"none is public: to host over the internet let the router forward TCP port {PORT} to this computer"
        yield Check(name="internet", state=State.NOTE, found=found)


def _ipv6() -> Iterator[Check]:
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as probe:
            probe.bind(("::1", 0))
    except OSError as error:
        yield Check(name="IPv6", state=State.NOTE, found=f"not on this computer ({error.strerror or error})")
    else:
        yield Check(name="IPv6", state=State.OK, found="works on this computer")


def _terminal() -> Iterator[Check]:
    encoding = sys.stdout.encoding or locale.getpreferredencoding(do_setlocale=False)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        yield Check(name="terminal", state=State.NOTE, found=f"none; {encoding}. Lines of text will be used")
        return
    size = shutil.get_terminal_size()
    small = size < SMALLEST
    colour = ", no colours (NO_COLOR)" if os.environ.get("NO_COLOR") else ""
    advice = f"; smaller than {SMALLEST[0]}x{SMALLEST[1]}: make it larger" if small else ""
    found = f"{size.columns}x{size.lines}, TERM={os.environ.get('TERM', '')}, {encoding}{colour}{advice}"
    yield Check(name="terminal", state=State.NOTE if small else State.OK, found=found)


def _disk() -> Iterator[Check]:
    folder = home()
    with told(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        free = shutil.disk_usage(folder).free
        seconds = _sync_time(folder)
    yield Check(name="home", state=State.OK, found=f"{folder}, {free / 1e9:.1f} GB free")
    slow = " - slow: every turn waits for it several times" if seconds > SLOW_SYNC else ""
    found = f"{1000 * seconds:.1f} ms until written bytes are safe{slow}"
    yield Check(name="disk", state=State.NOTE if slow else State.OK, found=found)


def _sync_time(folder: Path) -> float:
    """Return the median time in seconds that a small append takes to be durable."""
    times = []
    fd, name = tempfile.mkstemp(dir=folder)
    try:
        for _ in range(SYNCS):
            begun = time.perf_counter()
            write_all(fd, bytes(500))
            durable(fd)
            times.append(time.perf_counter() - begun)
    finally:
        os.close(fd)
        Path(name).unlink()
    return median(times)
