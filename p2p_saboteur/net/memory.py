"""The transport's deterministic twin: virtual time, faults by seed, no sockets and no waiting.

`Wire` joins nodes that are known by number and hands out one event at a time. It behaves as the real links do: a
partition takes links down on both sides and loses what is under way; a frame is never changed.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@dataclass(frozen=True, slots=True, kw_only=True)
class Faults:
    """How badly the wire behaves.

    Attributes:
        delay: shortest and longest time in seconds that a frame takes.
        reorder: whether a frame may overtake another one of its link.
        duplicate: chance that a frame arrives twice, 0 to 1.
        drop: chance that a frame is lost, 0 to 1.
    """

    delay: tuple[float, float] = (0.001, 0.05)
    reorder: bool = False
    duplicate: float = 0.0
    drop: float = 0.0

    def __post_init__(self) -> None:
        low, high = self.delay
        if not 0 <= low <= high:
            raise ValueError("delay needs 0 <= shortest <= longest")
        if not (0 <= self.duplicate <= 1 and 0 <= self.drop <= 1):
            raise ValueError("duplicate and drop are chances between 0 and 1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivered:
    """A frame from `source` has reached `node`."""

    node: int
    source: int
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Up:
    """At `node` the link to `peer` has come up."""

    node: int
    peer: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Down:
    """At `node` the link to `peer` has gone down."""

    node: int
    peer: int


WireEvent: TypeAlias = Delivered | Up | Down


@dataclass(frozen=True, slots=True)
class _Queued:
    """An event to come; `era` is the era of the link that a frame was sent in."""

    event: WireEvent
    era: int


class Wire:
    """Links between `nodes` nodes, each to each, up from the start; equal seeds and calls give equal events.

    Attributes:
        now: virtual time in seconds, 0 at the start.
        sent: number of frames that were given to `send` while their link was up.
    """

    def __init__(self, *, seed: int, nodes: int, faults: Faults | None = None) -> None:
        self.now = 0.0
        self.sent = 0
        self.faults = faults or Faults()
        self._random = Random(seed)  # noqa: S311 - a simulation, no secret hangs on it
        self._heap: list[tuple[float, int, _Queued]] = []
        self._number = 0
        self._latest: dict[tuple[int, int], float] = {}
        self._eras: dict[tuple[int, int], int] = {}
        self._side = [-1] * nodes
        self.heal()

    @property
    def idle(self) -> bool:
        """Whether nothing is under way."""
        return not self._heap

    @property
    def next_at(self) -> float | None:
        """When the next event comes; None when nothing is under way."""
        return self._heap[0][0] if self._heap else None

    def is_up(self, one: int, other: int) -> bool:
        """Whether two nodes are linked."""
        return one != other and self._linked(self._side, one, other)

    def send(self, source: int, target: int, data: bytes) -> bool:
        """Put a frame on its way; False when the link is down."""
        if not self.is_up(source, target):
            return False
        self.sent += 1
        copies = 0 if self._random.random() < self.faults.drop else 1
        copies += copies and self._random.random() < self.faults.duplicate
        for _ in range(copies):
            at = self.now + self._random.uniform(*self.faults.delay)
            if not self.faults.reorder:
                at = max(at, self._latest.get((source, target), 0.0))
                self._latest[source, target] = at
            self._put(at, Delivered(node=target, source=source, data=data))
        return True

    def partition(self, *groups: Iterable[int]) -> None:
        """Leave up only the links inside each group; a node in no group is alone."""
        sides = [-1] * len(self._side)
        for number, group in enumerate(groups):
            for node in group:
                sides[node] = number
        self._change(sides)

    def heal(self) -> None:
        """Bring all links up."""
        self._change([0] * len(self._side))

    def step(self, *, until: float | None = None) -> WireEvent | None:
        """Go on to the next event and return it.

        Args:
            until: latest time to go to; None for as far as the next event is away.

        Returns:
            The event, or None when there is none up to `until`; the time is then `until`.
        """
        while self._heap and (until is None or self._heap[0][0] <= until):
            at, _, queued = heapq.heappop(self._heap)
            self.now = max(self.now, at)
            event = queued.event
            if not isinstance(event, Delivered) or queued.era == self._era(event.source, event.node):
                return event
        if until is not None:
            self.now = max(self.now, until)
        return None

    def advance(self, until: float) -> Iterator[WireEvent]:
        """Yield all events up to a time, those included that the caller's own frames cause meanwhile."""
        while (event := self.step(until=until)) is not None:
            yield event

    def _change(self, sides: list[int]) -> None:
        """Take links down and up so that exactly the nodes of one side are linked."""
        before, self._side = self._side, sides
        for one in range(len(sides)):
            for other in range(one + 1, len(sides)):
                was, now = self._linked(before, one, other), self._linked(sides, one, other)
                if was == now:
                    continue
                self._eras[one, other] = self._eras.get((one, other), 0) + 1
                for node, peer in ((one, other), (other, one)):
                    self._latest.pop((node, peer), None)
                    self._put(self.now, Up(node=node, peer=peer) if now else Down(node=node, peer=peer))

    @staticmethod
    def _linked(sides: list[int], one: int, other: int) -> bool:
        return sides[one] == sides[other] != -1

    def _era(self, one: int, other: int) -> int:
        return self._eras.get((min(one, other), max(one, other)), 0)

    def _put(self, at: float, event: WireEvent) -> None:
        era = self._era(event.source, event.node) if isinstance(event, Delivered) else 0
        self._number += 1
        heapq.heappush(self._heap, (at, self._number, _Queued(event, era)))
