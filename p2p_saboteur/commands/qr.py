"""An invite as a QR code of characters."""

from __future__ import annotations

import shutil
import sys
from typing import Final

import segno

QUIET: Final = 2  # modules around it
_HALVES: Final = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}


def qr_rows(text: str) -> tuple[str, ...]:
    """Return the code as rows of a picture: ``#`` dark and blank light, with its quiet zone."""
    rows = ["".join("#" if module else " " for module in row) for row in segno.make_qr(text, error="L").matrix]
    side = " " * QUIET
    empty = " " * (len(rows) + 2 * QUIET)
    return (*[empty] * QUIET, *(f"{side}{row}{side}" for row in rows), *[empty] * QUIET)


def printable_qr(text: str, below: str = "") -> str | None:
    """Return the code for the terminal, two rows in each line, light on dark; None where it does not fit or show.

    Args:
        text: what it holds.
        below: what is printed after it and is to stay in sight together with it.
    """
    rows = qr_rows(text)
    size = shutil.get_terminal_size()
    lines = (len(rows) + 1) // 2 + sum(max(1, -(-len(line) // size.columns)) for line in below.splitlines())
    if not sys.stdout.isatty() or len(rows) > size.columns or lines >= size.lines:
        return None
    if (sys.stdout.encoding or "").lower().replace("-", "") not in {"utf8", "utf16"}:
        return None
    padded = [*rows, " " * len(rows[0])] if len(rows) % 2 else list(rows)
    return "\n".join(
        "".join(_HALVES[above == "#", below == "#"] for above, below in zip(*pair, strict=True))
        for pair in zip(padded[::2], padded[1::2], strict=True)
    )
