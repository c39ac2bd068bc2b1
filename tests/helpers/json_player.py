"""A player that is a program in its own right: it reads and writes JSON lines, as docs/JSON.md says."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Self

from p2p_saboteur.store.dirs import HOME_VARIABLE
from tests.helpers.processes import ROOT

if TYPE_CHECKING:
    from pathlib import Path


class JsonPlayer:
    """A command with ``--json`` that is started in a folder and driven over its pipes.

    Attributes:
        events: all that it has said.
    """

    def __init__(self, home: Path, *words: str, folder: Path = ROOT) -> None:
        self.events: list[dict[str, Any]] = []
        environment = {**os.environ, HOME_VARIABLE: str(home), "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-m", "p2p_saboteur.cli", *words, "--json"]
        self._process = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._process.poll() is None

    def do(self, do: str, **fields: object) -> None:
        """Send a command."""
        self.send(json.dumps({"do": do, **fields}).encode() + b"\n")

    def send(self, line: bytes) -> None:
        """Send bytes."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # the process may end meanwhile
            self._process.stdin.write(line)
            self._process.stdin.flush()

    def next(self, seconds: float = 90) -> dict[str, Any]:
        """Return the next event."""
        line = self._lines.get(timeout=seconds)
        assert line.endswith(b"\n")
        assert not line.endswith(b"\r\n")
        event: dict[str, Any] = json.loads(line)
        self.events.append(event)
        return event

    def until(self, *names: str) -> dict[str, Any]:
        """Return the next event with one of these names."""
        while (event := self.next())["event"] not in names:
            pass
        return event

    def end(self, seconds: float = 60) -> tuple[int, str]:
        """Wait for the process; return its exit code and what it has complained about."""
        code = self._process.wait(seconds)
        assert self._process.stderr is not None
        return code, self._process.stderr.read().decode()
