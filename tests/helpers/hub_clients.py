"""Whole clients with real folders at one table, in one event loop and without sockets."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

from p2p_saboteur.app import client as client_module
from p2p_saboteur.app.client import Client
from p2p_saboteur.app.lobby_messages import Roster
from p2p_saboteur.app.news import TableEvent
from p2p_saboteur.app.secrets import load_secrets, new_secrets
from p2p_saboteur.bots.random import RandomPolicy
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from p2p_saboteur.seat import is_asked
from p2p_saboteur.store.errors import StoreError
from protocol.events import Ended, YourTurn
from protocol.header import STRICT, Chair, Header
from tests.helpers.toy_groups import FAST

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import pytest

    from p2p_saboteur.app.news import News
    from p2p_saboteur.app.secrets import Secrets
    from p2p_saboteur.net.hub import Hub


class Seat:
    """A player whose seat a bot plays, and whose client ends and comes back.

    Attributes:
        client: as it is now; None before it has begun.
        told: all that it was told, in order.
        over: set when it has the whole log.
    """

    def __init__(self, hub: Hub, folder: Path) -> None:
        folder.mkdir(parents=True)
        self.hub, self.folder = hub, folder
        self.key = new_secrets(folder).link.public
        self.client: Client | None = None
        self.told: list[News] = []
        self.over, self._turn = asyncio.Event(), asyncio.Event()

    def make(self, secrets: Secrets) -> Client:
        """Make a client with links to all who have dialled its key."""
        self.hub.leave(self.key)
        mesh: Any = self.hub.join(self.key)
        mesh.allow = lambda _policy: None
        self.client = Client(folder=self.folder, secrets=secrets, mesh=mesh, endpoints=(), tell=self.tell)
        return self.client

    def tell(self, news: News) -> None:
        """Note what happens."""
        self.told.append(news)
        match news:
            case TableEvent(event=YourTurn()):
                self._turn.set()
            case TableEvent(event=Ended()):
                self.over.set()

    async def play(self, roster: Roster, *, resumed: bool) -> StoreError | None:
        """Play until cancelled or until the disk refuses; return what it said."""
        try:
            client = self.make(load_secrets(self.folder))
            playing = asyncio.create_task(self._choose(client))
            try:
                await client.play(roster, resumed=resumed)
            finally:
                playing.cancel()
                with suppress(asyncio.CancelledError):
                    await playing
        except StoreError as error:
            return error
        return None

    async def _choose(self, client: Client) -> None:
        random = Random(self.key)
        while True:
            await self._turn.wait()
            self._turn.clear()
            view = await client.view()
            if is_asked(view):
                await client.submit(RandomPolicy(random).choose(view))


def seats(hub: Hub, folder: Path, patch: pytest.MonkeyPatch, count: int = 3) -> tuple[list[Seat], Roster]:
    """Return players with folders of their own, and the roster of their table of one round in the toy group."""
    patch.setattr(client_module, "RISTRETTO255", FAST)
    players = [Seat(hub, folder / str(number)) for number in range(count)]
    game = SaboteurGame(Options(rounds=1))
    chairs = tuple(_chairs(players))
    header = Header(game=game.name, options=game.options, chairs=chairs, kind=STRICT)
    return players, Roster(header=header, endpoints=((),) * count)


def _chairs(players: list[Seat]) -> Iterator[Chair]:
    for number, player in enumerate(players):
        application = player.make(load_secrets(player.folder)).application(f"player {number}", bot=True)
        yield Chair(name=application.name, key=application.key, link=player.key, commitment=application.commitment)
