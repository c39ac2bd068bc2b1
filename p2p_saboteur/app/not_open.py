"""What is raised where a table is asked for something before it is open."""

from __future__ import annotations

from p2p_saboteur.text import marked
from protocol.errors import LocalError


class NotOpen(LocalError):
    """The table is not open yet."""

    def __init__(self) -> None:
        super().__init__(marked("the table is not open yet"))
