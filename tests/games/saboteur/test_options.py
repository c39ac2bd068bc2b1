"""The rule options."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from p2p_saboteur.games.saboteur.options import CHOICES, Options, allowed


def test_without_a_word_the_usual_rules_hold() -> None:
    """R25: the first value of every option is its default."""
    assert dict(Options().items()) == {name: choices[0] for name, choices in CHOICES.items()}
    assert [field.name for field in fields(Options)] == list(CHOICES)


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in CHOICES for value in CHOICES[name]])
def test_every_value_can_be_chosen(name: str, value: str | bool | int) -> None:
    """D1 to D42: each option takes each of its values."""
    chosen: dict[str, Any] = {name: value}
    assert dict(Options(**chosen).items())[name] == value


@pytest.mark.parametrize(
    ("name", "value"),
    [("placement", "anywhere"), ("rounds", 4), ("rounds", 0), ("rounds", True), ("self_break", 1), ("gold", True)],
)
def test_other_values_are_refused_with_those_allowed(name: str, value: str | bool | int) -> None:
    """R25: a set of options that was made is one that the engine plays; four rounds would run out of nuggets."""
    chosen: dict[str, Any] = {name: value}
    with pytest.raises(ValueError, match=f"{name} is {allowed(name)}, not"):
        Options(**chosen)


def test_the_bytes_name_every_option() -> None:
    """D1: two peers whose defaults differ would notice it."""
    assert Options(rounds=1).encode() == (
        b"placement=connected,bounds=none,self_break=on,early_end=off,gold_cards=players,payout=draw,"
        b"next_starter=after_last,first_starter=random,discards=hidden,gold=secret,sabotaged_no_gold=off,"
        b"exact_roles=off,rounds=1"
    )
