"""The doctor's findings."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
import zmq

from p2p_saboteur.cli import main
from protocol import backend

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.network


def test_a_healthy_computer(capsys: pytest.CaptureFixture[str]) -> None:
    """Everything that a game needs is looked at, and the answer is one object."""
    assert main(["doctor", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    names = {check["name"] for check in found["checks"]}
    assert {"program", "libzmq", "cryptography's group", "link", "IPv6", "terminal", "home", "disk"} <= names
    assert found["ok"]
    assert {check["state"] for check in found["checks"]} <= {"ok", "note"}


def test_an_old_libzmq_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The line says what is wrong and what to do, and the command fails."""
    monkeypatch.setattr(zmq, "zmq_version_info", lambda: (4, 3, 4))
    assert main(["doctor"]) == 1
    assert any(line.startswith("fail  libzmq: ") and "upgrade" in line for line in capsys.readouterr().out.splitlines())


def test_a_library_that_cannot_be_loaded(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """It is really loaded, and what the loader says comes through."""

    def load() -> None:
        raise backend.NotLoaded("Set TMPDIR.")

    monkeypatch.setattr(backend, "load", load)
    assert main(["doctor"]) == 1
    assert "fail  cryptography's group: Set TMPDIR.\n" in capsys.readouterr().out


def test_a_home_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file lies where the folder should."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("P2P_SABOTEUR_HOME", str(blocked / "home"))
    assert main(["doctor"]) == 1
    assert "fail  disk: " in capsys.readouterr().out
