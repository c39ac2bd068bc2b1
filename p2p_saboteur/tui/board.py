"""The maze as it is drawn: joined tunnels, goals, coordinates, the last card, and where a chosen card could lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2p_saboteur.clean import width
from p2p_saboteur.games.saboteur.cards import EAST, NORTH, PASSABLE, SOUTH, WEST, Goal
from p2p_saboteur.games.saboteur.grid import GOAL_CELLS, START, Board, Cell
from p2p_saboteur.text import pgettext
from p2p_saboteur.tui.aim import Aim, aim_of
from p2p_saboteur.tui.glyphs import GLYPHS, Glyphs
from p2p_saboteur.tui.state import HitCell, ViewState
from p2p_saboteur.tui.tiles import CellSize, Tile, framed_tile, path_tile
from p2p_saboteur.tui.viewport import LABELS, Viewport, maze_box, viewport

if TYPE_CHECKING:
    from p2p_saboteur.games.saboteur.cards import Face
    from p2p_saboteur.tui.canvas import Area
    from p2p_saboteur.viewmodel.scene import Scene
    from protocol.game import Seat


def goal_letter(goal: Goal) -> str:
    """Return the letter of a goal that is known, one column wide."""
    if goal is Goal.TREASURE:
        return pgettext("one letter for the treasure", "G")
    return pgettext("one letter for a goal that is stone", "S")


def board_port(columns: int, rows: int, scene: Scene, ui: ViewState) -> Viewport:
    """Return which part of the maze is shown in so many columns and rows."""
    last = scene.memory.last
    return viewport(
        columns,
        rows,
        maze=maze_box(scene.state.board),
        focus=_focus(aim_of(scene, ui)),
        anchor=last[0] if last else START,
        look=ui.look,
        size=ui.size,
    )


def _focus(aim: Aim | None) -> Cell | None:
    return aim.focus if aim else None


def draw_board(area: Area, scene: Scene, ui: ViewState) -> None:
    """Draw the part of the maze that is shown, with its coordinates."""
    port = board_port(area.columns, area.rows, scene, ui)
    size, box = port.size, port.box
    area.canvas.look = port.look
    left = LABELS + max(0, area.columns - LABELS - box.columns * size.columns) // 2
    top = max(0, area.rows - 1 - box.rows * size.rows) // 2
    artist = Artist(scene, ui, size)
    for y in range(box.north, box.south - 1, -1):
        row = top + (box.north - y) * size.rows
        area.put(left - LABELS, row + (size.rows - 1) // 2, f"{y:>2}", artist.label(y == artist.focus_row))
        for x in range(box.west, box.east + 1):
            column = left + (x - box.west) * size.columns
            artist.draw(area.part(column, row, size.columns, size.rows), Cell(x, y))
    below = top + box.rows * size.rows
    for x in range(box.west, box.east + 1):
        label = f"{x:^{size.columns}}" if size is not CellSize.TINY else f"{x:>2} "
        area.put(left + (x - box.west) * size.columns, below, label, artist.label(x == artist.focus_column))
    _draw_arrows(area.part(left - LABELS, top, LABELS + box.columns * size.columns, below - top + 1), artist, port)


def _draw_arrows(area: Area, artist: Artist, port: Viewport) -> None:
    """Show in the corners where there is more: cards, goals, or places for the chosen card."""
    box, more = port.box, artist.glyphs.more
    cells = (*artist.board.faces, *GOAL_CELLS, *(artist.aim.cells if artist.aim else ()))
    bottom = area.rows - 1
    if any(cell.x < box.west for cell in cells):
        area.put(0, bottom, more[0], "coord.more")
    if any(cell.x > box.east for cell in cells):
        area.put(area.columns - 1, bottom, more[2], "coord.more")
    if any(cell.y > box.north for cell in cells):
        area.put(0, 0, more[1], "coord.more")
    if any(cell.y < box.south for cell in cells):
        area.put(0, bottom - 1, more[3], "coord.more")


class Artist:
    """Draws one cell after the other."""

    def __init__(self, scene: Scene, ui: ViewState, size: CellSize) -> None:
        self.scene, self.ui, self.size = scene, ui, size
        self.aim = aim_of(scene, ui)
        self.focus = _focus(self.aim)
        self.board: Board = scene.state.board
        self.glyphs: Glyphs = GLYPHS[ui.glyphs]
        self.last = scene.memory.last

    @property
    def focus_row(self) -> int | None:
        """The row of what is chosen."""
        return self.focus.y if self.focus else None

    @property
    def focus_column(self) -> int | None:
        """The column of what is chosen."""
        return self.focus.x if self.focus else None

    def label(self, focused: object) -> str:
        """Return the style of a coordinate."""
        return "coord.focus" if focused else "coord"

    def draw(self, area: Area, cell: Cell) -> None:
        """Draw a cell."""
        tile, style = self._tile(cell)
        if cell == self.focus:
            style = "focus" if self.aim and self.aim.legal else "focus.bad"
        elif self.last and cell == self.last[0]:
            style += " last"
        for y, row in enumerate(tile):
            area.put(0, y, row, style)
        if cell == self.focus:
            self._corners(area, self.glyphs.focus, style)
            area.cursor(area.columns // 2, (area.rows - 1) // 2)
        elif self.last and cell == self.last[0] and self.size is not CellSize.TINY:
            self._corners(area, self._initial(self.last[1]) + self.glyphs.last[1:], style)
        area.zone(HitCell(cell), rows=area.rows)

    def _initial(self, seat: Seat) -> str:
        """Return the first letter of a name, or the seat's number where that takes two columns."""
        initial = self.scene.names[seat][0]
        return initial if width(initial) == 1 else str((seat + 1) % 10)

    def _corners(self, area: Area, corners: str, style: str) -> None:
        """Mark a cell at its corners; the smallest cells have none and are marked at both sides."""
        if self.size is CellSize.TINY:
            area.put(0, 0, "[", style)
            area.put(area.columns - 1, 0, "]", style)
            return
        right, bottom = area.columns - 1, area.rows - 1
        for (x, y), corner in zip(((0, 0), (right, 0), (right, bottom), (0, bottom)), corners, strict=True):
            area.put(x, y, corner, style)

    def _tile(self, cell: Cell) -> tuple[Tile, str]:
        """Return the picture of a cell and its style."""
        if cell in self.board.faces:
            return self._laid(cell, self.board.faces[cell])
        if self.board.is_hidden_goal(cell):
            return self._hidden(cell)
        face = self._ghost(cell)
        if face is not None:
            return self._path(cell, face, ghost=True), "ghost"
        return self._empty(cell), "empty"

    def _ghost(self, cell: Cell) -> Face | None:
        """Return how the chosen card would lie in a free cell; where it has the focus, just as it is held."""
        aim = self.aim
        if aim is None or aim.face is None:
            return None
        return aim.face if cell == aim.focus else aim.ghost(cell)

    def _laid(self, cell: Cell, face: Face) -> tuple[Tile, str]:
        middle, style = "", "path" if face & PASSABLE else "dead"
        if cell == START:
            middle, style = self.glyphs.ladder, "start"
        elif cell in GOAL_CELLS:
            goal = self.board.goals[GOAL_CELLS.index(cell)]
            if goal is not None:
                middle, style = goal_letter(goal), "treasure" if goal is Goal.TREASURE else "stone"
        elif face & PASSABLE and cell not in self.board.reached:
            style = "path.cut"
        return self._path(cell, face, middle=middle), style

    def _hidden(self, cell: Cell) -> tuple[Tile, str]:
        goal = self.scene.view.peeked[GOAL_CELLS.index(cell)]
        if goal is None:
            tile, style = framed_tile("?", self.size, self.ui.glyphs), "goal"
        else:
            tile, style = framed_tile(goal_letter(goal), self.size, self.ui.glyphs, private=True), "goal.private"
        if self.size is CellSize.TINY:
            return (tile[0], f" {self._joint(cell, 0)} "), style
        return tile, style

    def _path(self, cell: Cell, face: Face, *, ghost: bool = False, middle: str = "") -> Tile:
        if self.size is not CellSize.TINY:
            return path_tile(face, self.size, self.ui.glyphs, ghost=ghost, middle=middle)
        glyphs = self.glyphs
        across, joints = (glyphs.ghost_across, glyphs.ghost_joints) if ghost else (glyphs.across, glyphs.joints)
        dead = not face & PASSABLE
        west, east = (glyphs.caps[3], glyphs.caps[1]) if dead else (across, across)
        center = middle or (glyphs.blocked if dead else joints[face & 15])
        row = f"{west if face & WEST else ' '}{center}{east if face & EAST else ' '}"
        return row, f" {self._joint(cell, face)} "

    def _empty(self, cell: Cell) -> Tile:
        size = self.size
        if size is CellSize.TINY:
            return f" {self.glyphs.empty} ", f" {self._joint(cell, 0)} "
        blank = " " * size.columns
        dot = f"{self.glyphs.empty:^{size.columns}}"
        half = size.rows // 2
        return (*[blank] * half, dot, *[blank] * half)

    def _joint(self, cell: Cell, face: Face) -> str:
        """Return what lies between a tiny cell and its southern neighbour: a tunnel, a cap, or nothing."""
        below = self.board.faces.get(Cell(cell.x, cell.y - 1), 0)
        south, north = bool(face & SOUTH), bool(below & NORTH)
        if south and not face & PASSABLE:
            return self.glyphs.caps[2]
        if north and not below & PASSABLE:
            return self.glyphs.caps[0]
        return self.glyphs.down if south or north else " "
