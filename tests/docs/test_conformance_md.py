"""What PROTOCOL.md says of the vectors is what is in their files, and the worked game is made from them."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from protocol.absence import OUT
from protocol.conformance.__main__ import FAILS, HOLDS, UNREADABLE, shipped
from protocol.conformance.cases import FORMAT
from protocol.conformance.node import MAX_BYTES, MAX_DEPTH
from protocol.labels import PROTOCOL
from tests.docs import worked_game
from tests.docs.markdown import CODE, code, tables
from tests.docs.test_protocol_md import STEPS, TEXT

FILES: Final[dict[str, Any]] = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in shipped()}
CASES: Final[list[dict[str, Any]]] = [case for file in FILES.values() for case in file["cases"]]
LOGS: Final = [file["log"] for file in FILES.values() if "log" in file]


def named(cell: str) -> set[str]:
    """Return what a cell has in code, but for what it explains in parentheses."""
    return set(CODE.findall(re.sub(r"\([^)]*\)", "", cell)))


def test_the_fields_of_every_algorithm_are_those_in_the_files() -> None:
    """Inputs, values on the way and outputs: no name is missing in the table, and none is there in vain."""
    (table,) = tables(TEXT, "Inputs and outputs")
    for numbers, *cells in table.rows:
        for number in map(int, numbers.split(", ")):
            cases = [case for case in CASES if case["algorithm"] == number]
            for part, cell in zip(("input", "trace", "output"), cells, strict=True):
                assert named(cell) == {name for case in cases for name in case.get(part, {})}, (number, part)


def test_the_fields_of_files_and_cases_are_in_their_tables() -> None:
    """As are those of a failure."""
    file, case = tables(TEXT, "Vector files")
    assert set(map(code, file.column(0))) == {name for each in FILES.values() for name in each}
    assert set(map(code, case.column(0))) == {name for each in CASES for name in each}
    assert [code(row[1]) for row in file.rows[:2]] == [FORMAT, PROTOCOL]
    said = set(CODE.findall(case.rows[-1][1]))
    assert said == {name for each in CASES for name in each.get("fails", ())}


def test_the_fields_of_logs_and_courses_are_in_their_tables() -> None:
    """Those of the chairs too."""
    log, course = tables(TEXT, "Files about a log")
    assert set(map(code, log.column(0))) == {name for each in LOGS for name in each}
    (chair,) = (set(CODE.findall(meaning)) for name, meaning in log.rows if name == "`chairs`")
    assert chair == {name for each in LOGS for player in each["chairs"] for name in player}
    assert set(map(code, course.column(0))) == {name for each in LOGS for moment in each["course"] for name in moment}


def test_limits_and_exit_statuses_are_the_commands() -> None:
    """As the text says."""
    (table,) = tables(TEXT, "Commands")
    assert [int(status) for status in table.column(0)] == [HOLDS, FAILS, UNREADABLE]
    assert f"it has at most {MAX_BYTES >> 20} MiB, is nested at most {MAX_DEPTH} deep" in " ".join(TEXT.split())


def test_the_worked_game_is_what_the_vectors_hold() -> None:
    """The lines come out again; `python -m tests.docs.worked_game` renews them."""
    _, _, rest = TEXT.partition(worked_game.BEGIN)
    shown, _, _ = rest.partition(worked_game.END)
    assert shown == f"\n{worked_game.worked_game()}\n"


def test_the_worked_game_shows_an_entry_of_every_kind() -> None:
    """Once each, and a vote about a silent seat."""
    shown = TEXT.split(worked_game.BEGIN)[1].split(worked_game.END)[0]
    kinds = re.findall(r"^Record \d+, step \d+, seat \d, `([a-z ]+)`, \d+ bytes:$", shown, re.MULTILINE)
    assert sorted(kinds) == sorted({*STEPS, OUT})


def test_seats_of_the_logs_are_not_their_chairs() -> None:
    """Whoever confuses the two comes to other bytes in both logs."""
    for name in (worked_game.GAME, worked_game.REST):
        log = worked_game.load(name)
        seating = log.chain(len(log.records)).table.seating
        assert all(chair != seat for seat, chair in enumerate(seating))
