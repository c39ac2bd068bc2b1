"""Whether any course that a step can take is a bad one: asked of a solver, which looks at all of them."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from protocol.votes import FEWEST
from tests.helpers.formula import FALSE, TRUE
from tests.helpers.votes_course import Course, Ending, Slot
from tests.helpers.votes_model import Broken
from tests.helpers.votes_reading import Reading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.helpers.votes_course import Event, Known
    from tests.helpers.votes_model import Model


class Claims:
    """A table, what may happen there, and what must not.

    Args:
        model: the table.
        reading: what votes mean; another than ours to see it fail.
        course: what can be known of it; another than ours to see it fail.

    Attributes:
        two_gone: whether so many are gone that the others can vote nobody out.
        over: that a run is over: the living have all that one of them has, and none may vote.
    """

    def __init__(self, model: Model, reading: type[Reading] = Reading, course: type[Course] = Course) -> None:
        self.model, self._reading = model, reading
        self.course = course(model)
        self.formula = self.course.formula
        self._all, self._any = self.formula.all_of, self.formula.any_of
        self._lost: dict[tuple[int, int], int] = {}
        self._whole: dict[int, int] = {}
        self._counts: dict[int, dict[object, int]] = {}
        for seat in model.honest:
            self._end_as_the_rule_says(seat)
            for slot in self.course.own(seat):
                self._vote_as_the_rule_says(slot)
        self.last = {
            seat: reading(self.course, seat, self.course.last[seat], self.course.ended[seat]) for seat in model.honest
        }
        for one in self.last.values():
            self.formula.add(one.settled)
        self.living = [seat for seat in model.honest if seat not in model.mortal]
        voters = [seat for seat in self.living if seat not in model.leavers]
        self.two_gone = model.seats - len(self.living) > 1 or len(voters) < FEWEST - 1
        self.over = self._quiet()

    def _vote_as_the_rule_says(self, slot: Slot) -> None:
        course, formula = self.course, self.formula
        ended = self._all(course.ended[slot.voter], course.before(Ending(slot.voter), slot))
        now = self._reading(course, slot.voter, course.sights[slot], ended)
        formula.demand(course.out[slot], now.may_vote(slot.about), now.settled)
        formula.demand(course.keep[slot], now.keep_due(slot.about))
        own = [one for one in course.own(slot.voter) if one != slot]
        formula.demand(course.first[slot], course.out[slot], *(-now.counted[one] for one in own))
        formula.add(-course.out[slot], course.first[slot], *course.lifted[slot].values())
        formula.at_most_one([course.first[slot], *course.lifted[slot].values()])
        for lift, literal in course.lifted[slot].items():
            before, by = Slot(slot.voter, course.about(lift)), course.voter_of(lift)
            formula.demand(
                literal,
                course.out[slot],
                now.last_of(before),
                course.sights[slot][lift],
                course.is_keep(lift),
                now.entered[by],
            )

    def _end_as_the_rule_says(self, seat: int) -> None:
        course = self.course
        now = self._reading(course, seat, course.sights[Ending(seat)], FALSE)
        ended = course.ended[seat]
        self._whole[seat] = self._all(ended, now.whole())
        for lost in now.losable:
            self._lost[seat, lost] = self._all(ended, now.without(lost))
        self.formula.add(-ended, self._whole[seat], *(self._lost[seat, lost] for lost in now.losable))
        self._counts[seat] = {}
        for entry in course.entries:
            lost = self._lost.get((seat, entry.seat), FALSE)
            usual = self._all(ended, -lost, now.sight[entry])
            self._counts[seat][entry] = self._any(usual, self._all(lost, now.counts_of_lost(entry.seat, entry.version)))

    def _quiet(self) -> int:
        """Return whether a run is over: the living have all that one of them has, and nobody may vote."""
        parts = [-self.last[seat].may_vote(about) for seat in self.living for about in self.last[seat].others]
        everything: list[Known] = [*self.course.entries, *self.course.slots, *self.course.cheats]
        for known in everything:
            has = [self.course.last[seat][known] for seat in self.living]
            parts.append(self._any(self._all(*has), self._all(*(-one for one in has))))
        return self._all(*parts)

    def check(self) -> list[str]:
        """Return which ends of runs there are; raise `Broken` with a course that is bad if there is one."""
        for what, literal in self.bad().items():
            if self.formula.holds_with(literal):
                raise Broken("; ".join([what, *self.story()]))
        return [name for name, literal in self.ends().items() if self.formula.holds_with(literal)]

    def story(self) -> Iterator[str]:
        """Yield what happens in the course that was found last."""
        true = self.formula.true()
        events = [event for event in self.course.sights if self.course.happens(event) in true]
        before = {one: {other for other in events if other != one and self._is_before(other, one)} for one in events}
        for event in sorted(events, key=lambda one: len(before[one])):
            if isinstance(event, Ending):
                lost = [
                    about for (seat, about), literal in self._lost.items() if seat == event.seat and literal in true
                ]
                yield f"{event.seat} ends the step" + "".join(f" without {seat}" for seat in lost)
            else:
                yield f"{event.voter} signs {'out' if self.course.out[event] in true else 'keep'} about {event.about}"

    def _is_before(self, one: Event, other: Event) -> bool:
        literal = self.course.before(one, other)
        return (abs(literal) in self.formula.true()) == (literal > 0)

    # What must not be

    def bad(self) -> dict[str, int]:
        """Return what must not be, by what it is called."""
        return {
            "somebody honest looks guilty": self.looks_guilty(),
            "who reads a log sees another end": self.reads_otherwise(),
            "honest seats end the step in two ways": self._all(self.over, self.divides()),
            "seats wait for nothing": self._all(self.over, self.waits(), -self.has_reason()),
            "who reads a log waits for nothing": self._all(self.over, -self.waits(), self.reader_waits()),
        }

    def ends(self) -> dict[str, int]:
        """Return the ends of runs, by what `verdict` calls them."""
        over, waits = (self._all(self.over, one) for one in (-self.waits(), self.waits()))
        seats = range(self.model.seats)
        lost = [self._any(*(one for (_, about), one in self._lost.items() if about == seat)) for seat in seats]
        two_lost = self._any(*(self._all(one, other) for one, other in combinations(lost, 2)))
        return {
            "whole": self._all(over, -self._any(*lost)),
            "without one": self._all(over, self._any(*lost), -two_lost),
            "split from one that stopped": self._all(over, two_lost),
            "waits: two gone": waits if self.two_gone else FALSE,
            "waits: haste": FALSE if self.two_gone else self._all(waits, self.haste()),
        }

    def looks_guilty(self) -> int:
        """Return whether two `Out`s of an honest seat both say that they are the first, or follow the same one."""
        found: list[int] = []
        for one, other in combinations(self.course.slots, 2):
            if one.voter == other.voter:
                found.append(self._all(self.course.first[one], self.course.first[other]))
                found += (self._all(self._named(one, at), self._named(other, at)) for at in range(self.model.seats))
        return self._any(*found)

    def _named(self, slot: Slot, about: int) -> int:
        lifted = self.course.lifted[slot]
        return self._any(*(literal for lift, literal in lifted.items() if self.course.about(lift) == about))

    def reads_otherwise(self) -> int:
        """Return whether the log of who has ended the step excludes another one than the seat, which may be itself."""
        found: list[int] = []
        for seat, last in self.last.items():
            if seat in self.model.leavers:
                continue
            none_yet = self.course.ended[seat]
            for lost in range(self.model.seats):
                excludes = self._all(none_yet, last.all_out(lost))
                own = self._whole[seat] if lost == seat else self._lost[seat, lost]
                found.append(self._all(excludes, -own))
                none_yet = self._all(none_yet, -last.all_out(lost))
            found.append(self._all(none_yet, -self._whole[seat]))
        return self._any(*found)

    def divides(self) -> int:
        """Return whether two seats ended the step in two ways, but for one without whom the other went on."""
        heard = set(self.model.honest if self.model.faulty is None else self.living) - self.model.leavers
        return self._any(*(self._differ(one, other) for one, other in combinations(sorted(heard), 2)))

    def _differ(self, one: int, other: int) -> int:
        entries = [self._unlike(self._counts[one][entry], self._counts[other][entry]) for entry in self.course.entries]
        seats = range(self.model.seats)
        lost = [self._unlike(self._lost.get((one, at), FALSE), self._lost.get((other, at), FALSE)) for at in seats]
        return self._all(
            self.course.ended[one],
            self.course.ended[other],
            self._any(*entries, *lost),
            -self._all(self._lost[one, other], self._whole[other]),
            -self._all(self._lost[other, one], self._whole[one]),
        )

    def _unlike(self, one: int, other: int) -> int:
        return self._any(self._all(one, -other), self._all(-one, other))

    def waits(self) -> int:
        """Return whether a living seat waits that nobody has gone on without."""
        return self._any(
            *(
                self._all(
                    -self.course.ended[seat], *(-lost for (_, about), lost in self._lost.items() if about == seat)
                )
                for seat in self.living
                if seat not in self.model.leavers
            )
        )

    def has_reason(self) -> int:
        """Return whether seats may wait: two are gone, or one is and somebody voted against one that lives."""
        if self.two_gone:
            return TRUE
        return FALSE if self.model.seats == len(self.living) else self.haste()

    def haste(self) -> int:
        """Return whether an honest seat has voted against one that lives."""
        return self._any(*(self.course.out[slot] for slot in self.course.slots if slot.about in self.living))

    def reader_waits(self) -> int:
        """Return whether the step ended as usual, but not for who reads a living seat's log."""
        if self.model.seats - len(self.living) > 1:
            return FALSE
        return self._all(
            -self._any(*self._lost.values()),
            self._any(*self._whole.values()),
            self._any(*(self.last[seat].reader_blocks() for seat in self.living)),
        )
