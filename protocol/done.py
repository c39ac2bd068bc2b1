"""How a step ends: with all entries, with seats that leave, or without a seat that the others have voted out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from protocol import losses
from protocol.log import head_caught, head_without, next_head
from protocol.steps.leaving import Farewell, leave

if TYPE_CHECKING:
    from collections.abc import Mapping

    from protocol.game import Fact, Seat
    from protocol.log import Entry
    from protocol.steps.base import AnyStep, Site
    from protocol.table import Table
    from protocol.votes import Exclusion


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A step that has ended.

    Attributes:
        site: where it stood.
        step: what it was.
        entries: one for each seat that it expected; the lost seat's only if it counts.
        seats: who was present as it began.
        lost: the seat without which it ended, mostly None.
        agreed: None unless the lost seat is proved to cheat; then whether all others had stopped in this step.
        facts: what the game was told.
        table: the public state afterwards.
    """

    site: Site
    step: AnyStep
    entries: dict[Seat, Entry]
    seats: tuple[Seat, ...]
    facts: tuple[Fact, ...]
    table: Table
    lost: Seat | None = None
    agreed: bool | None = None

    @property
    def head(self) -> bytes:
        """The head of the log behind the step."""
        before, entries = self.site.head, self.entries.values()
        if self.lost is not None and self.agreed is not None:
            return head_caught(before, self.lost, agreed=self.agreed)
        return next_head(before, entries) if self.lost is None else head_without(before, entries, self.lost)

    @property
    def whole(self) -> bool:
        """Whether the step has had its effect and nobody is gone since it began."""
        return self.table.present == self.seats


def put_out(table: Table, site: Site, step: AnyStep, culprit: Seat, *, agreed: bool) -> Done:
    """Return the step that ends without a seat which is proved to cheat, and without effect.

    Args:
        table: the public state as it began.
        site: where it stands.
        step: what it is.
        culprit: who is put out.
        agreed: whether all others had stopped in it. Else something was signed behind it that does not count, and
            whoever has seen it may have learnt of cards: the round is void, at a tolerant table too.
    """
    lose = losses.without if agreed else losses.stopped
    after, facts = lose(table, culprit)
    return Done(
        site=site, step=step, entries={}, seats=table.present, facts=facts, table=after, lost=culprit, agreed=agreed
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """A step that can end.

    Attributes:
        table: the public state as it began.
        site: where it stands.
        step: what it is.
        entries: those that are here.
        contributions: what they amount to.
    """

    table: Table
    site: Site
    step: AnyStep
    entries: Mapping[Seat, Entry]
    contributions: Mapping[Seat, Any]

    def done(self) -> Done:
        """Return the step that has all entries; if some of them leave, it has no effect but that.

        Raises:
            SeatInvalid: a contribution is invalid beside the others.
        """
        farewells = self._farewells()
        table, facts = self._leave() if farewells else self.step.finish(self.table, self.site, self.contributions)
        return self._done(table, facts)

    def without(self, exclusion: Exclusion) -> Done:
        """Return the step that ends without a seat: what the others did in it is void, but who leaves has left.

        If the seat's own entry counts, the step ends as with all entries, and the seat is lost after it.

        Raises:
            SeatInvalid: as `done`.
        """
        seat = exclusion.seat
        if exclusion.entry is None:
            entries = {each: entry for each, entry in self.entries.items() if each != seat}
            said = {each: what for each, what in self.contributions.items() if each != seat}
            rest = replace(self, entries=entries, contributions=said)
            return rest._lose(seat, *rest._leave())  # noqa: SLF001 - its own kind
        if self.entries.keys() < set(self.step.seats):
            return self._lose(seat, *self._leave())
        done = self.done()
        return self._lose(seat, done.table, done.facts)

    def _lose(self, seat: Seat, table: Table, facts: tuple[Fact, ...]) -> Done:
        if seat not in table.lost:
            table, news = losses.without(table, seat)
            facts += news
        return replace(self._done(table, facts), lost=seat)

    def _leave(self) -> tuple[Table, tuple[Fact, ...]]:
        return leave(self.table, self._farewells())

    def _farewells(self) -> dict[Seat, Farewell]:
        return {seat: said for seat, said in self.contributions.items() if isinstance(said, Farewell)}

    def _done(self, table: Table, facts: tuple[Fact, ...]) -> Done:
        entries = dict(self.entries)
        return Done(site=self.site, step=self.step, entries=entries, seats=self.table.present, facts=facts, table=table)
