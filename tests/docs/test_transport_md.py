"""The transport binding in PROTOCOL.md is what the program does: tables, limits, shapes and vectors."""

from __future__ import annotations

import hashlib
import json
import re
from typing import TYPE_CHECKING, Any, Final, cast

import pytest
import zmq

from p2p_saboteur.app import client, lobby, lobby_messages, pings, pump, talk, watchers
from p2p_saboteur.app.joining import NotAdmitted
from p2p_saboteur.app.lobby_messages import LobbyState, Ready, Refusal, Refused, Watch
from p2p_saboteur.app.talk import Kind, Note
from p2p_saboteur.commands.failures import explain
from p2p_saboteur.net import curve, invite, lan, listener, mesh, outgoing, paths, policy, transport
from p2p_saboteur.net.curve import CurveKeys, dialling_socket, listening_socket
from protocol import codec
from protocol.conformance.inputs.encoding import header
from protocol.conformance.inputs.source import some_bytes
from protocol.errors import Invalid
from protocol.signing import SigningKey
from protocol.wordlist import WORDS
from tests.app.test_lobby import closed_for, guest, join
from tests.docs import transport_vectors
from tests.docs.markdown import CODE, code, tables
from tests.docs.test_conformance_md import named
from tests.docs.test_protocol_bytes import TYPES, BodyTable
from tests.docs.test_protocol_md import APPENDIX, TEXT

if TYPE_CHECKING:
    from collections.abc import Iterator

VECTORS: Final[dict[str, Any]] = json.loads(transport_vectors.FILE.read_text(encoding="utf-8"))
MESSAGES: Final[dict[str, lobby_messages.Message]] = {
    "JOIN": join(1),
    "STATE": LobbyState(seats=3, options=b"o", people=(("Olga", True, False), ("Ida", False, True))),
    "READY": Ready(True, 3),
    "REFUSED": Refused(Refusal.FULL),
    "ROSTER": closed_for(guest(1)),
    "WATCH": Watch(version=1, game="g", proof=bytes(32)),
}
CHOSEN: Final = {("REFUSED", ".1"), ("ROSTER", ".1"), ("ROSTER", ".2"), ("NOTE", ".0"), ("NOTE", ".2"), ("STATE", ".6")}
"""What has fewer values than its type and size allow."""


def test_the_limits_are_the_codes() -> None:
    """Every limit has the value that the program keeps."""
    values = {
        "bytes of data in a message of a link, most": transport.MAX_DATA,
        "bytes of a message as ZeroMQ counts, most": curve.MAX_MESSAGE,
        "bytes of a room or watch secret": invite.SECRET_SIZE,
        "addresses in an invite, most": invite.MAX_ENDPOINTS,
        "addresses of one player in JOIN and ROSTER, most": invite.MAX_ENDPOINTS,
        "bytes of an address, most": invite.MAX_ENDPOINT,
        "characters of an invite with all blanks, most": invite.MAX_TEXT,
        "seconds that a dialler waits for a connection": outgoing.CONNECT,
        "seconds that a dialler then waits for WELCOME": outgoing.ANSWER,
        "seconds that a listener waits for GREET": listener.SILENCE,
        "seconds between two attempts to dial, least": mesh.SHORTEST_PAUSE,
        "seconds between two attempts to dial, most": mesh.LONGEST_PAUSE,
        "keys that have proved nothing, at once": policy.PLACES,
        "seconds that such a key has": policy.PATIENCE,
        "seconds until chairs are dialled that should have dialled": client.LATER,
        "seats that a lobby can have, least": lobby.MIN_SEATS,
        "seconds of a turn limit, most": lobby_messages.MAX_LIMIT,
        "watchers at once": watchers.MAX_WATCHERS,
        "bytes of a note's text": talk.MAX_TEXT,
        "notes of a chair at once": talk.BURST,
        "notes of a chair in a second, after that": talk.REFILL,
        "milliseconds that a note may be ahead": talk.AHEAD,
    }
    (table,) = tables(TEXT, "Limits of the binding")
    assert {name: float(value) for name, value in table.rows} == values
    assert f"SHOULD give at most {lobby.MAX_REACHABLE} |" in TEXT


class Socket:
    """Keeps the options that a socket is given."""

    def __init__(self) -> None:
        self.options: dict[int, object] = {}

    def socket(self, _kind: int) -> Socket:
        """Stand in for a context."""
        return self

    def setsockopt(self, option: int, value: object) -> None:
        """Note an option."""
        self.options[option] = value


def test_sockets_have_the_options_of_their_table() -> None:
    """All of them, apart from keys and names."""
    keys = CurveKeys(public=bytes(32), secret=bytes(32))
    dealer, router = Socket(), Socket()
    dialling_socket(cast("Any", dealer), keys, bytes(32))
    listening_socket(cast("Any", router), keys)
    secret = {zmq.CURVE_PUBLICKEY, zmq.CURVE_SECRETKEY, zmq.CURVE_SERVERKEY, zmq.CURVE_SERVER, zmq.ZAP_DOMAIN}
    written: dict[str, dict[int, object]] = {"DEALER": {}, "ROUTER": {}}
    _, table = tables(TEXT, "Sockets")
    for cell, value in table.rows:
        for name in CODE.findall(cell):
            for kind in [kind for kind in written if kind in cell.partition(" of ")[2] or " of " not in cell]:
                written[kind][getattr(zmq, name)] = int(value)
    for kind, socket in (("DEALER", dealer), ("ROUTER", router)):
        assert {key: value for key, value in socket.options.items() if key not in secret | {zmq.LINGER}} == written[
            kind
        ]


def test_channels_and_their_first_messages_are_the_codes() -> None:
    """Numbers of channels; the bytes that the two ends of a connection say."""
    channels, _ = tables(TEXT, "Sockets")
    numbers = [transport.CONTROL, pump.CHANNEL, lobby_messages.CHANNEL, talk.CHANNEL, pings.CHANNEL]
    assert [int(number) for number in channels.column(0)] == numbers
    (table,) = tables(TEXT, "Connections")
    written = {row[1]: bytes.fromhex(code(row[0]).removeprefix("0x")) for row in table.rows}
    said = {"GREET": paths.HELLO, "WELCOME": paths.WELCOME, "PROBE": paths.PING, "SPARE": paths.SPARE}
    assert written == said


def test_messages_have_their_numbers() -> None:
    """The first field of each."""
    (table,) = tables(TEXT, "Messages of the lobby")
    written = {name: int(number) for number, name, *_ in table.rows}
    assert written == {name: codec.decode(lobby_messages.encode(message))[0] for name, message in MESSAGES.items()}  # type: ignore[index]


def test_refusals_are_the_codes() -> None:
    """Each code with the exit status of a command that ends for it."""
    (table,) = tables(TEXT, "Refusals")
    written = {code(row[0]): int(row[2]) for row in table.rows}
    assert written == {why.value: explain(NotAdmitted(why))[0] for why in Refusal}


def note(*body: codec.Value) -> bytes:
    """Return a note with any content."""
    table, content = header(), codec.encode(list(body))
    key = SigningKey.from_seed(some_bytes("signing 1"))
    return key.sign(b"CARDTABLE-V1-talk" + table.table_id + content) + content


def shapes() -> Iterator[tuple[str, str, codec.Value]]:
    """Yield name, heading of the table, and a value for everything that has a table."""
    for name, message in MESSAGES.items():
        yield name, f"Message {name}", codec.decode(lobby_messages.encode(message))
    yield "INVITE", "Invites", [1, bytes(32), bytes(16), ["tcp://127.0.0.1:7243"]]


def read(name: str, value: codec.Value) -> None:
    """Read a message, an invite or a note; raise for one that is none."""
    if name == "INVITE":
        invite.read_invite(transport_vectors.sealed(codec.encode(value)))
    elif name == "NOTE":
        talk.decode(note(*codec.array_upto(value, 16)), header())
    else:
        lobby_messages.decode(codec.encode(value))


class NoteTable(BodyTable):
    """The second table of its section."""

    def __init__(self) -> None:
        _, table, _ = tables(TEXT, "Notes")
        self.rows = {code(row[0]): row[1:3] for row in table.rows}


def refused(name: str, value: codec.Value) -> bool:
    """Return whether something cannot be read."""
    try:
        read(name, value)
    except (Invalid, invite.BadInvite):
        return True
    return False


def replaced(value: codec.Value, place: list[str], new: object) -> Any:  # noqa: ANN401 - any value of the encoding
    """Return a value with another one in a place; ``*`` is the last of a list."""
    if not place:
        return new
    values = list(codec.array_upto(value, 1024))
    at = len(values) - 1 if place[0] == "*" else int(place[0])
    values[at] = replaced(values[at], place[1:], new)
    return values


def found(value: codec.Value, place: list[str]) -> codec.Value:
    """Return what is in a place."""
    for each in place:
        value = codec.array_upto(value, 1024)[-1 if each == "*" else int(each)]
    return value


def sized(kind: str, size: int, old: codec.Value, address: bool) -> Any:  # noqa: ANN401 - any value of the encoding
    """Return a value of a type with a size, or a number."""
    if kind == "int":
        return size
    if kind == "bin":
        return bytes(size)
    if kind == "text":
        return f"tcp://{'a' * (size - 8)}:1" if address else "x" * size
    return [codec.array_upto(old, 1024)[-1]] * size


def rows(name: str, heading: str) -> list[tuple[str, ...]]:
    """Return the rows of a table of places."""
    return list(tables(TEXT, heading)[1 if name == "NOTE" else 0].rows)


@pytest.mark.parametrize(("name", "heading", "value"), [*shapes(), ("NOTE", "Notes", [1, 5, 1, "hello"])])
def test_shapes_and_bounds_are_those_of_their_table(name: str, heading: str, value: codec.Value) -> None:
    """What has the shape is read; a size or number beyond its bound, or another type, is not."""
    table = NoteTable() if name == "NOTE" else BodyTable(heading)
    read(name, value)
    table.check(value)
    for place, kind, size, meaning in rows(name, heading):
        path = [each for each in code(place).split(".") if each]
        old = found(value, path)
        others: tuple[codec.Value, ...] = (None, True, 7, "t", b"b", [[]])
        for other in others:
            assert type(other) is TYPES[kind] or refused(name, replaced(value, path, other)), (place, other)
        if kind == "array" and size.isdigit():
            assert refused(name, replaced(value, path, [*codec.array_upto(old, 1024), None])), place
            continue
        match = re.search(r"(\d+) to (\d+)", size or meaning)
        low, high = (int(match[1]), int(match[2])) if match else (int(size), int(size)) if size.isdigit() else (0, -1)
        if high < 0 or (name, code(place)) in CHOSEN:
            continue
        address = kind == "text" and "address" in meaning and (name != "JOIN")
        assert not refused(name, replaced(value, path, sized(kind, high, old, address))), (place, high)
        if high < codec.MAX_INTEGER:
            assert refused(name, replaced(value, path, sized(kind, high + 1, old, address))), (place, high + 1)
        if low:
            assert refused(name, replaced(value, path, sized(kind, low - 1, old, address))), (place, low - 1)


def test_notes_have_the_kinds_of_their_table() -> None:
    """Numbers and names; what else a note begins with."""
    first, _, kinds = tables(TEXT, "Notes")
    assert {int(number): name for number, name, _ in kinds.rows} == {kind.value: kind.name for kind in Kind}
    assert first.column(0) == ["64", "the rest"]
    said = Note(chair=1, number=5, kind=Kind.SAY, text="hello")
    key = SigningKey.from_seed(some_bytes("signing 1"))
    assert talk.encode(said, key, header().table_id) == note(1, 5, 1, "hello")


def test_the_listing_is_the_codes() -> None:
    """Name of the service, pieces of the invite."""
    (table,) = tables(TEXT, "Local network")
    assert code(table.rows[0][1]) == lan.TYPE
    pieces = table.rows[-1]
    assert CODE.findall(pieces[0])[-1] == f"i{lan.MAX_PIECES - 1}"
    assert pieces[1] == (
        f"the invite, with at most {lan.ADDRESSES} addresses, cut into pieces of at most {lan.PIECE} bytes"
    )


def test_the_list_of_words_is_the_codes() -> None:
    """All of them in order, and the start of their digest."""
    appendix = TEXT.split(APPENDIX)[1]
    assert tuple(appendix.split("```")[1].split()[1:]) == WORDS
    told = re.search(r"with `([0-9a-f]{32})`", appendix)
    assert told
    assert hashlib.sha512("".join(f"{word}\n" for word in WORDS).encode()).hexdigest().startswith(told[1])


def test_the_vectors_are_what_the_code_makes() -> None:
    """The file comes out again; `python -m tests.docs.transport_vectors` renews it."""
    assert transport_vectors.FILE.read_text(encoding="ascii") == transport_vectors.text()


def test_the_fields_of_the_vectors_are_in_their_table() -> None:
    """Inputs and outputs of each algorithm that has vectors, and no others."""
    (table,) = tables(TEXT, "Vectors of the binding")
    assert [int(row[0]) for row in table.rows] == sorted(transport_vectors.NAMES)
    for number, *cells in table.rows:
        cases = [case for case in VECTORS["cases"] if case["algorithm"] == int(number)]
        for part, cell in zip(("input", "output"), cells, strict=True):
            assert named(cell) == {name for case in cases for name in case.get(part, {})}, (number, part)
