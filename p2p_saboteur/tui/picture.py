"""A window of prompt_toolkit that shows a canvas, cell for cell."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

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
        for y, (characters, styles) in enumerate(zip(canvas.characters, canvas.styles, strict=True)):
            screen.data_buffer[y].update(enumerate(map(_char, characters, styles)))
        screen.width, screen.height = columns, rows
        screen.set_cursor_position(self, Point(*canvas.cursor))
        screen.visible_windows_to_write_positions[self] = write_position
        mouse_handlers.set_mouse_handler_for_range(0, columns, 0, rows, self._on_mouse)
