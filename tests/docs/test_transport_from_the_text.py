"""A guest's side of the transport binding by code that was written from PROTOCOL.md alone, held against its vectors.

Nothing of the program is used: whoever has the text reads the same invites, proves the same secrets, says and answers
the same bytes.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
from typing import TYPE_CHECKING, Any, Final

import msgpack
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from tests.docs.test_from_the_text import DOCUMENT, digest, encode
from tests.docs.transport_vectors import FILE

if TYPE_CHECKING:
    from collections.abc import Callable

Given = dict[str, Any]
CASES: Final[list[Given]] = json.loads(FILE.read_text(encoding="utf-8"))["cases"]
WORDS: Final = DOCUMENT.split("## Appendix: List of words")[1].split("```")[1].split()[1:]
HOST: Final = r"[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+(%[A-Za-z0-9]+)?\]"


class Failed(Exception):
    """An algorithm fails with a reason."""


def require(good: object, reason: str = "ENCODING") -> None:
    """Fail unless something holds."""
    if not good:
        raise Failed(reason)


def decode(data: bytes) -> Any:  # noqa: ANN401 - any value of the encoding
    """Algorithm 13, as far as it matters here: one value in its only encoding."""
    try:
        value = msgpack.unpackb(data)
    except (ValueError, msgpack.UnpackException):
        raise Failed("ENCODING") from None
    require(encode(value) == data)
    return value


def sealed(body: bytes) -> bytes:
    """Return a body with its check sum."""
    return body + hashlib.sha256(b"SAB1:" + body).digest()[:4]


def base32(data: bytes) -> str:
    """RFC 4648, section 6, without padding."""
    return base64.b32encode(data).decode().rstrip("=")


def check_address(text: object) -> None:
    """Algorithm 83."""
    require(isinstance(text, str) and len(text.encode()) <= 96)
    match = re.fullmatch(rf"tcp://({HOST}):([0-9]{{1,5}})", str(text))
    require(match and 1 <= int(match[3]) <= 65535)


def encode_invite(given: Given) -> Given:
    """Algorithm 81."""
    body = encode([1, bytes.fromhex(given["key"]), bytes.fromhex(given["secret"]), given["addresses"]])
    return {"text": "SAB1:" + base32(sealed(body))}


def decode_invite(given: Given) -> Given:
    """Algorithm 82."""
    require(len(given["text"]) <= 4096)
    packed = re.sub(r"\s", "", given["text"])
    packed = re.sub("[a-z]", lambda letter: letter[0].upper(), packed)
    match = re.fullmatch("SAB1:([A-Z2-7]*)", packed)
    require(match)
    characters = packed.removeprefix("SAB1:")
    bits = "".join(f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.index(each):05b}" for each in characters)
    data = bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits) - 7, 8))
    require(base32(data) == characters)
    require(len(data) >= 4 and sealed(data[:-4]) == data)
    body = decode(data[:-4])
    require(isinstance(body, list) and body and type(body[0]) is int and 0 <= body[0] <= 2**31)
    require(body[0] == 1, "VERSION")
    require(len(body) == 4)
    _, key, secret, addresses = body
    require(isinstance(key, bytes) and len(key) == 32 and isinstance(secret, bytes) and len(secret) == 16)
    require(isinstance(addresses, list) and 1 <= len(addresses) <= 8)
    for address in addresses:
        check_address(address)
    return {"key": key.hex(), "secret": secret.hex(), "addresses": addresses}


def room_proof(secret: bytes, opener: bytes, guest: bytes, application: list[Any]) -> bytes:
    """Algorithm 84."""
    return hmac.digest(secret, b"CARDTABLE-V1-lobby" + encode([opener, guest, application]), "sha256")


def watch_proof(secret: bytes, opener: bytes, watcher: bytes) -> bytes:
    """Algorithm 85."""
    return hmac.digest(secret, b"CARDTABLE-V1-watch" + encode([opener, watcher]), "sha256")


def raw(given: Given, *names: str) -> list[bytes]:
    """Return byte strings of an input."""
    return [bytes.fromhex(given[name]) for name in names]


def application_of(given: Given) -> list[Any]:
    """Return the application as in JOIN."""
    said = given["application"]
    key, commitment = raw(said, "key", "commitment")
    return [said["name"], key, commitment, said["addresses"], said["program"]]


def why_not(given: Given, message: list[Any]) -> str | None:
    """Algorithm 87, for a lobby with its opener alone that is open."""
    opener, secret, guest = raw(given, "opener", "secret", "guest")
    _, version, _, game, application, proof = message
    mine = application_of(given)
    if proof != room_proof(secret, opener, guest, application):
        return "secret"
    if version != 1:
        return "version"
    if game != given["game"]:
        return "game"
    try:
        for address in application[3]:
            check_address(address)
    except Failed:
        return "application"
    if application[1] == mine[1] or application[2] == mine[2]:
        return "application"
    return "full" if given["seats"] < 2 else None


def answer(given: Given) -> Given:
    """Section "Messages of the lobby": REFUSED or STATE."""
    message = decode(bytes.fromhex(given["message"]))
    why = why_not(given, message)
    if why:
        return {"answer": encode([4, why]).hex()}
    people = [[given["application"]["name"], True, False], [message[4][0], False, message[4][4]]]
    offered = [given["seats"], bytes.fromhex(given["options"]), people, 0, False, given["kind"]]
    return {"answer": encode([2, *offered]).hex()}


def words(given: Given) -> Given:
    """Algorithm 90."""
    first = int.from_bytes(bytes.fromhex(given["session"])[:6], "big") >> 4
    return {"words": [WORDS[first >> 11 * place & 2047] for place in (3, 2, 1, 0)]}


def watch(given: Given) -> Given:
    """Algorithm 91, at a table that others may watch."""
    _, version, game, proof = decode(bytes.fromhex(given["message"]))
    if proof != watch_proof(*raw(given, "secret", "opener", "watcher")):
        return {"refused": "secret"}
    return {"refused": "version" if version != 1 else "game" if game != given["game"] else None}


def sign_note(given: Given) -> Given:
    """Algorithm 92, with the number given."""
    seed, table = raw(given, "seed", "table")
    content = encode([given["chair"], given["number"], given["kind"], given["text"]])
    signature = Ed25519PrivateKey.from_private_bytes(seed).sign(b"CARDTABLE-V1-talk" + table + content)
    return {"note": (signature + content).hex()}


def on_note(given: Given) -> Given:
    """Algorithm 93, step 2."""
    header, note = raw(given, "header", "note")
    chairs = msgpack.unpackb(header)[3]
    content = decode(note[64:])
    require(isinstance(content, list) and len(content) == 4)
    chair, number, kind, text = content
    require(kind in range(1, 7) and chair in range(len(chairs)) and len(text.encode()) <= 1400)
    key = Ed25519PublicKey.from_public_bytes(chairs[chair][1])
    try:
        key.verify(note[:64], b"CARDTABLE-V1-talk" + digest("table id", header) + note[64:])
    except InvalidSignature:
        raise Failed("SIGNATURE") from None
    return {"chair": chair, "number": number, "kind": kind, "text": text}


def prove(given: Given) -> Given:
    """Algorithm 84."""
    secret, opener, guest = raw(given, "secret", "opener", "guest")
    return {"proof": room_proof(secret, opener, guest, application_of(given)).hex()}


def checked(given: Given) -> Given:
    """Algorithm 83."""
    check_address(given["address"])
    return {}


COMPUTED: Final[dict[int, Callable[[Given], Given]]] = {
    81: encode_invite,
    82: decode_invite,
    83: checked,
    84: prove,
    85: lambda g: {"proof": watch_proof(*raw(g, "secret", "opener", "watcher")).hex()},
    87: answer,
    90: words,
    91: watch,
    92: sign_note,
    93: on_note,
}


def outcome(number: int, given: Given) -> Given:
    """Return output or failure."""
    try:
        return {"output": COMPUTED[number](given)}
    except Failed as failed:
        return {"fails": {"reason": str(failed)}}


@pytest.mark.parametrize("number", sorted(COMPUTED))
def test_the_vectors_come_out(number: int) -> None:
    """All cases of an algorithm, valid and invalid."""
    cases = [case for case in CASES if case["algorithm"] == number]
    assert cases
    for case in cases:
        expected = {key: case[key] for key in ("output", "fails") if key in case}
        assert outcome(number, case["input"]) == expected, case["case"]


def test_who_has_an_invite_and_the_text_gets_a_seat() -> None:
    """The invite is read, the secret proved, JOIN said: the opener's answer is STATE with the guest in it."""
    invites = {case["case"]: case["input"]["text"] for case in CASES if case["algorithm"] == 82}
    invite = decode_invite({"text": invites["three addresses"]})
    (lobby,) = (case for case in CASES if case["algorithm"] == 87 and case["case"] == "a guest")
    guest = bytes.fromhex(lobby["input"]["guest"])
    application = decode(bytes.fromhex(lobby["input"]["message"]))[4]
    proof = room_proof(bytes.fromhex(invite["secret"]), bytes.fromhex(invite["key"]), guest, application)
    assert encode([1, 1, "1.2.3", "scripted/1", application, proof]).hex() == lobby["input"]["message"]
    kind, seats, _, people, _, _, _ = decode(bytes.fromhex(lobby["output"]["answer"]))
    assert (kind, seats, people[1]) == (2, 3, [application[0], False, False])
