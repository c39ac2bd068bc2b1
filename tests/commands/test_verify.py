"""What `verify` says of logs: unfinished, damaged, forged, and with a fault that somebody signed."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p_saboteur.cli import main
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from p2p_saboteur.store.log_file import MAGIC, encode_block
from protocol import codec
from protocol.errors import Reason
from protocol.group import RISTRETTO255
from protocol.log import decode_entry
from tests.helpers.adversary import CrookedRoom, Tweak, body
from tests.helpers.room import Room
from tests.helpers.saboteur import RandomPlayers

if TYPE_CHECKING:
    from pathlib import Path

SEED = 5
GAME = SaboteurGame(Options(rounds=1))
UNTIL = 12
"""Steps of the unfinished log: a few moves."""


@cache
def honest() -> tuple[bytes, ...]:
    """Return the records of a game that was left after a few moves."""
    room = Room(GAME, seats=3, seed=SEED, choose=RandomPlayers(), group=RISTRETTO255)
    room.open()
    room.run(until=lambda: room.members[0].session.chain.number >= UNTIL)
    return (room.header.encode(), *room.members[0].disk)


def crooked(tweak: Tweak) -> tuple[tuple[bytes, ...], str]:
    """Return the records of a game in which somebody cheats, and his name."""
    room = CrookedRoom(tweak, game=GAME, seed=SEED, group=RISTRETTO255, choose=RandomPlayers())
    room.play()
    return (room.header.encode(), *room.members[room.honest[0]].disk), room.header.chairs[room.cheat].name


def log_of(records: tuple[bytes, ...]) -> bytes:
    """Return the bytes of a log file, one record a block."""
    return MAGIC + b"".join(encode_block([record]) for record in records)


def verify(path: Path, data: bytes, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Return the exit code for a file with these bytes, and what was printed."""
    path.write_bytes(data)
    code = main(["verify", str(path)])
    return code, capsys.readouterr().out


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where the log lies."""
    return tmp_path / "table.log"


def test_a_game_that_was_left_is_good_so_far(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Players, round, head and number of entries are told; the code is 0."""
    code, said = verify(path, log_of(honest()), capsys)
    lines = said.splitlines()
    assert (code, lines[-1]) == (0, "Good so far; the game is not finished.")
    assert sorted(lines[1].removeprefix("Players: ").rstrip(".").split(", ")) == ["player 0", "player 1", "player 2"]
    assert "Rounds: 1 of 1." in lines
    assert any(line.startswith(f"Checked: {len(honest()) - 1} entries in ") for line in lines)


@pytest.mark.parametrize("kind", ["nonce", "keys", "shuffle"])
def test_a_signed_fault_names_its_signer(kind: str, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Code 6 with player, step and reason, whether the entry speaks of a chair or of a seat."""
    records, name = crooked(body(kind, lambda m: m.body([]), Reason.ENCODING, ""))
    code, said = verify(path, log_of(records), capsys)
    last = said.splitlines()[-1]
    assert code == 6, said
    assert last.startswith(f"{name} is proved to have broken the rules while ")
    assert "its content is not what such a message holds (encoding: " in last


def test_a_fault_counts_although_the_file_is_damaged_behind_it(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What was signed stays signed."""
    records, _ = crooked(body("keys", lambda m: m.body([]), Reason.ENCODING, ""))
    assert verify(path, log_of(records) + b"torn", capsys)[0] == 6


def changed(index: int, record: bytes) -> tuple[bytes, ...]:
    """Return the honest records with one replaced."""
    return (*honest()[:index], record, *honest()[index + 1 :])


@pytest.mark.parametrize(
    "edit",
    [
        lambda data: data[:-1],
        lambda data: data[: len(MAGIC)],
        lambda data: b"",
        lambda data: b"nonsense" * 100,
        lambda data: data[:400] + bytes([data[400] ^ 1]) + data[401:],
    ],
    ids=["torn", "no header", "empty", "no log", "flipped"],
)
def test_damage_proves_nothing(edit: object, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Code 7 wherever the file's own sums fail."""
    assert callable(edit)
    code, said = verify(path, edit(log_of(honest())), capsys)
    assert code == 7, said
    assert said.endswith("That proves nothing about any player: anybody can have changed the file.\n")


def test_a_forged_entry_proves_nothing(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Code 7 and the record's number, though the sums are right: the signature is not."""
    record = honest()[5]
    forged = record[:64] + record[64:-1] + bytes([record[-1] ^ 1])
    code, said = verify(path, log_of(changed(5, forged)), capsys)
    assert (code, "Record 5 " in said) == (7, True)


def test_an_entry_that_is_missing_proves_nothing(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever edits the log can leave out what he likes."""
    code, said = verify(path, log_of(honest()[:4] + honest()[5:]), capsys)
    assert code == 7, said


def test_an_entry_that_is_there_twice_proves_nothing(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No program of ours writes that."""
    assert verify(path, log_of(honest()[:5] + honest()[4:]), capsys)[0] == 7


@pytest.mark.parametrize(
    ("place", "value"),
    [(0, 2), (1, "poker/1"), (2, b"rounds=1"), (2, b"rounds=4"), (2, bytes([200]))],
    ids=["protocol", "game", "not all options", "no such value", "not ASCII"],
)
def test_a_table_of_another_game_is_not_judged(place: int, value: codec.Value, path: Path) -> None:
    """Code 5: this program knows neither rules nor options."""
    fields = codec.array(codec.decode(honest()[0]), 5)
    fields[place] = value
    header = codec.encode(fields)
    path.write_bytes(log_of((header, *honest()[1:])))
    assert main(["verify", str(path)]) == 5


def test_two_chairs_are_no_table_of_this_game(path: Path) -> None:
    """The header may hold two, the rules want three."""
    version, game, options, chairs, kind = codec.array(codec.decode(honest()[0]), 5)
    header = codec.encode([version, game, options, list(codec.array_upto(chairs, 10))[:2], kind])
    path.write_bytes(log_of((header, *honest()[1:])))
    assert main(["verify", str(path)]) == 5


def test_names_with_escapes_are_harmless(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A name that would clear the screen is printed without the power to."""
    version, game, options, chairs, kind = codec.array(codec.decode(honest()[0]), 5)
    first, *others = codec.array_upto(chairs, 10)
    evil: codec.Value = ["\x1b[2Jgotcha", *codec.array(first, 4)[1:]]
    header = codec.encode([version, game, options, [evil, *others], kind])
    code, said = verify(path, log_of((header,)), capsys)
    assert (code, "\x1b" in said, "[2Jgotcha" in said) == (0, False, True)


@given(data=st.data())
def test_no_file_leads_to_anything_but_a_verdict(data: st.DataObject, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Any record, changed anywhere, gives 0, 5, 6 or 7; 6 never, since nobody signed it."""
    records = honest()
    index = data.draw(st.integers(0, 8))
    record = bytearray(records[index])
    for place in data.draw(st.lists(st.integers(0, len(record) - 1), min_size=1, max_size=3)):
        record[place] = data.draw(st.integers(0, 255))
    path = tmp_path_factory.mktemp("any") / "table.log"
    path.write_bytes(log_of((*records[:index], bytes(record), *records[index + 1 : 10])))
    assert main(["verify", str(path)]) in ({0, 7} if index else {0, 5, 7})


def test_the_records_are_entries() -> None:
    """The tests above change what they mean to change: the first record is the header, the others are signed."""
    assert [decode_entry(record).kind for record in honest()[1:4]] == ["sit"] * 3
