"""Another game with the same people: whoever offers it opens a table where the old one was, with new keys.

The invite goes over the standing links; who does not want to come stays out. Of several offers that cross the one of
the lowest chair holds: whoever finds one before its own table opens joins there.
"""

from __future__ import annotations

import shutil
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from p2p_saboteur.app.control import Stopped
from p2p_saboteur.app.game import game_of
from p2p_saboteur.app.joining import PATIENCE, Terms
from p2p_saboteur.app.keeping import Sitting
from p2p_saboteur.app.opening import Address, prepare
from p2p_saboteur.commands.addresses import guest_address
from p2p_saboteur.commands.sitting import Seat
from p2p_saboteur.commands.tables import JoinedTable, OwnTable, new_secret
from p2p_saboteur.commands.waits import asks_opener
from p2p_saboteur.net.invite import read_invite

if TYPE_CHECKING:
    from collections.abc import Callable

    from p2p_saboteur.app.client import Client
    from p2p_saboteur.commands.bots import Bots
    from p2p_saboteur.commands.tables import Offerer, Table
    from p2p_saboteur.net.invite import Invite
    from p2p_saboteur.seat import Policy

SPREADING: Final = 1.0  # seconds for the invite to reach all before the old links go
WAITING: Final = 60.0  # seconds for the opener of the last table to open the next one
LOOK: Final = 0.1


def _terms(client: Client) -> Terms:
    """Return what the last game was played by; nobody is ready yet."""
    roster = client.roster
    if roster is None:
        raise RuntimeError("there was no table")
    game, seats = game_of(roster.header), len(roster.header.chairs)
    limit, kind = roster.turn_limit, roster.header.kind
    return Terms(game=game, seats=seats, secret=b"", turn_limit=limit, ready=False, kind=kind)


def next_tables(
    name: str,
    policy: Policy | None,
    new_bots: Callable[[], Bots],
    opened: Callable[[Client, Invite, Invite | None], None] = lambda _client, _invite, _watch: None,
) -> Callable[[Offerer, str], tuple[Table, Seat]]:
    """Return what makes the next table from the last one and the invite that was offered.

    Args:
        name: of the player.
        policy: his stand-in.
        new_bots: returns a fresh set of bots, none of which is started.
        opened: shows the invites of a table that the player opens.
    """

    def again(control: Offerer, offered: str) -> tuple[Table, Seat]:
        client = control.client
        if client is None:
            raise RuntimeError("there was no table")
        table = _join(name, offered) if offered else _offer(control, client, name, new_bots(), opened)
        bots = table.bots if isinstance(table, OwnTable) else None
        add_bot = table.add_bot if isinstance(table, OwnTable) else None
        return table, Seat(policy=policy, bots=bots, add_bot=add_bot, again=again)

    return again


def _join(name: str, offered: str) -> JoinedTable:
    invite = read_invite(offered)
    return JoinedTable(
        invite=invite, name=name, bot=False, auto=False, address=guest_address(invite), patience=3 * PATIENCE, asks=True
    )


def _await_opener(control: Offerer, client: Client) -> str:
    """Ask the opener of the last table, whom all could reach, to open the next one, and wait while it is there.

    Returns:
        The invite that was offered; empty if it is one's own turn to offer one.

    Raises:
        Stopped: the player leaves after all.
    """
    if not asks_opener(client):
        return client.offered if client.chair else ""
    control.offer("")
    deadline = time.monotonic() + WAITING
    while asks_opener(client) and time.monotonic() < deadline:
        if control.interrupted:
            raise Stopped
        time.sleep(LOOK)
    return client.offered


def _offer(
    control: Offerer,
    client: Client,
    name: str,
    bots: Bots,
    opened: Callable[[Client, Invite, Invite | None], None],
) -> OwnTable | JoinedTable:
    """Offer a table at the addresses of the last client, unless somebody on a lower chair does the same."""
    offered = _await_opener(control, client)
    if offered:
        return _join(name, offered)
    sitting, endpoints = Sitting.load(client.folder), client.endpoints
    folder, invite = prepare(endpoints, new_secret())
    control.offer(invite.text())
    time.sleep(SPREADING)
    if client.offered != invite.text():
        shutil.rmtree(folder, ignore_errors=True)  # nothing has been signed with what lies there
        return _join(name, client.offered)
    roster = client.roster
    return OwnTable(
        kind="host",
        name=name,
        bot=False,
        terms=replace(_terms(client), secret=invite.secret),
        bots=bots,
        fill=roster.bots.bit_count() if roster else 0,
        address=Address(host=sitting.host, port=sitting.port, tells=lambda _port: endpoints),
        asks=True,
        folder=folder,
        watch=new_secret() if client.watchers and client.watchers.secret else None,
        opened=opened,
    )
