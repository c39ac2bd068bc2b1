"""A table that stands in one step: entries and votes in flight, delivered in any order, over the real `StepVotes`.

Each seat's whole view is the set of messages that it has, and how the step ended there. Views are interned, and so are
their moves; a state of the table is one view for each honest seat. Patience is left out: whoever may sign an `Out` may
do so at any time. What is automatic (a `Keep`, the end of the step) happens in the move that causes it.

A *mortal* seat is honest and may stop at any time: what it has sent may be lost, unless a living seat has it. A
*faulty* one signs any of a bounded set of messages and shows each to whom it likes. Honest seats pass on all.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from protocol.votes import Clash, Keep, Out, StepVotes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PROOF: Final = -1
"""In place of a seat's view: it holds a proof that the faulty seat cheats."""

State: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """A seat's entry of the step."""

    voter: int
    digest: bytes


Message: TypeAlias = Paper | Out | Keep


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """How the step ended for a seat.

    Attributes:
        lost: the seat that was excluded.
        entries: those that count, by seat.
    """

    lost: int | None
    entries: tuple[tuple[int, bytes], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What one seat has: messages as a set of bits, and how the step ended."""

    seat: int
    has: int
    end: End | None


class Move(NamedTuple):
    """Something that may happen next.

    Attributes:
        place: of the seat in the state.
        message: number of the message that is delivered; None if an `Out` is signed.
        about: whom the `Out` is about.
        due: whether it happens sooner or later unless something else does first; what a lost seat has sent, or would
            still do, never is.
    """

    place: int
    message: int | None
    about: int
    due: bool


class Broken(AssertionError):
    """The rule fails: an honest seat looks guilty, or votes cannot be."""


def out(voter: int, about: int, held: bytes | None, lifted: bytes | None) -> Out:
    """Sign an `Out`: the digest is what it says."""
    digest = b"out %d %d %s %s" % (voter, about, held or b"-", lifted or b"-")
    return Out(voter=voter, about=about, held=held, lifted=lifted, digest=digest)


def keep(voter: int, about: int, held: bytes | None) -> Keep:
    """Sign a `Keep`."""
    return Keep(voter=voter, about=about, held=held, digest=b"keep %d %d %s" % (voter, about, held or b"-"))


def paper(seat: int, version: int = 0) -> Paper:
    """Sign an entry; only cheats have more than one version."""
    return Paper(voter=seat, digest=b"entry %d.%d" % (seat, version))


class Model:
    """The moves of one table.

    Args:
        seats: how many are present.
        expected: whose entries the step expects; all if not given.
        mortal: honest seats that may stop at any time.
        leavers: honest seats whose entries say that they leave.
        faulty: a seat that cheats, if one does.
        cheats: what it may sign; its good entry is not among them unless named,
            and no entry counts that the step does not expect.
        rule: what the votes mean; another than ours to see it fail.
    """

    def __init__(
        self,
        *,
        seats: int,
        expected: Iterable[int] | None = None,
        mortal: Iterable[int] = (),
        leavers: Iterable[int] = (),
        faulty: int | None = None,
        cheats: Iterable[Message] = (),
        rule: type[StepVotes] = StepVotes,
    ) -> None:
        self.rule = rule
        self.seats = seats
        self.expected = frozenset(range(seats) if expected is None else expected)
        self.mortal, self.faulty, self.leavers = frozenset(mortal), faulty, frozenset(leavers)
        self.honest = tuple(seat for seat in range(seats) if seat != faulty)
        self.messages: list[Message] = []
        self._ids: dict[Message, int] = {}
        self.views: list[View] = []
        self._view_ids: dict[View, int] = {}
        self._delivered: dict[tuple[int, int], int] = {}
        self._voted: dict[tuple[int, int], int] = {}
        self._allowed: dict[int, tuple[int, ...]] = {}
        self.cheats = self.set_of(one for one in cheats if not isinstance(one, Paper) or faulty in self.expected)
        self.start: State = tuple(self._enter(seat) for seat in self.honest)

    def id_of(self, message: Message) -> int:
        """Return the number of a message."""
        if message not in self._ids:
            self._ids[message] = len(self.messages)
            self.messages.append(message)
        return self._ids[message]

    def set_of(self, messages: Iterable[Message]) -> int:
        """Return messages as a set of bits."""
        return sum({1 << self.id_of(message) for message in messages})

    def keep_of(self, digest: bytes) -> Keep:
        """Return the `Keep` that has a digest."""
        return next(one for one in self.messages if isinstance(one, Keep) and one.digest == digest)

    def has(self, view: View) -> Iterator[Message]:
        """Return what a seat has."""
        return (self.messages[number] for number in bits(view.has))

    def outs(self, state: State) -> list[Out]:
        """Return every `Out` that an honest seat has signed."""
        return [
            message
            for number in state
            if number != PROOF
            for message in self.has(self.views[number])
            if isinstance(message, Out) and message.voter == self.views[number].seat
        ]

    def moves(self, state: State) -> list[Move]:
        """Return all that may happen next."""
        if PROOF in state:
            return []
        found: list[Move] = []
        views = [self.views[number] for number in state]
        sent = due = 0
        for view in views:
            sent |= view.has
            due |= 0 if view.seat in self.mortal else view.has
        for place, view in enumerate(views):
            lives = view.seat not in self.mortal
            found += (
                Move(place, message, -1, due=lives and bool(due >> message & 1))
                for message in bits((sent | self.cheats) & ~view.has)
            )
            found += (Move(place, None, about, due=lives) for about in self.may_vote(state[place]))
        return found

    def after(self, state: State, move: Move) -> State:
        """Return what the table comes to by a move."""
        number, place = state[move.place], move.place
        view = self._vote(number, move.about) if move.message is None else self._deliver(number, move.message)
        return (*state[:place], view, *state[place + 1 :])

    def _enter(self, seat: int) -> int:
        has = self.set_of([paper(seat)] if seat in self.expected else [])
        return self.settle(View(seat=seat, has=has, end=None))

    def _deliver(self, number: int, message: int) -> int:
        """Return what a seat's view becomes by one message more."""
        if (number, message) not in self._delivered:
            view = self.views[number]
            more = View(seat=view.seat, has=view.has | 1 << message, end=view.end)
            self._delivered[number, message] = self.settle(more)
        return self._delivered[number, message]

    def may_vote(self, number: int) -> tuple[int, ...]:
        """Return about whom a seat may sign an `Out`."""
        if number not in self._allowed:
            view = self.views[number]
            votes, held = self.read(view)
            self._allowed[number] = tuple(
                about
                for about in range(self.seats)
                if votes.out_refusal(view.seat, about, held=held, complete=view.end is not None) is None
            )
        return self._allowed[number]

    def _vote(self, number: int, about: int) -> int:
        """Return what a seat's view becomes by an `Out` that it may sign."""
        if (number, about) not in self._voted:
            view = self.views[number]
            votes, held = self.read(view)
            signed = out(view.seat, about, *votes.next_out(view.seat, about, held=held))
            more = View(seat=view.seat, has=view.has | self.set_of([signed]), end=None)
            self._voted[number, about] = self.settle(more)
        return self._voted[number, about]

    def read(self, view: View) -> tuple[StepVotes, dict[int, bytes]]:
        """Return the votes and the entries that a seat has; raise `Clash` if they prove that somebody cheats."""
        votes, held = self.rule(range(self.seats), self.expected), dict[int, bytes]()
        for message in self.has(view):
            if not isinstance(message, Paper):
                votes.take(message)
            else:
                held[message.voter] = message.digest
        return (votes.among_others(self.leavers & held.keys()) if self.leavers else votes), held

    def settle(self, view: View) -> int:
        """Do what is automatic: end the step, sign what is due, until nothing more is."""
        signers = [message.voter for message in self.has(view) if isinstance(message, Paper)]
        if len(set(signers)) < len(signers):
            return PROOF  # two entries of one seat; the honest sign one
        try:
            return self.view_id(self._settled(view))
        except Clash as clash:
            if clash.culprit != self.faulty:
                raise Broken(f"honest seat {clash.culprit} looks guilty: {clash.votes}") from clash
            return PROOF

    def _settled(self, view: View) -> View:
        """Raise `Clash` if a cheat's vote stands against another one, or against a `Keep` that is due only now."""
        votes, held = self.read(view)
        has, end = view.has, view.end or self.end_of(view.seat, votes, held)
        while due := votes.keeps_due(view.seat, held=held, complete=end is not None):
            for about, entry in due:
                votes.take(keep(view.seat, about, entry))
            has |= self.set_of(keep(view.seat, about, entry) for about, entry in due)
            end = end or self.end_of(view.seat, votes, held)
        self._audit(view.seat, end, votes, held)
        return View(seat=view.seat, has=has, end=end)

    def _audit(self, seat: int, end: End | None, votes: StepVotes, held: dict[int, bytes]) -> None:
        """Hold the view of who reads a seat's log to that of the seat, which may be outvoted by all others."""
        if end is None or seat in self.leavers:
            return
        found = votes.excluded(None, held)
        lost = found.seat if found else None
        if lost != end.lost and (lost, end.lost) != (seat, None):
            raise Broken(f"seat {seat} ends the step with {end}, its log with {lost}")

    def end_of(self, seat: int, votes: StepVotes, held: dict[int, bytes]) -> End | None:
        """Return how the step ends for a seat that has these votes and entries; None if it does not."""
        exclusion = votes.excluded(seat, held)
        if exclusion is not None:
            counted = {**held, exclusion.seat: exclusion.entry}
            entries = tuple(sorted((one, entry) for one, entry in counted.items() if entry is not None))
            return End(lost=exclusion.seat, entries=entries)
        if self.expected <= held.keys() and not votes.blocks(seat, held):
            return End(lost=None, entries=tuple(sorted(held.items())))
        return None

    def view_id(self, view: View) -> int:
        """Return the number of a view in which all is done that is automatic."""
        if view not in self._view_ids:
            self._view_ids[view] = len(self.views)
            self.views.append(view)
        return self._view_ids[view]


def bits(number: int) -> Iterator[int]:
    """Return the places of the bits that are set."""
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


def union(sets: Iterable[int]) -> int:
    """Return what is in any of some sets of bits."""
    return reduce(or_, sets, 0)
