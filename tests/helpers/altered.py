"""The program with one thing altered, for the real one to meet: ``python -m tests.helpers.altered WHAT COMMAND...``."""

from __future__ import annotations

import errno
import os
import sys
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from zmq.asyncio import Socket

from p2p_saboteur import cli
from p2p_saboteur.app import joining, lobby
from p2p_saboteur.app.lobby import HostLobby
from p2p_saboteur.app.opening import Address
from p2p_saboteur.app.pings import Pings
from p2p_saboteur.app.talk import Talk
from p2p_saboteur.app.viewer import Viewer
from p2p_saboteur.commands import join
from p2p_saboteur.commands.addresses import open_address
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from p2p_saboteur.net.mesh import Mesh
from p2p_saboteur.net.outgoing import OutgoingPath
from p2p_saboteur.store import log_file
from protocol.header import VERSION
from protocol.session import Session

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from p2p_saboteur.app.lobby_messages import LobbyState
    from p2p_saboteur.net.invite import Invite

ROOM_ON_DISK: Final = 40_000  # bytes
PRIVATE: Final = "Ada at tcp://10.9.8.7:7243 holds P NES"
"""In the words of a mistake; in no report."""


def altered(what: str) -> list[str]:
    """Return the command that starts the altered program; see `ALTERATIONS`."""
    return [sys.executable, "-m", "tests.helpers.altered", what]


def _other_version() -> None:
    """Speak the next version of the protocol."""
    vars(lobby)["VERSION"] = VERSION + 1


class _TwoFaced(HostLobby):
    """Shows guests other rule options than those that the roster is closed with."""

    @property
    def state(self) -> LobbyState:
        """What everyone sees."""
        return replace(super().state, options=SaboteurGame(Options(rounds=2)).options)


def _other_options() -> None:
    """Close another table than was shown."""
    vars(joining)["HostLobby"] = _TwoFaced


def _unknown() -> None:
    """Tell nobody where one listens, as guests behind routers cannot."""

    def nowhere(_invite: Invite) -> Address:
        return Address(tells=lambda _port: ())

    vars(join)["guest_address"] = nowhere


def _dialling_from() -> None:
    """Dial from the address in the next word, and tell others nothing but what is advertised: a proxy can tell us."""
    source, connect = sys.argv.pop(1), Socket.connect

    def from_there(socket: Socket, address: str) -> object:
        return connect(socket, address.replace("tcp://", f"tcp://{source}:0;"))

    vars(join)["open_address"] = partial(open_address, only=True)
    setattr(Socket, "connect", from_there)  # noqa: B010 - mypy knows that methods are not to be set


def _this_computer() -> None:
    """List tables on 127.0.0.1 and nowhere else."""
    from zeroconf import Zeroconf  # noqa: PLC0415 - takes half a second

    from p2p_saboteur.net import lan  # noqa: PLC0415 - likewise

    def here(_interfaces: Sequence[str] | None) -> Zeroconf:
        return Zeroconf(interfaces=["127.0.0.1"])

    vars(lan)["_open"] = here


def _full_disk() -> None:
    """Find the disk full after the first part of a log."""
    written = 0

    def write(fd: int, data: bytes) -> None:
        nonlocal written
        written += len(data)
        if written > ROOM_ON_DISK:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        os.write(fd, data)

    vars(log_file)["write_all"] = write


def _mistaken(owner: type, name: str, call: int) -> Callable[[], None]:
    """Return what lets a method be mistaken at one of its calls, with words that are nobody else's business."""

    def alter() -> None:
        method, made = getattr(owner, name), 0

        def mistaken(*arguments: object, **options: object) -> object:
            nonlocal made
            made += 1
            if made == call:
                raise RuntimeError(f"{PRIVATE} {arguments}")
            return method(*arguments, **options)

        setattr(owner, name, mistaken)

    return alter


def _raw_name() -> None:
    """Send one's name as it is."""

    def raw(arguments: argparse.Namespace) -> str:
        return str(arguments.name)

    vars(join)["player_name"] = raw


ALTERATIONS: Final[dict[str, Callable[[], None]]] = {
    "other-version": _other_version,
    "other-options": _other_options,
    "unknown": _unknown,
    "dialling-from": _dialling_from,
    "this-computer": _this_computer,
    "full-disk": _full_disk,
    "raw-name": _raw_name,
    "mistaken-session": _mistaken(Session, "receive", 60),
    "mistaken-clock": _mistaken(Session, "next_timer", 90),
    "mistaken-view": _mistaken(Viewer, "view", 6),
    "mistaken-pings": _mistaken(Pings, "ask", 3),
    "mistaken-talk": _mistaken(Talk, "hear", 1),
    "mistaken-reader": _mistaken(OutgoingPath, "_take", 40),
    "mistaken-inbox": _mistaken(Mesh, "next_event", 60),
    "mistaken-sender": _mistaken(Mesh, "send", 40),
}

if __name__ == "__main__":
    ALTERATIONS[sys.argv.pop(1)]()
    raise SystemExit(cli.main())
