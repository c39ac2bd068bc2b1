"""The command line: the only place that puts the parts together.

A command is a module that is imported only when it is asked for, so that help stays quick.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol, cast

from p2p_saboteur import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

OK: Final = 0
ERROR: Final = 1
USAGE: Final = 2
INTERRUPTED: Final = 130


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A word after the program's name.

    Attributes:
        name: the word.
        summary: what it does, for the program's help.
        module: full name of the `CommandModule` that carries it out.
    """

    name: str
    summary: str
    module: str


class CommandModule(Protocol):
    """What the module of a command offers."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's own arguments."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Carry the command out and return its exit code."""


COMMANDS: Final = (
    Command(
        name="conformance",
        summary="check another implementation against this one",
        module="p2p_saboteur.commands.conformance",
    ),
)


def main(argv: Sequence[str] | None = None, commands: Sequence[Command] = COMMANDS) -> int:
    """Run one command.

    Args:
        argv: the words after the program's name; None for those that this process was started with.
        commands: the commands to choose from.

    Returns:
        The command's exit code: 0 when all is well, 1 for an error, 130 when interrupted by Ctrl+C; a command may have
        codes of its own, which its help tells.

    Raises:
        SystemExit: with 2 when the words make no command, with 0 after help or the version.
    """
    words = sys.argv[1:] if argv is None else list(argv)
    try:
        try:
            arguments = _parser(words, commands).parse_args(words)
            return cast("int", arguments.run(arguments))
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has gone. What is still buffered goes nowhere, or Python complains when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ERROR
    except KeyboardInterrupt:
        return INTERRUPTED


def _parser(words: Sequence[str], commands: Sequence[Command]) -> argparse.ArgumentParser:
    """Return a parser that knows all commands by name and the arguments of those that `words` may mean."""
    parser = argparse.ArgumentParser(
        prog="p2p-saboteur",
        description="The card game Saboteur between equals: no server, nobody to trust.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    choices = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in commands:
        choice = choices.add_parser(command.name, help=command.summary, description=command.summary, allow_abbrev=False)
        if command.name in words:
            module = cast("CommandModule", importlib.import_module(command.module))
            module.add_arguments(choice)
            choice.set_defaults(run=module.run)
    return parser
