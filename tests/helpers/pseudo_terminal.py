"""A real process on a pseudo-terminal: its screen is read by an emulator, its keys are typed by the test."""

from __future__ import annotations

import os
import select
import signal
import struct
import subprocess
import time
from importlib import import_module
from typing import TYPE_CHECKING, Final

import pyte

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

PATIENCE: Final = 60.0  # seconds
# By name, since the type checker knows that Windows has none of them.
fcntl, pty, termios = map(import_module, ("fcntl", "pty", "termios"))


class PseudoTerminal:
    """A process and its terminal.

    Attributes:
        process: what runs on it.
        written: everything that it wrote.
    """

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], *, columns: int = 80, rows: int = 24
    ) -> None:
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self.written = b""
        self._master, slave = pty.openpty()
        self._resize(columns, rows)
        self.before = termios.tcgetattr(self._master)
        self.process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, **environment, "TERM": "xterm-256color"},
            start_new_session=True,
        )
        os.close(slave)

    def _resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the window and tell the process."""
        self._screen.resize(rows, columns)
        self._resize(columns, rows)
        self.process.send_signal(signal.Signals["SIGWINCH"])

    @property
    def text(self) -> str:
        """The screen as it is now."""
        return "\n".join(line.rstrip() for line in self._screen.display)

    @property
    def attributes(self) -> list[object]:
        """The settings of the terminal, which a program has to leave as they were."""
        return list(termios.tcgetattr(self._master))

    def type(self, keys: str) -> None:
        """Type keys."""
        os.write(self._master, keys.encode())

    def read(self, seconds: float = 0.05) -> None:
        """Take in what the process writes, for at least so long."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if select.select([self._master], [], [], left)[0]:
                try:
                    data = os.read(self._master, 65536)
                except OSError:  # the process has ended, and with it the other end
                    return
                self.written += data
                self._stream.feed(data)

    def wait_for(self, seen: Callable[[str], bool]) -> None:
        """Read until the screen shows something; fail with the screen if it does not."""
        end = time.monotonic() + PATIENCE
        while not seen(self.text):
            self.read()
            if time.monotonic() > end:
                raise AssertionError(f"this is not what was waited for:\n{self.text}")

    def end(self) -> int:
        """Wait until the process has ended and return its code."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            self.read()
        return self.process.wait(1)

    def kill(self) -> None:
        """End the process at once."""
        self.process.kill()

    def close(self) -> None:
        """End the process if it still runs, and give the terminal back."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._master)
