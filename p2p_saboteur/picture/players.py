"""The players beside the board: whose turn it is, broken tools, and how many cards and nugget cards each has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from p2p_saboteur.games.saboteur.cards import TOOLS, Role, Tool
from p2p_saboteur.games.saboteur.legality import broken_tools
from p2p_saboteur.games.saboteur.state import Phase
from p2p_saboteur.picture.art import use
from p2p_saboteur.picture.board import seat_badge
from p2p_saboteur.picture.geometry import Point
from p2p_saboteur.picture.markup import NOTHING, Markup, lines, tag, text
from p2p_saboteur.text import _, marked, ngettext, pgettext

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from p2p_saboteur.games.saboteur.state import State
    from protocol.game import Seat

WIDE: Final = 330
ROW: Final = 58
TOP: Final = 66
_BROKEN: Final = {
    Tool.CART: marked("broken cart"),
    Tool.LAMP: marked("broken lamp"),
    Tool.PICK: marked("broken pick"),
}


def players_size(state: State) -> Point:
    """Return width and height of the drawing."""
    return Point(WIDE, TOP + state.seats * ROW + 8)


def draw_players(state: State, names: Sequence[str], heading: str) -> Markup:
    """Return the drawing.

    Args:
        state: the public state.
        names: the players' names by seat, fit for printing.
        heading: of the moment.
    """
    size = players_size(state)
    rows = [_row(state, seat, name, TOP + seat * ROW) for seat, name in enumerate(names)]
    panel = tag("rect", class_="panel", x=0.5, y=0.5, width=size.x - 1, height=size.y - 1, rx=10)
    head = tag("text", text(heading), class_="ink strong", x=16, y=29, font_size=18)
    below = tag("text", text(table_line(state)), class_="dim", x=16, y=50, font_size=14)
    return lines([panel, head, below, *rows])


def table_line(state: State) -> str:
    """Return round and pile in a line."""
    pile = ngettext("{pile} card in the pile", "{pile} cards in the pile", state.pile).format(pile=state.pile)
    return f"{_('Round {round} of {rounds}').format(round=state.round, rounds=state.options.rounds)} \u00b7 {pile}"


def player_line(state: State, seat: Seat, name: str) -> str:
    """Return what is drawn of a player in words."""
    return f"{name}: {', '.join(_facts(state, seat))}."


def _facts(state: State, seat: Seat) -> Iterator[str]:
    if seat in state.lost:
        yield _("has left")
        return
    role = state.roles[seat]
    if role:
        yield role_word(role)
    hand, nuggets = state.hands[seat], state.gold.counts[seat]
    yield ngettext("{hand} card", "{hand} cards", hand).format(hand=hand)
    yield ngettext("{nuggets} nugget card", "{nuggets} nugget cards", nuggets).format(nuggets=nuggets)
    if state.totals:
        yield _("{total} gold").format(total=state.totals[seat])
    yield from (_(_BROKEN[tool]) for tool in broken_tools(state, seat))
    if is_to_move(state, seat):
        yield _("to move")


def role_word(role: Role) -> str:
    """Return a role's name."""
    return pgettext("role", "digger") if role is Role.DIGGER else pgettext("role", "saboteur")


def is_to_move(state: State, seat: Seat) -> bool:
    """Return whether it is this seat's turn."""
    return state.phase is Phase.TURN and state.turn == seat


def _row(state: State, seat: Seat, name: str, y: float) -> Markup:
    """Return the rows of a player: the name, cut off where its room ends; below it tools and counts."""
    lost = seat in state.lost
    turn = tag("path", class_="turn", d=f"M6 {y + 8:g}l9 8-9 8z") if is_to_move(state, seat) else NOTHING
    label = tag("text", text(name), class_="dim" if lost else "ink strong", x=0, y=18, font_size=16)
    room = tag("svg", label, x=48, y=y, width=WIDE - 60, height=25)
    badge = seat_badge(seat, 31, y + 16)
    return lines([turn, badge, room, *_counts(state, seat, y + 27)])


def _counts(state: State, seat: Seat, y: float) -> Iterator[Markup]:
    if seat in state.lost:
        yield tag("text", text(_("has left")), class_="dim", x=48, y=y + 16, font_size=14)
        return
    broken = broken_tools(state, seat)
    for place, tool in enumerate(TOOLS):
        yield use(f"{'broken' if tool in broken else 'whole'}-{tool.value}", 46 + 27 * place, y)
    yield use("cards", 131, y)
    yield _count(state.hands[seat], 157, y)
    yield use("nugget", 178, y)
    total = state.totals[seat] if state.totals else None
    yield _count(state.gold.counts[seat] if total is None else total, 205, y)
    role = state.roles[seat]
    if role:
        yield tag("text", text(role_word(role)), class_="ink", x=WIDE - 12, y=y + 18, font_size=14, text_anchor="end")


def _count(number: int, x: float, y: float) -> Markup:
    return tag("text", text(f"{number}"), class_="ink", x=x, y=y + 18, font_size=15)
