"""The import contracts: that they hold is the runner's stage; here, that they would notice."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.helpers.cases import mostly_long

ROOT: Final = Path(__file__).resolve().parents[2]
LINT: Final = "from importlinter.cli import lint_imports_command as run; run()"

OFFENCES: Final = {
    "the protocol uses the program": ("protocol/offence.py", "import p2p_saboteur.games"),
    "the protocol reads a clock": ("protocol/offence.py", "import time"),
    "the vectors read files": ("protocol/conformance/offence.py", "import pathlib"),
    "the protocol uses a socket library": ("protocol/offence.py", "import zmq"),
    "the rules use chance": ("p2p_saboteur/games/offence.py", "import random"),
    "the rules write to a log": ("p2p_saboteur/games/saboteur/offence.py", "import logging"),
    "the rules use the command line": ("p2p_saboteur/games/saboteur/offence.py", "import p2p_saboteur.cli"),
    "the native library outside of the backend": ("protocol/offence.py", "import rbcl"),
    "a bot uses the network": ("p2p_saboteur/bots/offence.py", "import zmq"),
    "a module without a layer": ("p2p_saboteur/offence.py", ""),
}


@pytest.mark.parametrize("offence", mostly_long(OFFENCES, 3))
def test_an_offence_is_noticed(offence: str, tmp_path: Path) -> None:
    """A copy of the tree with one wrong import breaks a contract."""
    for package in ("protocol", "p2p_saboteur"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    name, line = OFFENCES[offence]
    (tmp_path / name).parent.mkdir(exist_ok=True)
    ((tmp_path / name).parent / "__init__.py").touch()
    (tmp_path / name).write_text(f"{line}\n")
    done = subprocess.run(
        [sys.executable, "-c", LINT, "--no-cache"], cwd=tmp_path, check=False, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "offence" in done.stdout
