"""The way into a checkout's environment: old Pythons, installed copies, what is ready, and how the command ends."""

from __future__ import annotations

import ast
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from p2p_saboteur.bootstrap import RUNTIME, entry, environment
from p2p_saboteur.bootstrap.stamp import NAME, digest_sources, python_in, python_tag

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT: Final = Path(__file__).resolve().parents[2]
READ_BY_OLD_PYTHONS: Final = (
    "p2p_saboteur/__init__.py",
    "p2p_saboteur/__main__.py",
    "p2p_saboteur/required_python.py",
    "tests/__init__.py",
    "tests/__main__.py",
)


@pytest.mark.parametrize("name", READ_BY_OLD_PYTHONS)
def test_old_pythons_can_read_what_refuses_them(name: str) -> None:
    """No syntax younger than Python 2.7 stands in the files that are read before the version is checked."""
    tree = ast.parse((ROOT / name).read_text(encoding="utf-8"))
    young = ast.JoinedStr | ast.NamedExpr | ast.Match | ast.AnnAssign | ast.FunctionDef | ast.AsyncFunctionDef
    assert [node for node in ast.walk(tree) if isinstance(node, young)] == []
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert all(node.module != "__future__" for node in imports)


@pytest.mark.parametrize("module", ["p2p_saboteur", "tests"])
def test_an_old_python_gets_a_sentence(module: str) -> None:
    """A Python that is too old ends with code 1 and says which one is needed."""
    code = f"import runpy, sys; sys.version_info = (3, 10, 9); runpy.run_module({module!r}, run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("p2p-saboteur needs Python 3.11 or newer, and this is Python 3.10. ")
    assert "Traceback" not in done.stderr


@pytest.fixture
def module(tmp_path: Path) -> str:
    """Return the path of a module where `entry` would lie in a checkout that requires nothing."""
    for name in ("pyproject.toml", "constraints.txt"):
        (tmp_path / name).touch()
    return str(tmp_path / "package" / "bootstrap" / "entry.py")


@pytest.fixture
def became(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Collect the commands that the process would become, instead of becoming them; refuse any set-up."""
    commands: list[list[str]] = []
    monkeypatch.setattr(entry, "become", commands.append)
    monkeypatch.setattr(environment, "prepare", lambda _root, purpose: commands.append(["prepare", purpose]))
    monkeypatch.setattr(sys, "orig_argv", ["python3", "-m", "p2p_saboteur", "solo"])
    return commands


@pytest.fixture
def make_environment(tmp_path: Path) -> Callable[[str], str]:
    """Return a call that makes an environment with a stamp, and returns its Python."""

    def call(stamp: str) -> str:
        python = python_in(str(tmp_path / ".venv"))
        Path(python).parent.mkdir(parents=True)
        Path(python).touch()
        (tmp_path / ".venv" / NAME).write_text(stamp)
        return python

    return call


def test_an_installed_copy_is_left_alone(tmp_path: Path, became: list[list[str]]) -> None:
    """Without a project around the package there is nothing to set up, and the program goes on where it is."""
    entry.enter(RUNTIME, str(tmp_path / "package" / "bootstrap" / "entry.py"))
    assert became == []


def test_a_ready_environment_is_entered_without_parsing_anything(
    module: str, tmp_path: Path, became: list[list[str]], make_environment: Callable[[str], str]
) -> None:
    """The command is the same, with the environment's Python."""
    python = make_environment(f"{python_tag()}\nruntime fingerprint {digest_sources(str(tmp_path))}\n")
    entry.enter(RUNTIME, module)
    assert became == [[python, "-m", "p2p_saboteur", "solo"]]


@pytest.mark.parametrize(
    "stamp",
    ["", "unfinished\n", "{tag}\ndevelopment x {digest}\n", "{tag}\nruntime x other\n", "old\nruntime x {digest}\n"],
)
def test_an_environment_that_may_be_stale_is_prepared_first(
    stamp: str, module: str, tmp_path: Path, became: list[list[str]], make_environment: Callable[[str], str]
) -> None:
    """No stamp, half a set-up, another purpose, other files, another Python."""
    python = make_environment(stamp.format(tag=python_tag(), digest=digest_sources(str(tmp_path))))
    entry.enter(RUNTIME, module)
    assert became == [["prepare", RUNTIME], [python, "-m", "p2p_saboteur", "solo"]]


def test_inside_the_environment_the_program_goes_on(
    module: str,
    tmp_path: Path,
    became: list[list[str]],
    make_environment: Callable[[str], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing becomes anything else."""
    make_environment(f"{python_tag()}\nruntime fingerprint {digest_sources(str(tmp_path))}\n")
    monkeypatch.setattr(sys, "prefix", str(tmp_path / ".venv"))
    entry.enter(RUNTIME, module)
    assert became == []


def become(command: str, platform: str = sys.platform) -> subprocess.CompletedProcess[bytes]:
    """Let a process become another one that runs Python code, as if on a system."""
    code = (
        f"import sys; from p2p_saboteur.bootstrap import entry; import subprocess; sys.platform = {platform!r}; "
        f"entry.become([sys.executable, '-c', {command!r}])"
    )
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False)


@pytest.mark.parametrize("platform", ["linux", "win32"])
@pytest.mark.skipif(sys.platform == "win32", reason="has no exec worth the name")
def test_the_commands_exit_code_is_passed_on(platform: str) -> None:
    """The exit code is the command's own, whether this process becomes it or waits for it."""
    assert become("raise SystemExit(7)", platform).returncode == 7


@pytest.mark.skipif(sys.platform == "win32", reason="has no such signals")
def test_a_signal_that_ends_the_command_ends_the_process() -> None:
    """Whoever started it sees the signal, not an exit code."""
    assert become("import os, signal; os.kill(os.getpid(), signal.SIGTERM)").returncode == -signal.SIGTERM


@pytest.mark.skipif(sys.platform == "win32", reason="sends no such signals")
def test_ctrl_c_is_the_commands_own_affair_where_the_process_waits() -> None:
    """The waiting process outlives Ctrl+C and ends as the command does."""
    interrupt_parent = (
        "import os, signal, time; os.kill(os.getppid(), signal.SIGINT); time.sleep(0.2); raise SystemExit(9)"
    )
    assert become(interrupt_parent, "win32").returncode == 9
