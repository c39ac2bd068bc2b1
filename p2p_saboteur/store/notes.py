"""What lies beside a table's log: small JSON files that are convenient and that no proof needs.

A note is written whole under another name and then put in the old one's place, so a crash leaves one of the two.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from p2p_saboteur import __version__
from p2p_saboteur.store.durable import write_over
from p2p_saboteur.store.errors import OtherVersion, told
from p2p_saboteur.text import _

if TYPE_CHECKING:
    from pathlib import Path

VERSION: Final = 1
SITTING: Final = "sitting.json"
"""How the player sat down: what `resume` needs besides the log and the secrets."""
RESULT: Final = "result.json"
"""How the game ended, for the list of games."""
MAX_NOTE: Final = 256 * 1024


def write_note(folder: Path, name: str, content: dict[str, Any]) -> None:
    """Save a note; raise StoreError if the disk refuses."""
    path = folder / name
    data = json.dumps({"version": VERSION, "package": __version__, **content}, ensure_ascii=False).encode()
    with told(path):
        write_over(path, data)


def read_note(folder: Path, name: str) -> dict[str, Any]:
    """Return a note; an empty one when it is missing or damaged.

    Raises:
        OtherVersion: another version of the program wrote it.
        StoreError: the disk refuses.
    """
    path = folder / name
    with told(path):
        if not path.is_file() or path.stat().st_size > MAX_NOTE:
            return {}
        data = path.read_bytes()
    try:
        content = json.loads(data)
    except ValueError:
        return {}
    if not isinstance(content, dict):
        return {}
    if content.get("version") != VERSION:
        sentence = _("{path} was written by {program}. Use that one; nothing was changed.")
        raise OtherVersion(sentence.format(path=path, program=writer(content)))
    return content


def writer(content: dict[str, Any]) -> str:
    """Return which program wrote a note, by its own word."""
    package = content.get("package")
    known = isinstance(package, str) and len(package) < 32 and package.isprintable()
    return f"p2p-saboteur {package}" if known else _("another version of this program")
