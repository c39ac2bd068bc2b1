"""By which smallest sets of messages a seat comes to say something: sign a `Keep` or an `Out`, or end the step."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from protocol.votes import Keep, Out
from tests.helpers.votes_model import Paper
from tests.helpers.votes_sent import Lift, Sent, smallest, union

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.helpers.votes_model import Model, View

FIRST = Lift(-1, None, 0)
"""What a seat's first `Out` names: nothing."""


class Wish(NamedTuple):
    """An `Out` that a seat can sign with a set of messages more, unless something is against it."""

    needs: int
    about: int
    lifted: bytes | None


class Needs:
    """What one seat's view and all that has been sent can come to.

    Args:
        model: the table.
        view: what the seat has.
        sent: what it may receive.
    """

    def __init__(self, model: Model, view: View, sent: Sent) -> None:
        self._model, self._view, self._sent = model, view, sent
        has = list(model.has(view))
        votes = [one for one in has if not isinstance(one, Paper)]
        self._entered = {one.voter for one in has if isinstance(one, Paper)}
        self._said = {one.about for one in votes if one.voter == view.seat}
        self._outs = [one for one in votes if isinstance(one, Out) and one.voter == view.seat]
        self._kept = {
            one.about
            for one in votes
            if isinstance(one, Keep) and (one.voter in self._entered or one.voter not in model.expected)
        }

    @property
    def is_calm(self) -> bool:
        """Whether the seat will sign no `Out` any more, whatever comes."""
        return self._view.end is not None or len(self._said | self._kept | {self._view.seat}) == self._model.seats

    def automatic(self) -> list[int]:
        """Return sets by which the seat signs a `Keep` or ends the step, smaller ones first.

        All by which it does are among them; by others a rule that is not ours might.
        """
        sets = {one & ~self._view.has for one in (*self._keeps(), *(() if self._view.end else self._ends()))}
        return sorted(sets - {0}, key=int.bit_count)

    def wishes(self) -> list[Wish]:
        """Return the smallest sets by which the seat can sign each `Out`, by its content."""
        kinds: dict[tuple[int, bytes | None, int], list[int]] = {}
        for about in self._others() - self._said:
            entries = union(self._sent.entries[about])
            for lift in self._lifts():
                for needs in self._reasons(about):
                    more = (lift.needs | needs) & ~self._view.has
                    named = (more | self._view.has) & entries
                    kinds.setdefault((about, lift.digest, named), []).append(more)
        return [Wish(needs, about, lifted) for (about, lifted, _), sets in kinds.items() for needs in smallest(sets)]

    def complete(self, lost: int, mine: set[int]) -> Iterator[int]:
        """Return the sets by which an `Out` of each other seat about one counts, with its entry and without.

        Args:
            lost: whom they are about.
            mine: those who have signed one that is here and counts.
        """
        others = set(range(self._model.seats)) - {lost} - mine
        choices = ([one for one in self._sent.counted[lost] if one.out.voter == seat] for seat in others)
        for chosen in product(*choices):
            for entry in {0, *self._sent.entries[lost]}:
                yield entry | union(one.needs for one in chosen)

    def _others(self) -> set[int]:
        return set(range(self._model.seats)) - {self._view.seat}

    def _keeps(self) -> Iterator[int]:
        for about in self._others() - self._said:
            for (one, needs), entry in product(self._sent.counted[about], self._sent.entries[about]):
                if self._view.end is not None or (one.held is None and about in self._model.expected):
                    yield needs | entry
                else:
                    yield from (needs | entry | voted for voted in self._sent.voted[about])

    def _ends(self) -> Iterator[int]:
        entries = [self._sent.entries[seat] for seat in self._model.expected]
        for lift in (0, *(one.needs for one in self._lifts())):
            yield from (lift | union(chosen) for chosen in product(*entries))
        votes, held = self._model.read(self._view)
        mine = votes.unlifted(self._view.seat, held)
        if mine is not None:
            yield from self.complete(mine.about, {self._view.seat})

    def _lifts(self) -> list[Lift]:
        """Return what the seat's next `Out` may name."""
        followed = {self._model.keep_of(one.lifted).about for one in self._outs if one.lifted is not None}
        last = [one.about for one in self._outs if one.about not in followed]
        return [lift for lift in self._sent.lifts[last[0]] if lift.voter != self._view.seat] if last else [FIRST]

    def _reasons(self, about: int) -> Iterator[int]:
        """Return the sets by which a seat is missed: none if its entry is, or else those that it owes an answer to."""
        if about in self._model.expected and about not in self._entered:
            yield 0
        for counted in self._sent.counted:
            for one, entry in product(counted, self._sent.entries[about]):
                if about not in {one.out.voter, one.out.about}:
                    yield one.needs | entry
