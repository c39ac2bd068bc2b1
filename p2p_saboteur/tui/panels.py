"""The side of the table: the log, who broke what, the goals, the cards that are left, notes, and what was proved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from p2p_saboteur.clean import width
from p2p_saboteur.text import _, marked
from p2p_saboteur.tui.canvas import FIXED, Run, wrap
from p2p_saboteur.tui.glyphs import GLYPHS
from p2p_saboteur.tui.state import HitKey, HitPanel, Panel, ViewState
from p2p_saboteur.viewmodel.claims import CLAIMS
from p2p_saboteur.viewmodel.memory import Topic
from p2p_saboteur.viewmodel.panels import Line, Tone, card_lines, goal_lines, note_lines, tool_lines, trust_lines

if TYPE_CHECKING:
    from p2p_saboteur.tui.canvas import Area
    from p2p_saboteur.viewmodel.memory import LogLine
    from p2p_saboteur.viewmodel.scene import Scene
    from protocol.game import Seat

NAMES: Final = {
    Panel.LOG: marked("Log"),
    Panel.TOOLS: marked("Tools"),
    Panel.GOALS: marked("Goals"),
    Panel.CARDS: marked("Cards"),
    Panel.NOTES: marked("Notes"),
    Panel.TRUST: marked("Trust"),
}
TOPICS: Final = {
    None: marked("everything"),
    Topic.PATH: marked("paths"),
    Topic.TOOL: marked("tools"),
    Topic.GOAL: marked("goals"),
    Topic.DISCARD: marked("discards"),
    Topic.TALK: marked("talk"),
    Topic.ROUND: marked("rounds"),
}


def _note_lines(scene: Scene, columns: int) -> list[Line]:
    return [Line(_("n writes a note; nobody else sees it."), Tone.DIM), *note_lines(scene, columns)]


PANEL_LINES: Final = {
    Panel.TOOLS: tool_lines,
    Panel.GOALS: goal_lines,
    Panel.CARDS: card_lines,
    Panel.NOTES: _note_lines,
    Panel.TRUST: trust_lines,
}
"""What makes the lines of each panel but the log."""
_STYLES: Final = {
    Tone.PLAIN: "panel",
    Tone.DIM: "panel.dim",
    Tone.HEAD: "panel.title",
    Tone.PRIVATE: "log.private",
    Tone.TALK: "log.talk",
    Tone.BAD: "prompt.bad",
}


def next_panel(panel: Panel, step: int = 1) -> Panel:
    """Return the panel that follows, or comes before."""
    panels = list(Panel)
    return panels[(panels.index(panel) + step) % len(panels)]


def panel_name(ui: ViewState, panel: Panel) -> str:
    """Return the name of a panel, the log's with what it is filtered by."""
    name = _(NAMES[panel])
    return f"{name}: {_(TOPICS[ui.topic])}" if panel is Panel.LOG and ui.topic else name


def draw_panel(area: Area, scene: Scene, ui: ViewState, panel: Panel) -> None:
    """Draw a panel with its name."""
    title = area.part(0, 0, area.columns, 1)
    rule = GLYPHS[ui.glyphs].rule
    title.fill("rule", rule)
    name = panel_name(ui, panel)
    title.put(1, 0, f" {name} ", "panel.title")
    following = next_panel(panel)
    hint = f" Tab: {_(NAMES[following])} "
    if width(name) + width(hint) + 5 <= title.columns:
        title.put(title.columns - width(hint) - 1, 0, hint, "rule")
    title.zone(HitPanel(following))
    body = area.part(0, 1, area.columns, area.rows - 1)
    indent = 0 if panel is Panel.LOG else 1
    draw_panel_body(body.part(indent, 0, body.columns - indent, body.rows), scene, ui, panel)


def draw_panel_body(area: Area, scene: Scene, ui: ViewState, panel: Panel) -> None:
    """Draw what stands below a panel's name."""
    if panel is Panel.LOG:
        draw_log(area, scene, ui)
        return
    lines = [(FIXED * line.indent + line.text, _STYLES[line.tone]) for line in PANEL_LINES[panel](scene, area.columns)]
    draw_runs(area, lines, ui.scroll)


def draw_claims(area: Area) -> None:
    """Draw what can be claimed with one key."""
    area.line(0, f" {_('What do you say?')}", "panel.title")
    for key, text in enumerate(CLAIMS.values(), start=1):
        area.line(key, f" {key} {_(text)}", "panel")
        area.zone(HitKey(str(key)), y=key)


def draw_mutes(area: Area, scene: Scene, ui: ViewState) -> None:
    """Draw whom one can mute with one key, or hear again."""
    area.line(0, f" {_('Mute or hear again:')}", "panel.title")
    for place, text in enumerate(mute_lines(scene, ui), start=1):
        area.line(place, f" {text}", "panel")
        area.zone(HitKey(str(place % 10)), y=place)


def mute_lines(scene: Scene, ui: ViewState) -> list[str]:
    """Return the other players, each with the key that mutes him, and whether he is muted."""
    others = [seat for seat in range(len(scene.names)) if seat != scene.own]
    told = [_("{name}: muted") if seat in ui.muted else "{name}" for seat in others]
    return [f"{place % 10} {told[place - 1].format(name=scene.names[seat])}" for place, seat in enumerate(others, 1)]


def draw_runs(area: Area, lines: list[tuple[str, str]], scroll: int) -> None:
    """Draw lines of text and style, wrapped and scrolled by so many rows, or as far as there are any."""
    rows = [(part, style) for text, style in lines for part in hanging(text, area.columns)]
    most = max(0, len(rows) - area.rows)
    start = area.canvas.scroll = min(scroll, most)
    for y, (text, style) in enumerate(rows[start : start + area.rows]):
        area.put(0, y, text, style)
    if start < most:
        area.put(area.columns - 1, area.rows - 1, "v", "coord.more")


def hanging(text: str, columns: int) -> list[str]:
    """Return text as lines; what follows fixed blanks stays in a column of its own."""
    head, gap, tail = text.rpartition(FIXED)
    indent = width(head + gap)
    if not gap or indent * 2 > columns:
        return wrap(text.replace(FIXED, " ") if gap else text, columns)
    return [(head + gap if not row else FIXED * indent) + part for row, part in enumerate(wrap(tail, columns - indent))]


def draw_log(area: Area, scene: Scene, ui: ViewState) -> None:
    """Draw the end of the log, or what comes so many rows before it."""
    rows: list[tuple[Run, Run]] = []
    wanted = area.rows + ui.scroll
    for line in reversed(scene.memory.log):
        if len(rows) >= wanted:
            break
        if is_shown(line, ui):
            rows[:0] = _log_rows(line, scene.own, area.columns)
    if not rows:
        area.put(4, 0, _("Nothing yet."), "panel.dim")
    area.canvas.scroll = min(ui.scroll, max(0, len(rows) - area.rows))
    end = len(rows) - area.canvas.scroll
    for y, ((turn_style, turn), (style, text)) in enumerate(rows[max(0, end - area.rows) : end]):
        area.put(0, y, turn, turn_style)
        area.put(len(turn), y, text, style)


def is_shown(line: LogLine, ui: ViewState) -> bool:
    """Return whether a line passes the log's filter, and its speaker is not muted."""
    return (ui.topic is None or line.topic is ui.topic) and not (line.topic is Topic.TALK and line.seat in ui.muted)


def _log_rows(line: LogLine, own: Seat, columns: int) -> list[tuple[Run, Run]]:
    style = {Topic.TALK: "log.talk", Topic.ROUND: "log.round"}.get(line.topic, "log")
    if line.private:
        style = "log.private"
    elif line.seat == own and line.topic is not Topic.TALK:
        style = "log.own"
    parts = wrap(line.text, columns - 4)
    turns = [f"{line.turn:>3} " if line.turn else "    ", *["    "] * (len(parts) - 1)]
    return [(("log.turn", turn), (style, part)) for turn, part in zip(turns, parts, strict=True)]
