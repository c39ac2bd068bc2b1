"""What people say to each other beside the game: signed, forwarded past missing links, never in the log.

A note is `signature + array [chair, number, kind, text]` on a channel of its own. Whoever hears one for the first time
passes it on, so that it crosses any connected graph once. Numbers are milliseconds since 1970 and only grow, so that
nothing is heard twice. Nothing hangs on a note: it may be lost, and it proves nothing.
"""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum, unique
from typing import TYPE_CHECKING, Final

from p2p_saboteur.net.invite import BadInvite, read_invite
from protocol import codec, signing
from protocol.errors import Invalid, Reason
from protocol.header import MAX_SEATS
from protocol.log import SIGNATURE_SIZE

if TYPE_CHECKING:
    from protocol.header import Header
    from protocol.signing import SigningKey

CHANNEL: Final = 3
MAX_TEXT: Final = 1400  # bytes; the longest invite fits
BURST: Final = 8
REFILL: Final = 1.0  # notes a second that a chair may say after a burst
KEPT: Final = 500  # notes
AHEAD: Final = 24 * 3600 * 1000  # milliseconds that another clock may be ahead of ours
_LABEL: Final = b"CARDTABLE-V1-talk"


@unique
class Kind(IntEnum):
    """What a note is."""

    SAY = 1
    """Something said; the text is for people."""
    AWAY = 2
    """From now on the player's own client plays for him."""
    BACK = 3
    """He plays himself again."""
    DONE = 4
    """The sender has the whole log of the finished game."""
    AGAIN = 5
    """Come to another table; the text is its invite."""
    DIFFER = 6
    """The sender finds that not all see the same words, and has left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """One note.

    Attributes:
        chair: who said it.
        number: milliseconds since 1970, growing with each note of a chair.
        kind: what it is.
        text: at most `MAX_TEXT` bytes of UTF-8, as it came: to be cleaned before it is shown.
    """

    chair: int
    number: int
    kind: Kind
    text: str


def encode(note: Note, key: SigningKey, table: bytes) -> bytes:
    """Algorithm 92 (SignNote). Return the signed bytes of a note for the table with this id."""
    body = codec.encode([note.chair, note.number, int(note.kind), note.text])
    return key.sign(_LABEL + table + body) + body


def decode(data: bytes, header: Header) -> Note:
    """Return a note whose signature is the chair's; raise `Invalid` for anything else."""
    signature, body = data[:SIGNATURE_SIZE], data[SIGNATURE_SIZE:]
    chair, number, kind, text = codec.array(codec.decode(body), 4)
    note = Note(
        chair=codec.integer(chair, 0, MAX_SEATS - 1),
        number=codec.integer(number, 0, codec.MAX_INTEGER),
        kind=_kind(codec.integer(kind, 0, 255)),
        text=codec.utf8(text, MAX_TEXT),
    )
    if note.chair >= len(header.chairs):
        raise Invalid(Reason.ENCODING, "talk.chair")
    signing.verify(header.chairs[note.chair].key, _LABEL + header.table_id + body, signature)
    return note


def _kind(number: int) -> Kind:
    try:
        return Kind(number)
    except ValueError:
        raise Invalid(Reason.ENCODING, "talk.kind") from None


@dataclass(slots=True)
class _Speaker:
    """What is known of one chair's talk: its last number, and how much it may still say at once."""

    last: int = 0
    allowance: float = BURST
    filled_at: float = 0.0


@dataclass(slots=True)
class Talk:
    """All talk at a table.

    Attributes:
        header: of the table.
        kept: the last notes that were heard or said, oldest first.
        away: chairs whose own clients play for them.
        done: chairs that have the whole log.
        offers: by chair: the invite to another game that it offered last; not what is no invite.
    """

    header: Header
    kept: deque[Note] = field(default_factory=lambda: deque(maxlen=KEPT))
    away: set[int] = field(default_factory=set)
    done: set[int] = field(default_factory=set)
    offers: dict[int, str] = field(default_factory=dict)
    _speakers: dict[int, _Speaker] = field(default_factory=dict)

    def own(self, *, chair: int, kind: Kind, text: str, clock: int) -> Note:
        """Return a new note of our own and count it as heard; `clock` is in milliseconds since 1970."""
        text = text.encode()[:MAX_TEXT].decode(errors="ignore")
        note = Note(chair=chair, number=max(clock, self._speaker(chair).last + 1), kind=kind, text=text)
        self._count(note)
        return note

    def hear(self, data: bytes, *, now: float, clock: int) -> Note | None:
        """Algorithm 93 (OnNote). Return a note that is new and to be passed on; None for one that is known or too much.

        Raises:
            Invalid: nobody at the table signed it.
        """
        note = decode(data, self.header)
        if not self._speaker(note.chair).last < note.number <= clock + AHEAD or not self.may_speak(note.chair, now):
            return None
        self._count(note)
        return note

    def may_speak(self, chair: int, now: float) -> bool:
        """Return whether the others will listen to one more note of a chair, and count it."""
        speaker = self._speaker(chair)
        speaker.allowance = min(BURST, speaker.allowance + REFILL * (now - speaker.filled_at))
        speaker.filled_at = now
        if speaker.allowance < 1:
            return False
        speaker.allowance -= 1
        return True

    def remember(self, note: Note) -> None:
        """Take a note from before a restart into account."""
        if note.number > self._speaker(note.chair).last:
            self._count(note)

    def is_news(self, note: Note) -> bool:
        """Return whether the note that was counted last says what was not known: not that one still is away."""
        return note.kind is Kind.DONE or note in self.kept

    def standing(self, chair: int) -> tuple[Kind, ...]:
        """Return what a chair has told of itself and is still true, for who may have missed it."""
        been_away = any(note.chair == chair and note.kind is Kind.AWAY for note in self.kept)
        back = (Kind.AWAY,) if chair in self.away else (Kind.BACK,) if been_away else ()
        return (*back, Kind.DONE) if chair in self.done else back

    @property
    def offer(self) -> tuple[int, str] | None:
        """Return the lowest chair's offer of another game, with its chair: of several this is the one that holds."""
        return min(self.offers.items(), default=None)

    def _count(self, note: Note) -> None:
        self._speaker(note.chair).last = note.number
        is_away = note.chair in self.away
        match note.kind:
            case Kind.AWAY | Kind.BACK if is_away is (note.kind is Kind.AWAY):
                return  # said again for somebody who may have missed it
            case Kind.AWAY:
                self.away.add(note.chair)
            case Kind.BACK:
                self.away.discard(note.chair)
            case Kind.DONE:
                self.done.add(note.chair)
                return
            case Kind.AGAIN:
                with suppress(BadInvite):
                    read_invite(note.text)
                    self.offers[note.chair] = note.text
        self.kept.append(note)

    def _speaker(self, chair: int) -> _Speaker:
        return self._speakers.setdefault(chair, _Speaker())
