"""Entries that say whether the game goes on without a seat: their bodies, and those that are here. PROTOCOL "Absence".

What they mean is `protocol.votes`; here they are entries. They stand beside the steps like the votes to end a game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from protocol import codec
from protocol.errors import Invalid, Reason
from protocol.votes import Keep, Out, StepVotes, Vote

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from protocol.game import Seat
    from protocol.log import Entry

OUT: Final = "out"
KEEP: Final = "keep"
MARK: Final = 8
"""Bytes of a vote's digest by which a frontier names it."""
WINDOW: Final = 16
"""Votes of so many steps back count and are told. Nobody is further behind: every few steps need everyone's entry."""
MAX_MARKS: Final = 1024
"""Marks that a frontier holds at most."""


class Absence:
    """The votes about silent seats, of all steps."""

    def __init__(self) -> None:
        self._steps: dict[int, StepVotes] = {}
        self._entries: dict[bytes, Entry] = {}

    def copy(self) -> Absence:
        """Return votes of their own that are the same."""
        twin = Absence()
        twin._steps = {step: votes.copy() for step, votes in self._steps.items()}
        twin._entries = dict(self._entries)
        return twin

    def of(self, step: int) -> StepVotes | None:
        """Return the votes of a step, None if there are none."""
        return self._steps.get(step)

    def recent(self, now: int) -> list[tuple[int, StepVotes]]:
        """Return the votes by step, of this step and those before it that still count."""
        return [(step, votes) for step, votes in self._steps.items() if step >= now - WINDOW]

    def has(self, entry: Entry) -> bool:
        """Return whether this payload counts already."""
        return entry.digest in self._entries

    def entry(self, vote: Vote) -> Entry:
        """Return the entry that says a vote."""
        return self._entries[vote.digest]

    def entries(self, first: int) -> list[Entry]:
        """Return the votes of this step and later ones."""
        return [entry for entry in self._entries.values() if entry.step >= first]

    def marks(self, first: int, lost: Collection[Seat] = ()) -> bytes:
        """Return the marks of the votes of this step and later ones, ascending; of too many those of the last steps.

        Votes of lost seats are left out: whoever has lost them takes no more of these.
        """
        entries = [entry for entry in self.entries(first) if entry.seat not in lost]
        last = sorted(entries, key=lambda entry: entry.step)[-MAX_MARKS:]
        return b"".join(sorted({entry.digest[:MARK] for entry in last}))

    def lacking(self, marks: bytes, first: int) -> list[Entry]:
        """Return the votes of this step and later ones that none of these marks names."""
        known = split(marks)
        return [entry for entry in self.entries(first) if entry.digest[:MARK] not in known]

    def forget(self, first: int) -> None:
        """Forget the votes of this step and later ones, which were taken back."""
        self._steps = {step: votes for step, votes in self._steps.items() if step < first}
        self._entries = {digest: entry for digest, entry in self._entries.items() if entry.step < first}

    def take(self, entry: Entry, seats: Iterable[Seat], expected: Iterable[Seat]) -> None:
        """Count a vote.

        Args:
            entry: with one of the two kinds.
            seats: who was present as the step began.
            expected: whose entries the step expects.

        Raises:
            Invalid: the body says nothing that a vote can say.
            Clash: the votes that are here prove that somebody cheats; the vote does not count.
        """
        vote = read_vote(entry)
        votes = self._steps.get(entry.step) or StepVotes(seats, expected)
        trial = votes.copy()
        trial.take(vote)
        self._steps[entry.step] = trial
        self._entries[entry.digest] = entry


def is_absence(entry: Entry) -> bool:
    """Return whether an entry is a vote about a silent seat."""
    return entry.kind in {OUT, KEEP}


def read_vote(entry: Entry) -> Vote:
    """Algorithm 70 (ReadVote). Return what a vote says; raise `Invalid` if its body says nothing that it can say."""
    if entry.kind == OUT:
        held, lifted = codec.array(codec.decode(entry.body), 2)
        return Out(
            voter=entry.seat, about=entry.target, held=_digest(held), lifted=_digest(lifted), digest=entry.digest
        )
    (held,) = codec.array(codec.decode(entry.body), 1)
    return Keep(voter=entry.seat, about=entry.target, held=_digest(held), digest=entry.digest)


def out_body(held: bytes | None, lifted: bytes | None) -> bytes:
    """Return the body of an `out`."""
    return codec.encode([held, lifted])


def keep_body(held: bytes | None) -> bytes:
    """Return the body of a `keep`."""
    return codec.encode([held])


def split(marks: bytes) -> frozenset[bytes]:
    """Return the marks of a frontier; raise `Invalid` if they are not ascending, each once, in `MARK` bytes."""
    each = [marks[at : at + MARK] for at in range(0, len(marks), MARK)]
    if len(marks) % MARK or each != sorted(set(each)):
        raise Invalid(Reason.ENCODING, "frame.absence")
    return frozenset(each)


def _digest(value: codec.Value) -> bytes | None:
    return None if value is None else codec.blob(value, 32)
