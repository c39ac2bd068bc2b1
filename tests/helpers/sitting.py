"""Players at one table within this process: each with an event loop and a home of its own, over real sockets."""

from __future__ import annotations

import threading
from random import Random
from typing import TYPE_CHECKING

from p2p_saboteur.app.control import NetworkControl
from p2p_saboteur.app.joining import Terms
from p2p_saboteur.app.opening import Address
from p2p_saboteur.bots.random import RandomPolicy
from p2p_saboteur.commands.bots import Bots
from p2p_saboteur.commands.playing import watch_bot
from p2p_saboteur.commands.tables import JoinedTable, OwnTable, WatchedTable, new_secret
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.rules import SaboteurGame

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from p2p_saboteur.app.client import Client
    from p2p_saboteur.app.news import News
    from p2p_saboteur.commands.tables import Table
    from p2p_saboteur.net.invite import Invite
    from p2p_saboteur.seat import Policy

SHORT = Options(rounds=1)


class Player:
    """Somebody at a table, whose seat a bot plays.

    Attributes:
        control: of the seat.
        news: all that it was told beside the game, in order.
        sentences: what was told of the game.
        after: called with the control when the game is over; serves the others unless told otherwise.
    """

    def __init__(self, name: str, table: Table, policy: Callable[[Random], Policy] = RandomPolicy) -> None:
        self.name, self._policy = name, policy(Random(name))
        self.news: list[News] = []
        self.sentences: list[str] = []
        self.error: BaseException | None = None
        self.after: Callable[[NetworkControl], object] = lambda control: control.rest(until_alone=True)
        self.control = NetworkControl(table.serve, show=self.news.append)
        self._thread = threading.Thread(target=self._play, name=name)

    def start(self) -> None:
        """Begin to play."""
        self._thread.start()

    def join(self, seconds: float = 120) -> None:
        """Wait for the end; raise what has ended the game too early."""
        self.join_quietly(seconds)
        if self.error:
            raise self.error

    def join_quietly(self, seconds: float = 120) -> None:
        """Wait for the end, whatever it is."""
        self._thread.join(seconds)
        assert not self._thread.is_alive(), f"{self.name} has not come to an end"

    def _play(self) -> None:
        try:
            with self.control:
                watch_bot(self.control, self._policy, self.sentences.append)
                self.after(self.control)
        except BaseException as error:  # noqa: BLE001 - raised where somebody waits
            self.error = error

    @property
    def log(self) -> Path:
        """Where the player's log lies."""
        assert self.control.client is not None
        return self.control.client.log


def own_table(
    opened: Callable[[Client, Invite, Invite | None], None],
    *,
    seats: int,
    watch: bytes | None,
    options: Options = SHORT,
) -> Table:
    """Return a table that tells `opened` its invites."""
    return OwnTable(
        kind="host",
        name="Ada",
        bot=True,
        terms=Terms(game=SaboteurGame(options), seats=seats, secret=new_secret()),
        bots=Bots("random", None),
        watch=watch,
        opened=opened,
    )


def guest_table(invite: Invite, name: str, *, reachable: bool = True) -> JoinedTable:
    """Return a table to join; who is not reachable tells the others no address."""
    address = Address() if reachable else Address(tells=lambda _port: ())
    return JoinedTable(invite=invite, name=name, bot=True, auto=True, address=address, patience=20)


def gather(
    names: Sequence[str],
    *,
    reachable: bool = True,
    watch: bytes | None = None,
    options: Options = SHORT,
    policy: Callable[[Random], Policy] = RandomPolicy,
) -> tuple[list[Player], Invite | None]:
    """Let Ada open a table and these sit down at it; return all players and the invite to watch."""
    ready = threading.Event()
    invites: list[tuple[Invite, Invite | None]] = []

    def opened(_client: Client, invite: Invite, watching: Invite | None) -> None:
        invites.append((invite, watching))
        ready.set()

    ada = Player("Ada", own_table(opened, seats=1 + len(names), watch=watch, options=options), policy)
    ada.start()
    assert ready.wait(30)
    invite, watching = invites[0]
    players = [ada, *(Player(name, guest_table(invite, name, reachable=reachable), policy) for name in names)]
    for player in players[1:]:
        player.start()
    return players, watching


def watcher(invite: Invite, patience: float = 20) -> Player:
    """Let somebody watch who gives up when he is not let in for so many seconds."""
    player = Player("watcher", WatchedTable(invite=invite, patience=patience))
    player.start()
    return player
