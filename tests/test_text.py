"""The catalogues: nothing is missing, nothing is left over, and every translation can stand where the text stands."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from string import Formatter
from typing import TYPE_CHECKING, Final

import pytest

from p2p_saboteur.clean import width
from p2p_saboteur.language import LANGUAGES
from p2p_saboteur.text import _, choose_language, language, listed, ngettext
from tests.catalogues import PACKAGE, TRANSLATED, compile_mo, forms, messages, po_path, read_po, write_po

if TYPE_CHECKING:
    from tests.catalogues import Catalogue, Message

UPDATE: Final = "run python3 -m tests.catalogues and translate what is empty"
NUMBERS: Final = {
    "cs": ((1,), (2, 3, 4), (0, 5, 11, 12, 21, 22, 100)),
    "sl": ((1, 101), (2, 102), (3, 4, 103, 104), (0, 5, 11, 12, 13, 14, 21, 22, 100)),
    "fr": ((0, 1), (2, 3, 11, 21, 100)),
}
"""Numbers for each plural form of a language."""
NOT_TRANSLATED: Final = ("doctor", "conformance", "json_desk", "json_view")
"""Commands that speak to programs and to those who write them."""


@cache
def catalogue(code: str) -> Catalogue:
    """Return a catalogue as it is kept."""
    return read_po(po_path(code).read_text(encoding="utf-8"))


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_catalogue_has_every_text_and_no_other(code: str) -> None:
    """It is what the tool would write."""
    kept = po_path(code).read_text(encoding="utf-8")
    found = source()
    assert list(catalogue(code).entries) == list(found), UPDATE
    assert write_po(catalogue(code), found) == kept, UPDATE


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_compiled_catalogue_is_the_one_that_people_wrote(code: str) -> None:
    """Byte for byte."""
    assert po_path(code).with_suffix(".mo").read_bytes() == compile_mo(catalogue(code)), UPDATE


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_compiled_catalogue_is_installed_with_the_program(code: str) -> None:
    """The package's data names it."""
    project = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["p2p_saboteur"]
    assert po_path(code).with_suffix(".mo") in {path for pattern in patterns for path in PACKAGE.glob(pattern)}


@pytest.mark.parametrize("code", TRANSLATED)
def test_everything_is_translated(code: str) -> None:
    """In every plural form."""
    entries = catalogue(code).entries
    assert [message for message, translations in entries.items() if not all(translations)] == [], UPDATE
    assert [message for message, said in entries.items() if len(said) != forms(code, message)] == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_translation_has_the_names_and_blanks_of_the_text(code: str) -> None:
    """What is put in has its place; blanks at the ends, lines and final colons stay; the plural names all."""
    for message, translations in catalogue(code).entries.items():
        for said in translations:
            assert names(said) == names(message.plural or message.text), said
            assert edges(said) == edges(message.text), said
            assert said.count("\n") == message.text.count("\n"), said


@cache
def source() -> dict[Message, list[str]]:
    """Return every text of the source, with the modules that it stands in."""
    return messages()


def names(text: str) -> set[str | None]:
    """Return the names in braces; what is no template, such as the name of the key for a brace, has none."""
    try:
        return {name for _literal, name, _format, _conversion in Formatter().parse(text)} - {None}
    except ValueError:
        return set()


def edges(text: str) -> tuple[str, str]:
    """Return the blanks at the beginning and at the end."""
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


@pytest.mark.parametrize("code", TRANSLATED)
def test_what_has_little_room_fits(code: str) -> None:
    """As the contexts say; and no two tools, nor treasure and stone, have one letter."""
    letters: dict[str, list[str]] = {"tool": [], "goal": []}
    for message, (said, *_others) in catalogue(code).entries.items():
        context = message.context or ""
        if room := re.search(r"at most (\d+) columns", context):
            assert width(said.replace("{cards}", "6").replace("{nuggets}", "12")) <= int(room[1]), said
        if context.startswith("one letter"):
            assert width(said) == 1
            letters["tool" if "tool" in context else "goal"].append(said)
    assert {kind: len(set(each)) for kind, each in letters.items()} == {"tool": 3, "goal": 2}


@pytest.mark.parametrize("code", TRANSLATED)
def test_commands_and_cards_in_the_help_of_the_line_mode_are_not_translated(code: str) -> None:
    """They are typed as they stand there; so are the answers that refusals name."""
    for message, translations in catalogue(code).entries.items():
        if message.text.count("\n") > 1:
            assert commands(message.text)
            assert commands(message.text) == commands(translations[0])


def commands(text: str) -> list[str]:
    """Return the first words of lines that are set off."""
    return [line.split()[0] for line in text.splitlines() if line.startswith("  ")]


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_number_gets_its_plural_form(code: str) -> None:
    """By the rules of the language."""
    read = GNUTranslations(BytesIO(compile_mo(catalogue(code))))
    message, said = next(
        (message, said)
        for message, said in catalogue(code).entries.items()
        if message.plural and len(set(said)) == len(NUMBERS[code])
    )
    for form, numbers in enumerate(NUMBERS[code]):
        for number in numbers:
            assert read.ngettext(message.text, message.plural or "", number) == said[form], number


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_is_spoken_once_it_is_chosen(code: str) -> None:
    """And nothing is nothing in every language."""
    choose_language(code)
    assert language() == code
    assert _("") == ""
    known = {
        "en": "You are a digger.",
        "cs": "Jsi zlatokop.",
        "sl": "Ti si zlatokop.",
        "fr": "Vous êtes chercheur d'or.",
    }
    assert _("You are a digger.") == known[code]
    five = {"en": "5 cards", "cs": "5 karet", "sl": "5 kart", "fr": "5 cartes"}
    assert ngettext("{hand} card", "{hand} cards", 5).format(hand=5) == five[code]


def test_only_whole_texts_are_translated() -> None:
    """What is put together first is in no catalogue."""
    found = [
        f"{path.relative_to(PACKAGE)}:{call.lineno}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("_", "marked", "ngettext", "pgettext")
        if any(isinstance(argument, ast.JoinedStr | ast.BinOp) for argument in call.args)
    ]
    assert found == []


def test_what_is_printed_is_translated() -> None:
    """No command and no screen prints words that it has not sent through gettext."""
    found = [
        f"{path.relative_to(PACKAGE)}:{call.lineno}"
        for path in sorted(
            [path for folder in ("commands", "tui", "plain", "viewmodel") for path in (PACKAGE / folder).glob("*.py")]
        )
        if path.stem not in NOT_TRANSLATED
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and _name(call) in ("print", "input", "write", "line", "put", "complain", "show")
        for argument in call.args
        if re.search(r"[A-Za-z]{2,}.* [a-z]", _literal(argument))
    ]
    assert found == []


def _name(call: ast.Call) -> str:
    """Return what is called."""
    return str(getattr(call.func, "id", getattr(call.func, "attr", "")))


def _literal(node: ast.expr) -> str:
    """Return what is written down in a text, without what is put in."""
    if isinstance(node, ast.JoinedStr):
        return "".join(map(_literal, node.values))
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def test_names_are_listed_as_people_do() -> None:
    """Commas between all but the last two, in every language with its own word."""
    names = ("Borek", "Ada", "Hana")
    assert [listed(names[:count]) for count in (1, 2, 3)] == ["Borek", "Borek and Ada", "Borek, Ada and Hana"]
    shown = []
    for code in TRANSLATED:
        choose_language(code)
        shown.append(listed(names))
    assert shown == ["Borek, Ada a Hana", "Borek, Ada in Hana", "Borek, Ada et Hana"]
