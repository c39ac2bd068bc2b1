"""Bots as processes of their own, none of which outlives the one that started it.

The parent holds the writing end of each child's standard input and first sends one line over it, the letter, which may
hold secrets: other users can read command lines. When the parent ends, however that comes, the system closes that end,
and a thread in the child that waits for nothing else makes the child end too.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

MAX_LETTER: Final = 4000  # bytes; every system's pipe takes that many without a reader
GRACE: Final = 5.0  # seconds that a child has to say goodbye
_STDIN: Final = 0
_EXIT: Final = 1
# In a group of its own, where the terminal's Ctrl-C does not reach it: we decide when a child ends.
if sys.platform == "win32":
    _GROUP, _FLAGS = None, subprocess.CREATE_NEW_PROCESS_GROUP
else:
    _GROUP, _FLAGS = 0, 0


class Children:
    """The processes that we have started."""

    def __init__(self) -> None:
        self.processes: list[subprocess.Popen[bytes]] = []

    def start(
        self,
        command: Sequence[str],
        *,
        letter: bytes = b"",
        errors: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> subprocess.Popen[bytes]:
        """Start a child and return its process.

        Args:
            command: program and arguments; nothing secret.
            letter: what `receive_letter` returns in the child: at most `MAX_LETTER` bytes, no line break.
            errors: file that its standard error is added to; None drops it. What it prints is always dropped.
            environment: variables that it has besides ours.

        Raises:
            ValueError: for a letter that does not go over.
            OSError: when the system does not start it.
        """
        if len(letter) > MAX_LETTER or b"\n" in letter:
            raise ValueError(f"a letter is one line of at most {MAX_LETTER} bytes")
        with _errors_to(errors) as stderr:
            child = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
                bufsize=0,
                env={**os.environ, **(environment or {})},
                process_group=_GROUP,
                creationflags=_FLAGS,
            )
        self.processes.append(child)
        if child.stdin:
            with suppress(OSError):  # it has ended already, which whoever waits for it sees
                child.stdin.write(letter + b"\n")
        return child

    def stop(self, patience: float = GRACE + 1) -> None:
        """End all children: let them say goodbye, then do not ask any more.

        Args:
            patience: seconds to wait for all of them together before they are killed.
        """
        for child in self.processes:
            if child.stdin:
                child.stdin.close()
        deadline = time.monotonic() + patience
        for child in self.processes:
            try:
                child.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
        self.processes.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def receive_letter() -> bytes:
    """Return the letter, in the child and before `end_with_parent`.

    Raises:
        EOFError: when the parent has ended before it was all there, or this process was started by somebody else.
    """
    letter = b""
    # Byte by byte, so that nothing behind it is taken.
    while not letter.endswith(b"\n"):
        byte = os.read(_STDIN, 1)
        if not byte or len(letter) > MAX_LETTER:
            raise EOFError("no letter from a parent")
        letter += byte
    return letter[:-1]


def end_with_parent(goodbye: Callable[[], object], *, grace: float = GRACE) -> None:
    """Make this process end when its parent does.

    Args:
        goodbye: called then in a thread of its own, to begin an orderly end (`loop.call_soon_threadsafe` of something).
        grace: seconds later, everything ends wherever it stands; what was to be durable is.
    """
    threading.Thread(target=_watch, args=(goodbye, grace), name="parent", daemon=True).start()


def _watch(goodbye: Callable[[], object], grace: float) -> None:
    with suppress(OSError):
        while os.read(_STDIN, 1024):
            pass
    threading.Thread(target=goodbye, name="goodbye", daemon=True).start()
    time.sleep(grace)
    os._exit(_EXIT)


@contextmanager
def _errors_to(path: Path | None) -> Iterator[int]:
    if path is None:
        yield subprocess.DEVNULL
        return
    with path.open("ab") as file:
        yield file.fileno()
