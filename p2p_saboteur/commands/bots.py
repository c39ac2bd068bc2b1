"""The bots of a table that we have opened: processes of their own with homes below the game's folder."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from p2p_saboteur.app.children import Children
from p2p_saboteur.commands.codes import ExitCode
from p2p_saboteur.local import NAMES
from p2p_saboteur.store.dirs import HOME_VARIABLE
from p2p_saboteur.store.errors import told
from p2p_saboteur.store.notes import read_note, write_note

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterable

BOTS: Final = "bots"
NOTE: Final = "bots.json"
ERRORS: Final = "errors.txt"
CODE: Final = Path(__file__).parents[2]


class BotEnded(Exception):
    """A bot has ended too early.

    Attributes:
        name: what it is called.
        code: its exit code; negative for a signal.
        said: the end of what it complained about.
    """

    def __init__(self, name: str, code: int, said: str) -> None:
        super().__init__(f"{name} has ended with code {code}")
        self.name, self.code, self.said = name, code, said


class Bots:
    """The bots of one game.

    Args:
        kind: of the bots.
        seed: of their choices; None for other ones each time.
    """

    def __init__(self, kind: str, seed: str | None) -> None:
        self.children = Children()
        self._kind, self._seed = kind, seed
        self._names: list[str] = []
        self._homes: list[Path] = []

    def add(self, folder: Path, invite: str, taken: Iterable[str]) -> None:
        """Start one more bot, which joins by the invite under a name that is free.

        Raises:
            StoreError: the disk refuses.
            OSError: the system does not start it.
        """
        used = {*taken, *self._names}
        name = next(name for name in NAMES if name not in used)
        words = [f"--name={name}", f"--kind={self._kind}"]
        if self._seed is not None:
            words.append(f"--seed={self._seed} {name}")
        self._start(folder, name, ["--join=-", *words], invite)
        write_note(folder, NOTE, {"names": self._names})

    def again(self, folder: Path, endpoint: str) -> None:
        """Start the bots of a game again, which go on in their own folders; `endpoint` is where we are now."""
        names = read_note(folder, NOTE).get("names")
        for name in names if isinstance(names, list) else ():
            self._start(folder, str(name), ["--resume"], endpoint)

    def _start(self, folder: Path, name: str, words: list[str], letter: str) -> None:
        home = folder / BOTS / str(len(self._names) + 1)
        with told(home):
            home.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.children.start(
            [sys.executable, "-m", "p2p_saboteur.cli", "bot", "--child", *words],
            letter=letter.encode(),
            errors=home / ERRORS,
            environment={HOME_VARIABLE: str(home), "PYTHONPATH": str(CODE)},
        )
        self._names.append(name)
        self._homes.append(home)

    def check(self) -> None:
        """Raise `BotEnded` if a bot has."""
        for process, name, home in zip(self.children.processes, self._names, self._homes, strict=False):
            self._check(process, name, home)

    def _check(self, process: subprocess.Popen[bytes], name: str, home: Path) -> None:
        code = process.poll()
        if code is not None and code != ExitCode.REFUSED:  # who was taken out of the lobby goes in peace
            said = (home / ERRORS).read_text(encoding="utf-8", errors="replace")
            raise BotEnded(name, code, said)
