"""A report on a mistake of ours that is safe to post: what kind of error, through which lines of the source it came.

The words of an error are left out, since anything may be in them: cards, keys, an invite, somebody's name or address;
so are the folders in which a program lies, which name its user.
"""

from __future__ import annotations

import platform
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Final

from p2p_saboteur import __version__
from protocol.errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Iterator

_ROOT: Final = Path(__file__).resolve().parents[2]
_PACKAGES: Final = "site-packages"


def report(error: BaseException) -> str:
    """Return the report on an error and on those that it came from."""
    python = f"Python {platform.python_version()}, {sys.platform}"
    return "\n".join([f"p2p-saboteur {__version__}, {python}", *_told(error, set()), ""])


def _told(error: BaseException, known: set[int]) -> Iterator[str]:
    """Yield the lines on an error, on what it came from first; `known` are the ids of those that were told already."""
    known.add(id(error))
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None and id(before) not in known:
        yield from _told(before, known)
        yield "which led to"
    yield _kind(error)
    for frame, line in traceback.walk_tb(error.__traceback__):
        code = frame.f_code
        yield f"  {_place(code.co_filename)}:{line} in {code.co_name}"
    if isinstance(error, BaseExceptionGroup):
        for number, part in enumerate(error.exceptions, 1):
            yield f"{number} of {len(error.exceptions)} at once:"
            yield from _told(part, known)


def _kind(error: BaseException) -> str:
    """Return the name of an error, and those of its details that only our code or the system chooses."""
    number = getattr(error, "errno", None)
    details = [error.reason.name, error.check] if isinstance(error, Invalid) else []
    if isinstance(number, int):
        details.append(f"errno {number}")
    return " ".join([type(error).__name__, *details])


def _place(file: str) -> str:
    """Return a source file without the folders that its package lies in."""
    path = Path(file)
    if path.is_relative_to(_ROOT) and _PACKAGES not in path.relative_to(_ROOT).parts:
        return path.relative_to(_ROOT).as_posix()
    if _PACKAGES in path.parts:
        return "/".join(path.parts[path.parts.index(_PACKAGES) + 1 :])
    return path.name
