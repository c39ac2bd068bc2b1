"""Bots by name."""

from __future__ import annotations

import pytest

from p2p_saboteur.bots.kinds import KINDS, NoSuchKind, bot
from p2p_saboteur.bots.random import RandomPolicy


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


@pytest.mark.parametrize(
    "kind", ["clever", "", "no.such.module:Bot", "p2p_saboteur.bots.random:NoBot", ":", "json:", ".relative:Bot"]
)
def test_what_is_no_bot_is_told(kind: str) -> None:
    """In a sentence."""
    with pytest.raises(NoSuchKind, match=r"\.$"):
        bot(kind, None)
