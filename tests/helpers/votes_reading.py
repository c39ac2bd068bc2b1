"""What the votes that a seat has mean for it, as literals: `protocol.votes.StepVotes` line by line."""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from protocol.votes import FEWEST, Out
from tests.helpers.formula import FALSE, TRUE
from tests.helpers.votes_course import VERSIONS, Cheat, Entry, Slot

if TYPE_CHECKING:
    from tests.helpers.votes_course import Course, Sight


class Reading:
    """What a seat makes of what it has.

    Args:
        course: of the table.
        seat: whose view it is.
        sight: what it has.
        complete: whether the step has ended for it.
    """

    def __init__(self, course: Course, seat: int, sight: Sight, complete: int) -> None:
        self.course, self.seat, self.sight, self.complete = course, seat, sight, complete
        self.model, self.formula = course.model, course.formula
        self._all, self._any = self.formula.all_of, self.formula.any_of
        self.others = [seat for seat in range(self.model.seats) if seat != self.seat]
        self.losable = [seat for seat in range(self.model.seats) if seat != self.seat or seat in self.model.leavers]
        self.entered = [self._entered(seat) for seat in range(self.model.seats)]
        self.left = [self.entered[seat] if seat in self.model.leavers else FALSE for seat in range(self.model.seats)]
        self.can_be_lost = [self._can_be_lost(seat) for seat in range(self.model.seats)]
        self._keeps = {
            about: [(course.voter_of(one), self._here(one, course.is_keep(one))) for one in course.keeps_about(about)]
            for about in range(self.model.seats)
        }
        self.counted: dict[Slot | Cheat, int] = {}
        for voter in range(self.model.seats):
            self.counted |= self._cheats_counted() if voter == self.model.faulty else self._counted(voter)

    def _entered(self, seat: int) -> int:
        if seat not in self.model.expected:
            return TRUE
        return self._any(*(self.sight[one] for one in self.course.entries if one.seat == seat))

    def _can_be_lost(self, seat: int) -> int:
        """Return whether as many others vote as must agree."""
        others = (-left for one, left in enumerate(self.left) if one != seat)
        return self._any(*(self._all(*some) for some in combinations(others, FEWEST - 1)))

    def _here(self, vote: Slot | Cheat, kind: int) -> int:
        """Return whether a vote of that kind is here, and its voter does not leave."""
        return self._all(self.sight[vote], kind, -self.left[self.course.voter_of(vote)])

    def _follows(self, slot: Slot, about: int) -> int:
        """Return whether an `Out` names a `Keep` about a seat, and that is here."""
        named = [one for one in self.course.lifted[slot] if self.course.about(one) == about]
        return self._any(
            *(self._all(self.course.lifted[slot][one], self._here(one, self.course.is_keep(one))) for one in named)
        )

    def _next(self, slot: Slot, before: Slot, counted: int) -> int:
        """Return whether an `Out` follows another one of its voter, which counts."""
        here = self._here(slot, self.course.is_out(slot))
        return self._all(counted, here, self._follows(slot, before.about))

    def _counted(self, voter: int) -> dict[Slot | Cheat, int]:
        """Return which `Out`s of an honest seat count: the first, and what follows one that does."""
        slots = self.course.own(voter)
        counted: dict[Slot | Cheat, int] = {slot: self.formula.new() for slot in slots}
        for slot in slots:
            follows = (self._next(slot, one, counted[one]) for one in slots if one != slot)
            here = self._here(slot, self.course.is_out(slot))
            reached = self._any(self.course.first[slot], *follows)
            self.formula.same(counted[slot], self._all(self.entered[voter], here, reached))
        return counted

    def _cheats_counted(self) -> dict[Slot | Cheat, int]:
        """Return which `Out`s of the cheat count; they may name each other's lifts in a circle, and then none does."""
        outs = {one: vote for one, vote in self.course.cheats.items() if isinstance(vote, Out)}
        lifts = {one: vote.lifted and self.course.slot_of(vote.lifted) for one, vote in outs.items()}
        base = {one: self._all(self.entered[vote.voter], self._here(one, TRUE)) for one, vote in outs.items()}
        counted: dict[Slot | Cheat, int] = {
            one: here if outs[one].lifted is None else FALSE for one, here in base.items()
        }
        for _ in range(self.model.seats - 1 if any(lifts.values()) else 0):
            before = dict(counted)
            for one, slot in lifts.items():
                if isinstance(slot, Slot):
                    reached = self._any(*(before[other] for other, vote in outs.items() if vote.about == slot.about))
                    counted[one] = self._all(base[one], self._here(slot, self.course.keep[slot]), reached)
        return counted

    def _about(self, seat: int) -> list[tuple[Slot | Cheat, int]]:
        """Return the `Out`s about a seat, and whether each counts."""
        return [(one, literal) for one, literal in self.counted.items() if self.course.about(one) == seat]

    def _by(self, seat: int, outs: list[tuple[Slot | Cheat, int]]) -> int:
        return self._any(*(literal for one, literal in outs if self.course.voter_of(one) == seat))

    def _named(self, seat: int, version: int) -> int:
        """Return whether an `Out` that counts names this version of a seat's entry."""
        return self._any(*(self._all(counts, self.course.names(one, version)) for one, counts in self._about(seat)))

    def kept(self, about: int, but: int) -> int:
        """Return whether a `Keep` counts that answers about a seat, of another one than some."""
        return self._any(*(self._all(here, self.entered[by]) for by, here in self._keeps[about] if by != but))

    def has_voted(self, seat: int) -> int:
        """Return whether a seat has said a word."""
        keeps = [here for keeps in self._keeps.values() for by, here in keeps if by == seat]
        outs = [counts for one, counts in self.counted.items() if self.course.voter_of(one) == seat]
        return self._all(self.entered[seat], self._any(*keeps, *outs))

    @cached_property
    def unlifted(self) -> dict[Slot | Cheat, int]:
        """Which `Out`s are the last of their voters, and nothing lifts them."""
        return {
            one: self._all(
                counts, -self._is_followed(one), -self.kept(self.course.about(one), self.course.voter_of(one))
            )
            for one, counts in self.counted.items()
        }

    def _is_followed(self, out: Slot | Cheat) -> int:
        if isinstance(out, Slot):
            others = [one for one in self.course.own(out.voter) if one != out]
            return self._any(*(self._next(one, out, self.counted[out]) for one in others))
        found: list[int] = []
        for one, vote in self.course.cheats.items():
            slot = vote.lifted and self.course.slot_of(vote.lifted) if isinstance(vote, Out) else None
            if slot and slot.about == self.course.about(out):
                found.append(self.counted[one])
        return self._any(*found)

    def last_of(self, out: Slot) -> int:
        """Return whether an `Out` counts and is the last of its voter."""
        return self._all(self.counted[out], -self._is_followed(out))

    def mine_unlifted(self, about: int | None = None) -> int:
        """Return whether the seat's own last `Out`, about a seat or any, is unlifted."""
        return self._any(
            *(
                literal
                for one, literal in self.unlifted.items()
                if isinstance(one, Slot) and one.voter == self.seat and about in {None, one.about}
            )
        )

    def may_vote(self, about: int) -> int:
        """Return whether the seat may sign an `Out`."""
        lacks = -self.entered[about]
        return self._all(
            self.can_be_lost[about],
            -self.left[self.seat],
            -self.complete,
            -self.sight[Slot(self.seat, about)],
            -self.mine_unlifted(),
            -self.kept(about, -1),
            self._any(lacks, self._owes_vote(about)),
        )

    def _owes_vote(self, seat: int) -> int:
        under_way = [
            counts
            for one, counts in self.counted.items()
            if seat not in {self.course.voter_of(one), self.course.about(one)}
        ]
        return self._all(self._any(*under_way), -self.left[seat], -self.has_voted(seat))

    def keep_due(self, about: int) -> int:
        """Return whether the seat must sign a `Keep`."""
        asked = self._about(about)
        versions = range(VERSIONS)
        none_named = [
            self._all(counts, *(-self.course.names(one, version) for version in versions)) for one, counts in asked
        ]
        lacking = self._any(*none_named) if about in self.model.expected else FALSE
        return self._all(
            -self.left[self.seat],
            self._any(*(counts for _, counts in asked)),
            self.entered[about],
            -self.sight[Slot(self.seat, about)],
            self._any(self.complete, self.has_voted(about), lacking),
        )

    def blocks(self) -> int:
        """Return whether the step must not end in the usual way here."""
        return self._any(self._blocks(self.seat), self._all(self.left[self.seat], self.reader_blocks()))

    def reader_blocks(self) -> int:
        """Return whether it must not for who reads the seat's log."""
        return self._any(*map(self._blocks, range(self.model.seats)))

    def _blocks(self, voter: int) -> int:
        unlifted = [
            self._all(literal, self.can_be_lost[self.course.about(one)])
            for one, literal in self.unlifted.items()
            if self.course.voter_of(one) == voter
        ]
        return self._any(*unlifted)

    def whole(self) -> int:
        """Return whether the step can end in the usual way here."""
        return self._all(*self.entered, -self.blocks())

    def all_out(self, lost: int) -> int:
        """Return whether everybody else wants to go on without a seat, and what they name is here."""
        outs = self._about(lost)
        voters = [seat for seat in range(self.model.seats) if seat != lost]
        named = [self._named(lost, version) for version in range(VERSIONS)]
        here = [self._all(one, self.sight.get(Entry(lost, version), FALSE)) for version, one in enumerate(named)]
        all_want = (self._any(self.left[seat], self._by(seat, outs)) for seat in voters)
        return self._all(self.can_be_lost[lost], *all_want, self._any(-self._any(*named), *here))

    def without(self, lost: int) -> int:
        """Return whether the step can end without a seat here."""
        return self._all(self.all_out(lost), self._any(self.left[self.seat], self.mine_unlifted(lost)))

    def counts_of_lost(self, lost: int, version: int) -> int:
        """Return whether this version of a lost seat's entry counts."""
        return self._all(self._named(lost, version), self.sight.get(Entry(lost, version), FALSE))

    @cached_property
    def settled(self) -> int:
        """Whether nothing is due: no `Keep`, and not the end of the step."""
        can_end = self._any(self.whole(), *(self.without(seat) for seat in self.losable))
        return self._all(self._any(self.complete, -can_end), *(-self.keep_due(seat) for seat in self.others))
