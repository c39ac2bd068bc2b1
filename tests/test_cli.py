"""The command line: choosing a command, its exit codes, and how it ends when nobody listens any more."""

from __future__ import annotations

import argparse
import importlib
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from p2p_saboteur import __version__
from p2p_saboteur.cli import COMMANDS, main
from p2p_saboteur.commands.codes import ExitCode

ROOT: Final = Path(__file__).resolve().parent.parent
PROBE: Final = {"probe": ("does as it is told", "tests.test_cli")}
MISSING: Final = {"missing": ("cannot be imported", "tests.no_such_module")}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the probe can be told."""
    parser.add_argument("--code", type=int, default=0)
    parser.add_argument("--interrupt", action="store_true")


def run(arguments: argparse.Namespace) -> int:
    """Do as the probe was told."""
    if arguments.interrupt:
        raise KeyboardInterrupt
    sys.stdout.write("done as told\n")
    return int(arguments.code)


@pytest.mark.parametrize("code", [0, 1, 7])
def test_a_commands_exit_code_is_the_programs(code: int) -> None:
    """Whatever the command returns is returned."""
    assert main(["probe", f"--code={code}"], PROBE) == code


def test_ctrl_c_ends_with_130() -> None:
    """An interrupted command leaves no traceback."""
    assert main(["probe", "--interrupt"], PROBE) == 130


@pytest.mark.parametrize("words", [[], ["unknown"], ["probe", "--unknown"], ["probe", "--cod=1"], ["--unknown"]])
def test_words_that_make_no_command_end_with_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """What is wrong is told on the error stream, in one line and where there is more; abbreviations are not guessed."""
    with pytest.raises(SystemExit) as end:
        main(words, PROBE)
    said = capsys.readouterr()
    assert (end.value.code, said.out) == (2, "")
    _wrong, more = said.err.splitlines()
    assert more.startswith("p2p-saboteur")
    assert more.endswith(" --help tells more.")


def test_a_wrong_value_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """The command whose help tells more is named."""
    with pytest.raises(SystemExit):
        main(["solo", "--players", "2"])
    assert capsys.readouterr().err == (
        "Argument --players: '2' is no whole number from 3 to 10.\np2p-saboteur solo --help tells more.\n"
    )


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """``--version`` prints name and version and ends with 0."""
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert (end.value.code, capsys.readouterr().out) == (0, f"p2p-saboteur {__version__}\n")


def test_help_names_every_command_and_imports_none(capsys: pytest.CaptureFixture[str]) -> None:
    """A command that is not asked for is not imported."""
    with pytest.raises(SystemExit) as end:
        main(["--help"], PROBE | MISSING)
    help_text = capsys.readouterr().out
    assert end.value.code == 0
    assert "does as it is told" in help_text
    assert "cannot be imported" in help_text


def test_every_command_can_be_carried_out() -> None:
    """Each module in the table has what the command line calls."""
    for name, (_, module_name) in COMMANDS.items():
        module = importlib.import_module(module_name)
        assert callable(module.run), name
        module.add_arguments(argparse.ArgumentParser())


def test_the_codes_are_the_documented_ones() -> None:
    """Scripts rely on them."""
    assert {code.name: code.value for code in ExitCode} == {
        "OK": 0,
        "ERROR": 1,
        "USAGE": 2,
        "NOT_REACHED": 3,
        "REFUSED": 4,
        "OTHER_VERSION": 5,
        "CHEATING": 6,
        "NO_PROOF": 7,
        "ABANDONED": 8,
        "INTERRUPTED": 130,
    }


def test_a_reader_that_has_gone_ends_it_quietly() -> None:
    """A closed pipe is an error, but none to print a traceback about."""
    code = "import sys; from tests.test_cli import PROBE, main; sys.stdin.read(); sys.exit(main(['probe'], PROBE))"
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()  # before the program, which waits for its input to end, writes anything
        process.stdin.close()
        said = process.stderr.read()
    assert (process.returncode, said) == (1, b"")


def test_help_needs_nothing_heavy() -> None:
    """Only what every command needs is imported before help is printed."""
    code = (
        "import sys; from p2p_saboteur.__main__ import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: print([m for m in ('asyncio', 'zmq', 'cryptography', 'protocol') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]"
