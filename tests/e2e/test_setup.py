"""The set-up of a checkout for real: venv and pip make an environment, from a wheel of our own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
BASE_PYTHON: Final = getattr(sys, "_base_executable", sys.executable)

PYPROJECT: Final = """\
[project]
dependencies = ["probe"]
[project.optional-dependencies]
dev = []
"""
MAIN: Final = """\
import sys
import p2p_saboteur.required_python
from p2p_saboteur import bootstrap
bootstrap.enter(bootstrap.RUNTIME)
import probe
print(probe.ANSWER, sys.argv[1:])
sys.exit(5)
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Make a checkout whose program needs a package that lies beside it as a wheel."""
    package = tmp_path / "checkout" / "p2p_saboteur"
    package.mkdir(parents=True)
    shutil.copytree(ROOT / "p2p_saboteur" / "bootstrap", package / "bootstrap")
    for name in ("__init__.py", "required_python.py"):
        shutil.copy(ROOT / "p2p_saboteur" / name, package)
    (package / "__main__.py").write_text(MAIN)
    (package.parent / "pyproject.toml").write_text(PYPROJECT)
    (package.parent / "constraints.txt").write_text("probe==1.0\n")
    with zipfile.ZipFile(tmp_path / "probe-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("probe.py", "ANSWER = 42\n")
        wheel.writestr("probe-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: probe\nVersion: 1.0\n")
        wheel.writestr("probe-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr("probe-1.0.dist-info/RECORD", "")
    return package.parent


def start(checkout: Path) -> subprocess.Popen[str]:
    """Start the checkout's program with the Python outside of any environment, and with no package index."""
    environment = {**os.environ, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(checkout.parent)}
    command = [BASE_PYTHON, "-m", "p2p_saboteur", "solo", "--seed=1"]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=checkout, env=environment, stdout=pipe, stderr=pipe, text=True)


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="locks there end with their process, and files in use stay")
def test_a_set_up_that_was_killed_is_begun_anew(checkout: Path) -> None:
    """Tools that outlive their starter do not get in the way of the next start."""
    killed = start(checkout)
    while not (checkout / ".venv" / "bin").exists():
        assert killed.poll() is None
    killed.kill()
    killed.communicate()
    out, err = start(checkout).communicate(timeout=120)
    assert out == "42 ['solo', '--seed=1']\n", err


@pytest.mark.long
def test_two_commands_at_once_set_up_once(checkout: Path) -> None:
    """Both run in the new environment with their arguments and exit code; one made it, the other waited."""
    both = [start(checkout), start(checkout)]
    ends = [(*process.communicate(timeout=120), process.returncode) for process in both]
    assert [(out, code) for out, _, code in ends] == [("42 ['solo', '--seed=1']\n", 5)] * 2, ends
    said = "".join(err for _, err, _ in ends)
    assert said.count("setting up once") == 1, said
    again = start(checkout)
    assert again.communicate(timeout=60) == ("42 ['solo', '--seed=1']\n", "")
