"""The whole screen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from p2p_saboteur.clean import clean_line
from p2p_saboteur.games.saboteur.cards import Role
from p2p_saboteur.text import _
from p2p_saboteur.tui.board import draw_board
from p2p_saboteur.tui.canvas import Area, Canvas
from p2p_saboteur.tui.glyphs import GLYPHS
from p2p_saboteur.tui.hand import draw_hand
from p2p_saboteur.tui.layout import is_too_small, lay_out
from p2p_saboteur.tui.lobby import draw_before
from p2p_saboteur.tui.narrow import draw_narrow
from p2p_saboteur.tui.pages import draw_page, page_hints
from p2p_saboteur.tui.panels import draw_claims, draw_mutes, draw_panel, next_panel
from p2p_saboteur.tui.players import draw_players
from p2p_saboteur.tui.prompt import draw_footer, draw_prompt, prompt_rows, table_hints
from p2p_saboteur.tui.state import Mode, Page, Panel, ViewState
from p2p_saboteur.viewmodel.words import role_sentence

if TYPE_CHECKING:
    from p2p_saboteur.table_view import TableView
    from p2p_saboteur.tui.layout import Layout
    from p2p_saboteur.viewmodel.scene import Scene


def draw(table: TableView, scene: Scene | None, ui: ViewState, columns: int, rows: int) -> Canvas:
    """Return the screen.

    Args:
        table: what the table shows.
        scene: the same made ready; None before the game has begun.
        ui: the state of the screen.
        columns: width of the terminal.
        rows: its height.
    """
    canvas = Canvas(columns, rows)
    area = Area(canvas, 0, 0, columns, rows)
    if is_too_small(columns, rows):
        draw_narrow(area, scene, ui) if scene and ui.page is not Page.WORDS else draw_before(area, table, ui)
    elif scene is None or ui.page is Page.WORDS:
        draw_before(area, table, ui)
    elif ui.page in (Page.TABLE, Page.ROUND):
        _draw_table(area, scene, ui)
    else:
        draw_page(area.part(0, 0, columns, rows - 1), scene, ui)
        draw_footer(area.part(0, rows - 1, columns, 1), page_hints(scene, table, ui), ui)
    return canvas


def _draw_table(area: Area, scene: Scene, ui: ViewState) -> None:
    layout = lay_out(area, scene.state.seats)
    glyphs = GLYPHS[ui.glyphs]
    _draw_header(layout.header, scene, ui)
    if ui.page is Page.ROUND:
        upper = area.part(0, 1, area.columns, layout.board.rows)
        draw_page(upper, scene, ui)
    else:
        _draw_middle(layout, scene, ui)
    layout.rule.fill("rule", glyphs.rule)
    draw_hand(layout.hand, scene, ui, layout.card_size)
    below = layout.prompt.rows
    if prompt_rows(scene, ui, area.columns) > below:
        below += 1  # what is to be done goes before the keys
    else:
        draw_footer(layout.footer, table_hints(scene, ui), ui)
    draw_prompt(area.part(0, area.rows - 1 - layout.prompt.rows, area.columns, below), scene, ui)


def _draw_middle(layout: Layout, scene: Scene, ui: ViewState) -> None:
    layout.bar.fill("rule", GLYPHS[ui.glyphs].bar)
    if layout.second.columns:
        other = next_panel(ui.panel) if ui.panel is Panel.LOG else Panel.LOG
        second = layout.second.part(1, 0, layout.second.columns - 1, layout.second.rows)
        draw_panel(second, scene, replace(ui, scroll=0), other)
    if ui.mode in (Mode.CLAIM, Mode.MUTE):
        draw_claims(layout.side) if ui.mode is Mode.CLAIM else draw_mutes(layout.side, scene, ui)
    else:
        draw_players(layout.players, scene, ui)
        draw_panel(layout.panel, scene, ui, ui.panel)
    draw_board(layout.board, scene, ui)


def _draw_header(area: Area, scene: Scene, ui: ViewState) -> None:
    state = scene.state
    area.fill("header")
    dot = f" {GLYPHS[ui.glyphs].dot} "
    parts = [
        _("Round {round} of {rounds}").format(round=state.round, rounds=state.options.rounds),
        _("pile {cards}").format(cards=state.pile),
    ]
    replay = scene.table.replay
    if replay:
        parts.append(_("moment {position} of {last}").format(position=replay.position, last=replay.last))
    if scene.table.seconds_left is not None:
        parts.append(_("{seconds} s left").format(seconds=round(scene.table.seconds_left)))
    if scene.table.notice and replay:
        parts.append(clean_line(scene.table.notice))
    start = _draw_role(area, scene, ui)
    area.part(0, 0, start - 1, 1).line(0, " " + dot.join(parts), "header")


def _draw_role(area: Area, scene: Scene, ui: ViewState) -> int:
    """Draw the own role at the end of the row and return where it begins."""
    role = scene.view.role
    if scene.watches:
        return area.right(0, _("You are watching") + " ", "header")
    if role is None:
        return area.columns
    if ui.role_hidden:
        return area.right(0, _("Your role is hidden [F2]") + " ", "header")
    style = "header.digger" if role is Role.DIGGER else "header.saboteur"
    return area.right(0, role_sentence(role) + " [F2] ", style)
