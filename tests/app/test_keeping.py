"""What is kept beside a game, and when its log counts as left in order."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest

from p2p_saboteur.app.keeping import (
    ROSTER,
    Keeper,
    keep_roster,
    load_roster,
    note_loss,
    note_talk,
    proof_path,
    read_notes,
    read_talk,
    renew_proofs,
)
from p2p_saboteur.app.lobby_messages import Roster
from p2p_saboteur.app.secrets import load_secrets
from p2p_saboteur.app.talk import Kind, Note
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from p2p_saboteur.net.hub import Hub
from p2p_saboteur.store import mark
from p2p_saboteur.store.dirs import LOG
from p2p_saboteur.store.errors import Damaged
from p2p_saboteur.store.log_file import MAGIC, LogFile, parse_log, read_log, write_log
from protocol.errors import Reason
from protocol.events import Faulted
from protocol.faults import Fault
from protocol.log import Entry, sign_entry
from tests.helpers.faulty_disk import CRASHES, Crash, FaultyDisk
from tests.helpers.hub_clients import seats
from tests.helpers.room import header_for, secrets_of

if TYPE_CHECKING:
    from pathlib import Path

    from protocol.header import Header
    from protocol.signing import SigningKey

HEADER = header_for(SaboteurGame(), [secrets_of(seat) for seat in range(3)])
PLAYED = Roster(header=HEADER, endpoints=(("tcp://10.0.0.1:7243",), (), ()), turn_limit=30, bots=4)


def test_a_roster_begins_a_log_in_order(tmp_path: Path) -> None:
    """Who plays is in both, so that the log alone tells it, too."""
    keep_roster(tmp_path, PLAYED)
    assert load_roster(tmp_path) == PLAYED
    (tmp_path / ROSTER).unlink()
    alone = load_roster(tmp_path)
    assert alone == Roster(header=HEADER, endpoints=((), (), ()))
    log = LogFile(tmp_path / LOG)
    assert log.clean
    log.close()


def test_a_log_that_was_not_left_in_order_never_looks_so(tmp_path: Path) -> None:
    """A roster is kept once; a second time nothing is touched."""
    keep_roster(tmp_path, PLAYED)
    LogFile(tmp_path / LOG).close()
    with pytest.raises(Damaged):
        keep_roster(tmp_path, PLAYED)
    log = LogFile(tmp_path / LOG)
    assert not log.clean
    log.close()


@pytest.mark.parametrize("known", [[True], [False, True], [False, False, True], [False] * 3])
def test_a_log_is_vouched_for_as_soon_as_it_is_known_to_be_complete(
    known: list[bool], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the first record on, or from the one with which the last of the others was heard; else never."""
    (tmp_path / "boot").write_text("this run")
    monkeypatch.setattr(mark, "BOOT", tmp_path / "boot")
    path, look = tmp_path / LOG, iter(known)
    log = LogFile(path)
    keeper = Keeper(tmp_path, log, complete=lambda: next(look, known[-1]))
    held = [path.with_suffix(".closed").exists()]
    for record in (b"x", b"y"):
        keeper.append([record])
        held.append(path.with_suffix(".closed").exists())
    assert held == [True in known[: at + 1] for at in range(3)]
    log.close()
    again = LogFile(path)
    assert (again.clean, again.records) == (known[-1], (b"x", b"y"))
    again.close()


def test_without_a_roster_nobody_plays(tmp_path: Path) -> None:
    """The lobby was never closed."""
    assert load_roster(tmp_path) is None


def test_talk_is_found_again(tmp_path: Path) -> None:
    """What was said, and how things were with the others; a line that was cut short is passed over."""
    for number, kind in enumerate((Kind.SAY, Kind.AWAY), 1):
        note_talk(tmp_path, Note(chair=1, number=number, kind=kind, text="hello"), 7 * number)
    with next(tmp_path.iterdir()).open("a") as file:
        file.write('[1, 3, 1, "cut')
    talk = read_talk(tmp_path, HEADER)
    assert [note.text for note in talk.kept] == ["hello", "hello"]
    assert talk.away == {1}
    assert [step for _note, step in read_notes(tmp_path)] == [7, 14]


CULPRIT = 2
NO_TABLE: Any = None
"""A game that goes on is not noted as ended."""


def bad_entry(header: Header, key: SigningKey) -> Entry:
    """Return an entry of the first step whose body nobody may sign."""
    slot = (header.table_id, CULPRIT, 0, "sit", 0, header.table_id)
    return sign_entry(key, slot, b"\xc3")


def caught(folder: Path) -> Fault:
    """Make a log that proves a fault, and in which the game has gone on."""
    entry = bad_entry(HEADER, secrets_of(CULPRIT).signing)
    write_log(folder / LOG, [HEADER.encode(), entry.encode(), b"further"])
    return Fault(culprit=CULPRIT, reason=Reason.ENCODING, check="type", step=0, entries=(entry,))


def test_a_crash_leaves_a_whole_proof_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At any operation of those that keep it; what is left under another name is no proof and in nobody's way."""
    fault = caught(tmp_path)
    path, whole = proof_path(tmp_path, CULPRIT), read_log(tmp_path / LOG)
    disk = FaultyDisk(tmp_path, monkeypatch)
    note_loss(tmp_path, NO_TABLE, Faulted(fault))
    count = disk.count
    assert count > 4
    for what in CRASHES:
        for at in range(count):
            path.unlink()
            disk.arm(at, what)
            with suppress(Crash):
                note_loss(tmp_path, NO_TABLE, Faulted(fault))
            assert disk.struck
            disk.heal()
            assert not path.exists() or read_log(path) == whole, (what, at)
            renew_proofs(tmp_path, [fault])
            assert read_log(path) == whole, (what, at)


@pytest.mark.parametrize("torn", ["missing", "empty", "begun", "cut", "other", "short", "version"])
def test_a_proof_that_is_none_is_kept_anew(tmp_path: Path, torn: str) -> None:
    """It is missing, cut short by a crash of an older version, of another game, or ends before what it is to prove."""
    fault = caught(tmp_path)
    path, log = proof_path(tmp_path, CULPRIT), (tmp_path / LOG).read_bytes()
    other = header_for(SaboteurGame(), [secrets_of(f"other {seat}") for seat in range(3)])
    match torn:
        case "other":
            write_log(path, [other.encode(), *read_log(tmp_path / LOG).records[1:]])
        case "short":
            write_log(path, [HEADER.encode()])
        case _:
            contents = {"empty": b"", "begun": MAGIC, "cut": log[:-1], "version": MAGIC[:-1] + b"\x02"}
            if torn in contents:
                path.write_bytes(contents[torn])
    renew_proofs(tmp_path, [fault])
    assert path.read_bytes() == log


def touched(path: Path) -> tuple[int, int, int]:
    """Return what changes when a file is written."""
    about = path.stat()
    return about.st_ino, about.st_size, about.st_mtime_ns


def test_a_whole_proof_is_left_alone(tmp_path: Path) -> None:
    """The game has gone on since, and what was signed then proves nothing more."""
    fault = caught(tmp_path)
    path, records = proof_path(tmp_path, CULPRIT), read_log(tmp_path / LOG).records
    write_log(path, records[:-1])
    before = path.stat()
    renew_proofs(tmp_path, [fault])
    note_loss(tmp_path, NO_TABLE, Faulted(fault))
    assert path.stat() == before
    assert read_log(path).records == records[:-1]


def test_whoever_resumes_has_the_proof_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A crash had come while it was written: what is there under its name is no proof."""

    async def scenario() -> None:
        players, roster = seats(Hub(), tmp_path, monkeypatch)
        player, key = players[0], load_secrets(players[CULPRIT].folder).signing
        log = [roster.header.encode(), bad_entry(roster.header, key).encode()]
        write_log(player.folder / LOG, log)
        path = proof_path(player.folder, CULPRIT)
        path.write_bytes(MAGIC)
        playing = asyncio.create_task(player.play(roster, resumed=True))
        async with asyncio.timeout(10):
            while not any(isinstance(getattr(news, "event", None), Faulted) for news in player.told):  # noqa: ASYNC110 - nothing wakes us
                await asyncio.sleep(0.01)
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        contents = parse_log(path.read_bytes())
        assert contents.damage is None
        assert list(contents.records[:2]) == log

    asyncio.run(scenario())
