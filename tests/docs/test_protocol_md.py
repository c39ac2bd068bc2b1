"""PROTOCOL.md says what the code does: every table is compared with it."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

import protocol
import protocol.steps
from p2p_saboteur import app, net
from p2p_saboteur.games.saboteur.cards import COPIES, KINDS
from p2p_saboteur.games.saboteur.moves import card_use
from p2p_saboteur.games.saboteur.notation import card_text
from p2p_saboteur.games.saboteur.options import CHOICES, Options, value_text
from p2p_saboteur.games.saboteur.rules import SaboteurGame
from p2p_saboteur.store import log_file
from protocol import codec, frames, header, labels, log, root, waiting
from protocol.absence import KEEP, OUT
from protocol.ballots import ABANDON
from protocol.errors import Reason
from protocol.game import IllegalMove, Shuffle
from protocol.proofs import either_or, shuffle
from protocol.steps import lock, play, total
from protocol.steps.base import Step
from protocol.stopping import STOP
from protocol.worths import WORTH
from tests.docs import worked_example
from tests.docs.markdown import CODE, code, headings, tables

if TYPE_CHECKING:
    from collections.abc import Iterator

DOCUMENT: Final = worked_example.DOCUMENT
TEXT: Final = DOCUMENT.read_text(encoding="utf-8")
SOURCES: Final = sorted(Path(protocol.__file__).parent.rglob("*.py"))
BINDING: Final = 80
"""Algorithms from here on are those of the transport binding, which are not the library's."""
APPENDIX: Final = "## Appendix: List of words"
USES: Final = {"shown": "show", "hidden": "hide", "none": "none"}
ALGORITHM: Final = re.compile(r"Algorithm (\d+) \(([\w.]+)\)")

for module in pkgutil.iter_modules(protocol.steps.__path__):
    importlib.import_module(f"protocol.steps.{module.name}")


def step_classes(base: type[Step[Any]] = Step) -> Iterator[type[Step[Any]]]:
    """Yield all steps that have a kind."""
    for each in base.__subclasses__():
        if "kind" in vars(each) and each.__module__.startswith("protocol."):
            yield each
        yield from step_classes(each)


STEPS: Final = {each.kind: each for each in step_classes()}


def docstrings() -> Iterator[str]:
    """Yield the docstrings of all functions of the library, and of the packages that bind it to a transport."""
    for path in (*SOURCES, *Path(net.__file__).parent.glob("*.py"), *Path(app.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                yield ast.get_docstring(node) or ""


def test_algorithms_and_docstrings_correspond_one_to_one() -> None:
    """Every numbered algorithm opens one docstring with its number and name, and no other does."""
    specified = [(int(m[1]), m[2]) for heading in headings(TEXT) if (m := ALGORITHM.fullmatch(heading))]
    implemented = sorted((int(m[1]), m[2]) for text in docstrings() if (m := ALGORITHM.match(text)))
    assert len({number for number, _ in specified}) == len(specified)
    assert implemented == sorted(specified)


def test_algorithms_are_cited_by_numbers_that_exist() -> None:
    """No reference leads to an algorithm that is not there."""
    there = {int(m[1]) for heading in headings(TEXT) if (m := ALGORITHM.fullmatch(heading))}
    assert {int(number) for number in re.findall(r"Algorithm (\d+)", TEXT)} <= there


def test_links_lead_to_headings_of_the_document() -> None:
    """Every reference to a section finds it."""
    anchors = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings(TEXT)}
    assert set(re.findall(r"\]\(#([\w-]+)\)", TEXT)) <= anchors


def test_the_document_needs_no_python() -> None:
    """Somebody who implements it in another language meets no word of this one."""
    words = ("def ", "self.", "import ", "dataclass", "isinstance", "tuple", "__", "```python", ".py`")
    assert [word for word in words if word in TEXT.partition(APPENDIX)[0]] == []


def test_the_words_of_bcp_14_are_declared() -> None:
    """The paragraph that gives MUST and its kin their meaning is there."""
    assert '"MUST", "MUST NOT", "REQUIRED"' in TEXT
    assert "BCP 14 (RFC 2119, RFC 8174)" in " ".join(TEXT.split())


def test_the_label_tables_hold_every_label_once() -> None:
    """No label of the code is missing, and none is there that the code does not have."""
    tags, texts = (sorted(code(cell) for cell in table.column(0)) for table in tables(TEXT, "Labels"))
    values = [value for name, value in vars(labels).items() if name.isupper() and isinstance(value, str | bytes)]
    assert tags == sorted(value.decode() for value in values if isinstance(value, bytes))
    assert texts == sorted(value for value in values if isinstance(value, str))


def test_a_label_serves_one_purpose() -> None:
    """No two labels are equal."""
    values = [value for name, value in vars(labels).items() if name.isupper() and isinstance(value, str | bytes)]
    assert len(values) == len(set(values))


@pytest.mark.parametrize("path", [path for path in SOURCES if path.name != "labels.py"], ids=lambda path: path.name)
def test_no_label_is_written_in_another_file(path: Path) -> None:
    """What is derived, hashed or absorbed takes its label from the one file."""
    names = {"digest", "commit", "verify_opening", "absorb", "absorb_elements", "challenge", "challenges"}
    names |= {"scalar", "permutation", "salt", "seed", "_block", "hash_to_element"}
    found = [
        ast.unparse(node)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).rpartition(".")[2] in names
        and any(isinstance(argument, ast.Constant) and argument.value for argument in node.args[:2])
        and not ast.unparse(node.func).startswith("group.scalar")
    ]
    assert found == []


def test_the_limits_are_the_codes() -> None:
    """Every limit has the value that the code checks."""
    values = {
        "bytes of an encoding, and of a frame": codec.MAX_SIZE,
        "arrays inside one another": codec.MAX_DEPTH,
        "values in one array": codec.MAX_ARRAY,
        "bytes of an entry with its signature": log.MAX_ENTRY,
        "seats, least": header.MIN_SEATS,
        "seats, most": header.MAX_SEATS,
        "bytes of a player's name": header.MAX_NAME,
        "bytes of a game's name": header.MAX_GAME,
        "bytes of a game's options": header.MAX_OPTIONS,
        "step number, most": log.MAX_STEP,
        "characters of a kind": log.MAX_KIND,
        "bytes of a move": play.MAX_MOVE,
        "ciphertexts in one shuffle": shuffle.MAX_SIZE,
        "branches of a disjunction": either_or.MAX_BRANCHES,
        "value of a total, most": total.MAX_TOTAL,
        "bytes of a locked value": lock.MAX_VALUE,
        "entries kept early, of one seat": waiting.PER_SEAT,
        "steps that an early entry may be ahead": waiting.AHEAD,
        "heads in a HEADS frame": frames.MAX_HEADS,
    }
    (table,) = tables(TEXT, "Limits")
    assert {name: int(value) for name, value in table.rows} == values


def test_the_reasons_are_the_codes() -> None:
    """Every reason has a row, and only one that anybody can cause names nobody."""
    (table,) = tables(TEXT, "Faults")
    assert table.column(0) == [f"F{number}" for number in range(1, len(Reason) + 1)]
    assert table.column(1) == [reason.value for reason in Reason]
    assert [name for name, culprit in zip(table.column(1), table.column(3), strict=True) if culprit == "nobody"] == [
        Reason.SIGNATURE.value
    ]


def test_every_kind_has_its_tables() -> None:
    """Each kind of step has a table of its own and one of its body."""
    named = headings(TEXT)
    assert {code(name) for name in named if name.startswith("Step `")} == set(STEPS)
    assert {code(name) for name in named if name.startswith("Body of `")} == {*STEPS, ABANDON, OUT, KEEP, STOP, WORTH}


@pytest.mark.parametrize("kind", sorted(STEPS))
def test_a_steps_table_says_how_it_is_signed(kind: str) -> None:
    """Whether entries carry the state's hash and whether the signer has a choice is as in the code."""
    (table,) = tables(TEXT, f"Step `{kind}`")
    rows = {row[0]: row[1] for row in table.rows}
    assert (rows["witnessed"], rows["choice"]) == tuple(
        "yes" if flag else "no" for flag in (STEPS[kind].witnessed, STEPS[kind].chosen)
    )
    assert len(kind) <= log.MAX_KIND


def test_the_worked_example_is_what_the_code_makes() -> None:
    """The bytes in the document come out again; `python -m tests.docs.worked_example` renews them."""
    _, _, rest = TEXT.partition(worked_example.BEGIN)
    shown, _, _ = rest.partition(worked_example.END)
    assert shown == f"\n{worked_example.worked_example()}\n"


def test_the_worked_example_tells_chairs_from_seats() -> None:
    """Its seating moves everybody, so that whoever confuses the two gets other bytes."""
    seating = worked_example.chain_before_keys().table.seating
    assert all(chair != seat for seat, chair in enumerate(seating))


def test_the_log_file_begins_as_said() -> None:
    """The first bytes of a log file are in its table."""
    first, _ = tables(TEXT, "Log file")
    assert code(first.rows[0][1]) == "0x" + log_file.MAGIC.hex(" ", 2)


def test_saboteurs_options_are_the_codes() -> None:
    """Every option with its values, in the order in which they are encoded."""
    (table,) = tables(TEXT, "Options")
    written = {code(name): tuple(CODE.findall(values)) for name, values in table.rows}
    assert written == {name: tuple(map(value_text, values)) for name, values in CHOICES.items()}
    assert list(written) == list(CHOICES)


def test_saboteurs_cards_have_the_numbers_of_the_code() -> None:
    """The ranges of numbers follow one another, and each has as many as there are copies."""
    _, table = tables(TEXT, "Decks")
    expected, number = [], 0
    for kind in KINDS:
        last = number + COPIES[kind] - 1
        expected.append((f"{number} to {last}" if last > number else str(number), card_text(kind)))
        number = last + 1
    assert list(table.rows) == expected


def test_saboteurs_moves_have_the_bytes_of_the_code() -> None:
    """Letter, number of bytes and what becomes of the card."""
    (table,) = tables(TEXT, "Moves")
    written = {}
    for _, layout, use in table.rows:
        letter, *fields = layout.split(", ")
        wire = code(letter).encode() + bytes(len(fields))
        written[code(letter)] = USES[use.partition(";")[0]]
        assert card_use(wire, Options()).value == written[code(letter)]
        with pytest.raises(IllegalMove):
            card_use(wire + b"0", Options())
    assert sorted(written) == sorted("BDFLMPRT")


def test_saboteurs_decks_are_those_that_it_asks_for() -> None:
    """Labels, and the sizes that do not hang on the number of players."""
    table, _ = tables(TEXT, "Decks")
    game = SaboteurGame()
    request = game.request(game.start(seats=5, opener=0, coin=bytes(32)))
    assert isinstance(request, Shuffle)
    sizes = {deck.label: str(deck.size) for deck in request.decks}
    assert {code(label): size for label, size, *_ in table.rows} == {**sizes, "role": "as R1"}


def test_saboteurs_sections_have_the_lines_of_the_code() -> None:
    """The names of sections and lines, in order."""
    game = SaboteurGame()
    sections = game.sections(game.start(seats=3, opener=0, coin=bytes(32)))
    (table,) = tables(TEXT, "Public state")
    expected = [(name, [line.partition(":")[0] for line in data.decode().splitlines()]) for name, data in sections]
    assert [(code(name), CODE.findall(lines)) for name, lines in table.rows] == expected


def test_the_root_has_the_size_that_is_said() -> None:
    """A seat's root has 32 bytes."""
    assert root.ROOT_SIZE == 32
    assert "one *root* of 32 secret bytes" in " ".join(TEXT.split())
