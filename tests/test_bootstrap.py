"""The set-up of a checkout, with pip and venv replaced by what they leave behind."""

from __future__ import annotations

import ast
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from p2p_saboteur import bootstrap
from p2p_saboteur.bootstrap import DEVELOPMENT, RUNTIME, Project, SetupError

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT: Final = Path(__file__).resolve().parent.parent
SEEN_BY_OLD_PYTHONS: Final = ("p2p_saboteur/__init__.py", "p2p_saboteur/__main__.py", "p2p_saboteur/required_python.py")
TESTS_SEEN_BY_OLD_PYTHONS: Final = ("tests/__init__.py", "tests/__main__.py")
PYPROJECT: Final = """\
[project]
description = "anything"
dependencies = ["one>=1"]
[project.optional-dependencies]
dev = ["two>=2"]
"""


class Tools:
    """Stands in for venv and pip: remembers the commands and answers as told."""

    def __init__(self) -> None:
        """Let everything succeed."""
        self.commands: list[list[str]] = []
        self.pip_says = ""
        self.pip_interrupted = False

    def run(self, command: list[str]) -> subprocess.CompletedProcess[str]:
        """Carry out a command as `bootstrap._run` does."""
        self.commands.append(command[1:])
        if command[2] == "venv":
            python = replace(NOWHERE, root=Path(command[3]).parent).python
            python.parent.mkdir()
            python.touch()
            return subprocess.CompletedProcess(command, 0, stdout="")
        if self.pip_interrupted:
            raise KeyboardInterrupt
        return subprocess.CompletedProcess(command, 1 if self.pip_says else 0, stdout=self.pip_says)

    def installs(self) -> list[str]:
        """Return what pip was last asked to install."""
        return [word for word in self.commands[-1] if ">=" in word]

    def made(self) -> int:
        """Return how often an environment was made from nothing."""
        return sum(command[1] == "venv" for command in self.commands)


NOWHERE: Final = Project(root=Path("nowhere"), runtime=(), development=(), constraints=())


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> Tools:
    """Replace venv and pip."""
    stand_in = Tools()
    monkeypatch.setattr(bootstrap, "_run", stand_in.run)
    return stand_in


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Make a checkout that requires `one`, and `two` for its tests."""
    (tmp_path / "pyproject.toml").write_text(PYPROJECT)
    (tmp_path / "constraints.txt").write_text("# exact\none==1.5\n\ntwo==2.5\n")
    (tmp_path / "package").mkdir()
    return tmp_path


def project_of(checkout: Path) -> Project:
    """Return the checkout's project, which must exist."""
    project = bootstrap.find_project(checkout / "package")
    assert project is not None
    return project


@pytest.fixture
def set_up(checkout: Path, tools: Tools) -> Callable[..., Project]:
    """Return a call that sets the checkout up for a purpose if it is not ready, and returns its project."""
    assert not tools.commands

    def call(purpose: bootstrap.Purpose = RUNTIME) -> Project:
        project = project_of(checkout)
        if not bootstrap.is_ready(project, purpose):
            bootstrap._set_up(project, purpose)
        return project

    return call


@pytest.mark.parametrize("name", SEEN_BY_OLD_PYTHONS + TESTS_SEEN_BY_OLD_PYTHONS)
def test_old_pythons_can_read_what_refuses_them(name: str) -> None:
    """No syntax younger than Python 3.0 stands in the files that are read before the version is checked."""
    tree = ast.parse((ROOT / name).read_text(encoding="utf-8"))
    young = ast.JoinedStr | ast.NamedExpr | ast.Match | ast.AnnAssign | ast.arg | ast.AsyncFunctionDef
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


def test_an_installed_copy_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tools: Tools) -> None:
    """Without a project around the package there is nothing to set up, and the program goes on where it is."""
    monkeypatch.setattr(bootstrap, "__file__", str(tmp_path / "p2p_saboteur" / "bootstrap.py"))
    bootstrap.enter(RUNTIME)
    assert tools.commands == []


def test_the_first_start_makes_and_fills_the_environment(
    set_up: Callable[..., Project], tools: Tools, capsys: pytest.CaptureFixture[str]
) -> None:
    """The runtime requirements are installed under the constraints, and one line says so."""
    project = set_up()
    assert (tools.made(), tools.installs()) == (1, ["one>=1"])
    assert tools.commands[-1][tools.commands[-1].index("--constraint") + 1] == str(project.root / "constraints.txt")
    assert bootstrap.is_ready(project, RUNTIME)
    assert capsys.readouterr().err.count("\n") == 1


def test_the_second_start_does_nothing(set_up: Callable[..., Project], tools: Tools) -> None:
    """What is ready stays as it is."""
    set_up()
    before = len(tools.commands)
    set_up()
    assert len(tools.commands) == before


def test_the_tests_requirements_serve_the_program_too(set_up: Callable[..., Project], tools: Tools) -> None:
    """After the tests have run once, the program needs no set-up, and the other way round it is an addition."""
    assert not bootstrap.is_ready(set_up(RUNTIME), DEVELOPMENT)
    assert bootstrap.is_ready(set_up(DEVELOPMENT), RUNTIME)
    assert (tools.made(), tools.installs()) == (1, ["one>=1", "two>=2"])


def test_changed_requirements_renew_in_place(checkout: Path, set_up: Callable[..., Project], tools: Tools) -> None:
    """A new requirement is installed at the next start, and the tests' requirements stay installed."""
    set_up(DEVELOPMENT)
    (checkout / "pyproject.toml").write_text(PYPROJECT.replace("one>=1", "one>=3"))
    project = set_up(RUNTIME)
    assert (tools.made(), tools.installs()) == (1, ["one>=3", "two>=2"])
    assert bootstrap.is_ready(project, DEVELOPMENT)


def test_changed_versions_renew(checkout: Path, set_up: Callable[..., Project]) -> None:
    """Another exact version makes the environment stale."""
    set_up()
    (checkout / "constraints.txt").write_text("one==1.6\n")
    assert not bootstrap.is_ready(project_of(checkout), RUNTIME)


def test_other_changes_renew_nothing(checkout: Path, set_up: Callable[..., Project]) -> None:
    """Comments, order and the rest of the project's description have no part in it."""
    set_up(DEVELOPMENT)
    (checkout / "pyproject.toml").write_text(PYPROJECT.replace("anything", "something else"))
    (checkout / "constraints.txt").write_text("two==2.5\none==1.5\n# other words\n")
    assert bootstrap.is_ready(project_of(checkout), DEVELOPMENT)


def test_another_python_makes_it_anew(
    set_up: Callable[..., Project], tools: Tools, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An environment belongs to the Python that made it, and the old one does not stay behind."""
    set_up()
    monkeypatch.setattr(bootstrap, "_python_tag", lambda: "cpython-399")
    project = set_up()
    assert tools.made() == 2
    assert not (project.root / ".venv.old").exists()


def test_a_python_that_is_gone_makes_it_anew(set_up: Callable[..., Project], tools: Tools) -> None:
    """An environment whose Python was uninstalled is made again."""
    set_up().python.unlink()
    assert bootstrap.is_ready(set_up(), RUNTIME)
    assert tools.made() == 2


def test_an_interrupted_set_up_is_begun_anew(set_up: Callable[..., Project], tools: Tools) -> None:
    """Half an environment is never taken for a whole one."""
    tools.pip_interrupted = True
    with pytest.raises(KeyboardInterrupt):
        set_up()
    tools.pip_interrupted = False
    assert bootstrap.is_ready(set_up(), RUNTIME)
    assert tools.made() == 2


def test_an_environment_of_somebody_elses_is_not_touched(
    checkout: Path, set_up: Callable[..., Project], tools: Tools
) -> None:
    """A `.venv` that this program did not make is named, and stays."""
    (checkout / ".venv").mkdir()
    (checkout / ".venv" / "pyvenv.cfg").touch()
    with pytest.raises(SetupError, match="was not made by this program"):
        set_up()
    assert tools.commands == []
    assert (checkout / ".venv" / "pyvenv.cfg").exists()


def test_without_a_network_it_says_so(set_up: Callable[..., Project], tools: Tools) -> None:
    """Pip's trouble becomes a sentence, and the next try begins anew."""
    tools.pip_says = (
        "WARNING: Retrying after connection broken by NewConnectionError\nERROR: No matching distribution\n"
    )
    with pytest.raises(SetupError, match=r"could not reach the package index.*\(ERROR: No matching distribution\)"):
        set_up()
    tools.pip_says = ""
    assert bootstrap.is_ready(set_up(), RUNTIME)


def test_what_pip_cannot_install_is_told_in_its_own_words(set_up: Callable[..., Project], tools: Tools) -> None:
    """A failure that is not the network's ends with pip's last line."""
    tools.pip_says = "ERROR: No wheel\n\n"
    with pytest.raises(SetupError, match=r"could not install what the program needs: ERROR: No wheel$"):
        set_up()


def test_a_failed_renewal_is_tried_again_in_place(checkout: Path, set_up: Callable[..., Project], tools: Tools) -> None:
    """When pip fails, what was installed before is not thrown away."""
    set_up()
    (checkout / "constraints.txt").write_text("one==1.6\n")
    tools.pip_says = "timed out"
    with pytest.raises(SetupError):
        set_up()
    tools.pip_says = ""
    set_up()
    assert tools.made() == 1


def test_a_python_without_ensurepip_is_told_what_to_install(
    set_up: Callable[..., Project], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Debian's bare Python learns the package's name."""
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    monkeypatch.setattr(bootstrap, "find_spec", lambda _name: None)
    with pytest.raises(SetupError, match="sudo apt install python3-venv"):
        set_up()


def test_a_folder_that_cannot_be_written_is_named(set_up: Callable[..., Project], checkout: Path) -> None:
    """What the system refuses is told with its reason."""
    (checkout / ".venv.lock").mkdir()
    with pytest.raises(SetupError, match=r"the set-up in .* failed: "):
        set_up()


def test_one_set_up_at_a_time(tmp_path: Path) -> None:
    """The lock is free, then held, then free again."""
    lock = tmp_path / "lock"
    with lock.open("a", encoding="utf-8") as other:
        with bootstrap._lock(lock):
            assert not bootstrap._try_lock(other)
        assert bootstrap._try_lock(other)


@pytest.mark.parametrize("platform", [sys.platform, "win32"])
def test_the_commands_end_is_passed_on(platform: str) -> None:
    """The exit code is the command's own, whether this process becomes it or waits for it."""
    code = (
        f"import sys; from p2p_saboteur import bootstrap; sys.platform = {platform!r}; "
        "bootstrap._become([sys.executable, '-c', 'raise SystemExit(7)'])"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 7
