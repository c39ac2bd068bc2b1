"""One player's client without a face: a table over the mesh; what happens is told as plain news."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from p2p_saboteur.app import lobby_messages, talk
from p2p_saboteur.app.dialling import dials
from p2p_saboteur.app.game import game_of
from p2p_saboteur.app.keeping import Keeper, keep_roster, note_end, note_loss, note_talk, read_talk, renew_proofs
from p2p_saboteur.app.lobby_messages import Application, Join, Refusal, Refused, Watch, last_state
from p2p_saboteur.app.news import LinksChanged, TableEvent, Talked, Words
from p2p_saboteur.app.not_open import NotOpen
from p2p_saboteur.app.own_view import OwnView
from p2p_saboteur.app.pings import CHANNEL as PINGS
from p2p_saboteur.app.pings import Pings
from p2p_saboteur.app.progress import WORDS, has_confirmed, stage_after
from p2p_saboteur.app.pump import Pump, clock, now
from p2p_saboteur.app.secrets import Secrets, forget_seat
from p2p_saboteur.app.talk import Kind, Note, Talk
from p2p_saboteur.app.viewer import Viewer, session_choice
from p2p_saboteur.net import policy
from p2p_saboteur.net.invite import Invite
from p2p_saboteur.net.transport import LinkUp
from p2p_saboteur.store.dirs import LOG
from p2p_saboteur.store.errors import StoreError
from p2p_saboteur.store.log_file import LogFile
from p2p_saboteur.store.secret import erase_root
from p2p_saboteur.text import marked
from protocol.errors import Invalid, LocalError
from protocol.events import Abandoned, ConfirmWords, Ended, Expelled, Faulted, Left, StepDone
from protocol.group import RISTRETTO255
from protocol.header import nonce_commitment
from protocol.session import Session
from protocol.steps.closing import SignResult
from protocol.steps.opening import own_nonce
from protocol.words import words_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from p2p_saboteur.app.lobby_messages import Roster
    from p2p_saboteur.app.news import News
    from p2p_saboteur.app.watchers import Watchers
    from p2p_saboteur.net.mesh import Mesh
    from p2p_saboteur.net.transport import Frame, LinkDown, PeerKey
    from p2p_saboteur.seat import Choice, SeatView
    from protocol.events import Event
    from protocol.game import Seat
    from protocol.table import Table

LATER: Final = 3.0  # seconds until those are dialled, too, who should have dialled us


@dataclass(slots=True, kw_only=True)
class Client:
    """What a player's client has from the moment it opens or joins a table. A watcher has no secrets.

    Attributes:
        folder: of the game.
        secrets: of the seat; None for a watcher.
        mesh: the links.
        endpoints: where others can reach this player, ``tcp://host:port``, the best first; may be empty.
        tell: called in the event loop with all news, in order.
        asks: whether the player is to compare the words before the first key is made.
        keeps_view: whether what only this player sees is kept for looking at it again.
        watchers: who may watch through this client; None where nobody may.
        roster: who plays, once the lobby is closed.
        talk: what people say, once the table is open.
        greeting: what a watcher tells the opener whenever their link comes up.
        pings: how long the links take there and back.
        keeps_bots: returns whether bots play at the table that end with this program.
    """

    folder: Path
    secrets: Secrets | None = field(repr=False)
    mesh: Mesh
    endpoints: tuple[str, ...]
    tell: Callable[[News], None]
    asks: bool = False
    keeps_view: bool = True
    watchers: Watchers | None = None
    roster: Roster | None = None
    pump: Pump | None = None
    viewer: Viewer | None = None
    talk: Talk | None = None
    greeting: Watch | None = None
    pings: Pings = field(init=False)
    keeps_bots: Callable[[], bool] = bool
    _door: policy.OpenLobby | None = None

    def __post_init__(self) -> None:
        self.pings = Pings(lambda peer, data: self.mesh.send(peer, PINGS, data))

    @property
    def log(self) -> Path:
        """Where the table's log lies."""
        return self.folder / LOG

    @property
    def table(self) -> Table:
        """The public state; the table must be open."""
        if self.pump is None:
            raise NotOpen
        return self.pump.session.table

    @property
    def closing(self) -> bool:
        """Whether all that is missing to the end of the game is signatures of the result."""
        step = self.pump.session.chain.step if self.pump else None
        return step is not None and step.kind == SignResult.kind

    @property
    def chair(self) -> int | None:
        """Our own; None for a watcher and before the roster is closed."""
        return self._chair_of(self.mesh.key)

    @property
    def unheard(self) -> tuple[int, ...]:
        """The chairs that are to tell how far they are before we, who have come back, may choose."""
        return tuple(sorted(self.pump.session.unheard)) if self.pump else ()

    @property
    def linked(self) -> frozenset[int]:
        """The chairs with which there is a direct link."""
        chairs = map(self._chair_of, self.mesh.linked)
        return frozenset(chair for chair in chairs if chair is not None)

    @property
    def unfinished(self) -> tuple[int, ...]:
        """The other chairs still in the game that have not said that they have the whole log; none for a watcher."""
        if self.talk is None or self.pump is None or self.chair is None:
            return ()
        chairs = {self.table.seating[seat] for seat in self.table.present}
        return tuple(sorted(chairs - self.talk.done - {self.chair}))

    @property
    def offered(self) -> str:
        """The invite to another game that holds; empty while nobody has offered one."""
        holds = self.talk.offer if self.talk else None
        return holds[1] if holds else ""

    def application(self, name: str, *, bot: bool) -> Application:
        """Return what this player brings to a table."""
        secrets = self._own_secrets()
        if secrets.seat is None:
            raise LocalError("the game is over")
        key = secrets.signing.public
        commitment = nonce_commitment(key, own_nonce(secrets.seat.roots.of(0)))
        return Application(name=name, key=key, commitment=commitment, endpoints=self.endpoints, bot=bot)

    def invite(self, secret: bytes) -> Invite:
        """Return the invite to a table that this client opens."""
        return Invite(key=self.mesh.key, secret=secret, endpoints=self.endpoints)

    def keep(self, roster: Roster) -> None:
        """Save who plays, and begin the log, before anybody is told and anything is signed."""
        if self.roster is None:
            self.roster = roster
            keep_roster(self.folder, roster)

    async def play(self, roster: Roster, *, resumed: bool = False) -> None:
        """Play the table and serve the others, also when it has ended, until cancelled.

        Raises:
            OtherGame: the table plays something that this program does not know.
            StoreError: the disk refuses.
        """
        game_of(roster.header)
        if resumed:
            self.roster = roster  # what is on disk stays as it is until the log has told whether it was left in order
        else:
            self.keep(roster)
        log = LogFile(self.log)
        try:
            if not log.records:  # a crash came between the roster and its log: nothing has been signed yet
                log.append([roster.header.encode()])
            self._open(roster, log)
            later = self._link(roster, resumed=resumed)
            self._tell_links()
            pinging = self.pings.run(lambda: filter(self.belongs, self.mesh.linked))
            await self._pump().run(pinging, self._dial_missing(later))
        finally:
            if self.pump and self.pump.saved and self.pump.session.complete:
                with suppress(StoreError):  # without its mark the next one only asks the others first
                    log.finish()
            log.close()  # it may still lack what we have sent before a crash, so the next one is to be as cautious

    def _open(self, roster: Roster, log: LogFile) -> None:
        """Make the session from what the log holds."""
        session = Session(
            group=RISTRETTO255,
            game=game_of(roster.header),
            header=roster.header,
            secrets=self.secrets.seat if self.secrets else None,
            records=log.records[1:],
            cautious=not log.clean,
        )
        renew_proofs(self.folder, session.chain.faults)  # a crash may have come before they were kept
        session.confirmed = has_confirmed(session) or not self.asks
        self.viewer = Viewer(session, OwnView(self.folder) if self.keeps_view else None)
        self.talk = read_talk(self.folder, roster.header)
        self.pump = Pump(
            session=session,
            transport=self.mesh,
            journal=Keeper(self.folder, log, complete=lambda: session.complete),
            beside=self,
            watch=self.viewer.watch,
            tell=self._on_event,
        )

    def _link(self, roster: Roster, *, resumed: bool) -> list[tuple[PeerKey, str]]:
        """Admit the roster and watchers, dial whoever has an earlier chair, and return whom to dial a little later."""
        chairs = roster.header.chairs
        self._door = policy.OpenLobby() if self.watchers else policy.OpenLobby(places=0)
        for watcher in self.watchers.proved if self.watchers else ():
            self._door.prove(watcher)
        self.mesh.allow(policy.Table(keys=frozenset(chair.link for chair in chairs), watchers=self._door))
        later = []
        for peer, endpoint, at_once in dials(roster, self.mesh.key, resumed=resumed, watches=self.secrets is None):
            if at_once:
                self.mesh.dial(peer, endpoint)
            else:
                later.append((peer, endpoint))
        return later

    async def _dial_missing(self, later: list[tuple[PeerKey, str]]) -> None:
        """Dial those who should have dialled us and have not."""
        await asyncio.sleep(LATER)
        missing = [(peer, endpoint) for peer, endpoint in later if peer not in self.mesh.linked]
        for peer, endpoint in missing:
            self.mesh.dial(peer, endpoint)

    def _on_event(self, event: Event) -> None:
        """Tell what happened, and note what it means for the files."""
        match event:
            case StepDone(done=done):
                if done.site.step == WORDS:
                    self.tell(Words(words_of(done.table.session), asked=False))
                if (stage := stage_after(done)) and not (self.asks and stage.what == "keys"):
                    self.tell(stage)
            case ConfirmWords(session=session):
                self.tell(Words(words_of(session), asked=True))
                return
            case Ended():
                note_end(self.folder, self.table)
                erase_root(self.folder)
                if self.secrets:
                    self.say(Kind.DONE)
            case Abandoned() | Expelled() | Faulted() | Left():
                note_loss(self.folder, self.table, event)
        self.tell(TableEvent(event))

    async def confirm(self) -> None:
        """Note that the player sees the same words as the others."""
        self.asks = False
        await self._pump().call(lambda session: session.confirm(now()))

    async def abandon(self) -> None:
        """Vote to end the game for all; raise LocalError where there is none."""
        await self._pump().call(lambda session: session.abandon(now()))

    async def go(self) -> None:
        """Leave the game for good as soon as the table waits for us; raise LocalError if the others could not go on."""
        if self.keeps_bots():
            raise LocalError(marked("your bots would go with you"))
        await self._pump().call(lambda session: session.leave(now()))

    async def vote_out(self, seat: Seat) -> None:
        """Vote to go on without a silent seat; raise LocalError where the rule of votes forbids it."""
        await self._pump().call(lambda session: session.vote_out(seat, now()))

    async def view(self) -> SeatView:
        """Return what the seat (or a watcher) may know now."""
        viewer = self.viewer
        if viewer is None:
            raise NotOpen
        return await self._pump().call(lambda _: viewer.view())

    async def submit(self, choice: Choice) -> None:
        """Answer what the seat is asked; raise IllegalMove or LocalError if it cannot be."""
        viewer = self.viewer
        if viewer is None:
            raise NotOpen
        await self._pump().call(lambda session: session.perform(session_choice(choice, viewer.view()), now()))

    def say(self, kind: Kind, text: str = "") -> None:
        """Say something to all at the table; raise LocalError for a watcher, who only listens."""
        table, chair = self.talk, self.chair
        if table is None or chair is None:
            raise LocalError(marked("nobody listens"))
        if not table.may_speak(chair, now()) and kind is Kind.SAY:
            raise LocalError(marked("that was too much at once; wait a moment"))
        note = table.own(chair=chair, kind=kind, text=text, clock=clock())
        self._spread(talk.encode(note, self._own_secrets().signing, table.header.table_id), None)
        self._heard_note(note)

    def belongs(self, peer: PeerKey) -> bool:
        """Whether a link is one of the table: with a seat, or with somebody who may watch."""
        return self._chair_of(peer) is not None or bool(self.watchers and peer in self.watchers.proved)

    def link_changed(self, event: LinkUp | LinkDown) -> None:
        """Take note of a link: tell a peer that came (back) how things are with us."""
        watchers = self.watchers
        if not self.belongs(event.peer):
            return  # of strangers, who may be many, nobody is told
        if isinstance(event, LinkUp):
            self._greet(event.peer)
        else:
            self.pings.forget(event.peer)
            if watchers and watchers.left(event.peer) and self._door:
                self._door.forget(event.peer)
        self._tell_links()

    def _greet(self, peer: PeerKey) -> None:
        """Say to a new link again what it may have missed and is still true."""
        chair, table = self.chair, self.talk
        if self.greeting and self._chair_of(peer) == 0:
            self.send(peer, self.greeting)
        if chair is None or table is None or self._chair_of(peer) is None:
            return
        for kind in table.standing(chair):
            self.say(kind)

    def heard(self, frame: Frame) -> None:
        """Take talk, and questions of who comes late; whoever sends anything else is cut off."""
        try:
            if frame.channel == talk.CHANNEL and self.talk and self._chair_of(frame.peer) is not None:
                note = self.talk.hear(frame.data, now=now(), clock=clock())
                if note:
                    self._spread(frame.data, frame.peer)
                    self._heard_note(note)
            elif frame.channel == PINGS and self.belongs(frame.peer):
                self.pings.hear(frame.peer, frame.data)
            elif frame.channel == lobby_messages.CHANNEL:
                self._answer(frame)
        except Invalid:
            self.mesh.drop(frame.peer)

    def _answer(self, frame: Frame) -> None:
        """Answer a player who has not got the roster yet, or somebody who asks to watch."""
        message = lobby_messages.decode(frame.data)
        if self.roster is None:
            return
        if isinstance(message, Join):
            if self._chair_of(frame.peer) is None:
                self.send(frame.peer, Refused(Refusal.CLOSED))
                return
            self.send(frame.peer, last_state(self.roster, watchers=self.watchers is not None))
            self.send(frame.peer, self.roster)
        elif isinstance(message, Watch) and self.watchers:
            refusal = self.watchers.ask(frame.peer, message)
            if refusal:
                self.send(frame.peer, Refused(refusal))
                return
            if self._door:
                self._door.prove(frame.peer)
            self.send(frame.peer, self.roster)
            self._pump().link_up(frame.peer)
            self._tell_links()

    def _tell_links(self) -> None:
        """Tell with whom we are linked now."""
        self.tell(LinksChanged(self.linked, len(self.watchers.proved) if self.watchers else 0))

    def send(self, peer: PeerKey, message: lobby_messages.Message) -> None:
        """Send a message of the lobby."""
        self.mesh.send(peer, lobby_messages.CHANNEL, lobby_messages.encode(message))

    def _spread(self, data: bytes, source: PeerKey | None) -> None:
        for peer in self.mesh.linked:
            if peer != source and self.belongs(peer):
                self.mesh.send(peer, talk.CHANNEL, data)

    def _heard_note(self, note: Note) -> None:
        if self.talk and not self.talk.is_news(note):
            return
        note_talk(self.folder, note, self.pump.session.chain.number if self.pump else 0)
        self.tell(Talked(note))
        chairs = self.roster.header.chairs if self.roster else ()
        if note.kind is Kind.DONE and self.talk and len(self.talk.done) >= len(chairs) - len(self.table.lost):
            forget_seat(self.folder)

    def _chair_of(self, key: PeerKey) -> int | None:
        chairs = self.roster.header.chairs if self.roster else ()
        return next((number for number, chair in enumerate(chairs) if chair.link == key), None)

    def _own_secrets(self) -> Secrets:
        if self.secrets is None:
            raise LocalError("a watcher has no secrets")
        return self.secrets

    def _pump(self) -> Pump:
        if self.pump is None:
            raise NotOpen
        return self.pump
