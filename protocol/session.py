"""A seat at a table, or a watcher: bytes in, bytes out. PROTOCOL section "Exchange".

The session does no I/O. Whoever runs it feeds `receive`, `link_up`, `link_down`, `perform` and `tick` with the time,
and carries out `outputs()` in their order: everything that is to be saved is on disk before anything behind it is sent.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from protocol import codec, own_cards, voting, worths
from protocol.ballots import ABANDON
from protocol.chain import Chain, Verdict
from protocol.errors import Invalid, LocalError
from protocol.events import ConfirmWords, Drop, Event, Faulted, Forget, Output, Save, Send, YourTurn
from protocol.faults import Fault, PeerFault
from protocol.frames import Heads, Hello, decode_frame, encode_frame
from protocol.gossip import Gossip, Link
from protocol.hearing import Hearing
from protocol.log import OPENING_STEPS, Entry, sign_entry
from protocol.news import News
from protocol.resuming import own_log
from protocol.seat_secrets import SeatSecrets, chair_of
from protocol.steps.leaving import Leave, may_leave
from protocol.stopping import STOP

if TYPE_CHECKING:
    from collections.abc import Iterable

    from protocol.game import Game, Seat, TableCard
    from protocol.gossip import Others, Outgoing
    from protocol.group import Group
    from protocol.header import Header
    from protocol.steps.base import AnyChoice, Me
    from protocol.table import Table
    from protocol.votes import Refusal


class Session:
    """One participant. With secrets it plays the seat whose key the header names, without it only watches.

    Attributes:
        chain: the log as far as it has been accepted.
        secrets: of the own seat; None for a watcher.
        chair: the own one; None for a watcher.
        confirmed: false while the player is to be asked to compare the words before the first key is made.
    """

    def __init__(  # noqa: PLR0913 - what a seat needs to begin and to go on
        self,
        *,
        group: Group,
        game: Game[Any],
        header: Header,
        secrets: SeatSecrets | None = None,
        records: Iterable[bytes] = (),
        cautious: bool = True,
    ) -> None:
        """Start, or resume from the records of the own log (without its header).

        A cautious one signs no choice until it has heard how far the others are; one need not be if it is certain that
        the log has all that was ever sent.

        Raises:
            Invalid: a record is damaged or nobody signed it.
            LocalError: the secrets fit no chair of the header.
        """
        self.secrets = secrets
        self.chair = chair_of(header, secrets)
        self.chain = Chain(group=group, game=game, header=header, chair=self.chair)
        self._gossip = Gossip(self.chain, self.chair)
        self._outputs: list[Output] = []
        self._events: list[Event] = []
        self._choice: AnyChoice | None = None
        self._leaving = False
        self.confirmed = True
        self._announced = b""
        self._news = News(self.chain)
        for entry, checked in own_log(records, plays=secrets is not None):
            self._restore(entry, checked=checked)
        # A resumed seat signs a choice only when it has all that every other seat has: the disk may have lost one.
        resumed = secrets is not None and (
            secrets.roots.oldest > self.table.setup.number or (cautious and (self.chain.number or self.chain.pending))
        )
        self._hearing = Hearing({chair for chair in range(len(header.chairs)) if resumed and chair != self.chair})

    @property
    def table(self) -> Table:
        """The public state as the present step begins."""
        return self.chain.table

    @property
    def seat(self) -> Seat | None:
        """Own seat; before the nonces are open, own chair; None for a watcher."""
        return None if self.chair is None else self.table.seating.index(self.chair)

    @property
    def fault(self) -> Fault | None:
        """The first proved fault, if there is one."""
        return self.chain.fault

    @property
    def unheard(self) -> frozenset[int]:
        """Chairs that have not told their frontier since this seat resumed, or told one that it has not reached yet.

        While there are any, this seat signs no choice: theirs may hold one that it signed before and has lost.
        """
        unheard = self._hearing.silent(self._gossip) if self.chain.stopped else self._hearing.unheard
        return frozenset(unheard) - {self.table.seating[seat] for seat in self.table.lost}

    @property
    def complete(self) -> bool:
        """Whether the log has all that was ever sent from here; who has stopped for a cheat may know less, and sign."""
        return self._hearing.unheard <= {self.table.seating[seat] for seat in self.table.lost}

    @property
    def others(self) -> Others:
        """What the others say of themselves."""
        return self._gossip.others

    def start(self, now: float) -> None:
        """Sign whatever the log waits for from here."""
        self._work(now)

    def link_up(self, link: Link, now: float) -> None:
        """Note a new link to the holder of a transport key."""
        self._send(self._gossip.link_up(link, now))

    def link_down(self, link: Link, now: float) -> None:
        """Note the loss of a link."""
        self._send(self._gossip.link_down(link, now))

    def receive(self, link: Link, data: bytes, now: float) -> None:
        """Take a frame from a link; never raises for what a peer sends."""
        if link not in self._gossip.peers:
            return
        try:
            self._receive(link, data, now)
        except Invalid as error:
            self._outputs.append(Drop(link, str(error)))
        self._work(now)

    def confirm(self, now: float) -> None:
        """Note that the player has compared the words; keys may be made."""
        self.confirmed = True
        self._work(now)

    def perform(self, choice: AnyChoice, now: float) -> None:
        """Sign a choice in one's own turn.

        Raises:
            IllegalMove: the rules refuse it; nothing has changed.
            LocalError: it is not this seat's turn, or it does not hold the card.
        """
        if not self._my_turn():
            raise LocalError("it is not your turn")
        self._hearing.settle(self._gossip, now)
        if self.unheard:
            raise LocalError("the other players have not told yet how far they are")
        self._choice = choice
        try:
            self._sign(now)
        finally:
            self._choice = None
        self._work(now)

    def may_vote_out(self, seat: Seat) -> Refusal | None:
        """Return why this seat may not vote to go on without another one now; None if it may.

        Raises:
            LocalError: the game has not begun or is over, or this is a watcher.
        """
        return voting.refusal(self.chain, self._own_seat(), seat)

    def vote_out(self, seat: Seat, now: float) -> None:
        """Vote to go on without a seat that is silent; whoever calls this has been patient.

        Raises:
            LocalError: as `may_vote_out`, or the vote would be against the rule, or the others' frontiers are unheard.
        """
        what, body = voting.out(self.chain, self._own_seat(), seat)
        if self.unheard - {self.table.seating[seat]}:
            raise LocalError("the other players have not told yet how far they are")
        self._sign_beside(what, body, now)
        self._work(now)

    def _sign_beside(self, what: voting.What, body: bytes, now: float) -> None:
        """Sign an entry that stands beside a step: kind, target, number of the step."""
        (kind, target, step), seat = what, self._own_seat()
        slot = (self.table.session, seat, step, kind, target, self.chain.heads[step])
        if self.secrets:
            self._put_down(sign_entry(self.secrets.signing, slot, body), now)

    def _answer_votes(self, now: float) -> None:
        """Say of those whom others miss that they are there, and stop for a cheat; not before all others were heard."""
        if self.secrets is None or self.seat is None or (self.chain.expelled and self.seat in self.table.lost):
            return
        for what, body in voting.due(self.chain, self.seat):
            if not self.chain.halted and not self.unheard - {self.table.seating[what[1]]}:
                self._sign_beside(what, body, now)
                self._announced = b"" if what[0] == STOP else self._announced  # what was asked is asked again then

    def abandon(self, now: float) -> None:
        """Vote to end the game for all; raise LocalError if it has not begun or is over."""
        seat, site = self._own_seat(), self.chain.site
        if self.chain.step is None or self.chain.halted or site.step < OPENING_STEPS:
            raise LocalError("there is no game to end")
        if seat in self.chain.ballots.votes:
            return
        self._sign_beside((ABANDON, 0, site.step), codec.encode(None), now)
        self._work(now)

    @property
    def may_leave(self) -> bool:
        """Whether this seat can leave so that the others go on."""
        return (
            self.secrets is not None
            and not (self.chain.halted or self.chain.stopped)
            and self.chain.step is not None
            and may_leave(self.table)
        )

    def leave(self, now: float) -> None:
        """Leave for good, as soon as the table waits for this seat; raise LocalError if the others could not go on."""
        if not self.may_leave:
            raise LocalError("the others could not go on without you")
        self._leaving = True
        self._work(now)

    def tick(self, now: float) -> None:
        """Do what is due by now."""
        self._send(self._gossip.tick(now))
        self._work(now)

    def next_timer(self) -> float | None:
        """Return when `tick` should be called at the latest; None if there is nothing to wait for."""
        timers = (self._gossip.next_timer(), self._hearing.until)
        return min((timer for timer in timers if timer is not None), default=None)

    def outputs(self) -> list[Output]:
        """Return, and forget, what is to be saved and sent, in order."""
        outputs, self._outputs = self._outputs, []
        return outputs

    def events(self) -> list[Event]:
        """Return, and forget, what has happened."""
        events, self._events = self._events, []
        return events

    def zone(self, name: str, table: Table | None = None) -> tuple[int, ...]:
        """Return the numbers of the own cards in a zone, in order; empty when there are none.

        Args:
            name: of the zone.
            table: the state to look at, the present one unless told otherwise. Of a past round only cards of value can
                be read, since the other keys have been erased: raises LocalError.
        """
        return () if self.seat is None else own_cards.zone(table or self.table, self._me(), name)

    def peeked(self) -> dict[TableCard, int]:
        """Return the numbers of the table cards that this seat has looked at in this set-up."""
        return {} if self.seat is None else own_cards.peeked(self.table, self._me())

    def _own_seat(self) -> Seat:
        if self.secrets is None or self.seat is None:
            raise LocalError("a watcher signs nothing")
        return self.seat

    def _me(self) -> Me:
        seat, secrets, step = self._own_seat(), self.secrets, self.chain.step
        number = step.round_number(self.table) if step else self.table.setup.number
        return secrets.me(seat, number, self._choice)  # type: ignore[union-attr]  # who has a seat has them

    def _restore(self, entry: Entry, *, checked: bool) -> None:
        try:
            self.chain.accept(entry, own=checked)
        except PeerFault as error:
            self._events.append(Faulted(error.fault, self.chain.halted))
        self.chain.take_accepted()
        self._report()

    def _receive(self, link: Link, data: bytes, now: float) -> None:
        match decode_frame(data):
            case Entry() as entry:
                self._take(entry, link, now)
            case Hello() as hello:
                self._hearing.hear(self._gossip.peers[link].seat, hello, now)
                self._send(self._gossip.on_hello(link, hello, now))
            case Heads() as heads:
                self._send(self._gossip.on_heads(link, heads, now))

    def _take(self, entry: Entry, link: Link, now: float) -> None:
        try:
            verdict = self.chain.accept(entry)
        except PeerFault as error:
            self._save_accepted()
            self._accuse(error.fault)
            return
        self._save_accepted()
        if verdict in {Verdict.ACCEPTED, Verdict.FOREIGN}:
            self._gossip.note_log(self.chain.chair_of(entry), same=verdict is Verdict.ACCEPTED)
        if verdict is Verdict.FOREIGN:
            self._send(self._gossip.on_fork(link, now))
        if self.chain.forked:
            self.chain.forked = False
            self._send(self._gossip.search_fork(now))
        if verdict is Verdict.ACCEPTED:
            self._gossip.progress(now)
        if verdict in {Verdict.ACCEPTED, Verdict.LATER}:
            self._send(self._gossip.spread(entry, link))

    def _work(self, now: float) -> None:
        """Sign all that is forced, and say when it is the player's turn."""
        self._answer_votes(now)
        for what, body in worths.due(self.chain, self.secrets):
            self._sign_beside(what, body, now)
        while self._may_sign() and self.chain.step and (self._leaves or not self.chain.step.chosen):
            self._sign(now)
            self._ratchet()
        self._ratchet()
        self._hearing.settle(self._gossip, now)
        self._report()
        if self._my_turn() and self._announced != self.chain.heads[-1] and not self.unheard:
            self._announced = self.chain.heads[-1]
            self._events.append(YourTurn(self.chain.number))

    def _may_sign(self) -> bool:
        """Return whether a forced entry can be made: not before the words are confirmed, nor without its root.

        Whoever has lost the end of its log but not its newer root gets its own entries back from the others.
        """
        step = self.chain.step
        if step is None or self.secrets is None or not self._my_turn():
            return False
        number = step.round_number(self.table)
        if number == 1 and self.table.setup.number == 0 and not self.confirmed:
            self._ask_to_confirm()
            return False
        return number >= self.secrets.roots.oldest

    def _ask_to_confirm(self) -> None:
        if self._announced != self.chain.heads[-1]:
            self._announced = self.chain.heads[-1]
            self._events.append(ConfirmWords(self.table.session))

    def _ratchet(self) -> None:
        """Let go of the roots of earlier rounds once the decks of this one are on the table."""
        number, secrets = self.table.setup.number, self.secrets
        if secrets is not None and secrets.roots.oldest < number:
            self.secrets = secrets = replace(secrets, roots=secrets.roots.since(number))
            self._outputs.append(Forget(number, secrets.roots.of(number)))

    def _my_turn(self) -> bool:
        stopped = self.chain.halted or self.chain.stopped
        return self.secrets is not None and not stopped and self.seat in self.chain.missing

    @property
    def _leaves(self) -> bool:
        """Whether the next entry is the one with which this seat leaves; that is a choice, too."""
        return self._leaving and self.may_leave and not self.unheard

    def _sign(self, now: float) -> None:
        step, site, me = self.chain.step, self.chain.site, self._me()
        if step is None:
            raise LocalError("the game is over")
        if self._leaves:
            step, site = Leave((me.seat,)), replace(site, kind=Leave.kind)
        self._put_down(sign_entry(me.signing, site.slot(me.seat), step.make_body(self.table, site, me)), now)

    def _put_down(self, entry: Entry, now: float) -> None:
        """Accept, save and send an own entry; it may be what proves another seat at fault."""
        try:
            self.chain.accept(entry, own=True)
        except PeerFault as error:
            if error.fault.culprit == entry.seat:
                raise LocalError(f"an own entry would be refused: {error}") from error
            self._save_accepted()
            self._accuse(error.fault)
        self._save_accepted()
        if self.chain.has(entry):  # else it has come too late, or it is in the evidence and was shown with that
            self._gossip.progress(now)
            self._send(self._gossip.spread(entry, None))

    def _save_accepted(self) -> None:
        self._outputs.extend(Save(entry.encode()) for entry in self.chain.take_accepted())

    def _accuse(self, fault: Fault) -> None:
        """Show the evidence, which is saved, to everyone."""
        for entry in fault.entries:
            self._send(self._gossip.flood(entry))
        self._events.append(Faulted(fault, self.chain.halted))

    def _send(self, outgoing: Iterable[Outgoing]) -> None:
        self._outputs.extend(Send(link, encode_frame(frame)) for link, frame in outgoing)

    def _report(self) -> None:
        self._events.extend(self._news.fresh())
