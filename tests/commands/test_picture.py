"""The commands that draw a game: from a log that may be anybody's to a file."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import pytest

from p2p_saboteur.app.own_view import Own, OwnView
from p2p_saboteur.cli import main
from p2p_saboteur.commands import reading
from p2p_saboteur.games.saboteur.cards import DRAW
from p2p_saboteur.games.saboteur.notation import card_text
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from p2p_saboteur.store.log_file import MAGIC, encode_block, parse_log
from protocol import codec
from protocol.errors import Reason
from tests.docs import board_picture
from tests.helpers.adversary import CrookedRoom, body
from tests.helpers.drawings import parsed
from tests.helpers.saboteur import RandomPlayers
from tests.helpers.toy_groups import FAST
from tests.picture.test_page import classed, words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

SHORT: Final = 6
"""Turns of the game that is read."""


@pytest.fixture(autouse=True)
def _toy_group(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read logs of the fast group."""
    monkeypatch.setattr(reading, "GROUP", FAST)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Return the log of a few turns."""
    path = tmp_path / "table.log"
    path.write_bytes(board_picture.log(turns=SHORT))
    return path


def records_of(path: Path) -> list[bytes]:
    """Return the records of a log."""
    return list(parse_log(path.read_bytes()).records)


def save(path: Path, records: list[bytes]) -> None:
    """Write records as a log."""
    path.write_bytes(MAGIC + b"".join(encode_block([record]) for record in records))


def test_the_readme_shows_what_the_command_draws(tmp_path: Path) -> None:
    """`python -m tests.docs.board_picture` makes it anew."""
    assert board_picture.draw(tmp_path) == board_picture.PICTURE.read_text(encoding="utf-8")


def test_the_board_is_drawn_after_any_turn(log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As it is last, or after so many turns; there are no others."""
    drawn = tmp_path / "a.svg"
    for words_, said in (((), f"Turn {SHORT}"), (("--turn", "2"), "Turn 2"), (("--turn", "0"), "Round 1 begins")):
        assert main(["picture", str(log), "-o", str(drawn), "--force", *words_]) == 0
        assert capsys.readouterr().out == f"{drawn}: {said}.\n"
        assert f"{said}.</title>" in drawn.read_text(encoding="utf-8")
    assert main(["picture", str(log), "-o", str(tmp_path / "b.svg"), f"--turn={SHORT + 1}"]) == 2
    assert f"There is no turn {SHORT + 1}: the log has {SHORT}." in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        main(["picture", str(log), "-o", str(tmp_path / "b.svg"), "--turn=-1"])
    assert "'-1' is no whole number from 0" in capsys.readouterr().err
    assert not (tmp_path / "b.svg").exists()


def test_a_picture_can_be_printed(log: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """To go on to another program, with nothing else."""
    assert main(["picture", str(log), "-o", "-"]) == 0
    said = capsysbinary.readouterr().out
    assert said.startswith(b"<?xml")
    parsed(said.decode())


@pytest.mark.parametrize("command", [["picture", "-o"], ["replay", "--html"]])
def test_a_file_that_is_there_stays(command: list[str], log: Path, tmp_path: Path) -> None:
    """Unless --force says otherwise."""
    drawn = tmp_path / "kept"
    drawn.write_bytes(b"mine")
    words_ = [command[0], str(log), command[1], str(drawn)]
    assert main(words_) == 1
    assert drawn.read_bytes() == b"mine"
    assert main([*words_, "--force"]) == 0
    assert drawn.read_bytes() != b"mine"


def test_a_forged_log_is_shown_up_to_the_forgery(log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Code 7, with a banner that says that it proves nothing; what is good before it is there."""
    records = records_of(log)
    place = len(records) - 3
    records[place] = records[place][:-1] + bytes([records[place][-1] ^ 1])
    save(log, records)
    page, picture = tmp_path / "a.html", tmp_path / "a.svg"
    assert main(["replay", str(log), "--html", str(page)]) == 7
    told = capsys.readouterr().err.splitlines()[-1]  # after a line of progress where that takes longer
    assert f"Record {place} of the log is not what a player's program writes" in told
    assert told.endswith("That proves nothing about any player. The game is shown up to there.")
    root = parsed(page.read_text(encoding="utf-8"))
    (banner,) = classed(root, "banner")
    assert words(banner) == told
    assert len(classed(root, "moment")) >= SHORT - 1
    assert main(["picture", str(log), "-o", str(picture)]) == 7
    assert "That proves nothing about any player." in picture.read_text(encoding="utf-8")


def test_a_damaged_file_is_shown_up_to_the_damage(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A copy that was cut short."""
    log.write_bytes(log.read_bytes()[:-5])
    assert main(["replay", str(log), "--html", str(tmp_path / "a.html")]) == 7
    assert "The file is damaged at byte" in capsys.readouterr().err


@cache
def crooked() -> tuple[tuple[bytes, ...], str]:
    """Return the records of a game in which somebody cheats in his first turn, and his name."""
    tweak = body("play", lambda m: m.body([]), Reason.ENCODING, "")
    room = CrookedRoom(tweak, game=SaboteurGame(Options(rounds=1)), seed=3, choose=RandomPlayers())
    room.play()
    return (room.header.encode(), *room.members[room.honest[0]].disk), room.header.chairs[room.cheat].name


def test_a_cheat_is_named_on_the_page(tmp_path: Path) -> None:
    """Code 6; the game is shown until he cheats."""
    records, name = crooked()
    log, page = tmp_path / "table.log", tmp_path / "a.html"
    save(log, list(records))
    assert main(["replay", str(log), "--html", str(page)]) == 6
    (banner,) = classed(parsed(page.read_text(encoding="utf-8")), "banner")
    assert words(banner).startswith(f"{name} is proved to have broken the rules while playing")


@pytest.mark.parametrize("kept", [0, 1, 4])
def test_without_a_game_there_is_nothing_to_show(
    kept: int, log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No header, nobody seated, or no card shuffled: a sentence, no file."""
    save(log, records_of(log)[:kept])
    for command, option in (("picture", "-o"), ("replay", "--html")):
        assert main([command, str(log), option, str(tmp_path / "drawn")]) == 1
        assert capsys.readouterr().err.count("\n") == 1
        assert not (tmp_path / "drawn").exists()


def test_hostile_names_reach_neither_page_nor_terminal(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A log is anybody's: a header with other names makes the signatures wrong, which is told without their power."""
    version, game, options, chairs, kind = codec.array(codec.decode(records_of(log)[0]), 5)
    first, *others = codec.array_upto(chairs, 10)
    evil: codec.Value = ["\x1b[2J<script>", *codec.array(first, 4)[1:]]
    save(log, [codec.encode([version, game, options, [evil, *others], kind]), *records_of(log)[1:]])
    assert main(["replay", str(log), "--html", str(tmp_path / "a.html")]) in {1, 7}
    said = capsys.readouterr()
    assert "\x1b" not in said.out + said.err
    assert "<script>\n" not in said.err


def keep_views(folder: Path, log: Path, *, hand: Sequence[int]) -> None:
    """Write what a player saw as his client keeps it: from step to step a card more of this hand."""
    kept = OwnView(folder)
    steps = sorted(set(reading.read_game(str(log)).steps))[-len(hand) :]
    for count, step in enumerate(steps, start=1):
        kept.note(Own(step=step, seat=1, role="digger", hand=tuple(hand[:count]), peeked=(None, 0, None), purse=()))


def test_own_cards_are_shown_if_asked(log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of who played the game here; without being asked the page says nothing of them."""
    keep_views(tmp_path, log, hand=[0, 50, 66])
    page = tmp_path / "a.html"
    assert main(["replay", str(log), "--html", str(page)]) == 0
    assert classed(parsed(page.read_text(encoding="utf-8")), "hand") == []
    assert main(["replay", str(log), "--html", str(page), "--mine", "--force"]) == 0
    assert "It shows your own role, hand and maps" in capsys.readouterr().out
    told = [words(line) for line in classed(parsed(page.read_text(encoding="utf-8")), "private")]
    hand = "; ".join(card_text(DRAW[number]) for number in (0, 50, 66))
    assert f"Only the maker of this page knew then: digger; {hand}." in told


@pytest.mark.parametrize("hand", [[67], [-1]])
def test_cards_that_no_client_has_kept_are_not_shown(hand: list[int], log: Path, tmp_path: Path) -> None:
    """The folder may be anybody's, too."""
    keep_views(tmp_path, log, hand=hand)
    page = tmp_path / "a.html"
    assert main(["replay", str(log), "--html", str(page), "--mine"]) == 0
    assert classed(parsed(page.read_text(encoding="utf-8")), "hand") == []


def test_who_has_not_played_has_no_cards(log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A stranger's log holds nothing private."""
    assert main(["replay", str(log), "--html", str(tmp_path / "a.html"), "--mine"]) == 1
    assert "you have not played this game" in capsys.readouterr().err
    assert not (tmp_path / "a.html").exists()
