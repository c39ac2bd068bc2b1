"""Simultaneous secret choices: all commit, then all open. PROTOCOL section "Lock".

The salt hangs on the slot and the value, so that two values never share one; the choice itself is found again from the
root and the log, among the values that the game allows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from protocol import codec, commitment, labels
from protocol.errors import Invalid, LocalError, Reason
from protocol.game import Opened
from protocol.steps.base import LockChoice, Me, Site, Step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from protocol.game import Fact, Seat
    from protocol.table import Table

MAX_VALUE = 64  # bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Locks:
    """Commitments that are to be opened.

    Attributes:
        site: of the step in which they were made.
        commitments: 32 bytes by seat.
    """

    site: Site
    commitments: Mapping[Seat, bytes]

    def context(self, seat: Seat) -> bytes:
        """Return what a seat's commitment is bound to: its slot."""
        return self.site.spot(seat).context


def _salt(me: Me, context: bytes, value: bytes) -> bytes:
    return me.root.salt(labels.USE_LOCK, context + value)


@dataclass(frozen=True, slots=True)
class LockValues(Step[bytes]):
    """Every seat that is asked commits to one of the values."""

    kind: ClassVar[str] = "lock"
    chosen: ClassVar[bool] = True
    seats: tuple[Seat, ...]
    values: tuple[bytes, ...]

    def make(self, table: Table, site: Site, me: Me) -> codec.Value:
        """Return the commitment to the player's choice."""
        choice = me.choice
        if not isinstance(choice, LockChoice) or choice.value not in self.values:
            raise LocalError("one of the game's values is to be chosen")
        context = site.spot(me.seat).context
        return commitment.commit(labels.LOCK, context, choice.value, _salt(me, context, choice.value))

    def read(self, table: Table, site: Site, seat: Seat, content: codec.Value) -> bytes:
        """Take any 32 bytes."""
        return codec.blob(content, 32)

    def finish(self, table: Table, site: Site, contributions: Mapping[Seat, bytes]) -> tuple[Table, tuple[Fact, ...]]:
        """Remember the commitments."""
        return replace(table, locks=Locks(site=site, commitments=dict(contributions))), ()


@dataclass(frozen=True, slots=True)
class OpenValues(Step[bytes]):
    """Every one of them opens its commitment."""

    kind: ClassVar[str] = "open"
    seats: tuple[Seat, ...]
    values: tuple[bytes, ...]

    def make(self, table: Table, site: Site, me: Me) -> codec.Value:
        """Return [value, salt]."""
        locks = _locks(table)
        context, mine = locks.context(me.seat), locks.commitments[me.seat]
        for value in self.values:
            salt = _salt(me, context, value)
            if commitment.commit(labels.LOCK, context, value, salt) == mine:
                return [value, salt]
        raise LocalError("the own commitment was made with another root")

    def read(self, table: Table, site: Site, seat: Seat, content: codec.Value) -> bytes:
        """Check that what is opened was committed to, and that the game allows it."""
        value, salt = codec.array(content, 2)
        opened, locks = codec.blob_upto(value, MAX_VALUE), _locks(table)
        commitment.verify_opening(
            locks.commitments[seat], labels.LOCK, locks.context(seat), opened, codec.blob(salt, 32)
        )
        if opened not in self.values:
            raise Invalid(Reason.ILLEGAL_MOVE, "lock.value")
        return opened

    def finish(self, table: Table, site: Site, contributions: Mapping[Seat, bytes]) -> tuple[Table, tuple[Fact, ...]]:
        """Tell the game."""
        opened = Opened(values=tuple(contributions[seat] for seat in self.seats))
        return replace(table, locks=None).tell(opened)


def _locks(table: Table) -> Locks:
    if table.locks is None:
        raise LocalError("nothing is locked")
    return table.locks
