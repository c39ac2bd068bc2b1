"""Checking the log of a game that has just been played."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from p2p_saboteur.commands import checking

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest


def test_how_far_the_check_is_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the event loop; once nobody waits for the game any more the check ends."""
    shown: list[str] = []

    def read(log: str, tell: Callable[[str], None]) -> str:
        for percent in (40, 80):
            tell(f"{log}: {percent} %")
        return log

    monkeypatch.setattr(checking, "read_game", read)
    monkeypatch.setattr(checking, "SERVING", 0.01)
    assert str(asyncio.run(checking.checked("log", shown.append, lambda: True))) == "log"
    assert shown == ["Checking...", "log: 40 %", "log: 80 %"]
    assert asyncio.run(checking.checked("log", shown.append, lambda: len(shown) < 4)) is None
    assert shown[3:] == ["Checking..."]
