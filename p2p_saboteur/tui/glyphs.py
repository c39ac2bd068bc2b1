"""What tunnels, cards and marks are drawn with: box characters, or plain ASCII where these cannot be shown."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping


@unique
class GlyphSet(Enum):
    """The sets that there are."""

    UNICODE = "unicode"
    ASCII = "ascii"


@dataclass(frozen=True, slots=True, kw_only=True)
class Glyphs:
    """One set of characters, each one column wide.

    Attributes:
        across: a tunnel from west to east.
        down: a tunnel from north to south.
        joints: what joins tunnels inside a card, by its openings (N 1, E 2, S 4, W 8).
        caps: where a dead end's tunnel from a side ends: N, E, S, W.
        walls: of wide tunnels: across, down, and the corners that join N+E, E+S, S+W, N+W.
        ghost_across: of a card that could be laid.
        ghost_down: likewise.
        ghost_joints: likewise.
        frame: corners from north-west clockwise, across, down: cards that are no tunnels.
        private: the same for what only oneself knows.
        last: corners around the card that was laid last.
        focus: corners around what is chosen.
        blocked: the middle of a dead end.
        empty: the middle of an empty cell.
        ladder: the middle of the start.
        rock: loose stones.
        turn: stands before whose turn it is.
        rule: a horizontal line.
        bar: a vertical line.
        dot: stands between things in a row.
        more: arrows west, north, east, south: there is more in that direction.
    """

    across: str
    down: str
    joints: str
    caps: str
    walls: str
    ghost_across: str
    ghost_down: str
    ghost_joints: str
    frame: str
    private: str
    last: str
    focus: str
    blocked: str
    empty: str
    ladder: str
    rock: str
    turn: str
    rule: str
    bar: str
    dot: str
    more: str


GLYPHS: Final[Mapping[GlyphSet, Glyphs]] = {
    GlyphSet.UNICODE: Glyphs(
        across="═",
        down="║",
        joints=" ║═╚║║╔╠═╝═╩╗╣╦╬",
        caps="╨╞╥╡",
        walls="═║╚╔╗╝",
        ghost_across="─",
        ghost_down="│",
        ghost_joints=" │─└││┌├─┘─┴┐┤┬┼",
        frame="┌┐┘└─│",
        private="┌┐┘└╌┊",
        last="┌┐┘└",
        focus="┏┓┛┗",
        blocked="x",
        empty="·",
        ladder="H",
        rock="▒",
        turn=">",
        rule="─",
        bar="│",
        dot="·",
        more="<^>v",
    ),
    GlyphSet.ASCII: Glyphs(
        across="=",
        down="|",
        joints=" |=+||++=+=+++++",
        caps="'[.]",
        walls="=|++++",
        ghost_across="-",
        ghost_down=":",
        ghost_joints=" ooooooooooooooo",
        frame="++++-|",
        private="****-:",
        last=",,''",
        focus="[]][",
        blocked="x",
        empty=".",
        ladder="H",
        rock="%",
        turn=">",
        rule="-",
        bar="|",
        dot="-",
        more="<^>v",
    ),
}
