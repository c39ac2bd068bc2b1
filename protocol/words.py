"""Four words that stand for a session, for people to compare by voice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from protocol.wordlist import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

COUNT: Final = 4
BITS: Final = 11  # a word


def words_of(session: bytes) -> tuple[str, ...]:
    """Algorithm 90 (Words). Return the words of a session id: its first 44 bits, 11 a word, the most significant first.

    Whoever hears the same words from the others has joined the same table: the session id follows from every player's
    nonce, all of which were committed to before one was opened, so that nobody could look for one with these words.
    """
    return tuple(WORDS[number] for number in _numbers(session))


def _numbers(session: bytes) -> Iterator[int]:
    bits = int.from_bytes(session, "big")
    for place in range(1, COUNT + 1):
        yield bits >> (8 * len(session) - BITS * place) & (1 << BITS) - 1
