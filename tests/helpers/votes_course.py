"""Every course that the votes of one step can take, as a formula: what each seat has whenever it says something.

A model's seats say at most one thing about each other one, and end the step at most once. So a course is: which of
these things happen, in which order, and with which messages each seat had come to know by then (a *sight*). Whatever
satisfies the clauses here is such a course, and whatever can happen message by message satisfies them, since

- a seat knows what was signed before, and never forgets (nothing else is known of the network);
- what is automatic may wait until the seat signs an `Out`, or for the end: many messages may come at once;
- an `Out` may name any `Keep` that lifts the last one, while the rule takes that of the lowest seat;
- nobody has a proof (nothing follows one): whoever could have is only looked at before.

So there are a few more courses here than can happen. That none is missing is tested with runs of the model, drawn at
random: each must satisfy the formula.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, permutations
from typing import TYPE_CHECKING, TypeAlias

from protocol.votes import Keep, Out
from tests.helpers.formula import FALSE, TRUE, Formula
from tests.helpers.votes_model import Paper, bits, keep, paper

if TYPE_CHECKING:
    from tests.helpers.votes_model import Model

VERSIONS = 2
"""Of a cheat's entry, at most."""


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """A version of a seat's entry."""

    seat: int
    version: int


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """What an honest seat says about another one."""

    voter: int
    about: int


@dataclass(frozen=True, slots=True, order=True)
class Cheat:
    """A vote that the cheat may sign, by its number in the model."""

    number: int


@dataclass(frozen=True, slots=True, order=True)
class Ending:
    """The end of the step for an honest seat."""

    seat: int


Known: TypeAlias = "Entry | Slot | Cheat"
Event: TypeAlias = "Slot | Ending"
Sight: TypeAlias = "dict[Known, int]"


class Course:
    """What may happen at a table, as clauses.

    Args:
        model: the table.

    Attributes:
        out, keep: whether a seat signs that vote.
        first: whether an `Out` names no `Keep`.
        lifted: whether an `Out` names this `Keep`.
        sights: what a seat has when something happens there, without it.
        last: what a seat has in the end.
        ended: whether the step has ended for a seat.
    """

    def __init__(self, model: Model) -> None:
        self.model, self.formula = model, Formula()
        self.slots = [Slot(*pair) for pair in permutations(range(model.seats), 2) if pair[0] != model.faulty]
        self.entries = [Entry(seat, 0) for seat in model.honest if seat in model.expected]
        self.cheats: dict[Cheat, Out | Keep] = {}
        self._add_cheats()
        self.out = {slot: self.formula.new() for slot in self.slots}
        self.keep = {slot: self.formula.new() for slot in self.slots}
        self.first = {slot: self.formula.new() for slot in self.slots}
        self.ended = {seat: self.formula.new() for seat in model.honest}
        for slot in self.slots:
            self.formula.add(-self.out[slot], -self.keep[slot])
        events: list[Event] = [*self.slots, *map(Ending, model.honest)]
        self._before: dict[tuple[Event, Event], int] = {}
        self._put_in_order(events)
        self.lifted = {slot: {one: self.formula.new() for one in self._may_lift(slot)} for slot in self.slots}
        self.sights: dict[Event, Sight] = {event: self._sight(event) for event in events}
        self.last: dict[int, Sight] = {seat: self._last_sight(seat) for seat in model.honest}
        for seat in model.honest:
            self._forget_nothing(seat)

    def _add_cheats(self) -> None:
        for number in bits(self.model.cheats):
            match self.model.messages[number]:
                case Paper() as one:
                    versions = {paper(one.voter, version).digest: version for version in range(VERSIONS)}
                    self.entries.append(Entry(one.voter, versions[one.digest]))
                case said:
                    self.cheats[Cheat(number)] = said
        for vote in self.cheats.values():
            if isinstance(vote, Out) and vote.lifted is not None and self.slot_of(vote.lifted) is None:
                raise ValueError("a cheat's vote can only name what honest seats sign about honest ones")

    def happens(self, event: Event) -> int:
        """Return whether something happens."""
        return self.ended[event.seat] if isinstance(event, Ending) else self.signed(event)

    def signed(self, slot: Slot) -> int:
        """Return whether a seat says anything about another one."""
        return self.formula.any_of(self.out[slot], self.keep[slot])

    def before(self, one: Event, other: Event) -> int:
        """Return whether an event comes before another one, if both happen."""
        return self._before[one, other]

    def _put_in_order(self, events: list[Event]) -> None:
        for one, other in combinations(events, 2):
            self._before[one, other] = self.formula.new()
            self._before[other, one] = -self._before[one, other]
        for one, other, third in permutations(events, 3):
            self.formula.add(-self.before(one, other), -self.before(other, third), self.before(one, third))

    def own(self, seat: int) -> list[Slot]:
        """Return what a seat may say."""
        return [slot for slot in self.slots if slot.voter == seat]

    def keeps_about(self, seat: int) -> list[Slot | Cheat]:
        """Return who may answer that a seat is there."""
        cheats = [one for one, vote in self.cheats.items() if isinstance(vote, Keep) and vote.about == seat]
        return [*(slot for slot in self.slots if slot.about == seat), *cheats]

    def voter_of(self, vote: Slot | Cheat) -> int:
        """Return whose vote it is."""
        return vote.voter if isinstance(vote, Slot) else self.cheats[vote].voter

    def about(self, vote: Slot | Cheat) -> int:
        """Return whom a vote is about."""
        return vote.about if isinstance(vote, Slot) else self.cheats[vote].about

    def slot_of(self, digest: bytes) -> Slot | None:
        """Return the honest seat's `Keep` that has a digest; None if no honest one signs it."""
        for slot in self.slots:
            held = paper(slot.about).digest if slot.about in self.model.expected else None
            if slot.about != self.model.faulty and keep(slot.voter, slot.about, held).digest == digest:
                return slot
        return None

    def _may_lift(self, slot: Slot) -> list[Slot | Cheat]:
        others = set(range(self.model.seats)) - {slot.voter, slot.about}
        return [one for seat in sorted(others) for one in self.keeps_about(seat) if self.voter_of(one) != slot.voter]

    def is_out(self, vote: Slot | Cheat) -> int:
        """Return whether a vote is an `Out`, once it is signed."""
        return self.out[vote] if isinstance(vote, Slot) else TRUE if isinstance(self.cheats[vote], Out) else FALSE

    def is_keep(self, vote: Slot | Cheat) -> int:
        """Return whether a vote is a `Keep`, once it is signed."""
        return self.keep[vote] if isinstance(vote, Slot) else TRUE if isinstance(self.cheats[vote], Keep) else FALSE

    def names(self, vote: Slot | Cheat, version: int) -> int:
        """Return whether an `Out` names this version of the entry of whom it is about."""
        entry = Entry(self.about(vote), version)
        if isinstance(vote, Slot):
            return self.formula.all_of(self.out[vote], self.sights[vote].get(entry, FALSE))
        return TRUE if self.cheats[vote].held == paper(entry.seat, entry.version).digest else FALSE

    # What a seat has

    def _sight(self, event: Event) -> Sight:
        """Return what a seat has when it says something or ends the step; nothing if it does not."""
        seat = event.seat if isinstance(event, Ending) else event.voter
        happens, sight = self.happens(event), self._entries_of(seat)
        for slot in self.slots:
            if slot == event:
                sight[slot] = FALSE
            elif slot.voter == seat:
                sight[slot] = self.formula.all_of(happens, self.signed(slot), self.before(slot, event))
            else:
                sight[slot] = self.formula.new()
                self.formula.demand(sight[slot], self.signed(slot), self.before(slot, event))
        for one, literal in sight.items():
            if literal > TRUE and not (isinstance(one, Slot) and one.voter == seat):
                self.formula.demand(literal, happens)
        self.bear_no_proof(sight)
        return sight

    def _last_sight(self, seat: int) -> Sight:
        sight = self._entries_of(seat)
        for slot in self.slots:
            sight[slot] = self.signed(slot) if slot.voter == seat else self.formula.new()
            self.formula.demand(sight[slot], self.signed(slot))
        self.bear_no_proof(sight)
        return sight

    def _entries_of(self, seat: int) -> Sight:
        sight: Sight = {one: TRUE if one.seat == seat else self.formula.new() for one in self.entries}
        return {**sight, **{one: self.formula.new() for one in self.cheats}}

    def _forget_nothing(self, seat: int) -> None:
        events: list[Event] = [*self.own(seat), Ending(seat)]
        for one in events:
            for known, literal in self.sights[one].items():
                if isinstance(known, Slot) and known.voter == seat:
                    continue
                self.formula.demand(literal, self.last[seat][known])
                for other in events:
                    if other != one:
                        later = self.formula.all_of(self.happens(other), self.before(one, other))
                        self.formula.add(-literal, -later, self.sights[other][known])

    def bear_no_proof(self, sight: Sight) -> None:
        """Demand that what a seat has proves nothing against the cheat."""
        self.formula.at_most_one(sight[one] for one in self.entries if one.seat == self.model.faulty)
        for one in self.cheats:
            if not self._may_be_signed(one):
                self.formula.add(-sight[one])
        for one, other in combinations(self.cheats, 2):
            for reason in self._clash(sight, self.cheats[one], self.cheats[other]):
                self.formula.add(-sight[one], -sight[other], -reason)

    def _may_be_signed(self, cheat: Cheat) -> bool:
        vote = self.cheats[cheat]
        if isinstance(vote, Out):
            return vote.held is None or vote.about in self.model.expected
        return (vote.held is not None) == (vote.about in self.model.expected)

    def _clash(self, sight: Sight, one: Out | Keep, other: Out | Keep) -> list[int]:
        """Return what makes two votes of the cheat a proof."""
        if one.about == other.about:
            return [TRUE]
        if isinstance(one, Keep) or isinstance(other, Keep):
            return []
        if one.lifted == other.lifted:
            return [TRUE]
        named = [one.lifted and self.slot_of(one.lifted), other.lifted and self.slot_of(other.lifted)]
        slots = [slot for slot in named if isinstance(slot, Slot)]
        if len(slots) < len(named) or slots[0].about != slots[1].about:
            return []
        return [self.formula.all_of(*(self.formula.all_of(sight[slot], self.keep[slot]) for slot in slots))]
