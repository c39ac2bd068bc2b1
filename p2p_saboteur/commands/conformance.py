"""``p2p-saboteur conformance rules FILE...``: check files in the format of docs/CONFORMANCE.md."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from p2p_saboteur.games.saboteur.cases import MAX_BYTES, Unreadable, read_cases
from p2p_saboteur.games.saboteur.conformance import check_case

if TYPE_CHECKING:
    import argparse

HOLDS: Final = 0
FAILS: Final = 1
UNREADABLE: Final = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what is checked and the files."""
    parser.epilog = "Exit status: 0 every case holds, 1 one does not, 2 a file cannot be read."
    parser.add_argument("level", choices=["rules"], help="what is checked: the rules of placement and reveal")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="JSON files of cases")


def run(arguments: argparse.Namespace) -> int:
    """Check every file, print one line a case and a summary, and return the worst status."""
    held = failed = 0
    unreadable = False
    for path in arguments.files:
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
