"""Where the game goes on without a seat that is proved to cheat. PROTOCOL section "Caught".

Whoever holds evidence against a seat signs no step any more, and says once where it stands (`Stop`). The rule:

- A step is *common* for who holds the entries in it of all who were present as it began, but the culprit's: each of
  them has come to it on its head, so that nobody honest has another log before it. So is the step after an earlier
  culprit was put out.
- A `Stop` names the signer's present step, who is present there, and the last common step that it knows. It counts for
  whom that one is common, too, if its signer was present in it.
- Take the last common step that any of these names. If the culprit was not present in it, all others had gone on
  without it before: the log stays as it is.
- Seats *stand together* if each of them has stopped and says that they and the culprit are present where it stands, and
  nobody else. They decide if they are two at least, else either of two could put out the other with a word, and more
  than half of those who were present in the last common step that they name, but the culprit: so a seat that was lost
  since then is not waited for, and no two halves decide.
- Otherwise everybody waits until all who were present in the last common step, but the culprit, have stopped.
- If those who decide stand in one step on one head (*agreed*) in which the culprit is present, it is out there. If not,
  the log goes back to the last common step that they name, and the culprit is out there: what was signed from there on
  does not count.

Nothing here has a clock or a key. That honest seats never go on in two ways was searched by `tests.votes_search`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from protocol.votes import FEWEST

if TYPE_CHECKING:
    from collections.abc import Iterable

    from protocol.game import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """A seat has stopped since another one is proved to cheat.

    Attributes:
        signer: who has stopped.
        culprit: the other one.
        step: number of the step in which the signer stands.
        head: its head before that step.
        present: who is in the game there.
        last: the last step that is common as far as the signer knows.
        last_head: the head before that one.
        digest: stands for the signed payload.
    """

    signer: Seat
    culprit: Seat
    step: int
    head: bytes
    present: frozenset[Seat]
    last: int
    last_head: bytes
    digest: bytes


class Past(Protocol):
    """A log as far as it is here."""

    def head(self, step: int) -> bytes | None:
        """Return the head before a step; None if the log has not come so far."""

    def present(self, step: int) -> frozenset[Seat]:
        """Return who was in the game as a step began."""

    def is_common(self, step: int, culprit: Seat) -> bool:
        """Return whether a step of the log is common."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How the game goes on.

    Attributes:
        step: which ends without the culprit; None if the log stays as it is. Who only reads may have yet to come to it.
        head: the one before that step; None if the log stays as it is.
        agreed: whether all stopped in this step, so that nothing that had ended is taken back.
        seats: whose stops have decided it. If it is agreed, no others go on; none if the log stays as it is.
    """

    step: int | None
    head: bytes | None
    agreed: bool
    seats: frozenset[Seat]


def last_common(past: Past, now: int, culprit: Seat) -> int:
    """Return the last common step up to a log's present one; at least one is."""
    return next(step for step in range(now, -1, -1) if past.is_common(step, culprit))


def outcome(stops: Iterable[Stop], culprit: Seat, past: Past) -> Outcome | None:
    """Algorithm 73 (Outcome). Return how the game goes on without a culprit; None as long as that is not known.

    Args:
        stops: about the culprit, at most one of each signer.
        culprit: who is proved to cheat.
        past: the log that is here.
    """
    counted = _counted(stops, past)
    if not counted:
        return None
    if culprit not in past.present(_last(counted.values())):
        return Outcome(step=None, head=None, agreed=True, seats=frozenset())
    seats = _deciders(counted, culprit, past)
    if seats is None:
        return None
    decided = [counted[seat] for seat in seats]
    ((step, head), *others) = {(stop.step, stop.head) for stop in decided}
    here = culprit in past.present(step) if past.head(step) == head else True
    agreed = not others and here and all(culprit in stop.present for stop in decided)
    last = _last(decided)
    return Outcome(step=step if agreed else last, head=head if agreed else past.head(last), agreed=agreed, seats=seats)


def lacking(stops: Iterable[Stop], culprit: Seat, past: Past, now: int) -> frozenset[Seat]:
    """Return whose stops the others wait for, while there is no outcome: first those of who is present now.

    Args:
        stops: about the culprit.
        culprit: who is proved to cheat.
        past: the log that is here.
        now: number of its present step.
    """
    counted = _counted(stops, past)
    last = _last(counted.values()) if counted else last_common(past, now, culprit)
    waited = past.present(last) - {culprit} - counted.keys()
    return (waited & past.present(now)) or waited


def _counted(stops: Iterable[Stop], past: Past) -> dict[Seat, Stop]:
    return {stop.signer: stop for stop in stops if counts(stop, past)}


def _last(stops: Iterable[Stop]) -> int:
    return max(stop.last for stop in stops)


def _deciders(counted: dict[Seat, Stop], culprit: Seat, past: Past) -> frozenset[Seat] | None:
    """Return the seats whose stops decide; None as long as some are missing."""
    for said in sorted({stop.present for stop in counted.values()}, key=sorted):
        seats = said - {culprit}
        if culprit not in said or len(said) < FEWEST:  # whoever lies may name the culprit alone
            continue
        if _stand_together(said, [stop for seat, stop in counted.items() if seat in seats]):
            before = past.present(_last(counted[seat] for seat in seats)) - {culprit}
            if 2 * len(seats) > len(before):
                return seats
    present = past.present(_last(counted.values()))
    others = present - {culprit}
    return others if len(present) >= FEWEST and others <= counted.keys() else None


def _stand_together(said: frozenset[Seat], stops: list[Stop]) -> bool:
    """Return whether all of these seats but the culprit have stopped, and say that these are present."""
    return len(stops) == len(said) - 1 and all(stop.present == said for stop in stops)


def counts(stop: Stop, past: Past) -> bool:
    """Return whether a `Stop` counts here."""
    if past.head(stop.last) != stop.last_head or not past.is_common(stop.last, stop.culprit):
        return False
    return stop.signer != stop.culprit and stop.signer in past.present(stop.last)
