"""What the screen itself remembers: which page it shows, which card is chosen, where one looks."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, unique
from typing import TYPE_CHECKING, TypeAlias

from p2p_saboteur.tui.glyphs import GlyphSet
from p2p_saboteur.tui.line import Line

if TYPE_CHECKING:
    from p2p_saboteur.games.saboteur.grid import Cell
    from p2p_saboteur.manual import Page as Chapter
    from p2p_saboteur.tui.tiles import CellSize
    from p2p_saboteur.viewmodel.memory import Topic
    from protocol.game import Seat


@unique
class Page(Enum):
    """What fills the screen."""

    TABLE = "table"
    PANEL = "panel"
    HELP = "help"
    RULES = "rules"
    TOUR = "tour"
    ROUND = "round"
    RESULT = "result"
    FAULT = "fault"
    SILENCE = "silence"
    WORDS = "words"
    QR = "qr"
    QUIT = "quit"
    SUSPEND = "suspend"


@unique
class Panel(Enum):
    """What the side of the table shows below the players."""

    LOG = "log"
    TOOLS = "tools"
    GOALS = "goals"
    CARDS = "cards"
    NOTES = "notes"
    TRUST = "trust"


@unique
class Mode(Enum):
    """What the keys do at the table."""

    IDLE = "idle"
    AIM = "aim"
    """A card is chosen, and where or before whom it is played is being."""
    DROP = "drop"
    """A card is to be discarded: which one, and then whether really."""
    TALK = "talk"
    CLAIM = "claim"
    MUTE = "mute"
    AWAY = "away"
    PASSING = "passing"
    """Whether a bot is to play, or to pass, is being asked."""
    NOTE = "note"
    UNHEARD = "unheard"
    """Before the game: somebody may be typing what he means to say, which nobody would hear."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewState:
    """The state of the screen.

    Attributes:
        page: what fills the screen.
        mode: what the keys do.
        panel: what the side shows.
        topic: what the log is filtered by; None for everything.
        place: the chosen card's place in the hand, or the chosen nugget's in the packet; in the lobby the guest's who
            is to go.
        turned: whether the chosen path card is turned round.
        cell: where it would be used.
        target: before whom, as an index of the scene's targets.
        role_hidden: whether the own role is out of sight.
        size: of a cell of the board; None for the largest that fits.
        look: how far the board is scrolled, in cells to the east and south.
        scroll: how far the log or page is scrolled, in lines (the log's from its end).
        line: what is being typed.
        said: what was typed before, oldest first.
        recalled: how far back in it one is.
        muted: whose talk is not shown.
        message: a sentence for the prompt, until the next key.
        alarming: whether the message says that something cannot be done.
        rounds_seen: how many results of rounds have been shown.
        faults_seen: how many faults have been shown.
        result_seen: whether the result of the game has been shown.
        silence_seen: whether the page about a silent player has been shown.
        glyphs: what is drawn with.
        rules: the chapters of the rules; none where they are not at hand.
        chapter: which of them is open.
        guests: whom one can take out of the own lobby, oneself first; empty elsewhere.
    """

    page: Page = Page.TABLE
    mode: Mode = Mode.IDLE
    panel: Panel = Panel.LOG
    topic: Topic | None = None
    place: int | None = None
    turned: bool = False
    cell: Cell | None = None
    target: int = 0
    role_hidden: bool = False
    size: CellSize | None = None
    look: tuple[int, int] = (0, 0)
    scroll: int = 0
    line: Line = field(default_factory=Line)
    said: tuple[str, ...] = ()
    recalled: int = 0
    muted: frozenset[Seat] = frozenset()
    message: str = ""
    alarming: bool = False
    rounds_seen: int = 0
    faults_seen: int = 0
    result_seen: bool = False
    silence_seen: bool = False
    glyphs: GlyphSet = GlyphSet.UNICODE
    rules: tuple[Chapter, ...] = ()
    chapter: int = 0
    guests: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HitCard:
    """The mouse is on a card of the hand, or a nugget of the packet."""

    place: int


@dataclass(frozen=True, slots=True)
class HitCell:
    """The mouse is on a cell of the board."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class HitSeat:
    """The mouse is on a player."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HitPanel:
    """The mouse is on the name of a panel."""

    panel: Panel


@dataclass(frozen=True, slots=True)
class HitKey:
    """The mouse is on the name of a key, which it presses."""

    key: str


Hit: TypeAlias = HitCard | HitCell | HitSeat | HitPanel | HitKey
