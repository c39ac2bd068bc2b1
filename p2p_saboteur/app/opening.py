"""Making clients: with new secrets for a new game, or with those of one that goes on."""

from __future__ import annotations

import asyncio
import logging
import shutil
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from p2p_saboteur.app.client import Client
from p2p_saboteur.app.game import OtherGame
from p2p_saboteur.app.joining import NotAdmitted, NotReachable
from p2p_saboteur.app.lobby import BadTable
from p2p_saboteur.app.news import describe
from p2p_saboteur.app.secrets import load_secrets, new_secrets
from p2p_saboteur.net import policy
from p2p_saboteur.net.curve import CurveKeys, new_keys
from p2p_saboteur.net.invite import Invite
from p2p_saboteur.net.mesh import Mesh
from p2p_saboteur.net.transport import TransportError
from p2p_saboteur.store.dirs import LOG, new_game, sole_use
from p2p_saboteur.store.notes import SITTING
from protocol.group import RISTRETTO255

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator
    from pathlib import Path

    from p2p_saboteur.app.keeping import Sitting
    from p2p_saboteur.app.news import News

_LOG: Final = logging.getLogger(__name__)
_REFUSALS: Final = (NotAdmitted, NotReachable, BadTable, OtherGame, TransportError)
"""After these nobody sits down with the same secrets again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Where a client listens and where others reach it.

    Attributes:
        host: an address of ours to listen at, ``*`` for all.
        port: to listen at; 0 for any free one.
        tells: returns what others are told from the port, ``tcp://host:port``, the best first.
    """

    host: str = "127.0.0.1"
    port: int = 0
    tells: Callable[[int], tuple[str, ...]] = field(default=lambda port: (f"tcp://127.0.0.1:{port}",))


@asynccontextmanager
async def new_client(
    door: policy.Policy,
    tell: Callable[[News], None],
    address: Address,
    sitting: Sitting,
    prepared: Path | None = None,
) -> AsyncIterator[Client]:
    """Make a game's folder and secrets, listen, and clean up in the end; who leaves the lobby keeps no folder.

    Args:
        door: whom to let in at first.
        tell: called in the event loop with all news, in order.
        address: where to listen.
        sitting: how the player sits down, saved for `resume`; a watcher gets no secrets.
        prepared: a folder with new secrets, see `prepare`; None makes one.
    """
    folder = prepared or new_game()
    with nullcontext() if prepared else _gone_if_never_begun(folder, sitting), sole_use(folder):
        await asyncio.to_thread(RISTRETTO255.is_valid, bytes(32))  # loads the library before anybody waits for it
        secrets = None if sitting.kind == "watch" else load_secrets(folder) if prepared else new_secrets(folder)
        mesh = Mesh(secrets.link if secrets else new_keys(), door, host=address.host, port=address.port)
        try:
            endpoints = address.tells(mesh.port)
            sitting.save(folder, host=address.host, port=mesh.port, endpoints=endpoints)
            yield Client(folder=folder, secrets=secrets, mesh=mesh, endpoints=endpoints, tell=_logged(tell))
        finally:
            await mesh.close()


@contextmanager
def _gone_if_never_begun(folder: Path, sitting: Sitting) -> Iterator[None]:
    """Remove a folder whose game was left before it began: nothing can come of its secrets any more.

    After a kill it stays, so that one can come back to the lobby; so it does after errors of the disk and our own once
    it is known how one sat down, and so does a bot's that leaves because its owner does.
    """
    try:
        yield
    except BaseException as error:
        leaves = not isinstance(error, Exception)
        comes_back = (
            sitting.kind == "bot" if leaves else not isinstance(error, _REFUSALS) and (folder / SITTING).exists()
        )
        if not comes_back and not (folder / LOG).exists():
            shutil.rmtree(folder, ignore_errors=True)
        raise


def prepare(endpoints: tuple[str, ...], secret: bytes) -> tuple[Path, Invite]:
    """Make folder and secrets of a table that is to be opened soon at these addresses, and its invite.

    Raises:
        BadInvite: there is no address to reach it at.
        StoreError: the disk refuses.
    """
    folder = new_game()
    return folder, Invite(key=new_secrets(folder).link.public, secret=secret, endpoints=endpoints)


@asynccontextmanager
async def resumed_client(
    folder: Path, tell: Callable[[News], None], sitting: Sitting, address: Address | None = None
) -> AsyncIterator[Client]:
    """Go on in a game's folder with the same secrets.

    Args:
        folder: of the game.
        tell: called in the event loop with all news, in order.
        sitting: how the player sat down.
        address: where to listen from now on; None for the same port if it is free, else another one.

    Raises:
        InUse: another process plays there.
        StoreError: the secrets are gone, damaged or of another version.
        TransportError: the port of `address` is in use.
    """
    with sole_use(folder):
        secrets = load_secrets(folder)
        mesh = _listen_again(secrets.link, sitting, address)
        try:
            endpoints = address.tells(mesh.port) if address else sitting.endpoints
            if address:
                sitting.save(folder, host=address.host, port=mesh.port, endpoints=endpoints)
            yield Client(folder=folder, secrets=secrets, mesh=mesh, endpoints=endpoints, tell=_logged(tell))
        finally:
            await mesh.close()


def _logged(tell: Callable[[News], None]) -> Callable[[News], None]:
    """Return what writes news down before it is told."""

    def telling(news: News) -> None:
        _LOG.info("%s", describe(news))
        tell(news)

    return telling


def _listen_again(keys: CurveKeys, sitting: Sitting, address: Address | None) -> Mesh:
    """Listen at the address, if that is given; else where the others know us; if that is taken, elsewhere.

    A refusal by this door would be final for who still lacks the roster. Nobody is refused who is on it: no key is
    answered until the event loop has its turn again, and by then `Client.play` has let in the table.
    """
    door = policy.Roster(frozenset())
    if address:
        return Mesh(keys, door, host=address.host, port=address.port)
    with suppress(TransportError):
        return Mesh(keys, door, host=sitting.host, port=sitting.port)
    return Mesh(keys, door, host=sitting.host)
