"""One player's client without a face: a lobby, then a table, over the mesh; what happens is told as plain events."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

from p2p_saboteur import __version__
from p2p_saboteur.app import lobby_messages
from p2p_saboteur.app.game import game_of
from p2p_saboteur.app.lobby import BadTable, GuestLobby, HostLobby, Person
from p2p_saboteur.app.lobby_messages import Application, Join, LobbyState, Refusal, Refused, Roster
from p2p_saboteur.app.progress import Stage, stage_after
from p2p_saboteur.app.pump import Pump, now
from p2p_saboteur.app.secrets import Secrets, new_secrets
from p2p_saboteur.app.viewer import Viewer, session_choice
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from p2p_saboteur.net import policy
from p2p_saboteur.net.invite import Invite
from p2p_saboteur.net.mesh import Mesh
from p2p_saboteur.net.transport import DialFailed, Frame, LinkDown, LinkUp
from p2p_saboteur.store.dirs import LOG, new_game, sole_use
from p2p_saboteur.store.durable import write_new
from p2p_saboteur.store.errors import told
from p2p_saboteur.store.log_file import LogFile
from p2p_saboteur.store.secret import ratchet_root
from protocol.errors import Invalid
from protocol.events import StepDone
from protocol.group import RISTRETTO255
from protocol.header import nonce_commitment
from protocol.session import Session
from protocol.steps.closing import SignResult
from protocol.steps.opening import own_nonce

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence
    from pathlib import Path

    from p2p_saboteur.app.lobby import Outgoing
    from p2p_saboteur.net.transport import Cause
    from p2p_saboteur.seat import Choice, SeatView
    from protocol.events import Event
    from protocol.root import Root
    from protocol.table import Table

LOOPBACK: Final = "127.0.0.1"
ROSTER: Final = "roster"
"""File beside the log that tells where the others can be reached; the log is complete without it."""


@dataclass(frozen=True, slots=True)
class LobbyChanged:
    """Somebody came, went or got ready."""

    state: LobbyState


@dataclass(frozen=True, slots=True)
class NotReached:
    """The opener cannot be reached for now; dialling goes on."""

    cause: Cause


@dataclass(frozen=True, slots=True)
class TableEvent:
    """Something happened in the session."""

    event: Event


News: TypeAlias = LobbyChanged | NotReached | Stage | TableEvent


class NotAdmitted(Exception):
    """The opener said no; `why` tells the reason."""

    def __init__(self, why: Refusal) -> None:
        super().__init__(why.value)
        self.why = why


@dataclass(frozen=True, slots=True)
class Keeper:
    """Keeps a game's log and root in its folder."""

    folder: Path
    log: LogFile

    def append(self, records: Sequence[bytes]) -> None:
        """Append to the log."""
        self.log.append(records)

    def forget(self, number: int, root: Root) -> None:
        """Let the root move on."""
        ratchet_root(self.folder, number, root.to_disk())


@dataclass(slots=True, kw_only=True)
class Client:
    """What a player's client has from the moment it opens or joins a table.

    Attributes:
        folder: of the game.
        secrets: of the seat.
        mesh: the links.
        endpoints: where others can reach this player, ``tcp://host:port``, the best first; may be empty.
        tell: called in the event loop with all news, in order.
    """

    folder: Path
    secrets: Secrets = field(repr=False)
    mesh: Mesh
    endpoints: tuple[str, ...]
    tell: Callable[[News], None]
    pump: Pump | None = None
    viewer: Viewer | None = None

    @property
    def log(self) -> Path:
        """Where the table's log lies."""
        return self.folder / LOG

    @property
    def table(self) -> Table:
        """The public state; the table must be open."""
        if self.pump is None:
            raise RuntimeError("the table is not open yet")
        return self.pump.session.table

    @property
    def closing(self) -> bool:
        """Whether all that is missing to the end of the game is signatures of the result."""
        step = self.pump.session.chain.step if self.pump else None
        return step is not None and step.kind == SignResult.kind

    def application(self, name: str, *, bot: bool) -> Application:
        """Return what this player brings to a table."""
        key = self.secrets.seat.signing.public
        commitment = nonce_commitment(key, own_nonce(self.secrets.seat.roots.of(0)))
        return Application(name=name, key=key, commitment=commitment, endpoints=self.endpoints, bot=bot)

    def invite(self, secret: bytes) -> Invite:
        """Return the invite to a table that this client opens."""
        return Invite(key=self.mesh.key, secret=secret, endpoints=self.endpoints)

    async def open_table(self, lobby: HostLobby, door: policy.OpenLobby) -> Roster:
        """Let guests in until every seat is taken and all are ready."""
        while lobby.roster is None:
            match await self.mesh.next_event():
                case Frame(peer=peer, channel=lobby_messages.CHANNEL, data=data):
                    self._hear_guest(lobby, door, peer, data)
                case LinkDown(peer=peer):
                    self._say(lobby.remove(peer))
            self.tell(LobbyChanged(lobby.state))
        return lobby.roster

    def _hear_guest(self, lobby: HostLobby, door: policy.OpenLobby, peer: bytes, data: bytes) -> None:
        try:
            message = lobby_messages.decode(data)
        except Invalid:
            self.mesh.drop(peer)
            return
        self._say(lobby.receive(peer, message))
        if isinstance(message, Join) and peer in lobby.people:
            door.prove(peer)

    async def join_table(self, lobby: GuestLobby, invite: Invite) -> Roster:
        """Ask for a seat, get ready and wait for the roster; raise `NotAdmitted` if the opener says no."""
        for endpoint in invite.endpoints:
            self.mesh.dial(invite.key, endpoint)
        while lobby.roster is None:
            match await self.mesh.next_event():
                case LinkUp(peer=peer) if peer == invite.key:
                    self._say(lobby.greet())
                case DialFailed(cause=cause):
                    self.tell(NotReached(cause))
                case Frame(peer=peer, channel=lobby_messages.CHANNEL, data=data):
                    self._hear_opener(lobby, invite, peer, data)
        return lobby.roster

    def _hear_opener(self, lobby: GuestLobby, invite: Invite, peer: bytes, data: bytes) -> None:
        if peer != invite.key:
            return
        try:
            message = lobby_messages.decode(data)
        except Invalid as error:
            raise BadTable(str(error)) from error
        lobby.receive(peer, message)
        match message:
            case LobbyState() as state:
                self.tell(LobbyChanged(state))
                if not lobby.ready:
                    self._say(lobby.set_ready(ready=True))
            case Refused(why=why):
                raise NotAdmitted(why)

    def _say(self, outgoing: list[Outgoing]) -> None:
        for peer, message in outgoing:
            self.mesh.send(peer, lobby_messages.CHANNEL, lobby_messages.encode(message))

    async def play(self, roster: Roster) -> None:
        """Play the table and serve the others, also when it has ended, until cancelled.

        Raises:
            OtherGame: the table plays something that this program does not know.
            StoreError: the disk refuses.
        """
        game = game_of(roster.header)
        self._link(roster)
        path = self.folder / ROSTER
        with told(path):
            write_new(path, lobby_messages.encode(roster))
        log = LogFile(self.log)
        log.append([roster.header.encode()])
        session = Session(group=RISTRETTO255, game=game, header=roster.header, secrets=self.secrets.seat)
        self.viewer = Viewer(session)
        self.pump = Pump(
            session=session,
            transport=self.mesh,
            journal=Keeper(self.folder, log),
            watch=self.viewer.watch,
            tell=self._on_event,
        )
        try:
            await self.pump.run()
        finally:
            log.finish()

    def _link(self, roster: Roster) -> None:
        """Admit the roster and nobody else; dial whoever has an earlier chair."""
        chairs = roster.header.chairs
        self.mesh.allow(policy.Roster(frozenset(chair.link for chair in chairs)))
        for chair, endpoints in zip(chairs, roster.endpoints, strict=True):
            if chair.link == self.mesh.key:
                return
            for endpoint in endpoints:
                self.mesh.dial(chair.link, endpoint)

    def _on_event(self, event: Event) -> None:
        self.tell(TableEvent(event))
        if isinstance(event, StepDone) and (stage := stage_after(event.done)):
            self.tell(stage)

    async def view(self) -> SeatView:
        """Return what the seat may know now."""
        viewer, pump = self.viewer, self.pump
        if viewer is None or pump is None:
            raise RuntimeError("the table is not open yet")
        return await pump.call(lambda _: viewer.view())

    async def submit(self, choice: Choice) -> None:
        """Answer what the seat is asked; raise IllegalMove or LocalError if it cannot be."""
        viewer, pump = self.viewer, self.pump
        if viewer is None or pump is None:
            raise RuntimeError("the table is not open yet")
        await pump.call(lambda session: session.perform(session_choice(choice, viewer.view()), now()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Where a client listens and where others reach it.

    Attributes:
        host: an address of ours to listen at, ``*`` for all.
        port: to listen at; 0 for any free one.
        endpoints: what others are told, ``tcp://host:port``, the best first; None for just where it listens.
    """

    host: str = LOOPBACK
    port: int = 0
    endpoints: tuple[str, ...] | None = None


@asynccontextmanager
async def new_client(
    door: policy.Policy, tell: Callable[[News], None], address: Address | None = None
) -> AsyncIterator[Client]:
    """Make a game's folder and secrets, listen, and clean up in the end.

    Args:
        door: whom to let in at first.
        tell: called in the event loop with all news, in order.
        address: this computer only, unless told otherwise.
    """
    folder, own = new_game(), address or Address()
    with sole_use(folder):
        await asyncio.to_thread(RISTRETTO255.is_valid, bytes(32))  # loads the library before anybody waits for it
        secrets = new_secrets(folder)
        mesh = Mesh(secrets.link, door, host=own.host, port=own.port)
        ends = (f"tcp://{own.host}:{mesh.port}",) if own.endpoints is None else own.endpoints
        try:
            yield Client(folder=folder, secrets=secrets, mesh=mesh, endpoints=ends, tell=tell)
        finally:
            await mesh.close()


def host_lobby(client: Client, game: SaboteurGame, *, name: str, seats: int, secret: bytes) -> HostLobby:
    """Return the lobby of a table that this client opens, with its own player in it and ready."""
    own = Person(application=client.application(name, bot=False), ready=True)
    return HostLobby(
        own=client.mesh.key,
        secret=secret,
        game=game.name,
        options=game.options,
        seats=seats,
        people={client.mesh.key: own},
    )


def guest_lobby(client: Client, invite: Invite, *, name: str, bot: bool) -> GuestLobby:
    """Return the lobby of a table that this client joins."""
    return GuestLobby(
        own=client.mesh.key,
        opener=invite.key,
        secret=invite.secret,
        game=SaboteurGame().name,
        package=__version__,
        application=client.application(name, bot=bot),
    )
