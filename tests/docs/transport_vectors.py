"""The vectors of the transport binding; `python -m tests.docs.transport_vectors` makes their file anew."""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from p2p_saboteur.app import lobby_messages, talk
from p2p_saboteur.app.lobby import HostLobby, Person
from p2p_saboteur.app.lobby_messages import Application, Join, Watch, room_proof, watch_proof
from p2p_saboteur.app.talk import Kind, Note
from p2p_saboteur.app.watchers import Watchers
from p2p_saboteur.net.invite import PREFIX, BadInvite, Invite, OtherInvite, is_endpoint, read_invite
from protocol import codec
from protocol.conformance.cases import FORMAT
from protocol.conformance.inputs.encoding import header
from protocol.conformance.inputs.source import some_bytes
from protocol.errors import Invalid
from protocol.header import VERSION, decode_header
from protocol.labels import PROTOCOL
from protocol.signing import SigningKey
from protocol.words import words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    Given = dict[str, Any]
    Draft = tuple[int, str, Given]

FILE: Final = Path(__file__).parents[2] / "docs" / "transport-vectors.json"
NAMES: Final = {
    81: "EncodeInvite",
    82: "DecodeInvite",
    83: "CheckAddress",
    84: "RoomProof",
    85: "WatchProof",
    87: "OnJoin",
    90: "Words",
    91: "OnWatch",
    92: "SignNote",
    93: "OnNote",
}
OPENER, GUEST = some_bytes("transport key of the opener"), some_bytes("transport key of the guest")
SECRET: Final = some_bytes("room secret", 16)
HOME: Final = "tcp://192.168.1.5:7243"
INVITE: Final = Invite(
    key=OPENER, secret=SECRET, endpoints=(HOME, "tcp://[2001:db8::7]:7243", "tcp://table.example:80")
)
GAME, OPTIONS = "scripted/1", b"some=options"
ADDRESSES: Final = {
    "IPv4": HOME,
    "IPv6": "tcp://[2001:db8::7]:7243",
    "IPv6 with a zone": "tcp://[fe80::1%eth0]:7243",
    "a name": "tcp://table.example.org:1",
    "the highest port": "tcp://a:65535",
    "96 bytes": f"tcp://{'a' * 88}:1",
    "port 0": "tcp://a:0",
    "port 65536": "tcp://a:65536",
    "six digits": "tcp://a:007243",
    "no port": "tcp://a",
    "no host": "tcp://:7243",
    "a blank": "tcp://a b:7243",
    "every address": "tcp://*:7243",
    "IPv6 without brackets": "tcp://2001:db8::7:7243",
    "a line feed at the end": "tcp://a:7243\n",
    "a source address": "tcp://127.0.0.1:0;192.168.1.5:7243",
    "another letter": "tcp://\u0161:7243",
    "capitals": "TCP://a:7243",
    "a file": "ipc:///run/some.socket",
    "the own process": "inproc://zeromq.zap.01",
    "97 bytes": f"tcp://{'a' * 89}:1",
    "nothing": "",
}


def sealed(body: bytes) -> str:
    """Return the text of any body with the right check sum."""
    data = body + hashlib.sha256(PREFIX.encode() + body).digest()[:4]
    return PREFIX + base64.b32encode(data).decode().rstrip("=")


def invites() -> Iterator[Draft]:
    """Yield texts that are invites, and others."""
    text = INVITE.text()
    body = base64.b32decode(text.removeprefix(PREFIX) + "=" * (-len(text.removeprefix(PREFIX)) % 8))[:-4]
    good = [1, OPENER, SECRET, [HOME]]
    texts = {
        "three addresses": text,
        "lower case": text.lower(),
        "broken into lines, with blanks": f" {text[:40]}\r\n\t{text[40:90]} {text[90:]}\n",
        "no prefix": text.removeprefix(PREFIX),
        "another prefix": f"SAB2:{text.removeprefix(PREFIX)}",
        "a character that base32 does not have": f"{text[:-1]}1",
        "padding": f"{text}=",
        "a bit that is left over": text[:-1] + "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"["AEIMQUY4".index(text[-1]) * 4 + 1],
        "a character less": text[:-1],
        "a changed character": text[:50] + ("A" if text[50] != "A" else "B") + text[51:],
        "nothing behind the prefix": PREFIX,
        "too long": PREFIX + "A" * 4096,
        "bytes behind the body": sealed(body + b"\xc0"),
        "an array in the longer form": sealed(b"\xdc\x00\x04" + body[1:]),
        "another version": sealed(codec.encode([2, *good[1:]])),  # type: ignore[list-item]
        "another version of another shape": sealed(codec.encode([2, "anything"])),
    }
    bodies: dict[str, list[codec.Value]] = {
        "a version that is no number": [True, OPENER, SECRET, [HOME]],
        "a key of 31 bytes": [1, OPENER[1:], SECRET, [HOME]],
        "a secret of 17 bytes": [1, OPENER, SECRET + b"x", [HOME]],
        "no address": [1, OPENER, SECRET, []],
        "eight addresses": [1, OPENER, SECRET, [HOME] * 8],
        "nine addresses": [1, OPENER, SECRET, [HOME] * 9],
        "an address that is none": [1, OPENER, SECRET, ["ipc:///run/some.socket"]],
        "a field less": [1, OPENER, SECRET],
        "a field more": [1, OPENER, SECRET, [HOME], None],
    }
    for name, said in {**texts, **{name: sealed(codec.encode(value)) for name, value in bodies.items()}}.items():
        yield 82, name, {"text": said}


def application(name: str = "Ida", seed: str = "guest", endpoints: tuple[str, ...] = (HOME,)) -> Application:
    """Return what a guest brings."""
    key = SigningKey.from_seed(some_bytes(f"signing {seed}")).public
    return Application(name=name, key=key, commitment=some_bytes(f"nonce {seed}"), endpoints=endpoints, bot=False)


def said(a: Application) -> Given:
    """Return an application in JSON."""
    return {
        "name": a.name,
        "key": a.key.hex(),
        "commitment": a.commitment.hex(),
        "addresses": list(a.endpoints),
        "program": a.bot,
    }


def heard(given: Given) -> Application:
    """Return an application from JSON."""
    key, commitment = bytes.fromhex(given["key"]), bytes.fromhex(given["commitment"])
    endpoints = tuple(given["addresses"])
    return Application(name=given["name"], key=key, commitment=commitment, endpoints=endpoints, bot=given["program"])


def joins() -> Iterator[Draft]:
    """Yield what guests ask for, at a table with its opener alone."""
    own = said(application("Olga", "opener"))
    table = {
        "opener": OPENER.hex(),
        "secret": SECRET.hex(),
        "game": GAME,
        "options": OPTIONS.hex(),
        "kind": "tolerant",
        "application": own,
    }
    good, proof = application(), room_proof(SECRET, OPENER, GUEST, application())
    joins = {
        "a guest": Join(version=VERSION, package="1.2.3", game=GAME, application=good, proof=proof),
        "another version of the protocol": Join(version=2, package="9", game=GAME, application=good, proof=proof),
        "other rules": Join(version=VERSION, package="1.2.3", game="other/1", application=good, proof=proof),
        "no proof": Join(version=2, package="9", game="other/1", application=good, proof=bytes(32)),
        "another name than was proved": Join(
            version=VERSION, package="1.2.3", game=GAME, application=application("Eva"), proof=proof
        ),
    }
    for name, other in (
        ("the opener's signing key", application("Ida", "opener")),
        ("an address that is none", application("Ida", "guest", ("ipc:///run/some.socket",))),
    ):
        proof = room_proof(SECRET, OPENER, GUEST, other)
        joins[name] = Join(version=VERSION, package="1.2.3", game=GAME, application=other, proof=proof)
    for seats in (3, 1):
        for name, join in joins.items() if seats > 1 else [("a full table", joins["a guest"])]:
            message = lobby_messages.encode(join).hex()
            yield 87, name, {**table, "seats": seats, "guest": GUEST.hex(), "message": message}


def watches() -> Iterator[Draft]:
    """Yield what watchers ask."""
    proof = watch_proof(SECRET, OPENER, GUEST)
    for name, watch in (
        ("a watcher", Watch(version=VERSION, game=GAME, proof=proof)),
        ("the proof for another key", Watch(version=VERSION, game=GAME, proof=watch_proof(SECRET, OPENER, OPENER))),
        ("another version of the protocol", Watch(version=2, game=GAME, proof=proof)),
        ("other rules", Watch(version=VERSION, game="other/1", proof=proof)),
    ):
        given = {"opener": OPENER.hex(), "secret": SECRET.hex(), "game": GAME, "watcher": GUEST.hex()}
        yield 91, name, {**given, "message": lobby_messages.encode(watch).hex()}


def notes() -> Iterator[Draft]:
    """Yield notes, and what is none."""
    table = header()
    for kind in Kind:
        text = INVITE.text() if kind is Kind.AGAIN else "I looked: stone in the middle" if kind is Kind.SAY else ""
        number = 1_700_000_000_000 + kind
        given = {"seed": some_bytes("signing 1").hex(), "table": table.table_id.hex(), "chair": 1, "number": number}
        yield 92, kind.name, {**given, "kind": int(kind), "text": text}

    def signed(*body: codec.Value, chair: int = 1, table_id: bytes = table.table_id) -> bytes:
        content = codec.encode(list(body))
        key = SigningKey.from_seed(some_bytes(f"signing {chair}"))
        return key.sign(b"CARDTABLE-V1-talk" + table_id + content) + content

    good = signed(1, 5, 1, "hello")
    for name, data in {
        "a note": good,
        "1400 bytes of text": signed(1, 5, 1, "\u0161" * 700),
        "1401 bytes of text": signed(1, 5, 1, "\u0161" * 700 + "s"),
        "another chair's key": signed(1, 5, 1, "hello", chair=2),
        "another table": signed(1, 5, 1, "hello", table_id=bytes(32)),
        "a changed text": good[:-1] + b"O",
        "a chair that is not there": signed(3, 5, 1, "hello"),
        "an unknown kind": signed(1, 5, 7, "hello"),
        "a field more": signed(1, 5, 1, "hello", None),
        "nothing": b"",
    }.items():
        yield 93, name, {"header": table.encode().hex(), "note": data.hex()}


def drafts() -> Iterator[Draft]:
    """Yield algorithm, name and inputs of all cases."""
    for count in (1, 3):
        addresses = list(INVITE.endpoints[:count])
        yield 81, f"addresses: {count}", {"key": OPENER.hex(), "secret": SECRET.hex(), "addresses": addresses}
    yield from invites()
    for name, text in ADDRESSES.items():
        yield 83, name, {"address": text}
    given = {"secret": SECRET.hex(), "opener": OPENER.hex()}
    yield 84, "a guest", {**given, "guest": GUEST.hex(), "application": said(application())}
    unreached = application("\u0160\u00e1rka \u2692", "other", ())
    yield 84, "no address, a name beyond ASCII", {**given, "guest": GUEST.hex(), "application": said(unreached)}
    yield 85, "a watcher", {**given, "watcher": GUEST.hex()}
    yield from joins()
    for index in range(3):
        yield 90, f"session {index}", {"session": some_bytes(f"session {index}").hex()}
    yield 90, "the first words", {"session": bytes(32).hex()}
    yield 90, "the last words", {"session": (b"\xff" * 32).hex()}
    yield from watches()
    yield from notes()


def outcome(number: int, given: Given) -> Given:
    """Return output, or reason of the failure, as the program has it."""
    try:
        return {"output": OUTPUTS[number](given)}
    except OtherInvite:
        return {"fails": {"reason": "VERSION"}}
    except BadInvite:
        return {"fails": {"reason": "ENCODING"}}
    except Invalid as error:
        return {"fails": {"reason": error.reason.name}}


def raw(given: Given, *names: str) -> list[bytes]:
    """Return byte strings of an input."""
    return [bytes.fromhex(given[name]) for name in names]


def encoded(given: Given) -> Given:
    """Algorithm 81."""
    key, secret = raw(given, "key", "secret")
    return {"text": Invite(key=key, secret=secret, endpoints=tuple(given["addresses"])).text()}


def decoded(given: Given) -> Given:
    """Algorithm 82."""
    invite = read_invite(given["text"])
    return {"key": invite.key.hex(), "secret": invite.secret.hex(), "addresses": list(invite.endpoints)}


def checked(given: Given) -> Given:
    """Algorithm 83."""
    if not is_endpoint(given["address"]):
        raise BadInvite
    return {}


def answered(given: Given) -> Given:
    """Algorithm 87."""
    opener, secret, options, guest, message = raw(given, "opener", "secret", "options", "guest", "message")
    own = Person(application=heard(given["application"]), ready=True)
    lobby = HostLobby(
        own=opener,
        secret=secret,
        game=given["game"],
        options=options,
        seats=given["seats"],
        people={opener: own},
        wanted=given["kind"],
    )
    ((_, answer),) = lobby.receive(guest, lobby_messages.decode(message))
    return {"answer": lobby_messages.encode(answer).hex()}


def watched(given: Given) -> Given:
    """Algorithm 91."""
    opener, secret, watcher, message = raw(given, "opener", "secret", "watcher", "message")
    watch = lobby_messages.decode(message)
    if not isinstance(watch, Watch):
        raise TypeError
    refusal = Watchers(own=opener, secret=secret, game=given["game"]).ask(watcher, watch)
    return {"refused": refusal.value if refusal else None}


def signed_note(given: Given) -> Given:
    """Algorithm 92."""
    seed, table = raw(given, "seed", "table")
    note = Note(chair=given["chair"], number=given["number"], kind=Kind(given["kind"]), text=given["text"])
    return {"note": talk.encode(note, SigningKey.from_seed(seed), table).hex()}


def heard_note(given: Given) -> Given:
    """Step 2 of algorithm 93."""
    table, data = raw(given, "header", "note")
    note = talk.decode(data, decode_header(table))
    return {"chair": note.chair, "number": note.number, "kind": int(note.kind), "text": note.text}


def proved(given: Given) -> Given:
    """Algorithm 84."""
    secret, opener, guest = raw(given, "secret", "opener", "guest")
    return {"proof": room_proof(secret, opener, guest, heard(given["application"])).hex()}


OUTPUTS: Final = {
    81: encoded,
    82: decoded,
    83: checked,
    84: proved,
    85: lambda given: {"proof": watch_proof(*raw(given, "secret", "opener", "watcher")).hex()},
    87: answered,
    90: lambda given: {"words": list(words_of(bytes.fromhex(given["session"])))},
    91: watched,
    92: signed_note,
    93: heard_note,
}


def text() -> str:
    """Return the whole file."""
    cases = [
        {"algorithm": number, "name": NAMES[number], "case": name, "input": given, **outcome(number, given)}
        for number, name, given in drafts()
    ]
    return json.dumps({"format": FORMAT, "protocol": PROTOCOL, "cases": cases}, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="ascii", newline="\n")
