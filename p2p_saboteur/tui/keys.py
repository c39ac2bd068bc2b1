"""What keys do: from a scene, the state of the screen and a key to the next state, and what the table is asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from p2p_saboteur.games.saboteur.moves import Discard, Pass, Take
from p2p_saboteur.seat import Keep, pay_answer
from p2p_saboteur.text import _
from p2p_saboteur.tui import aiming, browsing, typing
from p2p_saboteur.tui.aim import aim_of
from p2p_saboteur.tui.digits import DIGITS, LAST, TENTH
from p2p_saboteur.tui.glyphs import GlyphSet
from p2p_saboteur.tui.line import Line
from p2p_saboteur.tui.state import HitCard, HitCell, HitKey, HitPanel, HitSeat, Mode, Page, Panel, ViewState
from p2p_saboteur.viewmodel.scene import Ask

if TYPE_CHECKING:
    from p2p_saboteur.seat import Choice
    from p2p_saboteur.tui.state import Hit
    from p2p_saboteur.viewmodel.scene import Scene
    from protocol.game import Seat


@dataclass(frozen=True, slots=True)
class Submit:
    """Answer what the seat is asked."""

    choice: Choice


@dataclass(frozen=True, slots=True)
class Say:
    """Say something at the table."""

    text: str


@dataclass(frozen=True, slots=True)
class Jot:
    """Keep a private note."""

    text: str


@dataclass(frozen=True, slots=True)
class TurnAway:
    """Let a bot play for the player, or stop it."""

    away: bool


@dataclass(frozen=True, slots=True)
class Again:
    """Sit down to another game."""


@dataclass(frozen=True, slots=True)
class CopyInvite:
    """Hand the invitation to the terminal's clipboard."""


@dataclass(frozen=True, slots=True)
class LookAgain:
    """Leave the table and replay the game."""


@dataclass(frozen=True, slots=True)
class Remove:
    """Take the guest with this place out of the lobby."""

    place: int


@dataclass(frozen=True, slots=True)
class Ready:
    """Say in the lobby whether one is ready."""

    ready: bool


@dataclass(frozen=True, slots=True)
class AddBot:
    """Add a bot to the lobby."""


@dataclass(frozen=True, slots=True)
class MoreSeats:
    """Let so many more (or fewer) people play."""

    step: int


@dataclass(frozen=True, slots=True)
class Confirm:
    """Say whether all see the same words."""

    same: bool


@dataclass(frozen=True, slots=True)
class Abandon:
    """Vote to end the game for all."""


@dataclass(frozen=True, slots=True)
class Go:
    """Leave the game for good; the others go on."""


@dataclass(frozen=True, slots=True)
class VoteOut:
    """Vote to go on without somebody."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Moment:
    """Show another moment of a replay."""

    position: int
    playing: bool


@dataclass(frozen=True, slots=True)
class Leave:
    """Close the screen and leave the table."""


@dataclass(frozen=True, slots=True)
class Sleep:
    """Give the terminal back to the shell until it wakes the program."""


@dataclass(frozen=True, slots=True)
class Redraw:
    """Draw the screen anew."""


Effect: TypeAlias = (
    Submit
    | Say
    | Jot
    | TurnAway
    | Again
    | LookAgain
    | Ready
    | AddBot
    | Remove
    | CopyInvite
    | MoreSeats
    | Confirm
    | Abandon
    | Go
    | VoteOut
    | Moment
    | Leave
    | Sleep
    | Redraw
)
Result: TypeAlias = tuple[ViewState, Effect | None]

ASKED: Final[dict[Mode, tuple[str, Effect]]] = {
    Mode.AWAY: ("a", TurnAway(away=True)),
    Mode.PASSING: ("p", Submit(Pass())),
}
"""What is done only once it is asked for by Enter, or the same key again."""
ARROWS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
"""Steps to the east and north."""


def press(scene: Scene | None, ui: ViewState, key: str) -> Result:  # noqa: PLR0911 - one return a mode
    """Return the state after a key, and what the table is asked for.

    Args:
        scene: what is shown; None before the game has begun.
        ui: the state of the screen.
        key: the key's name, as prompt_toolkit calls it, or the character.
    """
    ui = replace(ui, message="", alarming=False)
    if key == "c-l":
        return ui, Redraw()
    if ui.page is Page.WORDS:
        return _press_on_words(ui, key)
    if scene is None:
        return _press_in_lobby(ui, key)
    if key == "c-c":
        return (ui, Leave()) if ui.page is Page.QUIT else (replace(ui, page=Page.QUIT, scroll=0), None)
    if key == "c-z":
        return replace(ui, page=Page.SUSPEND, scroll=0), None
    if ui.page not in (Page.TABLE, Page.ROUND):
        return _press_on_page(scene, ui, key)
    if ui.mode in (Mode.TALK, Mode.NOTE):
        return _press_while_typing(scene, ui, key)
    if ui.mode in (Mode.CLAIM, Mode.MUTE, *ASKED):
        return _press_answer(scene, ui, key)
    return _press_at_table(scene, ui, key)


def _press_in_lobby(ui: ViewState, key: str) -> Result:  # noqa: C901, PLR0911 - one return a key
    if ui.mode is Mode.UNHEARD and key != "c-c":  # so that nobody gets ready by a line that he means to say
        return replace(ui, mode=Mode.IDLE if key in ("enter", "escape") else ui.mode), None
    if ui.page is not Page.TABLE and key != "c-c":
        leaves = ui.page is Page.QUIT and key in ("enter", "y")
        return (ui, Leave()) if leaves else (browsing.on_page(ui, key), None)
    page = Page.QR if key == "i" and ui.guests and ui.glyphs is GlyphSet.UNICODE else browsing.PAGES.get(key)
    if page in (Page.HELP, Page.TOUR, Page.RULES, Page.QR):
        return replace(ui, page=page, scroll=0, place=None), None
    if ui.place is not None and key in ("enter", "escape"):
        return replace(ui, place=None), Remove(ui.place) if key == "enter" else None
    if key in ("q", "c-c"):
        asks = key == "q" and len(ui.guests) > 1  # others would lose their table, too
        return (replace(ui, page=Page.QUIT, scroll=0), None) if asks else (ui, Leave())
    if key == "c" and not ui.guests:
        return replace(ui, mode=Mode.UNHEARD, scroll=0), None
    place = LAST if key in TENTH else DIGITS.get(key, 0) - 1
    if 0 < place < len(ui.guests) and key not in ("+", "-"):
        return replace(ui, place=place), None
    ui = replace(ui, place=None)
    effects: dict[str, Effect] = {"enter": Ready(ready=True), "w": Ready(ready=False)}
    if ui.guests:
        effects |= {"b": AddBot(), "c": CopyInvite(), "+": MoreSeats(1), "-": MoreSeats(-1)}
    if key in effects:
        return ui, effects[key]
    if len(key) == 1 and not key.isspace():
        return aiming.alarmed(ui, _("That key does nothing here; ? shows the keys.")), None
    return browsing.scrolled(ui, key), None


def _press_on_words(ui: ViewState, key: str) -> Result:
    """Say whether the words are the same; nothing else matters before that."""
    if key == "y":  # not Enter, which somebody may press twice in the lobby
        return replace(ui, page=Page.TABLE), Confirm(same=True)
    if key == "n":
        return ui, Confirm(same=False)
    return (ui, Leave()) if key in ("q", "c-c") else (ui, None)


def _press_on_page(scene: Scene, ui: ViewState, key: str) -> Result:  # noqa: PLR0911 - one return a page
    """Do what the page asks about; otherwise turn pages, scroll, close."""
    silence = scene.table.silence
    match ui.page, key:
        case Page.QUIT, "enter" | "y":
            return ui, Leave()
        case Page.QUIT, "e" if scene.plays:
            return replace(ui, page=Page.TABLE), Abandon()
        case Page.QUIT, "l" if scene.plays and scene.table.may_go:
            told = _("You leave as soon as the table waits for you; the others go on.")
            return replace(ui, page=Page.TABLE, message=told), Go()
        case Page.SUSPEND, "enter" | "y":
            return replace(ui, page=Page.TABLE), Sleep()
        case Page.RESULT, "a":
            return _again_or_away(scene, ui)
        case Page.RESULT, "r" if scene.kept:
            return replace(ui, page=Page.TABLE), LookAgain()
        case Page.PANEL, "f" | "n" | "c" | "k" | "m":
            return browsing.browsed(scene, ui, key), None
        case Page.SILENCE, "o" if silence and silence.may_vote:
            return replace(ui, page=Page.TABLE), VoteOut(silence.seats[0])
    return browsing.on_page(ui, key), None


def _press_while_typing(scene: Scene, ui: ViewState, key: str) -> Result:
    if key == "escape":
        return replace(ui, mode=Mode.IDLE, line=Line()), None
    if key != "enter":
        return typing.typed(ui, key), None
    text = ui.line.text.strip()
    done = replace(ui, mode=Mode.IDLE, line=Line(), recalled=0)
    if not text:
        return done, None
    if ui.mode is Mode.NOTE:
        return replace(done, panel=Panel.NOTES, scroll=0), Jot(f"{scene.memory.turns}: {text}")
    return typing.remembered(done, text), Say(text)


def _press_answer(scene: Scene, ui: ViewState, key: str) -> Result:
    """Do what a list offers under a number, or what was asked about; any other key does not."""
    if ui.mode in ASKED:
        again, effect = ASKED[ui.mode]
        return replace(ui, mode=Mode.IDLE), effect if key in ("enter", again) else None
    if ui.mode is Mode.MUTE:
        return browsing.muted(scene, ui, LAST + 1 if key in TENTH else DIGITS.get(key, 0)), None
    text = typing.claim(DIGITS.get(key, 0))
    return replace(ui, mode=Mode.IDLE), Say(text) if text else None


def _press_at_table(scene: Scene, ui: ViewState, key: str) -> Result:  # noqa: C901, PLR0911 - one return a key
    """Choose, aim, discard; open pages and panels."""
    moment = browsing.moment(scene, key) if ui.mode is Mode.IDLE else None
    if moment:
        return ui, Moment(*moment)
    if key in DIGITS:
        return _choose(scene, ui, DIGITS[key] - 1), None
    match key:
        case "enter":
            return _confirm(scene, ui)
        case "escape":
            page = Page.TABLE if ui.page is Page.ROUND and ui.mode is Mode.IDLE else ui.page
            return aiming.put_back(replace(ui, page=page)), None
        case "d":
            return _discard(scene, ui)
        case "p" if scene.may_pass:
            return replace(aiming.put_back(ui), mode=Mode.PASSING), None
        case "q":
            return replace(ui, page=Page.QUIT, scroll=0), None
        case "a":
            return _again_or_away(scene, ui)
    aimed = aiming.aimed(scene, ui, key)
    if aimed is not None:
        return aimed, None
    if scene.nuggets and key in ("left", "right"):
        step = ARROWS[key][0]
        place = 0 if ui.place is None else (ui.place + step) % len(scene.nuggets)
        return replace(ui, place=place), None
    return browsing.browsed(scene, ui, key), None


def _again_or_away(scene: Scene, ui: ViewState) -> Result:
    """Let a bot play for the player or stop it; when the game is over, ask for another one."""
    if scene.table.may_again:
        return replace(ui, page=Page.TABLE), Again()
    if scene.watches or scene.table.replay or scene.state.totals or scene.view.request is None:
        return ui, None
    if scene.presence(scene.own).away:
        return aiming.put_back(ui), TurnAway(away=False)
    return replace(aiming.put_back(ui), mode=Mode.AWAY), None


def _choose(scene: Scene, ui: ViewState, place: int) -> ViewState:
    """Choose a card or nugget by its place."""
    if scene.nuggets:
        return replace(ui, place=place) if place < len(scene.nuggets) else ui
    if place >= len(scene.view.hand):
        return aiming.alarmed(ui, _("You hold no such card."))
    if ui.mode is Mode.DROP:
        return replace(ui, place=place)
    return aiming.chosen(scene, replace(ui, page=Page.TABLE), place)


def _confirm(scene: Scene, ui: ViewState) -> Result:
    """Do what was chosen."""
    if scene.ask is Ask.PAY:
        return ui, Submit(pay_answer(scene.view))
    if scene.nuggets and ui.place is not None and ui.place < len(scene.nuggets):
        choice = Keep(ui.place) if scene.ask is Ask.KEEP else Take(scene.nuggets[ui.place])
        return replace(ui, place=None), Submit(choice)
    if ui.mode is Mode.DROP and ui.place is not None:
        return _submit(scene, ui, Discard(scene.card(ui.place)))
    aim = aim_of(scene, ui)
    if aim is not None:
        if aim.move is None:
            sentence = _(aim.refusal.sentence) if aim.refusal else _("This card cannot be used now.")
            return aiming.alarmed(ui, sentence), None
        return _submit(scene, ui, aim.move)
    return (replace(ui, page=Page.TABLE, scroll=0), None) if ui.page is Page.ROUND else (ui, None)


def _submit(scene: Scene, ui: ViewState, choice: Choice) -> Result:
    """Make a move if it is the own turn; otherwise leave it as it was planned."""
    if scene.ask is not Ask.MOVE:
        return aiming.alarmed(ui, _("It is not your turn yet.")), None
    return aiming.put_back(ui), Submit(choice)


def _discard(scene: Scene, ui: ViewState) -> Result:
    """Ask which card is to be discarded, then whether really, then do it."""
    if not scene.view.hand or scene.nuggets:
        return ui, None
    if ui.mode is Mode.DROP and ui.place is not None:
        return _confirm(scene, ui)
    return replace(ui, mode=Mode.DROP, page=Page.TABLE, cell=None), None


def click(scene: Scene | None, ui: ViewState, hit: Hit) -> Result:
    """Return the state after a click."""
    if isinstance(hit, HitKey):
        return press(scene, ui, hit.key)
    if scene is None:
        return ui, None
    ui = replace(ui, message="", alarming=False)
    match hit:
        case HitPanel(panel=panel):
            return replace(ui, panel=panel, scroll=0), None
        case HitCard(place=place):
            return _choose(scene, ui, place), None
        case HitCell(cell=cell):
            return aiming.at_cell(scene, ui, cell), None
        case HitSeat(seat=seat):
            return aiming.at_seat(scene, ui, seat), None
