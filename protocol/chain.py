"""The log's acceptance: which entry counts, which comes too early, and which proves its signer at fault.

A chain has no secrets and no links; session, watcher and audit all read the log through it. PROTOCOL section "Log".
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from enum import Enum, unique
from typing import TYPE_CHECKING, Any, Final, NoReturn

from protocol.absence import WINDOW, Absence, is_absence
from protocol.ballots import Ballots, is_vote
from protocol.done import Done, Ending
from protocol.errors import Invalid, Reason
from protocol.faults import Fault, PeerFault, SeatInvalid
from protocol.steps.base import Site
from protocol.steps.leaving import Leave
from protocol.steps.plan import following, opening
from protocol.table import SetUp, Table
from protocol.votes import Clash, StepVotes
from protocol.waiting import WaitingRoom

if TYPE_CHECKING:
    from protocol.game import Game, Seat
    from protocol.group import Group
    from protocol.header import Header
    from protocol.log import Entry
    from protocol.steps.base import AnyStep
    from protocol.votes import Exclusion

OPENING_STEPS: Final = 2
"""The steps in which entries speak of chairs and are signed for the table id: the session does not exist yet."""


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


class Chain:
    """The log as far as it has been accepted.

    Attributes:
        table: the public state as the present step begins.
        heads: the head before each step, from the first to the present one.
        done: the steps that have ended.
        pending: entries of the present step.
        step: the present step; None when the game is over, be it closed or abandoned.
        fault: the first proved fault; nothing is accepted after it.
        ballots: votes to end the game for all.
        absence: votes about silent seats.
        expelled: whether all others go on without the own seat.
        forked: whether an entry that waited for its step turned out to stand on another head.
    """

    def __init__(self, *, group: Group, game: Game[Any], header: Header, chair: Seat | None = None) -> None:
        """Args are the suite, the rules, the header, and the own chair: None for an audit or a watcher."""
        seating = tuple(range(len(header.chairs)))
        self.table = Table(
            group=group,
            game=game,
            header=header,
            session=header.table_id,
            seating=seating,
            setup=SetUp(joint=group.identity),
        )
        self.heads = [header.table_id]
        self.done: list[Done] = []
        self.pending: dict[Seat, Entry] = {}
        self.fault: Fault | None = None
        self.ballots = Ballots(range(len(seating)))
        self.absence = Absence()
        self.expelled = False
        self.forked = False
        self._chair = chair
        self._contributions: dict[Seat, Any] = {}
        self._accepted: list[Entry] = []
        self._plan = opening(self.table)
        self._waiting = WaitingRoom(len(seating))
        self.step: AnyStep | None = self._plan[0]

    def copy(self) -> Chain:
        """Return a chain of its own that has accepted the same entries."""
        twin = copy(self)
        twin.heads, twin.done, twin.pending = list(self.heads), list(self.done), dict(self.pending)
        twin.ballots, twin._waiting = self.ballots.copy(), self._waiting.copy()  # noqa: SLF001 - its own kind
        twin.absence = self.absence.copy()
        twin._contributions = dict(self._contributions)  # noqa: SLF001 - its own kind
        twin._accepted = list(self._accepted)  # noqa: SLF001 - its own kind
        return twin

    @property
    def own(self) -> Seat | None:
        """The own seat, None for an audit or a watcher."""
        return None if self._chair is None else self.table.seating.index(self._chair)

    @property
    def number(self) -> int:
        """Number of the present step."""
        return len(self.done)

    @property
    def site(self) -> Site:
        """Where the present step stands."""
        kind = self.step.kind if self.step else ""
        return Site(session=self.table.session, step=self.number, kind=kind, head=self.heads[-1])

    @property
    def missing(self) -> tuple[Seat, ...]:
        """Seats whose entries the present step waits for."""
        return tuple(seat for seat in self.step.seats if seat not in self.pending) if self.step else ()

    def entries(self, step: int) -> list[Entry]:
        """Return the accepted entries of a step, as they came."""
        if step < self.number:
            return list(self.done[step].entries.values())
        return list(self.pending.values()) if step == self.number else []

    def ballot(self) -> StepVotes:
        """Return the votes about silent seats in the present step, which may be none."""
        return self.votes(self.number)

    def votes(self, step: int) -> StepVotes:
        """Return the votes about silent seats in a step, without those of seats that leave in it."""
        votes = self.absence.of(step) or StepVotes(*self._attendance(step))
        return votes.among_others(entry.seat for entry in self.entries(step) if entry.kind == Leave.kind)

    def held(self, step: int) -> dict[Seat, bytes]:
        """Return the digests of the accepted entries of a step, by seat."""
        return {entry.seat: entry.digest for entry in self.entries(step)}

    def has(self, entry: Entry) -> bool:
        """Return whether this payload has been accepted."""
        if is_vote(entry):
            return self.ballots.has(entry)
        if is_absence(entry):
            return self.absence.has(entry)
        if entry.step > self.number:
            return False
        held = self.done[entry.step].entries if entry.step < self.number else self.pending
        return entry.seat in held and held[entry.seat].digest == entry.digest

    def chair_of(self, entry: Entry) -> Seat:
        """Return the chair that signs: entries of the first steps name it, later ones name its seat."""
        return entry.seat if entry.step < OPENING_STEPS else self.table.seating[entry.seat]

    def take_accepted(self) -> list[Entry]:
        """Return the entries that were accepted since the last call, in their order."""
        accepted, self._accepted = self._accepted, []
        return accepted

    def accept(self, entry: Entry, *, own: bool = False) -> Verdict:
        """Algorithm 53 (Accept). Take an entry into account; the proofs of one just made here are not checked again.

        Raises `Invalid` if nobody's key signed it, `PeerFault` if its signer is at fault; the chain stands still then,
        and `fault` is set.
        """
        verdict = self._accept(entry, own=own)
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
        return Verdict.KNOWN if self.fault or self.ballots.abandoned else self._judge(entry, own=own)

    def _judge(self, entry: Entry, *, own: bool) -> Verdict:
        """Take a new and validly signed entry into account."""
        if self.expelled or self.left or self._was_lost(entry):
            return Verdict.KNOWN
        if entry.step > self.number:
            return self._keep(entry)
        if entry.head != self.heads[entry.step]:
            return Verdict.FOREIGN
        if is_vote(entry):
            return self._count(entry)
        if is_absence(entry):
            return self._weigh(entry)
        if entry.step < self.number:
            self._blame_late(entry)
        self._take(entry, replace(self.site, own=own))
        return Verdict.ACCEPTED

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
        """Count a vote; whoever has seen the game closed does not count any more."""
        if self.step is None or entry.step < OPENING_STEPS:
            return Verdict.KNOWN
        try:
            self.ballots.take(entry)
        except Invalid as error:
            self._blame(entry.seat, error, entry.step, (entry,))
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
        seats, expected = self._attendance(entry.step)
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

    def _attendance(self, step: int) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
        """Return who was present as a step began, and whose entries it expects."""
        if step < self.number:
            return self.done[step].seats, self.done[step].step.seats
        return self.table.present, self.step.seats if self.step else ()

    def _is_expelled(self, step: int) -> bool:
        """Notice that all others go on without the own seat: it may hold the steps since, which they do not."""
        exclusion = self.votes(step).excluded(None, self.held(step)) if self.own is not None else None
        if exclusion is not None and exclusion.seat == self.own:
            self.expelled, self.step = True, None
        return self.expelled

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
        other = self._waiting.find(entry)
        if other is None:
            return Verdict.LATER if self._waiting.keep(entry, self.number) else Verdict.KNOWN
        if other.digest != entry.digest:
            self._blame(entry.seat, Invalid(Reason.EQUIVOCATION, "slot"), entry.step, (other, entry))
        return Verdict.KNOWN

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
        if self._is_expelled(self.number):
            return
        if exclusion is not None:
            self._finish(exclusion)
        elif not self.missing and not votes.blocks(self.own, held):
            self._finish()

    @property
    def kept_open(self) -> bool:
        """Whether the present step has all entries and does not end, because of a vote that nobody has answered yet."""
        return not self.missing and self.ballot().blocks(self.own, self.held(self.number))

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
        self._plan = (self._plan[1:] if done.whole else ()) or following(done.table, step)
        self.heads.append(done.head)
        self.done.append(done)
        self.table, self.pending, self._contributions = done.table, {}, {}
        self.ballots.go_on(done.table.present)
        over = self.ballots.abandoned or self.left or not self._plan
        self.step = None if over else self._plan[0]

    @property
    def left(self) -> bool:
        """Whether the own seat has left in order."""
        return self.own in self.table.lost and not self.expelled

    def _take_waiting(self) -> None:
        """Accept entries that came before their step, now that it may have begun."""
        while (entries := self._waiting.leave(self.number)) and self.fault is None:
            for entry in entries:
                self._retry(entry)

    def _retry(self, entry: Entry) -> None:
        try:
            verdict = self._accept(entry)
        except Invalid:
            return  # kept unchecked, and signed by nobody after all
        self.forked = self.forked or verdict is Verdict.FOREIGN

    def _blame(self, seat: Seat, error: Invalid, step: int, entries: tuple[Entry, ...]) -> NoReturn:
        self.fault = Fault(culprit=seat, reason=error.reason, check=error.check, step=step, entries=entries)
        raise PeerFault(self.fault) from error
