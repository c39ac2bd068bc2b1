"""What a client tells whoever runs it, in the order in which it happens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from p2p_saboteur.app.progress import Stage
from protocol.events import Faulted, StepDone

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


def describe(news: News) -> str:  # noqa: PLR0911 - one return a kind of news
    """Return news for a report: what happened, without cards, words or talk."""
    match news:
        case LobbyChanged(state=state):
            return f"lobby: {len(state.people)} of {state.seats}"
        case NotReached(cause=cause):
            return f"not reached: {cause.name}"
        case LinksChanged(linked=linked, watchers=watchers):
            return f"linked with chairs {sorted(linked)}, {watchers} watchers"
        case Talked(note=note):
            return f"chair {note.chair}: {note.kind.name}"
        case Stage():
            return str(news)
        case TableEvent(event=StepDone(done=done)):
            return f"step {done.site.step}: {done.site.kind}"
        case TableEvent(event=Faulted(fault=fault)):
            return f"fault: {fault}"
        case TableEvent(event=event):
            return type(event).__name__
    return type(news).__name__
