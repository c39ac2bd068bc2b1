"""The table's header: who sits down to which game under which options. PROTOCOL section "Log"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from protocol import codec, labels, signing
from protocol.errors import Invalid, Reason
from protocol.framing import digest

if TYPE_CHECKING:
    from collections.abc import Sequence

VERSION = 1
MIN_SEATS, MAX_SEATS = 2, 10
MAX_NAME = 64  # bytes of UTF-8
MAX_GAME = 32  # bytes
MAX_OPTIONS = 1024  # bytes

STRICT: Final = "strict"
"""A table at which the loss of a seat makes the round void."""
TOLERANT: Final = "tolerant"
"""A table that survives the loss of one seat in a round, since the others have shares of its table key."""
MIN_TOLERANT: Final = 3
"""Seats; of two, each would have the other's whole key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chair:
    """One place of the roster.

    Attributes:
        name: 1 to 64 bytes of UTF-8, for people only.
        key: Ed25519 public key that signs this player's entries, 32 bytes.
        link: public key of the transport, 32 bytes.
        commitment: to the player's nonce, 32 bytes; see `nonce_commitment`.
    """

    name: str
    key: bytes
    link: bytes
    commitment: bytes

    def __post_init__(self) -> None:
        if not 1 <= len(self.name.encode()) <= MAX_NAME:
            raise Invalid(Reason.ENCODING, "header.name")
        if not len(self.key) == len(self.link) == len(self.commitment) == 32:
            raise Invalid(Reason.ENCODING, "header.key length")
        signing.check_public_key(self.key)


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What is fixed before the first entry. Chair 0 belongs to whoever opened the table.

    Attributes:
        version: of the protocol.
        game: name and version of the rules.
        options: canonical bytes of the rule options, at most 1024.
        chairs: the roster, 2 to 10, in the order in which people joined.
        kind: of the table, strict or tolerant; a tolerant one has at least three chairs.
    """

    version: int = VERSION
    game: str
    options: bytes
    chairs: tuple[Chair, ...]
    kind: str = STRICT

    def __post_init__(self) -> None:
        if self.version != VERSION:
            raise Invalid(Reason.ENCODING, "header.version")
        if not MIN_SEATS <= len(self.chairs) <= MAX_SEATS:
            raise Invalid(Reason.ENCODING, "header.seats")
        if not 1 <= len(self.game.encode()) <= MAX_GAME or len(self.options) > MAX_OPTIONS:
            raise Invalid(Reason.ENCODING, "header.game")
        if self.kind not in {STRICT, TOLERANT} or (self.tolerant and len(self.chairs) < MIN_TOLERANT):
            raise Invalid(Reason.ENCODING, "header.kind")
        for values in zip(*((c.name, c.key, c.link, c.commitment) for c in self.chairs), strict=True):
            if len(set(values)) != len(self.chairs):
                raise Invalid(Reason.DUPLICATE_KEY, "header.chairs")

    @property
    def tolerant(self) -> bool:
        """Whether the table survives the loss of a seat."""
        return self.kind == TOLERANT

    def encode(self) -> bytes:
        """Return the canonical bytes."""
        chairs: list[codec.Value] = [[c.name, c.key, c.link, c.commitment] for c in self.chairs]
        return codec.encode([self.version, self.game, self.options, chairs, self.kind])

    @property
    def table_id(self) -> bytes:
        """32 bytes that stand for the session until every nonce is open."""
        return digest(labels.TABLE_ID, self.encode())

    def session_id(self, nonces: Sequence[bytes]) -> bytes:
        """Algorithm 47 (SessionId). Return the session id, 32 bytes, from one 32-byte nonce per chair."""
        return digest(labels.SESSION_ID, self.table_id, *nonces)

    def seating(self, session: bytes) -> tuple[int, ...]:
        """Algorithm 48 (Seating). Return the chair of each seat, as it follows from the session id."""
        return tuple(sorted(range(len(self.chairs)), key=lambda c: digest(labels.SEATING, session, self.chairs[c].key)))


def decode_header(data: bytes) -> Header:
    """Algorithm 14 (DecodeHeader). Return the header that these bytes encode; raise `Invalid` for anything else."""
    version, game, options, chairs, kind = codec.array(codec.decode(data), 5)
    if codec.integer(version, 0, 2**31) != VERSION:
        raise Invalid(Reason.ENCODING, "header.version")
    return Header(
        game=codec.text(game, MAX_GAME),
        options=codec.blob_upto(options, MAX_OPTIONS),
        chairs=tuple(_chair(chair) for chair in codec.array_upto(chairs, MAX_SEATS)),
        kind=codec.text(kind, len(TOLERANT)),
    )


def _chair(obj: codec.Value) -> Chair:
    name, key, link, commitment = codec.array(obj, 4)
    return Chair(
        name=codec.text(name, MAX_NAME),
        key=codec.blob(key, 32),
        link=codec.blob(link, 32),
        commitment=codec.blob(commitment, 32),
    )


def nonce_commitment(key: bytes, nonce: bytes) -> bytes:
    """Algorithm 46 (NonceCommitment). Return the commitment of whoever has this signing key to a 32-byte nonce."""
    return digest(labels.NONCE, key, nonce)
