"""A tolerant table in the middle of a round, and steps that are taken on it outside of the log."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from protocol.header import TOLERANT
from protocol.steps.base import Me, Site
from tests.helpers.room import Room
from tests.helpers.small_game import SmallGame, choose

if TYPE_CHECKING:
    from collections.abc import Mapping

    from protocol import codec
    from protocol.chain import Chain
    from protocol.game import Seat
    from protocol.steps.base import AnyStep
    from protocol.table import Table


@dataclass(frozen=True, kw_only=True)
class MidRound:
    """A small game in which some turns have been taken.

    Attributes:
        seats: how many sit at the table.
        seed: everything random follows from it.
        turns: how many plays have been made.
    """

    seats: int = 4
    seed: int = 1
    turns: int = 3

    @cached_property
    def room(self) -> Room:
        """The table."""
        room = Room(SmallGame(4), seats=self.seats, seed=self.seed, choose=choose, kind=TOLERANT)
        room.open()
        room.run(until=lambda: all(self._played(m.session.chain) >= self.turns for m in room.members))
        return room

    def _played(self, chain: Chain) -> int:
        return sum(done.site.kind == "play" for done in chain.done)

    @property
    def chain(self) -> Chain:
        """The log as one of them has it."""
        return self.room.members[0].session.chain

    @property
    def table(self) -> Table:
        """The public state."""
        return self.chain.table

    def me(self, seat: Seat) -> Me:
        """Return the secrets of a seat."""
        known = self.room.secrets[self.table.seating[seat]]
        root = known.roots.of(self.table.setup.number)
        return Me(seat=seat, signing=known.signing, roots=known.roots, root=root, purse=known.purse)

    def site(self, step: AnyStep) -> Site:
        """Return a place for a step."""
        return Site(session=self.table.session, step=500, kind=step.kind, head=bytes(32))

    def contents(self, step: AnyStep, table: Table | None = None) -> dict[Seat, codec.Value]:
        """Return what the honest seats say in a step."""
        return {seat: step.make(table or self.table, self.site(step), self.me(seat)) for seat in step.seats}

    def take(
        self, step: AnyStep, table: Table | None = None, contents: Mapping[Seat, codec.Value] | None = None
    ) -> Table:
        """Return the table after a step in which everybody is honest, or says what is given."""
        table, site = table or self.table, self.site(step)
        said = contents or self.contents(step, table)
        read = {seat: step.read(table, site, seat, _listed(content)) for seat, content in said.items()}
        return step.finish(table, site, read)[0]


def _listed(value: codec.Value) -> codec.Value:
    return [_listed(item) for item in value] if isinstance(value, list | tuple) else value
