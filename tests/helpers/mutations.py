"""Bytes that were good once: flipped, cut, spliced, repeated; and frames of random content."""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol.frames import Heads, Hello, encode_frame

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

MAX_MASK = 1023


def flipped(random: Random, data: bytes, _other: bytes) -> bytes:
    """Change up to three bits."""
    changed = bytearray(data)
    for _ in range(random.randint(1, 3)):
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


ODD = [b"\x00", b"\xff", b"\x7f", b"\x80", b"\xc0", b"\xc1", b"\xdc\xff\xff", b"\xdd\xff\xff\xff\xff"]


def overwritten(random: Random, data: bytes, _other: bytes) -> bytes:
    """Put a few bytes that lengths and tags are made of anywhere."""
    at = random.randrange(len(data))
    odd = random.choice(
        [b"\x00", b"\xff", b"\x7f", b"\x80", b"\xc0", b"\xc1", b"\xdc\xff\xff", b"\xdd\xff\xff\xff\xff"]
    )
    return data[:at] + odd + data[at + len(odd) :]


def cut(random: Random, data: bytes, _other: bytes) -> bytes:
    """Leave out the end, or a part."""
    start, end = sorted(random.randrange(len(data) + 1) for _ in range(2))
    return data[:start] + (data[end:] if random.random() < 0.5 else b"")


def extended(random: Random, data: bytes, _other: bytes) -> bytes:
    """Put random bytes in anywhere."""
    at = random.randrange(len(data) + 1)
    return data[:at] + random.randbytes(random.randint(1, 40)) + data[at:]


def spliced(random: Random, data: bytes, other: bytes) -> bytes:
    """Go on with another frame."""
    return data[: random.randrange(len(data) + 1)] + other[random.randrange(len(other) + 1) :]


def repeated(random: Random, data: bytes, _other: bytes) -> bytes:
    """Say a part twice."""
    start, end = sorted(random.randrange(len(data) + 1) for _ in range(2))
    return data[:end] + data[start:]


MUTATIONS: list[Callable[[Random, bytes, bytes], bytes]] = [flipped, overwritten, cut, extended, spliced, repeated]


def mutated(random: Random, seen: Sequence[bytes]) -> bytes:
    """Return a change of one of these, in one or two ways; not empty before it is changed."""
    data = random.choice(seen)
    for _ in range(random.choice((1, 1, 1, 2))):
        data = random.choice(MUTATIONS)(random, data or b"\x01", random.choice(seen))
    return data


def invented(random: Random, heads: Sequence[bytes]) -> bytes:
    """Return a well-formed frontier or list of heads with any content; some of its heads are true ones."""

    def head() -> bytes:
        return random.choice(heads) if random.random() < 0.5 else random.randbytes(32)

    step = random.choice((random.randrange(len(heads)), random.randrange(2**20)))
    if random.random() < 0.8:
        masks = [random.randint(0, MAX_MASK) for _ in range(3)]
        return encode_frame(Hello(step=step, head=head(), have=masks[0], votes=masks[1], links=masks[2]))
    return encode_frame(Heads(first=step, heads=tuple(head() for _ in range(random.randrange(30)))))
