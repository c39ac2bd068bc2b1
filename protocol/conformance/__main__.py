"""``python -m protocol.conformance``: check files of vectors, or make them anew. PROTOCOL section "Conformance".

The one part of the library that touches files and the command line.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from protocol.conformance import log_file
from protocol.conformance.cases import check
from protocol.conformance.generating import generate
from protocol.conformance.node import MAX_BYTES, Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from protocol.conformance.log_file import Games

VECTORS: Final = Path(__file__).resolve().parents[1] / "vectors"
HOLDS, FAILS, UNREADABLE = 0, 1, 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status.

    Args:
        argv: the words after the program's name; None for those that this process was started with.
    """
    parser = argparse.ArgumentParser(prog="python -m protocol.conformance", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True)
    checks = commands.add_parser(
        "check",
        help="check files of vectors",
        epilog="Exit status: 0 every case holds, 1 one does not, 2 a file cannot be read.",
    )
    checks.add_argument("files", nargs="*", type=Path, metavar="FILE", help="JSON files; those of the package if none")
    makes = commands.add_parser("generate", help="make all files of the package anew")
    makes.add_argument("folder", type=Path, metavar="DIR", help="where they are written")
    arguments = parser.parse_args(argv)
    if arguments.command == "check":
        return check_files(arguments.files or shipped())
    return _generate(arguments.folder)


def shipped() -> list[Path]:
    """Return the files of the package."""
    return sorted(VECTORS.glob("*.json"))


def check_files(paths: Iterable[Path], games: Games = log_file.no_games) -> int:
    """Check every file, print what does not hold, a line for each file and a summary, and return the worst status."""
    held = failed = 0
    unreadable = False
    for path in paths:
        try:
            verdicts = list(check(_read(path), games))
        except Unreadable as error:
            print(f"{path}: UNREADABLE: {error}")
            unreadable = True
            continue
        wrong = [verdict for verdict in verdicts if verdict.wrong]
        for verdict in wrong:
            print(f"{path}: {verdict.place}: FAILED: {verdict.wrong}")
        print(f"{path}: {len(verdicts) - len(wrong)} of {len(verdicts)} cases hold")
        held += len(verdicts) - len(wrong)
        failed += len(wrong)
    print(f"{held} hold, {failed} do not{', and not everything could be read' if unreadable else ''}")
    return UNREADABLE if unreadable else FAILS if failed else HOLDS


def _read(path: Path) -> bytes:
    """Return a file's bytes, one more than allowed at most."""
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise Unreadable("", f"cannot be opened: {error.strerror}") from None


def _generate(folder: Path) -> int:
    logs = {path.name: path.read_bytes() for path in shipped() if path.name.startswith("log-")}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in generate(logs):
            (folder / name).write_bytes(data)
            print(f"{folder / name}: {len(data)} bytes")
    except OSError as error:
        print(f"{folder}: cannot be written: {error.strerror}", file=sys.stderr)
        return FAILS
    return HOLDS


if __name__ == "__main__":
    raise SystemExit(main())
