"""Talk: who said it is certain, nothing is heard twice, nobody floods, and all of it is bounded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.app.talk import BURST, KEPT, MAX_TEXT, Kind, Note, Talk, decode, encode
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from p2p_saboteur.net.invite import MAX_ENDPOINT, MAX_ENDPOINTS, Invite
from protocol.errors import Invalid
from tests.helpers.room import header_for, secrets_of

if TYPE_CHECKING:
    from protocol.signing import SigningKey

SECRETS = [secrets_of(("talk", chair)) for chair in range(3)]
HEADER = header_for(SaboteurGame(), SECRETS)


def said(text: str, *, chair: int = 1, number: int = 1000, key: SigningKey | None = None) -> bytes:
    """Return a note as it travels."""
    note = Note(chair=chair, number=number, kind=Kind.SAY, text=text)
    return encode(note, key or SECRETS[chair].signing, HEADER.table_id)


def test_a_note_is_heard_once() -> None:
    """A second copy, over another path or sent again later, is nothing new."""
    talk = Talk(HEADER)
    heard = talk.hear(said("hello"), now=0.0, clock=2000)
    assert heard == Note(chair=1, number=1000, kind=Kind.SAY, text="hello")
    assert talk.hear(said("hello"), now=1.0, clock=2000) is None
    assert talk.hear(said("older", number=999), now=1.0, clock=2000) is None
    assert [note.text for note in talk.kept] == ["hello"]


def test_nobody_speaks_for_another() -> None:
    """Signed by another chair, for another table, changed, or by nobody."""
    other_table = encode(Note(chair=1, number=1, kind=Kind.SAY, text="x"), SECRETS[1].signing, bytes(32))
    changed = bytearray(said("hello"))
    changed[-1] ^= 1
    for data in (said("x", key=SECRETS[2].signing), other_table, bytes(changed), b"", bytes(200)):
        with pytest.raises(Invalid):
            decode(data, HEADER)
    with pytest.raises(Invalid):
        decode(said("x", chair=2)[:64] + said("x", chair=1)[64:], HEADER)


def test_a_text_is_bounded_in_bytes() -> None:
    """However few letters they make."""
    assert decode(said("ž" * (MAX_TEXT // 2)), HEADER).text
    with pytest.raises(Invalid):
        decode(said("ž" * (MAX_TEXT // 2) + "z"), HEADER)


def test_the_longest_invite_can_be_offered() -> None:
    """Another table's, in one note, whole."""
    endpoints = tuple(f"tcp://{number}{'x' * (MAX_ENDPOINT - 13)}:65535" for number in range(MAX_ENDPOINTS))
    text = Invite(key=bytes(32), secret=bytes(16), endpoints=endpoints).text()
    assert {len(endpoint) for endpoint in endpoints} == {MAX_ENDPOINT}
    assert Talk(HEADER).own(chair=1, kind=Kind.AGAIN, text=text, clock=1).text == text


def test_a_flood_is_not_passed_on() -> None:
    """After a burst one note a second is heard, and of the others nothing is lost."""
    talk = Talk(HEADER)
    heard = [talk.hear(said("spam", number=n), now=0.0, clock=2000) for n in range(1, 100)]
    assert sum(note is not None for note in heard) == BURST
    assert talk.hear(said("me", chair=2), now=0.0, clock=2000) is not None
    assert talk.hear(said("later", number=200), now=1.1, clock=2000) is not None


def test_ones_own_client_stops_before_the_others_do() -> None:
    """What would not be passed on is not said."""
    talk = Talk(HEADER)
    assert [talk.may_speak(0, 0.0) for _ in range(BURST + 2)] == [True] * BURST + [False] * 2
    assert talk.may_speak(0, 1.5)


def test_a_note_from_the_far_future_silences_nobody() -> None:
    """Numbers are times: one that is years ahead would make all later ones old."""
    talk = Talk(HEADER)
    assert talk.hear(said("x", number=10**15), now=0.0, clock=2000) is None
    assert talk.hear(said("y"), now=0.0, clock=2000) is not None


def test_own_notes_grow_and_are_cut() -> None:
    """The same clock gives growing numbers; a text is cut at whole characters."""
    talk = Talk(HEADER)
    notes = [talk.own(chair=0, kind=Kind.SAY, text="ž" * 2000, clock=5) for _ in range(3)]
    assert [note.number for note in notes] == [5, 6, 7]
    assert notes[0].text == "ž" * (MAX_TEXT // 2)
    assert decode(encode(notes[0], SECRETS[0].signing, HEADER.table_id), HEADER) == notes[0]


def test_how_things_are_with_others_is_remembered() -> None:
    """Who is away, who is back, who has it all; what is kept is bounded."""
    talk = Talk(HEADER)
    for number, kind in enumerate((Kind.AWAY, Kind.BACK, Kind.AWAY, Kind.DONE), 1):
        note = Note(chair=2, number=number, kind=kind, text="")
        assert talk.hear(encode(note, SECRETS[2].signing, HEADER.table_id), now=0.0, clock=9) is not None
    assert (talk.away, talk.done) == ({2}, {2})
    for number in range(1, KEPT + 50):
        talk.remember(Note(chair=1, number=number, kind=Kind.SAY, text="x"))
    assert len(talk.kept) == KEPT


def test_what_is_said_again_for_a_new_link_is_passed_on_but_no_news() -> None:
    """Who is away says so at each link that comes up, and that he is back; only what changes is told and kept."""
    talk, own = Talk(HEADER), Talk(HEADER)
    assert own.standing(2) == ()
    news = []
    said_kinds = (Kind.BACK, Kind.AWAY, Kind.AWAY, Kind.BACK, Kind.BACK, Kind.AWAY)
    for kind in said_kinds:
        note = own.own(chair=2, kind=kind, text="", clock=5)
        assert talk.hear(encode(note, SECRETS[2].signing, HEADER.table_id), now=0.0, clock=9) == note
        assert own.is_news(note) is talk.is_news(note)
        news.append(talk.is_news(note))
        assert own.standing(2) in {(), (kind,)}
    assert news == [False, True, False, True, False, True]
    assert [note.kind for note in talk.kept] == [Kind.AWAY, Kind.BACK, Kind.AWAY]
    done = own.own(chair=2, kind=Kind.DONE, text="", clock=5)
    assert own.is_news(done)
    assert own.standing(2) == (Kind.AWAY, Kind.DONE)


def test_of_several_offers_the_lowest_chairs_holds() -> None:
    """In whatever order they are heard, everybody sits down at the same table; a later offer of a chair replaces it.

    What is no invite is no offer.
    """
    first, second, ours, last = (
        Invite(key=bytes([number]) * 32, secret=bytes(16), endpoints=("tcp://127.0.0.1:9",)).text()
        for number in range(4)
    )
    offers = [
        Note(chair=2, number=1000, kind=Kind.AGAIN, text=second),
        Note(chair=1, number=1000, kind=Kind.AGAIN, text=first),
        Note(chair=0, number=1000, kind=Kind.AGAIN, text="at my place"),
    ]
    for order in (offers, offers[::-1]):
        talk = Talk(HEADER)
        assert talk.offer is None
        for note in order:
            talk.hear(encode(note, SECRETS[note.chair].signing, HEADER.table_id), now=0.0, clock=2000)
        assert talk.offer == (1, first)
        talk.own(chair=0, kind=Kind.AGAIN, text=ours, clock=2000)
        talk.own(chair=0, kind=Kind.AGAIN, text=last, clock=2000)
        assert talk.offer == (0, last)
