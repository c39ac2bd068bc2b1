"""The program's exit codes; docs and help name them."""

from __future__ import annotations

from enum import IntEnum, unique


@unique
class ExitCode(IntEnum):
    """How a command ended, for scripts."""

    OK = 0
    ERROR = 1
    """Something went wrong that has no code of its own: a full disk, a port in use, a mistake of ours."""
    USAGE = 2
    NOT_REACHED = 3
    """Nobody there, another program, or somebody with another key."""
    REFUSED = 4
    """The host says no: a wrong invite, a full table."""
    OTHER_VERSION = 5
    """Another version of program, protocol or file, or other rule options than were shown."""
    CHEATING = 6
    """Proved; where the proof lies is printed."""
    NO_PROOF = 7
    """A log is damaged or forged, which proves nothing about a player."""
    ABANDONED = 8
    """A majority has ended the game early."""
    INTERRUPTED = 130
