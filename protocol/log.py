"""Entries of the log: what is signed, its slot, its digest, and the chain of heads. PROTOCOL section "Log"."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from protocol import codec, labels, signing
from protocol.errors import Invalid, Reason
from protocol.framing import digest
from protocol.header import MAX_SEATS, VERSION

if TYPE_CHECKING:
    from collections.abc import Iterable

    from protocol.game import Seat

MAX_STEP = 2**20
MAX_KIND = 16
SIGNATURE_SIZE = 64
OPENING_STEPS: Final = 2
"""The steps in which entries speak of chairs and are signed for the table id: the session does not exist yet."""
MAX_ENTRY = codec.MAX_SIZE - 1  # bytes with the signature, so that a frame has room for its type

Slot: TypeAlias = tuple[bytes, int, int, str, int, bytes]
"""Session, seat, step, kind, target, head: a seat signs at most one payload for each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One signed statement of one seat.

    Attributes:
        session: the table id in the first two steps, then the session id; 32 bytes.
        seat: the signer's chair in the first two steps, then its seat.
        step: number of the step that it belongs to.
        kind: of the step.
        target: a seat for kinds that are about one, else 0.
        head: hash of the log before the step, 32 bytes.
        body: canonical bytes, by the kind.
        signature: Ed25519 over `payload`, 64 bytes.
        payload: the signed bytes.
        digest: 32 bytes that stand for the payload; the signature is not part of it.
    """

    session: bytes
    seat: Seat
    step: int
    kind: str
    target: int
    head: bytes
    body: bytes
    signature: bytes
    payload: bytes = field(init=False, repr=False)
    digest: bytes = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "payload", codec.encode([VERSION, *self.slot, self.body]))
        object.__setattr__(self, "digest", digest(labels.ENTRY, self.payload))

    @property
    def slot(self) -> Slot:
        """What may be signed in one version only."""
        return (self.session, self.seat, self.step, self.kind, self.target, self.head)

    def encode(self) -> bytes:
        """Return signature and payload: the form on the wire and on disk."""
        return self.signature + self.payload

    def check_signature(self, key: bytes) -> None:
        """Raise `Invalid` unless the holder of this Ed25519 key signed the payload."""
        signing.verify(key, self.payload, self.signature)


def sign_entry(key: signing.SigningKey, slot: Slot, body: bytes) -> Entry:
    """Return the entry that says `body` in this slot."""
    session, seat, step, kind, target, head = slot
    unsigned = Entry(
        session=session, seat=seat, step=step, kind=kind, target=target, head=head, body=body, signature=b""
    )
    return replace(unsigned, signature=key.sign(unsigned.payload))


def decode_entry(data: bytes) -> Entry:
    """Algorithm 15 (DecodeEntry). Return the entry that these bytes hold, signature and body unchecked.

    Raises `Invalid` if they hold none, which proves nothing about anybody.
    """
    if not SIGNATURE_SIZE < len(data) <= MAX_ENTRY:
        raise Invalid(Reason.ENCODING, "entry.size")
    fields = codec.array(codec.decode(data[SIGNATURE_SIZE:]), 8)
    version, session, seat, step, kind, target, head, body = fields
    if codec.integer(version, 0, 2**31) != VERSION:
        raise Invalid(Reason.ENCODING, "entry.version")
    return Entry(
        session=codec.blob(session, 32),
        seat=codec.integer(seat, 0, MAX_SEATS - 1),
        step=codec.integer(step, 0, MAX_STEP),
        kind=codec.text(kind, MAX_KIND),
        target=codec.integer(target, 0, MAX_SEATS),
        head=codec.blob(head, 32),
        body=codec.blob_upto(body, codec.MAX_SIZE),
        signature=data[:SIGNATURE_SIZE],
    )


def next_head(head: bytes, entries: Iterable[Entry]) -> bytes:
    """Algorithm 49 (NextHead). Return the head after a step from the one before and the entries, in seat order."""
    return digest(labels.HEAD, head, *_digests(entries))


def head_without(head: bytes, entries: Iterable[Entry], seat: Seat) -> bytes:
    """Algorithm 71 (HeadWithout). Return the head after a step that ended without a seat; its own entry may count."""
    return digest(labels.HEAD_WITHOUT, head, bytes([seat]), *_digests(entries))


def head_caught(head: bytes, seat: Seat, *, agreed: bool) -> bytes:
    """Algorithm 74 (HeadCaught). Return the head after a step in which a seat was put out that is proved to cheat."""
    return digest(labels.HEAD_CAUGHT, head, bytes([seat, agreed]))


def _digests(entries: Iterable[Entry]) -> list[bytes]:
    return [entry.digest for entry in sorted(entries, key=lambda entry: entry.seat)]
