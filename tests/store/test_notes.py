"""Notes beside the log, and the user's settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.app.keeping import Sitting
from p2p_saboteur.app.own_view import OWN, Own, OwnView, read_own
from p2p_saboteur.store.config import CONFIG, read_config
from p2p_saboteur.store.errors import Damaged, OtherVersion
from p2p_saboteur.store.notes import SITTING, read_note, write_note

if TYPE_CHECKING:
    from pathlib import Path


def test_a_note_is_replaced_whole(tmp_path: Path) -> None:
    """The newest content is read, only its owner can, and nothing else is left."""
    write_note(tmp_path, "x.json", {"a": 1})
    write_note(tmp_path, "x.json", {"b": "ž"})
    assert read_note(tmp_path, "x.json")["b"] == "ž"
    assert "a" not in read_note(tmp_path, "x.json")
    assert [path.name for path in tmp_path.iterdir()] == ["x.json"]


@pytest.mark.parametrize("data", [b"", b"{", b"[1]", b"\xff"])
def test_a_damaged_note_says_nothing(tmp_path: Path, data: bytes) -> None:
    """No proof hangs on it."""
    (tmp_path / "x.json").write_bytes(data)
    assert read_note(tmp_path, "x.json") == {}


def test_a_note_of_another_version_names_its_writer(tmp_path: Path) -> None:
    """So that the user knows which program to use."""
    (tmp_path / SITTING).write_text('{"version": 2, "package": "9.1"}')
    with pytest.raises(OtherVersion, match=r"p2p-saboteur 9\.1"):
        Sitting.load(tmp_path)


def test_how_one_sat_down_is_found_again(tmp_path: Path) -> None:
    """All of it; a missing or damaged one is told."""
    with pytest.raises(Damaged):
        Sitting.load(tmp_path)
    sitting = Sitting(kind="join", name="Bo", invite="SAB1:X", more={"seed": "7"})
    sitting.save(tmp_path, host="*", port=7243, endpoints=("tcp://10.0.0.1:7243",))
    loaded = Sitting.load(tmp_path)
    assert (loaded.kind, loaded.name, loaded.host, loaded.port) == ("join", "Bo", "*", 7243)
    assert (loaded.endpoints, loaded.invite, loaded.more) == (("tcp://10.0.0.1:7243",), "SAB1:X", {"seed": "7"})
    assert "SAB1" not in repr(loaded)


def test_the_own_view_goes_on_after_a_crash(tmp_path: Path) -> None:
    """Only what is new and different is written; a line that was cut short is passed over."""
    hands = [Own(step=n, seat=1, role="digger", hand=(n // 2,), peeked=(None, 5, None), purse=()) for n in range(6)]
    view = OwnView(tmp_path)
    for own in hands[:4]:
        view.note(own)
    assert [own.step for own in read_own(tmp_path)] == [0, 2]
    with (tmp_path / OWN).open("a") as file:
        file.write('{"step": 3, "se')
    resumed = OwnView(tmp_path)
    for own in hands:
        resumed.note(own)
    assert [own.hand for own in read_own(tmp_path)][:2] == [(0,), (1,)]


def test_settings(home: Path) -> None:
    """A name; anything else is told, with the file."""
    assert read_config().name == ""
    home.mkdir()
    (home / CONFIG).write_text('name = "Zoë"\n', encoding="utf-8")
    assert read_config().name == "Zoë"
    for wrong in ("name = 7", "nome = 'x'", "name"):
        (home / CONFIG).write_text(wrong)
        with pytest.raises(Damaged, match=CONFIG):
            read_config()
