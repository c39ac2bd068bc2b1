"""The stamp of a checkout's environment: for which requirements it was finished.

Its first line names the Python; each further one has a purpose, the fingerprint of the requirements that were installed
for it, and the digest of the files that they were read from. While that digest holds nothing needs to be parsed.
"""

from __future__ import annotations

import hashlib
import os
import sys

TYPE_CHECKING = False  # importing typing takes longer than all of this
if TYPE_CHECKING:
    from typing import Final, Literal, TypeAlias

    Purpose: TypeAlias = Literal["runtime", "development"]

RUNTIME: Final = "runtime"
DEVELOPMENT: Final = "development"

NAME: Final = "p2p-saboteur-setup.txt"
SOURCES: Final = ("pyproject.toml", "constraints.txt")


def python_tag() -> str:
    """Return which Python this is, as far as installed packages depend on it."""
    return str(sys.implementation.cache_tag)


def digest_sources(root: str) -> str | None:
    """Return a digest of the files that say what a checkout requires; None if this is no checkout."""
    digest = hashlib.sha256()
    for name in SOURCES:
        try:
            with open(os.path.join(root, name), "rb") as file:
                digest.update(file.read())
        except FileNotFoundError:
            return None
    return digest.hexdigest()


def read_stamp(venv: str) -> list[list[str]]:
    """Return the words of each line; nothing if there is no stamp."""
    try:
        with open(os.path.join(venv, NAME), encoding="utf-8") as file:
            return [line.split() for line in file]
    except FileNotFoundError:
        return []


def is_known_good(stamp: list[list[str]], purpose: Purpose, digest: str) -> bool:
    """Tell whether the stamp says that this Python's environment was finished for a purpose from these very files."""
    return stamp[:1] == [[python_tag()]] and any(line[:1] == [purpose] and line[2:] == [digest] for line in stamp)


def python_in(venv: str) -> str:
    """Return the path of an environment's Python."""
    return (
        os.path.join(venv, "Scripts", "python.exe") if sys.platform == "win32" else os.path.join(venv, "bin", "python")
    )


def is_inside(venv: str) -> bool:
    """Tell whether this process runs in an environment."""
    return os.path.realpath(sys.prefix) == os.path.realpath(venv)
