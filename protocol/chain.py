"""The log's acceptance: which entry counts, which comes too early, and which proves its signer at fault.

A chain has no secrets and no links; session, watcher and audit all read the log through it. PROTOCOL section "Log".
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum, unique
from typing import TYPE_CHECKING, NoReturn

from protocol.absence import OUT, WINDOW, is_absence
from protocol.ballots import check_vote, is_vote
from protocol.caught import outcome
from protocol.done import Done, Ending, put_out
from protocol.errors import Invalid, Reason
from protocol.faults import Fault, PeerFault, SeatInvalid
from protocol.log import OPENING_STEPS
from protocol.record import Record
from protocol.steps.base import Site
from protocol.steps.leaving import Leave
from protocol.steps.plan import following
from protocol.stopping import is_stop, read_stop
from protocol.votes import FEWEST, Clash
from protocol.worths import WORTH, is_worth, read_worth

if TYPE_CHECKING:
    from protocol.caught import Outcome
    from protocol.game import Seat
    from protocol.log import Entry
    from protocol.steps.plan import Steps
    from protocol.votes import Exclusion


@unique
class Verdict(Enum):
    """What became of a validly signed entry."""

    ACCEPTED = "accepted"
    """It counts; steps may have ended with it."""
    KNOWN = "known"
    """It has been here before, or there is no use for it now; nothing has changed."""
    LATER = "later"
    """It belongs to a step that has not begun, and is kept until then."""
    FOREIGN = "foreign"
    """Its head is another: somebody has signed two things, and comparing logs tells who."""


class Chain(Record):
    """The log, and what may be added to it."""

    def take_accepted(self) -> list[Entry]:
        """Return the entries that were accepted since the last call, in their order."""
        accepted, self._accepted = self._accepted, []
        return accepted

    def accept(self, entry: Entry, *, own: bool = False) -> Verdict:
        """Algorithm 53 (Accept). Take an entry into account; proofs made or checked here before are not checked again.

        Raises `Invalid` if nobody's key signed it, `PeerFault` if a seat is newly proved to be at fault.
        """
        before = set(self.proved)
        try:
            verdict = self._accept(entry, own=own)
        except PeerFault as error:
            if self.seat_of(error.fault) not in before:
                raise
            return Verdict.KNOWN
        finally:
            self._settle()
        if verdict is Verdict.ACCEPTED:
            self._take_waiting()
        return verdict

    def _accept(self, entry: Entry, *, own: bool = False) -> Verdict:
        if self.has(entry):
            return Verdict.KNOWN
        if entry.step >= OPENING_STEPS > self.number:  # its session is not known yet
            self._waiting.keep_unchecked(entry)
            return Verdict.KNOWN
        self._check_signature(entry)
        if is_worth(entry):
            return self._hear_worth(entry)
        return Verdict.KNOWN if self.halted or self.ballots.abandoned else self._judge(entry, own=own)

    def _judge(self, entry: Entry, *, own: bool) -> Verdict:
        """Take a new and validly signed entry into account."""
        if is_stop(entry):
            return self._hear_stop(entry)
        if self._is_void(entry):
            return Verdict.KNOWN
        if is_vote(entry):
            return self._count(entry)
        if entry.step > self.number:
            verdict = self._keep(entry)
            self._notice_out_ahead(entry)
            return verdict
        return self._judge_here(entry, own=own) if entry.head == self.heads[entry.step] else Verdict.FOREIGN

    def _judge_here(self, entry: Entry, *, own: bool) -> Verdict:
        """Take an entry into account that stands on this log."""
        if is_absence(entry):
            return self._weigh(entry)
        if entry.step < self.number:
            self._blame_late(entry)
        self._take(entry, replace(self.site, own=own))
        return Verdict.ACCEPTED

    def _is_void(self, entry: Entry) -> bool:
        """Return whether there is no use for an entry: its signer is out or is to be, or its step was taken back."""
        if self._was_lost(entry):
            return True
        if is_vote(entry):
            return self.left
        gone = self.expelled or self.left
        if (entry.seat in self._caught and self.own is not None) or (gone and entry.step >= self.number):
            return True
        return entry.step < self.number and self.done[entry.step].agreed is not None

    def _hear_stop(self, entry: Entry) -> Verdict:
        """Take note that a seat has stopped, on whatever head."""
        other = self.stops.find(entry.seat, entry.target)
        if entry.step < OPENING_STEPS or entry.target == entry.seat or entry.target >= len(self.table.seating):
            self._blame_clash(entry, None)
        try:
            read_stop(entry)
        except Invalid as error:
            self._blame(entry.seat, error, entry.step, (entry,))
        if other is not None:
            self._blame(entry.seat, Invalid(Reason.EQUIVOCATION, "stop"), entry.step, (other, entry))
        self.stops.add(entry)
        self._accepted.append(entry)
        return Verdict.ACCEPTED

    def _hear_worth(self, entry: Entry) -> Verdict:
        """Count what a seat proves of its gold once the game was ended for all.

        What stands on a head that was not come to here can be checked by others only, and is kept for them.
        """
        if self.halted or not self.ballots.abandoned or entry.step < OPENING_STEPS or entry.seat in self._caught:
            return Verdict.KNOWN
        if entry.step > self.number or entry.head != self.heads[entry.step]:
            return Verdict.LATER if self.worths.keep(entry) else Verdict.KNOWN
        other = self.worths.entries.get(entry.seat)
        if other is not None and other.slot == entry.slot:
            self._blame_clash(entry, other)
        if entry.seat in self.worths.values or entry.seat not in self.attendance(entry.step)[0]:
            return Verdict.KNOWN
        site = Site(session=entry.session, step=entry.step, kind=WORTH, head=entry.head)
        try:
            value = read_worth(self.before(entry.step), site, entry)
        except Invalid as error:
            self._blame(entry.seat, error, entry.step, (entry,))
        self.worths.take(entry, value)
        self._accepted.append(entry)
        return Verdict.ACCEPTED

    def _settle(self) -> None:
        """Put out the culprits for whom all others have stopped."""
        for culprit in dict.fromkeys((*self._caught, *self.stops.culprits)):
            if culprit in self._settled:
                continue
            found = outcome(self.stops.about(culprit), culprit, self.past)
            if found is None or not self._follow(culprit, found):
                continue
            self._settled |= {culprit}
            self._caught.pop(culprit, None)
            self._end()

    def _follow(self, culprit: Seat, found: Outcome) -> bool:
        """Go on without a culprit, as the others do; return whether that can be done yet."""
        if found.step is None:
            return True  # the log stays as it is
        if found.agreed and self.own is not None and self.own not in found.seats:
            if not self.left:
                self.expelled, self.step = True, None
            return True
        if self.past.head(found.step) != found.head:
            return False  # who only reads has yet to come there
        step = self.step if found.step == self.number else self.done[found.step].step
        if step:
            self._go_back(found.step)
            self.expelled = culprit == self.own
            self._go_on(put_out(self.table, replace(self.site, kind=step.kind), step, culprit, agreed=found.agreed))
        return True

    def _go_back(self, step: int) -> None:
        """Forget the entries of a step and all that came later; they prove nothing, since some have not seen them."""
        if step < self.number:
            self.table = self.done[step - 1].table
            del self.done[step:], self.heads[step + 1 :]
        self.pending, self._contributions, self.expelled = {}, {}, False
        self.absence.forget(step)
        self.ballots.go_back([*(done.seats for done in self.done), self.table.present])
        self._caught = {
            seat: fault for seat, fault in self._caught.items() if fault.step < step or any(map(is_stop, fault.entries))
        }

    def _was_lost(self, entry: Entry) -> bool:
        """Return whether the signer is lost, so that nothing of it counts but a vote to end the game from before.

        What one that left in order has signed until then is judged: another word in that step would make a fork.
        """
        if entry.step < OPENING_STEPS or entry.seat not in self.table.lost:
            return False
        words = (done.entries[entry.seat] for done in self.done[entry.step :] if entry.seat in done.entries)
        if any(word.kind == Leave.kind for word in words):
            return False
        return not (is_vote(entry) and any(entry.seat in done.seats for done in self.done[entry.step :]))

    def _count(self, entry: Entry) -> Verdict:
        """Count a seat's first vote; whoever has seen the game closed does not count any more.

        What is in one is checked all the same: all have to see the fault, or some would wait for the others.
        """
        if entry.step < OPENING_STEPS:
            return Verdict.KNOWN
        try:
            check_vote(entry)
        except Invalid as error:
            self._blame(entry.seat, error, entry.step, (entry,))
        if self.step is None or entry.seat in self.ballots.votes:
            return Verdict.KNOWN
        self.ballots.take(entry)
        self._accepted.append(entry)
        if self.ballots.abandoned:
            self.step = None
        return Verdict.ACCEPTED

    def _weigh(self, entry: Entry) -> Verdict:
        """Count a vote about a silent seat, in whatever step it was."""
        if entry.step < OPENING_STEPS:
            self._blame(entry.seat, Invalid(Reason.NOT_EXPECTED, "entry.kind"), entry.step, (entry,))
        if entry.step < self.number - WINDOW:
            return Verdict.KNOWN
        seats, expected = self.attendance(entry.step)
        try:
            self.absence.take(entry, seats, expected)
        except Invalid as error:
            self._blame(entry.seat, error, entry.step, (entry,))
        except Clash as clash:
            known = (self.absence.entry(vote) for vote in clash.votes if vote.digest != entry.digest)
            evidence = (*known, *(entry for vote in clash.votes if vote.digest == entry.digest))
            self._blame(clash.culprit, Invalid(Reason.EQUIVOCATION, clash.check.value), entry.step, evidence)
        self._accepted.append(entry)
        if entry.step == self.number:
            self._end()
        else:
            self._is_expelled(entry.step)
        return Verdict.ACCEPTED

    def _is_expelled(self, step: int) -> bool:
        """Notice that all others go on without the own seat: it may hold the steps since, which they do not."""
        exclusion = self.votes(step).excluded(None, self.held(step)) if self.own is not None else None
        if exclusion is not None and exclusion.seat == self.own:
            self.expelled, self.step = True, None
        return self.expelled

    def _notice_out_ahead(self, vote: Entry) -> None:
        """Notice that all others go on without the own seat in a step that it may never come to, by its own vote.

        They owe that vote no answer, which they take no more. Since each has signed an `out`, none lifts another's.
        """
        others = set(self.table.present) - {self.own}
        about_me = vote.kind == OUT and vote.target == self.own and len(others) + 1 >= FEWEST
        if about_me and others <= self._waiting.like(vote):
            self.expelled, self.step = True, None

    def _check_signature(self, entry: Entry) -> None:
        """Check that the seat's key signed; whether the entry speaks of chairs or of seats hangs on its step alone.

        Were it to hang on the session that the entry names, a chair could sign in the name of a seat that is another's.
        """
        table, opens = self.table, entry.step < OPENING_STEPS
        session = table.header.table_id if opens else table.session
        if entry.seat >= len(table.seating) or entry.session != session:
            raise Invalid(Reason.ENCODING, "entry.session")
        entry.check_signature(table.header.chairs[self.chair_of(entry)].key)

    def _keep(self, entry: Entry) -> Verdict:
        if self._waiting.has(entry):
            return Verdict.KNOWN
        return Verdict.LATER if self._waiting.keep(entry, self.number) else Verdict.KNOWN

    def _blame_late(self, entry: Entry) -> NoReturn:
        """Judge a new entry of a step that has ended, on the head that the step had."""
        other = self.done[entry.step].entries.get(entry.seat)
        self._blame_clash(entry, other)

    def _blame_clash(self, entry: Entry, other: Entry | None) -> NoReturn:
        if other is not None and other.slot == entry.slot:
            self._blame(entry.seat, Invalid(Reason.EQUIVOCATION, "slot"), entry.step, (other, entry))
        if other is not None and Leave.kind in {other.kind, entry.kind}:
            self._blame(entry.seat, Invalid(Reason.EQUIVOCATION, "leave"), entry.step, (other, entry))
        self._blame(entry.seat, Invalid(Reason.NOT_EXPECTED, "entry.slot"), entry.step, (entry,))

    def _take(self, entry: Entry, site: Site) -> None:
        other = self.pending.get(entry.seat)
        if self.step is None or other is not None or entry.seat not in self.step.seats:
            self._blame_clash(entry, other)
        step = Leave((entry.seat,)) if entry.kind == Leave.kind and self.number >= OPENING_STEPS else self.step
        site = replace(site, kind=step.kind)
        if entry.slot != site.slot(entry.seat):
            self._blame_clash(entry, None)
        try:
            contribution = step.read_body(self.table, site, entry.seat, entry.body)
        except Invalid as error:
            self._blame(entry.seat, error, entry.step, (entry,))
        self.pending[entry.seat] = entry
        self._accepted.append(entry)
        self._contributions[entry.seat] = contribution
        self._end()

    def _end(self) -> None:
        """End the present step if it can end, with all entries or without a seat that the others have voted out."""
        votes, held = self.ballot(), self.held(self.number)
        exclusion = votes.excluded(self.own, held)
        if self._is_expelled(self.number) or self.stopped:
            return
        if exclusion is not None:
            self._finish(exclusion)
        elif not self.missing and not votes.blocks(self.own, held):
            self._finish()

    def _finish(self, exclusion: Exclusion | None = None) -> None:
        """Begin the step that follows the present one, which can end."""
        step = self.step
        if step is None:
            return
        ending = Ending(
            table=self.table, site=self.site, step=step, entries=self.pending, contributions=self._contributions
        )
        try:
            done = ending.done() if exclusion is None else ending.without(exclusion)
        except SeatInvalid as error:
            self._blame(error.seat, error.invalid, self.number, (self.pending[error.seat],))
        rest = self._plan[1:] if done.whole else ()
        self._go_on(done, rest)

    def _go_on(self, done: Done, rest: Steps = ()) -> None:
        """Begin the step that follows one that has ended."""
        self._plan = rest or following(done.table, done.step)
        self.heads.append(done.head)
        self.done.append(done)
        self.table, self.pending, self._contributions = done.table, {}, {}
        self.ballots.go_on(done.table.present)
        over = self.ballots.abandoned or self.left or self.expelled or not self._plan
        self.step = None if over else self._plan[0]

    def _take_waiting(self) -> None:
        """Accept entries that came before their step, now that it may have begun."""
        found, before = None, set(self.proved)
        while entries := self._waiting.leave(self.number):
            for entry in entries:
                try:
                    self._retry(entry)
                except PeerFault as error:
                    found = found or error
            self._settle()
        if found and self.seat_of(found.fault) not in before:
            raise found

    def _retry(self, entry: Entry) -> None:
        try:
            verdict = self._accept(entry)
        except Invalid:
            return  # kept unchecked, and signed by nobody after all
        self.forked = self.forked or verdict is Verdict.FOREIGN

    def _blame(self, seat: Seat, error: Invalid, step: int, entries: tuple[Entry, ...]) -> NoReturn:
        """Keep what proves a seat at fault, behind what was accepted; one fault of each is enough."""
        fault = Fault(culprit=seat, reason=error.reason, check=error.check, step=step, entries=entries)
        seat = self.seat_of(fault)
        if seat in (proved := self.proved):
            raise PeerFault(proved[seat])
        self._accepted += [entry for entry in entries if not self.has(entry)]
        self._caught[seat] = fault
        self.faults.append(fault)
        if not self.ballots.abandoned:  # else there is no game any more that could stand still
            self.halted = self.number < OPENING_STEPS or seat == self.own or len(self.table.present) < FEWEST
        raise PeerFault(fault) from error
