"""Where things lie: one folder for each game, named by when it began, below the user's data folder.

``P2P_SABOTEUR_HOME`` puts everything elsewhere. A game's folder holds `LOG`, the root (see `secret`), `LOCK` while a
client runs, and what the client keeps beside the log.
"""

from __future__ import annotations

import os
import re
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout
from platformdirs import user_cache_path, user_data_path

from p2p_saboteur.store.durable import durable_folder
from p2p_saboteur.store.errors import InUse, NotFound, told
from p2p_saboteur.text import _, marked

if TYPE_CHECKING:
    from collections.abc import Iterator

APP = "p2p-saboteur"
HOME_VARIABLE = "P2P_SABOTEUR_HOME"
LOG = "table.log"
LOCK = "lock"
GAMES = "games"
_SEVERAL = marked("Several games start with {name}. Name one exactly, or say last.")
_NO_GAME_NAMED = marked("There is no game named {name}. Name one exactly, or say last.")
_NONE_NAMED = marked("There is no file or game named {name}. Name one exactly, or say last.")
_GAME = re.compile(r"[0-9]{8}-[0-9]{6}-[0-9]{6}")


def home() -> Path:
    """Return the folder of everything that we keep."""
    override = os.environ.get(HOME_VARIABLE)
    return Path(override).expanduser() if override else user_data_path(APP, appauthor=False)


def cache() -> Path:
    """Return the folder of what may be deleted at any time."""
    override = os.environ.get(HOME_VARIABLE)
    return Path(override).expanduser() / "cache" if override else user_cache_path(APP, appauthor=False)


def new_game() -> Path:
    """Make and return the folder of a new game, which only its owner can enter."""
    folder = home() / GAMES
    with told(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        while True:
            game = folder / datetime.now().astimezone().strftime("%Y%m%d-%H%M%S-%f")
            with suppress(FileExistsError):  # another game of the same microsecond
                game.mkdir(mode=0o700)
                durable_folder(folder)
                return game


def games() -> list[Path]:
    """Return the folders of all games, oldest first."""
    folder = home() / GAMES
    with told(folder):
        return sorted(path for path in folder.iterdir() if _GAME.fullmatch(path.name)) if folder.is_dir() else []


def find_game(name: str) -> Path:
    """Return the folder of a game of ours, also of one that never began.

    Args:
        name: ``last``, or a game's name or the start of it.

    Raises:
        NotFound: when there is none, or several games start so.
    """
    if name == "last":
        return find_log(name).parent
    matching = [folder for folder in games() if folder.name.startswith(name)]
    if len(matching) == 1:
        return matching[0]
    sentence = _SEVERAL if matching else _NO_GAME_NAMED
    raise NotFound(_(sentence).format(name=name))


def find_log(name: str) -> Path:
    """Return the log that a user means.

    Args:
        name: ``last``, a game's name or the start of it, a log file, or a game's folder.

    Raises:
        NotFound: when there is none, or several games start so.
    """
    direct = Path(name).expanduser()
    with told(direct):
        if name not in {"last", ""} and direct.exists():
            return direct / LOG if direct.is_dir() else direct
    logs = [path / LOG for path in games() if (path / LOG).exists()]
    if name == "last":
        if not logs:
            raise NotFound(_("There is no game yet. Play one first, or name a file."))
        return logs[-1]
    matching = [path for path in logs if path.parent.name.startswith(name)]
    if len(matching) != 1:
        sentence = _SEVERAL if matching else _NONE_NAMED
        raise NotFound(_(sentence).format(name=name))
    return matching[0]


@contextmanager
def sole_use(folder: Path) -> Iterator[None]:
    """Keep every other process out of a game's folder, so that two clients never sign for one seat.

    The system releases the lock when the process ends, however that comes.

    Raises:
        InUse: when another process has it.
        StoreError: when the disk refuses.
    """
    lock = FileLock(folder / LOCK)
    with told(folder / LOCK):
        try:
            lock.acquire(timeout=0)
        except Timeout:
            sentence = _("{folder} is open in another window. Go on there, or close that one first.")
            raise InUse(sentence.format(folder=folder)) from None
    try:
        yield
    finally:
        lock.release()
