"""What is raised where a table is asked for something before it is open."""

from __future__ import annotations


class NotOpen(RuntimeError):
    """The table is not open yet."""

    def __init__(self) -> None:
        super().__init__("the table is not open yet")
