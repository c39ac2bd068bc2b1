"""The bare command's choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.commands.menu import choose_command

if TYPE_CHECKING:
    from collections.abc import Iterator


def typing(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Let these lines be typed, and then nothing more."""
    rest: Iterator[str] = iter(lines)

    def read(_prompt: str = "") -> str:
        try:
            return next(rest)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", read)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([""], ["solo"]),
        (["1"], ["solo"]),
        (["2"], ["host"]),
        (["3", "SAB1:ABC", "DEF", ""], ["join", "SAB1:ABC DEF"]),
        (["3", ""], None),
        (["4"], ["resume"]),
        (["5"], ["rules"]),
        (["0", "6", "x", "q"], None),
        ([], None),
    ],
)
def test_every_choice(lines: list[str], words: list[str] | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five choices, and nothing else is asked before the first hand."""
    typing(monkeypatch, *lines)
    assert choose_command() == words
