"""Unambiguous framing of byte strings, and RFC 9380's expand_message_xmd."""

from __future__ import annotations

import hashlib
from typing import Final

from protocol.errors import LocalError

HASH_SIZE: Final = 64
BLOCK_SIZE: Final = 128
DIGEST_SIZE: Final = 32


def frame(*parts: bytes) -> bytes:
    """Algorithm 1 (Frame). Return the parts, each behind its length in four bytes; no two lists give the same."""
    return b"".join([len(part).to_bytes(4, "little") + part for part in parts])


def digest(label: str, *parts: bytes) -> bytes:
    """Algorithm 2 (Digest). Return 32 bytes for a purpose and its parts: the start of SHA-512 over their frame."""
    return hashlib.sha512(frame(label.encode(), *parts)).digest()[:DIGEST_SIZE]


def expand_message_xmd(message: bytes, label: bytes, size: int) -> bytes:
    """Algorithm 3 (ExpandMessage). Expand a message to uniform bytes with SHA-512 (RFC 9380, 5.3.1).

    Args:
        message: any bytes.
        label: the domain separation tag, 1 to 255 bytes.
        size: wanted length in bytes, 1 to 16320.

    Raises:
        LocalError: label or size is out of range.
    """
    blocks = -(-size // HASH_SIZE)
    if not (1 <= len(label) <= 255 and 1 <= blocks <= 255):
        raise LocalError("a hash-to-group label has 1 to 255 bytes and its output at most 255 blocks")
    tag = label + bytes([len(label)])
    first = hashlib.sha512(bytes(BLOCK_SIZE) + message + size.to_bytes(2, "big") + b"\0" + tag).digest()
    block = bytes(HASH_SIZE)
    output = b""
    for index in range(1, blocks + 1):
        mixed = bytes(a ^ b for a, b in zip(first, block, strict=True))
        block = hashlib.sha512(mixed + bytes([index]) + tag).digest()
        output += block
    return output[:size]
