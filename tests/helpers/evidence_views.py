"""What seats of a table hold at which one of them cheats, and how the game goes on for them."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, TypeAlias

from protocol.caught import Stop

if TYPE_CHECKING:
    from protocol.caught import Outcome
    from protocol.votes import Keep, Out

BAD = 9
"""The version of an entry that no honest seat takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """An entry of a step."""

    voter: int
    version: int
    digest: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """What is signed in a step: on a head, which names the step as well."""

    step: int
    head: bytes
    content: Sheet | Out | Keep


Message: TypeAlias = Note | Stop


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """A step that has ended: who was present and expected, without whom it ended, and who left with it."""

    seats: frozenset[int]
    expected: frozenset[int]
    lost: int | None
    left: frozenset[int]

    @property
    def gone(self) -> frozenset[int]:
        """Who is in the game no more."""
        return self.left | frozenset(() if self.lost is None else (self.lost,))


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What one seat has as a set of bits, its log, and how the game goes on without the culprit for it."""

    seat: int
    has: int
    heads: tuple[bytes, ...] = (b"0",)
    done: tuple[Ended, ...] = ()
    outcome: Outcome | None = None


def hashed(*parts: bytes) -> bytes:
    """Return a short digest."""
    return blake2b(b"|".join(parts), digest_size=8).digest()


def sheet(voter: int, head: bytes, version: int = 0) -> Note:
    """Sign an entry; the step is filled in by the caller."""
    return Note(
        step=0,
        head=head,
        content=Sheet(voter=voter, version=version, digest=hashed(b"sheet", head, bytes([voter, version]))),
    )


def expelled(view: View) -> bool:
    """Return whether all others go on without a seat, as it knows from their stops."""
    found = view.outcome
    return found is not None and found.step is not None and found.agreed and view.seat not in found.seats


def way(view: View) -> tuple[int, bool, bytes | None] | None:
    """Return how a seat goes on without the culprit; None if it does not."""
    found = view.outcome
    if found is None or found.step is None or expelled(view):
        return None
    return found.step, found.agreed, found.head
