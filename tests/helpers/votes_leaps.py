"""The same tables from vote to vote, not from message to message: the ends are the same, the states far fewer.

Why nothing is missed, at a table that no seat leaves and where no cheat's vote names what lifted the last, in runs in
which nobody holds a proof (nothing follows one):

- *Messages matter for what a seat says.* Each `Keep`, and the end of the step, comes of itself, and what some messages
  bring about, more of them do as well: only a `Keep` of one of those whose `Out`s end the step could prevent that, and
  both together are a proof. An `Out` is signed at will, and more messages only forbid it, or change what it names. So
  take any run, and follow what is said in it in the same order: each seat can say the same with a smallest set of
  messages by which it can, for it had them then, and it can receive the rest later. A move here is such a set and what
  the seat says by it. When all is said, the rest is delivered, and the run has come to the same end.
- *Ends.* From each state, all living seats receive what living ones have, and any choice of what only the others have
  sent; if nobody says anything by that, or may, it is an end. What a seat that may stop has received beyond what it
  has said by it is not looked at by whoever judges.
- *Calm seats.* A living one that will sign no `Out` any more, whatever comes, receives at once all that honest living
  seats have sent or have from honest ones. By the end it would have received that, and said the same by it; until then
  nobody is hindered by what it says, for what has been sent never forbids anything to who need not receive it.
- *Names.* Of the states that differ only in the names of seats that play the same part, one is visited. The rule
  prefers the lowest seat where several `Keep`s lift an `Out`; here a seat may name any of them, so that more is visited
  than can happen.
- *Nobody honest looks guilty*: what could prove it are its own votes and `Keep`s that these name, and it has all of
  these itself. Whether a log could be read otherwise than the seat ended is asked for every smallest set by which it
  could.

That the ends are the same is tested where every state can be visited, with three seats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from protocol.votes import Out, StepVotes
from tests.helpers.votes_model import PROOF, Broken, Model, View, bits, out
from tests.helpers.votes_needs import Needs
from tests.helpers.votes_renaming import Renaming
from tests.helpers.votes_search import Report, verdict
from tests.helpers.votes_sent import Sent, union

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from protocol.votes import Vote
    from tests.helpers.votes_model import End, State
    from tests.helpers.votes_needs import Wish


class Quick(StepVotes):
    """Votes that remember what they have found out until there is another one."""

    def __init__(self, *arguments: Iterable[int]) -> None:
        super().__init__(*arguments)
        self._chains: dict[int, list[Out]] = {}
        self._counting: dict[frozenset[int], list[Out]] = {}

    def take(self, vote: Vote) -> bool:
        """Take a vote into account."""
        self._chains.clear()
        self._counting.clear()
        return super().take(vote)

    def _chain(self, voter: int) -> list[Out]:
        if voter not in self._chains:
            self._chains[voter] = super()._chain(voter)
        return self._chains[voter]

    def _counted(self, held: Mapping[int, bytes]) -> list[Out]:
        key = frozenset(held)
        if key not in self._counting:
            self._counting[key] = super()._counted(held)
        return self._counting[key]


class Leaps(Model):
    """The states of a `Model` in which seats have just said something; its arguments, but for seats that leave."""

    def __init__(self, **arguments: Any) -> None:  # noqa: ANN401 - they are those of a `Model`
        super().__init__(**arguments)
        if self.leavers:
            raise ValueError("the votes of who leaves count no more once that is known: more messages undo an end")
        if any(
            isinstance(one, Out) and one.lifted is not None for one in map(self.messages.__getitem__, bits(self.cheats))
        ):
            raise ValueError("what honest seats say may prove that a cheat's votes follow the same one: it is not free")
        self.rule = type("QuickRule", (Quick, self.rule), {})
        self._sent: dict[int, Sent] = {}
        self._with: dict[View, int] = {}
        self._automatic: dict[tuple[int, int], dict[int, int]] = {}
        self._leapt: dict[tuple[int, int], frozenset[int]] = {}
        self._calm: dict[int, bool] = {}
        self.names = Renaming(self)
        self.start = self._told(self.start)

    def leaps(self, state: State) -> set[State]:
        """Return the states in which one seat more has said something."""
        pool = self._pool(state)
        after = {
            (*state[:place], number, *state[place + 1 :])
            for place, before in enumerate(state)
            for number in self._said(before, pool)
        }
        return {self._told(one) for one in after}

    def _pool(self, state: State) -> int:
        return union(self.views[number].has for number in state) | self.cheats

    def _said(self, number: int, pool: int) -> frozenset[int]:
        """Return what a seat's view becomes by the next that it says."""
        if (number, pool) not in self._leapt:
            view, needs = self.views[number], self._needs_of(number, pool)
            automatic = self._forced(number, pool)
            found = set(automatic.values())
            if view.end is None:
                wishes = [one for one in needs.wishes() if not any(one.needs & least == least for least in automatic)]
                found |= {self._signed(view, one) for one in wishes}
            else:
                self._hold_log_to(view, view.end, needs)
            self._leapt[number, pool] = frozenset(found - {PROOF})
        return self._leapt[number, pool]

    def _needs_of(self, number: int, pool: int) -> Needs:
        if pool not in self._sent:
            self._sent[pool] = Sent(self.messages, pool, self.seats, self.expected)
        return Needs(self, self.views[number], self._sent[pool])

    def _forced(self, number: int, pool: int) -> dict[int, int]:
        """Return the smallest sets by which a seat says something at once, and what its view becomes.

        A set that has another one in it is left out if the seat says the same by it in two parts.
        """
        if (number, pool) not in self._automatic:
            view, found = self.views[number], dict[int, int]()
            for more in self._needs_of(number, pool).automatic():
                after = self._receive(view, more)
                if self._speaks(view, more, after) and not any(
                    more & least == least and self._further(least_after, more) == after
                    for least, least_after in found.items()
                ):
                    found[more] = after
            self._automatic[number, pool] = found
        return self._automatic[number, pool]

    def _speaks(self, view: View, more: int, after: int) -> bool:
        return after == PROOF or self.views[after] != View(seat=view.seat, has=view.has | more, end=view.end)

    def _further(self, number: int, more: int) -> int:
        return PROOF if number == PROOF else self._receive(self.views[number], more)

    def _receive(self, view: View, more: int) -> int:
        """Return what a view becomes by messages more, and what is said by them."""
        after = View(seat=view.seat, has=view.has | more, end=view.end)
        if after not in self._with:
            self._with[after] = self.settle(after)
        return self._with[after]

    def _signed(self, view: View, wish: Wish) -> int:
        """Return what a view becomes by an `Out`; `PROOF` if that may not be signed."""
        number = self._receive(view, wish.needs)
        if number == PROOF:
            return PROOF
        now = self.views[number]
        votes, held = self.read(now)
        if votes.out_refusal(now.seat, wish.about, held=held, complete=now.end is not None) is not None:
            return PROOF
        signed = out(now.seat, wish.about, held.get(wish.about), wish.lifted)
        return self._receive(now, self.set_of([signed]))

    def _hold_log_to(self, view: View, end: End, needs: Needs) -> None:
        """Raise `Broken` if who reads the seat's log can come to another end than the seat."""
        for lost in set(range(self.seats)) - {view.seat if end.lost is None else end.lost}:
            for more in needs.complete(lost, set()):
                after = self._receive(view, more)  # whoever reads that view is asked whom its log excludes first
                if after != PROOF and self._excludes(self.views[after], lost):
                    raise Broken(f"seat {view.seat} ends the step with {end}, its log without seat {lost}")

    def _excludes(self, view: View, lost: int) -> bool:
        """Return whether a log that excludes a lower seat first, which is right, could exclude one more."""
        votes, held = self.read(view)
        first = votes.excluded(None, held)
        named = {one.held for one in votes if isinstance(one, Out) and one.about == lost} - {None}
        return first is not None and first.seat < lost and (not named or held.get(lost) in named)

    def _told(self, state: State) -> State:
        """Return what a state becomes once calm seats have what they must receive, by the names that stand for it."""
        views, before = list(state), list[int]()
        while views != before:
            before = list(views)
            living = [place for place, number in enumerate(views) if self.views[number].seat not in self.mortal]
            due = union(self.views[views[place]].has for place in living) & ~self.cheats
            for place in living:
                if self._is_calm(views[place]):
                    views[place] = self._tell(views[place], due)
        return self.names.one_of(tuple(views))

    def _tell(self, number: int, due: int) -> int:
        """Return what a view becomes by messages, but for those that are a proof against the cheat there."""
        after = self._receive(self.views[number], due)
        if after != PROOF:
            return after
        for message in bits(due & ~self.views[number].has):
            after = self._receive(self.views[number], 1 << message)
            number = number if after == PROOF else after
        return number

    def _is_calm(self, number: int) -> bool:
        if number not in self._calm:
            self._calm[number] = self._needs_of(number, 0).is_calm
        return self._calm[number]

    def ends(self, state: State) -> Iterator[State]:
        """Return what runs can end in from a state without anything more being said."""
        pool = self._pool(state)
        living = [place for place, number in enumerate(state) if self.views[number].seat not in self.mortal]
        due = union(self.views[state[place]].has for place in living)
        forced = [one for place in living for one in self._forced(state[place], pool)]
        return self._ends(state, living, due, list(bits(pool & ~due)), forced)

    def _ends(self, state: State, living: list[int], due: int, others: list[int], forced: list[int]) -> Iterator[State]:
        """Return the ends in which the living have what is due, and any choice of other messages."""
        if any(one & ~due == 0 for one in forced):
            return
        after = list(state)
        for place in living:
            after[place] = self._receive(self.views[state[place]], due)
            if after[place] == PROOF:
                return
        if not any(self.may_vote(after[place]) for place in living):
            yield tuple(after)
        for at, message in enumerate(others):
            yield from self._ends(state, living, due | 1 << message, others[at + 1 :], forced)


def leap(model: Leaps, most: int = 10**9, judge: Callable[[Any, State], str] = verdict) -> Report:
    """Visit every state of a table between two things said; `most` at most, as far as whole layers go."""
    report, judged = Report(), set[tuple[int, ...]]()
    seen, now = {model.start}, [model.start]
    while now and report.states < most:
        report.states += len(now)
        for end in {model.names.one_of(end) for state in now for end in model.ends(state)} - judged:
            judged.add(end)
            report.ends[judge(model, end)] += 1
        now = list({one for state in now for one in model.leaps(state)} - seen)
        seen.update(now)
    return report
