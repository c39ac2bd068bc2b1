"""Rule options on the command line."""

from __future__ import annotations

import argparse

import pytest

from p2p_saboteur.commands.rule_options import add_rule_options, rule_options
from p2p_saboteur.games.saboteur.options import CHOICES, Options, value_text


def parse(*words: str) -> Options:
    """Return the options that these words choose."""
    parser = argparse.ArgumentParser()
    add_rule_options(parser)
    return rule_options(parser.parse_args(words))


def test_no_words_are_the_default() -> None:
    """As the rules have them."""
    assert parse() == Options()


@pytest.mark.parametrize("name", CHOICES)
def test_every_value_of_every_option_can_be_chosen(name: str) -> None:
    """As people write them."""
    for value in CHOICES[name]:
        assert dict(parse(f"--{name.replace('_', '-')}={value_text(value)}").items())[name] == value


def test_another_value_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """With the ones that there are."""
    with pytest.raises(SystemExit) as end:
        parse("--rounds=4")
    assert end.value.code == 2
    assert "choose from" in capsys.readouterr().err
