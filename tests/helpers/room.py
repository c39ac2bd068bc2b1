"""A table of sessions in one process: a fake wire with seeded faults and virtual time, and players that choose."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from protocol.events import Drop, Faulted, Save, Send, StepDone, YourTurn
from protocol.header import STRICT, Chair, Header, nonce_commitment
from protocol.root import Root, Roots
from protocol.seat_secrets import SeatSecrets
from protocol.session import Session
from protocol.signing import SigningKey
from protocol.steps.opening import own_nonce
from tests.helpers.toy_groups import FAST

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from protocol.events import Event, Output
    from protocol.faults import Fault
    from protocol.game import Game
    from protocol.group import Group
    from protocol.steps.base import AnyChoice

Player = "Callable[[Session, Random], AnyChoice]"


def secrets_of(seed: object) -> SeatSecrets:
    """Return a seat's secrets that follow from a seed (tests only)."""
    lobby = Root(Random(f"root {seed}").randbytes(32))
    return SeatSecrets(
        signing=SigningKey.from_seed(lobby.seed("signing", b"")),
        roots=Roots(lobby),
        purse=Root(lobby.seed("purse", b"")),
    )


def link_of(chair: int) -> bytes:
    """Return the transport key of a chair."""
    return bytes([chair + 1]) * 32


def header_for(
    game: Game[Any], secrets: Iterable[SeatSecrets], names: Sequence[str] = (), kind: str = STRICT
) -> Header:
    """Return the header of a table at which these sit, under names of their own or as numbered players."""
    chairs = [
        Chair(
            name=names[i] if names else f"player {i}",
            key=secret.signing.public,
            link=link_of(i),
            commitment=nonce_commitment(secret.signing.public, own_nonce(secret.roots.of(0))),
        )
        for i, secret in enumerate(secrets)
    ]
    return Header(game=game.name, options=game.options, chairs=tuple(chairs), kind=kind)


@dataclass(slots=True)
class Faults:
    """What the wire does to a frame; all probabilities from 0 to 1."""

    delay: float = 0.0
    drop: float = 0.0
    duplicate: float = 0.0


@dataclass(slots=True)
class Member:
    """One participant: its session, its disk, and what it was told."""

    session: Session
    disk: list[bytes] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    dropped: list[Drop] = field(default_factory=list)

    @property
    def fault(self) -> Fault | None:
        """What the member was told about a fault."""
        return next((event.fault for event in self.events if isinstance(event, Faulted)), None)


def _leave(_source: int, _target: int, data: bytes) -> bytes:
    return data


class Room:
    """Members 0 to n-1 by chair, the wire between them and the clock.

    Args:
        game: the rules.
        seats: how many sit down.
        seed: everything random follows from it.
        choose: what a session does in its turn.
        group: the toy group unless told otherwise.
        faults: what the wire does.
        names: of the members; numbered players unless told otherwise.
        kind: of the table.
    """

    def __init__(
        self,
        game: Game[Any],
        *,
        seats: int,
        seed: int,
        choose: Callable[[Session, Random], AnyChoice],
        group: Group = FAST,
        faults: Faults | None = None,
        names: Sequence[str] = (),
        kind: str = STRICT,
    ) -> None:
        self.random = Random(seed)
        self.seed, self.game, self.group, self.choose = seed, game, group, choose
        self.faults = faults or Faults()
        self.secrets = [secrets_of((seed, chair)) for chair in range(seats)]
        self.header = header_for(game, self.secrets, names, kind)
        self.members = [Member(self._session(chair)) for chair in range(seats)]
        self.now = 0.0
        self.cut: set[frozenset[int]] = set()
        self.tweak: Callable[[int, int, bytes], bytes | None] = _leave
        self._queue: list[tuple[float, int, int, int, bytes]] = []
        self._count = 0

    def _session(self, chair: int, records: Iterable[bytes] = ()) -> Session:
        return Session(
            group=self.group, game=self.game, header=self.header, secrets=self.secrets[chair], records=records
        )

    def open(self) -> None:
        """Bring up all links that are not cut, and start."""
        for a, member in enumerate(self.members):
            for b in range(len(self.members)):
                if a != b and frozenset((a, b)) not in self.cut:
                    member.session.link_up(link_of(b), self.now)
        for chair, member in enumerate(self.members):
            member.session.start(self.now)
            self.settle(chair)

    def settle(self, chair: int) -> None:
        """Carry out what a session wants, and let its player choose, until it is quiet."""
        member = self.members[chair]
        while True:
            for output in member.session.outputs():
                self._carry_out(chair, output)
            events = member.session.events()
            member.events.extend(events)
            if not any(isinstance(event, YourTurn) for event in events):
                return
            member.session.perform(self.choose(member.session, self.random), self.now)

    def _carry_out(self, chair: int, output: Output) -> None:
        match output:
            case Save(record):
                self.members[chair].disk.append(record)
            case Send(link, data):
                self._post(chair, link[0] - 1, data)
            case Drop():
                self.members[chair].dropped.append(output)

    def _post(self, source: int, target: int, data: bytes) -> None:
        tweaked = self.tweak(source, target, data)
        if tweaked is None or self.random.random() < self.faults.drop or frozenset((source, target)) in self.cut:
            return
        for _ in range(1 + (self.random.random() < self.faults.duplicate)):
            self._count += 1
            at = self.now + self.random.random() * self.faults.delay
            heapq.heappush(self._queue, (at, self._count, source, target, tweaked))

    def partition(self, *pairs: tuple[int, int]) -> None:
        """Cut links: what is on its way is lost, and both ends notice."""
        for a, b in pairs:
            self.cut.add(frozenset((a, b)))
            self._queue = [item for item in self._queue if {item[2], item[3]} != {a, b}]
            heapq.heapify(self._queue)
            for one, other in ((a, b), (b, a)):
                self.members[one].session.link_down(link_of(other), self.now)
                self.settle(one)

    def heal(self, *pairs: tuple[int, int]) -> None:
        """Bring cut links up again."""
        for a, b in pairs:
            self.cut.discard(frozenset((a, b)))
            for one, other in ((a, b), (b, a)):
                self.members[one].session.link_up(link_of(other), self.now)
                self.settle(one)

    def restart(self, chair: int) -> None:
        """Let a member crash and resume from what is on its disk."""
        member = self.members[chair]
        member.session = self._session(chair, member.disk)
        member.events.clear()
        for other in range(len(self.members)):
            if other != chair and frozenset((chair, other)) not in self.cut:
                self.members[other].session.link_down(link_of(chair), self.now)
                self.members[other].session.link_up(link_of(chair), self.now)
                self.settle(other)
                member.session.link_up(link_of(other), self.now)
        member.session.start(self.now)
        self.settle(chair)

    def step(self) -> bool:
        """Deliver the next frame, or let the next timer fire; return False when nothing is left to do."""
        timers = [
            (due, chair)
            for chair, member in enumerate(self.members)
            if (due := member.session.next_timer()) is not None
        ]
        timer = min(timers, default=(float("inf"), 0))
        if self._queue and self._queue[0][0] <= timer[0]:
            at, _, source, target, data = heapq.heappop(self._queue)
            self.now = max(self.now, at)
            self.members[target].session.receive(link_of(source), data, self.now)
            self.settle(target)
            return True
        if timers:
            self.now = max(self.now, timer[0])
            self.members[timer[1]].session.tick(self.now)
            self.settle(timer[1])
        return bool(timers)

    def run(self, limit: int = 200_000, until: Callable[[], bool] | None = None) -> None:
        """Go on until all have ended or learnt of a fault (or `until` holds); fail after `limit` deliveries."""
        for _ in range(limit):
            if until() if until else self.quiet:
                return
            if not self.step():
                break
        if not (until() if until else self.quiet):
            where = [(m.session.chain.number, m.session.chain.missing) for m in self.members]
            raise AssertionError(f"seed {self.seed}: the table is stuck at {where}")

    @property
    def quiet(self) -> bool:
        """Whether every member has ended its game or learnt of a fault."""
        return all(member.session.chain.step is None or member.session.fault for member in self.members)

    @property
    def heads(self) -> set[bytes]:
        """The heads of all members."""
        return {member.session.chain.heads[-1] for member in self.members}

    def facts(self, chair: int) -> list[object]:
        """Return what the game was told at a member, in order."""
        return [f for event in self.members[chair].events if isinstance(event, StepDone) for f in event.done.facts]
