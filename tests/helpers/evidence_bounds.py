"""Where honest seats can stand at most when a seat is proved to cheat, whatever has been voted, over the real rule.

Votes are too many to follow each; so here more can happen than they allow, and nothing that they allow is missing:

- A step ends as usual for who has all entries of it; and without another seat for anybody as soon as all others have
  come to it, and could vote there. It takes an `Out` of each. That of the cheat is there at will; an honest one's about
  an honest seat binds its signer to nothing, since the cheat lifts it at will by a `Keep` that others do not see.
- The cheat itself cannot lift one about itself, and an honest seat that has signed one does not keep it: so whoever
  ends a step without the cheat has the `Out`s of all, none of them is ever lifted, and no voter can end it in another
  way. Who leaves with the step, and does not vote in it, can.
- How many logs can come of one end of a step: one for each of the cheat's entries, and twice as many where the entry of
  an honest seat that is lost may count or not.
- Everybody may stop at any time, since two votes of the cheat in one slot prove it in every step; also as it comes to a
  step, before it signs there. Entries in a step are seen at any time after they are signed, and any of the stops that
  are there decide. Whether more had been there before is not looked at.

So honest seats that here never go on in two ways never do. That nobody waits is asked where all have stopped, all is
delivered, and nobody has been voted out in haste. That every state of runs drawn at random over the real votes is among
those that are visited here is tested.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from protocol.caught import Stop, counts, last_common, outcome
from protocol.votes import FEWEST
from tests.helpers.evidence_search import courses
from tests.helpers.votes_model import Broken
from tests.helpers.votes_search import Report

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from tests.helpers.evidence_model import Rule

NOBODY: Final = -1

Ended: TypeAlias = tuple[int, int]
"""Without whom a step has ended, and which of the ends like that it is."""

Log: TypeAlias = tuple[Ended, ...]


class Way(NamedTuple):
    """An outcome: all of it is empty if the log stays."""

    step: int | None = None
    log: Log = ()
    agreed: bool = True
    seats: tuple[int, ...] = ()


class Stand(NamedTuple):
    """Where a seat stands.

    Attributes:
        seat: whose it is.
        log: how the steps ended.
        signed: whether it could sign in its present step.
        common: the steps that it knows to be common, where that is not certain.
        stop: where it has stopped, and the last common step that it named; empty if it has not.
        way: at most one outcome.
    """

    seat: int
    log: Log = ()
    signed: bool = False
    common: tuple[int, ...] = ()
    stop: tuple[int, ...] = ()
    way: tuple[Way, ...] = ()

    @property
    def out(self) -> bool:
        """Whether the seat goes on elsewhere."""
        return bool(self.way) and self.way[0].step is not None


Stands: TypeAlias = tuple[Stand, ...]


class Bounds:
    """A table of a few steps at which the last seat cheats.

    Args:
        seats: how many sit down.
        steps: whose entries each of them expects.
        leaves: the number of the step with which an honest seat leaves, by seat.
        versions: how many of the cheat's entries.
        rule: another than ours to see it fail.
    """

    def __init__(
        self,
        *,
        seats: int,
        steps: Sequence[Iterable[int]],
        leaves: Mapping[int, int] | None = None,
        versions: int = 2,
        rule: Rule = outcome,
    ) -> None:
        self.seats, self.cheat, self.honest = seats, seats - 1, tuple(range(seats - 1))
        self.steps, self.leaves = [frozenset(step) for step in steps], dict(leaves or {})
        self._versions, self._rule = versions, rule
        self.start: Stands = tuple(Stand(seat) for seat in self.honest)
        self._present: dict[Log, frozenset[int]] = {(): frozenset(range(seats))}
        self._heads: dict[Log, bytes] = {}
        self._logs: dict[bytes, Log] = {}
        self._ways: dict[tuple[Stand, frozenset[Stop]], frozenset[Way]] = {}
        parts = [(self.leaves.get(seat), *(seat in step for step in self.steps)) for seat in self.honest]
        self._names = [
            way for way in permutations(self.honest) if all(parts[seat] == parts[way[seat]] for seat in self.honest)
        ]

    # What a log says

    def head(self, log: Log) -> bytes:
        """Return what stands for a log."""
        if log not in self._heads:
            self._heads[log] = b"%d" % len(self._heads)
            self._logs[self._heads[log]] = log
        return self._heads[log]

    def present(self, log: Log) -> frozenset[int]:
        """Return who is there behind a log."""
        if log not in self._present:
            before, (lost, _) = log[:-1], log[-1]
            self._present[log] = self.present(before) - {lost} - self._leaving(before)
        return self._present[log]

    def expected(self, log: Log) -> frozenset[int]:
        """Return whose entries the step behind a log expects."""
        return self.steps[len(log)] & self.present(log) if len(log) < len(self.steps) else frozenset()

    def _leaving(self, log: Log) -> frozenset[int]:
        return frozenset(seat for seat in self.expected(log) if self.leaves.get(seat) == len(log))

    def is_common(self, stand: Stand, step: int) -> bool:
        """Return whether a seat knows a step to be common."""
        return step == 0 or step in stand.common or self.is_certain(stand, step)

    def is_certain(self, stand: Stand, step: int) -> bool:
        """Return whether a step has ended so that its entries show that it is common."""
        before = stand.log[:step]
        honest = self.present(before) - {self.cheat}
        return step < len(stand.log) and stand.log[step][0] not in honest and honest <= self.expected(before)

    def stop(self, stand: Stand) -> Stop:
        """Return what a seat has signed as it stopped."""
        step, last = stand.stop
        log = stand.log[:step]
        return Stop(
            signer=stand.seat,
            culprit=self.cheat,
            step=step,
            head=self.head(log),
            present=self.present(log),
            last=last,
            last_head=self.head(log[:last]),
            digest=b"",
        )

    # What may happen

    def after(self, state: Stands) -> Iterator[Stands]:
        """Return what may come next."""
        stops = {stand.seat: self.stop(stand) for stand in state if stand.stop}
        for place, stand in enumerate(state):
            if not stand.out:
                for come_to in self._moves(state, stand, stops):
                    yield self.one_of((*state[:place], come_to, *state[place + 1 :]))

    def _moves(self, state: Stands, stand: Stand, stops: dict[int, Stop]) -> Iterator[Stand]:
        if self._is_open(stand):
            if stand.signed:
                for end in self._ends(state, stand):
                    yield stand._replace(log=(*stand.log, end), signed=False)
            else:
                yield stand._replace(signed=True)
        for step in self._can_be_common(state, stand):
            yield stand._replace(common=tuple(sorted((*stand.common, step))))
        if not stand.stop and self._may_stop(stand, stops.values()):
            last = last_common(PastOf(self, stand), len(stand.log), self.cheat)
            yield stand._replace(stop=(len(stand.log), last))
        if not stand.way:
            mine = [stop for seat, stop in stops.items() if seat == stand.seat]
            others = [stop for seat, stop in stops.items() if seat != stand.seat]
            for size in range(len(others) + 1):
                for chosen in combinations(others, size):
                    yield from (stand._replace(way=(way,)) for way in self._decided(stand, (*mine, *chosen)))

    def _is_open(self, stand: Stand) -> bool:
        stopped = stand.stop and not stand.way
        return not stopped and len(stand.log) < len(self.steps) and stand.seat in self.present(stand.log)

    def _can_be_common(self, state: Stands, stand: Stand) -> Iterator[int]:
        for step in range(len(stand.log) + 1):
            before = stand.log[:step]
            if not self.is_common(stand, step) and self.present(before) - {self.cheat} <= self._entries(state, before):
                yield step

    def _may_stop(self, stand: Stand, stops: Iterable[Stop]) -> bool:
        past = PastOf(self, stand)
        last = last_common(past, len(stand.log), self.cheat)
        if self.cheat in self.present(stand.log) or self.cheat in past.present(last):
            return True
        before = stand.log[: next(step for step, (lost, _) in enumerate(stand.log) if lost == self.cheat)]
        return any((one.step, one.head) == (len(before), self.head(before)) and counts(one, past) for one in stops)

    def _decided(self, stand: Stand, stops: tuple[Stop, ...]) -> frozenset[Way]:
        """Return the outcome of some stops, if there is one."""
        key = stand, frozenset(stops)
        if key not in self._ways:
            found = self._rule(stops, self.cheat, PastOf(self, stand))
            ways = []
            if found is not None and (found.step is None or found.head is None):
                ways = [Way()]
            elif found is not None and found.head is not None:
                ways = [Way(found.step, self._logs[found.head], found.agreed, tuple(sorted(found.seats)))]
            self._ways[key] = frozenset(ways)
        return self._ways[key]

    def _came(self, state: Stands, log: Log) -> frozenset[int]:
        """Return who has come to a log, and could sign there."""
        at = len(log)
        return frozenset(
            one.seat
            for one in state
            if one.log[:at] == log and (len(one.log) > at or (one.signed and len(one.log) == at))
        )

    def _entries(self, state: Stands, log: Log) -> frozenset[int]:
        return self._came(state, log) & self.expected(log)

    def _ends(self, state: Stands, stand: Stand) -> Iterator[Ended]:
        """Return how a seat's step can end."""
        log = stand.log
        ended = [one for one in state if len(one.log) > len(log) and one.log[: len(log)] == log]
        for lost in self._losses(
            state, stand, {one.log[len(log)][0] for one in ended if one.seat not in self._leaving(log)}
        ):
            known = {one.log[len(log)][1] for one in ended if one.log[len(log)][0] == lost}
            for which in range(self._kinds(log, lost)):
                yield lost, which
                if which not in known:
                    break  # those that nobody has seen are all alike

    def _losses(self, state: Stands, stand: Stand, others: set[int]) -> Iterator[int]:
        """Return without whom a seat's step can end; `others` is without whom it has for voters."""
        log, present = stand.log, self.present(stand.log)
        voters = present - self._leaving(log)
        bound = stand.seat in voters and self.cheat in others
        if not bound and self.expected(log) - {self.cheat} <= self._entries(state, log):
            yield NOBODY
        came = self._came(state, log)
        for lost in sorted(present - {stand.seat}) if len(voters) >= FEWEST else ():
            if voters - {lost, self.cheat} <= came | {stand.seat} and (
                others <= {self.cheat} if lost == self.cheat else not bound
            ):
                yield lost

    def _kinds(self, log: Log, lost: int) -> int:
        expected = self.expected(log)
        if lost == self.cheat:
            return self._versions + 1 if lost in expected else 1
        return (self._versions if self.cheat in expected else 1) * (2 if lost in expected else 1)

    # Names

    def one_of(self, state: Stands) -> Stands:
        """Return the one that stands for all with other names of seats and of ends."""
        shapes = [(len(one.log), *one[2:5], one.out) for one in state]
        orders = [[shapes[way.index(seat)] for seat in self.honest] for way in self._names]
        least = min(orders)
        ways = (way for way, order in zip(self._names, orders, strict=True) if order == least)
        return min(self._renamed(state, way) for way in ways)

    def _renamed(self, state: Stands, way: tuple[int, ...]) -> Stands:
        names = {**dict(enumerate(way)), self.cheat: self.cheat, NOBODY: NOBODY}
        kinds: dict[tuple[Log, int], dict[int, int]] = {}

        def log_of(log: Log) -> Log:
            found: Log = ()
            for lost, which in log:
                known = kinds.setdefault((found, names[lost]), {})
                found = (*found, (names[lost], known.setdefault(which, len(known))))
            return found

        def way_of(one: Way) -> Way:
            return one._replace(log=log_of(one.log), seats=tuple(sorted(names[seat] for seat in one.seats)))

        order = [state[way.index(seat)] for seat in self.honest]
        logs = [log_of(one.log) for one in order]
        return tuple(
            Stand(seat, log, one.signed, one.common, one.stop, tuple(map(way_of, one.way)))
            for seat, (log, one) in enumerate(zip(logs, order, strict=True))
        )

    # What may not be

    def judge(self, state: Stands) -> str:
        """Return how it goes on; raise `Broken` if in two ways, or if all wait though they have stopped."""
        followed = [one for one in state if one.out and not self._is_expelled(one)]
        ways = {one.way[0][:3] for one in followed}
        if len(ways) > 1:
            raise Broken(f"the game goes on in two ways: {state}")
        if not ways:
            self._check_all_come_to_a_way(state)
            return "nothing decided"
        gone = {seat for one in state for seat in set(self.honest) - self.present(one.log)}
        if any(one.way == (Way(),) and one.seat not in gone for one in state):
            raise Broken(f"the log stays for one: {state}")
        ((step, log, agreed),) = ways
        if agreed and not self.present(log) - {self.cheat} <= set(followed[0].way[0].seats):
            raise Broken(f"an honest seat is put out: {state}")
        return f"out of step {step}, {'agreed' if agreed else 'taken back'}"

    def _is_expelled(self, one: Stand) -> bool:
        return one.way[0].agreed and one.seat not in one.way[0].seats

    def _check_all_come_to_a_way(self, state: Stands) -> None:
        if any(not one.stop or one.way or len(self.present(one.log)) < FEWEST for one in state):
            return  # one goes on, or there is one beside the cheat and stands still
        if any(lost in self.honest for one in state for lost, _ in one.log):
            return  # somebody has voted in haste
        stops = tuple(self.stop(one) for one in state)
        for one in state:
            if any(one.seat not in self.present(other.log) for other in state):
                continue  # it is out or has left for another one, as it wanted
            common = tuple(sorted({*one.common, *self._can_be_common(state, one)}))
            if not self._decided(one._replace(common=common), stops):
                raise Broken(f"seat {one.seat} waits for nothing: {state}")


class PastOf:
    """A seat's log as the rule looks at it."""

    def __init__(self, table: Bounds, stand: Stand) -> None:
        self._table, self._stand = table, stand

    def head(self, step: int) -> bytes | None:
        """Return the head before a step."""
        return self._table.head(self._stand.log[:step]) if step <= len(self._stand.log) else None

    def present(self, step: int) -> frozenset[int]:
        """Return who was present as a step began."""
        return self._table.present(self._stand.log[:step])

    def is_common(self, step: int, culprit: int) -> bool:
        """Return whether all but the culprit have come to a step."""
        return culprit == self._table.cheat and self._table.is_common(self._stand, step)


def reach(table: Bounds, most: int = 10**9) -> tuple[Report, set[Stands]]:
    """Visit every state; `most` at most, as far as whole layers go. Return what was seen, and the states."""
    report, seen, now = Report(), {table.start}, [table.start]
    while now and report.states < most:
        for state in now:
            report.states += 1
            report.ends[table.judge(state)] += 1
        now = list({one for state in now for one in table.after(state)} - seen)
        seen.update(now)
    return report, seen


def bounded(seats: int, rule: Rule = outcome) -> dict[str, Callable[[], Bounds]]:
    """Return tables whose seats may vote whatever they like, by what happens there.

    Args:
        seats: how many sit down.
        rule: of the table.
    """
    kinds: dict[str, dict[int, int]] = {"": {}, ", one leaves": {0: 0}, ", one leaves later": {0: 1}}
    return {
        f"{course}; whatever is voted{kind}": partial(Bounds, seats=seats, steps=steps, leaves=leaves, rule=rule)
        for course, steps in courses(seats).items()
        for kind, leaves in kinds.items()
    }
