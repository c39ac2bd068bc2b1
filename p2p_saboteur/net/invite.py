"""Invites: one string that says where a table is open, whose key it has, and the secret that lets one in."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass, field
from typing import Final

from p2p_saboteur.text import _
from protocol import codec
from protocol.errors import Invalid

PREFIX: Final = "SAB1:"
VERSION: Final = 1
SECRET_SIZE: Final = 16
KEY_SIZE: Final = 32
MAX_ENDPOINTS: Final = 8
MAX_ENDPOINT: Final = 96
MAX_TEXT: Final = 4096
_CHECKSUM: Final = 4
_ENDPOINT: Final = re.compile(r"tcp://(?:\[[0-9a-fA-F:.]+(?:%[0-9A-Za-z]+)?\]|[0-9A-Za-z.-]+):[0-9]{1,5}")


class BadInvite(ValueError):
    """The text is no invite of this program; the message says what is wrong and what to do."""


class OtherInvite(BadInvite):
    """The invite comes from another version of this program."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Invite:
    """What a player needs to join a table.

    Attributes:
        key: the opener's transport key, 32 bytes.
        secret: proves that one was invited, 16 bytes; never sent.
        endpoints: 1 to 8 addresses of the opener, ``tcp://host:port``, the best first.
    """

    key: bytes
    secret: bytes = field(repr=False)
    endpoints: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(self.key) != KEY_SIZE or len(self.secret) != SECRET_SIZE:
            raise BadInvite(_("The invite is damaged: a key has the wrong length. Ask for a new one."))
        if not 1 <= len(self.endpoints) <= MAX_ENDPOINTS or not all(map(is_endpoint, self.endpoints)):
            raise BadInvite(_("The invite names no address that one can connect to. Ask for a new one."))

    def text(self) -> str:
        """Algorithm 81 (EncodeInvite). Return the invite as one string of capitals and digits after its prefix."""
        body = codec.encode([VERSION, self.key, self.secret, list(self.endpoints)])
        return PREFIX + _base32(body + _checksum(body))


def is_endpoint(text: str) -> bool:
    """Algorithm 83 (CheckAddress). Return whether this is ``tcp://host:port`` with a port from 1 to 65535."""
    if len(text) > MAX_ENDPOINT or not _ENDPOINT.fullmatch(text):
        return False
    return 1 <= int(text.rsplit(":", 1)[1]) <= 65_535


def read_invite(text: str) -> Invite:
    """Algorithm 82 (DecodeInvite). Return the invite in a text; blanks, line breaks and lower case do not matter.

    Raises:
        OtherInvite: another version made it.
        BadInvite: it is none; the message is for the user.
    """
    if len(text) > MAX_TEXT:
        raise BadInvite(_("That is too long for an invite."))
    packed = "".join(text.split()).upper()
    if not packed.startswith(PREFIX):
        raise BadInvite(_("An invite begins with {prefix} - copy the whole line.").format(prefix=PREFIX))
    encoded = packed.removeprefix(PREFIX)
    try:
        data = base64.b32decode(encoded + "=" * (-len(encoded) % 8))
    except ValueError:
        raise BadInvite(_("The invite has characters that do not belong there - copy it again.")) from None
    if (
        not "".join(text.split()).isascii() or _base32(data) != encoded
    ):  # letters that only become others, bits left over
        raise BadInvite(_("The invite is incomplete or mistyped - copy it again."))
    body, checksum = data[:-_CHECKSUM], data[-_CHECKSUM:]
    if checksum != _checksum(body):
        raise BadInvite(_("The invite is incomplete or mistyped - copy it again."))
    return _decode(body)


def _decode(body: bytes) -> Invite:
    try:
        fields = codec.array_upto(codec.decode(body), codec.MAX_ARRAY)
        if codec.integer(fields[0] if fields else None, 0, 2**31) != VERSION:
            raise OtherInvite(_("The invite comes from another version of the program - use the same one as the host."))
        _version, key, secret, endpoints = codec.array(fields, 4)
        return Invite(
            key=codec.blob(key, KEY_SIZE),
            secret=codec.blob(secret, SECRET_SIZE),
            endpoints=tuple(codec.utf8(end, MAX_ENDPOINT) for end in codec.array_upto(endpoints, MAX_ENDPOINTS)),
        )
    except Invalid:
        raise BadInvite(_("The invite is damaged. Ask for a new one.")) from None


def _base32(data: bytes) -> str:
    """Return RFC 4648's base32 without padding."""
    return base64.b32encode(data).decode().rstrip("=")


def _checksum(body: bytes) -> bytes:
    return hashlib.sha256(PREFIX.encode() + body).digest()[:_CHECKSUM]
