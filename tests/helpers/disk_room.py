"""A table of sessions whose logs and roots lie in real files, and whose processes end and come back."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Any

from p2p_saboteur.app.keeping import Keeper
from p2p_saboteur.store.dirs import LOG
from p2p_saboteur.store.errors import StoreError
from p2p_saboteur.store.log_file import LogFile, read_log
from p2p_saboteur.store.secret import load_root, ratchet_root
from protocol.events import Forget, Save, Send, YourTurn
from protocol.frames import decode_frame
from protocol.log import Entry
from protocol.root import Root, Roots
from protocol.session import Session
from tests.helpers.faulty_disk import Crash
from tests.helpers.room import Room, link_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from protocol.events import Output
    from protocol.game import Game
    from protocol.steps.base import AnyChoice


@dataclass(slots=True)
class Home:
    """A member's folder, with its log as it is open."""

    folder: Path
    log: LogFile
    seen: set[bytes] = field(default_factory=set)

    def holds(self, record: bytes) -> bool:
        """Return whether a record was found in the file, now or before."""
        if record not in self.seen:
            self.seen.update(read_log(self.log.path).records)
        return record in self.seen

    @property
    def keeper(self) -> Keeper:
        """What keeps log and root there."""
        return Keeper(self.folder, self.log, complete=lambda: False)


class DiskRoom(Room):
    """Saves as a client does: what comes of one event is one append, then roots move on, then it is sent.

    What a seat chooses hangs on its step and the mood only, so that the same game again is the same to the last byte.

    Attributes:
        mood: of all who choose.
        before_append: called before records go to a chair's disk.
        crashes: how often a member's process has ended and come back.
        refused: what the disk said to members that it has stopped, by chair.
        unsaved: own entries that were sent and did not lie in their signer's file.
        double: slots in which somebody signed two payloads.
    """

    def __init__(
        self, folder: Path, game: Game[Any], *, seats: int, seed: int, choose: Callable[[Session, Random], AnyChoice]
    ) -> None:
        def chosen(session: Session, _random: Random) -> AnyChoice:
            return choose(session, Random(f"{seed} {self.mood} {session.chair} {session.chain.number}"))

        self.homes: list[Home] = []
        self.mood = ""
        self.before_append: Callable[[int, list[bytes]], None] = lambda _chair, _records: None
        self.crashes = 0
        self.refused: dict[int, StoreError] = {}
        self.unsaved: list[Entry] = []
        self.double: list[object] = []
        self._signed: dict[object, bytes] = {}
        self._folder = folder
        super().__init__(game, seats=seats, seed=seed, choose=chosen)

    def _session(self, chair: int, records: object = ()) -> Session:
        """Return a session from what is on the disk; the first time, begin it."""
        del records
        folder = self._folder / str(chair)
        if len(self.homes) == chair:
            folder.mkdir()
            ratchet_root(folder, 0, self.secrets[chair].roots.of(0).to_disk())
            self.homes.append(Home(folder, LogFile(folder / LOG)))
        home = self.homes[chair]
        number, root = load_root(folder)
        return Session(
            group=self.group,
            game=self.game,
            header=self.header,
            secrets=replace(self.secrets[chair], roots=Roots(Root(root), number)),
            records=home.log.records,
            cautious=not home.log.clean,
        )

    def settle(self, chair: int) -> None:
        """Carry out what a session wants until it is quiet, its process ends or its disk refuses."""
        if chair in self.refused:
            return
        try:
            self._settle(chair)
        except Crash:
            self.restart(chair)
        except StoreError as error:
            self.refused[chair] = error
            self.homes[chair].log.close()
            self._part(chair)

    def _settle(self, chair: int) -> None:
        member = self.members[chair]
        while True:
            self._flush(chair, member.session.outputs())
            events = member.session.events()
            member.events.extend(events)
            if not any(isinstance(event, YourTurn) for event in events):
                return
            member.session.perform(self.choose(member.session, self.random), self.now)

    def _flush(self, chair: int, outputs: list[Output]) -> None:
        records = [output.record for output in outputs if isinstance(output, Save)]
        if records:
            self.before_append(chair, records)
            self.homes[chair].keeper.append(records)
        for output in outputs:
            if isinstance(output, Forget):
                self.homes[chair].keeper.forget(output.number, output.root)
        for output in outputs:
            if isinstance(output, Send):
                self._check(chair, output.data)
                self._post(chair, output.link[0] - 1, output.data)

    def _check(self, chair: int, data: bytes) -> None:
        """Note what must not have been sent."""
        entry = decode_frame(data)
        if not isinstance(entry, Entry) or self.members[chair].session.chain.chair_of(entry) != chair:
            return  # another's may be passed on before its step has come
        if not self.homes[chair].holds(entry.encode()):
            self.unsaved.append(entry)
        slot = (entry.seat, entry.step, entry.kind, entry.target, entry.head)
        if self._signed.setdefault(slot, entry.payload) != entry.payload:
            self.double.append(slot)

    def restart(self, chair: int) -> None:
        """Let a member's process end and come back, as often as it ends again meanwhile."""
        self.refused.pop(chair, None)
        while True:
            self.crashes += 1
            home = self.homes[chair]
            home.log.close()
            try:
                home.log = LogFile(home.folder / LOG)
                super().restart(chair)
            except Crash:
                continue
            return

    def _part(self, chair: int) -> None:
        """Let the others see that a member's links are down."""
        for other in range(len(self.members)):
            if other != chair:
                self.members[other].session.link_down(link_of(chair), self.now)
                self.settle(other)

    @property
    def quiet(self) -> bool:
        """Whether every member that its disk has not stopped has ended its game."""
        running = [member for chair, member in enumerate(self.members) if chair not in self.refused]
        return all(member.session.chain.step is None or member.session.fault for member in running)

    def close(self) -> None:
        """Close all files."""
        for home in self.homes:
            home.log.close()
