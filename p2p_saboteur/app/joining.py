"""The lobby over links: an opener lets guests in, a guest asks for a seat, a watcher asks to look."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from p2p_saboteur import __version__
from p2p_saboteur.app import lobby_messages
from p2p_saboteur.app.game import game_of, rules_with
from p2p_saboteur.app.lobby import BadTable, GuestLobby, HostLobby, Person
from p2p_saboteur.app.lobby_messages import Join, LobbyState, Refusal, Refused, Roster, Watch, watch_proof
from p2p_saboteur.app.news import LobbyChanged, NotReached
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from p2p_saboteur.net.transport import Cause, DialFailed, Frame, LinkDown, LinkUp
from protocol.errors import Invalid
from protocol.header import VERSION

if TYPE_CHECKING:
    from p2p_saboteur.app.client import Client
    from p2p_saboteur.app.lobby import Outgoing
    from p2p_saboteur.net.invite import Invite
    from p2p_saboteur.net.policy import OpenLobby
    from p2p_saboteur.net.transport import Event, PeerKey

PATIENCE: Final = 20.0
"""Seconds that an opener may be out of reach until a guest gives up."""
_GONE: Final = (Cause.NOBODY_LISTENING, Cause.UNKNOWN_NAME)
"""Causes that tell of more than a crowd: connections to a host that is crowded may end in all other ways, too."""
_TELLING: Final = (
    Cause.CROWDED,
    Cause.WRONG_HOST_KEY,
    Cause.NOT_THIS_PROGRAM,
    Cause.NO_ANSWER,
    Cause.NOBODY_LISTENING,
    Cause.UNKNOWN_NAME,
)


class NotAdmitted(Exception):
    """The opener said no; `why` tells the reason, `watches` whether one had asked only to watch."""

    def __init__(self, why: Refusal, *, watches: bool = False) -> None:
        super().__init__(why.value)
        self.why, self.watches = why, watches


class NotReachable(Exception):
    """The opener cannot be reached; `cause` tells why, as far as that shows."""

    def __init__(self, cause: Cause) -> None:
        super().__init__(cause.value)
        self.cause = cause


@dataclass(slots=True, kw_only=True)
class Opener:
    """Opens a table. Its methods are to be called in the event loop.

    Attributes:
        client: the opener's.
        lobby: who is in.
        door: whom it lets in.
    """

    client: Client
    lobby: HostLobby
    door: OpenLobby
    _closed: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self) -> Roster:
        """Let guests in until every seat is taken and all are ready; return who plays."""
        self._tell()
        serving = asyncio.create_task(self._serve())
        closing = asyncio.create_task(self._closed.wait())
        try:
            await asyncio.wait({serving, closing}, return_when=asyncio.FIRST_COMPLETED)
            if serving.done():
                serving.result()
        finally:
            serving.cancel()
            closing.cancel()
            await asyncio.gather(serving, closing, return_exceptions=True)
        if self.lobby.roster is None:
            raise BadTable("not closed")
        return self.lobby.roster

    def set_ready(self, *, ready: bool) -> None:
        """Say whether the opener's own player is ready."""
        self._say(self.lobby.set_ready(self.lobby.own, ready=ready))

    @property
    def ready(self) -> bool:
        """Whether the opener's own player is ready."""
        return self.lobby.people[self.lobby.own].ready

    def remove(self, place: int) -> None:
        """Take the person with this place in the list out, for good."""
        before = set(self.lobby.people)
        outgoing = self.lobby.remove(place)
        for peer in before - set(self.lobby.people):
            self.door.forget(peer)
        self._say(outgoing)

    def set_seats(self, seats: int) -> None:
        """Change how many sit down."""
        self._say(self.lobby.set_seats(seats))

    async def _serve(self) -> None:
        while True:
            event = await self.client.mesh.next_event()
            match event:
                case Frame(peer=peer, channel=lobby_messages.CHANNEL, data=data):
                    self._hear(peer, data)
                case LinkDown(peer=peer):
                    watched = self.client.watchers is not None and self.client.watchers.left(peer)
                    if watched or peer in self.lobby.people:  # of strangers, who may be many, nobody is told
                        self._say(self.lobby.lost(peer))

    def _hear(self, peer: PeerKey, data: bytes) -> None:
        try:
            message = lobby_messages.decode(data)
        except Invalid:
            self.client.mesh.drop(peer)
            return
        if isinstance(message, Watch):
            self._let_watch(peer, message)
            return
        outgoing = self.lobby.receive(peer, message)
        if peer not in self.lobby.people:
            self._send(outgoing)
            return
        if isinstance(message, Join):
            self.door.prove(peer)
        self._say(outgoing)

    def _let_watch(self, peer: PeerKey, message: Watch) -> None:
        watchers = self.client.watchers
        refusal = watchers.ask(peer, message) if watchers else Refusal.SECRET
        if refusal:
            self.client.send(peer, Refused(refusal))
        else:
            self.door.prove(peer)
            self.client.send(peer, self.lobby.state)

    def _say(self, outgoing: list[Outgoing]) -> None:
        """Send what the lobby says; a closed roster is saved before anybody hears of it."""
        roster = self.lobby.roster
        if roster:
            self.client.keep(roster)
        watching = self.client.watchers.proved if self.client.watchers else ()
        self._send([*outgoing, *((peer, roster or self.lobby.state) for peer in watching)])
        self._tell()
        if roster:
            self._closed.set()

    def _send(self, outgoing: list[Outgoing]) -> None:
        for peer, message in outgoing:
            self.client.send(peer, message)

    def _tell(self) -> None:
        self.client.tell(LobbyChanged(self.lobby.state))


@dataclass(slots=True, kw_only=True)
class _Dialler:
    """Dials an opener until it answers, and gives up after a while without an answer, or once it refuses our key.

    Attributes:
        client: ours.
        invite: to the table.
        patience: seconds.
        watches: whether it is only asked for a look.
    """

    client: Client
    invite: Invite
    patience: float = PATIENCE
    watches: bool = False
    _since: float = field(default_factory=time.monotonic)
    _causes: dict[str, Cause] = field(default_factory=dict)
    _heard: bool = False

    def dial(self) -> None:
        """Dial all addresses of the invite."""
        for endpoint in self.invite.endpoints:
            self.client.mesh.dial(self.invite.key, endpoint)

    async def next_event(self) -> Event:
        """Return what happens next.

        Raises:
            NotAdmitted: the opener refuses our key.
            NotReachable: it has said nothing for too long.
        """
        while True:
            rest = self.patience - (time.monotonic() - self._since)
            try:
                event = await asyncio.wait_for(self.client.mesh.next_event(), None if self._heard else max(rest, 0.01))
            except TimeoutError:
                raise self._failure() from None
            match event:
                case Frame(peer=self.invite.key):
                    self._heard = True
                    self._causes.clear()
                case LinkDown(peer=self.invite.key) if self._heard:
                    self._heard, self._since = False, time.monotonic()
                case LinkDown(peer=self.invite.key):
                    self._note("", Cause.CROWDED)
                case DialFailed(cause=Cause.REFUSED):
                    raise self._refusal()
                case DialFailed(endpoint=endpoint, cause=cause):
                    self._note(endpoint, cause)
            return event

    def _note(self, endpoint: str, cause: Cause) -> None:
        """Note and tell why there is no answer from an endpoint; empty for one that had welcomed us."""
        if Cause.CROWDED in self._causes.values() and cause not in _GONE:
            return
        self._causes.pop(endpoint, None)
        self._causes[endpoint] = cause
        self.client.tell(NotReached(cause))

    def _refusal(self) -> NotAdmitted:
        """Return what a refused key tells: while its lobby is open an opener refuses none, afterwards for good.

        So the table is closed without us; or nobody may watch it, who else would let all keys in that ask to.
        """
        return NotAdmitted(Refusal.SECRET if self.watches else Refusal.CLOSED, watches=self.watches)

    def _failure(self) -> NotReachable:
        """Return what is known."""
        return NotReachable(next((cause for cause in _TELLING if cause in self._causes.values()), Cause.NO_ANSWER))


@dataclass(slots=True, kw_only=True)
class Guest:
    """Joins a table. Its methods are to be called in the event loop.

    Attributes:
        client: the guest's.
        lobby: what it sees of the opener's.
        invite: to the table.
        auto: whether it is ready as soon as it sees the table.
        patience: seconds that the opener may be out of reach.
    """

    client: Client
    lobby: GuestLobby
    invite: Invite
    auto: bool
    patience: float = PATIENCE

    async def run(self) -> Roster:
        """Ask for a seat, get ready and wait for the roster.

        Raises:
            NotAdmitted: the opener says no.
            NotReachable: it cannot be reached.
            BadTable: it closes another table than it has shown.
            OtherGame: it plays by options that this program does not know.
        """
        dialler = _Dialler(client=self.client, invite=self.invite, patience=self.patience)
        dialler.dial()
        while self.lobby.roster is None:
            match await dialler.next_event():
                case LinkUp(peer=peer) if peer == self.invite.key:
                    self._say(self.lobby.greet())
                case Frame(peer=peer, channel=lobby_messages.CHANNEL, data=data) if peer == self.invite.key:
                    self._hear(data)
        game_of(self.lobby.roster.header)
        return self.lobby.roster

    def set_ready(self, *, ready: bool) -> None:
        """Say whether the player is ready."""
        self._say(self.lobby.set_ready(ready=ready))

    @property
    def ready(self) -> bool:
        """Whether the player is ready, or will be at once."""
        return self.auto or self.lobby.ready

    def _hear(self, data: bytes) -> None:
        message = _from_opener(data)
        self.lobby.receive(self.invite.key, message)
        match message:
            case LobbyState() as state:
                rules_with(state.options)  # before anybody takes us for ready
                self.client.tell(LobbyChanged(state))
                if self.auto and not self.lobby.ready:
                    self.set_ready(ready=True)
            case Refused(why=why):
                raise NotAdmitted(why)

    def _say(self, outgoing: list[Outgoing]) -> None:
        for peer, message in outgoing:
            self.client.send(peer, message)


async def ask_to_watch(client: Client, invite: Invite, patience: float = PATIENCE) -> Roster:
    """Ask to watch and wait until the table begins; raise as `Guest.run` does."""
    dialler = _Dialler(client=client, invite=invite, patience=patience, watches=True)
    dialler.dial()
    proof = watch_proof(invite.secret, invite.key, client.mesh.key)
    client.greeting = Watch(version=VERSION, game=SaboteurGame().name, proof=proof)
    while True:
        match await dialler.next_event():
            case LinkUp(peer=peer) if peer == invite.key:
                client.send(peer, client.greeting)
            case Frame(peer=peer, channel=lobby_messages.CHANNEL, data=data) if peer == invite.key:
                message = _from_opener(data)
                match message:
                    case LobbyState() as state:
                        client.tell(LobbyChanged(state))
                    case Refused(why=why):
                        raise NotAdmitted(why, watches=True)
                    case Roster() as roster:
                        if roster.header.chairs[0].link != invite.key:
                            raise BadTable("opener")
                        return roster


def _from_opener(data: bytes) -> lobby_messages.Message:
    try:
        return lobby_messages.decode(data)
    except Invalid as error:
        raise BadTable(str(error)) from error


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What an opener offers.

    Attributes:
        game: the rules with their options.
        seats: how many are to sit down.
        secret: of the room, 16 bytes.
        turn_limit: seconds a turn; 0 for no limit.
        ready: whether the opener is ready from the start.
        kind: of the table; empty for the usual one for so many.
    """

    game: SaboteurGame
    seats: int
    secret: bytes = field(repr=False)
    turn_limit: int = 0
    ready: bool = True
    kind: str = ""


def host_lobby(client: Client, terms: Terms, *, name: str, bot: bool = False) -> HostLobby:
    """Return the lobby of a table that this client opens, with its own player in it."""
    own = Person(application=client.application(name, bot=bot), ready=terms.ready)
    return HostLobby(
        own=client.mesh.key,
        secret=terms.secret,
        game=terms.game.name,
        options=terms.game.options,
        seats=terms.seats,
        people={client.mesh.key: own},
        turn_limit=terms.turn_limit,
        watchers=client.watchers is not None,
        wanted=terms.kind,
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
