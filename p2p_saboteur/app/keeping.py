"""What a client keeps in a game's folder beside log and secrets, and how it finds it again."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Self

from p2p_saboteur.app import lobby_messages
from p2p_saboteur.app.lobby_messages import Roster
from p2p_saboteur.app.talk import Kind, Note, Talk
from p2p_saboteur.clean import clean_names
from p2p_saboteur.games.saboteur.rounds import outcome
from p2p_saboteur.store.dirs import LOG
from p2p_saboteur.store.durable import write_new
from p2p_saboteur.store.errors import Damaged, StoreError, told
from p2p_saboteur.store.log_file import LogFile, read_log, write_log
from p2p_saboteur.store.notes import RESULT, SITTING, read_note, write_note
from p2p_saboteur.store.secret import erase_root, ratchet_root
from p2p_saboteur.text import _, listed, ngettext
from protocol.errors import Invalid
from protocol.events import Faulted, Left
from protocol.header import decode_header

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from protocol.events import Abandoned, Expelled
    from protocol.faults import Fault
    from protocol.game import Seat
    from protocol.header import Header
    from protocol.root import Root
    from protocol.table import Table

ROSTER: Final = "roster"
"""File beside the log that tells where the others can be reached; the log is complete without it."""
TALK: Final = "talk.jsonl"
MAX_TALK: Final = 256 * 1024


@dataclass(frozen=True, slots=True)
class Keeper:
    """Keeps a game's log and root in its folder.

    Attributes:
        folder: of the game.
        log: the log in it.
        complete: whether the log is known to have all that was ever sent from here.
    """

    folder: Path
    log: LogFile
    complete: Callable[[], bool]

    def __post_init__(self) -> None:
        """Note that it has, if it has."""
        if self.complete():
            self.log.vouch()

    def append(self, records: Sequence[bytes]) -> None:
        """Append to the log."""
        self.log.append(records)
        if self.complete():
            self.log.vouch()

    def forget(self, number: int, root: Root) -> None:
        """Let the root move on."""
        ratchet_root(self.folder, number, root.to_disk())


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """How a player sat down, as far as `resume` needs it.

    Attributes:
        kind: ``solo``, ``host``, ``join``, ``bot`` or ``watch``.
        name: what the player calls himself.
        host: where the client listens.
        port: likewise.
        endpoints: what others were told.
        invite: of the table that was joined; empty for who opened one.
        more: what the command adds for itself, such as its bots.
    """

    kind: str
    name: str = ""
    host: str = "127.0.0.1"
    port: int = 0
    endpoints: tuple[str, ...] = ()
    invite: str = field(default="", repr=False)
    more: dict[str, Any] = field(default_factory=dict, repr=False)

    def save(self, folder: Path, *, host: str, port: int, endpoints: tuple[str, ...]) -> None:
        """Save it with where the client listens in fact."""
        content = {"kind": self.kind, "name": self.name, "invite": self.invite, "more": self.more}
        write_note(folder, SITTING, {**content, "host": host, "port": port, "endpoints": list(endpoints)})

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Return what was saved.

        Raises:
            Damaged: nothing that can be used.
            OtherVersion: another version of the program wrote it.
        """
        note = read_note(folder, SITTING)
        try:
            return cls(
                kind=str(note["kind"]),
                name=str(note["name"]),
                host=str(note["host"]),
                port=int(note["port"]),
                endpoints=tuple(map(str, note["endpoints"])),
                invite=str(note["invite"]),
                more=dict(note["more"]),
            )
        except (KeyError, TypeError, ValueError):
            path = folder / SITTING
            sentence = _("{path} is damaged or missing. Nobody cheated; this game cannot go on.")
            raise Damaged(sentence.format(path=path)) from None


def keep_roster(folder: Path, roster: Roster) -> None:
    """Save where the others are, and begin the log with its header.

    Raises:
        StoreError: there is a log already, or the disk refuses.
    """
    path, log_path = folder / ROSTER, folder / LOG
    if log_path.exists():
        raise Damaged(f"{folder} holds a game already.")
    with told(path):
        path.unlink(missing_ok=True)
        write_new(path, lobby_messages.encode(roster))
    log = LogFile(log_path)
    log.append([roster.header.encode()])
    log.finish()


def load_roster(folder: Path) -> Roster | None:
    """Return who plays; without addresses if only the log tells, None if the lobby was never closed.

    Raises:
        StoreError: the disk refuses.
    """
    path, log = folder / ROSTER, folder / LOG
    with told(path):
        if path.is_file():
            try:
                message = lobby_messages.decode(path.read_bytes())
            except Invalid:
                message = None
            if isinstance(message, Roster):
                return message
    records = read_log(log).records if log.is_file() else ()
    if not records:
        return None
    try:
        header = decode_header(records[0])
    except Invalid:
        sentence = _("{path} does not say who plays. Nobody cheated; this game cannot go on from here.")
        raise Damaged(sentence.format(path=log)) from None
    return Roster(header=header, endpoints=((),) * len(header.chairs))


def note_end(folder: Path, table: Table, said: str = "") -> None:
    """Note for the list of games how a game ended: as `said`, or who won."""
    result = outcome(table.state) if not said and table.state else None
    if result:
        names = clean_names(tuple(table.header.chairs[chair].name for chair in table.seating))
        winners = listed(names[seat] for seat in result.winners)
        said = ngettext("{names} wins", "{names} win", len(result.winners)).format(names=winners)
    write_note(folder, RESULT, {"said": said})


def note_loss(folder: Path, table: Table, event: Abandoned | Expelled | Faulted | Left) -> None:
    """Note for the list of games how a game ended before its end; keep the proof of a fault, after which it may go on.

    Raises:
        StoreError: the disk refuses.
    """
    if isinstance(event, Faulted):
        _keep_proof(folder, event.fault.culprit)
        if not event.ends:
            return
    note_end(folder, table, said=how_ended(event))
    if isinstance(event, Left):
        erase_root(folder)


def proof_path(folder: Path, culprit: Seat) -> Path:
    """Return the file that proves that a seat has cheated."""
    return folder / f"proof-{culprit}.log"


def _keep_proof(folder: Path, culprit: Seat) -> None:
    """Keep the log as far as it has come, which is all that proves a fault, in a file of its own."""
    path = proof_path(folder, culprit)
    with told(path):
        there = path.exists()
    if not there:
        write_log(path, read_log(folder / LOG).records)


def renew_proofs(folder: Path, faults: Iterable[Fault]) -> None:
    """Keep the proofs anew that are missing or not what they should be; those that are whole stay as they are.

    Args:
        folder: of the game.
        faults: that its log proves.

    Raises:
        StoreError: the disk refuses.
    """
    for fault in faults:
        path, log = proof_path(folder, fault.culprit), read_log(folder / LOG).records
        if not _proves(path, fault, log):
            write_log(path, log)


def _proves(path: Path, fault: Fault, log: Sequence[bytes]) -> bool:
    """Return whether a file holds a log as far as it had come when it proved a fault."""
    try:
        found = read_log(path)
    except StoreError:
        return False
    begins = found.damage is None and found.records == log[: len(found.records)]
    return begins and {entry.encode() for entry in fault.entries} <= set(found.records)


def how_ended(event: Abandoned | Expelled | Faulted | Left) -> str:
    """Return what the list of games says of one that did not come to its end."""
    match event:
        case Faulted():
            return _("ended by proved cheating")
        case Left():
            return _("left for good")
    return _("ended early")


def note_talk(folder: Path, note: Note, step: int) -> None:
    """Add a note, which came in this step, to the game's talk; when there is much of it, no more is kept."""
    path = folder / TALK
    line = json.dumps([note.chair, note.number, int(note.kind), note.text, step]) + "\n"
    with told(path), open(path, "a", encoding="utf-8", opener=_private) as file:
        if file.tell() + len(line) <= MAX_TALK:
            file.write(line)


def read_notes(folder: Path) -> list[tuple[Note, int]]:
    """Return the notes of a game as far as they were kept, each with the step in which it came.

    Raises:
        StoreError: the disk refuses.
    """
    path = folder / TALK
    with told(path):
        if not path.is_file() or path.stat().st_size > MAX_TALK:
            return []
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    return [found for found in map(_note_of, lines) if found]


def _note_of(line: str) -> tuple[Note, int] | None:
    try:
        chair, number, kind, text, step = json.loads(line)
        return Note(chair=int(chair), number=int(number), kind=Kind(kind), text=str(text)), int(step)
    except (ValueError, TypeError):
        return None  # a line that a crash cut short


def read_talk(folder: Path, header: Header) -> Talk:
    """Return the talk at a table as far as it was kept."""
    talk = Talk(header)
    for note, _step in read_notes(folder):
        if 0 <= note.chair < len(header.chairs):
            talk.remember(note)
    return talk


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
