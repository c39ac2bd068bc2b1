"""The rule options in words."""

from __future__ import annotations

import pytest

from p2p_saboteur.games.saboteur.options import CHOICES, Options, value_text
from p2p_saboteur.viewmodel.options import explained

OTHERS = [(name, value) for name, values in CHOICES.items() for value in values[1:]]


def test_the_usual_rules_need_no_words() -> None:
    """Only what differs is explained."""
    assert explained(Options()) == ()


@pytest.mark.parametrize(("name", "value"), OTHERS)
def test_every_other_value_is_explained(name: str, value: object) -> None:
    """With its name as people type it, and a sentence of its own."""
    (line,) = explained(Options(**{name: value}))  # type: ignore[arg-type]  # one of the option's choices
    assert line.startswith(f"{name}={value_text(value)}: ")  # type: ignore[arg-type]  # likewise
