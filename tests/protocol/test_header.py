"""What is fixed before the first entry: whoever is shown another table gets another session and other words."""

from __future__ import annotations

from dataclasses import replace

from protocol.header import TOLERANT, decode_header
from protocol.words import words_of
from tests.helpers.room import header_for, secrets_of
from tests.helpers.small_game import SmallGame

SECRETS = [secrets_of(("header", chair)) for chair in range(4)]
HEADER = header_for(SmallGame(0), SECRETS[:3])
NONCES = [bytes([chair]) * 32 for chair in range(3)]


def test_an_opener_that_shows_different_rosters_shows_different_words() -> None:
    """Whatever differs, also a nonce alone, so that no two rosters can be searched for equal words beforehand."""
    first, middle, last = HEADER.chairs
    stranger = header_for(SmallGame(0), SECRETS).chairs[3]
    another = bytes(31) + b"1"
    lasts = (stranger, replace(last, name="Eve"), replace(last, link=another), replace(last, commitment=another))
    headers = [
        HEADER,
        *(replace(HEADER, chairs=(first, middle, chair)) for chair in lasts),
        replace(HEADER, chairs=(first, last, middle)),
        replace(HEADER, options=b"rounds=1"),
        replace(HEADER, kind=TOLERANT),
    ]
    words = {words_of(header.session_id(NONCES)) for header in headers}
    words |= {words_of(HEADER.session_id([*NONCES[:2], bytes(31) + bytes([end])])) for end in range(1, 20)}
    assert len(words) == len(headers) + 19


def test_a_header_survives_its_bytes() -> None:
    """Of either kind."""
    for header in (HEADER, replace(HEADER, kind=TOLERANT)):
        assert decode_header(header.encode()) == header
