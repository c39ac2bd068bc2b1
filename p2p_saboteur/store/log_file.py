"""A table's log: one append-only file that is all a verifier needs.

File: the 8 bytes `MAGIC`, whose last one is the version, then blocks. Block: length of its body (4 bytes, big-endian,
1 to `MAX_BLOCK`), CRC-32 of these 4 bytes and the body (4 bytes), body. Body: one or more records, each with its
length (4 bytes, 0 to `MAX_RECORD`) before it. What is appended at once is one block, so a crash loses all of it or
nothing. The sum finds torn writes and bad disks; against forgers the records' own signatures stand.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING
from zlib import crc32

from p2p_saboteur.store.durable import durable, write_all, write_new, write_over
from p2p_saboteur.store.errors import Damaged, OtherVersion, StoreError, told
from p2p_saboteur.store.mark import Mark
from p2p_saboteur.text import _, marked

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

MAGIC = b"P2PTLOG\x01"
MAX_RECORD = 256 * 1024
MAX_BLOCK = 16 * 1024 * 1024
MAX_FILE = 64 * 1024 * 1024  # a long game of ten has a tenth of that
_HEAD = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage:
    """Where a file stops being a log, and why; `at` is in bytes from the start."""

    at: int
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LogContents:
    """What a log file holds.

    Attributes:
        records: all records before the damage, in order.
        damage: None when the file is whole.
    """

    records: tuple[bytes, ...]
    damage: Damage | None = None


def read_log(path: Path) -> LogContents:
    """Read a log of anybody's, without changing it.

    Raises:
        OtherVersion: when another version wrote it.
        StoreError: when the file cannot be read, is longer than `MAX_FILE`, or is a pipe, a folder or a device.
    """
    with told(path):
        about = path.stat()
        if about.st_size > MAX_FILE or not stat.S_ISREG(about.st_mode):
            sentence = _("{path} is longer than any log, or no file. Check that it is the right one.")
            raise Damaged(sentence.format(path=path))
        data = path.read_bytes()
    if data[: len(MAGIC)] != MAGIC and data.startswith(MAGIC[:-1]) and len(data) >= len(MAGIC):
        sentence = _(
            "{path} is a log of version {found}, this program knows {known}. Use the program that wrote it; "
            "nothing was changed."
        )
        raise OtherVersion(sentence.format(path=path, found=data[len(MAGIC) - 1], known=MAGIC[-1]))
    return parse_log(data)


def parse_log(data: bytes) -> LogContents:
    """Return what a log file's bytes hold."""
    if not data.startswith(MAGIC):
        what = marked("the file is empty") if not data else marked("the file is no log of this version")
        return LogContents(records=(), damage=Damage(at=0, what=what))
    records: list[bytes] = []
    at = len(MAGIC)
    while at < len(data):
        block = _block(data, at)
        if isinstance(block, str):
            return LogContents(records=tuple(records), damage=Damage(at=at, what=block))
        records += block
        at += _HEAD + int.from_bytes(data[at : at + 4])
    return LogContents(records=tuple(records))


def write_log(path: Path, records: Sequence[bytes]) -> None:
    """Write a log of these records that nobody appends to, whole or not at all; one that is there is replaced.

    Raises:
        ValueError: as `encode_block`; nothing has happened then.
        StoreError: when the disk refuses; what was there stays.
    """
    data = MAGIC + b"".join(encode_block([record]) for record in records)
    with told(path):
        write_over(path, data)


def encode_block(records: Sequence[bytes]) -> bytes:
    """Return the block of these records.

    Raises:
        ValueError: when there are none, or one or all together are too long.
    """
    if any(len(record) > MAX_RECORD for record in records):
        raise ValueError(f"a record is longer than {MAX_RECORD} bytes")
    body = b"".join(len(record).to_bytes(4) + record for record in records)
    if not 1 <= len(body) <= MAX_BLOCK:
        raise ValueError(f"a block has 1 to {MAX_BLOCK} bytes, not {len(body)}")
    length = len(body).to_bytes(4)
    return length + crc32(body, crc32(length)).to_bytes(4) + body


def is_torn(data: bytes, damage: Damage) -> bool:
    """Whether the damage is no more than a last append that a crash cut short."""
    if damage.at == 0:
        return MAGIC.startswith(data)
    if len(data) - damage.at > _HEAD + MAX_BLOCK:
        return False
    later = range(damage.at + 1, len(data) - _HEAD)
    return all(isinstance(_block(data, at), str) for at in later)  # a whole one behind it was appended later


class LogFile:
    """The log of our own table, open for appending; one process only, which the folder's lock sees to.

    Attributes:
        path: where it lies.
        records: what it held when it was opened.
        clean: whether the last one who had it open called `finish`, or was killed after `vouch`, and it is still the
            same file; otherwise, and if it is a copy, the others may have more of ours than it holds.
    """

    def __init__(self, path: Path) -> None:
        """Open the log, make it if there is none, and cut off a torn end.

        Raises:
            Damaged: when the damage is no torn end, so that cutting it off would lose what was sent.
            StoreError: when the disk refuses.
        """
        self.path = path
        self._mark, self._vouched = Mark(path), False
        with told(path):
            if not path.exists():
                write_new(path, MAGIC)
                self._mark.leave()
            contents = read_log(path)
            if contents.damage:
                self._repair(contents.damage)
            self.records = contents.records
            self._size = path.stat().st_size
            self.clean = self._mark.take() and contents.damage is None
            self._fd: int | None = os.open(path, os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0))

    def append(self, records: Sequence[bytes]) -> None:
        """Add records, all or none; they are on the disk when this returns.

        Raises:
            ValueError: as `encode_block`; nothing has happened then.
            StoreError: when the disk refuses; nothing of it may be sent then. After a failed flush the log takes no
                more: what the disk holds is known only when it is opened anew.
        """
        block = encode_block(records)
        if self._fd is None:
            sentence = _("{path} is closed after an error of the disk. Start again to read what it holds.")
            raise StoreError(sentence.format(path=self.path))
        with told(self.path):
            try:
                write_all(self._fd, block)
            except OSError:
                self._take_back()
                raise
            try:
                durable(self._fd)
            except OSError:
                self.close()
                raise
        self._size += len(block)
        if self._vouched:
            self._renew_mark()

    def vouch(self) -> None:
        """Note that the others have nothing of ours that the log lacks: so it will be however this program ends.

        Raises:
            StoreError: when the disk refuses.
        """
        if not self._vouched:
            self._vouched = True
            self._renew_mark()

    def finish(self) -> None:
        """Note that nothing was under way, and close the file."""
        try:
            if self._fd is not None:
                with told(self._mark.path):
                    self._mark.leave()
        finally:
            self.close()

    def close(self) -> None:
        """Close the file; a second time does nothing."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None

    def _renew_mark(self) -> None:
        with told(self._mark.path):
            self._mark.renew()

    def _take_back(self) -> None:
        """Remove what a refused append has left, or take no more."""
        if self._fd is None:
            return
        try:
            os.ftruncate(self._fd, self._size)
        except OSError:
            self.close()

    def _repair(self, damage: Damage) -> None:
        if not is_torn(self.path.read_bytes(), damage):
            sentence = _(
                "{path} is damaged at byte {at}: {what}. Nobody cheated. "
                "Put a copy in its place if you have one; this game cannot go on without."
            )
            raise Damaged(sentence.format(path=self.path, at=damage.at, what=_(damage.what)))
        fd = os.open(self.path, os.O_RDWR | getattr(os, "O_BINARY", 0))
        try:
            os.ftruncate(fd, damage.at)
            if damage.at == 0:
                write_all(fd, MAGIC)
            durable(fd)
        finally:
            os.close(fd)


def _block(data: bytes, at: int) -> list[bytes] | str:
    """Return the records of the block that starts here, or what is wrong with it."""
    length = int.from_bytes(data[at : at + 4])
    start = at + _HEAD
    if len(data) < start or start + length > len(data):
        return marked("the file ends within a block")
    if not 1 <= length <= MAX_BLOCK:
        return marked("a block has an impossible length")
    body = data[start : start + length]
    records = _records(body)
    if isinstance(records, str):
        return records  # before the sum, which costs more when a search tries every byte
    if crc32(body, crc32(data[at : at + 4])) != int.from_bytes(data[at + 4 : start]):
        return marked("a block's check sum is wrong")
    return records


def _records(body: bytes) -> list[bytes] | str:
    records = []
    at = 0
    while at < len(body):
        length = int.from_bytes(body[at : at + 4])
        end = at + 4 + length
        if length > MAX_RECORD or len(body) < at + 4 or end > len(body):
            return marked("a record does not fit its block")
        records.append(body[at + 4 : end])
        at = end
    return records
