"""The tables that commands sit at, each with what runs in the event loop."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

from p2p_saboteur.app.game import rules_with
from p2p_saboteur.app.joining import Guest, NotAdmitted, Opener, Terms, ask_to_watch, guest_lobby, host_lobby
from p2p_saboteur.app.keeping import Sitting, load_roster
from p2p_saboteur.app.lobby_messages import Refusal
from p2p_saboteur.app.opening import Address, new_client, resumed_client
from p2p_saboteur.app.watchers import Watchers
from p2p_saboteur.net.invite import SECRET_SIZE, Invite, read_invite
from p2p_saboteur.net.policy import OpenLobby, Roster
from p2p_saboteur.store.errors import NotFound
from p2p_saboteur.text import _, marked
from protocol.errors import LocalError
from protocol.header import STRICT, TOLERANT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from p2p_saboteur.app.client import Client
    from p2p_saboteur.app.news import News
    from p2p_saboteur.commands.bots import Bots


class Sitter(Protocol):
    """Who sits at a table: is told its news, and finds its client and its side of the lobby noted here."""

    client: Client | None
    lobby: Opener | Guest | None

    def tell(self, news: News) -> None:
        """Take news; called in the event loop."""


class Offerer(Protocol):
    """Who can offer those at a table that is over another one."""

    client: Client | None

    @property
    def interrupted(self) -> bool:
        """Whether the player wants to leave after all."""

    def offer(self, invite: str) -> None:
        """Offer all at the table another one; an empty text tells them that one would like one."""


class Table(Protocol):
    """A table to sit at."""

    async def serve(self, control: Sitter) -> None:
        """Play until cancelled."""


USUAL: Final = "usual"
"""How the kind of a table is written down that is the usual one for as many as sit down."""


def terms_text(terms: Terms) -> str:
    """Return what an opener offers, so that a lobby can be opened again."""
    fields = [
        terms.secret.hex(),
        terms.seats,
        terms.turn_limit,
        terms.kind or USUAL,
        terms.game.options.decode("ascii"),
    ]
    return " ".join(map(str, fields)).rstrip()


def read_terms(text: str) -> Terms:
    """Return what `terms_text` has written; raise ValueError or `OtherGame` for anything else."""
    secret, seats, turn_limit, kind, *options = text.split(" ", 4)
    if kind not in {USUAL, STRICT, TOLERANT}:
        raise ValueError(kind)
    return Terms(
        game=rules_with("".join(options).encode()),
        seats=int(seats),
        secret=bytes.fromhex(secret),
        turn_limit=int(turn_limit),
        ready=False,
        kind="" if kind == USUAL else kind,
    )


def new_secret() -> bytes:
    """Return a fresh secret for an invite."""
    return secrets.token_bytes(SECRET_SIZE)


@dataclass(slots=True, kw_only=True)
class OwnTable:
    """A table that we open.

    Attributes:
        kind: ``solo`` or ``host``.
        name: of the player.
        bot: whether a program plays for him.
        terms: what is played.
        bots: those that we start.
        fill: how many of them at once.
        address: where to listen.
        watch: the secret for watchers; None where nobody may watch.
        opened: told the invites (to play; to watch, or None) in the event loop when there is a table.
        asks: whether the player compares the words.
        folder: with secrets that were made for this table already; None makes new ones.
    """

    kind: str
    name: str
    bot: bool
    terms: Terms
    bots: Bots
    fill: int = 0
    address: Address = field(default_factory=Address)
    watch: bytes | None = field(default=None, repr=False)
    opened: Callable[[Client, Invite, Invite | None], None] = lambda _client, _invite, _watch: None
    asks: bool = False
    folder: Path | None = None

    async def serve(self, control: Sitter) -> None:
        """Open the table, start the bots and play."""
        door = OpenLobby()
        more = {"watch": self.watch.hex()} if self.watch else {}
        if self.kind == "host":
            more["lobby"] = terms_text(self.terms)
        sitting = Sitting(kind=self.kind, name=self.name, more=more)
        async with new_client(door, control.tell, self.address, sitting, self.folder) as client:
            client.asks = self.asks
            if self.watch:
                client.watchers = Watchers(own=client.mesh.key, secret=self.watch, game=self.terms.game.name)
            opener = Opener(
                client=client, lobby=host_lobby(client, self.terms, name=self.name, bot=self.bot), door=door
            )
            control.client, control.lobby = client, opener
            client.keeps_bots = self.bots.run
            invite = client.invite(self.terms.secret)
            self.opened(client, invite, client.invite(self.watch) if self.watch else None)
            self.bots.again(client.folder, f"tcp://127.0.0.1:{client.mesh.port}")  # where the lobby was there before
            for _ in range(self.fill):
                self.bots.add(client.folder, invite.text(), [self.name], self.terms.seats)
            await client.play(await opener.run())

    def add_bot(self, control: Sitter) -> None:
        """Add a bot to the lobby; raise LocalError if every seat is taken, or will be."""
        client, lobby = control.client, control.lobby
        if client is None or not isinstance(lobby, Opener) or lobby.lobby.roster:
            raise LocalError(marked("there is no lobby"))
        present = [person.application.name for person in lobby.lobby.people.values()]
        if not self.bots.add(client.folder, client.invite(self.terms.secret).text(), present, lobby.lobby.seats):
            raise LocalError(marked("every seat is taken, or will be by those who are on their way"))


@dataclass(slots=True, kw_only=True)
class JoinedTable:
    """A table that somebody else opens.

    Attributes:
        invite: to it.
        name: of the player.
        bot: whether a program plays.
        auto: whether it is ready at once.
        address: where to listen.
        more: what `resume` needs besides.
        asks: whether the player compares the words.
        patience: seconds that the opener may be out of reach.
    """

    invite: Invite
    name: str
    bot: bool
    auto: bool
    address: Address
    patience: float
    more: dict[str, str | None] = field(default_factory=dict)
    asks: bool = False

    async def serve(self, control: Sitter) -> None:
        """Ask for a seat and play."""
        kind = "bot" if self.bot else "join"
        sitting = Sitting(kind=kind, name=self.name, invite=self.invite.text(), more=self.more)
        async with new_client(Roster(frozenset()), control.tell, self.address, sitting) as client:
            client.asks = self.asks
            await _join(control, client, self.invite, self)


@dataclass(slots=True, kw_only=True)
class ResumedTable:
    """A table at which we have sat before.

    Attributes:
        folder: of the game.
        sitting: how we sat down.
        bot: whether a program plays.
        bots: started again if they were ours; None where we have none.
        opener: where the opener is now, if he told; empty if not.
        asks: whether the player compares the words, should he not have yet.
        patience: seconds that the opener may be out of reach, should the table not be closed yet.
    """

    folder: Path
    sitting: Sitting
    bot: bool
    bots: Bots | None = None
    opener: str = ""
    asks: bool = False
    patience: float
    auto: bool = False

    @property
    def name(self) -> str:
        """What the player called himself."""
        return self.sitting.name

    async def serve(self, control: Sitter) -> None:
        """Go on where the log ends; a guest whose lobby was not closed asks for its seat again."""
        async with resumed_client(self.folder, control.tell, self.sitting) as client:
            client.asks = self.asks
            client.keeps_view = not self.bot
            roster = load_roster(self.folder)
            if roster is None:
                if not self.sitting.invite:
                    told = _("The table in {folder} was never closed. Nothing is lost: open a new one.")
                    raise NotFound(told.format(folder=self.folder))
                await _join(control, client, read_invite(self.sitting.invite), self)
                return
            control.client = client
            watch = self.sitting.more.get("watch")
            if isinstance(watch, str) and client.secrets:
                secret, game = bytes.fromhex(watch), roster.header.game
                client.watchers = Watchers(own=client.mesh.key, secret=secret, game=game)
            if self.bots:
                client.keeps_bots = self.bots.run
                self.bots.again(self.folder, f"tcp://127.0.0.1:{client.mesh.port}")
            if self.opener:
                client.mesh.dial(roster.header.chairs[0].link, self.opener)
            await client.play(roster, resumed=True)


@dataclass(slots=True, kw_only=True)
class WatchedTable:
    """A table that we only watch: `invite` is one to watch; the opener may be out of reach for `patience` seconds."""

    invite: Invite
    patience: float

    async def serve(self, control: Sitter) -> None:
        """Ask to watch, and follow the game."""
        sitting = Sitting(kind="watch")
        async with new_client(Roster(frozenset()), control.tell, Address(), sitting) as client:
            client.keeps_view = False
            control.client = client
            await client.play(await ask_to_watch(client, self.invite, self.patience))


async def _join(control: Sitter, client: Client, invite: Invite, table: JoinedTable | ResumedTable) -> None:
    """Ask for a seat and play."""
    guest = Guest(
        client=client,
        lobby=guest_lobby(client, invite, name=table.name, bot=table.bot),
        invite=invite,
        auto=table.auto or table.bot,
        patience=table.patience,
    )
    client.keeps_view = not table.bot
    control.client, control.lobby = client, guest
    if client.secrets is None or client.secrets.seat is None:
        raise NotAdmitted(Refusal.CLOSED)
    await client.play(await guest.run())
