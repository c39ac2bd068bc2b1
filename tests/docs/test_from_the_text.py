"""The worked example made a second time by code that was written from PROTOCOL.md alone.

Nothing of the library is used but multiples of the base point: whoever has the text comes to the same bytes.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from functools import cache
from typing import Final

import msgpack
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from protocol import backend
from tests.docs import worked_example

DOCUMENT: Final = worked_example.DOCUMENT.read_text(encoding="utf-8")
SHOWN: Final = DOCUMENT.split(worked_example.BEGIN)[1].split(worked_example.END)[0]
BLOCKS: Final = re.findall(r"```text\n(.*?)```", SHOWN, re.DOTALL)
VALUES: Final = {name: bytes.fromhex(data) for name, data in re.findall(r"\| ([^|]+) \| `([0-9a-f]{64})` \|", SHOWN)}
CHAIRS: Final = range(3)
GROUP: Final = b"ristretto255"


def hex_of(block: str) -> bytes:
    """Return the bytes of a block: the second word of each line."""
    return b"".join(bytes.fromhex(line.split()[1]) for line in block.strip().split("\n"))


def le4(number: int) -> bytes:
    """Conventions."""
    return number.to_bytes(4, "little")


def frame(*parts: bytes) -> bytes:
    """Algorithm 1."""
    return b"".join(le4(len(part)) + part for part in parts)


def digest(label: str, *parts: bytes) -> bytes:
    """Algorithm 2."""
    return hashlib.sha512(frame(label.encode(), *parts)).digest()[:32]


def encode(value: object) -> bytes:
    """Algorithm 12."""
    data: bytes = msgpack.packb(value)
    return data


def reduced(data: bytes) -> int:
    """Algorithm 7."""
    return int.from_bytes(data, "little") % backend.ORDER


def multiple(scalar: int) -> bytes:
    """Return a multiple of the base point, encoded."""
    return backend.load().multiply_base(scalar.to_bytes(32, "little"))


def block(root: bytes, branch: str, *parts: bytes) -> bytes:
    """Algorithm 20."""
    return hmac.digest(root, frame(branch.encode(), *parts), "sha512")


def scalar(root: bytes, use: str, context: bytes) -> int:
    """Algorithm 21, for index 0; the first attempt is never 0 here."""
    return reduced(block(root, "root/scalar", GROUP, use.encode(), context, le4(0) + le4(0)))


def signing_key(chair: int) -> Ed25519PrivateKey:
    """Return a chair's signing key."""
    return Ed25519PrivateKey.from_private_bytes(bytes([0x10 + chair]) * 32)


def public(chair: int) -> bytes:
    """Return a chair's public signing key."""
    return signing_key(chair).public_key().public_bytes_raw()


def nonce(chair: int) -> bytes:
    """Return a chair's nonce, by algorithm 24."""
    return block(bytes([0x20 + chair]) * 32, "root/seed", b"own nonce", b"")[:32]


HEADER: Final = hex_of(BLOCKS[0])
TABLE_ID: Final = digest("table id", HEADER)
SESSION: Final = digest("session id", TABLE_ID, *map(nonce, CHAIRS))
SEATING: Final = sorted(CHAIRS, key=lambda chair: digest("seating", SESSION, public(chair)))
STATE_HASHES: Final = b"".join(
    digest("state section", name.encode(), text.encode())[:16]
    for name, text in zip(re.findall(r"Section `(\w+)`", SHOWN), BLOCKS[1:-1], strict=True)
)


def payload(session: bytes, seat: int, step: int, kind: str, body: bytes) -> bytes:
    """Section "Entry"."""
    return encode([1, session, seat, step, kind, 0, head(step), body])


@cache
def head(step: int) -> bytes:
    """Algorithm 49, over the entries of the step before."""
    if step == 0:
        return TABLE_ID
    kind = ("sit", "nonce", "commit")[step - 1]
    session = SESSION if step > 2 else TABLE_ID
    entries = (payload(session, seat, step - 1, kind, body_of(kind, seat)) for seat in CHAIRS)
    return digest("head", head(step - 1), *(digest("entry", entry) for entry in entries))


def body_of(kind: str, seat: int) -> bytes:
    """Section "Bodies"."""
    match kind:
        case "sit":
            return encode(None)
        case "nonce":
            return encode(nonce(seat))
    return encode([STATE_HASHES, commitment(seat)])


def round_root(chair: int) -> bytes:
    """Algorithm 26: the root of the first set-up."""
    return block(bytes([0x20 + chair]) * 32, "root/next round")[:32]


def secrets(chair: int) -> list[int]:
    """Return table, hand and purse key of a chair in the first set-up."""
    root, purse = round_root(chair), bytes([0x30 + chair]) * 32
    return [scalar(root, "table key", head(2)), scalar(root, "hand key", head(2)), scalar(purse, "purse key", b"")]


def opening(seat: int) -> tuple[bytes, bytes]:
    """Return salt (algorithm 23) and public keys."""
    keys = b"".join(map(multiple, secrets(SEATING[seat])))
    return block(round_root(SEATING[seat]), "root/salt", b"key salt", head(2) + keys)[:32], keys


def commitment(seat: int) -> bytes:
    """Algorithm 10, as step `keys` says."""
    salt, keys = opening(seat)
    return digest("commitment", b"key commitment", encode([head(2), seat]), keys, salt)


def absorbed(state: bytes, label: str, *items: bytes) -> bytes:
    """Algorithm 17."""
    return state + frame(label.encode(), le4(len(items)), *items)


def proof(seat: int) -> list[bytes]:
    """Algorithms 16 and 27 for the statement of algorithm 29."""
    witness, keys, base = secrets(SEATING[seat]), opening(seat)[1], multiple(1)
    context = encode([SESSION, seat, 3, "keys", 0, head(3), ""])
    z = absorbed(SESSION + bytes(136), "context", b"CARDTABLE-V1", context)
    z = absorbed(z, "linear/structure", GROUP, encode([3, [["table", [0]], ["hand", [1]], ["purse", [2]]]]))
    z = absorbed(z, "linear/bases", base, base, base)
    z = absorbed(z, "linear/images", keys[:32], keys[32:64], keys[64:])
    state = hashlib.shake_128(z + frame(b"state", bytes(8))).digest(32)
    seed = block(round_root(SEATING[seat]), "root/nonce", GROUP, state, le4(0) + le4(3))
    stream = hashlib.shake_256(seed).digest(3 * 64)
    nonces = [reduced(stream[at : at + 64]) for at in (0, 64, 128)]
    commitments = [multiple(each) for each in nonces]
    z = absorbed(z, "linear/commitments", *commitments)
    z = absorbed(z, "linear/challenge", GROUP, le4(1))
    x = reduced(hashlib.shake_128(z).digest(48))
    responses = [(n + x * w) % backend.ORDER for n, w in zip(nonces, witness, strict=True)]
    return [b"".join(commitments), b"".join(each.to_bytes(32, "little") for each in responses)]


def test_what_the_chairs_bring_is_in_the_header() -> None:
    """Public keys, and the commitments to the nonces."""
    for chair in CHAIRS:
        assert nonce(chair) == VALUES[f"nonce of chair {chair}"]
        assert public(chair) in HEADER
        assert digest("nonce", public(chair), nonce(chair)) in HEADER


def test_ids_seating_and_heads_come_out() -> None:
    """Everything in the table of values."""
    assert VALUES["table id, head before step 0"] == TABLE_ID
    assert VALUES["session id"] == SESSION
    assert f"| chairs of seats 0, 1, 2 | {', '.join(map(str, SEATING))} |" in SHOWN
    assert [VALUES[f"head before step {step}"] for step in (1, 2, 3)] == [head(1), head(2), head(3)]


def test_the_entry_comes_out_byte_for_byte() -> None:
    """Its envelope, keys, salt, proof and signature."""
    salt, keys = opening(0)
    said = payload(SESSION, 0, 3, "keys", encode([STATE_HASHES, [salt, keys, proof(0)]]))
    assert hex_of(BLOCKS[-1]) == signing_key(SEATING[0]).sign(said) + said
