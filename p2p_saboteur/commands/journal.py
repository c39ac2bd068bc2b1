"""``--log-file``: what the program does, for reports, with everything left out that may be secret."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from p2p_saboteur.commands.redaction import redact
from p2p_saboteur.store.errors import told

if TYPE_CHECKING:
    from collections.abc import Iterator

_FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class _Redacting(logging.Formatter):
    """Leaves out of every line, tracebacks included, what may be a secret."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        return redact(super().format(record))


@contextmanager
def log_to(name: str | None) -> Iterator[None]:
    """Write what this program logs to a file, added at its end; None writes nothing.

    Raises:
        StoreError: the file cannot be written.
    """
    if name is None:
        yield
        return
    from pathlib import Path  # noqa: PLC0415 - most games have no such file

    with told(Path(name)):
        handler = logging.FileHandler(name, encoding="utf-8")
    handler.setFormatter(_Redacting(_FORMAT))
    logger = logging.getLogger("p2p_saboteur")
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        handler.close()
