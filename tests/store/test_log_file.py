"""A table's log: whole or torn, ours or somebody's, on a disk that fails."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest

from p2p_saboteur.store import log_file, mark
from p2p_saboteur.store.errors import Damaged, DiskFull, NotFound, OtherVersion, StoreError
from p2p_saboteur.store.log_file import MAGIC, MAX_RECORD, LogFile, encode_block, parse_log, read_log, write_log

BATCHES = ([b"first"], [b"second", b"", b"third"], [b"\x00" * 70])
RECORDS = tuple(record for batch in BATCHES for record in batch)


def written(path: Path) -> bytes:
    """Write the example log, leave it without a clean end and return its bytes."""
    log = LogFile(path)
    for batch in BATCHES:
        log.append(batch)
    log.close()
    return path.read_bytes()


def test_what_was_appended_is_read_back(tmp_path: Path) -> None:
    """Records come back in order, the next time it is opened and to a verifier."""
    path = tmp_path / "table.log"
    written(path)
    assert read_log(path).records == RECORDS
    assert read_log(path).damage is None
    log = LogFile(path)
    assert log.records == RECORDS
    log.append([b"more"])
    log.close()
    assert read_log(path).records == (*RECORDS, b"more")


def test_a_log_is_written_whole_in_the_place_of_another(tmp_path: Path) -> None:
    """Nobody appends to it, so that it needs no mark of a clean end; what a crash has left is in nobody's way."""
    path = tmp_path / "proof.log"
    path.write_bytes(b"torn")
    path.with_name("proof.log.new").write_bytes(b"left by a crash")
    write_log(path, RECORDS)
    assert read_log(path) == log_file.LogContents(records=RECORDS)
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(ValueError, match="longer"):
        write_log(path, [bytes(MAX_RECORD + 1)])
    assert read_log(path).records == RECORDS


def test_the_bytes_are_those_that_the_format_says() -> None:
    """A block of one record, byte by byte."""
    block = encode_block([b"ab"])
    assert block.hex() == "00000006" + "5c84d3b0" + "00000002" + b"ab".hex()
    assert parse_log(MAGIC + block).records == (b"ab",)


def test_a_log_torn_at_every_byte_is_repaired_to_the_last_whole_append(tmp_path: Path) -> None:
    """Whatever a crash leaves of an append, the earlier ones stay and the log goes on."""
    path = tmp_path / "table.log"
    whole = written(path)
    ends = [len(MAGIC)]
    for batch in BATCHES:
        ends.append(ends[-1] + len(encode_block(batch)))
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        log = LogFile(path)
        appends = sum(end <= length for end in ends[1:])
        kept = tuple(record for batch in BATCHES[:appends] for record in batch)
        assert log.records == kept, length
        log.append([b"next"])
        log.close()
        assert read_log(path).records == (*kept, b"next"), length


def test_a_tail_of_zeros_is_torn_too(tmp_path: Path) -> None:
    """Some file systems grow the file before they have its bytes."""
    path = tmp_path / "table.log"
    path.write_bytes(written(path) + b"\x00" * 300)
    log = LogFile(path)
    assert log.records == RECORDS
    log.close()
    assert read_log(path).damage is None


def test_every_flipped_bit_is_found(tmp_path: Path) -> None:
    """A verifier gets the records before the damage, never a changed one."""
    whole = written(tmp_path / "table.log")
    for at in range(len(whole)):
        flipped = bytearray(whole)
        flipped[at] ^= 0x10
        contents = parse_log(bytes(flipped))
        assert contents.damage is not None, at
        assert contents.damage.at <= at
        assert contents.records == RECORDS[: len(contents.records)], at


def test_damage_in_the_middle_is_never_cut_off(tmp_path: Path) -> None:
    """What lies behind it may have been sent, so our own log is refused and left as it is."""
    path = tmp_path / "table.log"
    broken = bytearray(written(path))
    broken[len(MAGIC) + 10] ^= 1
    path.write_bytes(broken)
    with pytest.raises(Damaged, match="Nobody cheated"):
        LogFile(path)
    assert path.read_bytes() == bytes(broken)


def test_another_file_is_no_log(tmp_path: Path) -> None:
    """A wrong name must not destroy what lies there."""
    path = tmp_path / "letter.txt"
    path.write_bytes(b"Dear all, this is no log")
    with pytest.raises(Damaged):
        LogFile(path)
    assert path.read_bytes() == b"Dear all, this is no log"
    with pytest.raises(NotFound):
        read_log(tmp_path / "nothing")


def test_what_cannot_be_a_log_is_not_read(tmp_path: Path) -> None:
    """A file with a great hole would fill the memory, a folder or device is no file."""
    huge = tmp_path / "table.log"
    huge.touch()
    os.truncate(huge, log_file.MAX_FILE + 1)
    for path in (huge, tmp_path, Path(os.devnull)):
        with pytest.raises(StoreError):
            read_log(path)


def test_a_log_of_another_version_is_left_alone(tmp_path: Path) -> None:
    """It is told apart from a damaged one, and nothing is touched."""
    path = tmp_path / "table.log"
    path.write_bytes(MAGIC[:-1] + b"\x07" + b"whatever comes then")
    with pytest.raises(OtherVersion, match="version 7"):
        LogFile(path)
    assert path.read_bytes() == MAGIC[:-1] + b"\x07" + b"whatever comes then"
    assert [other.name for other in tmp_path.iterdir()] == ["table.log"]


def test_only_a_finished_log_is_clean(tmp_path: Path) -> None:
    """A log that was not finished, or grew since, may lack what the others have."""
    path = tmp_path / "table.log"
    log = LogFile(path)
    assert log.clean
    log.append([b"x"])
    log.finish()
    log = LogFile(path)
    assert log.clean
    log.append([b"y"])
    log.close()
    log = LogFile(path)
    assert not log.clean
    log.finish()
    with path.open("ab") as file:
        file.write(encode_block([b"z"])[:5])
    assert not LogFile(path).clean


def test_a_copy_is_never_clean(tmp_path: Path) -> None:
    """With its mark or without, however exact: what was sent since it was made is not in it."""
    folder, copy = tmp_path / "game", tmp_path / "copy"
    folder.mkdir()
    log = LogFile(folder / "table.log")
    log.append([b"x"])
    log.finish()
    shutil.copytree(folder, copy)
    log = LogFile(folder / "table.log")
    assert log.clean
    log.append([b"y"])
    log.finish()
    shutil.rmtree(folder)
    shutil.copytree(copy, folder)
    for path in (copy, folder):
        log = LogFile(path / "table.log")
        assert log.records == (b"x",)
        assert not log.clean
        log.finish()
        log = LogFile(path / "table.log")
        assert log.clean
        log.close()


def test_a_mark_that_cannot_be_written_leaves_the_file_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The log is whole, and only counts as not left in order."""
    log = LogFile(tmp_path / "table.log")
    log.append([b"x"])

    def fail(_path: Path, _data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(mark, "write_new", fail)
        with pytest.raises(DiskFull):
            log.finish()
    with pytest.raises(StoreError, match="closed"):
        log.append([b"y"])
    log = LogFile(tmp_path / "table.log")
    assert (log.records, log.clean) == ((b"x",), False)
    log.close()


def test_a_full_disk_leaves_no_half_append(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The user is told, and once there is room the log goes on."""
    path = tmp_path / "table.log"
    whole = written(path)
    log = LogFile(path)

    def half(fd: int, data: bytes) -> None:
        os.write(fd, data[: len(data) // 2])
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(log_file, "write_all", half)
        with pytest.raises(DiskFull, match="Free some space"):
            log.append([b"too much"])
    assert path.read_bytes() == whole
    log.append([b"fits"])
    log.close()
    assert read_log(path).records == (*RECORDS, b"fits")


def test_after_a_failed_flush_the_log_takes_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second flush may succeed without the lost bytes, so only opening it anew tells what is there."""
    log = LogFile(tmp_path / "table.log")

    def fail(_fd: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(log_file, "durable", fail)
        with pytest.raises(StoreError):
            log.append([b"lost"])
    with pytest.raises(StoreError, match="Start again"):
        log.append([b"next"])


def test_too_long_or_empty_appends_are_refused(tmp_path: Path) -> None:
    """Our own caller's mistakes leave the file alone."""
    path = tmp_path / "table.log"
    whole = written(path)
    log = LogFile(path)
    for records in ([], [b"\x00" * (MAX_RECORD + 1)], [b"\x00" * MAX_RECORD] * 64):
        with pytest.raises(ValueError, match="bytes"):
            log.append(records)
    log.close()
    assert path.read_bytes() == whole
