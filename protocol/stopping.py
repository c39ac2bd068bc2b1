"""Entries that say where a seat has stopped since another one cheats. PROTOCOL section "Caught".

What they mean is `protocol.caught`. They stand beside the steps: a seat has one about each culprit, on whatever head.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from protocol import codec
from protocol.caught import Stop
from protocol.header import MAX_SEATS
from protocol.log import OPENING_STEPS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from protocol.done import Done
    from protocol.game import Seat
    from protocol.log import Entry

STOP: Final = "stop"


class Stops:
    """The stops that are here."""

    def __init__(self) -> None:
        self._entries: dict[tuple[Seat, Seat], Entry] = {}

    def copy(self) -> Stops:
        """Return stops of their own that are the same."""
        twin = Stops()
        twin._entries = dict(self._entries)
        return twin

    def find(self, signer: Seat, culprit: Seat) -> Entry | None:
        """Return a seat's stop about another one; None if there is none."""
        return self._entries.get((signer, culprit))

    def add(self, entry: Entry) -> None:
        """Keep a stop that was read."""
        self._entries[entry.seat, entry.target] = entry

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All of them, as they came."""
        return tuple(self._entries.values())

    @property
    def culprits(self) -> tuple[Seat, ...]:
        """Those whom they are about, as they came."""
        return tuple(dict.fromkeys(culprit for _, culprit in self._entries))

    def about(self, culprit: Seat) -> list[Stop]:
        """Return what they say of a seat."""
        return [read_stop(entry) for entry in self._entries.values() if entry.target == culprit]


def is_stop(entry: Entry) -> bool:
    """Return whether an entry says that its signer has stopped."""
    return entry.kind == STOP


def read_stop(entry: Entry) -> Stop:
    """Algorithm 72 (ReadStop). Return what a stop says; raise `Invalid` if its body says nothing that it can say."""
    last, head, present = codec.array(codec.decode(entry.body), 3)
    return Stop(
        signer=entry.seat,
        culprit=entry.target,
        step=entry.step,
        head=entry.head,
        present=_seats(codec.integer(present, 1, 2**MAX_SEATS - 1)),
        last=codec.integer(last, OPENING_STEPS, entry.step),
        last_head=codec.blob(head, 32),
        digest=entry.digest,
    )


def stop_body(last: int, head: bytes, present: Iterable[Seat]) -> bytes:
    """Return the body of a stop: the last common step, the head before it, who is present where its signer stands."""
    return codec.encode([last, head, sum(1 << seat for seat in present)])


def _seats(mask: int) -> frozenset[Seat]:
    return frozenset(seat for seat in range(MAX_SEATS) if mask >> seat & 1)


class LogPast:
    """A log as the rule looks at it.

    Args:
        heads: before each step.
        done: the steps that have ended.
        present: who is in the game as the present step begins.
        pending: the entries of the present step.
    """

    def __init__(
        self, heads: Sequence[bytes], done: Sequence[Done], present: Iterable[Seat], pending: Mapping[Seat, Entry]
    ) -> None:
        self._heads, self._done, self._present, self._pending = heads, done, frozenset(present), pending

    def head(self, step: int) -> bytes | None:
        """Return the head before a step."""
        return self._heads[step] if step < len(self._heads) else None

    def present(self, step: int) -> frozenset[Seat]:
        """Return who was in the game as a step began."""
        return frozenset(self._done[step].seats) if step < len(self._done) else self._present

    def is_common(self, step: int, culprit: Seat) -> bool:
        """Return whether all but the culprit are known to have come to a step.

        The first step of the session is: its number stands for equal nonces. So is the step after a culprit was put
        out, which all others have agreed on.
        """
        if step <= OPENING_STEPS or self._done[step - 1].agreed is not None:
            return True
        entries = self._done[step].entries if step < len(self._done) else self._pending
        return self.present(step) - {culprit} <= entries.keys()
