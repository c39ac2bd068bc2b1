"""Placement, reach and reveals once more: slow, obviously right, and written from docs/RULES.md alone.

Nothing here imports the engine. A board is a dictionary; every question is answered by looking at all cards again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]

STEP = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
ACROSS = {"N": "S", "E": "W", "S": "N", "W": "E"}
STONES = {"A": ("NE", "SW"), "B": ("NW", "SE")}
GOAL_CELLS = ((8, 2), (8, 0), (8, -2))


@dataclass(frozen=True)
class SlowCard:
    """A face-up card: openings as it lies, whether one can walk through, and whether a rockfall may take it."""

    openings: frozenset[str]
    passable: bool
    removable: bool


@dataclass
class SlowBoard:
    """The start, the laid cards and the goals, with the two options that concern placement.

    Attributes:
        hidden: the goals that lie face down, each "G", "A" or "B".
        placement: "connected" or "adjacent" (D1).
        bounds: "none" or "5x9" (D8).
    """

    hidden: dict[Cell, str]
    placement: str = "connected"
    bounds: str = "none"
    up: dict[Cell, SlowCard] = field(
        default_factory=lambda: {(0, 0): SlowCard(frozenset("NESW"), passable=True, removable=False)}
    )

    def copy(self) -> SlowBoard:
        """Return a board that changes apart from this one."""
        return SlowBoard(dict(self.hidden), self.placement, self.bounds, dict(self.up))

    def joined(self) -> set[Cell]:
        """Return all cells that a walk from the start through passable cards comes to (R10, R11)."""
        found = [(0, 0)]
        for cell in found:
            for side in "NESW":
                other = self.meets(cell, self.up[cell].openings, side)
                if other is not None and self.up[other].passable and other not in found:
                    found.append(other)
        return set(found)

    def meets(self, cell: Cell, openings: frozenset[str], side: str) -> Cell | None:
        """Return the neighbour's cell on this side if both have an opening there, else None."""
        other = neighbour(cell, side)
        if side in openings and other in self.up and ACROSS[side] in self.up[other].openings:
            return other
        return None

    def why_not(self, cell: Cell, openings: frozenset[str]) -> str:
        """Return why a card with these openings may not be laid here, or "" (R9, R10, D1, D8)."""
        if cell in self.up or cell in self.hidden:
            return "occupied"
        if self.bounds == "5x9" and not (0 <= cell[0] <= 8 and -2 <= cell[1] <= 2):
            return "out of bounds"
        beside = [side for side in "NESW" if neighbour(cell, side) in self.up]
        for side in beside:
            if (side in openings) != (ACROSS[side] in self.up[neighbour(cell, side)].openings):
                return f"mismatch {side}"
        if self.placement == "adjacent":
            return "" if beside else "not connected"
        joined = self.joined()
        return "" if any(self.meets(cell, openings, side) in joined for side in "NESW") else "not connected"

    def lay(self, cell: Cell, openings: frozenset[str], *, passable: bool) -> list[tuple[Cell, str, frozenset[str]]]:
        """Lay a card that may be laid and return the goals that are turned up as (cell, kind, openings as it lies)."""
        self.up[cell] = SlowCard(openings, passable, removable=True)
        if self.placement == "adjacent":
            return self._flood()
        shown = []
        for side in "NESW":
            goal = neighbour(cell, side)
            if passable and side in openings and goal in self.hidden:
                shown.append(self._turn_up(goal, ACROSS[side]))
        return shown

    def _flood(self) -> list[tuple[Cell, str, frozenset[str]]]:
        """Turn up what a flood from the start reaches, wave after wave, until the treasure shows or nothing is new."""
        shown: list[tuple[Cell, str, frozenset[str]]] = []
        while all(kind != "G" for _, kind, _ in shown):
            joined = self.joined()
            wave = []
            for goal in self.hidden:
                towards = [
                    side
                    for side in "NESW"
                    if neighbour(goal, side) in joined and ACROSS[side] in self.up[neighbour(goal, side)].openings
                ]
                if towards:
                    wave.append((goal, towards[0]))
            if not wave:
                break
            shown += [self._turn_up(goal, towards) for goal, towards in wave]
        return shown

    def _turn_up(self, goal: Cell, towards: str) -> tuple[Cell, str, frozenset[str]]:
        """Turn up one goal so that it is open to this side (R17)."""
        kind = self.hidden.pop(goal)
        openings = "NESW" if kind == "G" else next(way for way in STONES[kind] if towards in way)
        self.up[goal] = SlowCard(frozenset(openings), passable=True, removable=False)
        return goal, kind, frozenset(openings)

    def why_not_remove(self, cell: Cell) -> str:
        """Return why a rockfall may not strike here, or "" (R14)."""
        return "" if cell in self.up and self.up[cell].removable else "not a removable card"

    def remove(self, cell: Cell) -> None:
        """Take a laid card away."""
        del self.up[cell]


def neighbour(cell: Cell, side: str) -> Cell:
    """Return the cell on this side."""
    return cell[0] + STEP[side][0], cell[1] + STEP[side][1]
