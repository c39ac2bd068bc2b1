"""What two peers of a table say to each other over a link. PROTOCOL section "Exchange"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from protocol import codec
from protocol.absence import MARK, MAX_MARKS, split
from protocol.errors import Invalid, Reason
from protocol.header import MAX_SEATS
from protocol.log import MAX_STEP, Entry, decode_entry

ENTRY: Final = 1
HELLO: Final = 2
HEADS: Final = 3

MAX_HEADS: Final = 4096
HEAD_SIZE: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello:
    """The sender's frontier; whoever has more sends what is missing.

    Attributes:
        step: number of the step that the sender is in.
        head: hash of its log before that step.
        have: bit s is set if it has the step's entry of seat s.
        votes: bit s is set if it has the vote of seat s to end the game.
        absence: the first 8 bytes of the digest of each vote about a silent seat that it has, of this step and the 16
            before it, ascending.
        worths: bit s is set if it has what seat s proves of its gold when the game was ended, or needs none of it.
        links: bit c is set if it has a direct link to the player of chair c (itself included).
    """

    step: int
    head: bytes
    have: int
    votes: int
    links: int
    absence: bytes = b""
    worths: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Heads:
    """A run of heads, to find the first step in which two logs differ.

    Attributes:
        first: step of the first head.
        heads: 32 bytes each, at most 4096.
    """

    first: int
    heads: tuple[bytes, ...]


Frame: TypeAlias = Entry | Hello | Heads


def encode_frame(frame: Frame) -> bytes:
    """Return the bytes of a frame: one byte that tells its type, then its content."""
    match frame:
        case Entry():
            return bytes([ENTRY]) + frame.encode()
        case Hello(step=step, head=head, have=have, votes=votes, links=links, absence=absence, worths=worths):
            return bytes([HELLO]) + codec.encode([step, head, have, votes, worths, links, absence])
        case Heads(first=first, heads=heads):
            return bytes([HEADS]) + codec.encode([first, b"".join(heads)])


def decode_frame(data: bytes) -> Frame:
    """Return the frame that these bytes hold; raise `Invalid` for others; that proves nothing about a player."""
    if not data or len(data) > codec.MAX_SIZE:
        raise Invalid(Reason.ENCODING, "frame.size")
    content = data[1:]
    match data[0]:
        case 1:
            return decode_entry(content)
        case 2:
            step, head, *rest, absence = codec.array(codec.decode(content), 7)
            have, votes, worths, links = (codec.integer(mask, 0, 2**MAX_SEATS - 1) for mask in rest)
            return Hello(
                step=codec.integer(step, 0, MAX_STEP),
                head=codec.blob(head, HEAD_SIZE),
                have=have,
                votes=votes,
                worths=worths,
                links=links,
                absence=_marks(codec.blob_upto(absence, MARK * MAX_MARKS)),
            )
        case 3:
            first, heads = codec.array(codec.decode(content), 2)
            return Heads(first=codec.integer(first, 0, MAX_STEP), heads=_split(codec.blob_upto(heads, 32 * MAX_HEADS)))
        case _:
            raise Invalid(Reason.ENCODING, "frame.type")


def _marks(data: bytes) -> bytes:
    split(data)
    return data


def _split(data: bytes) -> tuple[bytes, ...]:
    if len(data) % HEAD_SIZE:
        raise Invalid(Reason.ENCODING, "frame.heads")
    return tuple(data[at : at + HEAD_SIZE] for at in range(0, len(data), HEAD_SIZE))
