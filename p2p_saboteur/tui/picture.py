"""A window of prompt_toolkit that shows a canvas, cell for cell."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from prompt_toolkit.application import get_app
from prompt_toolkit.data_structures import Point
from prompt_toolkit.layout.containers import Window
from prompt_toolkit.layout.controls import DummyControl
from prompt_toolkit.layout.screen import Char

from p2p_saboteur.tui.style import style_string

if TYPE_CHECKING:
    from collections.abc import Callable

    from prompt_toolkit.layout.mouse_handlers import MouseHandlers
    from prompt_toolkit.layout.screen import Screen, WritePosition
    from prompt_toolkit.mouse_events import MouseEvent

    from p2p_saboteur.tui.canvas import Canvas


@lru_cache(maxsize=50_000)
def _char(character: str, classes: str) -> Char:
    return Char(character, style_string(classes))


_END: Final = Char("|")


class _Row(dict[int, Char]):
    """A row of the screen.

    prompt_toolkit looks for the last cell of every row that is not blank, by going through all `items` in Python, and
    compares row by row what is to be drawn with what was. A row of ours tells at once where it ends; and one that is
    the same as on the last screen says that it is empty, in the old screen and in the new, so that nothing of it is
    compared. Together that is most of the time that a key takes.
    """

    same = False

    def items(self) -> Any:  # noqa: ANN401 - a part of what dict returns
        """Return where the row ends, with something that is not blank; nothing for a row that has not changed."""
        return () if self.same else ((len(self) - 1, _END),)


class Picture(Window):
    """Fills the whole screen; what prompt_toolkit's own windows do beyond that is not needed and takes time."""

    def __init__(self, draw: Callable[[int, int], Canvas], on_mouse: Callable[[MouseEvent], None]) -> None:
        """Make the window.

        Args:
            draw: returns the canvas for so many columns and rows.
            on_mouse: told of everything that the mouse does.
        """
        super().__init__(DummyControl())
        self._draw = draw
        self._on_mouse = on_mouse
        self._canvas: Canvas | None = None
        self._screen: Screen | None = None
        self._rows: list[_Row] = []

    def write_to_screen(  # noqa: PLR0913, PLR0917 - prompt_toolkit's signature
        self,
        screen: Screen,
        mouse_handlers: MouseHandlers,
        write_position: WritePosition,
        parent_style: str,
        erase_bg: bool,
        z_index: int | None,
    ) -> None:
        """Copy the canvas to the screen."""
        del parent_style, erase_bg, z_index
        columns, rows = write_position.width, write_position.height
        canvas = self._draw(columns, rows)
        screen.data_buffer.update(enumerate(self._fresh_rows(canvas)))  # type: ignore[arg-type]  # read like its own
        screen.width, screen.height, screen.show_cursor = columns, rows, True
        screen.set_cursor_position(self, Point(*canvas.cursor))
        screen.visible_windows_to_write_positions[self] = write_position
        mouse_handlers.set_mouse_handler_for_range(0, columns, 0, rows, self._on_mouse)
        self._canvas, self._screen = canvas, screen

    def _fresh_rows(self, canvas: Canvas) -> list[_Row]:
        """Return the rows of a canvas; those that are still on the terminal as they are say so."""
        old = self._canvas
        shown = get_app().renderer.last_rendered_screen
        size = (canvas.columns, canvas.rows)
        kept = old is not None and shown is self._screen and (old.columns, old.rows) == size
        rows = []
        for y, (characters, styles) in enumerate(zip(canvas.characters, canvas.styles, strict=True)):
            if kept and old and characters == old.characters[y] and styles == old.styles[y]:
                row = self._rows[y]
                row.same = True
            else:
                row = _Row(enumerate(map(_char, characters, styles)))
            rows.append(row)
        for row in self._rows:
            row.same = True
        self._rows = rows
        return rows
