"""Bots by name."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.bots.kinds import KINDS, NoSuchKind, bot, folder_for
from p2p_saboteur.bots.random import RandomPolicy

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_can_be_had(kind: str) -> None:
    """With a seed of its choices and without."""
    assert isinstance(bot(kind, "7"), KINDS[kind])
    assert isinstance(bot(kind, None), KINDS[kind])


def test_a_seed_repeats_the_choices() -> None:
    """Equal seeds draw equal numbers, other seeds others."""
    draws = []
    for seed in ("1 Ada", "1 Ada", "2 Ada"):
        policy = bot("random", seed)
        assert isinstance(policy, RandomPolicy)
        draws.append([policy.chance.randrange(1000) for _ in range(5)])
    assert draws[0] == draws[1] != draws[2]


def test_a_bot_of_the_users_own_is_loaded() -> None:
    """Named by module and class."""
    assert isinstance(bot("p2p_saboteur.bots.random:RandomPolicy", None), RandomPolicy)


def test_a_bot_of_the_users_own_is_found_again_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is looked for where one is, or where one was when it was first asked for; there first."""
    monkeypatch.setattr(sys, "path", sys.path[:])
    for place, base in (("first", "RandomPolicy"), ("other", "object")):
        (tmp_path / place).mkdir()
        text = f"from p2p_saboteur.bots.random import RandomPolicy\nclass Mine({base}):\n    pass\n"
        (tmp_path / place / "bot_of_ones_own.py").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path / "first")
    kept = folder_for("bot_of_ones_own:Mine")
    assert folder_for("steady") == ""
    for folder in ("", kept):
        assert isinstance(bot("bot_of_ones_own:Mine", None, folder), RandomPolicy)
        monkeypatch.delitem(sys.modules, "bot_of_ones_own")
        monkeypatch.chdir(tmp_path / "other")
    with pytest.raises(NoSuchKind, match=f"from {re.escape(str(tmp_path))}: "):
        bot("bot_of_ones_own_2:Mine", None, str(tmp_path))


@pytest.mark.parametrize(
    "kind", ["clever", "", "no.such.module:Bot", "p2p_saboteur.bots.random:NoBot", ":", "json:", ".relative:Bot"]
)
def test_what_is_no_bot_is_told(kind: str) -> None:
    """In a sentence."""
    with pytest.raises(NoSuchKind, match=r"\.$"):
        bot(kind, None)
