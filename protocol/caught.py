"""Where the game goes on without a seat that is proved to cheat. PROTOCOL section "Caught".

Whoever holds evidence against a seat signs no step any more, and says once where it stands (`Stop`). The rule:

- A step is *common* for who holds the entries in it of all who were present as it began, but the culprit's: each of
  them has come to it on its head, so that nobody honest has another log before it. So is the step after an earlier
  culprit was put out.
- A `Stop` names the signer's present step, and the last common one that it knows. It counts for whom this step is
  common, too, if its signer was present in it.
- Take the last common step that any of these names. If the culprit was not present in it, all others had gone on
  without it before: the log stays as it is.
- Otherwise everybody waits until all who were present in it, but the culprit, have stopped; they must be two at least,
  else either of two could put out the other with a word. If they all stand in one
  step on one head (*agreed*) in which the culprit is present, it is out there. If not, the log goes back to the common
  step, and the culprit is out there: what was signed from there on does not count.

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
        last: the last step that is common as far as the signer knows.
        last_head: the head before that one.
        digest: stands for the signed payload.
    """

    signer: Seat
    culprit: Seat
    step: int
    head: bytes
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
        agreed: whether all stopped in this step, so that nothing that had ended is taken back.
    """

    step: int | None
    agreed: bool


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
    counted = {stop.signer: stop for stop in stops if counts(stop, past)}
    if not counted:
        return None
    last = max(stop.last for stop in counted.values())
    present = past.present(last)
    if culprit not in present:
        return Outcome(step=None, agreed=True)
    if len(present) < FEWEST or not present - {culprit} <= counted.keys():
        return None
    ((step, head), *others) = {(counted[seat].step, counted[seat].head) for seat in present - {culprit}}
    here = past.head(step)
    agreed = not others and (here is None or (here == head and culprit in past.present(step)))
    return Outcome(step=step if agreed else last, agreed=agreed)


def counts(stop: Stop, past: Past) -> bool:
    """Return whether a `Stop` counts here."""
    if past.head(stop.last) != stop.last_head or not past.is_common(stop.last, stop.culprit):
        return False
    return stop.signer != stop.culprit and stop.signer in past.present(stop.last)
