"""The bots of a table that we have opened: processes of their own with homes below the game's folder."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from p2p_saboteur.app.children import Children
from p2p_saboteur.commands.codes import ExitCode
from p2p_saboteur.local import NAMES
from p2p_saboteur.store.dirs import GAMES, HOME_VARIABLE
from p2p_saboteur.store.errors import told
from p2p_saboteur.store.notes import read_note, write_note

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Collection, Iterator

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


@dataclass(frozen=True, slots=True)
class _Bot:
    """One of the bots: what it is called, where its games are kept, and its process."""

    name: str
    home: Path
    process: subprocess.Popen[bytes]

    @property
    def runs(self) -> bool:
        return self.process.poll() is None


class Bots:
    """The bots of one game.

    Args:
        kind: of the bots.
        seed: of their choices; None for other ones each time.
    """

    def __init__(self, kind: str, seed: str | None) -> None:
        self.children = Children()
        self._kind, self._seed = kind, seed
        self._bots: list[_Bot] = []
        self._names: list[str] = []

    def add(self, folder: Path, invite: str, present: Collection[str], seats: int) -> bool:
        """Start one more bot, which joins by the invite under a name that is free, if there is a seat for it.

        Args:
            folder: of the game.
            invite: to the table.
            present: the names of those who are in the lobby.
            seats: of the table.

        Returns:
            Whether one was started: not when those who are on their way will take every seat.

        Raises:
            StoreError: the disk refuses.
            OSError: the system does not start it.
        """
        coming = {bot.name for bot in self._bots if bot.runs} | set(present)
        if len(coming) >= seats:
            return False
        name = next(name for name in NAMES if name not in coming)
        words = [f"--name={name}", f"--kind={self._kind}"]
        if self._seed is not None:
            words.append(f"--seed={self._seed} {name}")
        self._start(folder, name, ["--join=-", *words], invite)
        write_note(folder, NOTE, {"names": self._names})
        return True

    def again(self, folder: Path, endpoint: str) -> None:
        """Start the bots of a game again, which go on in their own folders; `endpoint` is where we are now."""
        names = read_note(folder, NOTE).get("names")
        for name in names if isinstance(names, list) else ():
            if any(_games_of(_home(folder, len(self._names) + 1))):
                self._start(folder, str(name), ["--resume"], endpoint)
            else:  # it was taken out of the lobby, or never came to it
                self._names.append(str(name))

    def _start(self, folder: Path, name: str, words: list[str], letter: str) -> None:
        home = _home(folder, len(self._names) + 1)
        with told(home):
            home.mkdir(mode=0o700, parents=True, exist_ok=True)
        process = self.children.start(
            [sys.executable, "-m", "p2p_saboteur.cli", "bot", "--child", *words],
            letter=letter.encode(),
            errors=home / ERRORS,
            environment={HOME_VARIABLE: str(home), "PYTHONPATH": str(CODE)},
        )
        self._names.append(name)
        self._bots.append(_Bot(name, home, process))

    def run(self) -> bool:
        """Return whether any of them plays."""
        return any(bot.runs for bot in self._bots)

    def check(self) -> None:
        """Raise `BotEnded` if a bot has."""
        for bot in self._bots:
            code = bot.process.poll()
            if code is not None and code != ExitCode.REFUSED:  # who was taken out of the lobby goes in peace
                said = (bot.home / ERRORS).read_text(encoding="utf-8", errors="replace")
                raise BotEnded(bot.name, code, said)


def _home(folder: Path, number: int) -> Path:
    """Return where a bot keeps its games."""
    return folder / BOTS / str(number)


def _games_of(home: Path) -> Iterator[Path]:
    return (home / GAMES).glob("*")
