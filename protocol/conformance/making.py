"""Making a log from who sits down and what they decide."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from protocol import codec
from protocol.chain import Chain
from protocol.conformance.course import here
from protocol.conformance.players import Player, header, honest, present
from protocol.faults import PeerFault
from protocol.group import RISTRETTO255
from protocol.header import STRICT
from protocol.log import Entry, decode_entry, sign_entry
from protocol.steps.leaving import Leave

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from protocol.conformance.gone import Gone
    from protocol.conformance.log_file import Log
    from protocol.conformance.trial import Json
    from protocol.game import Game
    from protocol.steps.base import AnyChoice, AnyStep, Me, Site

SLOT: Final = ("session", "seat", "step", "kind", "target", "head")


def play(
    game: Game[Any],
    players: tuple[Player, ...],
    choose: Callable[[Chain, Me], AnyChoice | None],
    kind: str = STRICT,
    gone: tuple[Gone, ...] = (),
) -> Iterator[tuple[Chain, Entry]]:
    """Play a whole game: yield each entry, and the log that has accepted it.

    Args:
        game: the rules.
        players: by chair.
        choose: what a seat decides in a step that waits for a choice.
        kind: of the table.
        gone: who is lost, leaves or cheats.
    """
    chain = Chain(group=RISTRETTO255, game=game, header=header(players, game.name, game.options, kind))
    while chain.step is not None:
        going = next((each for each in gone if each.acts(chain)), None)
        entry = going.entry(chain, players) if going else None
        if entry is None:
            others = (seat for seat in chain.missing if going is None or seat != going.seat)
            entry = entry_of(chain, players, next(others), choose)
        with suppress(*(PeerFault,) if going and going.cheats else ()):
            chain.accept(entry)
        yield chain, entry


def entry_of(
    chain: Chain, players: tuple[Player, ...], seat: int, choose: Callable[[Chain, Me], AnyChoice | None]
) -> Entry:
    """Return the honest entry of a seat in the present step."""
    player = players[chain.table.seating[seat]]
    me = player.me(chain, seat)
    return honest(chain, player.me(chain, seat, choose(chain, me)) if present(chain).chosen else me)


def from_course(chain: Chain, me: Me) -> AnyChoice | None:
    """Return what a seat decided in the course of a recorded game."""
    return here(chain).choices.get(me.seat)


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A log whose next entry somebody is about to sign.

    Attributes:
        log: the whole log.
        count: how many of its records are there.
        chain: which has accepted them.
        me: who signed the next record.
        next: that record.
    """

    log: Log
    count: int
    chain: Chain
    me: Me
    next: Entry

    @property
    def step(self) -> AnyStep:
        """What the seat says: its part of the present step, or that it leaves."""
        return Leave((self.me.seat,)) if self.next.kind == Leave.kind else present(self.chain)

    @property
    def site(self) -> Site:
        """Where it says it."""
        return replace(self.chain.site, kind=self.step.kind)

    def content(self) -> Json:
        """Return the honest content, of lists that can be changed."""
        return _lists(self.step.make(self.chain.table, self.site, self.me))

    def body(self, content: codec.Value) -> bytes:
        """Return the body that has this content."""
        return codec.encode([self.chain.table.state_hashes, content] if self.step.witnessed else content)

    def sign(self, body: bytes, **changed: Any) -> Entry:  # noqa: ANN401 - any field of a slot
        """Return the entry with this body in the own slot, of which some fields may be changed."""
        slot = zip(SLOT, self.site.slot(self.me.seat), strict=True)
        session, seat, step, kind, target, head = (changed.get(name, value) for name, value in slot)
        return sign_entry(self.me.signing, (session, seat, step, kind, target, head), body)

    def of(self, seat: int) -> Moment:
        """Return the moment as another seat sees it."""
        me = self.log.players[self.chain.table.seating[seat]].me(self.chain, seat)
        return Moment(log=self.log, count=self.count, chain=self.chain, me=me, next=self.next)


def moment(log: Log, count: int) -> Moment:
    """Return the moment before the record with this index is signed."""
    chain, entry = log.chain(count), decode_entry(log.records[count])
    player = log.players[chain.table.seating[entry.seat]]
    me = player.me(chain, entry.seat)
    if present(chain).chosen and entry.kind == present(chain).kind:
        me = player.me(chain, entry.seat, from_course(chain, me))
    return Moment(log=log, count=count, chain=chain, me=me, next=entry)


def _lists(value: Any) -> Any:  # noqa: ANN401 - any value of the encoding
    return [_lists(item) for item in value] if isinstance(value, list | tuple) else value
