"""The table in plain lines, where the window is too small for its picture; all keys do what they always do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2p_saboteur.games.saboteur.cards import TOOLS
from p2p_saboteur.games.saboteur.notation import board_text
from p2p_saboteur.text import _
from p2p_saboteur.tui.canvas import wrap
from p2p_saboteur.tui.layout import LEAST
from p2p_saboteur.tui.pages import page_text
from p2p_saboteur.tui.panels import is_shown, mute_lines
from p2p_saboteur.tui.prompt import draw_typed, prompt
from p2p_saboteur.tui.state import Mode, Page, ViewState
from p2p_saboteur.viewmodel.claims import CLAIMS
from p2p_saboteur.viewmodel.words import card_name, role_sentence, tool_letter

if TYPE_CHECKING:
    from p2p_saboteur.tui.canvas import Area
    from p2p_saboteur.tui.help import Lines
    from p2p_saboteur.viewmodel.scene import Scene
    from protocol.game import Seat


def draw_narrow(area: Area, scene: Scene, ui: ViewState) -> None:
    """Draw as many lines as fit, what matters most first; pages are scrolled as always."""
    told = _("The picture needs {columns}x{rows}; until then there are lines.")
    lines: Lines = [(told.format(columns=LEAST[0], rows=LEAST[1]), "prompt.bad")]
    lines += _lines(area, scene, ui)
    area.cursor(0, len(wrap(lines[0][0], area.columns)))
    rows = [(part, style) for text, style in lines for part in wrap(text, area.columns)]
    first = 0
    if ui.page not in (Page.TABLE, Page.ROUND):
        first = area.canvas.scroll = min(ui.scroll, max(0, len(rows) - area.rows))
    for y, (text, style) in enumerate(rows[first : first + area.rows]):
        area.put(0, y, text, style)
    if ui.mode in (Mode.TALK, Mode.NOTE):
        row = area.part(0, area.rows - 1, area.columns, 1)
        row.fill("")
        draw_typed(row, ui)


def _lines(area: Area, scene: Scene, ui: ViewState) -> Lines:
    if ui.page not in (Page.TABLE, Page.ROUND, Page.PANEL):
        title, lines = page_text(scene, ui, area.columns)
        return [(title, "page.head"), *lines]
    if ui.mode is Mode.CLAIM:
        return [(f"{number} {_(text)}", "panel") for number, text in enumerate(CLAIMS.values(), 1)]
    if ui.mode is Mode.MUTE:
        return [(text, "panel") for text in mute_lines(scene, ui)]
    sentences, style = prompt(scene, ui)
    lines = [(" ".join(sentences), style)]
    cards = [f"{place} {card_name(scene.card(place - 1))}" for place in range(1, len(scene.view.hand) + 1)]
    values = [f"{place} ({value})" for place, value in enumerate(scene.nuggets, 1)]
    lines += [("; ".join(values or cards), "hand.label")] if values or cards else []
    if scene.view.role and not ui.role_hidden:
        lines.append((role_sentence(scene.view.role), "panel"))
    lines.append(("; ".join(_player(scene, seat) for seat in range(scene.state.seats)), "player"))
    said = [line.text for line in scene.memory.log if is_shown(line, ui)]
    lines += [(text, "log") for text in reversed(said[-5:])]
    lines.append((board_text(scene.state.board), "panel"))
    return lines


def _player(scene: Scene, seat: Seat) -> str:
    """Return a name with a mark if it is its turn, and what is broken before it."""
    mark = "> " if seat == scene.active else ""
    broken = "".join(tool_letter(tool) for tool in TOOLS if scene.state.tools[seat] & tool.bit)
    return f"{mark}{scene.names[seat]}{' -' + broken if broken else ''}"
