"""The log as far as it has been accepted, and what follows from it. PROTOCOL section "Log"."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any, Self

from protocol.absence import Absence, is_absence
from protocol.ballots import Ballots, is_vote
from protocol.caught import counts, lacking
from protocol.log import OPENING_STEPS
from protocol.steps.base import Site
from protocol.steps.leaving import Leave
from protocol.steps.plan import opening
from protocol.stopping import LogPast, Stops, is_stop
from protocol.table import SetUp, Table
from protocol.votes import StepVotes
from protocol.waiting import WaitingRoom
from protocol.worths import Worths, is_worth

if TYPE_CHECKING:
    from protocol.done import Done
    from protocol.faults import Fault
    from protocol.game import Game, Seat
    from protocol.group import Group
    from protocol.header import Header
    from protocol.log import Entry
    from protocol.steps.base import AnyStep


class Record:
    """The log as far as it has been accepted.

    Attributes:
        table: the public state as the present step begins.
        heads: the head before each step, from the first to the present one.
        done: the steps that have ended.
        pending: entries of the present step.
        step: the present step; None when the game is over, be it closed or abandoned.
        faults: all that were proved, in their order.
        halted: whether the game cannot go on after a fault: it was proved too early, of one of two, or is the own one.
        stops: where seats have stopped since another one cheats.
        ballots: votes to end the game for all.
        absence: votes about silent seats.
        worths: what seats have proved of their gold since the game was ended for all.
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
        self.faults: list[Fault] = []
        self.halted = False
        self.stops = Stops()
        self.ballots = Ballots(range(len(seating)))
        self.absence = Absence()
        self.worths = Worths()
        self.expelled = False
        self.forked = False
        self._chair = chair
        self._contributions: dict[Seat, Any] = {}
        self._accepted: list[Entry] = []
        self._caught: dict[Seat, Fault] = {}  # of those who are still to be put out
        self._settled: frozenset[Seat] = frozenset()
        self._plan = opening(self.table)
        self._waiting = WaitingRoom(len(seating))
        self.step: AnyStep | None = self._plan[0]

    def copy(self) -> Self:
        """Return a chain of its own that has accepted the same entries."""
        twin = copy(self)
        twin.heads, twin.done, twin.pending = list(self.heads), list(self.done), dict(self.pending)
        twin.ballots, twin._waiting = self.ballots.copy(), self._waiting.copy()  # noqa: SLF001 - its own kind
        twin.absence, twin.stops, twin.worths = self.absence.copy(), self.stops.copy(), self.worths.copy()
        twin.faults, twin._caught = list(self.faults), dict(self._caught)  # noqa: SLF001 - its own kind
        twin._contributions = dict(self._contributions)  # noqa: SLF001 - its own kind
        twin._accepted = list(self._accepted)  # noqa: SLF001 - its own kind
        return twin

    @property
    def own(self) -> Seat | None:
        """The own seat, None for an audit or a watcher."""
        return None if self._chair is None else self.table.seating.index(self._chair)

    @property
    def fault(self) -> Fault | None:
        """The first proved fault, if there is one."""
        return self.faults[0] if self.faults else None

    def seat_of(self, fault: Fault) -> Seat:
        """Return the culprit's seat; a fault in the first steps names the chair, of which there are no seats then."""
        return self.table.seating.index(fault.culprit) if fault.step < OPENING_STEPS else fault.culprit

    @property
    def proved(self) -> dict[Seat, Fault]:
        """The fault of each seat that is to be put out for it, or has been: a further one of these is no news."""
        out = {self.seat_of(fault): fault for fault in self.faults}
        return {seat: fault for seat, fault in out.items() if seat in self._settled} | self._caught

    @property
    def culprit(self) -> Seat | None:
        """Who is to be put out next: it is proved to cheat, or it is lost and somebody has stopped for it."""
        gone = (seat for seat in self.stops.culprits if self._holds_up(seat))
        return next((seat for seat in (*self._caught, *gone) if seat not in self._settled), None)

    def _holds_up(self, seat: Seat) -> bool:
        """Return whether somebody has stopped for a seat in the step that ended without it, and so stays behind there.

        Who says anything else about a lost seat is not waited for; what one has signed that left in order is judged.
        """
        out = next((done.site for done in self.done if done.lost == seat), None)
        stops = self.stops.about(seat) if out else []
        return any((stop.step, stop.head) == (out.step, out.head) and counts(stop, self.past) for stop in stops if out)

    @property
    def stopped(self) -> bool:
        """Whether the own seat goes on with no step until a culprit is out. Who only reads sees what the others do."""
        return self.own is not None and self.culprit is not None and not self.ballots.abandoned

    @property
    def shown(self) -> frozenset[Seat]:
        """Of whom no worth is waited for: it is here, or the seat is proved to cheat."""
        return frozenset(self.worths.entries) | self._caught.keys()

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Seats for which the game waits: those whose entries are missing, or their stops for a culprit."""
        culprit = self.culprit
        if culprit is None:
            return self.missing
        return tuple(sorted(lacking(self.stops.about(culprit), culprit, self.past, self.number)))

    @property
    def past(self) -> LogPast:
        """The log as the rule about culprits looks at it."""
        return LogPast(self.heads, self.done, self.table.present, self.pending)

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

    def before(self, step: int) -> Table:
        """Return the public state as a step began, which may be the present one."""
        return self.done[step - 1].table if 0 < step <= self.number else self.table

    def matters(self, fault: Fault, step: int, head: bytes) -> bool:
        """Return whether somebody who stands in a step on a head may still have to learn of a fault."""
        outs = {done.lost: done.site.step for done in self.done if done.agreed is not None}
        out = outs.get(self.seat_of(fault))
        if out is None or self.halted:
            return self.halted or self.seat_of(fault) in self._caught
        return step <= out or (step < len(self.heads) and self.heads[step] != head)

    def recent_stops(self, first: int) -> list[Entry]:
        """Return the stops that others may lack who are in this step or behind it."""
        puts = {done.lost: done.site.step for done in self.done if done.agreed is not None}
        return [stop for stop in self.stops.entries if puts.get(stop.target, self.number) >= first]

    def ballot(self) -> StepVotes:
        """Return the votes about silent seats in the present step, which may be none."""
        return self.votes(self.number)

    def votes(self, step: int) -> StepVotes:
        """Return the votes about silent seats in a step, without those of seats that leave in it."""
        votes = self.absence.of(step) or StepVotes(*self.attendance(step))
        return votes.among_others(entry.seat for entry in self.entries(step) if entry.kind == Leave.kind)

    def held(self, step: int) -> dict[Seat, bytes]:
        """Return the digests of the accepted entries of a step, by seat."""
        return {entry.seat: entry.digest for entry in self.entries(step)}

    def has(self, entry: Entry) -> bool:
        """Return whether this payload has been accepted."""
        if is_vote(entry):
            return self.ballots.has(entry)
        if is_worth(entry):
            return self.worths.has(entry)
        if is_absence(entry):
            return self.absence.has(entry)
        if is_stop(entry):
            return (known := self.stops.find(entry.seat, entry.target)) is not None and known.digest == entry.digest
        if entry.step > self.number:
            return False
        held = self.done[entry.step].entries if entry.step < self.number else self.pending
        return entry.seat in held and held[entry.seat].digest == entry.digest

    def chair_of(self, entry: Entry) -> Seat:
        """Return the chair that signs: entries of the first steps name it, later ones name its seat."""
        return entry.seat if entry.step < OPENING_STEPS else self.table.seating[entry.seat]

    @property
    def kept_open(self) -> bool:
        """Whether the present step has all entries and does not end, because of a vote that nobody has answered yet."""
        return not self.missing and self.ballot().blocks(self.own, self.held(self.number))

    @property
    def left(self) -> bool:
        """Whether the own seat has left in order."""
        return self.own in self.table.lost and not self.expelled

    def attendance(self, step: int) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
        """Return who was present as a step began, and whose entries it expects."""
        if step < self.number:
            return self.done[step].seats, self.done[step].step.seats
        return self.table.present, self.step.seats if self.step else ()
