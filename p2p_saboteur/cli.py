"""The command line: the only place that puts the parts together.

A command is a module that is imported only when it is asked for, so that help stays quick.
"""

from __future__ import annotations

import argparse
import io
import os
import sys

from p2p_saboteur import __version__
from p2p_saboteur.commands.codes import ExitCode
from p2p_saboteur.language import LANGUAGES, choose, system_language

TYPE_CHECKING = False  # importing typing takes longer than the rest of help
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Final, NoReturn, Protocol, TypeAlias

    Commands: TypeAlias = Mapping[str, tuple[str, str]]
    """By name: a summary for the program's help, and the full name of the module that carries the command out."""

    class CommandModule(Protocol):
        """What the module of a command offers."""

        def add_arguments(self, parser: argparse.ArgumentParser) -> None:
            """Declare the command's own arguments."""

        def run(self, arguments: argparse.Namespace) -> int:
            """Carry the command out and return its exit code."""


COMMANDS: Final[Commands] = {
    "solo": ("play on this computer with bots", "p2p_saboteur.commands.solo"),
    "host": ("open a table for people", "p2p_saboteur.commands.host"),
    "join": ("sit down at somebody's table", "p2p_saboteur.commands.join"),
    "lan": ("list the tables in the local network and join one", "p2p_saboteur.commands.lan"),
    "resume": ("go on with a game that was left", "p2p_saboteur.commands.resume"),
    "watch": ("watch a table", "p2p_saboteur.commands.watch"),
    "bot": ("let a bot join a table", "p2p_saboteur.commands.bot"),
    "games": ("list or delete the games on this computer", "p2p_saboteur.commands.games"),
    "verify": ("check a log and print the result", "p2p_saboteur.commands.verify"),
    "picture": ("draw the board of a game", "p2p_saboteur.commands.picture"),
    "replay": ("look at a game again, here or as a page to click through", "p2p_saboteur.commands.replay"),
    "rules": ("read the rules of the game", "p2p_saboteur.commands.rules"),
    "doctor": ("check that this computer has all that a game needs", "p2p_saboteur.commands.doctor"),
    "conformance": ("check another implementation against this one", "p2p_saboteur.commands.conformance"),
}


class _Parser(argparse.ArgumentParser):
    """Tells a mistake in one line, so that nobody has to find it below the whole usage."""

    def error(self, message: str) -> NoReturn:
        """End the program."""
        self.exit(ExitCode.USAGE, f"{message[:1].upper()}{message[1:].rstrip('.')}.\n{self.prog} --help tells more.\n")


def main(argv: Sequence[str] | None = None, commands: Commands = COMMANDS) -> int:
    """Run one command.

    Args:
        argv: the words after the program's name; None for those that this process was started with.
        commands: the commands to choose from.

    Returns:
        The command's exit code, see `commands.codes`: 0 when all is well, 130 when interrupted by Ctrl+C.

    Raises:
        SystemExit: with 2 when the words make no command, with 0 after help or the version.
    """
    words = sys.argv[1:] if argv is None else list(argv)
    try:
        try:
            chosen = _chosen(words)
            if chosen is None:
                return ExitCode.OK
            arguments = _parser(chosen, commands).parse_args(chosen)
            _speak(getattr(arguments, "lang", None))
            code: int = arguments.run(arguments)
            return code
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has gone. What is still buffered goes nowhere, or Python complains when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.ERROR
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    except Exception as error:  # noqa: BLE001 - a user gets a sentence, not a traceback
        from p2p_saboteur.commands.failures import explain

        code, sentence = explain(error)
        print(sentence, file=sys.stderr)
        return code


def _chosen(words: list[str]) -> list[str] | None:
    """Return the words of a command; where there are none and somebody sits at a terminal, let him choose."""
    if words or not (sys.stdin and sys.stdin.isatty() and sys.stdout.isatty()):
        return words
    from p2p_saboteur.commands.menu import choose_command

    return choose_command()


def _parser(words: Sequence[str], commands: Commands) -> argparse.ArgumentParser:
    """Return a parser that knows all commands by name and the arguments of those that `words` may mean."""
    shared = _Parser(add_help=False, argument_default=argparse.SUPPRESS)
    shared.add_argument("--lang", choices=LANGUAGES, help="language of all texts; the system's unless given")
    parser = _Parser(
        prog="p2p-saboteur",
        description="The card game Saboteur between equals: no server, nobody to trust.",
        allow_abbrev=False,
        parents=[shared],
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    choices = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, (summary, module_name) in commands.items():
        if name not in words:
            choices.add_parser(name, help=summary, add_help=False)  # to be listed; more would make help slow
            continue
        command = choices.add_parser(name, help=summary, description=summary, allow_abbrev=False, parents=[shared])
        module = _import_command(module_name)
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return parser


def _speak(wanted: str | None) -> None:
    """Choose the language, and let no text fail because a pipe or an old terminal cannot show all of its letters."""
    from p2p_saboteur.text import choose_language

    choose_language(choose(wanted, os.environ, system_language()))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _import_command(name: str) -> CommandModule:
    import importlib

    return importlib.import_module(name)


if __name__ == "__main__":  # how bots are started: in an environment that their parent has entered already
    raise SystemExit(main())
