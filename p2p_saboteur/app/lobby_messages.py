"""What is said in the lobby, before there is a roster: canonical arrays on a channel of their own."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from enum import Enum, unique
from typing import Final, TypeAlias

from p2p_saboteur.net.invite import MAX_ENDPOINT, MAX_ENDPOINTS, is_endpoint
from protocol import codec
from protocol.errors import Invalid, Reason
from protocol.header import MAX_NAME, MAX_OPTIONS, MAX_SEATS, STRICT, TOLERANT, Header, decode_header

CHANNEL: Final = 2
JOIN, STATE, READY, REFUSED, ROSTER, WATCH = 1, 2, 3, 4, 5, 6
MAX_LIMIT: Final = 3600  # seconds a turn
_PROOF_LABEL: Final = b"CARDTABLE-V1-lobby"
_WATCH_LABEL: Final = b"CARDTABLE-V1-watch"


@unique
class Refusal(Enum):
    """Why the opener does not let somebody in; the value travels."""

    SECRET = "secret"  # noqa: S105 - a name, no password
    FULL = "full"
    VERSION = "version"
    GAME = "game"
    APPLICATION = "application"
    REMOVED = "removed"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Application:
    """What a player brings to the table.

    Attributes:
        name: for people only; at most 64 bytes of UTF-8.
        key: Ed25519 public key, 32 bytes.
        commitment: to its nonce, 32 bytes.
        endpoints: where others can reach it, best first; may be empty.
        bot: whether a program plays.
    """

    name: str
    key: bytes
    commitment: bytes
    endpoints: tuple[str, ...]
    bot: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Join:
    """A guest asks for a seat.

    Attributes:
        version: of the protocol.
        package: version of the program, only shown.
        game: name and version of the rules.
        application: what it brings.
        proof: that it knows the room secret; see `room_proof`.
    """

    version: int
    package: str
    game: str
    application: Application
    proof: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyState:
    """What everyone in the lobby sees.

    Attributes:
        seats: how many are wanted.
        options: canonical bytes of the rule options.
        people: name, whether ready, whether a bot; the opener first.
        turn_limit: seconds that a player has for a turn, by the word of his own client; 0 for no limit.
        watchers: whether others may watch.
        kind: of the table, strict or tolerant.
    """

    seats: int
    options: bytes
    people: tuple[tuple[str, bool, bool], ...]
    turn_limit: int = 0
    watchers: bool = False
    kind: str = STRICT


@dataclass(frozen=True, slots=True)
class Ready:
    """A guest is ready, or not any more, for a table with so many seats as it was last told of."""

    ready: bool
    seats: int


@dataclass(frozen=True, slots=True)
class Refused:
    """The opener says no."""

    why: Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Roster:
    """The lobby is closed.

    Attributes:
        header: of the table.
        endpoints: where the player of each chair can be reached.
        turn_limit: seconds that a player has for a turn; 0 for no limit.
        bots: bit c is set if a program plays chair c, by its own word.
    """

    header: Header
    endpoints: tuple[tuple[str, ...], ...]
    turn_limit: int = 0
    bots: int = 0


def last_state(roster: Roster, *, watchers: bool) -> LobbyState:
    """Return what the lobby was when it closed, for a player who comes back to it."""
    chairs = roster.header.chairs
    return LobbyState(
        seats=len(chairs),
        options=roster.header.options,
        people=tuple((chair.name, True, bool(roster.bots >> number & 1)) for number, chair in enumerate(chairs)),
        turn_limit=roster.turn_limit,
        watchers=watchers,
        kind=roster.header.kind,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """Somebody asks to watch.

    Attributes:
        version: of the protocol.
        game: name and version of the rules.
        proof: that he knows the watch secret; see `watch_proof`.
    """

    version: int
    game: str
    proof: bytes


Message: TypeAlias = Join | LobbyState | Ready | Refused | Roster | Watch


def room_proof(secret: bytes, opener: bytes, guest: bytes, application: Application) -> bytes:
    """Algorithm 84 (RoomProof). Return the proof, 32 bytes, that the guest with this key knows the room secret.

    It is good for these two transport keys and this application only.
    """
    said = codec.encode([opener, guest, _application(application)])
    return hmac.new(secret, _PROOF_LABEL + said, hashlib.sha256).digest()


def watch_proof(secret: bytes, opener: bytes, watcher: bytes) -> bytes:
    """Algorithm 85 (WatchProof). Return the proof, 32 bytes, that the watcher with this key knows the watch secret."""
    return hmac.new(secret, _WATCH_LABEL + codec.encode([opener, watcher]), hashlib.sha256).digest()


def encode(message: Message) -> bytes:
    """Return the bytes of a message."""
    match message:
        case Join(version=version, package=package, game=game, application=application, proof=proof):
            return codec.encode([JOIN, version, package, game, _application(application), proof])
        case LobbyState() as state:
            people: codec.Value = [list(person) for person in state.people]
            last: list[codec.Value] = [state.turn_limit, state.watchers, state.kind]
            return codec.encode([STATE, state.seats, state.options, people, *last])
        case Ready(ready=ready, seats=seats):
            return codec.encode([READY, ready, seats])
        case Refused(why=why):
            return codec.encode([REFUSED, why.value])
        case Roster(header=header, endpoints=endpoints, turn_limit=limit, bots=bots):
            return codec.encode([ROSTER, header.encode(), [list(each) for each in endpoints], limit, bots])
        case Watch(version=version, game=game, proof=proof):
            return codec.encode([WATCH, version, game, proof])


def decode(data: bytes) -> Message:
    """Return the message that these bytes hold; raise `Invalid` for anything else."""
    fields = codec.array_upto(codec.decode(data), 7)
    kind = codec.integer(fields[0] if fields else None, JOIN, WATCH)
    match kind, fields[1:]:
        case 1, [version, package, game, application, proof]:
            return Join(
                version=codec.integer(version, 0, 2**31),
                package=codec.utf8(package, 32),
                game=codec.utf8(game, 32),
                application=_read_application(application),
                proof=codec.blob(proof, 32),
            )
        case 2, [seats, options, people, limit, watchers, strictness]:
            return LobbyState(
                seats=codec.integer(seats, 0, MAX_SEATS),
                options=codec.blob_upto(options, MAX_OPTIONS),
                people=tuple(_read_person(person) for person in codec.array_upto(people, MAX_SEATS)),
                turn_limit=codec.integer(limit, 0, MAX_LIMIT),
                watchers=codec.boolean(watchers),
                kind=_read_kind(codec.text(strictness, len(TOLERANT))),
            )
        case 3, [ready, seats]:
            return Ready(codec.boolean(ready), codec.integer(seats, 0, MAX_SEATS))
        case 4, [why]:
            return Refused(_read_refusal(codec.utf8(why, 16)))
        case 5, [header, endpoints, limit, bots]:
            table = decode_header(codec.blob_upto(header, codec.MAX_SIZE))
            return Roster(
                header=table,
                endpoints=tuple(map(_addresses, codec.array(endpoints, len(table.chairs)))),
                turn_limit=codec.integer(limit, 0, MAX_LIMIT),
                bots=codec.integer(bots, 0, 2**MAX_SEATS - 1),
            )
        case 6, [version, game, proof]:
            return Watch(
                version=codec.integer(version, 0, 2**31), game=codec.utf8(game, 32), proof=codec.blob(proof, 32)
            )
    raise Invalid(Reason.ENCODING, "lobby.message")


def _application(a: Application) -> codec.Value:
    return [a.name, a.key, a.commitment, list(a.endpoints), a.bot]


def _read_application(obj: codec.Value) -> Application:
    name, key, commitment, endpoints, bot = codec.array(obj, 5)
    return Application(
        name=codec.utf8(name, MAX_NAME),
        key=codec.blob(key, 32),
        commitment=codec.blob(commitment, 32),
        endpoints=_endpoints(endpoints),
        bot=codec.boolean(bot),
    )


def _read_person(obj: codec.Value) -> tuple[str, bool, bool]:
    name, ready, bot = codec.array(obj, 3)
    return codec.utf8(name, MAX_NAME), codec.boolean(ready), codec.boolean(bot)


def _read_refusal(text: str) -> Refusal:
    try:
        return Refusal(text)
    except ValueError:
        raise Invalid(Reason.ENCODING, "lobby.refusal") from None


def _read_kind(text: str) -> str:
    if text not in {STRICT, TOLERANT}:
        raise Invalid(Reason.ENCODING, "lobby.kind")
    return text


def _addresses(obj: object) -> tuple[str, ...]:
    """Return what others than its owner are to connect to: nothing but addresses."""
    endpoints = _endpoints(obj)
    if not all(map(is_endpoint, endpoints)):
        raise Invalid(Reason.ENCODING, "lobby.endpoint")
    return endpoints


def _endpoints(obj: object) -> tuple[str, ...]:
    return tuple(codec.utf8(end, MAX_ENDPOINT) for end in codec.array_upto(obj, MAX_ENDPOINTS))
