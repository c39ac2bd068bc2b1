"""Keys that only look: panels, filters, scrolling, the size of cells, pages."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from p2p_saboteur.text import _
from p2p_saboteur.tui.panels import TOPICS, next_panel
from p2p_saboteur.tui.state import Mode, Page, Panel, ViewState
from p2p_saboteur.tui.tiles import SIZES

if TYPE_CHECKING:
    from p2p_saboteur.viewmodel.memory import Topic
    from p2p_saboteur.viewmodel.scene import Scene

_PAGE: Final = 10
_ALL: Final = 100_000
"""More rows than there are; what is drawn goes as far as there are any."""
_LOOKS: Final = {"c-left": (-1, 0), "c-right": (1, 0), "c-up": (0, -1), "c-down": (0, 1)}
PAGES: Final = {
    "?": Page.HELP,
    "f1": Page.HELP,
    "g": Page.TOUR,
    "h": Page.RULES,
    "b": Page.ROUND,
    "v": Page.PANEL,
    "w": Page.SILENCE,
}


_FROM_HELP: Final = {"g": Page.TOUR, "h": Page.RULES}
_CLOSING: Final = ("escape", "enter", "q", "v", "?", "f1")


def on_page(ui: ViewState, key: str) -> ViewState:  # noqa: PLR0911 - one return a key
    """Return the state after a key on a page: another page, chapter or panel, scrolling, or back to the table."""
    step = {"right": 1, "tab": 1, "left": -1, "s-tab": -1}.get(key, 0)
    if key == "q" and ui.page in (Page.RESULT, Page.FAULT, Page.SILENCE):
        return replace(ui, page=Page.QUIT, scroll=0)
    if ui.page is Page.HELP and key in _FROM_HELP:
        return replace(ui, page=_FROM_HELP[key], scroll=0)
    if key in ("?", "f1") and ui.page is not Page.HELP:
        return replace(ui, page=Page.HELP, scroll=0)
    if step and ui.page is Page.RULES and ui.rules:
        return replace(ui, chapter=(ui.chapter + step) % len(ui.rules), scroll=0)
    if step and ui.page is Page.PANEL:
        return replace(ui, panel=next_panel(ui.panel, step), scroll=0)
    if key in _CLOSING:
        return replace(ui, page=Page.TABLE, scroll=0)
    return scrolled(ui, key)


def moment(scene: Scene, key: str) -> tuple[int, bool] | None:
    """Return the moment of a replay that a key leads to, and whether it goes on by itself from there; None if none."""
    replay = scene.table.replay
    if replay is None:
        return None
    moves = {"]": 1, "right": 1, "[": -1, "left": -1, "end": replay.last, "home": -replay.last}
    moves |= {"}": 10, "s-right": 10, "{": -10, "s-left": -10}
    if key in moves:
        return min(max(replay.position + moves[key], 0), replay.last), False
    if key == "down":
        return next((moment for moment in replay.rounds if moment > replay.position), replay.last), False
    if key == "up":
        return max((moment for moment in replay.rounds if moment < replay.position), default=0), False
    return (replay.position, not replay.playing) if key == " " else None


def scrolled(ui: ViewState, key: str) -> ViewState:
    """Return the state after a key that scrolls a page, or the log of a page from its end."""
    step = {"down": 1, "up": -1, "pagedown": _PAGE, "pageup": -_PAGE, " ": _PAGE, "home": -_ALL, "end": _ALL}.get(
        key, 0
    )
    if ui.page is Page.PANEL and ui.panel is Panel.LOG:
        step = -step
    return replace(ui, scroll=max(0, ui.scroll + step))


def browsed(scene: Scene, ui: ViewState, key: str) -> ViewState:  # noqa: C901, PLR0911 - one return a key
    """Return the state after a key that changes nothing at the table; of other keys, the same state."""
    match key:
        case "tab" | "s-tab":
            return replace(ui, panel=next_panel(ui.panel, 1 if key == "tab" else -1), scroll=0)
        case "f2" | "o":
            return replace(ui, role_hidden=not ui.role_hidden)
        case "f":
            return replace(ui, panel=Panel.LOG, topic=_next_topic(ui.topic), scroll=0)
        case "c" | "n":
            return replace(ui, mode=Mode.TALK if key == "c" else Mode.NOTE, page=Page.TABLE)
        case "k":
            return replace(ui, mode=Mode.CLAIM, page=Page.TABLE)
        case "z":
            sizes = (None, *SIZES)
            return replace(ui, size=sizes[(sizes.index(ui.size) + 1) % len(sizes)])
        case "m":
            return replace(ui, mode=Mode.MUTE, page=Page.TABLE)
        case "0" | "à":
            return replace(ui, look=(0, 0))
        case "pageup" | "pagedown":
            step = _PAGE if (key == "pageup") == (ui.panel is Panel.LOG) else -_PAGE
            return replace(ui, scroll=max(0, ui.scroll + step))
    if key in _LOOKS:
        east, south = _LOOKS[key]
        return replace(ui, look=(ui.look[0] + east, ui.look[1] + south))
    if key in PAGES:
        over = key == "b" and bool(scene.state.totals)
        return replace(ui, page=Page.RESULT if over else PAGES[key], scroll=0)
    return ui


def _next_topic(topic: Topic | None) -> Topic | None:
    topics = list(TOPICS)
    return topics[(topics.index(topic) + 1) % len(topics)]


def muted(scene: Scene, ui: ViewState, number: int) -> ViewState:
    """Return the state with another player, by his number in the list, muted, or heard again."""
    others = [seat for seat in range(len(scene.names)) if seat != scene.own]
    ui = replace(ui, mode=Mode.IDLE)
    if not 0 < number <= len(others):
        return ui
    seat = others[number - 1]
    silent = ui.muted ^ {seat}
    told = _("{name} is muted.") if seat in silent else _("{name} can be heard again.")
    return replace(ui, muted=silent, message=told.format(name=scene.names[seat]))
