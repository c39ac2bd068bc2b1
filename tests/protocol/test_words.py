"""The words that people compare."""

from __future__ import annotations

import hashlib
from itertools import combinations

from protocol.wordlist import WORDS
from protocol.words import words_of


def test_the_list_is_complete_and_sorted() -> None:
    """One word for each number of eleven bits, all lower case, short, in order."""
    assert len(WORDS) == 2048
    assert list(WORDS) == sorted(set(WORDS))
    assert all(word.isascii() and word.isalpha() and word.islower() and 3 <= len(word) <= 8 for word in WORDS)


def test_no_two_words_are_easily_mistaken() -> None:
    """A letter more, less or changed makes none of another, and none begins another."""
    shortened = [{word[:at] + "*" + word[at + 1 :] for at in range(len(word))} | {word} for word in WORDS]
    seen: dict[str, str] = {}
    for word, forms in zip(WORDS, shortened, strict=True):
        for form in forms:
            assert seen.setdefault(form, word) == word
    known = set(WORDS)
    assert not any(word[:at] + word[at + 1 :] in known for word in WORDS for at in range(len(word)))
    assert not any(later.startswith(word) for word, later in combinations(WORDS, 2))


def test_words_are_the_first_44_bits() -> None:
    """Eleven bits a word, the most significant first."""
    assert words_of(bytes(32)) == (WORDS[0],) * 4
    assert words_of(b"\xff" * 32) == (WORDS[2047],) * 4
    assert words_of(bytes.fromhex("002004008010") + bytes(26)) == (WORDS[1],) * 4


def test_nearby_sessions_share_nothing() -> None:
    """Every one of the first 44 bits changes a word."""
    session = hashlib.sha256(b"session").digest()
    for bit in range(44):
        other = (int.from_bytes(session) ^ 1 << 255 - bit).to_bytes(32)
        assert sum(a != b for a, b in zip(words_of(session), words_of(other), strict=True)) == 1
