"""Making and renewing the environment of a checkout.

Its stamp is written last, so that an interrupted set-up is begun anew, and one lock lets two commands that start at
once take turns.
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
from typing import IO, TYPE_CHECKING, Final

from p2p_saboteur.bootstrap import stamp
from p2p_saboteur.bootstrap.stamp import DEVELOPMENT, RUNTIME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from p2p_saboteur.bootstrap.stamp import Purpose

PURPOSES: Final[tuple[Purpose, ...]] = (RUNTIME, DEVELOPMENT)
UNFINISHED: Final = [["unfinished"]]
NO_NETWORK: Final = ("connection", "could not fetch url", "max retries", "name resolution", "timed out")
"""What pip says when it is the network, in lower case."""


class SetupError(Exception):
    """The set-up cannot be done; the message tells a person what happened and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """A checkout and what it requires.

    Attributes:
        root: the folder of `pyproject.toml`.
        digest: of the files that the rest was read from.
        runtime: requirements of the program.
        development: requirements of the program and of its tests.
        constraints: lines of `constraints.txt` that are no comments.
    """

    root: Path
    digest: str
    runtime: tuple[str, ...]
    development: tuple[str, ...]
    constraints: tuple[str, ...]

    @property
    def venv(self) -> Path:
        """The folder of the environment."""
        return self.root / ".venv"

    @property
    def stamp(self) -> Path:
        """The file that says for what the environment is good; absent in one that is not ours."""
        return self.venv / stamp.NAME

    @property
    def python(self) -> Path:
        """The environment's Python."""
        return Path(stamp.python_in(str(self.venv)))

    def requirements(self, purpose: Purpose) -> tuple[str, ...]:
        """Return what pip has to install for a purpose."""
        return self.development if purpose == DEVELOPMENT else self.runtime

    def fingerprint(self, purpose: Purpose) -> str:
        """Return what changes when the requirements or their versions do, and with nothing else."""
        parts = (*sorted(self.requirements(purpose)), "", *sorted(self.constraints))
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def read_project(root: Path) -> Project:
    """Read what a checkout requires."""
    tables = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    runtime = tuple(tables["dependencies"])
    lines = (root / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return Project(
        root=root,
        digest=stamp.digest_sources(str(root)) or "",
        runtime=runtime,
        development=runtime + tuple(tables["optional-dependencies"]["dev"]),
        constraints=tuple(line.strip() for line in lines if line.strip() and not line.startswith("#")),
    )


def prepare(root: str, purpose: Purpose) -> None:
    """Make or renew a checkout's environment if it is not ready; end the process with a sentence if that fails."""
    try:
        set_up(read_project(Path(root)), purpose)
    except SetupError as error:
        sys.exit(f"p2p-saboteur: {error}")
    except KeyboardInterrupt:
        sys.exit(130)


def is_ready(project: Project, purpose: Purpose) -> bool:
    """Tell whether the environment was finished for these requirements and its Python still exists."""
    lines = stamp.read_stamp(str(project.venv))
    finished = any(line[:2] == [purpose, project.fingerprint(purpose)] for line in lines)
    return finished and lines[0] == [stamp.python_tag()] and project.python.exists()


def set_up(project: Project, purpose: Purpose) -> None:
    """Make or renew the environment, unless another process has done it while we waited for our turn.

    Raises:
        SetupError: if that cannot be done.
    """
    try:
        with _lock(project.root / ".venv.lock"):
            if not is_ready(project, purpose):
                good_for = _build(project, purpose)
            else:
                good_for = [one for one in PURPOSES if is_ready(project, one)]
            fresh = [[one, project.fingerprint(one), project.digest] for one in good_for]
            _write_stamp(project, [[stamp.python_tag()], *fresh])
    except OSError as error:
        raise SetupError(f"the set-up in {project.venv} failed: {error}") from error


def _build(project: Project, purpose: Purpose) -> list[Purpose]:
    """Renew an environment of ours in place, or make it from nothing; return what it is good for then."""
    _say("setting up once, in .venv; this takes a minute or so")
    old = stamp.read_stamp(str(project.venv))
    renews = old[:1] == [[stamp.python_tag()]] and project.python.exists()
    if not renews:
        _make_empty(project)
    _write_stamp(project, UNFINISHED)
    good_for: list[Purpose] = [RUNTIME]
    if purpose == DEVELOPMENT or any(line[:1] == [DEVELOPMENT] for line in old):
        good_for.append(DEVELOPMENT)
    try:
        _install(project, good_for[-1])
    except SetupError:
        if renews:  # pip has put back what it could not replace
            _write_stamp(project, old)
        raise
    return good_for


def _write_stamp(project: Project, lines: list[list[str]]) -> None:
    project.stamp.write_text("".join(" ".join(line) + "\n" for line in lines), encoding="utf-8")


def _make_empty(project: Project) -> None:
    """Make the environment with nothing but pip in it; one of ours that was there before goes away."""
    if stamp.is_inside(str(project.venv)):
        raise SetupError(f"{project.venv} is unfinished; run the same command with the Python outside of it.")
    if find_spec("ensurepip") is None:
        raise SetupError(
            "this Python comes without ensurepip, which makes the environment that the program runs in. "
            "On Debian and Ubuntu: sudo apt install python3-venv. Then run the same command again."
        )
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
    _write_stamp(project, UNFINISHED)
    made = _run([sys.executable, "-m", "venv", str(project.venv)])
    if made.returncode != 0:
        raise SetupError(f"making {project.venv} failed: {_last_line(made.stdout)}")


def _install(project: Project, purpose: Purpose) -> None:
    options = ["--quiet", "--disable-pip-version-check", "--no-input", "--prefer-binary", "--retries", "2"]
    constraints = ["--constraint", str(project.root / "constraints.txt")]
    done = _run([str(project.python), "-m", "pip", "install", *options, *constraints, *project.requirements(purpose)])
    if done.returncode == 0:
        return
    for line in done.stdout.splitlines():
        if any(sign in line.lower() for sign in NO_NETWORK):
            raise SetupError(
                "pip could not reach its package index, which a first start needs. "
                f"Check the network and run the same command again. pip said: {line.strip()[:200]}"
            )
    raise SetupError(f"pip could not install what the program needs: {_last_line(done.stdout)}")


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PIP_USER": "0"}  # installing for the user is impossible inside an environment
    return subprocess.run(
        command,
        check=False,
        close_fds=False,  # the lock stays held while a tool runs whose starter was killed
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
        os.set_inheritable(file.fileno(), True)
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
