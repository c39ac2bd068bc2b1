"""A table of a few steps at which one seat cheats: entries, votes and stops in flight, over the real rules.

A seat's view is the set of what it has and the way that its log took. A step ends, and a seat stops, in the move that
causes it. The game without the culprit is not followed any further: how it begins is what must be the same for all.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from protocol.caught import Outcome, Stop, counts, last_common, outcome
from protocol.votes import Clash, Keep, Out, StepVotes
from tests.helpers.evidence_views import BAD, Ended, Note, Sheet, View, expelled, hashed, sheet, way
from tests.helpers.votes_model import Broken, Move, bits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from protocol.caught import Past as LogPast
    from tests.helpers.evidence_views import Message

State: TypeAlias = tuple[int, ...]

Rule: TypeAlias = "Callable[[Iterable[Stop], int, LogPast], Outcome | None]"


class Past:
    """A view as the rule looks at it."""

    def __init__(self, model: EvidenceModel, view: View) -> None:
        self._model, self._view = model, view

    def head(self, step: int) -> bytes | None:
        """Return the head before a step."""
        return self._view.heads[step] if step < len(self._view.heads) else None

    def present(self, step: int) -> frozenset[int]:
        """Return who was present as a step began."""
        return self._model.present(self._view, step)

    def is_common(self, step: int, culprit: int) -> bool:
        """Return whether all but the culprit have come to a step."""
        if step == 0:
            return True
        signed = {note.content.voter for note in self._model.sheets(self._view, step)}
        return self.present(step) - {culprit} <= signed


class EvidenceModel:
    """The moves of one table.

    Args:
        steps: whose entries each of them expects.
        seats: how many sit down; the last one cheats.
        mortal: honest seats that may stop at any time.
        leaves: the number of the step with which an honest seat leaves, by seat.
        versions: of the cheat's entries.
        voting: whether honest seats vote; about whom the cheat signs both votes.
        rule: another than ours to see it fail.
    """

    def __init__(
        self,
        *,
        seats: int,
        steps: Sequence[Iterable[int]],
        mortal: Iterable[int] = (),
        leaves: Mapping[int, int] | None = None,
        versions: Sequence[int] = (0, 1),
        voting: bool = False,
        about: Iterable[int] = (),
        rule: Rule = outcome,
    ) -> None:
        self.seats, self.steps = seats, [frozenset(step) for step in steps]
        self.mortal, self.faulty, self.leaves = frozenset(mortal), seats - 1, dict(leaves or {})
        self.honest = tuple(range(seats - 1))
        self._versions, self.voting, self._about, self._rule = versions, voting, tuple(about), rule
        self.messages: list[Message] = []
        self._ids: dict[Message, int] = {}
        self.views: list[View] = []
        self._view_ids: dict[View, int] = {}
        self._delivered: dict[tuple[int, int], int] = {}
        self._voted: dict[tuple[int, int], int] = {}
        self._allowed: dict[int, tuple[int, ...]] = {}
        self._signed: dict[tuple[int, bytes], int] = {}
        self.start: State = tuple(self._settle(View(seat=seat, has=0)) for seat in self.honest)

    # What there is

    def id_of(self, message: Message) -> int:
        """Return the number of a message."""
        if message not in self._ids:
            self._ids[message] = len(self.messages)
            self.messages.append(message)
        return self._ids[message]

    def _has(self, view: View) -> Iterator[Message]:
        return (self.messages[number] for number in bits(view.has))

    def notes(self, view: View, step: int) -> Iterator[Note]:
        """Return what a seat has of a step on its log."""
        head = view.heads[step]
        return (one for one in self._has(view) if isinstance(one, Note) and (one.step, one.head) == (step, head))

    def sheets(self, view: View, step: int) -> Iterator[Note]:
        """Return the entries that a seat has of a step on its log, but those that nobody takes."""
        return (
            note for note in self.notes(view, step) if isinstance(note.content, Sheet) and note.content.version != BAD
        )

    def present(self, view: View, step: int) -> frozenset[int]:
        """Return who was present as a step began."""
        return frozenset(range(self.seats)).difference(*(ended.gone for ended in view.done[:step]))

    def expected(self, view: View, step: int) -> frozenset[int]:
        """Return whose entries a step expects; none once the game is over."""
        return self.steps[step] & self.present(view, step) if step < len(self.steps) else frozenset()

    def _read(self, view: View, step: int, *, guilty: bool = False) -> tuple[StepVotes, dict[int, bytes]]:
        """Return the votes (those of a guilty seat left out) and entries of a step; raise `Clash` for a proof."""
        votes, held = StepVotes(self.present(view, step), self.expected(view, step)), dict[int, bytes]()
        for note in self.notes(view, step):
            if not isinstance(note.content, Sheet):
                if not guilty or note.content.voter != self.faulty:
                    votes.take(note.content)
            elif note.content.version != BAD:
                held[note.content.voter] = note.content.digest
        return votes.among_others(self._leaving(held, step)), held

    def _leaving(self, seats: Iterable[int], step: int) -> frozenset[int]:
        """Return who of some seats, whose entries of a step are there, leaves with it."""
        return frozenset(seat for seat in seats if self.leaves.get(seat) == step)

    def left(self, view: View) -> bool:
        """Return whether a seat has left: it votes no more, but says where it stands."""
        return view.seat not in self.present(view, len(view.done))

    def guilty(self, view: View) -> bool:
        """Return whether a seat holds evidence; raise `Broken` if that is against an honest one."""
        for step in range(len(view.heads)):
            versions: dict[int, set[int]] = {}
            for note in self.notes(view, step):
                if isinstance(note.content, Sheet):
                    versions.setdefault(note.content.voter, set()).add(note.content.version)
            for voter, its in versions.items():
                if len(its) > 1 or BAD in its:
                    self._accuse(voter)
                    return True
            try:
                self._read(view, step)
            except Clash as clash:
                self._accuse(clash.culprit)
                return True
        return False

    def _accuse(self, seat: int) -> None:
        if seat != self.faulty:
            raise Broken(f"honest seat {seat} looks guilty")

    def outs(self, view: View) -> Iterator[int]:
        """Return about whom a seat has voted to go on without them."""
        for one in self._has(view):
            if isinstance(one, Note) and isinstance(one.content, Out) and one.content.voter == view.seat:
                yield one.content.about

    def waits(self, view: View) -> bool:
        """Return whether a seat has neither come to the end nor gone on without the culprit."""
        if self.left(view) or expelled(view):
            return False
        return way(view) is None and (self.stopped(view) or len(view.done) < len(self.steps))

    # What may happen

    def moves(self, state: State) -> list[Move]:
        """Return all that may happen next."""
        views = [self.views[number] for number in state]
        sent = due = cheats = 0
        for view in views:
            sent |= view.has
            due |= 0 if view.seat in self.mortal else view.has
            for step in range(len(view.heads)):
                cheats |= self._cheats(step, view.heads[step], view)
        found: list[Move] = []
        for place, view in enumerate(views):
            if view.outcome is not None and view.outcome.step is not None:
                continue
            lives = view.seat not in self.mortal
            found += (
                Move(place, message, -1, due=lives and bool(due >> message & 1))
                for message in bits((sent | cheats) & ~view.has)
            )
            found += (Move(place, None, about, due=lives) for about in self._may_vote(state[place]))
        return found

    def _cheats(self, step: int, head: bytes, view: View) -> int:
        """Return what the cheat may sign on a head."""
        if (step, head) not in self._signed:
            found: list[Note] = []
            present, expected = self.present(view, step), self.expected(view, step)
            if self.faulty in expected:
                found += (replace(sheet(self.faulty, head, version), step=step) for version in self._versions)
            if self.faulty in present and step < len(self.steps):
                for about in self._about:
                    held = replace(sheet(about, head), step=step).content.digest if about in expected else None
                    mark = head + bytes([self.faulty, about])
                    outs = Out(voter=self.faulty, about=about, held=None, lifted=None, digest=b"out" + mark)
                    keeps = Keep(voter=self.faulty, about=about, held=held, digest=b"keep" + mark)
                    found += (Note(step=step, head=head, content=one) for one in (outs, keeps))
            self._signed[step, head] = sum({1 << self.id_of(one) for one in found})
        return self._signed[step, head]

    def after(self, state: State, move: Move) -> State:
        """Return what the table comes to by a move."""
        number, place = state[move.place], move.place
        view = self._vote(number, move.about) if move.message is None else self._deliver(number, move.message)
        return (*state[:place], view, *state[place + 1 :])

    def _deliver(self, number: int, message: int) -> int:
        if (number, message) not in self._delivered:
            view = self.views[number]
            self._delivered[number, message] = self._settle(replace(view, has=view.has | 1 << message))
        return self._delivered[number, message]

    def _open(self, view: View) -> bool:
        """Return whether a seat goes on as usual: it is in a step, and has not stopped."""
        now = len(view.done)
        return now < len(self.steps) and view.seat in self.present(view, now) and not self.stopped(view)

    def stopped(self, view: View) -> bool:
        """Return whether a seat has stopped, and must not go on in its log."""
        mine = any(isinstance(one, Stop) and one.signer == view.seat for one in self._has(view))
        return mine and (view.outcome is None or view.outcome.step is not None)

    def _may_vote(self, number: int) -> tuple[int, ...]:
        if number not in self._allowed:
            view, now = self.views[number], len(self.views[number].done)
            allowed: list[int] = []
            if self.voting and self._open(view):
                votes, held = self._read(view, now)
                allowed = [
                    about
                    for about in range(self.seats)
                    if votes.out_refusal(view.seat, about, held=held, complete=False) is None
                ]
            self._allowed[number] = tuple(allowed)
        return self._allowed[number]

    def _vote(self, number: int, about: int) -> int:
        if (number, about) not in self._voted:
            view = self.views[number]
            now = len(view.done)
            votes, held = self._read(view, now)
            named, lifted = votes.next_out(view.seat, about, held=held)
            digest = b"out" + hashed(view.heads[now], bytes([view.seat, about]), named or b"-", lifted or b"-")
            vote = Out(voter=view.seat, about=about, held=named, lifted=lifted, digest=digest)
            self._voted[number, about] = self._settle(
                self._with(view, Note(step=now, head=view.heads[now], content=vote))
            )
        return self._voted[number, about]

    def _with(self, view: View, *more: Message) -> View:
        has = view.has
        for one in more:
            has |= 1 << self.id_of(one)
        return replace(view, has=has)

    # What is automatic

    def _settle(self, view: View) -> int:
        before = None
        while view != before:
            before = view
            view = self._on(view)
        return self.view_id(view)

    def view_id(self, view: View) -> int:
        """Return the number of a view in which all is done that is automatic."""
        if view not in self._view_ids:
            self._view_ids[view] = len(self.views)
            self.views.append(view)
        return self._view_ids[view]

    def _on(self, view: View) -> View:
        """Do one thing that is automatic, if there is any."""
        stops = [one for one in self._has(view) if isinstance(one, Stop)]
        mine = any(stop.signer == view.seat for stop in stops)
        now, past = len(view.done), Past(self, view)
        gone = self.faulty not in past.present(now)
        held_up = [stop for stop in stops if self._holds_up(view, stop)]
        guilty = self.guilty(view)
        if not mine and (guilty or held_up):
            last = last_common(past, now, self.faulty)
            if not gone or self.faulty in past.present(last) or held_up:
                return self._with(view, self._stop(view, last))
        if view.outcome is None and (found := self._rule(stops, self.faulty, past)) is not None:
            return replace(view, outcome=found)
        return self._keeps(view if not self._open(view) else self._go_on(view, now))

    def _holds_up(self, view: View, stop: Stop) -> bool:
        """Return whether a stop says that its signer stands in the step that ended without the cheat here."""
        out = next((step for step, ended in enumerate(view.done) if ended.lost == self.faulty), None)
        return out is not None and (stop.step, stop.head) == (out, view.heads[out]) and counts(stop, Past(self, view))

    def _stop(self, view: View, last: int) -> Stop:
        head, last_head = view.heads[-1], view.heads[last]
        return Stop(
            signer=view.seat,
            culprit=self.faulty,
            step=len(view.done),
            head=head,
            present=self.present(view, len(view.done)),
            last=last,
            last_head=last_head,
            digest=hashed(b"stop", bytes([view.seat, last]), head, last_head),
        )

    def _go_on(self, view: View, now: int) -> View:
        head, (votes, held) = view.heads[now], self._read(view, now)
        if view.seat in self.expected(view, now) and view.seat not in held:
            return self._with(view, replace(sheet(view.seat, head), step=now))
        exclusion = votes.excluded(view.seat, held)
        if exclusion is not None:
            counted = {**held, exclusion.seat: exclusion.entry}
            return self._end(view, {seat: digest for seat, digest in counted.items() if digest}, exclusion.seat)
        if self.expected(view, now) <= held.keys() and not votes.blocks(view.seat, held):
            return self._end(view, held, None)
        return view

    def _keeps(self, view: View) -> View:
        """Answer the votes on those whose entries are here, also after having stopped."""
        guilty = self.guilty(view)
        for step in range(len(view.heads)):
            if view.seat not in self.present(view, step):
                break
            votes, held = self._read(view, step, guilty=guilty)
            for about, named in votes.keeps_due(view.seat, held=held, complete=step < len(view.done)):
                digest = b"keep" + hashed(view.heads[step], bytes([view.seat, about]))
                vote = Keep(voter=view.seat, about=about, held=named, digest=digest)
                view = self._with(view, Note(step=step, head=view.heads[step], content=vote))
        return view

    def _end(self, view: View, entries: Mapping[int, bytes], lost: int | None) -> View:
        now, digests = len(view.done), (digest for _, digest in sorted(entries.items()))
        seats, left = self.present(view, now), self._leaving(entries, now)
        ended = Ended(seats=seats, expected=self.expected(view, now), lost=lost, left=left)
        head = hashed(b"head", view.heads[-1], bytes([9 if lost is None else lost]), *digests)
        return replace(view, heads=(*view.heads, head), done=(*view.done, ended))
