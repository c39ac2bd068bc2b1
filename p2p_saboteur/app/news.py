"""What a client tells whoever runs it, in the order in which it happens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from p2p_saboteur.app.progress import Stage

if TYPE_CHECKING:
    from p2p_saboteur.app.lobby_messages import LobbyState
    from p2p_saboteur.app.talk import Note
    from p2p_saboteur.net.transport import Cause
    from protocol.events import Event


@dataclass(frozen=True, slots=True)
class LobbyChanged:
    """Somebody came, went or got ready."""

    state: LobbyState


@dataclass(frozen=True, slots=True)
class NotReached:
    """The opener cannot be reached for now; dialling goes on."""

    cause: Cause


@dataclass(frozen=True, slots=True)
class Words:
    """The roster is closed; `asked` if the player is to say whether all see the same words."""

    words: tuple[str, ...]
    asked: bool


@dataclass(frozen=True, slots=True)
class LinksChanged:
    """A link with somebody at the table came up or went down.

    Attributes:
        linked: chairs with a direct link.
        watchers: how many watch through this client.
    """

    linked: frozenset[int]
    watchers: int


@dataclass(frozen=True, slots=True)
class Talked:
    """Somebody said something, or told how things are with him."""

    note: Note


@dataclass(frozen=True, slots=True)
class TableEvent:
    """Something happened in the session."""

    event: Event


News: TypeAlias = LobbyChanged | NotReached | Words | LinksChanged | Talked | Stage | TableEvent
