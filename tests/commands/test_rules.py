"""Reading the rules, in a checkout and in an installed copy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from p2p_saboteur import manual
from p2p_saboteur.cli import main
from p2p_saboteur.commands.screen import screen_rules
from p2p_saboteur.manual import rules_file, rules_pages
from p2p_saboteur.text import choose_language

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def test_chapters_are_listed_and_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """Every chapter has its number, and a number prints its chapter."""
    assert main(["rules"]) == 0
    titles = [line[3:].strip() for line in capsys.readouterr().out.splitlines()]
    assert "Path cards" in titles
    assert main(["rules", str(titles.index("Path cards") + 1)]) == 0
    assert capsys.readouterr().out.startswith("Path cards\n==========\n")


@pytest.mark.parametrize(("code", "note"), [("en", ""), ("cs", ""), ("sl", "Pravila so v angleščini")])
def test_whoever_reads_another_language_is_told(code: str, note: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In his own, above the English text, where the rules are not translated; on the screen above every chapter."""
    try:
        assert main(["--lang", code, "rules", "1"]) == 0
        assert capsys.readouterr().out.startswith(note)
        first = screen_rules()[0]
    finally:
        choose_language("en")
    assert first.text.startswith(note)
    assert first.text.endswith(rules_pages(code)[0].text)


def test_all_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    """Every word of the text is printed, once."""
    assert main(["rules", "--all"]) == 0
    said = capsys.readouterr().out.replace("=", "").split()
    text = rules_file().read_text(encoding="utf-8").replace("=", "").split()
    assert [word for word in said if word != "#"] == [word for word in text if word not in {"#", "##"}]


@pytest.mark.parametrize("number", ["R9", "r9"])
def test_one_rule_by_the_number_that_a_refusal_names(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The rule's one paragraph and nothing else."""
    assert main(["rules", number]) == 0
    title, underline, _, *paragraph = capsys.readouterr().out.strip().splitlines()
    assert (title, set(underline)) == ("R9 An empty cell where all sides fit", {"="})
    assert " ".join(paragraph).endswith("an opening against an opening, a wall against a wall.")


@pytest.mark.parametrize("number", ["0", "99", "R99", "-1", "", "R9 An", "\u0661", "1" * 5000])
def test_no_such_chapter(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The numbers that there are are told."""
    assert main(["rules", number]) == 2
    assert capsys.readouterr().err.startswith("There are chapters 1 to ")


@pytest.mark.parametrize(
    ("code", "title"), [("cs", "Karty cestiček"), ("en", "Path cards"), ("sl", "Path cards"), ("fr", "Path cards")]
)
def test_rules_are_read_in_the_language_that_was_chosen(
    code: str, title: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In Czech where that is chosen; in English where there are none in the language."""
    assert main(["rules", "--lang", code, "6"]) == 0
    assert title in capsys.readouterr().out
    assert main(["rules", "--lang", code]) == 0
    assert title in capsys.readouterr().out


class Installed:
    """A file of an installed package."""

    def __init__(self, path: Path) -> None:
        self.name, self._path = path.name, path

    def locate(self) -> Path:
        """Return where it lies."""
        return self._path


def test_an_installed_copy_finds_them_by_its_list_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no checkout around the package, the installer's list tells where the text lies."""
    text = tmp_path / "share" / "RULES.md"
    text.parent.mkdir()
    text.write_text("# The rules\n\nPlay.\n")

    def listed(_name: str) -> Iterable[Installed]:
        return [Installed(tmp_path / "x.py"), Installed(text)]

    monkeypatch.setattr(manual, "_CHECKOUT", tmp_path / "none")
    monkeypatch.setattr(manual, "files", listed)
    assert rules_file() == text


def test_a_copy_without_them_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No traceback."""
    monkeypatch.setattr(manual, "_CHECKOUT", tmp_path)
    monkeypatch.setattr(manual, "files", lambda _name: None)
    assert main(["rules"]) == 1
    assert "does not lie with this copy" in capsys.readouterr().err
