"""The side of the table: the log, who broke what, the goals, the cards that are left, notes, and what was proved."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from p2p_saboteur.clean import clean_line, clip, width
from p2p_saboteur.games.saboteur.cards import Goal, PathCard, side_letters
from p2p_saboteur.games.saboteur.grid import GOAL_CELLS
from p2p_saboteur.games.saboteur.notation import cell_text
from p2p_saboteur.table_view import Link
from p2p_saboteur.text import _, marked
from p2p_saboteur.tui.canvas import FIXED, Run, wrap
from p2p_saboteur.tui.glyphs import GLYPHS
from p2p_saboteur.tui.state import HitKey, HitPanel, Panel, ViewState
from p2p_saboteur.tui.tiles import tool_letter
from p2p_saboteur.tui.words import card_label
from p2p_saboteur.viewmodel.claims import CLAIMS
from p2p_saboteur.viewmodel.memory import KindCount, Topic, count_kinds

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
_GOALS: Final = (marked("North, {cell}"), marked("Middle, {cell}"), marked("South, {cell}"))


def next_panel(panel: Panel, step: int = 1) -> Panel:
    """Return the panel that follows, or comes before."""
    panels = list(Panel)
    return panels[(panels.index(panel) + step) % len(panels)]


def draw_panel(area: Area, scene: Scene, ui: ViewState, panel: Panel) -> None:
    """Draw a panel with its name."""
    title = area.part(0, 0, area.columns, 1)
    rule = GLYPHS[ui.glyphs].rule
    title.fill("rule", rule)
    name = _(NAMES[panel])
    if panel is Panel.LOG and ui.topic:
        name = f"{name}: {_(TOPICS[ui.topic])}"
    title.put(1, 0, f" {name} ", "panel.title")
    following = next_panel(panel)
    hint = f" Tab: {_(NAMES[following])} "
    if width(name) + width(hint) + 5 <= title.columns:
        title.put(title.columns - width(hint) - 1, 0, hint, "rule")
    title.zone(HitPanel(following))
    body = area.part(0, 1, area.columns, area.rows - 1)
    if panel is Panel.LOG:
        draw_log(body, scene, ui)
    else:
        body = body.part(1, 0, body.columns - 1, body.rows)
        draw_runs(body, panel_lines(scene, panel, body.columns), ui.scroll)


def draw_claims(area: Area) -> None:
    """Draw what can be claimed with one key."""
    area.line(0, f" {_('What do you say?')}", "panel.title")
    for key, text in enumerate(CLAIMS.values(), start=1):
        area.line(key, f" {key} {_(text)}", "panel")
        area.zone(HitKey(str(key)), y=key)


def draw_runs(area: Area, lines: list[tuple[str, str]], scroll: int) -> int:
    """Draw lines of text and style, wrapped and scrolled by so many rows; return how far it could be scrolled."""
    rows = [(part, style) for text, style in lines for part in hanging(text, area.columns)]
    most = max(0, len(rows) - area.rows)
    start = min(scroll, most)
    for y, (text, style) in enumerate(rows[start : start + area.rows]):
        area.put(0, y, text, style)
    if start < most:
        area.put(area.columns - 1, area.rows - 1, "v", "coord.more")
    return most


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
    end = max(len(rows) - ui.scroll, min(area.rows, len(rows)))
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


def panel_lines(scene: Scene, panel: Panel, columns: int) -> list[tuple[str, str]]:
    """Return the lines of a panel other than the log, each with its style."""
    match panel:
        case Panel.TOOLS:
            return _tool_lines(scene, columns)
        case Panel.GOALS:
            return _goal_lines(scene)
        case Panel.CARDS:
            return _card_lines(scene, columns)
        case Panel.NOTES:
            return _note_lines(scene)
    return _trust_lines(scene)


def _tool_lines(scene: Scene, columns: int) -> list[tuple[str, str]]:
    """Tell who broke (-) and mended (+) whose tools in this round, and who discarded how much."""
    seats = range(scene.state.seats)
    longest = max(width(name) for name in scene.names)
    lines: list[tuple[str, str]] = []
    if longest + 1 + 5 * len(seats) <= columns:
        lines.extend(_matrix(scene, longest))
    else:
        for by in seats:
            told = [f"{_deeds(scene, by, to)} {scene.names[to]}" for to in seats if _deeds(scene, by, to)]
            if told:
                lines.append((f"{scene.names[by]}: {', '.join(told)}", "panel"))
    if not scene.memory.deeds:
        lines = [(_("Nobody has broken or mended anything in this round."), "panel")]
    else:
        lines.append((_("- broke, + mended; who did it stands first."), "panel.dim"))
    thrown = [f"{scene.names[seat]} {count}" for seat, count in enumerate(scene.memory.discards) if count]
    lines += [("", "panel"), (_("Discarded: {list}").format(list=", ".join(thrown) or "-"), "panel")]
    return lines


def _deeds(scene: Scene, by: Seat, to: Seat) -> str:
    """Return what one did to another's tools, like ``-C+P``."""
    found = [deed for deed in scene.memory.deeds if deed.by == by and deed.to == to]
    return "".join(f"{'+' if deed.mended else '-'}{tool_letter(deed.tool)}" for deed in found)


def _matrix(scene: Scene, longest: int) -> list[tuple[str, str]]:
    seats = range(scene.state.seats)
    lines = [(" " * (longest + 1) + "".join(f"{_padded(scene.names[seat], 4)} " for seat in seats), "panel.dim")]
    for by in seats:
        cells = "".join(f"{_padded(_deeds(scene, by, to) or '.', 4)} " for to in seats)
        lines.append((f"{_padded(scene.names[by], longest)} {cells}", "panel"))
    return lines


def _padded(text: str, columns: int) -> str:
    """Return text cut or filled to so many columns."""
    cut = clip(text, columns)
    return cut + " " * (columns - width(cut))


def _goal_lines(scene: Scene) -> list[tuple[str, str]]:
    """Tell what lies under the goals as far as it is known, who looked, and what was claimed."""
    lines: list[tuple[str, str]] = []
    for index, cell in enumerate(GOAL_CELLS):
        name = _(_GOALS[index]).format(cell=cell_text(cell))
        shown, own = scene.state.board.goals[index], scene.view.peeked[index]
        if shown is not None:
            lines.append((f"{name}: {_goal_word(shown)}", "panel"))
        elif own is not None:
            told = _("{goal}: {what} (only you know)")
            lines.append((told.format(goal=name, what=_goal_word(own)), "log.private"))
        else:
            lines.append((f"{name}: ?", "panel"))
        looked = [scene.names[look.by] for look in scene.memory.looks if look.goal == index]
        if looked:
            lines.append((FIXED * 2 + _("looked: {names}").format(names=", ".join(looked)), "panel.dim"))
    if scene.memory.claims:
        lines.append((_("Claims, true or not:"), "panel.dim"))
        lines += [(f"{scene.names[seat]}: {text}", "log.talk") for seat, text in scene.memory.claims]
    return lines


def _goal_word(goal: Goal) -> str:
    return _("treasure") if goal is Goal.TREASURE else _("stone")


def _card_lines(scene: Scene, columns: int) -> list[tuple[str, str]]:
    """Tell how many cards of each kind may still come: in the pile, in other hands, or discarded unseen."""
    counts = count_kinds(scene.view)
    paths = [_count(count) for count in counts if isinstance(count.card, PathCard)]
    others = [_count(count) for count in counts if not isinstance(count.card, PathCard)]
    lines = [(_("Cards that may still come, of all:"), "panel.dim")]
    lines += [(row, "panel") for row in in_columns(paths, columns)]
    lines += [(row, "panel") for row in in_columns(others, columns)]
    return lines


def _count(count: KindCount) -> str:
    card = count.card
    name = card_label(card)
    if isinstance(card, PathCard):
        name = f"{'' if card.passable else 'x'}{side_letters(card.openings)}"
    return f"{name} {count.left}/{count.copies}"


def in_columns(items: list[str], columns: int) -> list[str]:
    """Return short texts in as many equal columns as fit, row by row."""
    each = max(width(item) for item in items) + 2
    across = max(1, columns // each)
    rows = [items[start : start + across] for start in range(0, len(items), across)]
    return ["".join(item + " " * (each - width(item)) for item in row).rstrip() for row in rows]


def _note_lines(scene: Scene) -> list[tuple[str, str]]:
    """Return the private notes, the last one first, each after the turn in which it was written."""
    lines = [(clean_line(note), "panel") for note in reversed(scene.table.notes)]
    return [(_("n writes a note; nobody else sees it."), "panel.dim"), *lines]


def _link_line(scene: Scene, seat: Seat) -> str:
    """Return how a player is reached; nothing for the own seat and those who have left."""
    presence, name = scene.presence(seat), scene.names[seat]
    if presence.link is Link.NONE or seat in scene.state.lost:
        return ""
    if presence.link is Link.RELAYED:
        return _("{name}: only through others").format(name=name)
    if presence.link is Link.DOWN:
        return _("{name}: no link").format(name=name)
    if presence.round_trip is None:
        return _("{name}: linked").format(name=name)
    return _("{name}: linked, {trip} ms").format(name=name, trip=round(presence.round_trip * 1000))


def _trust_lines(scene: Scene) -> list[tuple[str, str]]:
    """Tell what was proved so far."""
    proofs, words = scene.table.proofs, scene.table.words
    lines = []
    if words:
        lines.append((_("Words: {words}").format(words=" ".join(words)), "panel.title"))
        lines.append((_("Everyone at the table must have the same; compare them by voice."), "panel.dim"))
    if not proofs.entries:
        return [*lines, (_("At this table nothing is proved: it runs on this computer alone."), "panel")]
    if proofs.shufflers:
        told = _("Shuffles verified: {done} of {all}")
        lines.append((told.format(done=proofs.shuffles, all=proofs.shufflers), "panel"))
    lines.append((_("Cards dealt with proof: {cards}").format(cards=proofs.cards), "panel"))
    lines.append((_("Signed messages checked: {entries}").format(entries=proofs.entries), "panel"))
    if proofs.heads_equal is not None:
        same = _("All have the same log.") if proofs.heads_equal else _("Not all have the same log yet.")
        lines.append((same, "panel"))
    lines += [(told, "panel") for told in map(partial(_link_line, scene), range(scene.state.seats)) if told]
    if proofs.log:
        lines.append((_("The log is {path}").format(path=clean_line(proofs.log)), "panel.dim"))
    lines += [
        (_("{name} is proved to have cheated.").format(name=scene.names[fault.culprit]), "prompt.bad")
        for fault in scene.table.faults
    ]
    return lines
