"""What a malicious client does beside the game: hostile talk, and an opener that seats its guests at two tables."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.app import talk
from p2p_saboteur.app.keeping import MAX_TALK, TALK
from p2p_saboteur.app.news import Talked, Words
from p2p_saboteur.app.talk import BURST, REFILL, Kind, Note
from p2p_saboteur.clean import LINE_COLUMNS, clean_line
from tests.helpers.require import present
from tests.helpers.sitting import Player, gather

if TYPE_CHECKING:
    from collections.abc import Iterable

    from p2p_saboteur.app.client import Client

pytestmark = pytest.mark.network

HOSTILE = (
    "\x1b[2J\x1b]0;gone\x07",
    "\u202egnihton",
    "a\u200b\u200d\ufeffb",
    "Z" + "\u0301" * 500,
    "two\nlines\r\tand more",
    "W" * 1400,
)
"""What a line may hold that is not too long: escapes, other directions, no width, stacked marks, more lines, much."""


def client_of(player: Player) -> Client:
    """Return a player's client once the table is open."""
    deadline = time.monotonic() + 60
    while not (player.control.client and player.control.client.talk and len(player.control.client.linked) == 3):
        assert time.monotonic() < deadline
        assert player.error is None, player.error
        time.sleep(0.02)
    return player.control.client


def signed(client: Client, texts: Iterable[str], chair: int | None = None) -> list[bytes]:
    """Return notes that say these texts, signed by a client in its own or another chair's name."""
    chair = present(client.chair) if chair is None else chair
    clock = time.time_ns() // 1_000_000
    notes = (Note(chair=chair, number=clock + number, kind=Kind.SAY, text=text) for number, text in enumerate(texts))
    return [talk.encode(note, present(client.secrets).signing, present(client.talk).header.table_id) for note in notes]


def spread(player: Player, notes: list[bytes]) -> None:
    """Send notes on all links of a player's client."""
    client = client_of(player)

    async def sending() -> None:
        for note in notes:
            client._spread(note, None)

    player.control._do(sending())


def heard(player: Player) -> list[Note]:
    """Return what a player has heard from others."""
    return [news.note for news in player.news if isinstance(news, Talked) and news.note.kind is Kind.SAY]


@pytest.mark.long
def test_hostile_talk_is_cleaned_bounded_and_never_anothers() -> None:
    """Whatever is said comes out as one line; ten thousand lines are a few; a forged one costs its carrier the link."""
    players, _ = gather(["Bo", "Cy", "Di"])
    *honest, crook = players
    begun = time.monotonic()
    client = client_of(crook)
    spread(crook, signed(client, HOSTILE))
    spread(crook, signed(client, ["in another's name"], chair=(present(client.chair) + 1) % 4))
    spread(crook, signed(client, ["W" * 10_000]))
    spread(crook, signed(client, (f"{number} times" for number in range(10_000))))
    while not all(player.control.over for player in players):
        assert time.monotonic() < begun + 120
        assert not any(player.error for player in players), [player.error for player in players]
        time.sleep(0.02)
    for player in players:  # what the crook has said at last nobody has heard
        player.control.stop()
        player.join_quietly()
    seconds = time.monotonic() - begun
    for player in honest:
        notes = heard(player)
        assert {note.chair for note in notes} == {client.chair}
        assert [note.text for note in notes][: len(HOSTILE)] == list(HOSTILE)
        assert len(notes) <= BURST + REFILL * seconds + 1
        for note in notes:
            shown = clean_line(note.text)
            assert shown.isprintable()
            assert len(shown) <= LINE_COLUMNS
        assert (player.log.parent / TALK).stat().st_size <= MAX_TALK
        assert player.control.over


def test_an_opener_cannot_give_two_tables_the_same_words() -> None:
    """Guests that believe to sit at one table, and are seated at two, see other words, whatever the names are."""
    tables = [gather(["Bo", "Cy"])[0] for _ in range(2)]
    deadline = time.monotonic() + 60
    words = []
    for table in tables:
        while not all(any(isinstance(news, Words) for news in player.news) for player in table):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        (said,) = {next(news.words for news in player.news if isinstance(news, Words)) for player in table}
        words.append(said)
        for player in table:
            player.control.stop()
    for table in tables:
        for player in table:
            player.join_quietly()
    assert words[0] != words[1]
