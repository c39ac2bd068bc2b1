"""Which part of the maze is shown."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from p2p_saboteur.games.saboteur.grid import Cell
from p2p_saboteur.tui.tiles import CellSize
from p2p_saboteur.tui.viewport import LABELS, Box, viewport

FIELD = Box(west=0, east=8, south=-2, north=2)
coordinates = st.integers(-43, 43)
cells = st.builds(Cell, coordinates, coordinates)
boxes = st.lists(cells, max_size=4).map(lambda found: Box.around([*found, Cell(0, 0), Cell(8, 2), Cell(8, -2)]))
looks = st.tuples(st.integers(-50, 50), st.integers(-50, 50))


screens = st.tuples(st.integers(30, 200), st.integers(12, 60))


@given(screens, boxes, cells, looks, st.sampled_from([None, *CellSize]))
def test_what_is_chosen_is_always_shown(
    screen: tuple[int, int], maze: Box, focus: Cell, look: tuple[int, int], size: CellSize | None
) -> None:
    """However the maze has grown and wherever one has scrolled, and all that is shown fits."""
    columns, rows = screen
    port = viewport(columns, rows, maze=maze, focus=focus, anchor=Cell(0, 0), look=look, size=size)
    assert focus in port.box
    assert port.box.columns * port.size.columns <= columns - LABELS
    assert port.box.rows * port.size.rows <= rows - 1


@given(screens, boxes, cells)
def test_a_maze_that_fits_is_shown_whole(screen: tuple[int, int], maze: Box, anchor: Cell) -> None:
    """In the largest cells in which it does."""
    columns, rows = screen
    port = viewport(columns, rows, maze=maze, focus=None, anchor=anchor)
    fits = [
        size
        for size in CellSize
        if maze.columns * size.columns <= columns - LABELS and maze.rows * size.rows <= rows - 1
    ]
    if fits:
        assert port.size is fits[0]
        assert Cell(maze.west, maze.south) in port.box
        assert Cell(maze.east, maze.north) in port.box


def test_scrolling_moves_what_is_shown() -> None:
    """As far as one cell beyond the maze's ends, and what goes further does not count."""
    port = viewport(48, 16, maze=FIELD, focus=None, anchor=Cell(0, 0), look=(3, 1))
    assert (port.box.west, port.box.north) == (1, 1)
    assert port.look == (1, 1)


@given(screens, boxes, cells, looks)
def test_scrolling_never_loses_the_maze(
    screen: tuple[int, int], maze: Box, anchor: Cell, look: tuple[int, int]
) -> None:
    """Something of it is always shown, and what was scrolled in vain is not remembered."""
    columns, rows = screen
    port = viewport(columns, rows, maze=maze, focus=None, anchor=anchor, look=look)
    assert port.box.west <= maze.east
    assert port.box.east >= maze.west
    assert port.box.south <= maze.north
    assert port.box.north >= maze.south
    assert viewport(columns, rows, maze=maze, focus=None, anchor=anchor, look=port.look) == port


def test_a_maze_larger_than_the_screen_is_shown_around_the_last_card() -> None:
    """With small cells rather than tiny ones that would not show all of it either."""
    maze = Box(west=-40, east=8, south=-2, north=2)
    port = viewport(48, 16, maze=maze, focus=None, anchor=Cell(-20, 0))
    assert port.size is CellSize.SMALL
    assert Cell(-20, 0) in port.box
    assert port.box.columns == 9
