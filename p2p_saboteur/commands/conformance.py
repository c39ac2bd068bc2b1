"""``p2p-saboteur conformance``: check cases of the rules (docs/CONFORMANCE.md), or vectors with logs of Saboteur.

``rules FILE...`` plays the cases in the files; ``logs [FILE...]`` judges the logs in files of vectors by the rules of
Saboteur, where ``python -m protocol.conformance check`` knows no more of a game than the course in the file.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from p2p_saboteur.app.game import OtherGame, game_of
from p2p_saboteur.games.saboteur.cases import MAX_BYTES, Unreadable, read_cases
from p2p_saboteur.games.saboteur.conformance import check_case
from protocol.conformance.__main__ import check_files, shipped

if TYPE_CHECKING:
    import argparse

    from p2p_saboteur.games.saboteur.rules import SaboteurGame
    from protocol.header import Header

HOLDS: Final = 0
FAILS: Final = 1
UNREADABLE: Final = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what is checked and the files."""
    parser.epilog = "Exit status: 0 every case holds, 1 one does not, 2 a file cannot be read."
    levels = parser.add_subparsers(metavar="LEVEL", required=True)
    rules = levels.add_parser("rules", help="the rules of placement and reveal", allow_abbrev=False)
    rules.add_argument("files", nargs="+", type=Path, metavar="FILE", help="JSON files of cases")
    rules.set_defaults(check=_check_rules)
    logs = levels.add_parser("logs", help="whole logs of Saboteur", allow_abbrev=False)
    logs.add_argument("files", nargs="*", type=Path, metavar="FILE", help="vectors with a log; ours if none is named")
    logs.set_defaults(check=_check_logs)


def run(arguments: argparse.Namespace) -> int:
    """Check every file, print what comes of it and a summary, and return the worst status."""
    status: int = arguments.check(arguments.files)
    return status


def _check_logs(files: list[Path]) -> int:
    """Check vectors of logs by the rules of Saboteur."""
    return check_files(files or [path for path in shipped() if path.name == "log-saboteur.json"], _saboteur)


def _saboteur(header: Header) -> SaboteurGame | None:
    """Return the rules of a table of Saboteur."""
    try:
        return game_of(header)
    except OtherGame:
        return None


def _check_rules(files: list[Path]) -> int:
    """Play the cases of every file, one line a case."""
    held = failed = 0
    unreadable = False
    for path in files:
        try:
            for case in read_cases(_read(path)):
                wrong = check_case(case)
                print(f"{path}: {case.place}: {f'FAILED: {wrong}' if wrong else 'ok'}")
                held += not wrong
                failed += bool(wrong)
        except Unreadable as error:
            print(f"{path}: UNREADABLE: {error}")
            unreadable = True
    print(f"{held} hold, {failed} do not{', and not everything could be read' if unreadable else ''}")
    return UNREADABLE if unreadable else FAILS if failed else HOLDS


def _read(path: Path) -> bytes:
    """Return a file's bytes, one more than allowed at most."""
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise Unreadable("", f"cannot be opened: {error.strerror}") from None
