"""A seat that is honest but for one thing that it signs, and how everyone else must see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from protocol import codec
from protocol.audit import audit
from protocol.frames import encode_frame
from protocol.log import Entry, sign_entry
from protocol.session import Send, Session
from tests.helpers.room import Room, link_of
from tests.helpers.small_game import SmallGame, choose
from tests.helpers.toy_groups import FAST

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from protocol.errors import Reason
    from protocol.faults import Fault
    from protocol.game import Game
    from protocol.group import Group
    from protocol.steps.base import AnyStep, Choice, Me, Site
    from protocol.table import Table

Sent: TypeAlias = "tuple[Collection[int] | None, Entry]"
"""An entry, and the chairs that it is sent to; None for all."""

SLOT = ("session", "seat", "step", "kind", "target", "head")


@dataclass(frozen=True, slots=True)
class Moment:
    """What the cheat has at hand when it is to sign an entry."""

    session: Session

    @property
    def table(self) -> Table:
        """The public state."""
        return self.session.table

    @property
    def step(self) -> AnyStep:
        """The present step."""
        step = self.session.chain.step
        assert step is not None
        return step

    @property
    def site(self) -> Site:
        """Where the step stands."""
        return self.session.chain.site

    @property
    def me(self) -> Me:
        """The own secrets, with the choice where there is one."""
        return self.session._me()

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
    """

    kind: str
    act: Callable[[Moment], Iterable[Sent]]
    reason: Reason | None
    check: str | None = None
    when: Callable[[Moment], bool] = lambda _: True
    stays: bool = False

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
        return not self.silent and super()._my_turn()

    def _sign(self, now: float) -> None:
        moment = Moment(self)
        if self.signed or moment.step.kind != self.tweak.kind or not self.tweak.when(moment):
            super()._sign(now)
            return
        self.step_cheated = self.chain.number
        sent = list(self.tweak.act(moment))
        self.signed = [entry for _, entry in sent]
        if self.tweak.stays:
            self.chain.accept(self.signed[0])
            self._save_accepted()
        self.silent = not self.tweak.stays
        for chairs, entry in sent:
            targets = [c for c in range(len(self.table.header.chairs)) if c != self.chair]
            for chair in targets if chairs is None else chairs:
                self._outputs.append(Send(link_of(chair), encode_frame(entry)))


class CrookedRoom(Room):
    """A table of the small game at which one chair does one thing wrong."""

    def __init__(
        self,
        tweak: Tweak,
        *,
        game: Game[Any] | None = None,
        seats: int = 3,
        seed: int = 2,
        cheat: int = 2,
        group: Group = FAST,
        choose: Callable[..., Choice] = choose,
    ) -> None:
        self.tweak_ = tweak
        self.cheat = cheat
        super().__init__(game or SmallGame(0), seats=seats, seed=seed, choose=choose, group=group)

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

    @property
    def crook(self) -> Cheat:
        """The session that cheats."""
        session = self.members[self.cheat].session
        assert isinstance(session, Cheat)
        return session

    @property
    def honest(self) -> list[int]:
        """All other chairs."""
        return [chair for chair in range(len(self.members)) if chair != self.cheat]

    @property
    def culprit(self) -> int:
        """What a fault must name: in the first two steps the chair, afterwards the seat."""
        seating = self.members[self.honest[0]].session.table.seating
        return self.cheat if self.crook.step_cheated < 2 else seating.index(self.cheat)

    def play(self, limit: int = 20_000) -> None:
        """Play until every honest seat has learnt of a fault."""
        self.open()
        self.run(limit, until=lambda: all(self.members[chair].fault for chair in self.honest))

    def check(self) -> Fault:
        """Assert that all honest seats, and every one's log without any secret, name culprit and reason; return it."""
        assert self.crook.signed, "the moment of the tweak never came"
        shown = [fault for chair in self.honest for fault in (self.members[chair].fault, self.audit(chair)) if fault]
        assert len(shown) == 2 * len(self.honest)
        for fault in shown:
            assert fault.culprit == self.culprit, f"seed {self.seed}: {fault}"
            assert fault.reason is self.tweak_.reason, f"seed {self.seed}: {fault}"
            assert self.tweak_.check in {None, fault.check}, f"seed {self.seed}: {fault}"
            assert fault.step == self.crook.step_cheated
            assert any(entry in self.crook.signed for entry in fault.entries)
        return shown[0]

    def audit(self, chair: int) -> Fault | None:
        """Return the fault that the disk of a chair shows to someone without secrets."""
        return audit(group=self.group, game=self.game, header=self.header, records=self.members[chair].disk).fault


def caught(tweak: Tweak, **options: Any) -> Fault:  # noqa: ANN401 - those of CrookedRoom
    """Play a table with this tweak and return the fault that everyone must see."""
    room = CrookedRoom(tweak, **options)
    room.play()
    return room.check()
