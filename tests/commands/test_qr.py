"""The invite as a QR code, where it fits and shows."""

from __future__ import annotations

import io
import os
import shutil
import sys
from typing import TYPE_CHECKING

from p2p_saboteur.commands.qr import printable_qr, qr_rows

if TYPE_CHECKING:
    import pytest

TEXT = "SAB1:" + "ABCDEFGH" * 12


class Terminal(io.TextIOWrapper):
    """A terminal with some encoding."""

    def isatty(self) -> bool:
        """Return so."""
        return True


def shown(
    monkeypatch: pytest.MonkeyPatch, *, columns: int = 120, rows: int = 60, encoding: str = "utf-8", below: str = ""
) -> str | None:
    """Return what is printed on a terminal of this size and encoding."""
    with monkeypatch.context() as there:
        there.setattr(shutil, "get_terminal_size", lambda: os.terminal_size((columns, rows)))
        there.setattr(sys, "stdout", Terminal(io.BytesIO(), encoding=encoding))
        return printable_qr(TEXT, below)


def test_two_rows_of_the_code_are_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every module is there, light on dark, with a quiet zone around."""
    rows, printed = qr_rows(TEXT), shown(monkeypatch)
    assert printed is not None
    light = {"█": (" ", " "), "▀": (" ", "#"), "▄": ("#", " "), " ": ("#", "#")}
    read = ["".join(light[half][part] for half in line) for line in printed.splitlines() for part in (0, 1)]
    assert read[: len(rows)] == list(rows)
    assert {row[:2] for row in rows} == {row[-2:] for row in rows} == {"  "}
    assert not any(map(str.strip, rows[:2] + rows[-2:]))


def test_where_it_does_not_fit_or_show_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """A narrow or low terminal, one without the characters, or a pipe."""
    size = len(qr_rows(TEXT))
    assert shown(monkeypatch, columns=size)
    assert shown(monkeypatch, columns=size - 1) is None
    assert shown(monkeypatch, rows=(size + 1) // 2) is None
    assert shown(monkeypatch, encoding="ascii") is None
    assert shown(monkeypatch, rows=(size + 1) // 2 + 3, below="one\n" + "two" * 40 + "\n")
    assert shown(monkeypatch, rows=(size + 1) // 2 + 2, below="one\n" + "two" * 40 + "\n") is None, "no room below"
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert printable_qr(TEXT) is None
