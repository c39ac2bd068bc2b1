"""What a user has set down once for all games: ``config.toml`` in the user's configuration folder."""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from platformdirs import user_config_path

from p2p_saboteur.store.dirs import APP, HOME_VARIABLE
from p2p_saboteur.store.errors import Damaged, told
from p2p_saboteur.text import _

CONFIG: Final = "config.toml"
MAX_CONFIG: Final = 64 * 1024
KNOWN: Final = ("name",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """The settings: `name` is what the user calls himself; empty for his login name."""

    name: str = ""


def config_file() -> Path:
    """Return where the settings lie; `P2P_SABOTEUR_HOME` puts them with everything else."""
    override = os.environ.get(HOME_VARIABLE)
    folder = Path(override).expanduser() if override else user_config_path(APP, appauthor=False)
    return folder / CONFIG


def read_config() -> Config:
    """Return the settings.

    Raises:
        Damaged: the file cannot be understood; the message is for the user.
        StoreError: the disk refuses.
    """
    path = config_file()
    with told(path):
        if not path.is_file():
            return Config()
        data = path.read_bytes()[:MAX_CONFIG]
    try:
        found = tomllib.loads(data.decode())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        sentence = _("{path} cannot be read: {why}. Mend it, or delete it.")
        raise Damaged(sentence.format(path=path, why=error)) from None
    unknown = set(found) - set(KNOWN)
    name = found.get("name", "")
    if unknown or not isinstance(name, str):
        raise Damaged(f'{path} may hold one line, name = "...". Mend it, or delete it.')
    return Config(name=name)
