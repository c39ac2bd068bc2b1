"""A real process in a window of tmux: what tmux shows is read, what is typed goes through it."""

from __future__ import annotations

import os
import signal
import subprocess
import time
import uuid
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

PATIENCE: Final = 60.0  # seconds


class Tmux:
    """A process and its window, on a server of its own; has what a `PseudoTerminal` has."""

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], *, columns: int = 80, rows: int = 24
    ) -> None:
        self._server = f"saboteur-{uuid.uuid4().hex}"
        variables = [f"-e{name}={value}" for name, value in environment.items()]
        size = [f"-x{columns}", f"-y{rows}"]
        # The window outlives its program, so that the last screen and the exit code can still be read.
        keep = [";", "set-option", "-g", "remain-on-exit", "on"]
        self._tmux("-f", os.devnull, "new-session", "-d", *size, *variables, "--", *command, *keep)

    def _tmux(self, *words: str) -> str:
        done = subprocess.run(
            ["tmux", "-L", self._server, *words],  # noqa: S607 - the one that the user has
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
        )
        return done.stdout

    def _told(self, name: str) -> str:
        return self._tmux("display-message", "-p", f"#{{{name}}}").strip()

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the window."""
        self._tmux("resize-window", "-x", str(columns), "-y", str(rows))

    @property
    def text(self) -> str:
        """The screen as it is now."""
        return "\n".join(line.rstrip() for line in self._tmux("capture-pane", "-p").splitlines())

    def type(self, keys: str) -> None:
        """Type keys."""
        self._tmux("send-keys", "-H", *(f"{byte:02x}" for byte in keys.encode()))

    def read(self, seconds: float = 0.05) -> None:
        """Let some time pass; tmux takes in what the process writes."""
        time.sleep(seconds)

    def wait_for(self, seen: Callable[[str], bool]) -> None:
        """Wait until the screen shows something; fail with the screen if it does not."""
        end = time.monotonic() + PATIENCE
        while not seen(self.text):
            self.read()
            if time.monotonic() > end:
                raise AssertionError(f"this is not what was waited for:\n{self.text}")

    def kill(self) -> None:
        """End the process at once."""
        os.kill(int(self._told("pane_pid")), signal.Signals["SIGKILL"])

    def end(self) -> int:
        """Wait until the process has ended and return its code."""
        end = time.monotonic() + PATIENCE
        while not (code := self._told("pane_dead_status")):  # which comes a moment after the end of its output
            self.read()
            assert time.monotonic() < end, f"it has not ended:\n{self.text}"
        return int(code)

    def close(self) -> None:
        """End the process if it still runs, and the window with it."""
        self._tmux("kill-server")
