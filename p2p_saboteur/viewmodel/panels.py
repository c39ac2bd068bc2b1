"""What the pages beside the board tell, in lines: who broke what, the goals, the cards left, notes, what was proved."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique
from functools import partial
from typing import TYPE_CHECKING, Final

from p2p_saboteur.clean import clean_line, clip, width
from p2p_saboteur.games.saboteur.cards import Goal, PathCard, side_letters
from p2p_saboteur.games.saboteur.grid import GOAL_CELLS
from p2p_saboteur.games.saboteur.notation import cell_text
from p2p_saboteur.table_view import Link
from p2p_saboteur.text import _, marked
from p2p_saboteur.viewmodel.memory import KindCount, count_kinds
from p2p_saboteur.viewmodel.words import card_label, tool_letter

if TYPE_CHECKING:
    from p2p_saboteur.viewmodel.scene import Scene
    from protocol.game import Seat

_GOALS: Final = (marked("North, {cell}"), marked("Middle, {cell}"), marked("South, {cell}"))


@unique
class Tone(Enum):
    """How a line is meant."""

    PLAIN = "plain"
    DIM = "dim"
    """It explains or leads to others."""
    HEAD = "head"
    PRIVATE = "private"
    """Only the own seat knows it."""
    TALK = "talk"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a page: its text, how it is meant, and by how many columns it stands further in."""

    text: str
    tone: Tone = Tone.PLAIN
    indent: int = 0


def tool_lines(scene: Scene, columns: int) -> list[Line]:
    """Tell who broke (-) and mended (+) whose tools in this round, and who discarded how much."""
    seats = range(scene.state.seats)
    longest = max(width(name) for name in scene.names)
    lines: list[Line] = []
    if longest + 1 + 5 * len(seats) <= columns:
        lines.extend(_matrix(scene, longest))
    else:
        for by in seats:
            told = [f"{_deeds(scene, by, to)} {scene.names[to]}" for to in seats if _deeds(scene, by, to)]
            if told:
                lines.append(Line(f"{scene.names[by]}: {', '.join(told)}"))
    if not scene.memory.deeds:
        lines = [Line(_("Nobody has broken or mended anything in this round."))]
    else:
        lines.append(Line(_("- broke, + mended; who did it stands first."), Tone.DIM))
    thrown = [f"{scene.names[seat]} {count}" for seat, count in enumerate(scene.memory.discards) if count]
    lines += [Line(""), Line(_("Discarded: {list}").format(list=", ".join(thrown) or "-"))]
    return lines


def _deeds(scene: Scene, by: Seat, to: Seat) -> str:
    """Return what one did to another's tools, like ``-C+P``."""
    found = [deed for deed in scene.memory.deeds if deed.by == by and deed.to == to]
    return "".join(f"{'+' if deed.mended else '-'}{tool_letter(deed.tool)}" for deed in found)


def _matrix(scene: Scene, longest: int) -> list[Line]:
    seats = range(scene.state.seats)
    lines = [Line(" " * (longest + 1) + "".join(f"{_padded(scene.names[seat], 4)} " for seat in seats), Tone.DIM)]
    for by in seats:
        cells = "".join(f"{_padded(_deeds(scene, by, to) or '.', 4)} " for to in seats)
        lines.append(Line(f"{_padded(scene.names[by], longest)} {cells}"))
    return lines


def _padded(text: str, columns: int) -> str:
    """Return text cut or filled to so many columns."""
    cut = clip(text, columns)
    return cut + " " * (columns - width(cut))


def goal_lines(scene: Scene, _columns: int) -> list[Line]:
    """Tell what lies under the goals as far as it is known, who looked, and what was claimed."""
    lines: list[Line] = []
    for index, cell in enumerate(GOAL_CELLS):
        name = _(_GOALS[index]).format(cell=cell_text(cell))
        shown, own = scene.state.board.goals[index], scene.view.peeked[index]
        if shown is not None:
            lines.append(Line(f"{name}: {_goal_word(shown)}"))
        elif own is not None:
            told = _("{goal}: {what} (only you know)")
            lines.append(Line(told.format(goal=name, what=_goal_word(own)), Tone.PRIVATE))
        else:
            lines.append(Line(f"{name}: ?"))
        looked = [scene.names[look.by] for look in scene.memory.looks if look.goal == index]
        if looked:
            lines.append(Line(_("looked: {names}").format(names=", ".join(looked)), Tone.DIM, indent=2))
    if scene.memory.claims:
        lines.append(Line(_("Claims, true or not:"), Tone.DIM))
        lines += [Line(f"{scene.names[seat]}: {text}", Tone.TALK) for seat, text in scene.memory.claims]
    return lines


def _goal_word(goal: Goal) -> str:
    return _("treasure") if goal is Goal.TREASURE else _("stone")


def card_lines(scene: Scene, columns: int) -> list[Line]:
    """Tell how many cards of each kind may still come: in the pile, in other hands, or discarded unseen."""
    counts = count_kinds(scene.view)
    paths = [_count(count) for count in counts if isinstance(count.card, PathCard)]
    others = [_count(count) for count in counts if not isinstance(count.card, PathCard)]
    lines = [Line(_("Cards that may still come, of all:"), Tone.DIM)]
    lines += [Line(row) for row in in_columns(paths, columns)]
    lines += [Line(row) for row in in_columns(others, columns)]
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


def note_lines(scene: Scene, _columns: int) -> list[Line]:
    """Return the private notes, the last one first, each after the turn in which it was written."""
    return [Line(clean_line(note)) for note in reversed(scene.table.notes)]


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


def trust_lines(scene: Scene, _columns: int) -> list[Line]:
    """Tell what was proved so far."""
    proofs, words = scene.table.proofs, scene.table.words
    lines = []
    if words:
        lines.append(Line(_("Words: {words}").format(words=" ".join(words)), Tone.HEAD))
        lines.append(Line(_("Everyone at the table must have the same; compare them by voice."), Tone.DIM))
    if not proofs.entries:
        return [*lines, Line(_("At this table nothing is proved: it runs on this computer alone."))]
    if proofs.shufflers:
        told = _("Shuffles verified: {done} of {all}")
        lines.append(Line(told.format(done=proofs.shuffles, all=proofs.shufflers)))
    lines.append(Line(_("Cards dealt with proof: {cards}").format(cards=proofs.cards)))
    lines.append(Line(_("Signed messages checked: {entries}").format(entries=proofs.entries)))
    if proofs.heads_equal is not None:
        same = _("All have the same log.") if proofs.heads_equal else _("Not all have the same log yet.")
        lines.append(Line(same))
    lines += [Line(told) for told in map(partial(_link_line, scene), range(scene.state.seats)) if told]
    if proofs.log:
        lines.append(Line(_("The log is {path}").format(path=clean_line(proofs.log)), Tone.DIM))
    lines += [
        Line(_("{name} is proved to have cheated.").format(name=scene.names[fault.culprit]), Tone.BAD)
        for fault in scene.table.faults
    ]
    return lines
