"""How far the making of keys, the shuffle and the deal have come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from protocol.game import Shuffle

if TYPE_CHECKING:
    from protocol.done import Done
    from protocol.session import Session

WORDS: Final = 1  # the step that opens the nonces, from which the words come; the one after it makes the first keys


@dataclass(frozen=True, slots=True)
class Stage:
    """What everyone is busy with; `part` of `parts` where there are several (else 0)."""

    what: str
    part: int = 0
    parts: int = 0

    def __str__(self) -> str:
        return f"{self.what} {self.part} of {self.parts}" if self.parts else self.what


def stage_after(done: Done) -> Stage | None:
    """Return the stage that begins when a step has ended; None when none does."""
    table, kind = done.table, done.site.kind
    present = table.present
    seats = len(present)
    shuffles = table.state is not None and isinstance(table.game.request(table.state), Shuffle)
    if not done.whole:  # somebody is gone: a set-up that was going on begins anew
        return Stage("keys") if shuffles else None
    if kind in {"keys", "carry"}:
        return Stage("shuffle", 1, seats)
    if kind == "shuffle":
        turn = sum(seat <= done.step.seats[0] for seat in present) + 1
        return Stage("shuffle", turn, seats) if turn <= seats else Stage("deal")
    if kind in {"shares", "shares ok"}:
        return Stage("deal")
    return Stage("keys") if shuffles and kind != "commit" else None


def has_confirmed(session: Session) -> bool:
    """Return whether the seat has made its first key, which it does only once it has compared the words."""
    chain, first_keys = session.chain, WORDS + 1
    return chain.number > first_keys or (chain.number == first_keys and session.seat not in chain.missing)
