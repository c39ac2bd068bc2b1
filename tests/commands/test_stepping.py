"""Looking at a game again in lines."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from p2p_saboteur.bots.random import RandomPolicy
from p2p_saboteur.commands.codes import ExitCode
from p2p_saboteur.commands.reading import GROUP, Record
from p2p_saboteur.commands.stepping import HELP, Stepper
from p2p_saboteur.games.saboteur.options import Options
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from p2p_saboteur.local import LocalTable, play
from protocol.chain import Chain
from tests.helpers.room import header_for, secrets_of

if TYPE_CHECKING:
    from pathlib import Path


def record(tmp_path: Path) -> Record:
    """Return the record of a short game."""
    table = LocalTable(seats=3, chance=Random(3), options=Options(rounds=1))
    play(table, [RandomPolicy(Random(seat)) for seat in range(3)])
    header = header_for(SaboteurGame(), [secrets_of(seat) for seat in range(3)])
    return Record(
        path=tmp_path / "table.log",
        chain=Chain(group=GROUP, game=SaboteurGame(), header=header),
        names=("Ada", "Bo", "Cy"),
        events=table.history,
        tables=(),
        steps=tuple(range(len(table.history))),
        warning="",
        code=ExitCode.OK,
    )


def typed(shown: Record, *lines: str) -> list[str]:
    """Type lines and return what was printed."""
    rest, printed = iter(lines), list[str]()

    def read(prompt: str) -> str:
        printed.append(prompt)
        try:
            return next(rest)
        except StopIteration:
            raise EOFError from None

    Stepper(shown, read, printed.append).run()
    return printed


def test_steps_and_jumps(tmp_path: Path) -> None:
    """Forward, back, to a turn, to the end; the prompt counts turns."""
    shown = record(tmp_path)
    printed = typed(shown, "", "n", "5", "b", "board", "q")
    assert "Round 1 of 1: the cards are shuffled." in printed
    assert "5> " in printed
    assert "4> " in printed
    assert any("S" in line and "?" in line for line in printed)
    rest = typed(shown, "all", "")
    assert "That was all." in rest
    assert any(line.endswith("Everyone has signed the result.") for line in rest)


def test_what_cannot_be_done_is_told(tmp_path: Path) -> None:
    """No such turn, no such word, nothing kept, nothing before the beginning."""
    printed = typed(record(tmp_path), "0", "99999", "dance", "hand", "b")
    assert sum(line.startswith("There are turns 1 to ") for line in printed) == 2
    assert HELP in printed
    assert "Nothing of yours is kept from this moment." in printed
    assert "This is the beginning." in printed
