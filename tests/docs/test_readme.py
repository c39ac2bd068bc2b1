"""What the README shows is what the program does: its commands are understood, its options are all, its bot plays."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest

from p2p_saboteur.cli import COMMANDS, _parser
from p2p_saboteur.games.saboteur.options import CHOICES, Options, value_text
from p2p_saboteur.local import LocalTable, play

if TYPE_CHECKING:
    from p2p_saboteur.seat import Policy

ROOT: Final = Path(__file__).parents[2]
TEXT: Final = (ROOT / "README.md").read_text(encoding="utf-8")
PROGRAM: Final = "python3 -m p2p_saboteur"


def blocks(language: str) -> list[str]:
    """Return what stands in the blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, flags=re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    """Return the words of every command of the program, in blocks and in sentences."""
    lines = "".join(blocks("sh")).splitlines() + re.findall(r"`([^`\n]+)`", TEXT)
    found = [line.removeprefix(PROGRAM).strip() for line in lines if line.startswith(PROGRAM)]
    return sorted({words for words in found if words})


def test_there_are_commands() -> None:
    """Each of these is told of."""
    assert {"solo", "host", "join", "lan", "resume", "doctor", "games", "verify", "replay", "picture", "bot"} <= {
        words.split()[0] for words in commands()
    }


@pytest.mark.parametrize("words", commands())
def test_every_command_is_understood(words: str) -> None:
    """Its words make a command with arguments that there are."""
    split = shlex.split(words, comments=True)
    assert callable(_parser(split, COMMANDS).parse_args(split).run)


def test_the_table_of_options_has_all_of_them() -> None:
    """With all values, the default first."""
    rows = re.findall(r"^\| `--([a-z-]+)` \| ([^|]+) \|", TEXT, flags=re.MULTILINE)
    shown = {name.replace("-", "_"): tuple(re.findall(r"`([^`]+)`", values)) for name, values in rows}
    assert shown == {name: tuple(map(value_text, values)) for name, values in CHOICES.items()}


def test_the_screen_is_one_that_the_program_draws() -> None:
    """It is held by the test of the screens."""
    (shown,) = blocks("text")
    golden = ROOT / "tests" / "tui" / "golden" / "table-80x24-unicode.txt"
    assert shown.splitlines() == golden.read_text(encoding="utf-8").splitlines()


def test_every_file_that_is_named_is_there() -> None:
    """Documents and folders."""
    named = re.findall(r"`((?:docs|protocol|p2p_saboteur|tests)/[^`]*)`|\]\(([^)]+)\)", TEXT)
    assert named
    for path in (first or second for first, second in named):
        assert (ROOT / path).exists(), path


def test_the_bot_plays_a_round() -> None:
    """Against others of its kind, which do what the table allows."""
    (source,) = blocks("python")
    made: dict[str, Any] = {"__name__": "mybot"}
    exec(source, made)  # noqa: S102 - the README's own example
    kind: type[Policy] = made["Eastward"]
    table = LocalTable(seats=3, chance=Random(1), options=Options(rounds=1))
    play(table, [kind(Random(seat)) for seat in range(3)])  # type: ignore[call-arg]  # as every bot is made
    assert table.view(0).request is None
