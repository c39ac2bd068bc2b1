"""The lobby, sans-IO: guests come and get ready, the opener closes the roster and has no power afterwards."""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from p2p_saboteur.app.lobby_messages import (
    Application,
    Join,
    LobbyState,
    Message,
    Ready,
    Refusal,
    Refused,
    Roster,
    room_proof,
)
from p2p_saboteur.clean import NAME_COLUMNS, clean_name, clip
from p2p_saboteur.net.invite import is_endpoint
from p2p_saboteur.text import marked
from protocol.errors import Invalid, LocalError
from protocol.header import MAX_SEATS, STRICT, TOLERANT, VERSION, Chair, Header

if TYPE_CHECKING:
    from p2p_saboteur.net.transport import PeerKey


class BadTable(Exception):
    """The opener says what no honest program says, or closes another table than it has shown."""


Outgoing = tuple["PeerKey", Message]
MIN_SEATS: Final = 3
MAX_REACHABLE: Final = 4  # endpoints of one player that others are told
CLOSED: Final = marked("the table is closed; nobody comes or goes any more")
USUALLY_TOLERANT: Final = 4  # players; of three, any two could read the third's cards


def kind_for(wanted: str, seats: int) -> str:
    """Return the kind of a table for so many: the one that the opener wants, or the usual one if that is empty."""
    return wanted or (TOLERANT if seats >= USUALLY_TOLERANT else STRICT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody in the lobby."""

    application: Application
    ready: bool


@dataclass(slots=True, kw_only=True)
class HostLobby:
    """The opener's side.

    Attributes:
        own: the opener's transport key.
        secret: of the room, 16 bytes.
        game: name and version of the rules.
        options: canonical bytes of the rule options.
        seats: how many sit down.
        people: by transport key, the opener first.
        turn_limit: seconds a turn; 0 for no limit.
        watchers: whether others may watch.
        wanted: the table's kind; empty for the usual one for so many.
        banned: whom the opener has taken out.
        roster: what was agreed on, once it is closed.
    """

    own: PeerKey
    secret: bytes = field(repr=False)
    game: str
    options: bytes
    seats: int
    people: dict[PeerKey, Person]
    turn_limit: int = 0
    watchers: bool = False
    wanted: str = ""
    banned: set[PeerKey] = field(default_factory=set)
    roster: Roster | None = None

    def receive(self, peer: PeerKey, message: Message) -> list[Outgoing]:
        """Answer a guest."""
        match message:
            case Join():
                return self._join(peer, message)
            case Ready(ready=ready, seats=seats) if peer in self.people and seats == self.seats and not self.roster:
                return self.set_ready(peer, ready=ready)
        return []

    def set_ready(self, peer: PeerKey, *, ready: bool) -> list[Outgoing]:
        """Note who is ready; when all are and every seat is taken, the roster closes. Raise LocalError afterwards."""
        if self.roster:
            raise LocalError(CLOSED)
        self.people[peer] = replace(self.people[peer], ready=ready)
        return self._close() if self._complete() else self._tell()

    def lost(self, peer: PeerKey) -> list[Outgoing]:
        """Note that a guest's link has gone; it may come back."""
        if self.roster or peer == self.own or self.people.pop(peer, None) is None:
            return []
        return self._tell()

    def remove(self, place: int) -> list[Outgoing]:
        """Take the person with this place in the list (1 and up: the opener is 0) out for good.

        Raises LocalError if there is none.
        """
        if self.roster:
            raise LocalError(CLOSED)
        if not 0 < place < len(self.people):
            raise LocalError(marked("nobody with this number can be taken out"))
        peer = list(self.people)[place]
        del self.people[peer]
        self.banned.add(peer)
        return [(peer, Refused(Refusal.REMOVED)), *self._tell()]

    def set_seats(self, seats: int) -> list[Outgoing]:
        """Change how many sit down; nobody is ready for another table than the one that he saw.

        Raises LocalError for what the rules, or those who are there, do not allow.
        """
        if self.roster:
            raise LocalError(CLOSED)
        if not MIN_SEATS <= seats <= MAX_SEATS:
            raise LocalError(marked("3 to 10 people can play"))
        if seats < len(self.people):
            raise LocalError(marked("more people than that are here; take some out first"))
        if seats == self.seats:
            return []
        self.seats = seats
        self.people = {peer: replace(p, ready=p.application.bot) for peer, p in self.people.items()}
        return [*self._tell(), *(self._close() if self._complete() else [])]

    def _join(self, peer: PeerKey, join: Join) -> list[Outgoing]:
        """Algorithm 87 (OnJoin). Let a guest in, or say why not."""
        why = self._refusal(peer, join)
        if why is not None:
            return [(peer, Refused(why))]
        application = replace(join.application, name=self._free_name(peer, clean_name(join.application.name)))
        self.people[peer] = Person(application=application, ready=False)
        return self._tell()

    def _refusal(self, peer: PeerKey, join: Join) -> Refusal | None:  # noqa: PLR0911 - one return a reason
        """Return why this guest cannot come in; who does not know the secret learns nothing else."""
        if not hmac.compare_digest(join.proof, room_proof(self.secret, self.own, peer, join.application)):
            return Refusal.SECRET
        if join.version != VERSION:
            return Refusal.VERSION
        if join.game != self.game:
            return Refusal.GAME
        if self.roster:
            return Refusal.CLOSED
        if peer in self.banned:
            return Refusal.REMOVED
        if not self._can_sit(peer, join.application):
            return Refusal.APPLICATION
        return Refusal.FULL if peer not in self.people and len(self.people) >= self.seats else None

    def _can_sit(self, peer: PeerKey, application: Application) -> bool:
        """Return whether a header could hold this guest beside the others."""
        others = [person.application for key, person in self.people.items() if key != peer]
        if any(other.key == application.key or other.commitment == application.commitment for other in others):
            return False
        try:
            _chair(peer, replace(application, name=clean_name(application.name)))
        except Invalid:
            return False
        return all(map(is_endpoint, application.endpoints))

    def _free_name(self, peer: PeerKey, name: str) -> str:
        taken = {person.application.name for key, person in self.people.items() if key != peer}
        short = clip(name, NAME_COLUMNS - 3).rstrip()
        numbered = (f"{short} {number}" for number in range(2, 12))
        return name if name not in taken else next(other for other in numbered if other not in taken)

    def _complete(self) -> bool:
        return len(self.people) == self.seats and all(person.ready for person in self.people.values())

    def _close(self) -> list[Outgoing]:
        """Algorithm 88 (CloseLobby). Make the roster and tell all of it."""
        chairs = [_chair(peer, person.application) for peer, person in self.people.items()]
        header = Header(game=self.game, options=self.options, chairs=tuple(chairs), kind=self.kind)
        endpoints = tuple(p.application.endpoints[:MAX_REACHABLE] for p in self.people.values())
        bots = sum(1 << chair for chair, p in enumerate(self.people.values()) if p.application.bot)
        self.roster = Roster(header=header, endpoints=endpoints, turn_limit=self.turn_limit, bots=bots)
        return [(peer, self.roster) for peer in self.people if peer != self.own]

    @property
    def kind(self) -> str:
        """The table's, strict or tolerant."""
        return kind_for(self.wanted, self.seats)

    @property
    def state(self) -> LobbyState:
        """What everyone sees."""
        people = tuple((p.application.name, p.ready, p.application.bot) for p in self.people.values())
        return LobbyState(
            seats=self.seats,
            options=self.options,
            people=people,
            turn_limit=self.turn_limit,
            watchers=self.watchers,
            kind=self.kind,
        )

    def _tell(self) -> list[Outgoing]:
        return [(peer, self.state) for peer in self.people if peer != self.own]


@dataclass(slots=True, kw_only=True)
class GuestLobby:
    """A guest's side.

    Attributes:
        own: the guest's transport key.
        opener: the opener's, from the invite.
        secret: of the room, from the invite.
        game: name and version of the rules that this program plays.
        package: version of this program.
        application: what the guest brings.
        ready: what the guest said last.
        state: what the opener told last.
        refused: why the opener said no.
        roster: what was agreed on, once it is closed.
        name: what the guest is called here; empty before the opener has told. Another one, if his own was taken.
    """

    own: PeerKey
    opener: PeerKey
    secret: bytes = field(repr=False)
    game: str
    package: str
    application: Application
    ready: bool = False
    state: LobbyState | None = None
    refused: Refusal | None = None
    roster: Roster | None = None
    name: str = ""

    def greet(self) -> list[Outgoing]:
        """Ask for a seat, and be as ready as before; to be sent whenever the link to the opener comes up."""
        proof = room_proof(self.secret, self.opener, self.own, self.application)
        join = Join(version=VERSION, package=self.package, game=self.game, application=self.application, proof=proof)
        return [(self.opener, join), *(self.set_ready(ready=True) if self.ready else [])]

    def set_ready(self, *, ready: bool) -> list[Outgoing]:
        """Say whether one is ready."""
        self.ready = ready
        return [(self.opener, Ready(ready, self.state.seats))] if self.state else []

    def receive(self, peer: PeerKey, message: Message) -> None:
        """Note what the opener says; raise `BadTable` for a roster that does not hold what this guest agreed to."""
        if peer != self.opener or self.roster:
            return
        match message:
            case LobbyState():
                if self.state and _offer(message) != _offer(self.state):
                    self.ready = self.application.bot
                self.state = message
                self._learn_name([name for name, _ready, _bot in message.people])
            case Refused(why=why):
                self.refused = why
            case Roster():
                self._check(message)
                self.roster = message

    def _learn_name(self, names: list[str]) -> None:
        """Note what the guest is called: whoever has just come is the last in the list, and names differ."""
        if names and self.name not in names:
            self.name = names[-1]

    def _check(self, roster: Roster) -> None:
        """Algorithm 89 (CheckRoster). Raise `BadTable` for a roster that does not hold what this guest agreed to."""
        header, mine = roster.header, self.application
        shown = self.state.options if self.state else None
        if self.state and roster.turn_limit != self.state.turn_limit:
            raise BadTable("turn limit")
        if self.state and len(header.chairs) != self.state.seats:
            raise BadTable("seats")
        if self.state and header.kind != self.state.kind:
            raise BadTable("kind")
        own = [chair for chair in header.chairs if chair.link == self.own]
        if header.game != self.game or header.options != shown or header.chairs[0].link != self.opener:
            raise BadTable("game")
        if [(chair.key, chair.commitment) for chair in own] != [(mine.key, mine.commitment)]:
            raise BadTable("chair")


def _offer(state: LobbyState) -> tuple[int, bytes, str]:
    """Return what one gets ready for."""
    return state.seats, state.options, state.kind


def _chair(peer: PeerKey, application: Application) -> Chair:
    """Return a guest's place in the header; raise `Invalid` if it cannot be one."""
    return Chair(name=application.name, key=application.key, link=peer, commitment=application.commitment)
