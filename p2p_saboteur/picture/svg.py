"""The picture of one moment: a file of SVG that stands for itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from p2p_saboteur.clean import clip, width
from p2p_saboteur.games.saboteur.cards import Goal
from p2p_saboteur.games.saboteur.notation import board_text
from p2p_saboteur.picture.art import SIGNS, catalogue
from p2p_saboteur.picture.board import board_size, draw_board, names_of
from p2p_saboteur.picture.geometry import Box
from p2p_saboteur.picture.markup import Markup, block, lines, raw, tag, text
from p2p_saboteur.picture.palette import drawing_style
from p2p_saboteur.picture.players import WIDE, draw_players, player_line, players_size, table_line
from p2p_saboteur.text import _, marked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from p2p_saboteur.games.saboteur.grid import Board
    from p2p_saboteur.picture.moments import Moment

SVG: Final = "http://www.w3.org/2000/svg"
MARGIN: Final = 16
LINE: Final = 22
_UNITS: Final = 9.2
"""How wide a column of text is at most, in units of the drawing, for all but unusual letters."""
_HIDDEN: Final = (
    marked("The north goal is face down."),
    marked("The middle goal is face down."),
    marked("The south goal is face down."),
)
_TREASURE: Final = (
    marked("The north goal is the treasure."),
    marked("The middle goal is the treasure."),
    marked("The south goal is the treasure."),
)
_STONE: Final = (
    marked("The north goal is stone."),
    marked("The middle goal is stone."),
    marked("The south goal is stone."),
)


def picture(moment: Moment, names: Sequence[str], *, banner: str = "") -> str:
    """Return a moment as a file of SVG.

    Args:
        moment: to be drawn.
        names: the players' names by seat, fit for printing.
        banner: a sentence that must not be overlooked; empty for none.
    """
    state = moment.state
    box = Box.around([state.board])
    board, players = board_size(box), players_size(state)
    across = MARGIN + board.x + MARGIN + players.x + MARGIN
    told = wrap(" ".join(moment.told), int((across - 2 * MARGIN) / _UNITS))
    warned = wrap(banner, int((across - 2 * MARGIN) / _UNITS))
    top = MARGIN + len(warned) * LINE
    caption = top + max(board.y, players.y) + LINE
    down = caption + len(told) * LINE
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        + block(
            "svg",
            tag("title", text(title(moment, names)), id="title"),
            tag("desc", text(" ".join(filter(None, [banner, *description(moment, names)]))), id="desc"),
            tag("style", raw(f"\n{drawing_style()}\n")),
            block("defs", *definitions([state.board])),
            tag("rect", class_="ground", width=across, height=down, rx=12),
            _text_lines(warned, MARGIN + 14, "ink strong"),
            block("g", draw_board(state.board, box, last=moment.last), transform=f"translate({MARGIN} {top})"),
            block(
                "g",
                draw_players(state, names, moment.heading),
                transform=f"translate({across - MARGIN - WIDE} {top + 8})",
            ),
            _text_lines(told, caption, "ink"),
            xmlns=SVG,
            viewBox=f"0 0 {across:g} {down:g}",
            width=across,
            height=down,
            role="img",
            aria_labelledby="title desc",
        )
        + "\n"
    )


def title(moment: Moment, names: Sequence[str]) -> str:
    """Return who plays and which moment it is."""
    return f"Saboteur: {', '.join(names)}. {moment.heading}."


def description(moment: Moment, names: Sequence[str]) -> Iterator[str]:
    """Yield all that a picture shows, in sentences."""
    state = moment.state
    yield from moment.told
    yield f"{table_line(state)}."
    laid = board_text(state.board)
    yield _("The start is at 0,0. Laid: {cards}.").format(cards=laid) if laid else _("The start is at 0,0.")
    for index, goal in enumerate(state.board.goals):
        known = _TREASURE if goal is Goal.TREASURE else _STONE
        yield _(known[index] if goal else _HIDDEN[index])
    yield from (player_line(state, seat, name) for seat, name in enumerate(names))


def definitions(boards: Iterable[Board]) -> Iterator[Markup]:
    """Yield the drawings of all cards and signs that pictures of these boards use."""
    needed = names_of(boards).union(SIGNS)
    yield from (drawing for name, drawing in catalogue().items() if name in needed)


def wrap(content: str, columns: int) -> tuple[str, ...]:
    """Return a clean text in lines of at most so many columns, broken between words where that is possible."""
    found: list[str] = []
    line = ""
    for word in content.split():
        longer = f"{line} {word}" if line else word
        if line and width(longer) > columns:
            found.append(line)
            longer = word
        line = longer
    return tuple(clip(each, columns) for each in [*found, line] if each)


def _text_lines(content: Sequence[str], y: float, class_: str) -> Markup:
    return lines(
        tag("text", text(line), class_=class_, x=MARGIN + 2, y=y + place * LINE, font_size=15)
        for place, line in enumerate(content)
    )
