"""The numbers of the rules tie docs/RULES.md, the engine and its tests together."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from p2p_saboteur.games.saboteur import legality

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT: Final = Path(__file__).resolve().parents[2]
TEXT: Final = (ROOT / "docs" / "RULES.md").read_text(encoding="utf-8")
RULES: Final = tuple(re.findall(r"^### ([RLD]\d+) ", TEXT, re.MULTILINE))
NUMBER: Final = re.compile(r"\b[RLD]\d+\b")
ENGINE: Final = sorted((ROOT / "p2p_saboteur" / "games" / "saboteur").glob("*.py"))
TESTS: Final = sorted((ROOT / "tests" / "games" / "saboteur").glob("*.py"))
NO_CODE: Final = {"D44"}
"""Talk is free, so there is nothing to implement."""


def cited(paths: Iterable[Path]) -> set[str]:
    """Return the numbers that docstrings (those of modules, classes, functions, attributes) cite."""
    found: set[str] = set()
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Expr)
                and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, str)
            ):
                found.update(NUMBER.findall(node.value.value))
    return found


def test_the_rules_have_the_numbers_that_they_always_had() -> None:
    """R1 to R25 and L1 to L6 are there without a gap, and no number is given twice."""
    assert len(set(RULES)) == len(RULES)
    assert {f"R{number}" for number in range(1, 26)} | {f"L{number}" for number in range(1, 7)} <= set(RULES)


@pytest.mark.parametrize("paths", [ENGINE, TESTS], ids=["code", "tests"])
def test_every_rule_has_code_and_a_test(paths: list[Path]) -> None:
    """Each number is cited in the engine's docstrings and in those of its tests."""
    assert sorted(set(RULES) - NO_CODE - cited(paths)) == []


@pytest.mark.parametrize("paths", [ENGINE, TESTS], ids=["code", "tests"])
def test_every_number_that_is_cited_is_a_rule(paths: list[Path]) -> None:
    """No docstring cites a number that RULES.md does not explain."""
    assert sorted(cited(paths) - set(RULES)) == []


def test_what_a_refusal_says_stands_in_the_rules() -> None:
    """Rule, reason and sentence of every refusal are those of the table, and the table has no others."""
    row = re.compile(r"^\| ([RLD][0-9]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
    section = TEXT.partition("## Refused moves")[2].partition("\n## ")[0]
    said = [
        value for each in vars(legality).values() for value in (each.values() if isinstance(each, dict) else [each])
    ]
    refusals = {(one.rule, one.why, one.sentence) for one in said if isinstance(one, legality.Refusal)}
    assert set(row.findall(section)) == refusals
