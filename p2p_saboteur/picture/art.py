"""Our own drawings of single cards and signs, each defined once and used by its name."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from p2p_saboteur.games.saboteur.cards import (
    GOALS,
    KINDS,
    PASSABLE,
    PATHS,
    START_FACE,
    TOOLS,
    BreakCard,
    Card,
    Face,
    Goal,
    PathCard,
    RepairCard,
    RockfallCard,
    Tool,
    half_turn,
    side_letters,
)
from p2p_saboteur.picture.geometry import (
    HEIGHT,
    MIDDLE,
    TUNNEL,
    WALL,
    WIDTH,
    arm_end,
    open_sides,
    opening,
    overlap_lines,
    tunnel_lines,
)
from p2p_saboteur.picture.markup import NOTHING, Markup, tag, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_PEBBLES: Final = (
    "M8 10l6-3 5 4-3 5-7-1zM57 20l5-4 4 4-4 4zM9 76l5-4 5 3-3 6-6-1zM55 82l6-5 6 4-2 6-7 1zM60 8l3-2 2 3-3 1z"
)
_BOULDERS: Final = ("M19 52l3-9 8-3 5 8-3 9-9 1z", "M37 56l2-9 8-3 6 7-3 8-8 1z", "M24 47l4-11 11-4 9 6 2 11-8 8-12-1z")
_LUMPS: Final = ("M0 14l2-8 7-2 5 5-1 8-8 1z", "M11 15l2-8 7-3 5 6-2 8-8 1z", "M6 8l3-7 8-1 4 6-3 6-8 1z")
_NUGGETS: Final = ("M20 58l4-8 9-1 5 7-4 8-10 1z", "M35 60l3-9 9-2 6 7-4 8-9 2z", "M27 50l4-10 10-3 7 7-2 9-11 3z")
_SHINE: Final = "M31 41l6 4 9-1M37 45l-2 9M25 52l6 3M41 53l6 3"
_LADDER: Final = "M28 24V72M44 24V72M28 32H44M28 42H44M28 52H44M28 62H44"
_MAP: Final = "M14 28L28 22L44 28L58 22V68L44 74L28 68L14 74ZM28 22V68M44 28V74M19 60Q24 48 32 52T40 45"
_STRIKE: Final = "M3 21L21 3"
TOOL_LINES: Final = {
    Tool.CART: "M2 7H22L19 16H5ZM8 16a2.4 2.4 0 1 0 .1 0zM16 16a2.4 2.4 0 1 0 .1 0z",
    Tool.LAMP: "M9 6V4.500a3 3 0 0 1 6 0V6M7 6H17M8 6L6.500 18H17.500L16 6M5 21H19M12 9.500q3.500 4 0 6q-3.500-2 0-6z",
    Tool.PICK: "M2.500 10Q12 0 21.500 10Q12 5.500 2.500 10ZM12 6V22",
}


def face_name(face: Face) -> str:
    """Return the name under which a path card's drawing is defined: ``P-NES``, ``X-EW``."""
    return f"{'P' if face & PASSABLE else 'X'}-{side_letters(face & 15)}"


def goal_name(goal: Goal, face: Face) -> str:
    """Return the name under which the drawing of a face-up goal is defined, as it lies."""
    return f"goal-{goal.value}-{side_letters(face & 15)}"


START_NAME: Final = "start"
BACK_NAME: Final = "back"


def use(name: str, x: float, y: float, class_: str = "") -> Markup:
    """Return a drawing that was defined, with its upper left corner here."""
    more = {"class_": class_} if class_ else {}
    return tag("use", href=f"#{name}", x=x, y=y, **more)


def path_art(face: Face) -> Markup:
    """Return a path card as it lies."""
    ends = NOTHING if face & PASSABLE else _boulders()
    return tag("g", _body("rock"), tag("path", class_="pebble", d=_PEBBLES), *_tunnels(face), ends, id=face_name(face))


def start_art() -> Markup:
    """R2: return the start, with its ladder."""
    ladder = [tag("path", class_=name, d=_LADDER) for name in ("ladder-edge", "ladder")]
    return tag("g", _body("rock"), *_tunnels(START_FACE), *ladder, id=START_NAME)


def back_art() -> Markup:
    """R2: return a goal that lies face down."""
    frame = tag("rect", class_="back-line", x=8.5, y=8.5, width=WIDTH - 17, height=HEIGHT - 17, rx=5)
    gems = [
        tag("path", class_="back-ink", d=f"M{x} {y - 5}l5 5-5 5-5-5z")
        for x, y in ((36, 21), (36, 75), (18, 48), (54, 48))
    ]
    mark = tag("text", text("?"), class_="back-ink strong", x=36, y=59, font_size=32, text_anchor="middle")
    return tag("g", _body("back"), frame, *gems, mark, id=BACK_NAME)


def goal_art(goal: Goal, face: Face) -> Markup:
    """R17: return a face-up goal as it lies: the treasure with its gold, or a bend with a heap of stones."""
    frame = tag("rect", class_="goal-line", x=4, y=4, width=WIDTH - 8, height=HEIGHT - 8, rx=5)
    heap = _gold() if goal is Goal.TREASURE else _stones(face)
    return tag("g", _body("rock"), frame, *_tunnels(face), heap, id=goal_name(goal, face))


def _body(class_: str) -> Markup:
    return tag("rect", class_=class_, x=1, y=1, width=WIDTH - 2, height=HEIGHT - 2, rx=4.5)


def _tunnels(face: Face) -> Iterator[Markup]:
    """Yield the tunnels: all walls, then all floors, so that these run into one another."""
    for class_, width, lines in (
        ("wall", TUNNEL + 2 * WALL, tunnel_lines(face)),
        ("floor", TUNNEL, tunnel_lines(face) + overlap_lines(face)),
    ):
        yield tag("path", class_=class_, stroke_width=width, d=lines)
        if not face & PASSABLE:
            ends = map(arm_end, open_sides(face))
            yield from (tag("circle", class_=f"{class_}-end", cx=end.x, cy=end.y, r=width / 2) for end in ends)


def _boulders() -> Markup:
    return tag("g", *_rocks(), tag("path", class_="cross", d="M30 38L44 52M44 38L30 52"))


def _rocks() -> list[Markup]:
    return [tag("path", class_="boulder", d=line) for line in _BOULDERS]


def _gold() -> Markup:
    return tag("g", *[tag("path", class_="gold", d=line) for line in _NUGGETS], tag("path", class_="shine", d=_SHINE))


def _stones(face: Face) -> Markup:
    """Return a heap of stones in the corner that the bend turns its back to."""
    toward = [opening(side) for side in open_sides(face)]
    x = 4 if any(point.x > MIDDLE.x for point in toward) else WIDTH - 29
    y = HEIGHT - 28 if any(point.y < MIDDLE.y for point in toward) else 8
    return tag("g", *[tag("path", class_="boulder", d=line) for line in _LUMPS], transform=f"translate({x} {y})")


def tool_art(tool: Tool, class_: str) -> Markup:
    """Return a tool in a square of 24; a broken one is struck through."""
    strike = tag("path", class_="strike", d=_STRIKE) if class_ == "broken" else NOTHING
    return tag("g", tag("path", class_=class_, d=TOOL_LINES[tool]), strike, id=f"{class_}-{tool.value}")


def cards_art() -> Markup:
    """Return the sign of cards in a hand, in a square of 24."""
    rects = [tag("rect", class_="icon", x=x, y=y, width=12, height=16, rx=2) for x, y in ((3, 5), (8, 3))]
    return tag("g", *rects, id="cards")


def nugget_art() -> Markup:
    """Return the sign of nugget cards, in a square of 24."""
    return tag(
        "g",
        tag("path", class_="gold", d="M3 15l3-8 8-3 7 6-2 8-9 2z"),
        tag("path", class_="shine", d="M6 8l6 3 8-1M12 11l-1 8"),
        id="nugget",
    )


def card_name(card: Card) -> str:
    """Return the name under which the drawing of a card in a hand is defined."""
    match card:
        case PathCard():
            return face_name(card.face)
        case BreakCard(tool=tool):
            return f"break-{tool.value}"
        case RepairCard(tools=tools):
            return f"repair-{'-'.join(tool.value for tool in tools)}"
        case RockfallCard():
            return "rockfall"
    return "map"


def action_art(card: Card) -> Markup:
    """Return an action card: one or two tools, struck through or with a sign of mending; falling stones; a map."""
    match card:
        case BreakCard(tool=tool):
            inside = [tag("g", use(f"broken-{tool.value}", 0, 0), transform="translate(12 24) scale(2)")]
        case RepairCard(tools=tools):
            rows = [(12, 24, 2.0)] if len(tools) == 1 else [(20, 10, 1.3), (20, 48, 1.3)]
            inside = [
                tag("g", use(f"tool-{tool.value}", 0, 0), transform=f"translate({x} {y}) scale({size})")
                for tool, (x, y, size) in zip(tools, rows, strict=True)
            ]
            inside.append(tag("path", class_="mend", d="M52 85H64M58 79V91"))
        case RockfallCard():
            inside = [tag("g", *_rocks(), transform="translate(-15 -10) scale(1.4)")]
        case _:
            inside = [tag("path", class_="tool", d=_MAP), tag("path", class_="strike", d="M40 40l8 9M48 40l-8 9")]
    return tag("g", _body("face"), *inside, id=card_name(card))


@cache
def catalogue() -> Mapping[str, Markup]:
    """Return every drawing by its name."""
    stones = [(goal, face | PASSABLE) for goal in GOALS for face in {goal.openings, half_turn(goal.openings)}]
    return {
        START_NAME: start_art(),
        BACK_NAME: back_art(),
        **{goal_name(goal, face): goal_art(goal, face) for goal, face in stones},
        **{face_name(face): path_art(face) for face in PATHS},
        **{f"{class_}-{tool.value}": tool_art(tool, class_) for class_ in TOOL_CLASSES for tool in TOOLS},
        **{card_name(card): action_art(card) for card in KINDS if not isinstance(card, PathCard)},
        "cards": cards_art(),
        "nugget": nugget_art(),
    }


TOOL_CLASSES: Final = ("whole", "broken", "tool")
SIGNS: Final = (*(f"{class_}-{tool.value}" for class_ in ("whole", "broken") for tool in TOOLS), "cards", "nugget")
"""The drawings that the list of players uses."""
