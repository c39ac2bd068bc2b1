"""The same tables with a cheat from one thing said to the next, not from message to message: the ends are the same.

Why nothing is missed, at a table without votes:

- *Messages matter for what a seat says.* It signs an entry as it comes to a step, ends the step, stops, or comes to an
  outcome, and then receives nothing more. More messages only keep a seat from something if they are a proof or stops
  that decide, and by these it says something itself. So take any run, and follow what is said in it in the same order:
  each seat can say the same with a smallest set of messages by which it can, for it had them then, and it can receive
  the rest later. A move here is such a set and what the seat says by it; or the entries that make its step common, for
  these change what it says later.
- *In time.* A proof, or stops, that a seat has before it comes to a step keep it from signing there. So these can also
  be received with what ends the step before. A proof of a step in which a seat stands comes in parts, of which one may
  end the step.
- *Stops.* An outcome may come by any set of those that are there. That a part of the set would have decided before is
  not looked at, so that more is visited than can happen.
- *Proofs.* One is as good as another, and that of the first step in which there can be one is taken: at the end all
  living seats have it. For who stands in a step that another one's log does not have, has taken another entry of the
  cheat than that one, which proves it, or will be followed. Who has left follows nobody: with one that leaves, each
  proof is taken.
- *Names.* Of the states that differ only in the names of seats that play the same part, or of the cheat's versions of
  an entry, one is visited. Versions are taken in order: the next one not before somebody has taken each lower one.
- *Ends.* From each state, all living seats receive what living ones have, and any choice of what only others have; if
  nobody says anything by that, it is an end. What else the cheat could show a seat is a move, or changes nothing.
- *Nobody honest looks guilty*: on each head a seat signs one entry, as it comes to it.

That the ends are the same is tested where every state can be visited, with three seats; with more, that ends of runs
drawn at random are among them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

from protocol.caught import Stop, outcome
from tests.helpers.evidence_model import EvidenceModel, Past
from tests.helpers.evidence_renaming import SeatNames
from tests.helpers.evidence_search import judge
from tests.helpers.evidence_search import tables as all_tables
from tests.helpers.evidence_views import BAD, Note, Sheet
from tests.helpers.votes_model import bits, union
from tests.helpers.votes_search import Report

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.helpers.evidence_model import Rule, State
    from tests.helpers.evidence_views import View


class EvidenceLeaps(EvidenceModel):
    """The states of an `EvidenceModel` in which seats have just said something; its arguments, but for votes."""

    def __init__(self, **arguments: Any) -> None:  # noqa: ANN401 - they are those of an `EvidenceModel`
        super().__init__(**arguments)
        if self.voting or self._about:
            raise ValueError("votes are signed at will")
        self._received: dict[tuple[int, int], int] = {}
        self._leapt: dict[tuple[int, int, frozenset[bytes]], frozenset[int]] = {}
        self._names = SeatNames(self)
        self.start = self._names.one_of(self.start)

    def leaps(self, state: State) -> set[State]:
        """Return the states in which one seat more has said something, or has a step that is common."""
        pool = union(self.views[number].has for number in state)
        heads = frozenset(head for number in state for head in self.views[number].heads)
        return {
            self._names.one_of((*state[:place], after, *state[place + 1 :]))
            for place, number in enumerate(state)
            for after in self._said(number, pool, heads)
        }

    def _said(self, number: int, pool: int, heads: frozenset[bytes]) -> frozenset[int]:
        """Return what a seat's view becomes by the next that it says; `heads` are those that anybody has."""
        key = number, pool, heads
        if key not in self._leapt:
            view, found = self.views[number], set[int]()
            if not _is_out(view):
                entries = union(1 << one for one in bits(pool) if self._is_entry(one, view))
                stops = [1 << one for one in bits(pool) if isinstance(self.messages[one], Stop)]
                found.update(self._common(number, entries))
                found.update(self._by_proof(number))
                found.update(self._decided(number, 0, stops))
                found.update(self._ended(number, entries, stops, heads))
            self._leapt[key] = frozenset(found - {number})
        return self._leapt[key]

    def _is_entry(self, message: int, view: View) -> bool:
        """Return whether a message is an honest entry of a seat's present step."""
        one, now = self.messages[message], len(view.done)
        if not isinstance(one, Note) or (one.step, one.head) != (now, view.heads[now]):
            return False
        return isinstance(one.content, Sheet) and one.content.voter != self.faulty

    def _common(self, number: int, entries: int) -> Iterator[int]:
        view = self.views[number]
        if Past(self, replace(view, has=view.has | entries)).is_common(len(view.done), self.faulty):
            yield self._receive(number, entries)

    def _by_proof(self, number: int) -> Iterator[int]:
        view = self.views[number]
        if self.stopped(view):
            return
        for proof in self._proofs(view):
            first = self.views[self._receive(number, proof & -proof)]
            if len(first.done) == len(view.done):
                yield self._receive(number, proof)
            if not self.leaves:
                return

    def _proofs(self, view: View, first: int = 0) -> Iterator[int]:
        """Return what proves that the seat cheats: an entry that is bad, or all versions, of each step in a log."""
        for step in range(first, len(view.heads)):
            signed = self._cheats(step, view.heads[step], view)
            bad = [1 << one for one in bits(signed) if self._is_bad(one)]
            if bad or signed.bit_count() > 1:
                yield bad[0] if bad else signed

    def _is_bad(self, message: int) -> bool:
        one = self.messages[message]
        return isinstance(one, Note) and isinstance(one.content, Sheet) and one.content.version == BAD

    def _decided(self, number: int, more: int, stops: list[int]) -> Iterator[int]:
        """Return what a view becomes by any stops that decide, with messages more."""
        for chosen in _subsets(stops):
            after = self._receive(number, more | chosen)
            if _is_out(self.views[after]):
                yield self._bare(after)

    def _ended(self, number: int, entries: int, stops: list[int], heads: frozenset[bytes]) -> Iterator[int]:
        """Return what a view becomes by the entries that end the step, and what has come in time for the next ones."""
        view, now = self.views[number], len(self.views[number].done)
        for version in [1 << one for one in bits(self._cheats(now, view.heads[now], view))] or [0]:
            number_after = self._receive(number, entries | version)
            after = self.views[number_after]
            if len(after.done) == now:
                continue
            yield number_after
            yield from self._decided(number, entries | version, stops)
            for proof in self._proofs(replace(after, heads=_known(after, heads)), now + 1):
                yield self._receive(number, entries | version | proof)
            if after.heads[now + 1] not in heads:
                return

    def _receive(self, number: int, more: int) -> int:
        if (number, more) not in self._received:
            view = self.views[number]
            self._received[number, more] = self._settle(replace(view, has=view.has | more))
        return self._received[number, more]

    def _bare(self, number: int) -> int:
        """Return a view to which nothing more happens without the stops of others: these have them."""
        view = self.views[number]
        stops = ((one, self.messages[one]) for one in bits(view.has))
        others = union(1 << one for one, stop in stops if isinstance(stop, Stop) and stop.signer != view.seat)
        return self.view_id(replace(view, has=view.has & ~others))

    def ends(self, state: State) -> Iterator[State]:
        """Return what runs can end in from a state without anything more being said."""
        views = [self.views[number] for number in state]
        due = union(view.has for view in views if view.seat not in self.mortal)
        hear = [place for place, view in enumerate(views) if view.seat not in self.mortal and not _is_out(view)]
        for more in _subsets([1 << one for one in bits(union(view.has for view in views) & ~due)]):
            after = list(state)
            for place in hear:
                after[place] = self._receive(state[place], due | more)
            if all(
                self.views[after[place]] == replace(views[place], has=views[place].has | due | more) for place in hear
            ):
                yield tuple(after)


def _is_out(view: View) -> bool:
    """Return whether a seat has come to an outcome by which it goes on elsewhere."""
    return view.outcome is not None and view.outcome.step is not None


def _known(view: View, heads: frozenset[bytes]) -> tuple[bytes, ...]:
    """Return the heads of a log as far as others have them as well."""
    return tuple(head for head in view.heads if head in heads)


def _subsets(messages: list[int]) -> Iterator[int]:
    for size in range(len(messages) + 1):
        yield from (union(chosen) for chosen in combinations(messages, size))


def tables(seats: int, rule: Rule = outcome) -> dict[str, partial[EvidenceLeaps]]:
    """Return the tables without votes, by what happens there.

    Args:
        seats: how many sit down.
        rule: of the model.
    """
    return {
        name: partial(EvidenceLeaps, **made.keywords)
        for name, made in all_tables(seats, rule).items()
        if "voting" not in made.keywords
    }


def leap_to_ends(model: EvidenceLeaps, most: int = 10**9) -> Report:
    """Visit every state of a table between two things said; `most` at most, as far as whole layers go."""
    report, judged = Report(), set[tuple[int, ...]]()
    seen, now = {model.start}, [model.start]
    while now and report.states < most:
        report.states += len(now)
        for end in {end for state in now for end in model.ends(state)} - judged:
            judged.add(end)
            report.ends[judge(model, end)] += 1
        now = list({one for state in now for one in model.leaps(state)} - seen)
        seen.update(now)
    return report
