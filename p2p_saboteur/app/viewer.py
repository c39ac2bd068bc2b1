"""From a session to what a screen or a bot may see of it, and from their choices back."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from p2p_saboteur.app.own_view import Own
from p2p_saboteur.clean import clean_names
from p2p_saboteur.games.saboteur.cards import GOALS, NUGGETS, roles
from p2p_saboteur.games.saboteur.rules import held_index
from p2p_saboteur.seat import WATCHER, Keep, PayChoice, SeatView
from p2p_saboteur.seat import Event as Seen
from protocol.errors import LocalError
from protocol.events import StepDone
from protocol.game import TableCard
from protocol.steps import base

if TYPE_CHECKING:
    from collections.abc import Callable

    from p2p_saboteur.app.own_view import OwnView
    from p2p_saboteur.games.saboteur.cards import Goal, Role
    from p2p_saboteur.games.saboteur.state import State
    from p2p_saboteur.seat import Choice
    from protocol.done import Done
    from protocol.elgamal import Ciphertext
    from protocol.events import Event
    from protocol.session import Session
    from protocol.table import Table

T = TypeVar("T")


class Viewer:
    """Keeps, for one seat or a watcher, what has happened, and what the seat drew for its pay and put back."""

    def __init__(self, session: Session, own: OwnView | None = None) -> None:
        """Look at a session; `own` keeps what only this seat sees."""
        self._session, self._own = session, own
        self._history: list[Seen] = []
        self._seen: dict[TableCard, int] = {}
        self._before: State | None = None
        self._names: tuple[str, ...] = ()
        self._read: dict[str, tuple[tuple[Ciphertext, ...], tuple[int, ...]]] = {}
        self._looked: tuple[object, dict[TableCard, int]] = (None, {})

    def watch(self, event: Event) -> None:
        """Take an event of the session into account; all are to be told, in order."""
        if isinstance(event, StepDone):
            self.note(event.done)

    def note(self, done: Done) -> None:
        """Take a step into account; every step is to be told, in order."""
        after: State = done.table.state
        before = self._before or after
        self._history.extend(Seen(fact=fact, before=before, after=after) for fact in done.facts)
        self._before = after
        if done.site.kind == "shuffle":
            self._seen.clear()
        if self._session.seat is None:
            return
        if self._own and done.site.step > self._own.step and after is not None:
            with suppress(LocalError):  # of a round whose keys have been erased
                self._own.note(self._known(done))
        zone = done.table.ledger.zones.get((self.seat, "drawn"))
        if zone is not None and zone.cards:
            numbers = self._session.zone("drawn", done.table)
            self._seen.update(zip(zone.names, (NUGGETS[number] for number in numbers), strict=True))

    @property
    def seat(self) -> int:
        """Own seat or `WATCHER`."""
        return WATCHER if self._session.seat is None else self._session.seat

    def _known(self, done: Done) -> Own:
        """Return what the seat alone knows after a step of this round."""
        peeked, table = self._peeked(), done.table
        role = self._role(table)
        return Own(
            step=done.site.step,
            seat=self.seat,
            role=role.value if role else None,
            hand=self._zone("hand", table),
            peeked=tuple(peeked.get(TableCard("goal", place)) for place in range(len(GOALS))),
            purse=self._zone("purse", table),
        )

    def view(self) -> SeatView:
        """Return what the seat may know now; the nonces must be open."""
        table = self._session.table
        peeked = _still(self._peeked, dict[TableCard, int]())
        goals = [peeked.get(TableCard("goal", place)) for place in range(len(GOALS))]
        seen: list[Goal | None] = [None if number is None else GOALS[number] for number in goals]
        purse, packet, drawn, hand = (
            _still(partial(self._zone, zone), tuple[int, ...]()) for zone in ("purse", "packet", "drawn", "hand")
        )
        if not self._names:
            self._names = clean_names(tuple(table.header.chairs[chair].name for chair in table.seating))
        return SeatView(
            seat=self.seat,
            names=self._names,
            state=table.state,
            request=table.game.request(table.state),
            history=tuple(self._history),
            role=_still(partial(self._role, table), None),
            hand=hand,
            peeked=(seen[0], seen[1], seen[2]),
            purse=_nuggets(purse),
            packet=_nuggets(packet),
            drawn=_nuggets(drawn),
            seen=tuple(self._seen.items()),
        )

    def _zone(self, name: str, table: Table | None = None) -> tuple[int, ...]:
        """Return the own cards in a zone; they are decrypted only when their ciphertexts are others than before."""
        table = table or self._session.table
        owned = table.ledger.zones.get((self.seat, name))
        if owned is None:
            return ()
        if name not in self._read or self._read[name][0] is not owned.cards:
            self._read[name] = (owned.cards, self._session.zone(name, table))
        return self._read[name][1]

    def _peeked(self) -> dict[TableCard, int]:
        peeks = self._session.table.ledger.peeks
        if self._looked[0] is not peeks:
            self._looked = (peeks, self._session.peeked())
        return self._looked[1]

    def _role(self, table: Table) -> Role | None:
        numbers = self._zone("role", table)
        state: State = table.state
        if not numbers or not state.dealt:  # between two rounds the role of the last one is still there
            return None
        return roles(len(state.dealt), exact=state.options.exact_roles)[numbers[0]]


def _nuggets(numbers: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(NUGGETS[number] for number in numbers)


def _still(read: Callable[[], T], nothing: T) -> T:
    """Return what can be read; nothing where the log has gone back to a round whose keys have been erased."""
    try:
        return read()
    except LocalError:
        return nothing


def session_choice(choice: Choice, view: SeatView) -> base.AnyChoice:
    """Return a screen's or bot's choice as the session takes it; raise IllegalMove if the hand has no such card."""
    match choice:
        case Keep(index=index):
            return base.PickChoice(index)
        case PayChoice(answer=answer, take=take, give=give):
            return base.PayChoice(answer=answer, take=take, give=give)
        case move:
            place = held_index(move, view.hand)
            return base.Choice(move=move.wire(), card=None if place is None else view.hand[place])
