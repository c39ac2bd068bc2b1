"""Votes about a seat that is silent: when a step may end without it. PROTOCOL section "Absence".

Each seat may say `out` or `keep` once about each other seat in each step. The rule, for the votes of one step:

- A vote counts for those who hold its signer's entry, if the step expects one; nobody votes before its own is out.
- `out` is for who lacks the seat's entry or, while a vote about another is under way, any vote of the seat. It names
  the entry if its signer holds it. Nobody signs one after ending the step, or about whom it has kept.
- `keep` is automatic. It answers an `out` whose signer lacks the entry; once the seat has voted, or the step has ended
  here, it answers any. It names the entry, and so its signer holds it.
- An `out` is lifted, for its signer, by a `keep` of any seat but the one that both are about. A signer has one
  unlifted `out` at most, and its next one names the `keep` that lifted the last. With one unlifted a seat does not
  end the step in the usual way, even if all entries are there.
- Who leaves the game with its entry does not vote: its votes do not count, and nobody waits for them. If only one other
  seat is left that votes about somebody, an `out` about that one means nothing: nobody could lift it.
- The step ends without a seat for whoever has its own `out` about it unlifted, an `out` of each other seat, and their
  entries. The lost seat's own entry counts if one of these names it, and then everybody waits for it.

Nothing here has a clock or a key: how long to be patient, and that a vote was signed, is the caller's business. That
honest seats never end a step in two ways was searched by `tests.votes_search`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique
from typing import TYPE_CHECKING, Final, TypeAlias

from protocol.errors import LocalError, ProtocolError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from protocol.game import Seat

FEWEST: Final = 3
"""Present seats of which one can be lost; of two, each could throw out the other alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Out:
    """A seat asks to go on without another one.

    Attributes:
        voter: who signs.
        about: who is missed.
        held: digest of the missed seat's entry of the step, if the voter holds it.
        lifted: digest of the `Keep` that lifted the voter's last `Out` of this step; None in its first one.
        digest: stands for the signed payload.
    """

    voter: Seat
    about: Seat
    held: bytes | None
    lifted: bytes | None
    digest: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Keep:
    """A seat answers that another one is there.

    Attributes:
        voter: who signs.
        about: who is there.
        held: digest of that seat's entry of the step; None exactly if the step expects none.
        digest: stands for the signed payload.
    """

    voter: Seat
    about: Seat
    held: bytes | None
    digest: bytes


Vote: TypeAlias = Out | Keep


@unique
class Check(Enum):
    """What votes prove against their signer."""

    DOMAIN = "vote.domain"
    """One vote that nobody may sign: about itself, about or by an absent seat, with an entry that cannot be."""
    SLOT = "vote.slot"
    """Two payloads in one slot."""
    BOTH = "vote.both"
    """`out` and `keep` about the same seat."""
    UNLIFTED = "vote.unlifted"
    """A second `out` while one was not lifted."""


class Clash(ProtocolError):
    """Votes prove that their signer cheats.

    Attributes:
        culprit: the signer.
        check: what is wrong.
        votes: the evidence: first the culprit's votes, then any `Keep` of others that they name.
    """

    def __init__(self, check: Check, votes: tuple[Vote, ...]) -> None:
        super().__init__(f"seat {votes[0].voter}: {check.value}")
        self.culprit = votes[0].voter
        self.check = check
        self.votes = votes


@unique
class Refusal(Enum):
    """Why a seat may not sign an `Out` now."""

    SEAT = "seat"
    """It is about oneself or about a seat that is not there, or too few would remain."""
    OWN_ENTRY = "own entry"
    """One's own entry is not out yet."""
    COMPLETE = "complete"
    """The step has ended here."""
    SIGNED = "signed"
    """One has voted about this seat in this step."""
    UNLIFTED = "unlifted"
    """One's last `Out` has not been lifted."""
    ANSWERED = "answered"
    """Somebody has said that the seat is there: the `Out` would be lifted as it is signed."""
    NOTHING_MISSING = "nothing missing"
    """The seat's entry is here or not expected, and it owes no vote."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exclusion:
    """A seat without which the step ends.

    Attributes:
        seat: the lost seat.
        entry: digest of its entry of the step, if that counts.
    """

    seat: Seat
    entry: bytes | None


class StepVotes:
    """The votes of one step.

    What they say depends on which votes are here, never on the order in which they came. `held` always maps seats to
    the digests of their entries of the step, as far as they are here; one's own stands there once it is out.

    Args:
        seats: who is present as the step begins.
        expected: those whose entries the step expects.
    """

    def __init__(self, seats: Iterable[Seat], expected: Iterable[Seat]) -> None:
        self._seats = tuple(sorted(seats))
        self._expected = frozenset(expected)
        if not self._expected <= set(self._seats):
            raise LocalError("a step expects entries of present seats only")
        self._outs: dict[tuple[Seat, Seat], Out] = {}
        self._keeps: dict[tuple[Seat, Seat], Keep] = {}
        self._leavers: frozenset[Seat] = frozenset()

    def copy(self) -> StepVotes:
        """Return votes of their own that are the same."""
        twin = StepVotes(self._seats, self._expected)
        twin._outs, twin._keeps, twin._leavers = dict(self._outs), dict(self._keeps), self._leavers
        return twin

    def among_others(self, leavers: Iterable[Seat]) -> StepVotes:
        """Return the votes of all but those who leave with their entries of the step."""
        twin, gone = StepVotes(self._seats, self._expected), frozenset(leavers)
        twin._leavers = gone
        twin._outs = {slot: out for slot, out in self._outs.items() if slot[0] not in gone}
        twin._keeps = {slot: keep for slot, keep in self._keeps.items() if slot[0] not in gone}
        return twin

    @property
    def _voters(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self._seats if seat not in self._leavers)

    def _can_be_lost(self, seat: Seat) -> bool:
        """Return whether as many others vote as must agree."""
        return len({*self._voters} - {seat}) >= FEWEST - 1

    def __iter__(self) -> Iterator[Vote]:
        return iter((*self._outs.values(), *self._keeps.values()))

    def take(self, vote: Vote) -> bool:
        """Take a validly signed vote into account; return whether it is new.

        An `Out` whose `lifted` names no `Keep` that is here proves nothing, for that may come later: it is stored,
        and counts as soon as its whole chain is here. One that names nonsense never counts.

        Raises:
            Clash: if this vote, with others that are here, proves that someone cheats. That need not be its signer:
                a `Keep` may show that two `Out`s of another seat follow the same one; only such a `Keep` is stored.
        """
        if not self._in_domain(vote):
            raise Clash(Check.DOMAIN, (vote,))
        slot = vote.voter, vote.about
        same, other = (self._outs, self._keeps) if isinstance(vote, Out) else (self._keeps, self._outs)
        if slot in same:
            if same[slot].digest == vote.digest:
                return False
            raise Clash(Check.SLOT, (same[slot], vote))
        if slot in other:
            raise Clash(Check.BOTH, (other[slot], vote))
        if isinstance(vote, Out):
            self._find_branch(vote)
            self._outs[slot] = vote
        else:
            self._keeps[slot] = vote
            for out in self._outs.values():
                if out.lifted == vote.digest:
                    self._find_branch(out)
        return True

    def _in_domain(self, vote: Vote) -> bool:
        if vote.voter == vote.about or not {vote.voter, vote.about} <= set(self._seats):
            return False
        if isinstance(vote, Out):
            return vote.held is None or vote.about in self._expected
        return (vote.held is not None) == (vote.about in self._expected)

    def _find_branch(self, out: Out) -> None:
        """Raise `Clash` if another `Out` of the seat says as well that it is its first, or follows the same one."""
        for other in self._outs_of(out.voter):
            if other is not out and self._follows(other) == self._follows(out):
                named = (self._named(other), self._named(out))
                lifts = dict.fromkeys(lift for lift in named if lift is not None)
                raise Clash(Check.UNLIFTED, (other, out, *lifts))

    def _follows(self, out: Out) -> Seat | bytes | None:
        """Return whom the `Out` before this one was about; while that is not known, what this one names."""
        lift = self._named(out)
        return out.lifted if lift is None else lift.about

    def _outs_of(self, voter: Seat) -> list[Out]:
        return [out for out in self._outs.values() if out.voter == voter]

    def _named(self, out: Out) -> Keep | None:
        """Return the `Keep` that an `Out` names, if it is here."""
        return next((keep for keep in self._keeps.values() if keep.digest == out.lifted), None)

    def _chain(self, voter: Seat) -> list[Out]:
        """Return a seat's `Out`s, each followed by the one that names what lifted it, as far as all is here."""
        following: dict[Seat | None, Out] = {}
        for out in self._outs_of(voter):
            lift = self._named(out)
            if out.lifted is None:
                following[None] = out
            elif lift is not None and lift.voter != voter:
                following[lift.about] = out
        chain: list[Out] = []
        last: Seat | None = None
        while (out_or_none := following.pop(last, None)) is not None:
            chain.append(out_or_none)
            last = out_or_none.about
        return chain

    @property
    def missed(self) -> frozenset[Seat]:
        """Those whom any `Out` is about."""
        return frozenset(about for _, about in self._outs)

    def _counts(self, voter: Seat, held: Mapping[Seat, bytes]) -> bool:
        return voter not in self._expected or voter in held

    def _counted(self, held: Mapping[Seat, bytes]) -> list[Out]:
        return [out for voter in self._seats if self._counts(voter, held) for out in self._chain(voter)]

    def _has_voted(self, seat: Seat, held: Mapping[Seat, bytes]) -> bool:
        kept = any(voter == seat for voter, _ in self._keeps)
        return self._counts(seat, held) and (kept or bool(self._chain(seat)))

    def _lacks(self, about: Seat, held: Mapping[Seat, bytes]) -> bool:
        return about in self._expected and about not in held

    def lift_of(self, out: Out, held: Mapping[Seat, bytes]) -> Keep | None:
        """Return a `Keep` that counts and lifts an `Out`: that of the lowest seat, since any does."""
        lifts = (
            keep
            for (voter, about), keep in sorted(self._keeps.items())
            if about == out.about and voter != out.voter and self._counts(voter, held)
        )
        return next(lifts, None)

    def unlifted(self, voter: Seat, held: Mapping[Seat, bytes]) -> Out | None:
        """Return a seat's `Out` that nothing lifts, as far as is known here."""
        chain = self._chain(voter) if self._counts(voter, held) else []
        return chain[-1] if chain and self.lift_of(chain[-1], held) is None else None

    def out_refusal(self, me: Seat, about: Seat, *, held: Mapping[Seat, bytes], complete: bool) -> Refusal | None:
        """Return why a seat may not sign an `Out` now; that it has been patient is the caller's to know.

        Args:
            me: who would sign.
            about: whom it misses.
            held: the entries that are here.
            complete: whether the step has ended here.
        """
        if me in {about, *self._leavers} or not {me, about} <= set(self._seats) or not self._can_be_lost(about):
            return Refusal.SEAT
        if self._lacks(me, held) or complete:
            return Refusal.COMPLETE if complete else Refusal.OWN_ENTRY
        if (me, about) in self._outs or (me, about) in self._keeps:
            return Refusal.SIGNED
        if self.unlifted(me, held) is not None:
            return Refusal.UNLIFTED
        if any(keep.about == about and self._counts(keep.voter, held) for keep in self._keeps.values()):
            return Refusal.ANSWERED
        return None if self._lacks(about, held) or self._owes_vote(about, held) else Refusal.NOTHING_MISSING

    def _owes_vote(self, seat: Seat, held: Mapping[Seat, bytes]) -> bool:
        """Return whether others vote about somebody else and the seat has not said a word."""
        under_way = any(seat not in {out.voter, out.about} for out in self._counted(held))
        return under_way and seat not in self._leavers and not self._has_voted(seat, held)

    def next_out(self, me: Seat, about: Seat, *, held: Mapping[Seat, bytes]) -> tuple[bytes | None, bytes | None]:
        """Return `held` and `lifted` for the `Out` that a seat may sign now.

        Raises `LocalError` if it may not.
        """
        refusal = self.out_refusal(me, about, held=held, complete=False)
        if refusal is not None:
            raise LocalError(f"no vote against seat {about} now: {refusal.value}")
        chain = self._chain(me)
        lift = self.lift_of(chain[-1], held) if chain else None
        return held.get(about), lift.digest if lift else None

    def keeps_due(
        self, me: Seat, *, held: Mapping[Seat, bytes], complete: bool
    ) -> tuple[tuple[Seat, bytes | None], ...]:
        """Return `about` and `held` of each `Keep` that a seat must sign now.

        Those that answer an `Out` which somebody else has lifted are signed too: its signer may not get the other one.
        """
        if self._lacks(me, held) or me in self._leavers:
            return ()
        mine = {about for voter, about in (*self._outs, *self._keeps) if voter == me}
        asked: dict[Seat, bool] = {}
        for out in self._counted(held):
            asked[out.about] = asked.get(out.about, False) or out.held is None
        return tuple(
            (about, held.get(about))
            for about, lacking in sorted(asked.items())
            if about not in {me, *mine}
            and not self._lacks(about, held)
            and (complete or self._has_voted(about, held) or (lacking and about in self._expected))
        )

    def blocks(self, me: Seat | None, held: Mapping[Seat, bytes]) -> bool:
        """Return whether the step must not end in the usual way here, even if all entries are here.

        Who only reads (`me` is None) cannot know which of the seats' views is the one to follow, and waits while any
        `Out` is unlifted: who ended the step in the usual way answers it with a `Keep`.
        """
        voters = self._voters if me is None or me in self._leavers else (me,)
        unlifted = (self.unlifted(voter, held) for voter in voters)
        return any(out is not None and self._can_be_lost(out.about) for out in unlifted)

    def excluded(self, me: Seat | None, held: Mapping[Seat, bytes]) -> Exclusion | None:
        """Return the seat without which the step ends now.

        Args:
            me: the seat whose view this is; None for an audit or a watcher.
            held: the entries that are here. If an `Out` names an entry of the lost seat that is not among them, the
                step waits: the others may hold it.
        """
        for seat in filter(self._can_be_lost, self._seats):
            outs = [out for out in self._counted(held) if out.about == seat]
            due = {voter for voter in self._voters if voter != seat}
            mine = me is None or me in self._leavers or self.unlifted(me, held) in outs
            if {out.voter for out in outs} < due or not mine:
                continue
            named = {out.held for out in outs} - {None}
            if not named or held.get(seat) in named:
                return Exclusion(seat=seat, entry=held[seat] if named else None)
        return None
