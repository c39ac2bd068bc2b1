"""The set-up of a bare checkout: a `.venv` with what the project requires, made once, then the same command inside.

Standard library only. An installed copy has no checkout around it and needs none of this. The folder's stamp says for
which requirements it was made: it is written last, so that an interrupted set-up is begun anew, and one lock lets two
commands that start at once take turns.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
import time
import tomllib
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

Purpose: TypeAlias = Literal["runtime", "development"]
RUNTIME: Final = "runtime"
DEVELOPMENT: Final = "development"

_UNFINISHED: Final = "unfinished\n"
_NO_NETWORK: Final = (
    "connection",
    "could not fetch url",
    "max retries",
    "name resolution",
    "timed out",
)


class SetupError(Exception):
    """The set-up cannot be done; the message tells a person what happened and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """A checkout and what it requires.

    Attributes:
        root: the folder of `pyproject.toml`.
        runtime: requirements of the program.
        development: requirements of the program and of its tests.
        constraints: lines of `constraints.txt` that are no comments.
    """

    root: Path
    runtime: tuple[str, ...]
    development: tuple[str, ...]
    constraints: tuple[str, ...]

    @property
    def venv(self) -> Path:
        """The folder of the project's environment."""
        return self.root / ".venv"

    @property
    def python(self) -> Path:
        """The environment's Python."""
        return self.venv / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")

    @property
    def stamp(self) -> Path:
        """The file that says for what the environment is good; absent in one that is not ours."""
        return self.venv / "p2p-saboteur-setup.txt"

    def requirements(self, purpose: Purpose) -> tuple[str, ...]:
        """Return what pip has to install for a purpose."""
        return self.development if purpose == DEVELOPMENT else self.runtime

    def fingerprint(self, purpose: Purpose) -> str:
        """Return a line that changes when the requirements, their versions or the Python change."""
        parts = (_python_tag(), *sorted(self.requirements(purpose)), "", *sorted(self.constraints))
        return f"{purpose} {hashlib.sha256(chr(10).join(parts).encode()).hexdigest()}"


def find_project(package: Path) -> Project | None:
    """Return the checkout that a package's folder lies in; None for an installed copy."""
    root = package.parent
    if not (root / "pyproject.toml").is_file() or not (root / "constraints.txt").is_file():
        return None
    tables = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    runtime = tuple(tables["dependencies"])
    lines = (root / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return Project(
        root=root,
        runtime=runtime,
        development=runtime + tuple(tables["optional-dependencies"]["dev"]),
        constraints=tuple(line.strip() for line in lines if line.strip() and not line.startswith("#")),
    )


def enter(purpose: Purpose) -> None:
    """Go on inside the checkout's environment, made or renewed if need be; return if that is where we are.

    Otherwise this does not return: the process becomes the same command there (on Windows: waits for it and ends with
    its exit code). Ends with code 1 and a sentence if the set-up fails.
    """
    project = find_project(Path(__file__).resolve().parent)
    if project is None:
        return
    try:
        if not is_ready(project, purpose):
            _set_up(project, purpose)
    except SetupError as error:
        sys.exit(f"p2p-saboteur: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
    if not _is_inside(project):
        _become([str(project.python), *sys.orig_argv[1:]])


def is_ready(project: Project, purpose: Purpose) -> bool:
    """Tell whether the environment was finished for these requirements and its Python still exists."""
    return project.fingerprint(purpose) in _read_stamp(project) and project.python.exists()


def _read_stamp(project: Project) -> list[str]:
    try:
        return project.stamp.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return []


def _is_inside(project: Project) -> bool:
    return Path(sys.prefix).resolve() == project.venv.resolve()


def _set_up(project: Project, purpose: Purpose) -> None:
    """Make or renew the environment, unless another process has done it while we waited for our turn."""
    if find_spec("ensurepip") is None and not _is_inside(project):
        raise SetupError(
            "this Python comes without ensurepip, which makes the environment that the program runs in. "
            "On Debian and Ubuntu: sudo apt install python3-venv. Then run the same command again."
        )
    try:
        with _lock(project.root / ".venv.lock"):
            if not is_ready(project, purpose):
                _say("setting up once, in .venv; this takes a minute or so")
                _build(project, purpose)
    except OSError as error:
        raise SetupError(f"the set-up in {project.venv} failed: {error}") from error


def _build(project: Project, purpose: Purpose) -> None:
    """Renew an environment of ours in place, or make it from nothing; the stamp comes last."""
    old = _read_stamp(project)
    renews = old[:1] == [_python_tag()] and project.python.exists()
    if any(line.startswith(DEVELOPMENT) for line in old):
        purpose = DEVELOPMENT
    if not renews:
        _make_empty(project)
    project.stamp.write_text(_UNFINISHED, encoding="utf-8")
    try:
        _install(project, purpose)
    except SetupError:
        if renews:  # pip has put back what it could not replace
            project.stamp.write_text("\n".join(old), encoding="utf-8")
        raise
    good_for: tuple[Purpose, ...] = (RUNTIME, DEVELOPMENT) if purpose == DEVELOPMENT else (RUNTIME,)
    lines = [_python_tag(), *map(project.fingerprint, good_for)]
    project.stamp.write_text("\n".join(lines), encoding="utf-8")


def _python_tag() -> str:
    return str(sys.implementation.cache_tag)


def _make_empty(project: Project) -> None:
    """Make the environment with nothing but pip in it; one of ours that was there before goes away."""
    if _is_inside(project):
        raise SetupError(f"{project.venv} is unfinished; run the same command with the Python outside of it.")
    if project.venv.exists():
        if not project.stamp.exists() and any(project.venv.iterdir()):
            raise SetupError(
                f"{project.venv} was not made by this program; move it away and run the same command again."
            )
        old = project.root / ".venv.old"
        shutil.rmtree(old, ignore_errors=True)
        project.venv.rename(old)  # at once, so that a kill leaves no half of it behind under this name
        shutil.rmtree(old, ignore_errors=True)
    project.venv.mkdir()
    project.stamp.write_text(_UNFINISHED, encoding="utf-8")
    made = _run([sys.executable, "-m", "venv", str(project.venv)])
    if made.returncode != 0:
        raise SetupError(f"making {project.venv} failed: {_last_line(made.stdout)}")


def _install(project: Project, purpose: Purpose) -> None:
    options = ["--quiet", "--disable-pip-version-check", "--no-input", "--prefer-binary", "--retries", "2"]
    constraints = ["--constraint", str(project.root / "constraints.txt")]
    done = _run([str(project.python), "-m", "pip", "install", *options, *constraints, *project.requirements(purpose)])
    if done.returncode == 0:
        return
    if any(sign in done.stdout.lower() for sign in _NO_NETWORK):
        raise SetupError(
            "pip could not reach the package index, and the first start needs it. "
            f"Check the network and run the same command again. ({_last_line(done.stdout)})"
        )
    raise SetupError(f"pip could not install what the program needs: {_last_line(done.stdout)}")


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PIP_USER": "0"}  # installing for the user is impossible inside an environment
    return subprocess.run(
        command,
        check=False,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )


def _last_line(output: str) -> str:
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return lines[-1] if lines else "no reason was given"


@contextlib.contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Hold a lock that the system lifts when its process ends, however it ends."""
    with path.open("a", encoding="utf-8") as file:
        if not _try_lock(file):
            _say("waiting for another set-up in this folder")
            while not _try_lock(file):
                time.sleep(0.2)
        yield


def _try_lock(file: IO[str]) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415 - exists on Windows only

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # noqa: PLC0415 - exists elsewhere only

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # the latter on Windows
        return False
    return True


def _say(sentence: str) -> None:
    sys.stderr.write(f"p2p-saboteur: {sentence}\n")
    sys.stderr.flush()


def _become(command: list[str]) -> None:
    """Run a command instead of this process; where the system cannot do that, wait for it and end as it does."""
    if sys.platform != "win32":
        os.execv(command[0], command)  # noqa: S606 - no shell is meant
    child = subprocess.Popen(command)
    while True:
        with contextlib.suppress(KeyboardInterrupt):  # the child gets Ctrl+C too and decides what it means
            sys.exit(child.wait())
