"""The players: whose turn it is, what is broken before them, what they hold, and how they can be reached."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2p_saboteur.clean import clip, width
from p2p_saboteur.games.saboteur.cards import TOOLS
from p2p_saboteur.table_view import Link
from p2p_saboteur.text import pgettext
from p2p_saboteur.tui.aim import aim_of
from p2p_saboteur.tui.glyphs import GLYPHS, Glyphs
from p2p_saboteur.tui.state import HitSeat, ViewState
from p2p_saboteur.viewmodel.words import tool_letter

if TYPE_CHECKING:
    from p2p_saboteur.tui.canvas import Area
    from p2p_saboteur.viewmodel.scene import Scene
    from protocol.game import Seat

_STATUS = 6


def draw_players(area: Area, scene: Scene, ui: ViewState) -> None:
    """Draw a row for each player, in the order of seats."""
    aim = aim_of(scene, ui)
    targets = {move.seat for move in aim.targets} if aim else set()
    target = aim.target.seat if aim and aim.target and not aim.focus else None
    for seat in range(min(scene.state.seats, area.rows)):
        row = area.part(0, seat, area.columns, 1)
        style = _style(scene, seat)
        if seat == target:
            style = "focus"
        elif seat in targets:
            style = "target"
        row.fill(style)
        glyphs = GLYPHS[ui.glyphs]
        row.put(0, 0, "*" if seat == target else glyphs.turn if seat == scene.active else "", style)
        _draw_player(row, scene, seat, glyphs, style)
        row.zone(HitSeat(seat))
        if seat == target:
            row.cursor(0, 0)


def _style(scene: Scene, seat: Seat) -> str:
    if seat in scene.state.lost:
        return "player.lost"
    if seat == scene.active:
        return "player.turn"
    return "player.own" if seat == scene.own else "player"


def _draw_player(row: Area, scene: Scene, seat: Seat, glyphs: Glyphs, style: str) -> None:
    """Draw a row: name, tools, cards in hand, nugget cards, and what is to be known of the person."""
    state = scene.state
    told = pgettext("cards and nuggets, at most 6 columns", "{cards}c {nuggets}n")
    counts = told.format(cards=state.hands[seat], nuggets=state.gold.counts[seat])
    status = clip(_status(scene, seat), _STATUS)
    end = row.columns - _STATUS - 1
    room = end - 13  # with a blank before the tools
    row.put(2, 0, clip(scene.names[seat], room), style)
    if seat not in state.lost:
        row.put(end - 10, 0, _tools(state.tools[seat], glyphs), "tool.broken" if state.tools[seat] else style)
        row.put(end - 6, 0, counts, style)
    row.put(row.columns - width(status), 0, status, style)


def _tools(mask: int, glyphs: Glyphs) -> str:
    """Return the letters of the broken tools, each in its place."""
    return "".join(tool_letter(tool) if mask & tool.bit else glyphs.dot for tool in TOOLS)


def _status(scene: Scene, seat: Seat) -> str:  # noqa: PLR0911 - one return a case
    """Return in a word what is to be known of the person behind a seat."""
    presence = scene.presence(seat)
    if seat in scene.state.lost:
        return pgettext("status of a player, at most 6 columns", "gone")
    if seat == scene.own:
        return pgettext("status of a player, at most 6 columns", "you")
    if presence.link is Link.DOWN:
        return pgettext("status of a player, at most 6 columns", "cut")
    if presence.away:
        return pgettext("status of a player, at most 6 columns", "away")
    if presence.link is Link.RELAYED:
        return pgettext("status of a player, at most 6 columns", "relay")
    if presence.bot:
        return pgettext("status of a player, at most 6 columns", "bot")
    if presence.round_trip is not None:
        return f"{min(9999, round(presence.round_trip * 1000))}ms"
    return ""
