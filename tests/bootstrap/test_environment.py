"""The set-up of a checkout, with pip and venv replaced by what they leave behind."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from p2p_saboteur.bootstrap import DEVELOPMENT, RUNTIME, environment, stamp
from p2p_saboteur.bootstrap.environment import Project, SetupError, is_ready, read_project, set_up
from p2p_saboteur.bootstrap.stamp import is_known_good, read_stamp

if TYPE_CHECKING:
    from collections.abc import Callable

    from p2p_saboteur.bootstrap.stamp import Purpose

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
        """Carry out a command as `environment._run` does."""
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


NOWHERE: Final = Project(root=Path("nowhere"), digest="", runtime=(), development=(), constraints=())


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> Tools:
    """Replace venv and pip."""
    stand_in = Tools()
    monkeypatch.setattr(environment, "_run", stand_in.run)
    return stand_in


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Make a checkout that requires `one`, and `two` for its tests."""
    (tmp_path / "pyproject.toml").write_text(PYPROJECT)
    (tmp_path / "constraints.txt").write_text("# exact\none==1.5\n\ntwo==2.5\n")
    (tmp_path / "package").mkdir()
    return tmp_path


@pytest.fixture
def start(checkout: Path, tools: Tools) -> Callable[..., Project]:
    """Return a call that does what a start for a purpose does in the checkout, and returns the project."""
    assert not tools.commands

    def call(purpose: Purpose = RUNTIME) -> Project:
        project = read_project(checkout)
        if not is_known_good(read_stamp(str(project.venv)), purpose, project.digest) or not project.python.exists():
            set_up(project, purpose)
        return project

    return call


def test_the_first_start_makes_and_fills_the_environment(
    start: Callable[..., Project], tools: Tools, capsys: pytest.CaptureFixture[str]
) -> None:
    """The runtime requirements are installed under the constraints, and one line says so."""
    project = start()
    assert (tools.made(), tools.installs()) == (1, ["one>=1"])
    assert tools.commands[-1][tools.commands[-1].index("--constraint") + 1] == str(project.root / "constraints.txt")
    assert "--prefer-binary" in tools.commands[-1]
    assert is_ready(project, RUNTIME)
    assert capsys.readouterr().err.count("\n") == 1


def test_the_second_start_does_nothing(start: Callable[..., Project], tools: Tools) -> None:
    """What is ready stays as it is."""
    start()
    before = len(tools.commands)
    start()
    assert len(tools.commands) == before


def test_the_tests_requirements_serve_the_program_too(start: Callable[..., Project], tools: Tools) -> None:
    """After the tests have run once, the program needs no set-up, and the other way round it is an addition."""
    assert not is_ready(start(RUNTIME), DEVELOPMENT)
    assert is_ready(start(DEVELOPMENT), RUNTIME)
    assert (tools.made(), tools.installs()) == (1, ["one>=1", "two>=2"])


def test_changed_requirements_renew_in_place(checkout: Path, start: Callable[..., Project], tools: Tools) -> None:
    """A new requirement is installed at the next start, and the tests' requirements stay installed."""
    start(DEVELOPMENT)
    (checkout / "pyproject.toml").write_text(PYPROJECT.replace("one>=1", "one>=3"))
    project = start(RUNTIME)
    assert (tools.made(), tools.installs()) == (1, ["one>=3", "two>=2"])
    assert is_ready(project, DEVELOPMENT)


def test_changed_versions_renew(checkout: Path, start: Callable[..., Project]) -> None:
    """Another exact version makes the environment stale."""
    start()
    (checkout / "constraints.txt").write_text("one==1.6\n")
    assert not is_ready(read_project(checkout), RUNTIME)


def test_other_changes_renew_nothing(checkout: Path, start: Callable[..., Project], tools: Tools) -> None:
    """Comments, order and the rest of the project's description have no part in it."""
    start(DEVELOPMENT)
    (checkout / "pyproject.toml").write_text(PYPROJECT.replace("anything", "something else"))
    (checkout / "constraints.txt").write_text("two==2.5\none==1.5\n# other words\n")
    before = len(tools.commands)
    project = start(DEVELOPMENT)
    assert len(tools.commands) == before
    assert is_known_good(read_stamp(str(project.venv)), RUNTIME, project.digest)


def test_another_python_makes_it_anew(
    start: Callable[..., Project], tools: Tools, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An environment belongs to the Python that made it, and the old one does not stay behind."""
    start()
    monkeypatch.setattr(stamp, "python_tag", lambda: "cpython-399")
    project = start()
    assert tools.made() == 2
    assert not (project.root / ".venv.old").exists()


def test_a_python_that_is_gone_makes_it_anew(start: Callable[..., Project], tools: Tools) -> None:
    """An environment whose Python was uninstalled is made again."""
    start().python.unlink()
    assert is_ready(start(), RUNTIME)
    assert tools.made() == 2


def test_an_interrupted_set_up_is_begun_anew(start: Callable[..., Project], tools: Tools) -> None:
    """Half an environment is never taken for a whole one."""
    tools.pip_interrupted = True
    with pytest.raises(KeyboardInterrupt):
        start()
    tools.pip_interrupted = False
    assert is_ready(start(), RUNTIME)
    assert tools.made() == 2


def test_an_environment_of_somebody_elses_is_not_touched(
    checkout: Path, start: Callable[..., Project], tools: Tools
) -> None:
    """A `.venv` that this program did not make is named, and stays."""
    (checkout / ".venv").mkdir()
    (checkout / ".venv" / "pyvenv.cfg").touch()
    with pytest.raises(SetupError, match="was not made by this program"):
        start()
    assert tools.commands == []
    assert (checkout / ".venv" / "pyvenv.cfg").exists()


def test_without_a_network_it_says_so(start: Callable[..., Project], tools: Tools) -> None:
    """Pip's trouble becomes a sentence, and the next try begins anew."""
    tools.pip_says = (
        "WARNING: Retrying after connection broken by NewConnectionError\nERROR: No matching distribution\n"
    )
    with pytest.raises(SetupError, match=r"could not reach its package index.* pip said: WARNING: Retrying"):
        start()
    tools.pip_says = ""
    assert is_ready(start(), RUNTIME)


def test_what_pip_cannot_install_is_told_in_its_own_words(start: Callable[..., Project], tools: Tools) -> None:
    """A failure that is not the network's ends with pip's last line."""
    tools.pip_says = "ERROR: No wheel\n\n"
    with pytest.raises(SetupError, match=r"could not install what the program needs: ERROR: No wheel$"):
        start()


def test_a_failed_renewal_is_tried_again_in_place(checkout: Path, start: Callable[..., Project], tools: Tools) -> None:
    """When pip fails, what was installed before is not thrown away."""
    start()
    (checkout / "constraints.txt").write_text("one==1.6\n")
    tools.pip_says = "timed out"
    with pytest.raises(SetupError):
        start()
    tools.pip_says = ""
    start()
    assert tools.made() == 1


def test_a_python_without_ensurepip_is_told_what_to_install(
    start: Callable[..., Project], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Debian's bare Python learns the package's name."""
    monkeypatch.setattr(environment, "find_spec", lambda _name: None)
    with pytest.raises(SetupError, match="sudo apt install python3-venv"):
        start()


def test_a_folder_that_cannot_be_written_is_named(start: Callable[..., Project], checkout: Path) -> None:
    """What the system refuses is told with its reason."""
    (checkout / ".venv.lock").mkdir()
    with pytest.raises(SetupError, match=r"the set-up in .* failed: "):
        start()


def test_one_set_up_at_a_time(tmp_path: Path) -> None:
    """The lock is free, then held, then free again."""
    lock = tmp_path / "lock"
    with lock.open("a", encoding="utf-8") as other:
        with environment._lock(lock):
            assert not environment._try_lock(other)
        assert environment._try_lock(other)
