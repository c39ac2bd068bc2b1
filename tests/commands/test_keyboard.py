"""What is typed while no screen takes it."""

from __future__ import annotations

import os
import sys

import pytest

from p2p_saboteur.commands.keyboard import keys_unseen

termios = pytest.importorskip("termios")


def test_a_terminal_shows_no_keys_between_two_screens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Afterwards it is as it was; where there is no terminal nothing happens."""
    if sys.platform == "win32":
        pytest.skip("there are no pseudo-terminals")
    outer, inner = os.openpty()
    with os.fdopen(outer, "rb"), os.fdopen(inner) as terminal:

        def echoes() -> bool:
            return bool(termios.tcgetattr(terminal)[3] & termios.ECHO)

        monkeypatch.setattr(sys, "stdin", terminal)
        assert echoes()
        with keys_unseen():
            assert not echoes()
        assert echoes()
    with open(os.devnull) as nothing:  # noqa: PTH123 - no path to speak of
        monkeypatch.setattr(sys, "stdin", nothing)
        with keys_unseen():
            pass
