"""What the line mode prints when it is asked: the board, the hand, the people, the log, and what the screen tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from p2p_saboteur.games.saboteur.cards import Role, Tool
from p2p_saboteur.games.saboteur.grid import GOAL_CELLS
from p2p_saboteur.games.saboteur.legality import broken_tools
from p2p_saboteur.games.saboteur.moves import Break, Repair
from p2p_saboteur.games.saboteur.notation import card_text, cell_text, move_text
from p2p_saboteur.games.saboteur.picture import draw_board
from p2p_saboteur.plain.reading import numbered_moves
from p2p_saboteur.table_view import Link
from p2p_saboteur.text import _, marked, ngettext
from p2p_saboteur.viewmodel.panels import card_lines, goal_lines, in_columns, note_lines, tool_lines, trust_lines
from p2p_saboteur.viewmodel.silence import waited_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from p2p_saboteur.games.saboteur.moves import Move
    from p2p_saboteur.games.saboteur.state import State
    from p2p_saboteur.table_view import Presence
    from p2p_saboteur.viewmodel.panels import Line
    from p2p_saboteur.viewmodel.scene import Scene

WIDTH: Final = 78
_LOG: Final = 20
_ROLE: Final = {
    Role.DIGGER: marked("You are a digger. Broken tools: {tools}. Cards in the pile: {pile}."),
    Role.SABOTEUR: marked("You are a saboteur. Broken tools: {tools}. Cards in the pile: {pile}."),
}
_NO_ROLE: Final = marked("You have no role yet. Broken tools: {tools}. Cards in the pile: {pile}.")
_TOOLS: Final = {Tool.CART: marked("cart"), Tool.LAMP: marked("lamp"), Tool.PICK: marked("pick")}
_LINKS: Final = {
    Link.DIRECT: marked("linked"),
    Link.RELAYED: marked("only through others"),
    Link.DOWN: marked("cannot be reached"),
}


def board_page(scene: Scene) -> list[str]:
    """Return the board, and what the player saw under the goals."""
    view = scene.view
    seen = [f"{cell_text(cell)} {goal.value}" for cell, goal in zip(GOAL_CELLS, view.peeked, strict=True) if goal]
    told = _("Only you know (G is the treasure, A and B are stones): {seen}")
    return [draw_board(view.state.board), *([told.format(seen=", ".join(seen))] if seen else [])]


def hand_page(scene: Scene) -> list[str]:
    """Return role, broken tools and hand."""
    if scene.watches:
        return [_("You only watch.")]
    state, view = scene.state, scene.view
    told = _(_ROLE[view.role] if view.role else _NO_ROLE)
    cards = "   ".join(f"{place + 1}: {card_text(scene.card(place))}" for place in range(len(view.hand)))
    return [
        told.format(tools=_tools(state, view.seat), pile=state.pile),
        _("Hand:  {cards}").format(cards=cards),
    ]


def people_page(scene: Scene) -> list[str]:
    """Return who sits where, with what everybody sees."""
    state = scene.state
    lines = []
    for seat in range(state.seats):
        hand, nuggets = state.hands[seat], state.gold.counts[seat]
        facts = [
            *([_("you")] if seat == scene.own else []),
            *([_("has left")] if seat in state.lost else []),
            ngettext("{hand} card", "{hand} cards", hand).format(hand=hand),
            _("broken tools: {tools}").format(tools=_tools(state, seat)),
            ngettext("{nuggets} nugget card", "{nuggets} nugget cards", nuggets).format(nuggets=nuggets),
            *_presence(scene.presence(seat)),
        ]
        lines.append(f"{scene.names[seat]}: {', '.join(facts)}")
    silence = scene.table.silence
    return [*lines, *([waited_for(silence, scene.names)] if silence else [])]


def log_page(scene: Scene) -> list[str]:
    """Return what happened last, each turn with its number."""
    return [f"{line.turn or '':>3} {line.text}" for line in scene.memory.log[-_LOG:]]


def moves_page(scene: Scene) -> list[str]:
    """Return the legal moves with their numbers."""
    moves = enumerate(numbered_moves(scene.view), 1)
    texts = [f"{number:3}: {_with_name(move, scene)}" for number, move in moves]
    return in_columns(texts, WIDTH) if texts else []


def _with_name(move: Move, scene: Scene) -> str:
    """Return a move's text with the name of whom it is about: people do not know the numbers of seats."""
    words = move_text(move).split(" ")
    if isinstance(move, Break | Repair):
        words[2] = scene.names[move.seat]
    return " ".join(words)


def _page(lines: Callable[[Scene, int], list[Line]]) -> Callable[[Scene], list[str]]:
    return lambda scene: [" " * line.indent + line.text for line in lines(scene, WIDTH)]


PAGES: Final[dict[str, Callable[[Scene], list[str]]]] = {
    "board": board_page,
    "hand": hand_page,
    "who": people_page,
    "players": people_page,
    "log": log_page,
    "tools": _page(tool_lines),
    "goals": _page(goal_lines),
    "cards": _page(card_lines),
    "notes": _page(note_lines),
    "trust": _page(trust_lines),
}
"""What is printed for each word."""


def _tools(state: State, seat: int) -> str:
    """Return the broken tools of a seat."""
    return ", ".join(_(_TOOLS[tool]) for tool in broken_tools(state, seat)) or _("none")


def _presence(presence: Presence) -> list[str]:
    """Return what else there is to know of a player: a bot, away, how it is linked."""
    return [
        *([_("a bot")] if presence.bot else []),
        *([_("away: a bot plays on")] if presence.away else []),
        *([_(_LINKS[presence.link])] if presence.link in _LINKS else []),
    ]
