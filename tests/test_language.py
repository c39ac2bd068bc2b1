"""Which language people are addressed in."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from p2p_saboteur.cli import main
from p2p_saboteur.language import LANGUAGES, choose, system_language
from p2p_saboteur.text import language

if TYPE_CHECKING:
    import argparse

PROBE = {"probe": ("says in which language it runs", "tests.test_language")}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare nothing."""


def run(_arguments: argparse.Namespace) -> int:
    """Print the language."""
    sys.stdout.write(language())
    return 0


@pytest.mark.parametrize(
    ("environment", "chosen"),
    [
        ({}, "en"),
        ({"LANG": "cs_CZ.UTF-8"}, "cs"),
        ({"LANG": "cs_CZ.UTF-8", "LC_MESSAGES": "fr_FR"}, "fr"),
        ({"LANG": "cs_CZ.UTF-8", "LC_MESSAGES": "fr_FR", "LC_ALL": "sl_SI@euro"}, "sl"),
        ({"LANG": "cs_CZ", "LC_ALL": ""}, "cs"),
        ({"LANG": "cs_CZ", "LANGUAGE": "de:sl:fr"}, "sl"),
        ({"LANG": "cs_CZ", "LANGUAGE": "de"}, "cs"),
        ({"LANG": "cs_CZ", "LANGUAGE": "en:cs"}, "en"),
        ({"LANG": "C", "LANGUAGE": "cs"}, "en"),
        ({"LC_ALL": "POSIX", "LANG": "cs_CZ"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANGUAGE": "cs"}, "cs"),
    ],
)
def test_the_environment_is_read_as_gettext_reads_it(environment: dict[str, str], chosen: str) -> None:
    """A list of languages goes first, then the three locale variables; what we do not speak is passed over."""
    assert choose(None, environment) == chosen


@pytest.mark.parametrize("system", ["cs_CZ", "cs-CZ", "cs", "CS"])
def test_the_system_counts_where_the_environment_says_nothing(system: str) -> None:
    """In any spelling; the environment goes before it."""
    assert choose(None, {}, system) == "cs"
    assert choose("", {}, system) == "cs"
    assert choose(None, {"LANG": "en_GB.UTF-8"}, system) == "en"


def test_what_is_asked_for_goes_before_all() -> None:
    """``--lang`` before the environment, the environment before the system."""
    assert choose("fr", {"LANG": "cs_CZ", "LANGUAGE": "sl"}, "cs_CZ") == "fr"


@pytest.mark.skipif(sys.platform == "win32", reason="there the system knows")
def test_terminals_tell_the_language_through_the_environment() -> None:
    """Except on Windows nothing else is asked."""
    assert system_language() == ""


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_option_stands_before_or_after_the_command(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Both mean the same."""
    for words in (["--lang", code, "probe"], ["probe", "--lang", code], [f"--lang={code}", "probe"]):
        assert main(words, PROBE) == 0
        assert capsys.readouterr().out == code


def test_the_environment_chooses_for_a_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without the option."""
    monkeypatch.setenv("LANGUAGE", "sl")
    assert main(["probe"], PROBE) == 0
    assert capsys.readouterr().out == "sl"


def test_an_unknown_language_is_a_mistake_of_usage(capsys: pytest.CaptureFixture[str]) -> None:
    """Those that there are are told."""
    with pytest.raises(SystemExit) as end:
        main(["--lang", "xx", "probe"], PROBE)
    assert end.value.code == 2
    assert "cs" in capsys.readouterr().err
