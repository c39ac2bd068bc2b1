"""A seat that is honest but for one thing that it signs, and how everyone else must see it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from protocol import codec
from protocol.audit import audit
from protocol.events import Ended, Send
from protocol.frames import encode_frame
from protocol.header import STRICT
from protocol.log import Entry, sign_entry
from protocol.session import Session
from protocol.steps.opening import own_nonce
from protocol.stopping import Stops
from tests.helpers.require import present, require
from tests.helpers.room import Room, link_of
from tests.helpers.small_game import SmallGame, choose
from tests.helpers.toy_groups import FAST

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from protocol.chain import Chain
    from protocol.errors import Reason
    from protocol.faults import Fault
    from protocol.game import Game
    from protocol.group import Group
    from protocol.steps.base import AnyChoice, AnyStep, Me, Site
    from protocol.table import Table

Sent: TypeAlias = "tuple[Collection[int] | None, Entry]"
"""An entry, and the chairs that it is sent to; None for all."""

SLOT = ("session", "seat", "step", "kind", "target", "head")


@dataclass(frozen=True, slots=True)
class Moment:
    """What the cheat has at hand when it is to sign an entry.

    Attributes:
        session: its own.
        me: its secrets, with the choice where there is one.
    """

    session: Session
    me: Me

    @property
    def table(self) -> Table:
        """The public state."""
        return self.session.table

    @property
    def step(self) -> AnyStep:
        """The present step."""
        return present(self.session.chain.step)

    @property
    def site(self) -> Site:
        """Where the step stands."""
        return self.session.chain.site

    def content(self) -> Any:  # noqa: ANN401 - tests take it apart
        """Return the honest content, of lists that can be changed."""
        return _lists(self.step.make(self.table, self.site, self.me))

    def body(self, content: codec.Value) -> bytes:
        """Return the body with this content."""
        return codec.encode([self.table.state_hashes, content] if self.step.witnessed else content)

    def honest(self) -> Entry:
        """Return the entry that an honest seat signs here."""
        return self.sign(self.body(self.content()))

    def sign(self, body: bytes, **changed: Any) -> Entry:  # noqa: ANN401 - any field of a slot
        """Return the signed entry with this body in the own slot, of which some fields may be changed."""
        slot = zip(SLOT, self.site.slot(self.me.seat), strict=True)
        return sign_entry(self.me.signing, tuple(changed.get(name, value) for name, value in slot), body)


def _lists(value: Any) -> Any:  # noqa: ANN401 - any value of the codec
    return [_lists(item) for item in value] if isinstance(value, list | tuple) else value


@dataclass(frozen=True, slots=True, kw_only=True)
class Tweak:
    """The one thing that a seat does instead of what is honest, and what must come of it.

    Attributes:
        kind: of the step in which it does that.
        act: what it signs and sends.
        reason: of the fault; None where nobody must be named.
        check: of the fault; None where tests look at it themselves.
        when: whether this step of the kind is the one.
        stays: whether it goes on afterwards, with its first entry in its own log; else it falls silent.
        uncalled: whether it does that while others are expected, instead of its own entry.
        last: kinds of steps in which it speaks only after everyone else.
        before: by kind, what it says differently in earlier steps without being at fault there.
    """

    kind: str
    act: Callable[[Moment], Iterable[Sent]]
    reason: Reason | None
    check: str | None = None
    when: Callable[[Moment], bool] = lambda _: True
    stays: bool = False
    uncalled: bool = False
    last: Collection[str] = ()
    before: Mapping[str, Callable[[Moment, Any], codec.Value]] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"{self.kind}: {self.reason} ({self.check})"


def content(
    kind: str,
    change: Callable[[Moment, Any], codec.Value],
    reason: Reason,
    check: str,
    when: Callable[[Moment], bool] = lambda _: True,
) -> Tweak:
    """Return the tweak that sends everyone another content, made from the honest one."""
    return body(kind, lambda m: m.body(change(m, m.content())), reason, check, when)


def body(
    kind: str,
    make: Callable[[Moment], bytes],
    reason: Reason,
    check: str,
    when: Callable[[Moment], bool] = lambda _: True,
) -> Tweak:
    """Return the tweak that sends everyone another body."""
    return Tweak(kind=kind, act=lambda m: [(None, m.sign(make(m)))], reason=reason, check=check, when=when)


class Cheat(Session):
    """A session that is honest until the moment of its tweak."""

    def __init__(self, tweak: Tweak, **arguments: Any) -> None:  # noqa: ANN401 - those of a session
        self.tweak = tweak
        self.silent = False
        self.moment: Moment | None = None
        self.signed: list[Entry] = []
        self.step_cheated = -1
        super().__init__(**arguments)

    def _my_turn(self) -> bool:
        waits = self.chain.site.kind in self.tweak.last and len(self.chain.missing) > 1
        return not self.silent and not waits and super()._my_turn()

    def _work(self, now: float) -> None:
        super()._work(now)
        moment = Moment(self, self._me())
        if self.tweak.uncalled and not self._my_turn() and self._is_moment(moment):
            self._act(moment)

    def _sign(self, now: float) -> None:
        moment = Moment(self, self._me())
        if self._is_moment(moment) and not self.tweak.uncalled:
            self._act(moment)
        elif moment.site.kind in self.tweak.before:
            change = self.tweak.before[moment.site.kind]
            self._keep(entry := moment.sign(moment.body(change(moment, moment.content()))))
            self._post(None, entry)
        else:
            super()._sign(now)

    def _is_moment(self, moment: Moment) -> bool:
        return self.moment is None and moment.site.kind == self.tweak.kind and self.tweak.when(moment)

    def _act(self, moment: Moment) -> None:
        self.moment, self.silent = moment, not self.tweak.stays
        self.step_cheated = moment.site.step
        sent = list(self.tweak.act(moment))
        self.signed = [entry for _, entry in sent]
        if self.tweak.stays and self._my_turn():
            self._keep(self.signed[0])
        for chairs, entry in sent:
            self._post(chairs, entry)

    def _keep(self, entry: Entry) -> None:
        self.chain.accept(entry)
        self._save_accepted()

    def _post(self, chairs: Collection[int] | None, entry: Entry) -> None:
        for chair, place in enumerate(self.table.header.chairs):
            if chair != self.chair and (chairs is None or chair in chairs):
                self._outputs.append(Send(place.link, encode_frame(entry)))


class CrookedRoom(Room):
    """A table of the small game at which one chair does one thing wrong."""

    def __init__(
        self,
        tweak: Tweak,
        *,
        game: Game[Any] | None = None,
        seats: int = 3,
        seed: int = 2,
        cheat: int | None = None,
        cheat_seat: int | None = None,
        group: Group = FAST,
        choose: Callable[..., AnyChoice] = choose,
        kind: str = STRICT,
    ) -> None:
        self.tweak_ = tweak
        self._cheat, self._cheat_seat = cheat, cheat_seat
        super().__init__(game or SmallGame(0), seats=seats, seed=seed, choose=choose, group=group, kind=kind)

    def _session(self, chair: int, records: Iterable[bytes] = ()) -> Session:
        if chair != self.cheat:
            return super()._session(chair, records)
        return Cheat(
            self.tweak_,
            group=self.group,
            game=self.game,
            header=self.header,
            secrets=self.secrets[chair],
            records=records,
        )

    @cached_property
    def cheat(self) -> int:
        """The chair that cheats: unless told otherwise not that of seat 0, and with another number than its seat."""
        if self._cheat is not None:
            return self._cheat
        session = self.header.session_id([own_nonce(secrets.roots.of(0)) for secrets in self.secrets])
        seating = self.header.seating(session)
        if self._cheat_seat is not None:
            return seating[self._cheat_seat]
        return next((chair for seat, chair in enumerate(seating) if seat and seat != chair), seating[1])

    @property
    def crook(self) -> Cheat:
        """The session that cheats."""
        session = self.members[self.cheat].session
        if not isinstance(session, Cheat):
            raise TypeError(session)
        return session

    @property
    def honest(self) -> list[int]:
        """All other chairs."""
        return [chair for chair in range(len(self.members)) if chair != self.cheat]

    @property
    def culprit(self) -> int:
        """What a fault must name: in the first two steps the chair, afterwards the seat."""
        return self.cheat if self.crook.step_cheated < 2 else self.crook.table.seating.index(self.cheat)

    def play(self, limit: int = 20_000) -> None:
        """Play until every honest seat has learnt of a fault."""
        self.open()
        self.run(limit, until=lambda: all(self.members[chair].fault for chair in self.honest))

    def finish(self, limit: int = 60_000) -> None:
        """Play until the game is over for every honest seat, or has stopped for good."""
        chains = [self.members[chair].session.chain for chair in self.honest]
        self.run(limit, until=lambda: all(chain.step is None or chain.halted for chain in chains))

    def check_end(self) -> None:
        """Require that all honest seats have come to one end without the culprit, and that their logs say so."""
        sessions = [self.members[chair].session for chair in self.honest]
        require(len({session.chain.heads[-1] for session in sessions}) == 1, f"seed {self.seed}: the logs differ")
        for chair, session in zip(self.honest, sessions, strict=True):
            require(session.table.lost == {self.culprit}, f"seed {self.seed}: lost are {session.table.lost}")
            require(isinstance(self.members[chair].events[-1], Ended), f"seed {self.seed}: {chair} has not ended")
            shown = audit(group=self.group, game=self.game, header=self.header, records=self.members[chair].disk)
            require(shown.finished, f"seed {self.seed}: the log of {chair} is not finished")
            require(shown.chain.heads[-1] == session.chain.heads[-1], f"seed {self.seed}: another end in the log")
        require(not any(member.dropped for member in self.members), f"seed {self.seed}: a link was dropped")

    def check(self) -> Fault:
        """Require that all honest seats, and every one's log without any secret, name culprit and reason; return it."""
        require(self.crook.signed, "the moment of the tweak never came")
        shown = [fault for chair in self.honest for fault in (self.members[chair].fault, self.audit(chair)) if fault]
        require(len(shown) == 2 * len(self.honest), f"seed {self.seed}: somebody sees no fault")
        for fault in shown:
            require(fault.culprit == self.culprit, f"seed {self.seed}: {fault}")
            require(fault.reason is self.tweak_.reason, f"seed {self.seed}: {fault}")
            require(self.tweak_.check in {None, fault.check}, f"seed {self.seed}: {fault}")
            require(fault.step == self.crook.step_cheated, f"seed {self.seed}: {fault}")
            require(any(entry in self.crook.signed for entry in fault.entries), f"seed {self.seed}: {fault}")
        return shown[0]

    def audit(self, chair: int) -> Fault | None:
        """Return the fault that the disk of a chair shows to someone without secrets."""
        return audit(group=self.group, game=self.game, header=self.header, records=self.members[chair].disk).fault


def caught(tweak: Tweak, **options: Any) -> Fault:  # noqa: ANN401 - those of CrookedRoom
    """Play a table with this tweak and return the fault that everyone must see."""
    room = CrookedRoom(tweak, **options)
    room.play()
    return room.check()


class Bench:
    """A table that waits for nothing but one entry of the cheat; every entry in its place is tried, and taken back.

    Args:
        kind: of the step.
        when: which one of the kind.
        options: those of CrookedRoom.
    """

    def __init__(self, kind: str, /, when: Callable[[Moment], bool] = lambda _: True, **options: Any) -> None:  # noqa: ANN401
        self.room = CrookedRoom(Tweak(kind=kind, act=lambda _: [], reason=None, when=when), **options)
        self.room.open()
        self.room.run(20_000, until=self._waits)
        self.moment = present(self.room.crook.moment)
        self.judge = self.room.members[self.room.honest[0]]

    def _waits(self) -> bool:
        crook = self.room.crook
        others = [self.room.members[chair].session.chain for chair in self.room.honest]
        return crook.moment is not None and all(
            chain.number == crook.step_cheated and chain.missing == (crook.seat,) for chain in others
        )

    def send(self, data: bytes) -> Fault | None:
        """Return the fault that an honest seat finds in a frame that comes from the cheat; take it back afterwards."""
        session = self.judge.session
        before = (session.chain.number, session.chain.missing, session.chain.table)
        session.receive(link_of(self.room.cheat), data, self.room.now)
        fault = session.chain.fault
        self._forgive(session.chain)
        after = (session.chain.number, session.chain.missing, session.chain.table)
        require(after == before, "the entry was accepted")
        session.events()
        self.outputs = session.outputs()
        return fault

    def _forgive(self, chain: Chain) -> None:
        """Let a chain forget that anybody is at fault."""
        chain.faults, chain.stops, chain.halted = [], Stops(), False
        chain._caught, chain._settled = {}, frozenset()

    def refuse(self, body: bytes) -> Fault:
        """Return the fault that the body is in the cheat's own slot; there must be one, and of nobody else."""
        entry = self.moment.sign(body)
        fault = present(self.send(encode_frame(entry)), "it was not refused")
        require(fault.culprit == self.room.culprit, str(fault))
        require(fault.entries == (entry,), str(fault))
        return fault
